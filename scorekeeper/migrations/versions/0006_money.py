"""Money: what an evening is played for, bills, plans, payments, what stood at closing"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def key(table: str, column: str, of: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{of}.id"], name=op.f(f"fk_{table}_{column}"))


def upgrade() -> None:
    op.create_table(
        "account",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("sitting_id", sa.Integer(), nullable=True),
        sa.Column("season", sa.Integer(), nullable=True),
        sa.Column("in_season", sa.Integer(), nullable=True),
        sa.Column("currency", sa.String(length=3), nullable=True),
        sa.Column("banker_id", sa.Integer(), nullable=True),
        sa.Column("settled_at", sa.DateTime(), nullable=True),
        key("account", "club_id", "club"),
        key("account", "sitting_id", "sitting"),
        key("account", "banker_id", "player"),
        sa.CheckConstraint(
            "(sitting_id IS NULL) <> (season IS NULL)", name=op.f("ck_account_one_of_two")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account")),
        sa.UniqueConstraint("club_id", "season", name=op.f("uq_account_club_id_season")),
        sa.UniqueConstraint("sitting_id", name=op.f("uq_account_sitting_id")),
    )
    op.create_index(op.f("ix_account_club_id_settled_at"), "account", ["club_id", "settled_at"])
    op.create_table(
        "value",
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=20), nullable=False),
        sa.Column("way", sa.String(length=10), nullable=False),
        sa.Column("value_minor", sa.BigInteger(), nullable=False),
        key("value", "account_id", "account"),
        sa.PrimaryKeyConstraint("account_id", "game", "way", name=op.f("pk_value")),
    )
    op.create_table(
        "cost",
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("what", sa.String(length=40), nullable=False),
        sa.Column("amount_minor", sa.BigInteger(), nullable=False),
        sa.Column("payer_id", sa.Integer(), nullable=False),
        sa.Column("shared", sa.String(length=10), nullable=False),
        sa.Column("players", sa.JSON(), nullable=False),
        key("cost", "account_id", "account"),
        key("cost", "payer_id", "player"),
        sa.CheckConstraint("amount_minor > 0", name=op.f("ck_cost_amount")),
        sa.PrimaryKeyConstraint("account_id", "number", name=op.f("pk_cost")),
    )
    op.create_table(
        "transfer",
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("plan", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("payer_id", sa.Integer(), nullable=False),
        sa.Column("payee_id", sa.Integer(), nullable=False),
        sa.Column("amount_minor", sa.BigInteger(), nullable=False),
        sa.Column("banker_id", sa.Integer(), nullable=True),
        key("transfer", "account_id", "account"),
        key("transfer", "banker_id", "player"),
        key("transfer", "payer_id", "player"),
        key("transfer", "payee_id", "player"),
        sa.CheckConstraint("amount_minor > 0", name=op.f("ck_transfer_amount")),
        sa.PrimaryKeyConstraint("account_id", "plan", "number", name=op.f("pk_transfer")),
    )
    op.create_table(
        "payment",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("payer_id", sa.Integer(), nullable=False),
        sa.Column("payee_id", sa.Integer(), nullable=False),
        sa.Column("amount_minor", sa.BigInteger(), nullable=False),
        sa.Column("plan", sa.Integer(), nullable=True),
        sa.Column("row", sa.Integer(), nullable=True),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("device_id", sa.Integer(), nullable=True),
        sa.Column("undone_at", sa.DateTime(), nullable=True),
        key("payment", "club_id", "club"),
        key("payment", "account_id", "account"),
        key("payment", "payer_id", "player"),
        key("payment", "payee_id", "player"),
        key("payment", "device_id", "device"),
        sa.CheckConstraint("amount_minor > 0", name=op.f("ck_payment_amount")),
        sa.CheckConstraint("payer_id <> payee_id", name=op.f("ck_payment_two_people")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_payment")),
        sa.UniqueConstraint("club_id", "number", name=op.f("uq_payment_club_id_number")),
    )
    op.create_index(op.f("ix_payment_account_id"), "payment", ["account_id"])
    op.create_table(
        "frozen",
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("balance_minor", sa.BigInteger(), nullable=False),
        key("frozen", "account_id", "account"),
        key("frozen", "player_id", "player"),
        sa.PrimaryKeyConstraint("account_id", "player_id", name=op.f("pk_frozen")),
    )
