"""Corrections: a version for each match, and spellings that were merged into a person"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("match", sa.Column("version", sa.Integer(), nullable=False, server_default="1"))
    with op.batch_alter_table("player") as batch:
        batch.add_column(sa.Column("merged_into_id", sa.Integer(), nullable=True))
        batch.create_foreign_key(
            op.f("fk_player_merged_into_id"), "player", ["merged_into_id"], ["id"]
        )
