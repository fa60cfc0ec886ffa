"""Compare a club's matches with its events: each deal comes from one, and is as they left it.

Every event is replayed as `replay.py` does, after it was held against what was there before it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from .. import entry, presets, scoring
from ..entry import N_, Refused
from ..games import GAMES
from ..games.base import full_rules, read_rules
from ..games.inputs import Facts
from ..ledger import Ledger
from ..replay import MERGE, Replayed, step
from .document import Document
from .money import past, problems
from .shapes import Found, Shape, inside, wrong
from .values import REASON

_STARTS: Final = ("sitting.start", "match.start", "sitting.import", "match.import")
_AS_LEFT: Final = N_("The events that stand in the file come to something else.")


class _Happened(NamedTuple):
    """An event of the file, as it is replayed."""

    kind: str
    player: int | None
    match: int | None
    deal: int | None
    before: Any
    after: Any


class _Reader:
    """Reads events from the first on; knows the matches as they were, and their rules so far."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.matches: dict[int, Replayed] = {}
        self.rules: dict[int, list[Any]] = {}
        self.ledger = Ledger()
        self.presets: presets.Presets = {}
        self.deals = {
            deal["id"]: match["id"] for match in document["matches"] for deal in match["deals"]
        }

    def problems(self) -> Iterator[Found]:
        """Yield where an event does not follow from those before it; stop at the first."""
        for index, event in enumerate(self.document["events"]):
            found = list(self._event(event, f"events[{index}]"))
            if found:
                # What comes after an event that cannot be cannot be judged.
                yield from found
                return
            step(self.matches, _Happened(**{key: event[key] for key in _Happened.__annotations__}))
            presets.step(self.presets, past(event))
            self.ledger.step(past(event))
        yield from self._differences()

    def _event(self, event: dict[str, Any], place: str) -> Iterator[Found]:
        if event["kind"] == MERGE:
            yield from self._merge(event, place)
        now = past(event)
        for told in (*problems(self.ledger, now), *presets.problems(self.presets, now)):
            yield wrong(f"{place}.{told[0]}", *told[1:])
        match = event["match"]
        if match is None:
            return
        row = self.document["matches"][match - 1]
        if event["sitting"] not in (None, row["sitting"]):
            yield wrong(f"{place}.sitting", str(row["sitting"]), event["sitting"])
        state = self.matches.get(match)
        if (state is None) != (event["kind"] in _STARTS):
            expected = "an event of a match that began" if state is None else "no second beginning"
            yield wrong(f"{place}.kind", expected, event["kind"])
            return
        if state is None:
            yield from self._start(event["after"], row, place)
        elif event["deal"] is None:
            yield from self._correct(event, state, place)
        else:
            yield from self._deal(event, state, place)

    def _merge(self, event: dict[str, Any], place: str) -> Iterator[Found]:
        gone, into = event["before"]["player"], event["player"]
        for key in ("player", "matches"):
            if event["after"][key] != event["before"][key]:
                expected = f"{entry.shown(event['before'][key])}, as before"
                yield wrong(f"{place}.after.{key}", expected, event["after"][key])
        for index, match in enumerate(event["before"]["matches"]):
            players = self.matches[match].setup.players if match in self.matches else ()
            if gone not in players or into in players:
                expected = f"a match in which player {gone} sat and player {into} did not"
                yield wrong(f"{place}.before.matches[{index}]", expected, match)

    def _start(self, after: dict[str, Any], row: dict[str, Any], place: str) -> Iterator[Found]:
        if after["game"] != row["game"]:
            yield wrong(f"{place}.after.game", row["game"], after["game"])
            return
        found = list(self._setup(after, row, f"{place}.after"))
        yield from found
        if not found:
            deals = after.get("deals", {})
            yield from self._facts(deals, row["id"], f"{place}.after.deals", None)

    def _setup(self, said: dict[str, Any], row: dict[str, Any], place: str) -> Iterator[Found]:
        """Check a set-up, and remember its rules."""
        game, seats = GAMES[row["game"]], len(said["players"])
        if seats != len(row["seats"]) or len(set(said["players"])) < seats:
            expected = f"{len(row['seats'])} players that differ"
            yield wrong(f"{place}.players", expected, said["players"])
            return
        if said["first_dealer"] >= seats:
            expected = f"a seat from 0 to {seats - 1}"
            yield wrong(f"{place}.first_dealer", expected, said["first_dealer"])
        try:
            rules = read_rules(game, said["rules"], seats)
        except Refused as refused:
            for problem in refused.problems:
                yield Found(inside(f"{place}.rules", problem.field), problem)
            return
        if full_rules(rules) != said["rules"]:
            yield wrong(f"{place}.rules", entry.shown(full_rules(rules)), said["rules"])
        self.rules.setdefault(row["id"], []).append(rules)

    def _correct(self, event: dict[str, Any], state: Replayed, place: str) -> Iterator[Found]:
        before, after, match = event["before"], event["after"], event["match"]
        setup = state.setup
        for key, there in (
            ("rules", dict(setup.rules)),
            ("players", list(setup.players)),
            ("first_dealer", setup.first_dealer),
        ):
            if before[key] != there:
                yield wrong(f"{place}.before.{key}", entry.shown(there), before[key], _AS_LEFT)
        if len(set(after["players"]) - set(setup.players)) > 1:
            yield wrong(f"{place}.after.players", "at most one other player", after["players"])
        found = list(self._setup(after, self.document["matches"][match - 1], f"{place}.after"))
        yield from found
        if not found:
            yield from self._same_deals(event, place)
            for key, facts in before["deals"].items():
                known = state.facts.get(int(key))
                if facts is None or facts != known:
                    at = f"{place}.before.deals.{key}"
                    yield wrong(at, entry.shown(known), facts, _AS_LEFT)
            yield from self._facts(after["deals"], match, f"{place}.after.deals", None)

    def _deal(self, event: dict[str, Any], state: Replayed, place: str) -> Iterator[Found]:
        deal, before, after = event["deal"], event["before"], event["after"]
        shown = deal in state.order
        number = state.order.index(deal) + 1 if shown else None
        if self.deals[deal] != event["match"]:
            yield wrong(f"{place}.deal", f"a deal of match {event['match']}", deal)
        if before["number"] != number:
            yield wrong(f"{place}.before.number", entry.shown(number), before["number"], _AS_LEFT)
        if after["number"] is not None and after["number"] > len(state.order) + (not shown):
            most = len(state.order) + (not shown)
            yield wrong(f"{place}.after.number", f"a number from 1 to {most}", after["number"])
        for side in ("before", "after"):
            players = list(state.setup.players)
            if event[side]["players"] != players:
                at = f"{place}.{side}.players"
                yield wrong(at, entry.shown(players), event[side]["players"], _AS_LEFT)
        yield from self._same_deals(event, place)
        for key, facts in before["deals"].items():
            known = state.facts[int(key)] if int(key) in state.order else None
            if facts != known or (known is None and int(key) != deal):
                yield wrong(f"{place}.before.deals.{key}", entry.shown(known), facts, _AS_LEFT)
        if (after["number"] is None) == (after["deals"].get(str(deal), shown or None) is not None):
            expected = "a number just where the deal counts afterwards"
            yield wrong(f"{place}.after.number", expected, after["number"])
        yield from self._facts(after["deals"], event["match"], f"{place}.after.deals", deal)

    def _same_deals(self, event: dict[str, Any], place: str) -> Iterator[Found]:
        before, after = event["before"]["deals"], event["after"]["deals"]
        if set(before) != set(after):
            expected = f"the deals {', '.join(before) or 'of none'}, as before"
            yield wrong(f"{place}.after.deals", expected, list(after))

    def _facts(
        self, deals: dict[str, Facts | None], match: int, place: str, about: int | None
    ) -> Iterator[Found]:
        """Check facts by themselves under the rules that the match has had until then.

        Only the deal that an event is about may count no more after it.
        """
        for key, facts in deals.items():
            at = f"{place}.{key}"
            if self.deals[int(key)] != match:
                yield wrong(at, f"a deal of match {match}", int(key))
            elif facts is None and int(key) != about:
                yield wrong(at, "the facts of the deal", None)
            elif facts is not None:
                yield from self._possible(facts, match, at)

    def _possible(self, facts: Facts, match: int, place: str) -> Iterator[Found]:
        row = self.document["matches"][match - 1]
        game, seats = GAMES[row["game"]], len(row["seats"])
        found: list[Found] = []
        for rules in reversed(self.rules[match]):
            try:
                scoring.alone(scoring.Match(game, rules, seats, 0), facts)
            except Refused as refused:
                found = found or [
                    Found(inside(place, p.field.partition(".")[0]), p) for p in refused.problems
                ]
            else:
                found = []
                break
        yield from found
        if "note" in facts:
            yield from Shape(REASON.problem).check(facts["note"], f"{place}.note", {})

    def _differences(self) -> Iterator[Found]:
        """Yield where a match is not as its events left it."""
        for index, row in enumerate(self.document["matches"]):
            place, state = f"matches[{index}]", self.matches.get(row["id"])
            if state is None:
                yield wrong(place, "an event with which it began", None)
                continue
            setup = state.setup
            for key, left in (
                ("rules", dict(setup.rules)),
                ("seats", list(setup.players)),
                ("first_dealer", setup.first_dealer),
            ):
                if row[key] != left:
                    yield wrong(f"{place}.{key}", entry.shown(left), row[key], _AS_LEFT)
            for at, deal in enumerate(row["deals"]):
                known = state.facts.get(deal["id"])
                if deal["facts"] != known:
                    where = f"{place}.deals[{at}].facts"
                    yield wrong(where, entry.shown(known), deal["facts"], _AS_LEFT)
            order = [deal["id"] for deal in row["deals"] if deal["hidden_at"] is None]
            if order != list(state.order):
                expected = f"those that count to be {entry.shown(list(state.order))}"
                yield wrong(f"{place}.deals", expected, order, _AS_LEFT)


def disagreements(document: Document) -> Iterator[Found]:
    """Yield where matches are not what the events come to; the rows' shapes are right."""
    return _Reader(document).problems()
