"""Calabresella: one row for every line of section 1 of `docs/rules.md`, and its refusals."""

from dataclasses import dataclass, field
from itertools import product
from typing import Any

import pytest

from scorekeeper.entry import Refused
from scorekeeper.games import GAMES
from scorekeeper.games.answers import facts_from, kept, unanswered
from scorekeeper.games.base import InvalidDeal, Result, read_rules, written_rules
from scorekeeper.scoring import Match

GAME = GAMES["calabresella"]
LINEAR = {"stakes": "linear"}
OWN = {"stakes": {"chiamo": 1, "chiedo": 1, "solo": 2, "solissimo": 4, "arcisolo": 32}}
SHARES = {"dealer_shares": True}
SOLO: dict[str, Any] = {"bid": "solo", "soloist": 1}
CHIAMO: dict[str, Any] = {"bid": "chiamo", "soloist": 0}


def points(card_points: int, **more: Any) -> dict[str, Any]:
    return SOLO | {"card_points": card_points} | more


def counted(aces: int, others: int, last_trick: str, **more: Any) -> dict[str, Any]:
    return SOLO | {"cards": {"aces": aces, "others": others}, "last_trick": last_trick} | more


def table(seats: int, rules: dict[str, Any], dealer: int) -> Any:
    return Match(GAME, read_rules(GAME, rules, seats), seats, dealer).table(dealer)


def play(facts: dict[str, Any], seats: int = 3, dealer: int = 0, **rules: Any) -> Result:
    return GAME.score(facts, table(seats, rules, dealer))


@dataclass(frozen=True)
class Row:
    """What a line of the rules says: the facts, and what they come to."""

    why: str
    facts: dict[str, Any]
    score: tuple[int, ...]
    outcome: str
    sweep: str | None = None
    seats: int = 3
    dealer: int = 0
    rules: dict[str, Any] = field(default_factory=dict)


