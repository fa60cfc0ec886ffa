"""The sentences of templates in the language of the request, whose catalogue is found once."""

from __future__ import annotations

from typing import Any

from flask import g
from flask_babel import get_domain
from markupsafe import Markup


def sentence(text: str, **values: Any) -> Markup:
    """Return a sentence of a page with its values, which are escaped."""
    if "catalogue" not in g:
        g.catalogue = get_domain().get_translations()
    said = Markup(g.catalogue.ugettext(text))  # noqa: S704 - the catalogues are our own
    return said % values if values or "%" in said else said
