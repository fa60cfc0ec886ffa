"""The forms. The deal's and the rules' forms are built from what a game declares.

Forms turn text into typed answers and put problems beside their fields; what the answers mean
is the games' affair, and nothing is stored here.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from flask_wtf import FlaskForm
from wtforms import BooleanField, Field, HiddenField, StringField

from . import entry
from .entry import N_, Problem, Refused
from .games.base import Game, InvalidDeal
from .games.inputs import (
    NOBODY,
    PASS,
    Choice,
    Facts,
    Flag,
    Implied,
    Input,
    Ladder,
    Number,
    Seat,
    facts_from,
    kept,
    unanswered,
)
from .words import problem as sentence

LADDER_ROWS = Ladder.most


class Form(FlaskForm):  # type: ignore[misc]
    """A form that carries its op id, and shows problems found elsewhere beside its fields."""

    op_id = HiddenField()

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


class DealForm(Form):
    """What was played, as the game asks for it; `read` returns the facts."""

    seen = HiddenField()
    both_count = HiddenField()
    dealer = StringField()
    note = StringField()

    inputs: Sequence[Input]
    seats: int

    def answers(self) -> dict[str, Any]:
        """Return the typed answers to the questions that are asked, or raise `InvalidDeal`."""
        given: dict[str, Any] = {}
        problems: list[Problem] = []
        for item in self.inputs:
            if isinstance(item, Implied):
                continue
            try:
                answer = typed(item, self[item.name].data)
            except Refused as refused:
                problems += refused.problems
                continue
            if answer is not None:
                given[item.name] = answer
        answers = kept(self.inputs, given)
        asked = {item.key for item in self.inputs if item.asked(answers)}
        if problems := [found for found in problems if found.field in asked]:
            raise InvalidDeal(*problems)
        return answers

    def facts(self) -> Facts:
        """Return the facts, or raise `InvalidDeal` with a sentence for every open question."""
        answers = self.answers()
        missing = [
            Problem(item.name, "an answer", None, item.missing)
            for item in unanswered(self.inputs, answers)
        ]
        facts = facts_from(self.inputs, answers)
        if (dealer := self.said_dealer()) is not None:
            facts["dealer"] = dealer
        try:
            facts |= self.remark()
        except Refused as refused:
            missing += refused.problems
        if missing:
            raise InvalidDeal(*missing)
        return facts

    def said_dealer(self) -> int | None:
        """Return the seat that the form says dealt, if it does."""
        seats = [str(seat) for seat in range(self.seats)]
        return int(self.dealer.data) if self.dealer.data in seats else None

    def remark(self) -> Facts:
        """Return the note as a fact, if there is one."""
        text = (self.note.data or "").strip()
        return {"note": entry.note(text)} if text else {}

    def show_problems(self, problems: Iterable[Problem]) -> None:
        """Put each problem beside the first asked question that leads to its fact."""
        names: dict[str, str] = {}
        try:
            answers = self.answers()
        except Refused:
            answers = {}
        for item in self.inputs:
            if item.asked(answers) or item.key not in names:
                names[item.key] = item.name
                names.setdefault(item.key.partition(".")[0], item.name)
        self.show(problems, names)


def deal_form(inputs: Sequence[Input], seats: int, data: Any) -> DealForm:
    """Return the form for one deal; `data` are the posted fields, None for an empty form."""
    fields: dict[str, Any] = {item.name: _field(item) for item in inputs if _has_field(item)}
    form: DealForm = type("DealForm", (DealForm,), fields)(data)
    form.inputs, form.seats = inputs, seats
    return form


def _has_field(item: Input) -> bool:
    return not isinstance(item, Implied)


def _field(item: Input) -> Field:
    # Tiles are drawn by the templates: what comes back is the text of the one chosen.
    return BooleanField() if isinstance(item, Flag) else StringField()


def typed(item: Input, text: Any) -> Any:
    """Return a form's text as the answer it means, None for no answer, or raise `Refused`."""
    if isinstance(item, Flag):
        return bool(text)
    if text in (None, ""):
        return None
    value: Any = entry.number(text) if isinstance(item, (Seat, Number)) else text
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
    found = item.problem(text if value is None else value)
    if found:
        raise Refused(found)
    return value


