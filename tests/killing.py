"""A server that is killed again and again while phones save, and what must hold after. No tests."""

from __future__ import annotations

import http.client
import random
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from scorekeeper.config import Settings
from scorekeeper.store import matches
from tests import racing
from tests.pages import Fields
from tests.polling import until
from tests.record import Inside, by_hand
from tests.test_server import Wire, joined

AT_ONCE: Final = 4
TABLES: Final = 2
AGAIN: Final = 50  # how often a deal is sent again before that is a failure


@dataclass
class Saving:
    """Phones that save deals, and send each again until it is answered, as the page's script does.

    `saved` are the remarks on deals that were answered as saved, `unheard` counts those that were
    in the database after a kill without an answer.
    """

    phone: Wire
    saved: list[str] = field(default_factory=list)
    unheard: int = 0
    reached: threading.Event = field(default_factory=threading.Event)
    given_up: threading.Event = field(default_factory=threading.Event)

    def save(self, action: str, fields: Fields) -> None:
        """Send one deal until it is answered."""
        for _ in range(AGAIN):
            self.reached.wait(60)
            if self.given_up.is_set():
                return
            try:
                answer = self.phone.post(action, fields)
            except (OSError, http.client.HTTPException):
                continue
            if answer.status == 503:
                continue
            assert answer.status == 303, answer.body.decode()
            self.saved.append(dict(fields)["note"])
            return
        raise AssertionError(f"expected an answer to {fields}, got none {AGAIN} times")

    def has(self, many: int) -> bool:
        """Say whether so many deals were answered as saved."""
        return len(self.saved) >= many

    def reach(self, port: int) -> None:
        """Find the server again where it was started anew."""
        phone = Wire(port)
        phone.cookies = self.phone.cookies
        self.phone = phone
        self.reached.set()


def killed(settings: Settings, inside: Inside, club: int, posts: int, kills: int) -> Saving:
    """Save so many deals while the server is killed so often; hold after each that none is lost."""
    chance = random.Random(kills)
    with racing.servers(settings, 1) as [running]:
        phone = joined(running)
        tables = racing.tables(phone, TABLES)
        every = _deals(phone, tables, posts)
    saving = Saving(phone)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        found = [pool.submit(saving.save, action, fields) for action, fields in every]
        try:
            for number in range(kills):
                with racing.servers(settings, 1) as [running]:
                    saving.reach(running.port)
                    enough = (number + 1) * posts // (kills + 1)
                    until(partial(saving.has, enough))
                    if number % 2:
                        threading.Event().wait(chance.random() / 100)
                    else:
                        _just_saved(settings)
                    saving.reached.clear()
                saving.unheard += holds(inside, club, tables, saving.saved[:])
            with racing.servers(settings, 1) as [running]:
                saving.reach(running.port)
                for one in found:
                    one.result()
        finally:
            saving.given_up.set()
            saving.reached.set()
    holds(inside, club, tables, saving.saved)
    racing.holds(inside, club, tables, posts)
    return saving


def _just_saved(settings: Settings) -> None:
    """Wait until something more is in the database: its answer may not be on its way yet."""
    with by_hand(settings) as other:
        before = now = None
        until_then = time.monotonic() + 10
        while now == before and time.monotonic() < until_then:
            [now] = other.execute("SELECT count(*) FROM event").fetchone()
            before = now if before is None else before


def _deals(phone: Wire, tables: Sequence[str], posts: int) -> list[tuple[str, Fields]]:
    forms = [phone.read(table).form("/deals") for table in tables]
    turns = [(number, forms[number % len(forms)]) for number in range(posts)]
    return [
        (form.action, racing.filled(form, 0, number, note=f"deal no. {number}"))
        for number, form in turns
    ]


def holds(inside: Inside, club: int, tables: Sequence[str], saved: Sequence[str]) -> int:
    """Assert that what was answered as saved is there, nothing twice; return how much more is."""
    notes = [
        row.facts["note"]
        for table in tables
        for row in inside(matches.load, club, int(table.rsplit("/", 1)[1])).scored.rows
    ]
    assert len(notes) == len(set(notes))
    assert not set(saved) - set(notes)
    return len(set(notes) - set(saved))
