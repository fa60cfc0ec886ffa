"""Events of one deal in words: what was played, and what stood there before."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from flask_babel import gettext as _

from ..answered import asked, said
from ..entry import Refused
from ..games import GAMES
from ..games.answers import answers_from
from ..games.base import Result, read_rules
from ..games.inputs import NOBODY, Facts, Input, Seat
from ..games.question import PASS
from ..replay import Setup
from ..scoring import Match, Row, alone
from ..store.history import Entry
from ..words import bought, gains, played, signed
from .telling import Names, Told, differing, people

# Whole sentences, so that each can be translated.
SENTENCES: Final[dict[str, Callable[[str], str]]] = {
    "deal.record": lambda what: str(_("Recorded: %(what)s", what=what)),
    "deal.undo": lambda what: str(_("Undone: %(what)s", what=what)),
    "deal.redo": lambda what: str(_("Redone: %(what)s", what=what)),
    "deal.edit": lambda what: str(_("Corrected: %(what)s", what=what)),
    "deal.delete": lambda what: str(_("Deleted: %(what)s", what=what)),
    "deal.restore": lambda what: str(_("Restored: %(what)s", what=what)),
    "deal.insert": lambda what: str(_("Inserted: %(what)s", what=what)),
}


class Side(NamedTuple):
    """A deal as it stood on one side of an event, with the rules of that time."""

    facts: Facts
    people: list[str]
    match: Match | None
    row: Row | None

    @property
    def words(self) -> str:
        """Return what was played."""
        if self.row is None:
            return str(_("a deal that cannot be any more"))
        result = self.row.result
        if result.bought:
            return bought(result, self.people)
        if not result.is_deal:
            who = ", ".join(f"{name} {signed(n)}" for name, n in self._gains())
            return str(_("adjustment, %(who)s", who=who))
        text = played(self.row, self.people)
        return f"{text}, {result.sweep}" if result.sweep else text

    def _gains(self) -> list[tuple[str, int]]:
        if self.match is None or self.row is None:
            return []
        return gains(self.match, self.row.result, self.people)

    def answers(self, *, all_of_them: bool) -> dict[str, str]:
        """Return the answers in words by their questions; those that `words` says on wish."""
        found = {}
        if self.match is not None and self.row is not None and self.row.dealer is not None:
            inputs = self.match.game.inputs(self.match.table(self.row.dealer))
            given = answers_from(inputs, self.facts)
            for item in (item for item in inputs if item.name in given):
                value = given[item.name]
                usual = item.rare and (value is False or value == item.initial)
                known = usual or _in_words(item, value, self.row.result)
                if item.key and (all_of_them or not known):
                    found[asked(item, self.people)] = said(item, value, self.people)
        if "dealer" in self.facts:
            found[str(_("Dealt"))] = self.people[self.facts["dealer"]]
        if "note" in self.facts:
            found[str(_("Note"))] = self.facts["note"]
        return found


def _in_words(item: Input, value: Any, result: Result) -> bool:
    if isinstance(item, Seat):
        return value in (result.lead, result.seat("partner"), PASS, NOBODY)
    return not isinstance(value, bool) and value in (result.contract, result.points, *result.shares)


def tell(entry: Entry, names: Names) -> Told:
    """Return what was done to a deal."""
    deal = str(entry.deal)
    new = _side(entry.after, entry.is_now, deal, names)
    old = _side(entry.before, entry.is_now, deal, names)
    number = entry.after["number"] or entry.before["number"]
    one = new or old
    if one is None:
        what = str(_("deal %(number)s, nothing differs", number=number))
        return Told(SENTENCES[entry.kind](what))
    words, more = one.words, list[str]()
    if new and old:
        if new.words != old.words:
            words = str(_("%(new)s instead of %(old)s", new=new.words, old=old.words))
        more = _differing(new, old)
    else:
        more = differing(one.answers(all_of_them=False), {})
    what = _numbered(one, number, words)
    return Told(SENTENCES[entry.kind](what), (*more, *_others(entry, names)))


def _differing(new: Side, old: Side) -> list[str]:
    """Return what differs beside the words; all that does where the words are the same."""
    same = new.words == old.words
    answers = [side.answers(all_of_them=same) for side in (new, old)]
    for label, usual in ((_("Dealt"), _("in turn")), (_("Note"), _("none"))):
        if any(str(label) in some for some in answers):
            answers = [{str(label): str(usual)} | some for some in answers]
    return differing(*answers)


def _numbered(side: Side, number: int, words: str) -> str:
    if "adjust" in side.facts:
        return str(_("row %(number)s, %(what)s", number=number, what=words))
    return str(_("deal %(number)s, %(what)s", number=number, what=words))


def _side(said: Any, setup: Setup | None, deal: str, names: Names) -> Side | None:
    facts = said["deals"].get(deal)
    if facts is None:
        return None
    who = people(said["players"], names)
    match = None if setup is None else _pure(setup, len(who))
    return Side(facts, who, match, _alone(match, facts))


def _pure(setup: Setup, seats: int) -> Match | None:
    game = GAMES[setup.game]
    try:
        return Match(game, read_rules(game, dict(setup.rules), seats), seats, setup.first_dealer)
    except Refused:
        return None


def _alone(match: Match | None, facts: Facts) -> Row | None:
    try:
        return None if match is None else alone(match, facts)
    except Refused:
        return None


def _others(entry: Entry, names: Names) -> Sequence[str]:
    """Return what was said of other deals: who dealt them stayed as it was."""
    who = people(entry.after["players"], names)
    others = [facts for deal, facts in entry.after["deals"].items() if deal != str(entry.deal)]
    return [
        str(_("The next deal stays as it was: %(name)s dealt.", name=who[facts["dealer"]]))
        for facts in others
        if facts and "dealer" in facts
    ]
