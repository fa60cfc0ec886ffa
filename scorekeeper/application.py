"""Put the application together: settings, extensions, rooms, and what templates may call."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from flask import Flask, url_for
from flask_babel import Babel, get_locale
from flask_wtf import CSRFProtect
from sqlalchemy import URL
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import BaseConverter, Rule

from . import config, words
from .answered import asked, unusual
from .config import Settings
from .db import db
from .forms import pads
from .games import GAMES
from .sentences import sentence
from .views import BLUEPRINTS, errors, guard
from .views.language import LANGUAGES, wanted
from .views.rules import asks_address

YEAR: Final = 365 * 24 * 3600
BODY: Final = 64 * 1024
FIELDS: Final = 500


class IdConverter(BaseConverter):
    """The id of a row in an address: ASCII digits, within every database's integers."""

    regex = "[1-9][0-9]{0,8}"

    def to_python(self, value: str) -> int:
        """Return the id as a number."""
        return int(value)


class LateRule(Rule):
    """A route that learns to make its address when the first one is asked for.

    Werkzeug compiles two functions for each route: that was most of putting the pages together.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        compiled = functools.cache(functools.partial(super()._compile_builder, append_unknown))

        def late(rule: Rule, /, **values: Any) -> tuple[str, str]:
            return compiled()(rule, **values)

        return late


def build(settings: Settings) -> Flask:
    """Return the application; see `create_app`."""
    root = config.resources()
    app = Flask(
        "scorekeeper", template_folder=str(root / "templates"), static_folder=str(root / "static")
    )
    app.config.from_mapping(_settings(settings))
    app.url_rule_class = LateRule
    app.url_map.converters["id"] = IdConverter
    app.url_map.strict_slashes = False
    db.init_app(app)
    Babel(app, locale_selector=wanted)
    csrf = CSRFProtect(app)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    guard.install(app, csrf)
    if many := settings.proxies:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=many, x_proto=many, x_host=many
        )
    errors.install(app)
    _furnish(app, root)
    return app


def _furnish(app: Flask, root: Path) -> None:
    """Give templates what they may call."""
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters["translated"] = words.translated
    app.jinja_env.globals |= words.WORDS | {
        "_": sentence,
        "GAMES": GAMES,
        "LANGUAGES": LANGUAGES,
        "beside": pads.beside,
        "digits": pads.digits,
        "other": pads.other,
        "parts": pads.parts,
        "stages": pads.stages,
        "stepped": pads.stepped,
        "asked": asked,
        "asks_address": functools.cache(asks_address),
        "asset": _asset(root / "static"),
        "get_locale": get_locale,
        "unusual": unusual,
        "may_write": guard.may_write,
    }


def _settings(settings: Settings) -> dict[str, Any]:
    key = config.signing_key(settings.data)
    name = f"scorekeeper_{config.folder_id(key)}"
    return {
        "SECRET_KEY": key,
        **_database(settings),
        "SESSION_COOKIE_NAME": f"{name}_form",
        "SESSION_COOKIE_SAMESITE": "Lax",
        "SESSION_REFRESH_EACH_REQUEST": False,  # pages do, files that caches keep do not
        "SESSION_COOKIE_SECURE": settings.https,
        "PERMANENT_SESSION_LIFETIME": YEAR,
        "SEND_FILE_MAX_AGE_DEFAULT": YEAR,
        "MAX_CONTENT_LENGTH": BODY,
        "MAX_FORM_MEMORY_SIZE": BODY,
        "MAX_FORM_PARTS": FIELDS,
        "WTF_CSRF_TIME_LIMIT": None,
        "WTF_CSRF_CHECK_DEFAULT": False,  # the guard calls it, after it has admitted the device
        "WTF_CSRF_SSL_STRICT": False,  # the guard compares Origin itself
        "WTF_I18N_ENABLED": False,  # no sentence of the library's is ever shown
        "BABEL_TRANSLATION_DIRECTORIES": str(Path(__file__).parent / "translations"),
        "SCOREKEEPER": settings,
        "SCOREKEEPER_COOKIE": name,
    }


def _database(settings: Settings) -> dict[str, Any]:
    if settings.postgresql is None:
        file = (settings.data / config.DATABASE).absolute().as_uri()
        # A file that is not there is not made: an empty one would hide that it is gone.
        url = URL.create("sqlite", database=file, query={"mode": "rw", "uri": "true"})
        options: dict[str, Any] = {}
    else:
        from . import postgresql

        url = postgresql.url(settings.postgresql)
        options = postgresql.engine_options(settings.postgresql)
    return {
        "SQLALCHEMY_DATABASE_URI": url,
        "SQLALCHEMY_ENGINE_OPTIONS": {"hide_parameters": True, **options},
    }


def _asset(folder: Path) -> Any:
    """Return a function that gives a static file's address, which changes with its content."""

    @functools.cache
    def asset(name: str) -> str:
        version = hashlib.sha256((folder / name).read_bytes()).hexdigest()[:12]
        return url_for("static", filename=name, v=version)

    return asset
