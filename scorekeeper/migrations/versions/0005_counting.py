"""What counting asks of each deal: its stake, and for everybody side, result and card points"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

SIDES = """
UPDATE deal_score SET side = CASE WHEN role = 'opponent' THEN 2 ELSE 1 END,
  result = CASE WHEN (role = 'opponent') = (d.outcome = 'lost') THEN 'won' ELSE 'lost' END,
  points = CASE WHEN role = 'opponent' THEN NULL ELSE d.points END
FROM deal_result d WHERE d.deal_id = deal_score.deal_id AND d.outcome IN ('won', 'lost')
  AND role IN ('soloist', 'partner', 'opponent')
"""
STAKE = sa.text(
    "UPDATE deal_result SET stake = :stake WHERE match_id = :match AND contract = :contract "
    "AND outcome IN ('won', 'lost')"
)


def upgrade() -> None:
    op.add_column("club", sa.Column("repairs", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("deal_result", sa.Column("stake", sa.Integer(), nullable=True))
    op.add_column("deal_score", sa.Column("side", sa.Integer(), nullable=False, server_default="0"))
    op.add_column(
        "deal_score", sa.Column("result", sa.String(5), nullable=False, server_default="")
    )
    op.add_column("deal_score", sa.Column("points", sa.Integer(), nullable=True))
    op.create_index(op.f("ix_event_club_id_id"), "event", ["club_id", "id"])
    op.execute(SIDES)
    connection = op.get_bind()
    stakes = [
        {"match": match, "contract": contract, "stake": stake}
        for match, rules in connection.execute(sa.text("SELECT id, rules FROM match")).all()
        for contract, stake in _read(rules).get("stakes", {}).items()
    ]
    if stakes:
        connection.execute(STAKE, stakes)


def _read(rules: object) -> dict[str, dict[str, int]]:
    read = json.loads(rules) if isinstance(rules, str) else rules
    return read if isinstance(read, dict) else {}