WON, LOST = (-2, 4, -2), (2, -4, 2)
ROWS = (
    Row("the worked example: 20 thirds are 6 points", counted(2, 11, "soloist"), WON, "won"),
    Row("the same without the last trick: 17 thirds", counted(2, 11, "opponents"), LOST, "lost"),
    Row("6 points win", points(6), WON, "won"),
    Row("5 points lose", points(5), LOST, "lost"),
    Row("18 of 35 thirds win", counted(4, 3, "soloist"), WON, "won"),
    Row("17 thirds, 5 2/3, lose", counted(4, 2, "soloist"), LOST, "lost"),
    # The table of cappotto and stramazzo.
    *(Row(f"{n} points are plain", points(n), WON, "won") for n in range(6, 10)),
    *(Row(f"{n} points are plain", points(n), LOST, "lost") for n in range(2, 6)),
    Row("11 with every trick", points(11, tricks="all"), (-4, 8, -4), "won", "cappotto"),
    Row("11 without", points(11, tricks="some"), (-6, 12, -6), "won", "stramazzo"),
    Row("10, last to them", points(10, last_trick="opponents"), (-6, 12, -6), "won", "stramazzo"),
    Row("10, last to the soloist", points(10, last_trick="soloist"), WON, "won"),
    Row(
        "1, last to the soloist", points(1, last_trick="soloist"), (6, -12, 6), "lost", "stramazzo"
    ),
    Row("1, last to them", points(1, last_trick="opponents"), LOST, "lost"),
    Row("0 without a trick", points(0, tricks="none"), (4, -8, 4), "lost", "cappotto"),
    Row("0 with a trick", points(0, tricks="some"), (6, -12, 6), "lost", "stramazzo"),
    # What follows anyway may be said.
    Row("7, the last trick told", points(7, last_trick="opponents"), WON, "won"),
    Row("7, some tricks told", points(7, tricks="some"), WON, "won"),
    Row(
        "11, the last trick told",
        points(11, tricks="all", last_trick="soloist"),
        (-4, 8, -4),
        "won",
        "cappotto",
    ),
    # Both multipliers are house rules.
    Row(
        "cappotto at four times",
        points(11, tricks="all"),
        (-8, 16, -8),
        "won",
        "cappotto",
        rules={"cappotto": 4},
    ),
    Row(
        "stramazzo at once",
        points(0, tricks="some"),
        LOST,
        "lost",
        "stramazzo",
        rules={"stramazzo": 1},
    ),
    # Bids and stakes.
    *(
        Row(
            f"{bid} at {stake}, {ladder}",
            points(6, bid=bid),
            (-stake, 2 * stake, -stake),
            "won",
            rules={"stakes": ladder},
        )
        for ladder, stakes in (("doubling", (1, 2, 4, 8, 16)), ("linear", (1, 2, 3, 6, 12)))
        for bid, stake in zip(
            ("chiamo", "solo", "solissimo", "dividete", "scegliete"), stakes, strict=True
        )
    ),
    Row("a further bid", points(6, bid="chiedo"), (-1, 2, -1), "won", rules=OWN),
    Row("arcisolo lost", points(2, bid="arcisolo"), (32, -64, 32), "lost", rules=OWN),
    Row("all pass", {"bid": "pass"}, (0, 0, 0), "passed"),
    # Four at the table: the dealer sits out.
    Row("the dealer is out of the money", points(6), (0, 6 - 2, -2, -2), "won", seats=4),
    Row("the dealer shares", points(6), (-2, 6, -2, -2), "won", seats=4, rules=SHARES),
    Row("the dealer shares a win", points(5), (2, -6, 2, 2), "lost", seats=4, rules=SHARES),
    Row("all four play", points(6), (-2, 6, -2, -2), "won", seats=4, rules={"active": 4}),
    Row("all pass at four", {"bid": "pass"}, (0, 0, 0, 0), "passed", seats=4, rules=SHARES),
    # Seats 4 to 7: a side of a against b, each of the a scores b k, each of the b pays a k.
    Row("alone against four", points(6), (-2, 8, -2, -2, -2), "won", seats=5),
    Row("alone against five", points(5), (2, -10, 2, 2, 2, 2), "lost", seats=6),
    Row("with 7 the dealer sits out", points(6), (0, 10, -2, -2, -2, -2, -2), "won", seats=7),
    Row(
        "of five, four play by house rule",
        points(6),
        (0, 6, -2, -2, -2),
        "won",
        seats=5,
        rules={"active": 4},
    ),
    Row(
        "of six, five play", points(6), (0, 8, -2, -2, -2, -2), "won", seats=6, rules={"active": 5}
    ),
    Row(
        "two against three",
        CHIAMO | {"partner": 3, "card_points": 7},
        (3, -2, -2, 3, -2),
        "won",
        seats=5,
    ),
    Row(
        "two against three, lost by cappotto",
        CHIAMO | {"partner": 3, "card_points": 0, "tricks": "none"},
        (-6, 4, 4, -6, 4),
        "lost",
        "cappotto",
        seats=5,
    ),
    Row(
        "two against two",
        CHIAMO | {"partner": 1, "card_points": 5},
        (-2, -2, 2, 2),
        "lost",
        seats=4,
        rules={"active": 4},
    ),
    Row(
        "two against four of seven",
        CHIAMO | {"partner": 1, "card_points": 6},
        (4, 4, -2, -2, -2, -2, 0),
        "won",
        seats=7,
        dealer=6,
    ),
    Row(
        "two against three and the dealer who shares",
        CHIAMO | {"partner": 1, "card_points": 6},
        (3, 3, -2, -2, -2),
        "won",
        seats=5,
        dealer=4,
        rules={"active": 4, "dealer_shares": True},
    ),
    Row("chiamo alone at five", CHIAMO | {"card_points": 6}, (4, -1, -1, -1, -1), "won", seats=5),
)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.why)
def test_a_deal_scores_as_section_1_of_the_rules_says(row: Row) -> None:
    result = play(row.facts, row.seats, row.dealer, **row.rules)
    assert (result.score, result.outcome, result.sweep) == (row.score, row.outcome, row.sweep)


def sweep_by_definition(aces: int, others: int, last_trick: str, tricks: str) -> str | None:
    """Say what section 1 calls it: all the tricks, or the losers' cards are worth 0 to 2 thirds."""
    if tricks in ("all", "none"):
        return "cappotto"
    soloist = 3 * aces + others
    won = (soloist + 3 * (last_trick == "soloist")) // 3 >= 6
    return "stramazzo" if (32 - soloist if won else soloist) <= 2 else None


