"""The question for a ladder: bids, low to high, each with its stake."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..entry import N_, Problem, Refused, is_number, name
from .question import PASS, Input


@dataclass(frozen=True, kw_only=True)
class Ladder(Input):
    """Bids, low to high, each with its stake: the name of a preset or a mapping."""

    presets: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    preset_labels: Mapping[str, str] = field(default_factory=dict)
    low: int = 1
    high: int = 999
    most: int = 12

    def problem(self, value: Any) -> Problem | None:
        """Return a problem unless the value is a preset's name or a mapping within the bounds."""
        if isinstance(value, str) and value in self.presets:
            return None
        if not isinstance(value, dict) or not 1 <= len(value) <= self.most:
            expected = (
                f"one of {', '.join(self.presets)} or 1 to {self.most} bids with their stakes"
            )
            say = N_("Name between one and %(most)s bids, each with its stake.")
            return Problem(self.key, expected, value, say, {"most": self.most})
        return self._repeated(value) or next(
            filter(None, (self._bad_bid(bid, stake) for bid, stake in value.items())), None
        )

    def to_sheet(self, value: Any, names: Sequence[str]) -> Any:
        """Return the name of the preset that says the same, else the mapping."""
        same = (n for n, p in self.presets.items() if list(p.items()) == list(value.items()))
        return next(same, value)

    def _repeated(self, value: dict[str, Any]) -> Problem | None:
        bid = getattr(value, "repeated", None)
        if bid is None:
            return None
        say = N_("Name each bid once.")
        return Problem(self.key, "each bid once", bid, say)

    def _bad_bid(self, bid: str, stake: Any) -> Problem | None:
        try:
            clean = name(bid, self.key)
        except Refused as refused:
            return refused.problems[0]
        if clean != bid or bid == PASS:
            say = N_("Give each bid a name; pass is taken.")
            return Problem(self.key, "the name of a bid other than pass", bid, say)
        if is_number(stake) and self.low <= stake <= self.high:
            return None
        return Problem(
            self.key,
            f"a stake from {self.low} to {self.high} for {bid}",
            stake,
            N_("A stake is a whole number from %(low)s to %(high)s."),
            {"low": self.low, "high": self.high},
        )
