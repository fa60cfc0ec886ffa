"""Events in words: before and after of each kind, by the names of today."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

import scorekeeper
from scorekeeper import ledger, presets
from scorekeeper.games import GAMES
from scorekeeper.games.base import full_rules, read_rules
from scorekeeper.models import now
from scorekeeper.replay import Setup
from scorekeeper.store.history import Entry
from scorekeeper.story import KINDS, Told, tell

NAMES = {1: "Anna", 2: "Ben", 3: "Carla", 4: "Dino", 5: "Elsa", 6: "Fabio"}
PLAYERS = (1, 2, 3)
GAME = GAMES["calabresella"]
SOLO = {"bid": "solo", "soloist": 1, "card_points": 7}
Say = Callable[..., Told]


def rules(**given: Any) -> dict[str, Any]:
    return full_rules(read_rules(GAME, given, 3))


def setup(**given: Any) -> Setup:
    return Setup(GAME.slug, rules(**given), PLAYERS, 0)


@pytest.fixture
def say(app: Flask) -> Say:
    """Return what tells an event."""

    def told(kind: str, before: Any, after: Any, **more: Any) -> Told:
        with app.test_request_context("/"):
            return tell(entry(kind, before, after, **more), NAMES)

    return told


def entry(kind: str, before: Any, after: Any, **more: Any) -> Entry:
    given: dict[str, Any] = {"player": None, "sitting": None, "match": 1, "deal": None}
    given |= {"reason": None, "was": setup(), "is_now": setup()} | more
    return Entry(id=1, at=now(), kind=kind, before=before, after=after, **given)


@pytest.fixture
def deal(say: Say) -> Say:
    """Return what tells an event of deal 7, the third of its match."""

    def told(kind: str, old: Any, new: Any, **more: Any) -> Told:
        others = more.pop("others", {})
        sides = [
            {
                "number": None if facts is None else 3,
                "players": list(PLAYERS),
                "deals": {"7": facts} | others,
            }
            for facts in (old, new)
        ]
        return say(f"deal.{kind}", *sides, deal=7, **more)

    return told


ONE_SIDE = {
    "record": "Recorded",
    "redo": "Redone",
    "restore": "Restored",
    "insert": "Inserted",
    "undo": "Undone",
    "delete": "Deleted",
}


@pytest.mark.parametrize("kind", ONE_SIDE)
def test_a_deal_that_comes_or_goes_says_what_was_played(deal: Say, kind: str) -> None:
    sides = (SOLO, None) if kind in ("undo", "delete") else (None, SOLO)
    assert deal(kind, *sides) == Told(f"{ONE_SIDE[kind]}: deal 3, Ben solo, 7")


TEN = SOLO | {"card_points": 10, "last_trick": "soloist"}
EDITS: dict[str, tuple[Any, Any, str, list[str]]] = {
    "points": (
        SOLO,
        SOLO | {"card_points": 8},
        "Ben solo, 8 instead of Ben solo, 7",
        [],
    ),
    "who and what": (
        SOLO,
        {"bid": "chiamo", "soloist": 2, "card_points": 6},
        "Carla chiamo, 6 instead of Ben solo, 7",
        [],
    ),
    "all passed": (SOLO, {"bid": "pass"}, "all passed instead of Ben solo, 7", []),
    "the last trick": (
        TEN,
        TEN | {"last_trick": "opponents"},
        "Ben solo, 10, stramazzo instead of Ben solo, 10",
        ["Who took the last trick? The opponents; before: The soloist"],
    ),
    "a question more": (
        SOLO,
        TEN,
        "Ben solo, 10 instead of Ben solo, 7",
        ["Who took the last trick? The soloist"],
    ),
    "a question less": (
        TEN,
        SOLO,
        "Ben solo, 7 instead of Ben solo, 10",
        ["Who took the last trick? no answer; before: The soloist"],
    ),
    "cards that come to the same": (
        {"bid": "solo", "soloist": 1, "cards": {"aces": 3, "others": 12}, "last_trick": "soloist"},
        {"bid": "solo", "soloist": 1, "cards": {"aces": 3, "others": 13}, "last_trick": "soloist"},
        "Ben solo, 8",
        ["Threes, twos, kings, queens and jacks: 13; before: 12"],
    ),
    "who dealt": (SOLO, SOLO | {"dealer": 2}, "Ben solo, 7", ["Dealt: Carla; before: in turn"]),
    "who dealt, back": (
        SOLO | {"dealer": 2},
        SOLO,
        "Ben solo, 7",
        ["Dealt: in turn; before: Carla"],
    ),
    "the note": (
        SOLO | {"note": "monte"},
        SOLO | {"note": "what a monte"},
        "Ben solo, 7",
        ["Note: what a monte; before: monte"],
    ),
    "no note": (SOLO | {"note": "x"}, SOLO, "Ben solo, 7", ["Note: none; before: x"]),
}


@pytest.mark.parametrize("name", EDITS)
def test_an_edit_says_what_is_and_what_was(deal: Say, name: str) -> None:
    old, new, text, more = EDITS[name]
    assert deal("edit", old, new) == Told(f"Corrected: deal 3, {text}", tuple(more))


OWN_RULES = {"briscola": {"sixty": "last_trick"}}
BID = {"caller": 0, "bid": 65, "partner": 1, "card_points": 70}
OF_OTHER_GAMES: dict[str, tuple[int, Any, Any, list[str]]] = {
    "chiamata": (6, BID | {"out": [3]}, BID | {"out": [5]}, ["Who sat out? Fabio; before: Dino"]),
    "briscola": (
        4,
        {"card_points": [60, None], "last_trick": 1},
        {"card_points": [60, None], "last_trick": 2},
        ["Who took the last trick? Ben and Dino; before: Anna and Carla"],
    ),
    "tressette": (
        4,
        {"card_points": [6, None], "declarations": [3, 0]},
        {"card_points": [6, None], "declarations": [4, 3]},
        [
            "Points declared (Anna and Carla): 4; before: 3",
            "Points declared (Ben and Dino): 3; before: 0",
        ],
    ),
}


@pytest.mark.parametrize("slug", OF_OTHER_GAMES)
def test_people_and_sides_are_told_by_their_names(say: Say, slug: str) -> None:
    seats, old, new, more = OF_OTHER_GAMES[slug]
    players = list(range(1, seats + 1))
    rules = full_rules(read_rules(GAMES[slug], OWN_RULES.get(slug, {}), seats))
    made = Setup(slug, rules, tuple(players), 5 % seats)
    sides = [{"number": 1, "players": players, "deals": {"7": facts}} for facts in (old, new)]
    assert list(say("deal.edit", *sides, deal=7, was=made, is_now=made).more) == more


def test_an_adjustment_says_who_gets_what(deal: Say) -> None:
    old, new = {"adjust": [-2, 2, 0], "note": "revoke"}, {"adjust": [-2, 1, 1], "note": "revoke"}
    told = deal("edit", old, new)
    assert told.text == (
        "Corrected: row 3, adjustment, Anna \u22122, Ben +1, Carla +1 "
        "instead of adjustment, Anna \u22122, Ben +2"
    )
    assert told.more == ()
    assert deal("record", None, old).more == ("Note: revoke",)


def test_who_deals_later_stays_is_said(deal: Say) -> None:
    told = deal("edit", SOLO, {"bid": "pass"}, others={"8": SOLO | {"dealer": 0}})
    assert told.more == ("The next deal stays as it was: Anna dealt.",)


def test_an_edit_of_nothing_says_so(say: Say) -> None:
    side = {"number": 3, "players": list(PLAYERS), "deals": {}}
    assert say("deal.edit", side, side, deal=7).text == "Corrected: deal 3, nothing differs"


def test_a_deal_is_told_by_the_rules_of_its_time(deal: Say) -> None:
    own = setup(stakes={"arcisolo": 32})
    facts = SOLO | {"bid": "arcisolo"}
    assert deal("record", None, facts, is_now=own).text == "Recorded: deal 3, Ben arcisolo, 7"
    told = deal("record", None, facts)
    assert told.text == "Recorded: deal 3, a deal that cannot be any more"
    assert deal("record", None, facts, is_now=None).text == told.text


def test_a_deal_tells_who_sat_there_then(say: Say) -> None:
    after = {"number": 1, "players": [4, 1, 3], "deals": {"7": SOLO}}
    before = {"number": None, "players": [4, 1, 3], "deals": {"7": None}}
    assert say("deal.record", before, after, deal=7).text == "Recorded: deal 1, Anna solo, 7"


def corrected(say: Say, players: Any = PLAYERS, first: int = 0, **given: Any) -> Told:
    before = {"rules": rules(), "players": list(PLAYERS), "first_dealer": 0, "deals": {}}
    after = {"rules": rules(**given), "players": list(players), "first_dealer": first, "deals": {}}
    return say("match.correct", before, after)


def test_a_corrected_match_says_which_seats_dealer_and_rules(say: Say) -> None:
    seats = "Dino, Ben, Carla; before: Anna, Ben, Carla"
    dealt = "Dealt first: Dino; before: Anna"
    assert corrected(say, (4, 2, 3)) == Told("Match corrected", (f"Seats: {seats}", dealt))
    moved = corrected(say, (2, 1, 3), 1)
    assert moved.more == ("Seats: Ben, Anna, Carla; before: Anna, Ben, Carla",)
    assert corrected(say, first=2).more == ("Dealt first: Carla; before: Anna",)
    assert corrected(say, target=31).more == ("Points to win: 31; before: 21",)
    assert corrected(say, deals=12).more == (
        "Points to win: none; before: 21",
        "Number of deals: 12; before: none",
    )
    assert corrected(say, stakes="linear", soloist_leads=True).more == (
        "Bids and stakes: Linear; before: Doubling",
        "The soloist always leads: yes; before: no",
    )
    own = corrected(say, stakes={"solo": 1, "arcisolo": 32})
    assert own.more == ("Bids and stakes: solo 1, arcisolo 32; before: Doubling",)
    assert corrected(say) == Told("Match corrected: nothing differs")


def test_a_match_begins_with_its_people_and_unusual_rules(say: Say) -> None:
    after = {"game": GAME.slug, "rules": rules(), "players": [1, 2, 3], "first_dealer": 2}
    text = "Calabresella with Anna, Ben and Carla"
    assert say("match.start", None, after) == Told(f"Match begun: {text}", ("Carla dealt first.",))
    after |= {"rules": rules(target=31, stakes="linear")}
    told = say("sitting.start", None, after)
    assert told.text == f"Evening begun: {text}"
    assert told.more == ("Carla dealt first.", "Points to win: 31", "Bids and stakes: Linear")


@pytest.mark.parametrize(("kind", "what"), [("match", "Match"), ("sitting", "Evening")])
def test_what_was_played_on_paper_says_how_much_it_was(say: Say, kind: str, what: str) -> None:
    after = {"game": GAME.slug, "players": [1, 2, 3], "deals": {"7": SOLO, "8": SOLO}}
    told = say(f"{kind}.import", None, after)
    assert told.text == f"{what} brought from paper: Calabresella with Anna, Ben and Carla"
    assert told.more == ("2 rows on its sheet.",)


SEEN = {"device": 1, "name": "Anna's phone", "role": "scorer", "revoked": False}
ADDED = {"name": "Ben", "retired": False}
MERGED = {"names": ["Benny", "Ben"], "player": 9, "matches": [1]}
OFFERED = {"preset": 1, "name": "Thursdays", "removed": False}
CLUB: list[tuple[str, Any, Any, str]] = [
    ("player.add", None, ADDED, "Ben added"),
    ("player.add", None, ADDED | {"name": "Benny"}, "Ben added, as Benny"),
    ("player.rename", ADDED | {"name": "Benny"}, ADDED, "Renamed: Ben instead of Benny"),
    ("player.retire", ADDED, ADDED, "Ben retired"),
    ("player.bring_back", ADDED, ADDED, "Ben brought back"),
    ("player.merge", MERGED, {"name": "Ben"}, "Ben and Benny are one person: Ben"),
    ("sitting.close", {"closed": False}, {"closed": True}, "Evening closed"),
    ("sitting.reopen", {"closed": True}, {"closed": False}, "Evening reopened"),
    (
        "preset.rename",
        OFFERED,
        OFFERED | {"name": "Fridays"},
        "House rules renamed: Fridays instead of Thursdays",
    ),
    ("preset.remove", OFFERED, OFFERED, "House rules removed: Thursdays"),
    ("preset.bring_back", OFFERED, OFFERED, "House rules brought back: Thursdays"),
    ("device.join", None, SEEN, "Joined: Anna's phone, scorer"),
    (
        "device.rename",
        SEEN,
        SEEN | {"name": "Tablet"},
        "Device renamed: Tablet instead of Anna's phone",
    ),
    ("device.role", SEEN, SEEN | {"role": "viewer"}, "Anna's phone: viewer instead of scorer"),
    ("device.revoke", SEEN, SEEN | {"revoked": True}, "Signed out: Anna's phone"),
    ("device.leave", SEEN, SEEN | {"revoked": True}, "Left the club: Anna's phone"),
    ("device.sign_out", [SEEN], [SEEN], "Every device signed out: Anna's phone"),
    ("device.sign_out", [], [], "Every device signed out: none"),
    ("invite.make", None, {"role": "viewer"}, "Link made to join as viewer"),
    ("invite.revoke", {"role": "owner"}, None, "Link ended to join as owner"),
    ("club.make", None, {"name": "Thursdays"}, "Club made: Thursdays"),
    ("club.import", None, {"name": "Fridays"}, "Another club was made of a file: Fridays"),
    (
        "club.rename",
        {"name": "Thursdays"},
        {"name": "Fridays"},
        "Club renamed: Fridays instead of Thursdays",
    ),
]


@pytest.mark.parametrize(("kind", "before", "after", "text"), CLUB)
def test_what_happens_to_people_devices_and_the_club_is_told(
    say: Say, kind: str, before: Any, after: Any, text: str
) -> None:
    assert say(kind, before, after, player=2) == Told(text)


def test_a_device_that_signs_the_others_out_is_not_among_them(say: Say) -> None:
    told = say("device.sign_out", [SEEN], [SEEN], device="Ben's phone")
    assert told.text == "Every other device signed out: Anna's phone"


_TERMS: dict[str, Any] = {"currency": "EUR", "values": [], "banker": None}
_WORTH = [{"game": GAME.slug, "way": "unit", "value": 5}]
_BILL = {"number": 1, "currency": "EUR", "what": "Pizza", "amount": 3000, "payer": 1}
_PAID = {"payer": 3, "payee": 1, "amount": 350, "currency": "EUR"}
_ALL = {"shared": "all", "players": []}
_CHOSEN = {"shared": "chosen", "players": [2, 3]}
MONEY: dict[str, list[tuple[Any, Any, str, list[str]]]] = {
    "money.terms": [
        (_TERMS, _TERMS | {"currency": None}, "Played without money", []),
        (
            _TERMS,
            _TERMS | {"values": _WORTH, "banker": 4},
            "Played for money, in EUR",
            ["Calabresella, a unit: €0.05", "Banker: Dino"],
        ),
        (
            _TERMS | {"values": _WORTH},
            _TERMS | {"currency": "JPY", "values": [_WORTH[0] | {"way": "match"}]},
            "Played for money, in JPY",
            ["Calabresella, a match: JP¥5", "before: Calabresella, a unit: €0.05"],
        ),
    ],
    "money.cost": [
        (None, _BILL | _ALL, "Pizza: Anna paid €30.00", ["shared by all"]),
        (_BILL | _ALL, None, "Bill taken back: Pizza: Anna paid €30.00", []),
        (None, _BILL | _CHOSEN, "Pizza: Anna paid €30.00", ["shared by Ben and Carla"]),
    ],
    "money.plan": [(None, {"plan": [{}, {}]}, "Who pays whom was worked out; payments: 2", [])],
    "money.pay": [(None, _PAID, "Carla paid Anna €3.50", [])],
    "money.undo": [(_PAID, {"payment": 1}, "Taken back: Carla paid Anna €3.50", [])],
    "season.settle": [(None, {"sittings": [1, 2]}, "Evenings settled together: 2", [])],
    "season.plan": [(None, {"plan": []}, "Who pays whom was worked out; payments: 0", [])],
    "season.pay": [(None, _PAID, "Carla paid Anna €3.50", [])],
    "season.undo": [(_PAID, {"payment": 1}, "Taken back: Carla paid Anna €3.50", [])],
}


@pytest.mark.parametrize("kind", MONEY)
def test_what_happened_to_money_is_told(say: Say, kind: str) -> None:
    for before, after, text, more in MONEY[kind]:
        found = say(kind, before, after, match=None)
        assert (found.text, list(found.more)) == (text, more)


def test_when_and_where_an_evening_was_after_all_is_told(say: Say) -> None:
    before = {"date": "2026-10-14", "place": "Bruno's"}
    told = say("sitting.correct", before, {"date": "2026-10-15", "place": ""})
    assert told.text == "Evening corrected"
    day, place = told.more
    assert "15 October 2026; before: " in day
    assert "14 October 2026" in day
    assert place == "Place: none; before: Bruno's"
    same = say("sitting.correct", before, before)
    assert (same.text, same.more) == ("Evening corrected: nothing differs", ())


def test_house_rules_that_are_kept_are_told(say: Say) -> None:
    own = rules(target=31, cappotto=3)
    after = {"preset": 1, "name": "Thursdays", "game": "calabresella", "seats": 3, "rules": own}
    told = say("preset.keep", None, after)
    assert told.text == "House rules kept: Thursdays, for Calabresella"
    assert told.more == ("to 31", "cappotto ×3")
    assert say("preset.keep", None, after | {"game": "skat"}).more == ()
    assert say("preset.keep", None, after | {"rules": own | {"odd": 1}}).more == ()


def test_every_kind_is_told_here() -> None:
    told = {kind for kind, *_rest in CLUB} | {f"deal.{kind}" for kind in (*ONE_SIDE, "edit")}
    told |= {"sitting.correct"}
    whole = {"match.start", "match.correct", "match.import", "sitting.start", "sitting.import"}
    assert told | whole | set(MONEY) | {"preset.keep"} == set(KINDS)


def test_every_kind_that_the_store_writes_has_words() -> None:
    """Kinds stand in the store as texts of two words with a dot between."""
    kind = re.compile(r'"((?:club|deal|device|invite|match|player|sitting)\.\w+)"')
    written: set[str] = set()
    store = Path(scorekeeper.__file__).parent / "store"
    for path in store.rglob("*.py"):
        if "checking" not in path.parts:  # there it is a column that is called so
            written |= set(kind.findall(path.read_text("utf-8")))
    # Those of money and of house rules stand in the pure rooms that fold them.
    assert written | set(ledger.KINDS) | set(presets.KINDS) == set(KINDS)


def test_a_kind_that_is_new_here_is_shown_without_words(say: Say) -> None:
    assert say("table.turn", None, None).text == "Something that this page has no words for"