def test_all_counted_cards_agree_with_the_definitions() -> None:
    every = product(range(5), range(21), ("soloist", "opponents"), ("all", "some", "none"))
    scored = 0
    for aces, others, last_trick, tricks in every:
        blank = {"all": (4, 20, "soloist"), "none": (0, 0, "opponents")}.get(tricks)
        possible = blank in (None, (aces, others, last_trick))
        try:
            result = play(counted(aces, others, last_trick, tricks=tricks))
        except InvalidDeal:
            assert not possible
            continue
        scored += 1
        assert possible
        assert result.sweep == sweep_by_definition(aces, others, last_trick, tricks)
        assert result.thirds == 3 * aces + others + 3 * (last_trick == "soloist")
        assert result.points == result.thirds // 3
        assert (result.outcome == "won") == (result.thirds >= 18)
    assert scored == 5 * 21 * 2 + 2


def test_counted_cards_and_their_points_come_to_the_same() -> None:
    for aces, others, last_trick in product(range(5), range(21), ("soloist", "opponents")):
        by_cards = play(counted(aces, others, last_trick, tricks="some"))
        by_points = play(points(by_cards.points or 0, last_trick=last_trick, tricks="some"))
        assert by_points.score == by_cards.score


REFUSALS: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("11 needs the tricks", points(11), "tricks"),
    ("0 needs the tricks", points(0), "tricks"),
    ("11 is not without a trick", points(11, tricks="none"), "tricks"),
    ("0 is not with every trick", points(0, tricks="all"), "tricks"),
    ("7 is not every trick", points(7, tricks="all"), "tricks"),
    ("10 is not every trick", points(10, last_trick="soloist", tricks="all"), "tricks"),
    ("1 is not without a trick", points(1, last_trick="opponents", tricks="none"), "tricks"),
    ("10 needs the last trick", points(10), "last_trick"),
    ("1 needs the last trick", points(1), "last_trick"),
    ("0 is without the last", points(0, tricks="some", last_trick="soloist"), "last_trick"),
    ("11 is with the last", points(11, tricks="some", last_trick="opponents"), "last_trick"),
    ("12 points", points(12), "card_points"),
    ("minus one point", points(-1), "card_points"),
    ("true is no number", points(True), "card_points"),
    ("a float is no number", SOLO | {"card_points": 6.0}, "card_points"),
    ("a bid without points", SOLO, "card_points"),
    ("points without a bid", {"soloist": 1, "card_points": 6}, "bid"),
    ("points without a soloist", {"bid": "solo", "card_points": 6}, "soloist"),
    ("nothing at all", {}, "bid"),
    ("an unknown bid", points(6, bid="arcisolo"), "bid"),
    ("a passed deal with points", {"bid": "pass", "card_points": 6}, "card_points"),
    ("a passed deal with a soloist", {"bid": "pass", "soloist": 1}, "soloist"),
    ("somebody who is not there", points(6, soloist=3), "soloist"),
    ("true for a seat", points(6, soloist=True), "soloist"),
    ("a float for a seat", points(6, soloist=1.0), "soloist"),
    ("a name for a seat", points(6, soloist="Ben"), "soloist"),
    ("cards and points", counted(2, 11, "soloist", card_points=6), "cards"),
    ("cards without last trick", SOLO | {"cards": {"aces": 2, "others": 11}}, "last_trick"),
    ("five Aces", counted(5, 0, "soloist"), "cards"),
    ("21 others", counted(0, 21, "soloist"), "cards"),
    ("cards without others", SOLO | {"cards": {"aces": 1}, "last_trick": "soloist"}, "cards"),
    ("cards that are no object", SOLO | {"cards": 6, "last_trick": "soloist"}, "cards"),
    (
        "cards with something else",
        SOLO | {"cards": {"aces": 1, "others": 1, "kings": 1}, "last_trick": "soloist"},
        "cards",
    ),
    ("every trick with a card missing", counted(4, 19, "soloist", tricks="all"), "tricks"),
    ("no trick with a card won", counted(0, 1, "opponents", tricks="none"), "tricks"),
    ("all cards need the tricks", counted(4, 20, "soloist"), "tricks"),
    ("a card missing needs the tricks too", counted(4, 19, "soloist"), "tricks"),
    ("an unknown key", points(6, trump="cups"), "trump"),
    ("an unknown key that says nothing", points(6, trump={}), "trump"),
    ("an empty key", points(6) | {"": True}, ""),
    ("a name of the form only", points(6, count=False), "count"),
    ("a part as a key", points(6) | {"cards.aces": 1}, "cards.aces"),
    ("a partner of three", CHIAMO | {"partner": 1, "card_points": 6}, "partner"),
)


