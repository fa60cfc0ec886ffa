"""Keep the score of card games at a real table.

`create_app` loads Flask and the rest when it is called, so that the pure rooms and the `score`
command can be imported without.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from .config import Settings


def create_app(settings: Settings) -> Flask:
    """Return the web application on a data folder that is there already.

    It neither makes nor changes the database: the server does, before it serves.
    """
    from .application import build

    return build(settings)
