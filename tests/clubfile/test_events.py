"""What stands in a club's matches is what its events come to, or the file is refused."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clubfile.damage import Path_, at, changed, document, named, refused

EVENTS = document()["events"]
FIRST = {kind: i for i, kind in reversed(list(enumerate(one["kind"] for one in EVENTS)))}


def of(kind: str, *rest: str | int) -> Path_:
    """Return a place in the first event of a kind."""
    return ("events", FIRST[kind], *rest)


def deal_of(kind: str, side: str, *rest: str | int) -> Path_:
    """Return a place in what the first event of a kind says of its deal."""
    return of(kind, side, "deals", str(EVENTS[FIRST[kind]]["deal"]), *rest)


@pytest.mark.parametrize(
    ("path", "value", "place"),
    [
        (("deals", 0, "facts", "card_points"), 4, "deals[0].facts"),
        (("deals", 0, "facts"), {"bid": "pass"}, "deals[0].facts"),
        (("deals", 0, "facts", "note"), "another", "deals[0].facts"),
        (("deals", 0, "hidden_at"), "2026-10-15T20:30:00.000000Z", "deals"),
        (("first_dealer",), 0, "first_dealer"),
        (("rules", "target"), 41, "rules"),
        (("seats", 0), 4, "seats"),
    ],
    ids=lambda value: named(value) if isinstance(value, tuple) else "",
)
def test_a_match_that_is_not_as_its_events_left_it(path: Path_, value: Any, place: str) -> None:
    [said] = refused(changed(("matches", 0, *path), value))
    assert said.startswith(f"matches[0].{place}: expected "), said


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (deal_of("deal.record", "before"), {"bid": "pass"}),
        (deal_of("deal.record", "after", "card_points"), 12),
        (deal_of("deal.record", "after", "note"), "a\x00b"),
        (deal_of("deal.record", "after", "dealer"), 3),
        (deal_of("deal.record", "after"), None),
        (of("deal.record", "before", "number"), 1),
        (of("deal.record", "after", "number"), 2),
        (of("deal.record", "after", "number"), None),
        (of("deal.record", "after", "players", 0), 4),
        (of("deal.record", "before", "players", 0), 4),
        (of("deal.record", "match"), 3),
        (of("deal.record", "deal"), 8),
        (of("deal.record", "after", "deals"), {}),
        (of("deal.record", "before", "deals", "99"), None),
        (of("deal.record", "before", "deals", "01"), None),
        (deal_of("deal.undo", "before", "card_points"), 4),
        (deal_of("deal.undo", "after"), {"bid": "pass"}),
        (of("deal.undo", "after", "number"), 1),
        (deal_of("deal.edit", "before", "card_points"), 7),
        (of("match.correct", "before", "rules", "target"), 41),
        (of("match.correct", "before", "first_dealer"), 0),
        (of("match.correct", "before", "players"), [1, 2, 3]),
        (of("match.correct", "after", "players"), [1, 2]),
        (of("match.correct", "after", "players"), [1, 1, 2]),
        (of("match.correct", "after", "players"), [2, 4, 6]),
        (of("match.correct", "after", "first_dealer"), 3),
        (of("match.correct", "after", "rules"), {}),
        (of("match.start", "match"), 1),
        (of("match.start", "after", "players"), [1, 1, 2]),
        (of("match.start", "sitting"), 2),
        (of("sitting.start", "after", "game"), "skat"),
        (of("sitting.start", "after", "first_dealer"), 3),
        (of("sitting.start", "after", "rules", "target"), 0),
        (of("sitting.start", "after", "date"), "soon"),
        (of("sitting.import", "after", "deals"), {}),
        (of("sitting.import", "after", "deals"), {"1": {"adjust": [0, 0, 0]}}),
        (of("player.merge", "before", "matches"), [1]),
        (of("player.merge", "before", "player"), 1),
        (of("player.merge", "after", "player"), 1),
        (of("player.merge", "after", "matches"), []),
        (of("player.merge", "before", "names"), ["Anna"]),
        (of("preset.keep", "after", "preset"), 2),
        (of("preset.keep", "after", "game"), "skat"),
        (of("preset.keep", "after", "seats"), 8),
        (of("preset.keep", "after", "rules"), {}),
        (of("preset.keep", "after", "rules", "target"), 0),
        (of("preset.rename", "before", "preset"), 3),
        (of("preset.rename", "after", "preset"), 2),
        (of("preset.rename", "after", "name"), "BRUNO\u2019S \U0001f0cf"),
        (of("preset.rename", "after", "removed"), True),
        (of("preset.remove", "before", "removed"), True),
        (of("preset.remove", "after", "removed"), False),
        (of("preset.remove", "after", "name"), "Fridays"),
        (of("preset.bring_back", "after", "removed"), True),
        (of("device.sign_out", "after"), []),
    ],
    ids=lambda value: named(value) if isinstance(value, tuple) else str(value)[:20],
)
def test_an_event_that_does_not_follow_from_those_before_it(path: Path_, value: Any) -> None:
    said = refused(changed(path, value))
    assert said
    assert any(one.startswith((f"events[{path[1]}]", "matches[")) for one in said), said


def test_rules_that_are_not_whole_are_refused_also_where_all_events_agree() -> None:
    wrong = document()
    for path in (of("sitting.start", "after"), of("match.correct", "before")):
        at(wrong, path)["rules"] = {"target": 31, "stakes": {"chiamo": 1, "chiedo": 1, "solo": 2}}
    [said] = refused(wrong)
    assert said.startswith(named(of("sitting.start", "after", "rules")))


def test_an_event_of_another_time_is_refused() -> None:
    wrong = document()
    index = FIRST["deal.record"]
    events = wrong["events"]
    events[index]["kind"] = "deal.redo"
    assert refused(wrong) == []  # the same was done, by whatever name
    events.insert(index, events.pop(index + 2))
    for number, event in enumerate(events, start=1):
        event["id"] = number
    assert refused(wrong)


@pytest.mark.parametrize("index", [i for i, one in enumerate(EVENTS) if one["match"]])
def test_an_event_of_a_match_that_is_left_out_is_missed(index: int) -> None:
    wrong = document()
    del wrong["events"][index]
    for number, event in enumerate(wrong["events"], start=1):
        event["id"] = number
    empty = not at(EVENTS, (index, "after")).get("deals", True)
    assert bool(refused(wrong)) is not empty
