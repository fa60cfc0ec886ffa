"""Open the database as it is for a command, also while the server runs.

Nothing is migrated or made here; what is in the way is said in words.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask
from sqlalchemy.exc import DBAPIError

from . import config, create_app, schema
from .config import Settings, SettingsError
from .db import Busy, db


@contextmanager
def opened(settings: Settings) -> Iterator[Flask]:
    """Give the application inside its context, on a database of this version that is there."""
    if settings.postgresql is None:
        config.database(settings.data)
    app = create_app(settings)
    with app.app_context():
        try:
            schema.expect_current()
            yield app
        except DBAPIError as error:
            raise unusable(settings, error) from None
        except Busy:
            name = config.database_in_words(settings)
            raise SettingsError(f"{name} is being written to: try again") from None
        finally:
            db.session.remove()
            db.engine.dispose()


def unusable(settings: Settings, error: DBAPIError) -> SettingsError:
    """Return what a database says that cannot be used, in one line."""
    why = " ".join(str(error.orig).split())
    return SettingsError(f"{config.database_in_words(settings)} cannot be used: {why}")
