"""Files that a device has sent and that wait for its yes; where they lie is `uploads.py`."""

from __future__ import annotations

from pathlib import Path

from flask import current_app, request

from .. import uploads
from ..store.operations import digest
from .guard import member


def sent() -> bytes | None:
    """Return the file in the request, None when none was chosen."""
    file = request.files.get("file")
    return file.read() if file is not None and file.filename else None


def keep(content: bytes) -> str | None:
    """Keep a file until the device says yes; return its token, None when there is no room."""
    try:
        return uploads.keep(_data(), _owner(), content)
    except OSError:
        return None


def fetch(token: str | None) -> bytes | None:
    """Return the file of a token, None when it is gone."""
    uploads.sweep(_data())
    return uploads.fetch(_data(), _owner(), token or "")


def said() -> str:
    """Return what tells what was said about a file from anything else, its token included."""
    aside = ("csrf_token", "op_id")
    pairs = [(name, text) for name, text in request.form.items(multi=True) if name not in aside]
    return digest("sent", sorted(pairs))


def drop(token: str | None) -> None:
    """Remove the file of a token."""
    uploads.drop(_data(), _owner(), token or "")


def _data() -> Path:
    data: Path = current_app.config["SCOREKEEPER"].data
    return data


def _owner() -> str:
    return f"{member().club}.{member().device}"
