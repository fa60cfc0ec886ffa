"""JSON as sheets, imports and the command line read it: no floats, no depth, no repeated keys."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any, Final

from .entry import DIGITS, N_, NotANumber, Object, Problem, Refused

JSON_DEPTH: Final = 8


def read_json(text: str | bytes) -> Any:
    """Return the value of a strict JSON text.

    Numbers that are no integers become `NotANumber` and objects know a repeated key, so that
    whoever checks the field can name it. Raises `Refused` for anything that is no JSON.
    """
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        value = json.loads(
            text,
            parse_float=NotANumber,
            parse_int=_integer,
            parse_constant=NotANumber,
            object_pairs_hook=_object,
        )
        _check_depth(value)
        return value
    except UnicodeDecodeError as error:
        came = f"byte {error.start} that is not"
        raise _not_json("UTF-8 text", came, N_("The file is not UTF-8 text.")) from None
    except RecursionError:
        raise _too_deep() from None
    except json.JSONDecodeError as error:
        came = f"{error.msg} in line {error.lineno}, column {error.colno}"
        raise _not_json("JSON", came, N_("The file is not JSON.")) from None


def _not_json(expected: str, came: str, say: str) -> Refused:
    return Refused(Problem("format", expected, came, say))


def _integer(text: str) -> int | NotANumber:
    return int(text) if len(text.lstrip("-")) <= DIGITS else NotANumber(text)


def _object(pairs: list[tuple[str, Any]]) -> Object:
    result = Object(pairs)
    if len(result) < len(pairs):
        counted = Counter(key for key, _ in pairs)
        result.repeated = next(key for key in counted if counted[key] > 1)
    return result


def _check_depth(value: Any) -> None:
    level = [value]
    for _ in range(JSON_DEPTH):
        level = [
            inner
            for outer in level
            if isinstance(outer, (dict, list))
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
    if any(isinstance(inner, (dict, list)) for inner in level):
        raise _too_deep()


def _too_deep() -> Refused:
    expected = f"lists and objects at most {JSON_DEPTH} deep"
    return _not_json(expected, "more", N_("The file is nested too deeply."))
