"""The addresses of this machine at which others reach it. Nothing is sent to find them."""

from __future__ import annotations

import ipaddress
import socket
from contextlib import suppress
from typing import Any

import ifaddr


def bracketed(host: str) -> str:
    """Return a host as it stands in an address."""
    return f"[{host}]" if ":" in host else host


def addresses(host: str) -> list[str]:
    """Return the addresses at which a server bound to `host` is reached, the likeliest first."""
    with suppress(ValueError):
        if ipaddress.ip_address(host).is_unspecified:
            return _own_addresses() or ["127.0.0.1"]
    return [host]


def _own_addresses() -> list[str]:
    found = [
        str(ip.ip)
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if ip.is_IPv4 and not ipaddress.ip_address(str(ip.ip)).is_loopback
    ]
    usual = _usual_address()
    return sorted(dict.fromkeys(found), key=lambda address: address != usual)


def _usual_address() -> str | None:
    # A datagram socket that is only connected sends nothing; it tells which address would be used.
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        own: tuple[Any, ...] = probe.getsockname()
        return str(own[0])
    return None
