"""Say days, moments and when an evening was in words, as the page's language does."""

from __future__ import annotations

import datetime
from typing import Any

from flask_babel import format_date, format_time, format_timedelta
from flask_babel import gettext as _


def today() -> datetime.date:
    """Return the local day six hours ago: an evening that ends at three began the day before."""
    return (datetime.datetime.now().astimezone() - datetime.timedelta(hours=6)).date()


def day(date: datetime.date) -> str:
    """Return a date with its weekday."""
    return str(format_date(date, "full"))


def moment(at: datetime.datetime) -> str:
    """Return a moment of the tables (UTC) as this server's clock on the wall says it."""
    local = at.replace(tzinfo=datetime.UTC).astimezone().replace(tzinfo=None)
    date, time = (
        format_date(local, "medium", rebase=False),
        format_time(local, "short", rebase=False),
    )
    return f"{date}, {time}"


def ago(at: datetime.datetime) -> str:
    """Return how long ago a moment was: *3 hours ago*."""
    return str(format_timedelta(at - datetime.datetime.now(datetime.UTC), add_direction=True))


def evening_title(evening: Any) -> str:
    """Return what an evening is called: *Thursday at Bruno's*, older ones by their date."""
    recent = 0 <= (today() - evening.date).days < 7
    when = str(format_date(evening.date, "EEEE" if recent else "medium"))
    return _placed(when, evening.place)


def evening_in_full(evening: Any) -> str:
    """Return when an evening was to the day, and where: *Thursday, 5 March 2026 at Bruno's*."""
    return _placed(day(evening.date), evening.place)


def _placed(when: str, place: str) -> str:
    when = when[:1].upper() + when[1:]  # a title, also where weekdays are written small
    return str(_("%(when)s at %(place)s", when=when, place=place)) if place else when
