"""A match as it would have come out under other rules: looked at, never written."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, render_template, request

from .. import entry
from ..entry import Refused
from ..forms import StartForm, start_form
from ..games.base import full_rules, read_rules
from ..scoring import ImpossibleDeals
from ..store import matches, presets
from ..store.matches import Kept
from ..whatif import what_if
from .guard import MEMBERS, allow, member

bp = Blueprint("whatif", __name__, url_prefix="/clubs/<id:club>/matches/<id:match>/what-if")


@bp.get("")
@allow(MEMBERS)
def show(match: int) -> Any:
    """Ask for other rules, and show the match under them; the address says which."""
    kept = matches.load(member().club, match)
    offered = presets.offered(member().club, kept.match.game.slug)
    chosen = entry.row_id(request.args.get("preset"))
    preset = next((one for one in offered if one.number == chosen), None)
    form = _form(kept, preset.for_seats(kept.match.seats) if preset else kept.match.rules)
    page: dict[str, Any] = {"kept": kept, "form": form, "presets": offered, "chosen": preset}
    if "asked" not in request.args and preset is None:
        return render_template("whatif/show.html", **page)
    try:
        rules = read_rules(kept.match.game, form.rules(), kept.match.seats)
        page["under"] = what_if(kept.match, kept.scored, rules)
    except ImpossibleDeals as impossible:
        page["impossible"] = impossible.deals
    except Refused as refused:
        form.show(refused.problems)
        return render_template("whatif/show.html", **page), 422
    return render_template("whatif/show.html", **page)


def _form(kept: Kept, rules: Any) -> StartForm:
    """Return the form of rules: as it was sent, else filled with these."""
    data = request.args if "asked" in request.args else None
    return start_form(StartForm, kept.match.game, kept.match.seats, full_rules(rules), data)
