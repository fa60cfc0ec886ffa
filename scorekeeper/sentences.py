"""Sentences in the language of the request, whose catalogue is found once."""

from __future__ import annotations

from typing import Any

from flask import g
from flask_babel import get_domain, get_locale
from markupsafe import Markup


def translated(text: str) -> str:
    """Return a marked text of the pure rooms in the page's language."""
    locale = get_locale()
    if not text or locale is None:
        return text
    found = g.get("catalogue")
    if found is None or found[0] is not locale:  # another may be forced for a while
        found = g.catalogue = (locale, get_domain().get_translations())
    return str(found[1].ugettext(text))


def sentence(text: str, **values: Any) -> Markup:
    """Return a sentence of a template with its values, which are escaped."""
    said = Markup(translated(text))  # noqa: S704 - the catalogues are our own
    return said % values if values or "%" in said else said
