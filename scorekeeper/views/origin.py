"""Which host names this server answers to, and whether a request comes from a page of its own."""

from __future__ import annotations

import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import request

from ..config import Settings


def own_names(settings: Settings) -> frozenset[str]:
    """Return the host names that this server answers to, beside all IP addresses."""
    name = socket.gethostname().lower()
    own = {"localhost", name, f"{name.partition('.')[0]}.local", socket.getfqdn().lower()}
    return frozenset(own | set(settings.hosts))


def host_allowed(header: str, own: frozenset[str]) -> bool:
    """Say whether a Host header names this machine: any address, or one of its names."""
    try:
        parts = urlsplit(f"//{header}")
        host, _ = parts.hostname, parts.port
    except ValueError:
        return False
    if not host or parts.netloc != header or "@" in header:
        return False
    try:
        ip_address(host)
    except ValueError:
        return host.removesuffix(".") in own
    return True


def same_origin() -> bool:
    """Say whether a request comes from a page of this server.

    A browser sends Origin, Sec-Fetch-Site or both with a form; neither means it was no browser
    with a page of ours.
    """
    site, origin = request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin")
    if site is None and origin is None:
        return False
    if site is not None and site not in ("same-origin", "none"):
        return False
    return origin is None or _origin(origin) == _origin(request.host_url)


def _origin(url: str) -> tuple[str, str | None, int | None] | None:
    try:
        parts = urlsplit(url)
        port = parts.port or {"http": 80, "https": 443}.get(parts.scheme)
    except ValueError:
        return None
    return parts.scheme, parts.hostname, port
