"""Share the result of a match or an evening: text to copy, files to save, a sheet to print."""

from __future__ import annotations

from typing import Any, Final

from flask import Blueprint, make_response, render_template, request, url_for

from .. import share
from ..sheet import Sheet
from ..store import matches, money, sittings
from ..store.errors import NotFound
from ..store.matches import Kept
from ..summary import evening_text, match_text, match_title, settlement_text
from .guard import MEMBERS, allow, member

# What fits on a page of A4 in the larger print: lines, and letters beside the rest of a line.
ROOMY: Final = 48
SHORT_NAME: Final = 12
SHORT_NOTE: Final = 30

bp = Blueprint("sharing", __name__, url_prefix="/clubs/<id:club>")


@bp.get("/matches/<id:match>/share")
@allow(MEMBERS)
def match(match: int) -> Any:
    """Offer a match as text, as files and for print."""
    kept = matches.load(member().club, match)
    text, title = match_text(kept), match_title(kept)
    return render_template("sharing/match.html", kept=kept, text=text, title=title)


@bp.get("/matches/<id:match>/sheet.json")
@allow(MEMBERS)
def match_sheet(match: int) -> Any:
    """Return the score sheet of a match."""
    kept = matches.load(member().club, match)
    name = share.file_name(kept.date, "json", kept.number)
    return attachment(share.sheet_file(_sheet(kept)), name, "application/json")


@bp.get("/matches/<id:match>/deals.csv")
@allow(MEMBERS)
def match_deals(match: int) -> Any:
    """Return the deals of a match as a table."""
    kept = matches.load(member().club, match)
    return _deals([kept], share.file_name(kept.date, "csv", kept.number))


@bp.get("/matches/<id:match>/print")
@allow(MEMBERS)
def match_print(match: int) -> Any:
    """Show the score sheet of a match for paper."""
    kept = matches.load(member().club, match)
    return _paper(kept, [kept], url_for(".match", match=match))


@bp.get("/sittings/<id:sitting>/share")
@allow(MEMBERS)
def sitting(sitting: int) -> Any:
    """Offer an evening as text, as files and for print."""
    evening = sittings.one(member().club, sitting)
    text = evening_text(evening) + _settlement(sitting)
    return render_template("sharing/sitting.html", evening=evening, text=text)


@bp.get("/sittings/<id:sitting>/sheets.jsonl")
@allow(MEMBERS)
def sitting_sheets(sitting: int) -> Any:
    """Return the score sheets of an evening, one a line."""
    evening = sittings.one(member().club, sitting)
    body = share.sheet_lines([_sheet(kept) for kept in _matches(evening)])
    return attachment(body, share.file_name(evening.date, "jsonl"), "application/x-ndjson")


@bp.get("/sittings/<id:sitting>/deals.csv")
@allow(MEMBERS)
def sitting_deals(sitting: int) -> Any:
    """Return the deals of an evening as a table."""
    evening = sittings.one(member().club, sitting)
    return _deals(_matches(evening), share.file_name(evening.date, "csv"))


@bp.get("/sittings/<id:sitting>/print")
@allow(MEMBERS)
def sitting_print(sitting: int) -> Any:
    """Show the score sheets of an evening for paper."""
    evening = sittings.one(member().club, sitting)
    back = url_for(".sitting", sitting=sitting)
    return _paper(evening, _matches(evening), back, _settlement(sitting))


def _settlement(sitting: int) -> str:
    return settlement_text(money.evening(member().club, sitting))


def _paper(
    evening: sittings.Evening | Kept, sheets: list[Kept], back: str, settlement: str = ""
) -> str:
    """Return sheets for paper, in smaller print when there is more than fits on a page."""
    return render_template(
        "sharing/print.html",
        evening=evening,
        sheets=sheets,
        title=match_title,
        dense=sum(_lines(kept) for kept in sheets) > ROOMY,
        back=back,
        settlement=settlement,
    )


def _lines(kept: Kept) -> int:
    """Return about how many lines a sheet takes: long names and notes need more than one."""
    longest = max(len(name) for name in kept.names)
    a_deal = 2 if kept.match.seats > 4 or longest > SHORT_NAME else 1
    notes = sum(len(deal.facts.get("note", "")) // SHORT_NOTE for deal in kept.deals)
    return 4 + longest // SHORT_NAME + a_deal * len(kept.deals) + notes


def _matches(evening: sittings.Evening) -> list[Kept]:
    return [matches.load(member().club, played.id) for played in evening.matches]


def _sheet(kept: Kept) -> Sheet:
    return Sheet(kept.match, kept.names)


def _deals(played: list[Kept], name: str) -> Any:
    separator, bom = separator_asked()
    table = share.deal_table(
        [share.Shared(kept.date, kept.place, kept.number, _sheet(kept)) for kept in played]
    )
    body = share.csv_file(table, separator, bom=bom)
    return attachment(body, name, "text/csv; charset=utf-8")


def separator_asked() -> tuple[str, bool]:
    """Return the separator that the address asks for, and whether the file begins with a mark."""
    separator = request.args.get("separator", "comma")
    if separator not in share.SEPARATORS:
        raise NotFound
    return separator, request.args.get("bom") == "1"


def attachment(body: bytes, name: str, kind: str) -> Any:
    """Return a file that browsers save and nobody on the way keeps."""
    answer = make_response(body)
    answer.headers["Content-Type"] = kind
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    answer.headers["Cache-Control"] = "private, no-store"
    return answer
