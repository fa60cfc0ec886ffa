"""A club on a running server, a Chromium to look at it, and how a test sets a table.

What is tested goes by taps; what has to be there before is put there through the store. No tests.
"""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import waitress
from playwright.sync_api import Browser, BrowserContext, Page, Playwright
from waitress import wasyncore

from scorekeeper import create_app, schema, server
from scorekeeper.config import Settings
from scorekeeper.days import today
from scorekeeper.db import db
from scorekeeper.store import (
    clubs,
    deals,
    invites,
    matches,
    money,
    players,
    presets,
    sittings,
    starting,
)
from scorekeeper.store.operations import Actor, new_op_id

CHROMIUM: Final = shutil.which("chromium")
NO_CHROMIUM: Final = "no Chromium here; on Debian: apt-get install chromium"
# Browsers give localhost what they keep from http elsewhere, so the other name is tested, too.
LOCAL, ELSEWHERE = "localhost", "cards.test"
ARGS: Final = (
    "--no-sandbox",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    f"--host-resolver-rules=MAP {ELSEWHERE} 127.0.0.1",
)
CAST: Final = ("Anna", "Ben", "Carla", "Dino", "Elsa", "Fabio", "Gina")
_FAMILY: Final = "von und zu Hohenlohe-Langenburg-Oehringen"
LONG: Final = tuple(f"{name} {_FAMILY}"[:40].strip() for name in CAST)
PLAIN: Final = {"bid": "solo", "soloist": 1, "card_points": 7}


def launch(playwright: Playwright) -> Browser:
    """Start the browser that all tests share."""
    return playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGS))


