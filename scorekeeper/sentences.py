"""Sentences in the language of the request, whose catalogue is found once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from flask import g, has_app_context
from flask_babel import force_locale, get_domain
from markupsafe import Markup


def translated(text: str) -> str:
    """Return a marked text of the pure rooms in the page's language."""
    if not text or not has_app_context():
        return text
    found = g.get("catalogue")
    if found is None:
        found = g.catalogue = get_domain().get_translations()
    return str(found.ugettext(text))


@contextmanager
def spoken_in(locale: str) -> Iterator[None]:
    """Speak another language for a while."""
    before = g.pop("catalogue", None)
    try:
        with force_locale(locale):
            yield
    finally:
        g.catalogue = before


def sentence(text: str, **values: Any) -> Markup:
    """Return a sentence of a template with its values, which are escaped."""
    said = Markup(translated(text))  # noqa: S704 - the catalogues are our own
    return said % values if values or "%" in said else said
