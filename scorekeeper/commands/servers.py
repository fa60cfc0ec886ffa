"""Servers: `serve` and `demo`."""

from __future__ import annotations

import argparse
import gc
import signal
from typing import TYPE_CHECKING

from .terminal import add, with_settings

if TYPE_CHECKING:
    from .terminal import Commands


def add_to(commands: Commands) -> None:
    """Add `serve` and `demo`."""
    add(commands, "serve", "start the server", serve_command)
    add(commands, "demo", "start a server with sample evenings", demo_command)


def serve_command(_: argparse.Namespace) -> int:
    """Start the server on the user's data."""
    gc.disable()  # what is made at the start stays: the server begins to collect when it serves
    try:
        _end_as_by_ctrl_c()
        from ..server import serve

        return with_settings(serve)
    finally:
        gc.enable()


def demo_command(_: argparse.Namespace) -> int:
    """Start the server on a demo club in a folder of its own."""
    _end_as_by_ctrl_c()
    from ..server import demo

    return with_settings(demo)


def _end_as_by_ctrl_c() -> None:
    """Let what ends services, and computers, end the server as cleanly."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
