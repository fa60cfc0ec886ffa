"""What all forms share: the op id, sentences beside fields, text into typed answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from flask_wtf import FlaskForm
from wtforms import BooleanField, Field, HiddenField, StringField

from .. import entry
from ..entry import Problem, Refused
from ..games.inputs import NOBODY, PASS, Choice, Flag, Input, Number, Seat, Seats
from ..games.sides import Side
from ..words import problem as sentence


class Form(FlaskForm):  # type: ignore[misc]
    """A form that carries its op id, and shows problems found elsewhere beside its fields."""

    op_id = HiddenField()

    def __init__(self, formdata: Any, **more: Any) -> None:
        """Take the fields that were posted, None for none: never a file or JSON in their place."""
        super().__init__(formdata, **more)

    def show(self, problems: Iterable[Problem], names: Mapping[str, str] | None = None) -> None:
        """Put each problem's sentence beside its field, or at the top of the form."""
        for found in problems:
            name = (names or {}).get(found.field, found.field)
            text = sentence(found)
            if name in self and text not in self[name].errors:
                self[name].errors = [*self[name].errors, text]
            elif name not in self and text not in self.form_errors:
                self.form_errors.append(text)

    @property
    def wrong(self) -> bool:
        """Say whether any sentence is shown."""
        return any(field.errors for field in self) or bool(self.form_errors)


class SeveralField(Field):
    """A question with several answers: the texts of all that are ticked."""

    def process_formdata(self, valuelist: list[str]) -> None:
        self.data = valuelist


def has_field(item: Input) -> bool:
    return not item.derived


def field_for(item: Input) -> Field:
    # Tiles are drawn by the templates: what comes back is the text of the one chosen.
    if isinstance(item, Seats):
        return SeveralField()
    return BooleanField() if isinstance(item, Flag) else StringField()


def typed(item: Input, text: Any) -> Any:
    """Return a form's text as the answer it means, None for no answer, or raise `Refused`."""
    if isinstance(item, Flag):
        return bool(text)
    if text in (None, ""):
        return None
    value: Any
    if isinstance(item, Seats):
        value = [entry.number(one) for one in text]
    else:
        value = entry.number(text) if isinstance(item, (Seat, Number, Side)) else text
    if isinstance(item, Seat) and text == (PASS if item.passes else None):
        return PASS
    if isinstance(item, Seat) and item.nobody and text == NOBODY:
        return NOBODY
    if isinstance(item, Choice):
        known = {str(option.value): option.value for option in item.options}
        value = known.get(text, text)
    # Who sits out hangs on the dealer: that is for the scoring to see, so that the same
    # answers mean the same facts however often they are sent.
    if isinstance(item, Seat) and value in item.of:
        return value
    found = item.answer_problem(text if value is None else value)
    if found:
        raise Refused(found)
    return value
