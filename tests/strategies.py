"""What property tests draw from: games, house rules, answers, facts, sheets, nonsense.

Importing this module loads the profile of hypothesis, so that it holds wherever its strategies
are used: the same examples each time, few enough for every run. HYPOTHESIS_PROFILE=thorough looks
further.
"""

import os
from collections.abc import Sequence
from typing import Any

from hypothesis import reject, settings
from hypothesis import strategies as st

from scorekeeper.entry import Refused
from scorekeeper.games import GAMES
from scorekeeper.games.answers import facts_from, kept
from scorekeeper.games.base import Game, read_rules
from scorekeeper.games.inputs import (
    NOBODY,
    PASS,
    Choice,
    Facts,
    Flag,
    Input,
    Ladder,
    Number,
    Seat,
    Seats,
)
from scorekeeper.games.sides import Share, Side
from scorekeeper.scoring import Match
from scorekeeper.sheet import Sheet

settings.register_profile("quick", derandomize=True, max_examples=50, deadline=None, database=None)
settings.register_profile("thorough", max_examples=5000, deadline=None, database=None)
PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "quick")
settings.load_profile(PROFILE)


def examples(quick: int, thorough: int) -> int:
    """Return how many examples a test takes that needs long for each."""
    return thorough if PROFILE == "thorough" else quick


CAST = ("Anna", "Ben", "Carla", "Dino", "Eva", "Fabio", "Gina")
CROWD = (*CAST, "Hugo", "Iris", "Jan")

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=6,
)


def rule_value(item: Input) -> st.SearchStrategy[Any]:
    """Draw an answer to a question about house rules."""
    if isinstance(item, Ladder):
        bid = st.sampled_from(["chiamo", "chiedo", "solo", "nobody", "arcisolo", "Plus ultra"])
        own = st.dictionaries(bid, st.integers(item.low, item.high), min_size=1)
        return st.sampled_from(sorted(item.presets)) | own
    return answer(item)


@st.composite
def given_rules(draw: st.DrawFn, game: Game, seats: int) -> dict[str, Any]:
    """Draw house rules as a form or a sheet gives them: some of them, at most one ending."""
    inputs = [item for item in game.rule_inputs(seats) if draw(st.booleans())]
    given = {item.key: draw(rule_value(item)) for item in inputs}
    endings = [key for key in game.rules_type.endings if given.get(key) is not None]
    given = {key: value for key, value in given.items() if key not in endings[1:]}
    try:
        read_rules(game, given, seats)
    except Refused:
        reject()
    return given


@st.composite
def empty_matches(draw: st.DrawFn) -> Match:
    """Draw a match that nobody has played a deal of."""
    game = GAMES[draw(st.sampled_from(sorted(GAMES)))]
    seats = draw(st.sampled_from(game.seats))
    rules = read_rules(game, draw(given_rules(game, seats)), seats)
    return Match(game, rules, seats, draw(st.integers(0, seats - 1)))


def answer(item: Input, taken: Sequence[int] = ()) -> st.SearchStrategy[Any]:
    """Draw an answer to a question. Nobody is named twice in one deal."""
    if isinstance(item, Seat):
        free: list[Any] = [seat for seat in item.seats if seat not in taken]
        return st.sampled_from(free + [PASS] * item.passes + [NOBODY] * bool(item.nobody))
    if isinstance(item, Choice):
        return st.sampled_from([option.value for option in item.options])
    if isinstance(item, Number):
        edges = st.sampled_from([item.low, item.low + 1, item.high - 1, item.high])
        number = (edges | st.integers(item.low, item.high)).filter(item.fits)
        return number | st.none() if item.optional else number
    if isinstance(item, Side):
        return st.integers(1, len(item.sides))
    if isinstance(item, Seats):
        free = [seat for seat in item.of if seat not in taken]
        return st.permutations(free).map(lambda seats: seats[: item.count])
    assert isinstance(item, Flag)
    return st.booleans()


def _answer_beside(
    item: Input, inputs: Sequence[Input], answers: dict[str, Any]
) -> st.SearchStrategy[Any]:
    """Draw an answer that goes with those given: each seat once, shares within their total."""
    others = [other for other in inputs if other.name in answers]
    if isinstance(item, Share) and isinstance(item.whose, int):
        left = item.total - sum(answers[o.name] for o in others if o.key == item.key)
        possible = [n for n in range(left + 1) if not {n, left - n} & set(item.never)]
        return st.sampled_from(possible)
    taken = [answers[other.name] for other in others if isinstance(other, Seat)]
    for other in others:
        taken += answers[other.name] if isinstance(other, Seats) else []
    return answer(item, taken)


@st.composite
def full_answers(draw: st.DrawFn, inputs: Sequence[Input]) -> dict[str, Any]:
    """Draw an answer to every question, also to those that the other answers do not ask."""
    answers: dict[str, Any] = {}
    for item in inputs:
        if not item.derived:
            answers[item.name] = draw(_answer_beside(item, inputs, answers))
    return answers


@st.composite
def deals(draw: st.DrawFn, match: Match, dealer: int) -> tuple[Facts, int]:
    """Draw the facts of a row and who deals after it."""
    kind = draw(st.sampled_from(["deal", "deal", "deal", "wrong dealer", "adjust"]))
    note = draw(st.sampled_from([{}, {}, {"note": "what a monte"}]))
    if kind == "adjust" and match.game.counters(match.rules) and draw(st.booleans()):
        counts = st.lists(st.integers(0, 9), min_size=match.seats, max_size=match.seats)
        bought = draw(counts.filter(any))
        return {"adjust": [0] * match.seats, "bought": bought} | note, dealer
    if kind == "adjust":
        return {"adjust": draw(adjustments(match))} | note, dealer
    said = draw(st.integers(0, match.seats - 1)) if kind == "wrong dealer" else dealer
    inputs = match.game.inputs(match.table(said))
    facts = facts_from(inputs, kept(inputs, draw(full_answers(inputs))))
    said_so = {"dealer": said} if kind == "wrong dealer" else {}
    return facts | said_so | note, (said + 1) % match.seats


@st.composite
def adjustments(draw: st.DrawFn, match: Match) -> list[int]:
    """Draw the numbers of an adjustment: zero-sum, one side pays another."""
    sides = match.game.sides(match.seats)
    payer, paid = draw(st.permutations(sides))[:2]
    amount = draw(st.integers(1, 9))
    scores = [0] * match.seats
    for side, number in ((payer, -amount * len(paid)), (paid, amount * len(payer))):
        for seat in side:
            scores[seat] = number
    return scores


@st.composite
def matches(draw: st.DrawFn) -> Match:
    """Draw a match with some rows, every one of which can be."""
    match = draw(empty_matches())
    dealer = match.first_dealer
    rows = []
    for _ in range(draw(st.integers(0, 4))):
        facts, dealer = draw(deals(match, dealer))
        rows.append(facts)
    return Match(match.game, match.rules, match.seats, match.first_dealer, tuple(rows))


def sheets() -> st.SearchStrategy[Sheet]:
    """Draw a match with names at its seats."""
    return matches().map(lambda match: Sheet(match, CROWD[: match.seats]))