@pytest.mark.parametrize(
    ("facts", "key"), [row[1:] for row in REFUSALS], ids=[r[0] for r in REFUSALS]
)
def test_what_cannot_be_is_refused_by_its_key(facts: dict[str, Any], key: str) -> None:
    with pytest.raises(InvalidDeal) as caught:
        play(facts)
    assert key in {problem.field.partition(".")[0] for problem in caught.value.problems} | {
        problem.field for problem in caught.value.problems
    }


@pytest.mark.parametrize(
    ("facts", "seats", "dealer", "key"),
    [
        (points(6), 4, 1, "soloist"),
        (CHIAMO | {"partner": 3, "card_points": 6}, 5, 3, "partner"),
        (CHIAMO | {"partner": 0, "card_points": 6}, 5, 4, "partner"),
        (SOLO | {"partner": 2, "card_points": 6}, 5, 4, "partner"),
    ],
    ids=["the dealer plays", "the dealer is partner", "oneself as partner", "partner at solo"],
)
def test_who_cannot_play_is_refused(
    facts: dict[str, Any], seats: int, dealer: int, key: str
) -> None:
    with pytest.raises(InvalidDeal) as caught:
        play(facts, seats, dealer, active=seats - 1)
    assert [problem.field for problem in caught.value.problems] == [key]


def test_every_wrong_answer_is_named_at_once() -> None:
    with pytest.raises(InvalidDeal) as caught:
        play({"bid": "arcisolo", "soloist": 9, "card_points": 12, "tricks": "most"})
    named = [problem.field for problem in caught.value.problems]
    assert named == ["bid", "soloist", "card_points", "tricks"]


def test_the_result_names_roles_contract_and_points() -> None:
    result = play(CHIAMO | {"partner": 3, "card_points": 7}, 7, 6)
    assert result.roles == (
        "soloist",
        "opponent",
        "opponent",
        "partner",
        "opponent",
        "opponent",
        "out",
    )
    assert (result.contract, result.points, result.stake, result.multiplier) == ("chiamo", 7, 1, 1)
    assert (result.seat("soloist"), result.seat("partner"), result.seat("caller")) == (0, 3, None)


def test_a_passed_deal_has_no_stake_and_no_multiplier() -> None:
    result = play({"bid": "pass"}, 4)
    assert (result.stake, result.multiplier, result.sweep, result.points) == (None,) * 4
    assert result.roles == ("out", "", "", "")


@pytest.mark.parametrize(
    ("seats", "dealer", "rules", "answers", "leads"),
    [
        (3, 0, {}, {}, 1),
        (3, 2, {}, {"soloist": 2, "bid": "solo"}, 0),
        (3, 0, {}, {"soloist": 0, "bid": "solissimo"}, 0),
        (3, 0, {}, {"soloist": 2, "bid": "dividete"}, 2),
        (3, 0, {}, {"soloist": 2, "bid": "scegliete"}, 2),
        (3, 0, {}, {"soloist": "pass"}, 1),
        (3, 0, {"soloist_leads": True}, {"soloist": 2, "bid": "chiamo"}, 2),
        (3, 0, {"soloist_leads": True}, {"soloist": "pass"}, None),
        (3, 0, {"soloist_leads": True}, {}, None),
        (3, 0, {}, {"bid": "solissimo"}, None),
        (4, 3, {}, {"soloist": 2, "bid": "solo"}, 0),
        (7, 6, {}, {}, 0),
    ],
)
def test_the_player_after_the_dealer_leads_except_at_any_solissimo(
    seats: int, dealer: int, rules: dict[str, Any], answers: dict[str, Any], leads: int | None
) -> None:
    assert GAME.leader(table(seats, rules, dealer), answers) == leads


