"""Balances in JSON, and the plan that settles them: section 3 of `docs/formats.md`."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from . import entry
from .entry import N_, Object, Problem, Refused, is_number
from .settlement import Plan, settle

MOST: Final = 10**9  # minor units, up or down
KEYS: Final = ("balances", "banker")


class Balances(NamedTuple):
    """What everybody is up or down in minor units, and who is the banker, if anybody is."""

    by_name: dict[str, int]
    banker: str | None = None

    @property
    def plan(self) -> Plan[str]:
        """Return who pays whom."""
        return settle(self.by_name, self.banker)


def read_balances(value: Any) -> Balances:
    """Return the balances of a JSON value, or raise `Refused`."""
    if not isinstance(value, dict):
        raise _refused("balances", "an object", value)
    if isinstance(value, Object) and value.repeated is not None:
        raise _refused(value.repeated, "each key once", value.repeated)
    for key in value:
        if key not in KEYS:
            raise _refused(key, f"one of {', '.join(KEYS)}", key)
    by_name = _by_name(value.get("balances"))
    banker = None if value.get("banker") is None else entry.name(value["banker"], "banker")
    if over := sum(by_name.values()):
        raise _refused("balances", "numbers that sum to 0", over, _NOT_ZERO)
    return Balances(by_name, banker)


_NO_BALANCES: Final = N_("These are no balances.")
_NOT_ZERO: Final = N_("What people are up and down does not sum to zero.")


def _refused(key: str, expected: str, came: Any, say: str = _NO_BALANCES) -> Refused:
    return Refused(Problem(key, expected, came, say))


def _by_name(value: Any) -> dict[str, int]:
    if not isinstance(value, dict):
        raise _refused("balances", "an object of whole numbers by name", value)
    if isinstance(value, Object) and value.repeated is not None:
        raise _refused("balances", "each name once", value.repeated)
    found: dict[str, int] = {}
    for name, amount in value.items():
        clean = entry.name(name, "balances")
        if clean in found:
            raise _refused("balances", "each name once", clean)
        if not is_number(amount) or abs(amount) > MOST:
            expected = f"whole numbers from -{MOST} to {MOST}"
            raise _refused("balances", expected, {clean: amount})
        found[clean] = amount
    return found


def plan_json(plan: Plan[str]) -> dict[str, Any]:
    """Return a plan as `scorekeeper settle --json` prints it."""
    transfers = [{"from": t.payer, "to": t.payee, "amount": t.amount} for t in plan.transfers]
    return {"transfers": transfers, "exact": plan.exact}


def plan_text(plan: Plan[str]) -> str:
    """Return a plan for people, a line for each transfer.

    >>> print(plan_text(settle({"Anna": 600, "Ben": -250, "Carla": -350})), end="")
    Carla pays Anna 350
    Ben pays Anna 250
    """
    lines = [f"{t.payer} pays {t.payee} {t.amount}" for t in plan.transfers]
    if not lines:
        lines = ["Everybody is at zero."]
    if not plan.exact:
        lines += ["", "With so many people there may be a plan with fewer transfers."]
    return "\n".join(lines) + "\n"
