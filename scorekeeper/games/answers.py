"""Answers of a form into facts, and facts back into answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .inputs import NOBODY, Facts, Flag, Implied, Seat
from .question import PASS, Answers, Input


def kept(inputs: Sequence[Input], answers: Answers) -> dict[str, Any]:
    """Return the answers to the questions that are asked, in order; the others are dropped."""
    result: dict[str, Any] = {}
    for item in inputs:
        answer = None if isinstance(item, Implied) else answers.get(item.name)
        if isinstance(item, Flag):
            answer = bool(answer)
        if item.asked(result) and answer is not None:
            result[item.name] = answer
            if answer == PASS:
                break
    return result


def unanswered(inputs: Sequence[Input], answers: Answers) -> list[Input]:
    """Return the questions that are asked and have no answer yet; `answers` as from `kept`."""
    if PASS in answers.values():
        return []
    return [
        item
        for item in inputs
        if not isinstance(item, Implied) and item.name not in answers and item.asked(answers)
    ]


def facts_from(inputs: Sequence[Input], answers: Answers) -> Facts:
    """Return the facts that the kept answers of a form mean."""
    if PASS in answers.values():
        return {"bid": PASS}
    facts: Facts = {}
    for item in inputs:
        if isinstance(item, Implied) and item.asked(answers):
            _put(facts, item.key, item.value)
        elif item.key and item.name in answers and not _left_out(item, answers):
            _put(facts, item.key, answers[item.name])
    return facts


def _left_out(item: Input, answers: Answers) -> bool:
    return isinstance(item, Seat) and answers[item.name] == NOBODY


def _put(facts: Facts, key: str, value: Any) -> None:
    outer, _, inner = key.partition(".")
    if inner:
        facts.setdefault(outer, {})[inner] = value
    else:
        facts[outer] = value


def answers_from(inputs: Sequence[Input], facts: Facts) -> dict[str, Any]:
    """Return the answers by which a form leads to these facts; what no form asks is left out."""
    if facts.get("bid") == PASS:
        first = next(item for item in inputs if isinstance(item, Seat) and item.passes)
        return {first.name: PASS}
    answers: dict[str, Any] = {}
    for item in inputs:
        if isinstance(item, Implied) or not item.asked(answers):
            continue
        if isinstance(item, Flag) and item.present:
            answers[item.name] = item.present in facts
        elif (value := _get(facts, item.key)) is not None:
            answers[item.name] = value
        elif isinstance(item, Seat) and item.nobody:
            answers[item.name] = NOBODY
    return answers


def _get(facts: Facts, key: str) -> Any:
    outer, _, inner = key.partition(".")
    value = facts.get(outer)
    return value.get(inner) if inner and isinstance(value, dict) else value
