"""The tables of money. Amounts are integers in minor units of the account's currency.

They are what the events of money come to; what anybody is up or down is not stored.
"""

from __future__ import annotations

from sqlalchemy import JSON, BigInteger, CheckConstraint, ForeignKey, Index, String
from sqlalchemy import UniqueConstraint as Unique
from sqlalchemy.orm import Mapped, mapped_column

from .record import Model, Moment


class Account(Model):
    """What is settled together: an evening, or a season of several (`season` is its number).

    `in_season` is the season that an evening is settled in. Without a currency nothing is paid.
    `settled_at` is set while everybody is known to be at zero.
    """

    __tablename__ = "account"
    __table_args__ = (
        Unique("club_id", "season"),
        Index(None, "club_id", "settled_at"),
        CheckConstraint("(sitting_id IS NULL) <> (season IS NULL)", name="one_of_two"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    sitting_id: Mapped[int | None] = mapped_column(ForeignKey("sitting.id"), unique=True)
    season: Mapped[int | None]
    in_season: Mapped[int | None]
    currency: Mapped[str | None] = mapped_column(String(3))
    banker_id: Mapped[int | None] = mapped_column(ForeignKey("player.id"))
    settled_at: Mapped[Moment | None]


class Value(Model):
    """What a unit is worth: of a game, by the way it is paid for."""

    __tablename__ = "value"

    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"), primary_key=True)
    game: Mapped[str] = mapped_column(String(20), primary_key=True)
    way: Mapped[str] = mapped_column(String(10), primary_key=True)
    value_minor: Mapped[int] = mapped_column(BigInteger)


class Cost(Model):
    """A bill of an evening: who paid it, and who shares it (`players` when they were chosen)."""

    __tablename__ = "cost"
    __table_args__ = (CheckConstraint("amount_minor > 0", name="amount"),)

    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    what: Mapped[str] = mapped_column(String(40))
    amount_minor: Mapped[int] = mapped_column(BigInteger)
    payer_id: Mapped[int] = mapped_column(ForeignKey("player.id"))
    shared: Mapped[str] = mapped_column(String(10))
    players: Mapped[list[int]] = mapped_column(JSON)


class Transfer(Model):
    """A row of a plan that was kept; `banker_id` is through whom all of it goes."""

    __tablename__ = "transfer"
    __table_args__ = (CheckConstraint("amount_minor > 0", name="amount"),)

    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"), primary_key=True)
    plan: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    payer_id: Mapped[int] = mapped_column(ForeignKey("player.id"))
    payee_id: Mapped[int] = mapped_column(ForeignKey("player.id"))
    amount_minor: Mapped[int] = mapped_column(BigInteger)
    banker_id: Mapped[int | None] = mapped_column(ForeignKey("player.id"))


class Payment(Model):
    """Money that changed hands, perhaps for a row of a plan. It is undone, never erased."""

    __tablename__ = "payment"
    __table_args__ = (
        Unique("club_id", "number"),
        CheckConstraint("amount_minor > 0", name="amount"),
        CheckConstraint("payer_id <> payee_id", name="two_people"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    number: Mapped[int]
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"), index=True)
    payer_id: Mapped[int] = mapped_column(ForeignKey("player.id"))
    payee_id: Mapped[int] = mapped_column(ForeignKey("player.id"))
    amount_minor: Mapped[int] = mapped_column(BigInteger)
    plan: Mapped[int | None]
    row: Mapped[int | None]
    at: Mapped[Moment]
    device_id: Mapped[int | None] = mapped_column(ForeignKey("device.id"))
    undone_at: Mapped[Moment | None]


class Frozen(Model):
    """What somebody was up or down, payments included, when the evening was closed."""

    __tablename__ = "frozen"

    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"), primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True)
    balance_minor: Mapped[int] = mapped_column(BigInteger)
