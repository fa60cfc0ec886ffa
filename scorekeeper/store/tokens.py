"""Tokens of invites and devices: derived from the data folder's key, kept as hashes only."""

from __future__ import annotations

import base64
import hashlib
import hmac


def invite_token(key: bytes, nonce: str) -> str:
    """Return the token of an invite: the same at every time, so that it can be shown again."""
    return _derive(key, "invite", nonce)


def device_token(key: bytes, nonce: str, op_id: str) -> str:
    """Return the token of a device that joins by an invite.

    A tap repeated because its answer was lost carries the same op id, and gives the same device.
    """
    return _derive(key, "device", f"{nonce}:{op_id}")


def hashed(token: str) -> str:
    """Return what the database keeps of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def _derive(key: bytes, purpose: str, text: str) -> str:
    digest = hmac.new(key, f"{purpose}:{text}".encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")