@pytest.mark.parametrize(
    ("seats", "dealer", "active", "plays"),
    [
        (3, 0, None, (0, 1, 2)),
        (4, 0, None, (1, 2, 3)),
        (4, 2, None, (0, 1, 3)),
        (4, 2, 4, (0, 1, 2, 3)),
        (5, 0, None, (0, 1, 2, 3, 4)),
        (5, 0, 4, (1, 2, 3, 4)),
        (6, 0, None, (0, 1, 2, 3, 4, 5)),
        (6, 5, 5, (0, 1, 2, 3, 4)),
        (7, 3, None, (0, 1, 2, 4, 5, 6)),
    ],
)
def test_who_plays_hangs_on_seats_dealer_and_house_rule(
    seats: int, dealer: int, active: int | None, plays: tuple[int, ...]
) -> None:
    rules = {} if active is None else {"active": active}
    assert table(seats, rules, dealer).active == plays


ASKED: tuple[tuple[str, dict[str, Any], list[str]], ...] = (
    ("nothing at first", {}, ["soloist", "bid", "card_points"]),
    ("nothing more at 2", {"card_points": 2}, []),
    ("nothing more at 9", {"card_points": 9}, []),
    ("every trick at 11", {"card_points": 11}, ["all_won"]),
    ("the last trick at 10", {"card_points": 10}, ["last_trick"]),
    ("the last trick at 1", {"card_points": 1}, ["last_trick"]),
    ("no trick at 0", {"card_points": 0}, ["all_lost"]),
    ("the count", {"count": True}, ["aces", "others", "last_trick"]),
    ("all cards", {"count": True, "aces": 4, "others": 20, "last_trick": "soloist"}, ["all_won"]),
    ("no cards", {"count": True, "aces": 0, "others": 0, "last_trick": "opponents"}, ["all_lost"]),
    ("all but one", {"count": True, "aces": 4, "others": 19, "last_trick": "soloist"}, []),
    ("only the last trick", {"count": True, "aces": 0, "others": 0, "last_trick": "soloist"}, []),
)


@pytest.mark.parametrize(("said", "asked"), [row[1:] for row in ASKED], ids=[r[0] for r in ASKED])
def test_only_what_the_count_leaves_open_is_asked(said: dict[str, Any], asked: list[str]) -> None:
    inputs = GAME.inputs(table(3, {}, 0))
    before = {"soloist": 1, "bid": "solo"} if said else {}
    questions = unanswered(inputs, kept(inputs, before | said))
    assert [question.name for question in questions] == asked


def test_whatever_cards_are_counted_what_is_asked_is_enough_for_a_score() -> None:
    where = table(3, {}, 0)
    inputs = GAME.inputs(where)
    for aces, others, last_trick in product(range(5), range(21), ("soloist", "opponents")):
        said = {"count": True, "aces": aces, "others": others, "last_trick": last_trick}
        answers = kept(inputs, {"soloist": 1, "bid": "solo"} | said)
        for tricks in ({"all_won": "all"}, {"all_lost": "none"}, {"all_won": "some"}):
            if not unanswered(inputs, more := kept(inputs, answers | tricks)):
                GAME.score(facts_from(inputs, more), where)
        asks = (aces, others, last_trick) in ((4, 20, "soloist"), (0, 0, "opponents"))
        assert bool(unanswered(inputs, answers)) == asks


@pytest.mark.parametrize(
    ("seats", "asked"),
    [
        (3, set()),
        (4, {"active", "dealer_shares"}),
        (5, {"active", "dealer_shares"}),
        (6, {"active", "dealer_shares"}),
        (7, {"dealer_shares"}),
    ],
)
def test_who_sits_out_is_asked_where_somebody_can(seats: int, asked: set[str]) -> None:
    always = {"target", "deals", "stakes", "cappotto", "stramazzo", "soloist_leads"}
    assert {item.key for item in GAME.rule_inputs(seats)} == always | asked


def test_changing_11_to_7_drops_the_answer_about_the_tricks() -> None:
    inputs = GAME.inputs(table(3, {}, 0))
    answers = {"soloist": 1, "bid": "solo", "card_points": 7, "all_won": "all"}
    assert facts_from(inputs, kept(inputs, answers)) == points(7)


