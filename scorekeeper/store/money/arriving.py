"""The money of a club that was brought in: what its events come to."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from typing import Any

from ... import ledger
from .rebuilding import rebuild


def bring(club: int, events: Sequence[Mapping[str, Any]]) -> None:
    """Write the money of a club that has none yet, from the rows of its events."""
    found = ledger.Ledger()
    moments: dict[int, tuple[datetime.datetime, int | None, datetime.datetime | None]] = {}
    for row in events:
        kind, after = row["kind"], row["after"]
        found.step(ledger.Past(kind, row["sitting_id"], row["before"], after))
        if kind in (ledger.PAY, ledger.SEASON_PAY):
            moments[after["payment"]] = (row["at"], row["device_id"], None)
        elif kind in (ledger.UNDO, ledger.SEASON_UNDO):
            at, device, _ = moments[after["payment"]]
            moments[after["payment"]] = (at, device, row["at"])
    rebuild(club, found, moments)
