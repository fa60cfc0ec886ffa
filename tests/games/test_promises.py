"""What holds for every game: zero sums, refusal of nonsense, questions that lead to a score."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.entry import Refused
from scorekeeper.games import GAMES
from scorekeeper.games.answers import facts_from, kept, unanswered
from scorekeeper.games.base import (
    InvalidDeal,
    Result,
    full_rules,
    read_rules,
    written_rules,
)
from scorekeeper.games.inputs import PASS, Facts, Flag, Input
from scorekeeper.scoring import ImpossibleDeals, Match, score, score_more
from scorekeeper.sheet import Sheet, read_sheet, read_text, result_of, write_sheet
from tests.strategies import (
    empty_matches,
    full_answers,
    given_rules,
    json_values,
    matches,
    rule_value,
    sheets,
)

ROOT = Path(__file__).parent.parent.parent
Done = TypeVar("Done")
Error = TypeVar("Error", bound=Refused)


def attempt(run: Callable[[], Done], refusal: type[Error]) -> Done | Error:
    """Return what comes of it or how it is refused; any other error is raised."""
    try:
        return run()
    except refusal as refused:
        return refused


@given(matches())
def test_what_one_wins_another_loses(match: Match) -> None:
    scored = score(match)
    if match.game.zero_sum:
        assert {sum(row.result.score) for row in scored.rows} <= {0}
        assert {sum(row.totals) for row in scored.rows} <= {0}
    assert sum(scored.standing.payoffs) == 0


@given(matches())
def test_a_match_pays_what_its_deals_paid_or_as_a_whole(match: Match) -> None:
    scored = score(match)
    paid = [0] * match.seats
    for row in scored.rows:
        assert sum(row.result.paid) == 0
        paid = [one + more for one, more in zip(paid, row.result.paid, strict=True)]
    if match.game.paid_as_a_whole(match.rules):
        assert not any(paid)
        assert scored.standing.finished or not any(scored.standing.payoffs)
        assert {abs(n) for n in scored.standing.payoffs} <= {0, 1, len(match.sides) - 1}
    else:
        assert list(scored.standing.payoffs) == paid


@given(matches())
def test_partners_have_the_same_scores_and_payoffs(match: Match) -> None:
    scored = score(match)
    columns = [scored.totals, scored.standing.payoffs, *(row.result.score for row in scored.rows)]
    for side in match.sides:
        assert all(len({column[seat] for seat in side}) == 1 for column in columns)


@pytest.mark.parametrize("slug", GAMES)
def test_every_question_can_be_asked(slug: str) -> None:
    """At every number of seats: names that differ, words, and conditions on earlier questions."""
    game = GAMES[slug]
    for seats in game.seats:
        table = Match(game, read_rules(game, {}, seats), seats, 0).table(0)
        before: set[str] = set()
        for item in game.inputs(table):
            assert item.name not in before, "each form field once"
            assert item.derived or item.label
            assert all(set(condition) <= before for condition in item.when)
            before.add(item.name)
        for item in game.rule_inputs(seats):
            assert item.label
            assert item.key in full_rules(table.rules)


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_has_a_rules_page_and_stands_in_the_readme(slug: str) -> None:
    assert (ROOT / "templates" / "rules" / f"{slug}.html").is_file()
    assert f"**{GAMES[slug].name}" in " ".join((ROOT / "README.md").read_text("utf-8").split())
    assert f"| `{slug}` |" in (ROOT / "docs" / "formats.md").read_text("utf-8")


@given(matches())
def test_the_totals_are_the_sums_of_the_scores(match: Match) -> None:
    scored = score(match)
    sums = [0] * match.seats
    for number, row in enumerate(scored.rows, start=1):
        sums = [one + other for one, other in zip(sums, row.result.score, strict=True)]
        assert (row.number, list(row.totals)) == (number, sums)
    assert list(scored.totals) == sums


@given(matches())
def test_who_sits_out_has_no_role_and_the_others_have(match: Match) -> None:
    for row in score(match).rows:
        if row.dealer is None:
            assert row.result.roles == ()
            continue
        active = match.game.playing(row.facts, match.table(row.dealer))
        out = {seat for seat, role in enumerate(row.result.roles) if role == "out"}
        assert out == set(range(match.seats)) - set(active)


@given(matches())
def test_winners_are_named_exactly_when_a_match_is_finished(match: Match) -> None:
    scored = score(match)
    standing = scored.standing
    assert bool(standing.winners) == standing.finished
    assert list(standing.winners) == sorted(standing.winners)
    assert all(scored.totals[seat] == max(scored.totals) for seat in standing.winners)


@given(matches(), st.integers(0, 6))
def test_earlier_rows_do_not_hang_on_later_ones(match: Match, kept_rows: int) -> None:
    shorter = Match(
        match.game, match.rules, match.seats, match.first_dealer, match.deals[:kept_rows]
    )
    assert score(shorter).rows == score(match).rows[:kept_rows]


@given(matches())
def test_one_row_more_comes_to_what_all_rows_come_to(match: Match) -> None:
    scored = score(replace(match, deals=()))
    for place, facts in enumerate(match.deals):
        scored = score_more(replace(match, deals=match.deals[:place]), scored, facts)
    assert scored == score(match)


@given(sheets())
def test_a_sheet_written_and_read_again_is_the_same(sheet: Sheet) -> None:
    assert read_sheet(write_sheet(sheet)) == sheet
    assert read_text(json.dumps(write_sheet(sheet))) == sheet


@given(sheets())
def test_a_result_can_be_written_as_json(sheet: Sheet) -> None:
    result = result_of(sheet)
    assert json.loads(json.dumps(result)) == result


@given(empty_matches(), st.data())
def test_answering_what_is_asked_gives_facts_that_score(match: Match, data: st.DataObject) -> None:
    table = match.table(data.draw(st.integers(0, match.seats - 1)))
    inputs = match.game.inputs(table)
    everything = data.draw(full_answers(inputs))
    begun = [item for item in inputs if isinstance(item, Flag) or item.initial is not None]
    answers = {item.name: everything[item.name] for item in begun}
    answers = kept(inputs, answers)
    while questions := unanswered(inputs, answers):
        name = questions[0].name
        answers = kept(inputs, answers | {name: everything[name]})
        assert name in answers, "an answered question is not asked again"
    facts = facts_from(inputs, answers)
    assert isinstance(match.game.score(facts, table), Result)


@given(empty_matches(), st.data())
def test_answers_that_are_no_longer_asked_for_count_for_nothing(
    match: Match, data: st.DataObject
) -> None:
    inputs = match.game.inputs(match.table(match.first_dealer))
    everything = data.draw(full_answers(inputs))
    answers = kept(inputs, everything)
    needed = {name: answer for name, answer in everything.items() if name in answers}
    assert kept(inputs, needed) == kept(inputs, answers) == answers
    assert unanswered(inputs, answers) == []
    facts = facts_from(inputs, answers)
    assert facts == facts_from(inputs, kept(inputs, needed))
    asked = {item.key.partition(".")[0] for item in inputs if item.asked(answers)}
    assert set(facts) <= ({"bid"} if PASS in answers.values() else asked)


@given(empty_matches(), st.data())
def test_a_missing_answer_is_refused_by_its_key(match: Match, data: st.DataObject) -> None:
    table = match.table(match.first_dealer)
    inputs = match.game.inputs(table)
    answers = kept(inputs, data.draw(full_answers(inputs)))
    needed = [item for item in inputs if item.name in answers and needs_an_answer(item)]
    item = data.draw(st.sampled_from(needed))
    less = kept(inputs, {name: value for name, value in answers.items() if name != item.name})
    assert item in unanswered(inputs, less)


def needs_an_answer(item: Input) -> bool:
    return item.initial is None and not isinstance(item, Flag)


def nonsense_facts(inputs: tuple[Input, ...]) -> st.SearchStrategy[Facts]:
    """Draw facts with right and wrong keys, and right and wrong values for them."""
    keys = [item.key.partition(".")[0] for item in inputs]
    values = st.sampled_from(
        ["pass", "solo", "chiamo", "all", "some", "none", "soloist", "opponents", "nobody", True]
    )
    cards = st.fixed_dictionaries({"aces": st.integers(0, 5), "others": st.integers(0, 21)})
    value = values | st.integers(-1, 13) | cards | json_values
    named = st.dictionaries(st.sampled_from([*keys, "cards.aces", "count", "note"]), value)
    return st.builds(lambda some, more: some | more, named, named | st.just({}))


@given(empty_matches(), st.data())
def test_any_facts_score_or_are_refused(match: Match, data: st.DataObject) -> None:
    table = match.table(match.first_dealer)
    inputs = match.game.inputs(table)
    answers = kept(inputs, data.draw(full_answers(inputs)))
    right = data.draw(st.sampled_from([{}, facts_from(inputs, answers)]))
    facts = right | data.draw(nonsense_facts(inputs))
    result = attempt(lambda: match.game.score(facts, table), InvalidDeal)
    if isinstance(result, InvalidDeal):
        assert result.problems
        assert all(problem.say and problem.expected for problem in result.problems)
    else:
        assert len(result.score) == match.seats
        assert not match.game.zero_sum or sum(result.score) == 0


@given(empty_matches(), st.data())
def test_any_rows_score_or_are_refused_by_number(match: Match, data: st.DataObject) -> None:
    inputs = match.game.inputs(match.table(0))
    shared = st.dictionaries(
        st.sampled_from(["dealer", "adjust", "note"]), st.integers(-1, 9) | json_values, max_size=2
    )
    row = st.builds(lambda a, b: a | b, shared, nonsense_facts(inputs) | st.just({"bid": PASS}))
    rows = tuple(data.draw(st.lists(row, max_size=3)))
    whole = Match(match.game, match.rules, match.seats, match.first_dealer, rows)
    scored = attempt(lambda: score(whole), ImpossibleDeals)
    if isinstance(scored, ImpossibleDeals):
        assert scored.deals
        assert all(1 <= number <= len(rows) for number in scored.deals)
        assert all(scored.deals.values())
    else:
        assert len(scored.rows) == len(rows)


@given(sheets(), st.data())
def test_any_sheet_is_read_or_refused(sheet: Sheet, data: st.DataObject) -> None:
    written: Any = write_sheet(sheet)
    for _ in range(data.draw(st.integers(1, 3))):
        target, key = data.draw(st.sampled_from(places(written)))
        target[key] = data.draw(json_values)
    result = attempt(lambda: result_of(read_text(json.dumps(written))), Refused)
    assert not isinstance(result, Refused) or result.problems


def places(value: Any) -> list[tuple[Any, Any]]:
    """Return every place in a JSON value where something else could stand."""
    found: list[tuple[Any, Any]] = []
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            found += [(value, key), *places(value[key])]
        if isinstance(value, dict):
            found.append((value, "surprise"))
    return found


@given(st.binary() | st.text() | st.text('[]{}",:0123456789.-eNaN \n', max_size=60))
def test_any_text_is_read_or_refused(text: bytes | str) -> None:
    sheet = attempt(lambda: read_text(text), Refused)
    assert not isinstance(sheet, Refused) or sheet.problems


@given(empty_matches(), st.data())
def test_house_rules_that_are_asked_for_are_accepted_and_written_back(
    match: Match, data: st.DataObject
) -> None:
    game, seats = match.game, match.seats
    rules = read_rules(game, data.draw(given_rules(game, seats)), seats)
    assert read_rules(game, written_rules(game, rules, seats), seats) == rules
    assert read_rules(game, full_rules(rules), seats) == rules


@given(empty_matches(), st.data())
def test_any_house_rules_are_accepted_or_refused_by_key(match: Match, data: st.DataObject) -> None:
    game = match.game
    inputs = {item.key: item for item in game.rule_inputs(match.seats)}
    known = st.sampled_from(sorted(inputs)).flatmap(
        lambda key: st.tuples(st.just(key), json_values | rule_value(inputs[key]))
    )
    given_ones = dict(data.draw(st.lists(known | st.tuples(st.text(max_size=5), json_values))))
    rules = attempt(lambda: read_rules(game, given_ones, match.seats), Refused)
    if isinstance(rules, Refused):
        assert {problem.field for problem in rules.problems} <= set(given_ones)
    else:
        assert read_rules(game, written_rules(game, rules, match.seats), match.seats) == rules
