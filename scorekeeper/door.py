"""The door from the server's side, for an owner who lost the phone: links, clubs, devices.

Everything is printed; what it does is in the store, and can be done while the server runs.
"""

from __future__ import annotations

from collections.abc import Sequence

from . import links
from .config import Settings, SettingsError
from .entry import Refused
from .opening import opened
from .store import clubs, devices, invites
from .store.clubs import ClubRow
from .store.errors import NotFound
from .store.operations import Actor, new_op_id


def owners_tokens(key: bytes, only: int | None = None) -> list[tuple[str, str]]:
    """Return the clubs that have no owner, each with the token by which a first one joins."""
    wanted = [club for club in clubs.listed() if only in (None, club.id)]
    tokens = [(club.name, invites.owner_token(club.id, key)) for club in wanted]
    return [(name, token) for name, token in tokens if token is not None]


def owners_lines(settings: Settings, owners: Sequence[tuple[str, str]]) -> list[str]:
    """Return the lines that show how to own the clubs that have no owner."""
    lines = []
    for name, token in owners:
        lines += ["", f'The club "{name}" has no owner. Open this on the owner\'s phone:']
        lines += links.lines(settings, token)
    return lines


def print_owners_links(settings: Settings, key: bytes, only: int | None = None) -> None:
    """Print how to own the clubs that have no owner."""
    print(*owners_lines(settings, owners_tokens(key, only)), sep="\n", flush=True)


def link(settings: Settings, club: int | None, role: str) -> int:
    """Make a link for a role and print it; return the exit status."""
    with opened(settings) as app:
        row, key = club_of(club), app.config["SECRET_KEY"]
        made = invites.make(Actor(row.id), new_op_id(), role, key)
        [one] = [link for link in invites.links(row.id, key) if link.id == made]
        print(f'To join "{row.name}" as {role}, open this on the phone:')
        print(*links.lines(settings, one.token), sep="\n")
        until = "until it is ended" if one.minutes is None else f"for {one.minutes} minutes"
        print(f"It is good {until}, for everybody at the table.", flush=True)
    return 0


def list_clubs(settings: Settings) -> int:
    """Print the clubs of this server."""
    with opened(settings):
        rows = [("id", "devices", "newest evening", "name")]
        for club in clubs.listed():
            newest = "none" if club.newest is None else str(club.newest)
            rows.append((str(club.id), str(club.devices), newest, club.name))
    _print_table(rows)
    return 0


def add_club(settings: Settings, name: str) -> int:
    """Make a club, and print its owner's link."""
    with opened(settings) as app:
        try:
            club = clubs.make(name)
        except Refused as refused:
            raise SettingsError(str(refused)) from None
        print(f"Club {club} is made.")
        print_owners_links(settings, app.config["SECRET_KEY"], club)
    return 0


def list_devices(settings: Settings, club: int | None) -> int:
    """Print the devices of a club, those that left included."""
    with opened(settings):
        rows = [("id", "role", "joined", "name")]
        for device in devices.listed(club_of(club).id):
            role = "out" if device.revoked else device.role
            rows.append((str(device.id), role, f"{device.joined_at:%Y-%m-%d}", device.name))
    _print_table(rows)
    return 0


def revoke(settings: Settings, club: int | None, device: int) -> int:
    """Put a device out at its next request."""
    with opened(settings) as app:
        row = club_of(club)
        try:
            devices.revoke(Actor(row.id), new_op_id(), device)
        except NotFound:
            raise SettingsError(
                f'expected one of the devices of "{row.name}", got {device}; '
                "`scorekeeper devices` lists them"
            ) from None
        [gone] = [one for one in devices.listed(row.id) if one.id == device]
        print(f'"{gone.name}" is put out of "{row.name}".', flush=True)
        print_owners_links(settings, app.config["SECRET_KEY"], row.id)
    return 0


def club_of(wanted: int | None) -> ClubRow:
    """Return the club that is meant: the one that there is, unless one is named."""
    rows = clubs.listed()
    found = [row for row in rows if wanted is None or row.id == wanted]
    if len(found) == 1:
        return found[0]
    known = ", ".join(f'{row.id} "{row.name}"' for row in rows) or "none"
    came = "nothing" if wanted is None else wanted
    raise SettingsError(f"--club: expected the id of one of the clubs {known}; got {came}")


def _print_table(rows: Sequence[Sequence[str]]) -> None:
    """Print rows in columns; the last one is as wide as it needs to be."""
    widths = [max(len(row[column]) for row in rows) + 2 for column in range(len(rows[0]) - 1)]
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        print("".join(cells) + row[-1], flush=True)
