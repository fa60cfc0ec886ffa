"""Answers of a form into facts, and facts back into answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .inputs import Facts, Flag, Seat
from .question import PASS, Answers, Input


def kept(inputs: Sequence[Input], answers: Answers) -> dict[str, Any]:
    """Return the answers to the questions that are asked, in order; the others are dropped.

    What is not answered has the answer that a form begins with, if there is one.
    """
    result: dict[str, Any] = {}
    for item in inputs:
        if item.derived or not item.asked(result):
            continue
        answer = answers.get(item.name)
        if answer is None:
            answer = item.initial
        if isinstance(item, Flag):
            answer = bool(answer)
        if answer is not None:
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
        if not item.derived and item.name not in answers and item.asked(answers)
    ]


def facts_from(inputs: Sequence[Input], answers: Answers) -> Facts:
    """Return the facts that the kept answers of a form mean."""
    if PASS in answers.values():
        return {"bid": PASS}
    facts: Facts = {}
    for item in inputs:
        if item.derived and item.asked(answers):
            item.put(facts, item.follows(answers), answers)
        elif not item.derived and item.name in answers:
            item.put(facts, answers[item.name], answers)
    return facts


def answers_from(inputs: Sequence[Input], facts: Facts) -> dict[str, Any]:
    """Return the answers by which a form leads to these facts; what no form asks is left out."""
    if facts.get("bid") == PASS:
        first = next(item for item in inputs if isinstance(item, Seat) and item.passes)
        return {first.name: PASS}
    answers: dict[str, Any] = {}
    for item in inputs:
        if item.derived or not item.asked(answers):
            continue
        value = item.answer(facts)
        if value is None:
            value = item.initial
        if value is not None:
            answers[item.name] = value
    return answers
