"""The form of a deal, built from a game's questions, and the form of an adjustment."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from wtforms import StringField

from .. import entry
from ..entry import N_, Problem, Refused
from ..games.answers import answers_from, facts_from, kept, unanswered
from ..games.base import InvalidDeal, Sides
from ..games.inputs import Facts, Input, Number
from . import asking, pads
from .base import field_for, has_field, typed
from .rows import RowForm


class DealForm(RowForm):
    """What was played, as the game asks for it; `read` returns the facts."""

    dealer = StringField()

    inputs: Sequence[Input]
    seats: int

    @property
    def asks(self) -> str:
        """Return the mark by which the style sheet knows when each question is shown."""
        return asking.mark(self.inputs)

    def unfolded(self, stages: Sequence[Sequence[Input]]) -> int:
        """Return which stage to unfold: the first one with a problem, else the last one begun."""
        wrong = [n for n, some in enumerate(stages) if any(self[i.name].errors for i in some)]
        begun = [n for n, some in enumerate(stages) if self.says(some)]
        return wrong[0] if wrong else begun[-1] if begun else 0

    def says(self, inputs: Iterable[Input]) -> bool:
        """Say whether one of these questions has another answer than it begins with."""
        begun = {name: text for item in inputs for name, text in pads.shown_first(item).items()}
        return any(self[n].errors or (self[n].data or "") != text for n, text in begun.items())

    def worth(self, item: Input) -> int | None:
        """Return what each that a question counts is worth where answers are added up."""
        sums = (other.worth for other in self.inputs if isinstance(other, Number))
        return next((worth[item.name] for worth in sums if item.name in worth), None)

    def follow(self, before: Sequence[Input]) -> None:
        """Let what stands as the same questions of another dealer began stand as these begin."""
        for then, now in zip(before, self.inputs, strict=True):
            if then.initial != now.initial:
                begun = pads.shown_first(now)
                for name, text in pads.shown_first(then).items():
                    if self[name].data == text:
                        self[name].data = begun[name]

    def answers(self) -> dict[str, Any]:
        """Return the typed answers to the questions that are asked, or raise `InvalidDeal`."""
        given: dict[str, Any] = {}
        problems: list[Problem] = []
        for item in self.inputs:
            if item.derived:
                continue
            try:
                answer = typed(item, pads.tapped(item, self))
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
        elif said := self.dealer.data:
            missing.append(Problem("dealer", "a seat", said, N_("Choose one of the players.")))
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


D = TypeVar("D", bound=DealForm)


def deal_form(
    kind: type[D],
    inputs: Sequence[Input],
    seats: int,
    data: Any,
    filled: Facts | None = None,
) -> D:
    """Return the form for one deal: `data` are the posted fields, `filled` facts to start from."""
    fields: dict[str, Any] = {}
    answers = answers_from(inputs, filled) if filled else {}
    values: dict[str, Any] = {}
    for item in (item for item in inputs if has_field(item)):
        fields |= {item.name: field_for(item)} | pads.fields_for(item)
        answer = answers.get(item.name, item.initial)
        values |= {} if answer is None else pads.shown(item, answer)
    values |= {key: str(filled[key]) for key in ("dealer", "note") if filled and key in filled}
    # What a posted form leaves out was not answered: a tile that a typed number has freed.
    form: D = type("DealForm", (kind,), fields)(data, data=values if data is None else {})
    form.inputs, form.seats = inputs, seats
    return form


class AdjustForm(RowForm):
    """A penalty or an agreed correction: a number for each side, and why."""

    sides: Sides

    def facts(self) -> Facts:
        """Return the facts, or raise `Refused`; an empty number is 0."""
        problems: list[Problem] = []
        scores = [0] * sum(map(len, self.sides))
        for side in self.sides:
            text = (self[f"score_{side[0]}"].data or "").strip()
            value = entry.number(text or "0")
            if value is None:
                say = N_("Write a whole number.")
                problems.append(Problem(f"score_{side[0]}", "a whole number", text, say))
                continue
            for seat in side:
                scores[seat] = -abs(value) if self[f"sign_{side[0]}"].data == "-" else value
        if not problems and set(scores) == {0}:
            say = N_("Give a number other than 0.")
            problems.append(Problem("adjust", "a number other than 0", scores, say))
        try:
            remark = self.remark()
        except Refused as refused:
            problems += refused.problems
        if problems:
            raise Refused(*problems)
        return {"adjust": scores, **remark}


A = TypeVar("A", bound=AdjustForm)


def adjust_form(kind: type[A], sides: Sides, data: Any, filled: Facts | None = None) -> A:
    """Return the adjustment form for these sides, `filled` with facts to start from.

    The fields of a side are named by its first seat.
    """
    fields: dict[str, Any] = {}
    values: dict[str, Any] = {"note": filled.get("note", "")} if filled else {}
    for seat, score in enumerate(filled["adjust"] if filled else ()):
        values |= {f"sign_{seat}": "-" if score < 0 else "+", f"score_{seat}": str(abs(score))}
    for side in sides:
        fields[f"sign_{side[0]}"] = StringField(default="+")
        fields[f"score_{side[0]}"] = StringField()
    form: A = type("AdjustForm", (kind,), fields)(data, data=values)
    form.sides = sides
    return form