class Club:
    """A club in a data folder of its own, served until closed."""

    def __init__(self, folder: Path) -> None:
        settings = Settings(data=folder, host="127.0.0.1", port=0, hosts=(ELSEWHERE,))
        folder.mkdir(mode=0o700, exist_ok=True)
        self.app = create_app(settings)
        with self.app.app_context():
            schema.upgrade(settings)
            self._actor = Actor(clubs.ensure_club("Our club"))
        self._sockets: dict[int, Any] = {}
        self._server = waitress.create_server(
            self.app,
            map=self._sockets,
            host=settings.host,
            port=settings.port,
            threads=server.THREADS,
            connection_limit=server.CONNECTIONS,
            channel_timeout=server.CHANNEL_SECONDS,
            max_request_body_size=server.BODY,
            ident=None,
        )
        self._thread = threading.Thread(target=self._server.run)
        self._thread.start()

    def close(self) -> None:
        """Stop serving."""
        self._server.trigger.pull_trigger(lambda: wasyncore.close_all(self._sockets))
        self._thread.join()
        self._server.task_dispatcher.shutdown()
        with self.app.app_context():
            db.engine.dispose()

    def address(self, host: str = LOCAL) -> str:
        """Return the address of the server under one of its names."""
        return f"http://{host}:{self._server.effective_port}"

    def link(self, host: str = LOCAL) -> str:
        """Return the owner's link as it is printed at the start."""
        with self.app.app_context():
            token = invites.owner_token(self._actor.club, self.app.config["SECRET_KEY"])
        return f"{self.address(host)}/join/{token}"

    def device(self, name: str) -> tuple[str, str]:
        """Let another device of an owner join, and return its cookie: name and value."""
        key = self.app.config["SECRET_KEY"]
        with self.app.app_context():
            invites.make(self._actor, new_op_id(), "owner", key)
        with self.app.app_context():
            token = invites.links(self._actor.club, key)[-1].token
        with self.app.app_context():
            _, secret = invites.join(token, new_op_id(), name, key)
        return self.app.config["SCOREKEEPER_COOKIE"], secret

    def add(self, *names: str) -> list[int]:
        """Add players."""
        with self.app.app_context():
            return [players.add(self._actor, new_op_id(), name) for name in names]

    def keep_rules(self, name: str, **rules: Any) -> None:
        """Keep house rules for four under a name."""
        with self.app.app_context():
            presets.keep(self._actor, new_op_id(), name, "calabresella", 4, rules)

    def retire(self, player: int) -> None:
        """Retire a player."""
        with self.app.app_context():
            players.retire(self._actor, new_op_id(), player)

    def seat(
        self,
        people: int | Sequence[str] = 3,
        played: Sequence[dict[str, Any]] = (),
        *,
        rules: dict[str, Any] | None = None,
        dealer: int = 0,
        place: str = "",
        game: str = "calabresella",
    ) -> int:
        """Start an evening with these players, or that many of the cast; return its match."""
        ids = self.add(*(CAST[:people] if isinstance(people, int) else people))
        match = self._start(ids, rules or {}, dealer, place, game)
        self.record(match, *played)
        return match

    def again(self, names: Sequence[str], played: Sequence[dict[str, Any]] = ()) -> int:
        """Start another evening with players of the club; return its match."""
        with self.app.app_context():
            ids = {person.name: person.id for person in players.everybody(self._actor.club)}
        match = self._start([ids.get(n) or self.add(n)[0] for n in names], {}, 0, "")
        self.record(match, *played)
        return match

    def _start(
        self,
        ids: list[int],
        rules: dict[str, Any],
        dealer: int,
        place: str,
        game: str = "calabresella",
    ) -> int:
        with self.app.app_context():
            _, match = sittings.start(
                self._actor,
                new_op_id(),
                game,
                ids,
                rules,
                first_dealer=dealer,
                date=today(),
                place=place,
            )
        return match

    def record(self, match: int, *played: dict[str, Any]) -> None:
        """Record deals as another phone would."""
        for facts in played:
            with self.app.app_context():
                seen = matches.load(self._actor.club, match).newest
            with self.app.app_context():
                deals.record(self._actor, new_op_id(), match, facts, seen=seen)

    def go_on(self, match: int, game: str, played: Sequence[dict[str, Any]] = ()) -> int:
        """Start a match of another game with the same people in the same evening."""
        with self.app.app_context():
            last = matches.load(self._actor.club, match)
        with self.app.app_context():
            new = starting.start_other(
                self._actor, new_op_id(), last.sitting, game, last.players, {}, 0
            )
        self.record(new, *played)
        return new

    def evening(self, match: int) -> str:
        """Return the path of the evening of a match."""
        with self.app.app_context():
            sitting = matches.load(self._actor.club, match).sitting
        return f"{self.home}/sittings/{sitting}"

    def play_for(self, match: int, currency: str = "EUR", value: int = 50) -> str:
        """Play an evening for money, a unit of its game at so much; return where it is settled."""
        with self.app.app_context():
            kept = matches.load(self._actor.club, match)
            worth = {(kept.match.game.slug, "unit"): value}
        with self.app.app_context():
            money.set_terms(self._actor, new_op_id(), kept.sitting, currency, worth)
        return f"{self.home}/sittings/{kept.sitting}/settle"

    def bill(self, match: int, what: str, amount: int, shared: str = "all") -> None:
        """Let who sits first pay a bill."""
        with self.app.app_context():
            kept = matches.load(self._actor.club, match)
        bill = (what, amount, kept.players[0], shared)
        with self.app.app_context():
            money.add_cost(self._actor, new_op_id(), kept.sitting, *bill)

    def close_evening(self, match: int) -> None:
        """Close the evening of a match."""
        with self.app.app_context():
            sitting = matches.load(self._actor.club, match).sitting
        with self.app.app_context():
            sittings.close(self._actor, new_op_id(), sitting)

    def deals(self, match: int) -> list[dict[str, Any]]:
        """Return the facts of the deals that count, from the database."""
        with self.app.app_context():
            return [deal.facts for deal in matches.load(self._actor.club, match).deals]

    def pages(self, match: int) -> list[str]:
        """Return the paths of the pages of the deals that count."""
        with self.app.app_context():
            rows = matches.load(self._actor.club, match).deals
        return [f"{self.path(match)}/deals/{row.id}" for row in rows]

    def path(self, match: int) -> str:
        """Return the path of the table page of a match."""
        return f"/clubs/{self._actor.club}/matches/{match}"

    @property
    def home(self) -> str:
        """Return the path of the list of evenings."""
        return f"/clubs/{self._actor.club}"


@contextmanager
def served(folder: Path, like: Path | None = None) -> Iterator[Club]:
    """Serve a club, new or a copy of another's folder."""
    if like is not None:
        shutil.copytree(like, folder)
    club = Club(folder)
    try:
        yield club
    finally:
        club.close()


def join(page: Page, link: str) -> tuple[str, str]:
    """Join as the owner by the link, and return the device's cookie: its name and value."""
    page.goto(link)
    page.get_by_role("button", name="Join").click()
    page.wait_for_url("**/clubs/*")
    cookies = page.context.cookies()
    device = next(c for c in cookies if not c.get("name", "").endswith("_form"))
    return device.get("name", ""), device.get("value", "")


def let_in(context: BrowserContext, club: Club, device: tuple[str, str], host: str = LOCAL) -> None:
    """Give a browser the cookie of a device that has joined."""
    name, value = device
    context.add_cookies([{"name": name, "value": value, "url": club.address(host)}])
