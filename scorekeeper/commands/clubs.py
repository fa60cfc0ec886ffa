"""Clubs and who may enter: `link`, `clubs` and `devices`, for an owner who lost the phone."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from ..entry import number
from .terminal import add, printing, with_settings

if TYPE_CHECKING:
    from .terminal import Commands

ROLES: Final = ("owner", "scorer", "viewer")
WHICH: Final = "the id of the club, if there are several"


def add_to(commands: Commands) -> None:
    """Add `link`, `clubs` and `devices`."""
    link = add(commands, "link", "print a link to join by", link_command)
    link.add_argument("--club", metavar="ID", type=an_id, help=WHICH)
    link.add_argument("--role", choices=ROLES, default="owner", help="what it makes a phone")
    clubs = add(commands, "clubs", "list the clubs of this server, or add one", clubs_command)
    clubs.add_argument("--add", metavar="NAME", help="make a club and print its owner's link")
    devices = add(commands, "devices", "list a club's devices, or put one out", devices_command)
    devices.add_argument("--club", metavar="ID", type=an_id, help=WHICH)
    devices.add_argument("--revoke", metavar="DEVICE", type=an_id, help="put this one out")


def an_id(text: str) -> int:
    """Return the id that an argument says."""
    found = number(text)
    if found is None or found < 1:
        raise argparse.ArgumentTypeError(f"expected the number of an id, got {text!r}")
    return found


def link_command(args: argparse.Namespace) -> int:
    """Make a link and print it with its code."""
    from .. import door

    return printing(lambda: with_settings(lambda data: door.link(data, args.club, args.role)))


def clubs_command(args: argparse.Namespace) -> int:
    """List the clubs, or make one."""
    from .. import door

    if args.add is None:
        return printing(lambda: with_settings(door.list_clubs))
    return printing(lambda: with_settings(lambda data: door.add_club(data, args.add)))


def devices_command(args: argparse.Namespace) -> int:
    """List the devices of a club, or put one out."""
    from .. import door

    if args.revoke is None:
        return printing(lambda: with_settings(lambda data: door.list_devices(data, args.club)))
    return printing(lambda: with_settings(lambda data: door.revoke(data, args.club, args.revoke)))