class AdjustForm(Form):
    """A penalty or an agreed correction: a number for each seat, and why."""

    seen = HiddenField()
    both_count = HiddenField()
    note = StringField()

    def facts(self, seats: int) -> Facts:
        """Return the facts, or raise `Refused`; an empty number is 0."""
        problems: list[Problem] = []
        scores = []
        for seat in range(seats):
            text = (self[f"score_{seat}"].data or "").strip()
            value = entry.number(text or "0")
            if value is None:
                say = N_("Write a whole number.")
                problems.append(Problem(f"score_{seat}", "a whole number", text, say))
                continue
            scores.append(-value if self[f"sign_{seat}"].data == "-" else value)
        note = (self.note.data or "").strip()
        try:
            remark = {"note": entry.note(note)} if note else {}
        except Refused as refused:
            problems += refused.problems
        if problems:
            raise Refused(*problems)
        return {"adjust": scores, **remark}


def adjust_form(seats: int, data: Any) -> AdjustForm:
    """Return the adjustment form for this many seats."""
    fields: dict[str, Any] = {}
    for seat in range(seats):
        fields[f"sign_{seat}"] = StringField(default="+")
        fields[f"score_{seat}"] = StringField()
    form: AdjustForm = type("AdjustForm", (AdjustForm,), fields)(data)
    return form


class PlayerForm(Form):
    """A player's name; `another` says that a look-alike is another person."""

    name = StringField()
    another = BooleanField()
    then = HiddenField()


class JoinForm(Form):
    """Join a club with this device."""

    device = StringField()


class StartForm(Form):
    """Start a sitting: who sits where, house rules, date and place; the button says who deals."""

    seats = HiddenField()
    first_dealer = HiddenField()
    date = StringField()
    place = StringField()
    ending = StringField()

    game: Game
    inputs: Sequence[Input]

    def rules(self) -> dict[str, Any]:
        """Return the house rules as a match takes them, or raise `Refused`."""
        endings = self.game.rules_type.endings
        problems: list[Problem] = []
        given: dict[str, Any] = dict.fromkeys(endings)
        for item in self.inputs:
            if item.key in endings and self.ending.data != item.key:
                continue
            try:
                value = self._ladder() if isinstance(item, Ladder) else self._rule(item)
            except Refused as refused:
                problems += refused.problems
                continue
            given[item.key] = value
        if problems:
            raise Refused(*problems)
        return given

    def _rule(self, item: Input) -> Any:
        value = typed(item, (self[item.name].data or ""))
        if value is None:
            value = ""
        found = item.problem(value)
        if found:
            raise Refused(found)
        return value

    def _ladder(self) -> Any:
        if self.stakes.data != "own":
            return self.stakes.data
        bids: dict[str, Any] = {}
        for row in range(LADDER_ROWS):
            bid = (self[f"bid_{row}"].data or "").strip()
            stake = (self[f"stake_{row}"].data or "").strip()
            if bid and bid in bids:
                say = N_("Name each bid once.")
                raise Refused(Problem("stakes", "each bid once", bid, say))
            if bid:
                bids[entry.name(bid, "stakes")] = entry.number(stake)
        return bids

    def day(self) -> datetime.date:
        """Return the date of the sitting, or raise `Refused`."""
        text = (self.date.data or "").strip()
        try:
            found = datetime.date.fromisoformat(text) if len(text) == 10 else None
        except ValueError:
            found = None
        if found is None or not 1900 <= found.year <= 2999 or not text.isascii():
            say = N_("Write the date as year-month-day, such as 2026-10-15.")
            raise Refused(Problem("date", "a date", text, say))
        return found


def start_form(game: Game, seats: int, rules: Mapping[str, Any], data: Any) -> StartForm:
    """Return the form of a new sitting, filled with these rules when nothing was posted."""
    inputs = game.rule_inputs(seats)
    fields: dict[str, Any] = {}
    filled: dict[str, Any] = {}
    for item in inputs:
        fields[item.name] = _field(item)
        value = rules.get(item.key)
        if isinstance(item, Ladder):
            fields |= _ladder_fields()
            filled |= _ladder_values(item, value)
        else:
            filled[item.name] = value if value is None or isinstance(item, Flag) else str(value)
    endings = game.rules_type.endings
    filled["ending"] = next((key for key in endings if rules.get(key) is not None), "open")
    form: StartForm = type("StartForm", (StartForm,), fields)(data, data=filled)
    form.game, form.inputs = game, inputs
    return form


def _ladder_fields() -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for row in range(LADDER_ROWS):
        fields |= {f"bid_{row}": StringField(), f"stake_{row}": StringField()}
    return fields


def _ladder_values(item: Ladder, value: Any) -> dict[str, str]:
    preset = item.to_sheet(value, ())
    filled = {item.name: preset if isinstance(preset, str) else "own"}
    for row, (bid, stake) in enumerate(value.items()):
        filled |= {f"bid_{row}": bid, f"stake_{row}": str(stake)}
    return filled