def test_a_partner_is_asked_for_only_at_chiamo_and_four_or_more_active() -> None:
    for seats, bid, asks in ((3, "chiamo", False), (5, "chiamo", True), (5, "solo", False)):
        inputs = GAME.inputs(table(seats, {}, 0))
        answers = kept(inputs, {"soloist": 1, "bid": bid, "card_points": 6})
        assert ("partner" in {item.name for item in unanswered(inputs, answers)}) == asks


def test_a_bid_called_nobody_is_a_bid() -> None:
    inputs = GAME.inputs(table(3, {"stakes": {"nobody": 5}}, 0))
    answers = kept(inputs, {"soloist": 1, "bid": "nobody", "card_points": 6})
    assert facts_from(inputs, answers)["bid"] == "nobody"


@pytest.mark.parametrize(
    ("rules", "key"),
    [
        ({"target": 0}, "target"),
        ({"target": 1000}, "target"),
        ({"target": "21"}, "target"),
        ({"target": True}, "target"),
        ({"deals": 0}, "deals"),
        ({"target": 21, "deals": 6}, "deals"),
        ({"cappotto": 0}, "cappotto"),
        ({"cappotto": 100}, "cappotto"),
        ({"stramazzo": None}, "stramazzo"),
        ({"active": 3}, "active"),
        ({"active": 6}, "active"),
        ({"active": 2}, "active"),
        ({"dealer_shares": 1}, "dealer_shares"),
        ({"soloist_leads": None}, "soloist_leads"),
        ({"stakes": "tripling"}, "stakes"),
        ({"stakes": {}}, "stakes"),
        ({"stakes": {"solo": 0}}, "stakes"),
        ({"stakes": {"solo": 1000}}, "stakes"),
        ({"stakes": {"solo": True}}, "stakes"),
        ({"stakes": {"pass": 1}}, "stakes"),
        ({"stakes": {" solo": 1}}, "stakes"),
        ({"stakes": {"": 1}}, "stakes"),
        ({"stakes": {"so\u200blo": 1}}, "stakes"),
        ({"stakes": {str(n): 1 for n in range(13)}}, "stakes"),
        ({"stakes": [["solo", 1]]}, "stakes"),
        ({"ladder": "linear"}, "ladder"),
    ],
)
def test_house_rules_that_cannot_be_are_refused(rules: dict[str, Any], key: str) -> None:
    with pytest.raises(Refused) as caught:
        read_rules(GAME, rules, 5)
    assert [problem.field for problem in caught.value.problems] == [key]


def test_twelve_bids_with_the_highest_stake_are_a_ladder() -> None:
    stakes = {str(n): 999 for n in range(12)}
    assert play(points(6, bid="3"), stakes=stakes).score == (-999, 1998, -999)


@pytest.mark.parametrize(
    ("given", "target", "deals"),
    [
        ({}, 21, None),
        ({"target": 31}, 31, None),
        ({"deals": 6}, None, 6),
        ({"deals": None}, 21, None),
        ({"target": None}, None, None),
        ({"target": None, "deals": None}, None, None),
        ({"target": None, "deals": 6}, None, 6),
        ({"target": 31, "deals": None}, 31, None),
    ],
)
def test_a_match_ends_by_target_by_deals_or_is_open(
    given: dict[str, Any], target: int | None, deals: int | None
) -> None:
    rules = read_rules(GAME, given, 3)
    assert (rules.target, rules.deals) == (target, deals)
    assert read_rules(GAME, written_rules(GAME, rules, 3), 3) == rules


def test_a_ladder_in_another_order_is_another_ladder() -> None:
    rules = read_rules(GAME, {"stakes": {"solo": 2, "chiamo": 1}}, 3)
    assert list(rules.stakes) == ["solo", "chiamo"]
    doubling = {"chiamo": 1, "solo": 2, "solissimo": 4, "dividete": 8, "scegliete": 16}
    assert written_rules(GAME, read_rules(GAME, {"stakes": doubling}, 3), 3) == {}
    turned = dict(reversed(doubling.items()))
    assert list(written_rules(GAME, read_rules(GAME, {"stakes": turned}, 3), 3)["stakes"]) == list(
        turned
    )
