"""On PostgreSQL, too, the record of operations is only ever added to"""

from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

REFUSE = """
CREATE FUNCTION event_only_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'events are only ever added' USING ERRCODE = 'integrity_constraint_violation';
END $$
"""


def upgrade() -> None:
    # SQLite has had its triggers from the first step on.
    if op.get_bind().dialect.name != "postgresql":
        return
    op.execute(REFUSE)
    for verb, each in (("UPDATE", "ROW"), ("DELETE", "ROW"), ("TRUNCATE", "STATEMENT")):
        op.execute(
            f"CREATE TRIGGER event_no_{verb.lower()} BEFORE {verb} ON event "
            f"FOR EACH {each} EXECUTE FUNCTION event_only_added()"
        )
