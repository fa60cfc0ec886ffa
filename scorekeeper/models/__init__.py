"""The tables: what was played in `record.py`, what it is worth and who paid in `money.py`."""

from .money import Account, Cost, Frozen, Payment, Transfer, Value
from .record import (
    Club,
    Deal,
    DealResult,
    DealScore,
    Device,
    Event,
    Invite,
    Match,
    MatchResult,
    Membership,
    Moment,
    Player,
    Seat,
    Sitting,
    now,
)

__all__ = [
    "Account",
    "Club",
    "Cost",
    "Deal",
    "DealResult",
    "DealScore",
    "Device",
    "Event",
    "Frozen",
    "Invite",
    "Match",
    "MatchResult",
    "Membership",
    "Moment",
    "Payment",
    "Player",
    "Seat",
    "Sitting",
    "Transfer",
    "Value",
    "now",
]
