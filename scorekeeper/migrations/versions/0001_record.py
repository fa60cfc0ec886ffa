"""The record: clubs, players, sittings, matches, deals, events"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "club",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("made_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_club")),
    )
    op.create_table(
        "device",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("made_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_device")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_device_token_hash")),
    )
    op.create_table(
        "invite",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(length=10), nullable=False),
        sa.Column("nonce", sa.String(length=32), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("made_at", sa.DateTime(), nullable=False),
        sa.Column("dead_at", sa.DateTime(), nullable=True),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_invite_club_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invite")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_invite_token_hash")),
    )
    with op.batch_alter_table("invite", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_invite_club_id"), ["club_id"], unique=False)

    op.create_table(
        "membership",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("device_id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(length=10), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("joined_at", sa.DateTime(), nullable=False),
        sa.Column("revoked_at", sa.DateTime(), nullable=True),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_membership_club_id")),
        sa.ForeignKeyConstraint(["device_id"], ["device.id"], name=op.f("fk_membership_device_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_membership")),
        sa.UniqueConstraint("device_id", "club_id", name=op.f("uq_membership_device_id_club_id")),
    )
    with op.batch_alter_table("membership", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_membership_club_id"), ["club_id"], unique=False)

    op.create_table(
        "player",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("lookalike", sa.String(length=400), nullable=False),
        sa.Column("retired_at", sa.DateTime(), nullable=True),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_player_club_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player")),
        sa.UniqueConstraint("club_id", "name", name=op.f("uq_player_club_id_name")),
    )
    with op.batch_alter_table("player", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_player_club_id_lookalike"), ["club_id", "lookalike"], unique=False
        )

    op.create_table(
        "sitting",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("date", sa.Date(), nullable=False),
        sa.Column("place", sa.String(length=40), nullable=False),
        sa.Column("closed_at", sa.DateTime(), nullable=True),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_sitting_club_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sitting")),
    )
    with op.batch_alter_table("sitting", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_sitting_club_id_date"), ["club_id", "date"], unique=False
        )

    op.create_table(
        "match",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("sitting_id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=20), nullable=False),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("first_dealer", sa.Integer(), nullable=False),
        sa.Column("started_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_match_club_id")),
        sa.ForeignKeyConstraint(["sitting_id"], ["sitting.id"], name=op.f("fk_match_sitting_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_match")),
    )
    with op.batch_alter_table("match", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_match_club_id"), ["club_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_match_sitting_id"), ["sitting_id"], unique=False)

    op.create_table(
        "deal",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("hidden_at", sa.DateTime(), nullable=True),
        sa.CheckConstraint("version > 0", name=op.f("ck_deal_version")),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_deal_club_id")),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_deal_match_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deal")),
    )
    with op.batch_alter_table("deal", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_deal_club_id"), ["club_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_deal_match_id"), ["match_id"], unique=False)
        batch_op.create_index(
            "uq_deal_visible_position",
            ["match_id", "position"],
            unique=True,
            sqlite_where=sa.text("hidden_at IS NULL"),
            postgresql_where=sa.text("hidden_at IS NULL"),
        )

    op.create_table(
        "match_result",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("payoff", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_match_result_match_id")),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_match_result_player_id")
        ),
        sa.PrimaryKeyConstraint("match_id", "player_id", name=op.f("pk_match_result")),
    )
    with op.batch_alter_table("match_result", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_match_result_player_id"), ["player_id"], unique=False)

    op.create_table(
        "seat",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_seat_match_id")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_seat_player_id")),
        sa.PrimaryKeyConstraint("match_id", "number", name=op.f("pk_seat")),
        sa.UniqueConstraint("match_id", "player_id", name=op.f("uq_seat_match_id_player_id")),
    )
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_seat_player_id"), ["player_id"], unique=False)

    op.create_table(
        "deal_result",
        sa.Column("deal_id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("dealer", sa.Integer(), nullable=True),
        sa.Column("outcome", sa.String(length=10), nullable=False),
        sa.Column("contract", sa.String(length=40), nullable=True),
        sa.Column("points", sa.Integer(), nullable=True),
        sa.Column("sweep", sa.String(length=10), nullable=True),
        sa.ForeignKeyConstraint(["deal_id"], ["deal.id"], name=op.f("fk_deal_result_deal_id")),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_deal_result_match_id")),
        sa.PrimaryKeyConstraint("deal_id", name=op.f("pk_deal_result")),
    )
    with op.batch_alter_table("deal_result", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_deal_result_match_id"), ["match_id"], unique=False)

    op.create_table(
        "deal_score",
        sa.Column("deal_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(length=10), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("payoff", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["deal_id"], ["deal.id"], name=op.f("fk_deal_score_deal_id")),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_deal_score_match_id")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_deal_score_player_id")),
        sa.PrimaryKeyConstraint("deal_id", "player_id", name=op.f("pk_deal_score")),
    )
    with op.batch_alter_table("deal_score", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_deal_score_match_id"), ["match_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_deal_score_player_id"), ["player_id"], unique=False)

    op.create_table(
        "event",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("op_id", sa.String(length=32), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("device_id", sa.Integer(), nullable=True),
        sa.Column("kind", sa.String(length=30), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("sitting_id", sa.Integer(), nullable=True),
        sa.Column("match_id", sa.Integer(), nullable=True),
        sa.Column("deal_id", sa.Integer(), nullable=True),
        sa.Column("before", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("after", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("reason", sa.String(length=200), nullable=True),
        sa.Column("answer", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_event_club_id")),
        sa.ForeignKeyConstraint(["deal_id"], ["deal.id"], name=op.f("fk_event_deal_id")),
        sa.ForeignKeyConstraint(["device_id"], ["device.id"], name=op.f("fk_event_device_id")),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_event_match_id")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_event_player_id")),
        sa.ForeignKeyConstraint(["sitting_id"], ["sitting.id"], name=op.f("fk_event_sitting_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_event")),
        sa.UniqueConstraint("club_id", "op_id", name=op.f("uq_event_club_id_op_id")),
    )
    with op.batch_alter_table("event", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_event_match_id"), ["match_id"], unique=False)
    # The record of operations is only ever added to, whoever holds the pen.
    if op.get_bind().dialect.name == "sqlite":
        for verb in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER event_no_{verb.lower()} BEFORE {verb} ON event "
                "BEGIN SELECT RAISE(ABORT, 'events are only ever added'); END"
            )
