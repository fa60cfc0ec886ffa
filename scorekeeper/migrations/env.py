"""How Alembic reaches the tables: through the app's own engine, one transaction for all steps."""

from alembic import context
from flask import current_app
from sqlalchemy import text

db = current_app.extensions["migrate"].db


def run() -> None:
    """Run the steps with foreign keys off, and check them before committing.

    Copying a table in a batch step would otherwise delete the rows that refer to it.
    """
    with db.engine.connect() as connection:
        sqlite = connection.dialect.name == "sqlite"
        if sqlite:
            connection.connection.dbapi_connection.execute("PRAGMA foreign_keys=OFF")
        context.configure(
            connection=connection,
            target_metadata=db.metadata,
            render_as_batch=True,
            transactional_ddl=True,
        )
        try:
            with context.begin_transaction():
                context.run_migrations()
                if sqlite:
                    broken = connection.execute(text("PRAGMA foreign_key_check")).all()
                    if broken:
                        raise ValueError(f"expected no broken references, got {broken[:5]}")
        finally:
            if sqlite:
                connection.connection.dbapi_connection.execute("PRAGMA foreign_keys=ON")


run()
