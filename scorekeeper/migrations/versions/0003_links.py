"""Links that end by themselves; what is new at a table is found by its sitting, too"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("invite", sa.Column("expires_at", sa.DateTime(), nullable=True))
    op.create_index(op.f("ix_event_sitting_id"), "event", ["sitting_id"])
