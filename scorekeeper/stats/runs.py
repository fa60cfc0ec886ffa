"""Records of a game: the best and worst deals, the longest runs, the dearest bid, the sweeps."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import Final, NamedTuple

from ..entry import N_
from .players import EVERYBODY, Lines, lines_of, own
from .table import At, Cell, Table, When, Who, Word
from .tally import Played, Tally

WON, LOST = "w", "l"
RESULT_LETTERS: Final = "wdl"
FORM: Final = 10  # matches


class Run(NamedTuple):
    """Deals in a row that went the same way, from the day of the first to that of the last."""

    length: int
    first: int
    last: int


def longest(played: list[Played], letter: str) -> Run | None:
    """Return the longest run of own deals that were all won (or lost), the first if several are.

    >>> longest([Played(1, 1, 1, "wl"), Played(3, 2, 1, "ww"), Played(9, 3, 1, "wd")], "w")
    Run(length=3, first=3, last=9)
    """
    letters = "".join(match.own for match in played)
    others = {ord(other): " " for other in RESULT_LETTERS if other != letter}
    length = max(map(len, letters.translate(others).split()), default=0)
    if not length:
        return None
    start = letters.index(letter * length)
    ends = list(accumulate(len(match.own) for match in played))
    first, last = (played[bisect_right(ends, place)] for place in (start, start + length - 1))
    return Run(length, first.day, last.day)


def kept_longest(tally: Tally, game: str, player: int, letter: str) -> Run | None:
    """Return the longest run of a tally, looked for once."""
    key = ("longest", game, player, letter)
    if key not in tally.memo:
        tally.memo[key] = longest(tally.played.get((game, player), []), letter)
    found: Run | None = tally.memo[key]
    return found


def running(played: list[Played]) -> tuple[str, int]:
    """Return how the last own deals went, and how many in a row did.

    >>> running([Played(1, 1, 1, "wl"), Played(3, 2, 1, "l")])
    ('l', 2)
    """
    last, length = "", 0
    for letters in (match.own for match in reversed(played)):
        last = last or letters[-1:]
        length += len(letters) - len(letters.rstrip(last or None))
        if letters.strip(last or None):
            break
    return last, length


def runs_table(tally: Tally, game: str, player: int) -> Table:
    """Return the longest runs of own deals and the one that is going on."""
    played = tally.played.get((game, player), [])
    rows: list[list[Cell]] = []
    for letter, say in ((WON, N_("Longest run won")), (LOST, N_("Longest run lost"))):
        run = kept_longest(tally, game, player, letter)
        if run:
            rows.append([Word(say), run.length, When(run.first), When(run.last)])
    letter, length = running(played)
    says = {WON: N_("Won in a row by now"), LOST: N_("Lost in a row by now")}
    if letter in says:
        rows.append([Word(says[letter]), length, None, None])
    heads = (N_("Run of own deals"), N_("Deals"), N_("From"), N_("To"))
    return Table("runs", N_("Runs"), heads, rows, game=game)


def records_table(tally: Tally, game: str, player: int | None = EVERYBODY) -> Table:
    """Return the records of a player, or of everybody, at a game."""
    lines = lines_of(tally, game, player)
    rows: list[list[Cell]] = []
    if lines:
        ends = ((N_("Best deal"), max), (N_("Worst deal"), min))
        for say, end in ends:
            best = end(line.score for line, _ in lines)
            first, who = min((c.first, n.player) for n, c in lines if n.score == best)
            rows.append([Word(say), Who(who), best, At(first)])
    rows += [*_runs(tally, game, player), *_dearest(own(lines))]
    heads = (N_("Record"), N_("Player"), N_("Number"), N_("Deal"))
    return Table("records", N_("Records"), heads, rows, game=game)


def _runs(tally: Tally, game: str, player: int | None) -> list[list[Cell]]:
    found = [
        (run.length, -run.last, who)
        for of, who in tally.played
        if of == game
        and player in (EVERYBODY, who)
        and (run := kept_longest(tally, game, who, WON))
    ]
    if not found:
        return []
    length, _, who = max(found, key=lambda one: (one[0], one[1], -one[2]))
    return [[Word(N_("Longest run of own deals won")), Who(who), length, None]]


def _dearest(lines: Lines) -> list[list[Cell]]:
    staked = [(line, count) for line, count in lines if line.stake is not None]
    if not staked:
        return []
    most = max(line.stake or 0 for line, _ in staked)
    first, who, bid = min((c.first, n.player, n.contract) for n, c in staked if n.stake == most)
    return [[Word(N_("Most expensive bid: %(value)s"), bid), Who(who), most, At(first)]]


def sweeps_table(tally: Tally, game: str, player: int | None = EVERYBODY) -> Table:
    """Return who won how many sweeps as the one whose deal it was, and who suffered how many."""
    found: dict[tuple[str, int], list[int]] = {}
    for line, count in own(lines_of(tally, game, player)):
        if line.sweep:
            made = found.setdefault((line.sweep, line.player), [0, 0])
            made[line.result != "won"] += count.deals
    rows: list[list[Cell]] = [
        [sweep, Who(who), *made] for (sweep, who), made in sorted(found.items())
    ]
    heads = (N_("Sweep"), N_("Player"), N_("Won by"), N_("Lost by"))
    return Table("sweeps", N_("Cappotti and stramazzi"), heads, rows, game=game)


def form_table(tally: Tally) -> Table:
    """Return everybody's places in the last matches, the newest last."""
    latest: dict[int, list[Played]] = {}
    for (_, player), played in tally.played.items():
        latest[player] = sorted([*latest.get(player, []), *played[-FORM:]])[-FORM:]
    rows: list[list[Cell]] = [
        [
            Who(player),
            " ".join("–" if m.place is None else str(m.place) for m in played),
            sum(match.place == 1 for match in played),
            len(played),
            When(played[-1].day),
        ]
        for player, played in sorted(latest.items(), key=lambda item: (-item[1][-1].day, item[0]))
    ]
    heads = (N_("Player"), N_("Places in the last matches"), N_("Won"), N_("Matches"))
    return Table("form", N_("Recent form"), (*heads, N_("Last played")), rows)
