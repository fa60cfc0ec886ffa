"""The account and the counters of a match, as plain data: section 2 of the rules."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper import pad
from scorekeeper.entry import Refused
from scorekeeper.games import GAMES
from scorekeeper.games.base import read_rules
from scorekeeper.reseating import moved
from scorekeeper.scoring import ImpossibleDeals, Match, score
from scorekeeper.sheet import read_sheet, result_of, write_sheet
from scorekeeper.tally import Line, account_of, holdings, purchases

GAME = GAMES["calabrasella"]
DEALS = ((0, 24), (1, 15), (2, 35), (0, 18), (1, 21), (2, 11))
SIX = tuple({"bid": "stand", "soloist": seat, "card_points": n} for seat, n in DEALS)


def match(*deals: dict[str, Any], seats: int = 3, **rules: Any) -> Match:
    return Match(GAME, read_rules(GAME, rules, seats), seats, 0, deals)


def bought(*counts: int, **more: Any) -> dict[str, Any]:
    return {"adjust": [0] * len(counts), "bought": list(counts)} | more


def test_who_is_ahead_in_the_column_and_still_pays_sees_why() -> None:
    account = account_of(score(match(*SIX)))
    assert account is not None
    assert (account.total, account.balances) == (73, True)
    first = account.lines[0]
    assert first == Line(0, 14, 28, -59, 0, -31, ((1, 12), (2, -43)))
    for line in account.lines:
        assert line.net == 3 * line.column - account.total == sum(n for _, n in line.ahead)


def test_an_adjustment_or_a_dealer_who_does_not_share_is_summed_instead() -> None:
    adjusted = account_of(score(match(*SIX, {"adjust": [5, -5, 0]})))
    assert adjusted is not None
    assert not adjusted.balances
    assert [line.adjusted for line in adjusted.lines] == [5, -5, 0]
    alone = {"bid": "stand", "soloist": 1, "card_points": 23}
    apart = account_of(score(match(alone, seats=4, dealer_shares=False)))
    assert apart is not None
    assert not apart.balances
    for account in (adjusted, apart):
        for line in account.lines:
            assert line.own + line.others + line.adjusted == line.net
    shared = account_of(score(match(alone, seats=4)))
    assert shared is not None
    assert shared.balances


def test_other_games_have_no_account_and_no_counters() -> None:
    game = GAMES["calabresella"]
    other = Match(game, read_rules(game, {}, 3), 3, 0)
    assert account_of(score(other)) is None
    assert holdings(other, score(other)) == ()
    assert holdings(match(*SIX), score(match(*SIX))) == ()


def test_everybody_should_hold_what_he_began_with_and_bought_and_won() -> None:
    whole = match(*SIX[:3], bought(0, 100, 0), bought(20, 20, 0), *SIX[3:], counters=50)
    scored = score(whole)
    held = holdings(whole, scored)
    assert [(one.bought, one.net, one.holds) for one in held] == [
        (20, -31, 39),
        (120, -67, 103),
        (0, 98, 148),
    ]
    assert sum(one.holds for one in held) == 3 * 50 + 140, "the banker buys back what he sold"
    assert [row.number for row in purchases(scored)] == [4, 5]


def test_a_purchase_is_no_deal_and_changes_no_score() -> None:
    plain = score(match(*SIX, counters=50, deals=6))
    scored = score(match(*SIX[:5], bought(0, 50, 0), SIX[5], counters=50, deals=6))
    assert (scored.totals, scored.standing) == (plain.totals, plain.standing)
    assert scored.rows[5].dealer is None
    assert scored.next_dealer == plain.next_dealer


@pytest.mark.parametrize(
    ("facts", "rules", "key"),
    [
        (bought(0, 50, 0), {}, "bought"),
        (bought(0, 0, 0), {"counters": 50}, "bought"),
        (bought(0, -5, 0), {"counters": 50}, "bought"),
        (bought(0, 10000, 0), {"counters": 50}, "bought"),
        (bought(0, True, 0), {"counters": 50}, "bought"),
        (bought(0, 50, 0) | {"bought": [50]}, {"counters": 50}, "bought"),
        (bought(0, 50, 0) | {"bought": None}, {"counters": 50}, "bought"),
        (bought(0, 50, 0) | {"adjust": [1, -1, 0]}, {"counters": 50}, "bought"),
        (bought(0, 50, 0) | {"dealer": 0}, {"counters": 50}, "dealer"),
        ({"bought": [0, 50, 0]}, {"counters": 50}, "bought"),
    ],
)
def test_a_purchase_that_cannot_be_is_refused(
    facts: dict[str, Any], rules: dict[str, Any], key: str
) -> None:
    with pytest.raises(ImpossibleDeals) as caught:
        score(match(facts, **rules))
    assert key in {problem.field for problem in caught.value.deals[1]}


def test_a_sheet_names_who_bought() -> None:
    given = {
        "game": "calabrasella",
        "rules": {"counters": 50},
        "seats": ["Anna", "Ben", "Carla"],
        "deals": [{"adjust": {}, "bought": {"Ben": 50}, "note": "had run out"}],
    }
    sheet = read_sheet(given)
    assert sheet.match.deals == (bought(0, 50, 0, note="had run out"),)
    assert write_sheet(sheet)["deals"] == given["deals"]
    assert result_of(sheet)["deals"][0]["outcome"] == "adjusted"
    assert "Ben buys 50" in pad.pad(sheet, score(sheet.match))
    for wrong in (7, {"Zoe": 50}, ["Ben"]):
        with pytest.raises(Refused, match="bought: expected"):
            read_sheet(given | {"deals": [{"adjust": {}, "bought": wrong}]})


def test_counters_follow_who_bought_them_when_seats_are_corrected() -> None:
    whole = match(bought(0, 50, 0), counters=50)
    assert moved(whole, whole.deals[0], (1, 2, 0)) == bought(0, 0, 50)
