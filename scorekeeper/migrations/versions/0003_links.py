"""Links that end by themselves"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("invite", sa.Column("expires_at", sa.DateTime(), nullable=True))
