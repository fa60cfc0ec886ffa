"""Links to join by as they are printed on a terminal: the address and its code."""

from __future__ import annotations

import sys
from io import StringIO

import segno

from .addresses import addresses, bracketed
from .config import Settings


def servers(settings: Settings) -> list[str]:
    """Return the addresses at which phones reach the server, the likeliest first."""
    if settings.https and settings.hosts:
        return [f"https://{name}" for name in settings.hosts]
    return [f"http://{bracketed(host)}:{settings.port}" for host in addresses(settings.host)]


def lines(settings: Settings, token: str) -> list[str]:
    """Return the lines that show a link and its code."""
    link = f"{servers(settings)[0]}/join/{token}"
    return ["", f"  {link}", "", drawn(link, sys.stdout.encoding or "ascii")]


def drawn(link: str, encoding: str = "utf-8") -> str:
    """Return the code of a link, drawn in characters; nothing where there are none to draw with.

    >>> drawn("http://192.168.1.2:8021/", "ascii")
    ''
    """
    picture = StringIO()
    segno.make(link, error="l").terminal(out=picture, compact=True)
    text = picture.getvalue()
    return "" if text.encode(encoding, "replace").decode(encoding) != text else text
