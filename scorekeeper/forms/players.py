"""The forms of people and their devices, and of a name for house rules."""

from __future__ import annotations

from wtforms import BooleanField, HiddenField, StringField

from .base import Form


class PlayerForm(Form):
    """A player's name; `another` says that a look-alike is another person.

    `then` says whose seats the page was asking for, if it was.
    """

    name = StringField()
    another = BooleanField()
    then = HiddenField()


class PresetForm(Form):
    """The name of house rules that are kept; `match` is whose rules they are, if a match's."""

    name = StringField()
    match = HiddenField()


class MergeForm(Form):
    """Another spelling of whom a player is."""

    into = HiddenField()


class JoinForm(Form):
    """Join a club with this device."""

    device = StringField()
