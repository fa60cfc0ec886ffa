"""What a check finds and where, and rows read as they lie in the database, damaged or not.

What is right is said in `checking.py` and `soundness.py`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from sqlalchemy import (
    JSON,
    Date,
    LargeBinary,
    RowMapping,
    String,
    Text,
    cast,
    func,
    select,
    type_coerce,
)

from ...db import db
from ...entry import Object, Problem, Refused, shown
from ...jsontext import read_json


class Difference(NamedTuple):
    """One thing that is not as it should be, and where.

    `projection`: it is in rows that follow from others; a new projection of `match` mends it, or,
    where there is none, removing what belongs to no match.
    """

    where: str
    what: str
    projection: bool = False
    match: int | None = None

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


def differs(field: str, expected: str, came: Any) -> str:
    """Say what was expected of a field and what came, in one line."""
    return f"{field}: expected {expected}, got {shown(came)}"


def quoted(name: Any) -> str:
    """Return a name as it can stand in a line on a terminal."""
    if isinstance(name, str) and name.isprintable():
        return json.dumps(name, ensure_ascii=False)
    return shown(name)


def raw(column: Any) -> Any:
    """Return a column that is read without being understood: a date as text, JSON as bytes."""
    is_json = isinstance(column.type, JSON)
    if db.engine.dialect.name == "postgresql":
        # What lies there is of the column's type, or PostgreSQL would not have taken it.
        read = func.convert_to(cast(column, Text), "UTF8") if is_json else _plain(column)
    else:
        read = cast(column, LargeBinary) if is_json else type_coerce(column, String)
    return read.label(column.name)


def _plain(column: Any) -> Any:
    return cast(column, String) if isinstance(column.type, Date) else column


def rows(model: Any, *conditions: Any, order: Any = None) -> Iterator[RowMapping]:
    """Yield rows of a table as they are, in the order of their keys unless another is given."""
    columns = model.__table__.columns
    keys = model.__table__.primary_key.columns
    wanted = select(*(raw(column) for column in columns)).where(*conditions)
    yield from db.session.execute(
        wanted.order_by(*([] if order is None else [order]), *keys)
    ).mappings()


def read_object(field: str, value: bytes | None) -> dict[str, Any]:
    """Return the object that a stored JSON text is, or raise `Refused` naming the field."""
    return _object(field, _json(field, value))


def read_objects(field: str, value: bytes | None) -> list[dict[str, Any]]:
    """Return the objects that a stored JSON text is, one or a list, or raise `Refused`."""
    found = _json(field, value)
    return [_object(field, one) for one in (found if isinstance(found, list) else [found])]


def _json(field: str, value: bytes | None) -> Any:
    try:
        return read_json(value or b"")
    except Refused as refused:
        came = refused.problems[0]
        raise Refused(Problem(field, came.expected, came.came, came.say)) from None


def _object(field: str, found: Any) -> dict[str, Any]:
    if not isinstance(found, dict):
        raise Refused(Problem(field, "an object", found, ""))
    if isinstance(found, Object) and found.repeated is not None:
        raise Refused(Problem(field, "each key once", found.repeated, ""))
    return found
