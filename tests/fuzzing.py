"""Requests that nobody's browser would send, made by chance from a number. No tests.

Their addresses are those of the url map, their fields those of the pages' own forms and what the
views read, so that a new route or form is among them by itself.
"""

from __future__ import annotations

import json
import random
import re
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import quote_from_bytes

from flask import Flask
from sqlalchemy import update
from werkzeug.routing import Rule

from scorekeeper.db import begin_write, db
from scorekeeper.games import GAMES
from scorekeeper.models import Device, Membership
from scorekeeper.store import invites, players
from scorekeeper.store.operations import new_op_id
from scorekeeper.store.tokens import hashed
from tests.clubfile import damage
from tests.pages import Fields
from tests.phone import Answer, Phone
from tests.record import Inside
from tests.seating import Seating
from tests.views.saving import SAVING, Saving, World
from tests.views.test_games import DEALS, MANY
from tests.views.test_routes import ROUTES, address, ids_of

RETIRES: Final = "players.bring_back"  # nobody is seated with Anna after that
STRANGER: Final = "stranger"
OWNER: Final = "owner"
ROLES: Final = (OWNER, "scorer", "viewer")

TEXTS: Final = (
    *("", " ", "0", "1", "-1", "2", "3", "6", "10", "11", "21", "+", "-", "yes", "nobody", "pass"),
    *("9" * 30, "-" + "9" * 30, "9" * 10, "2147483648", "9223372036854775808", "1e400", "-1e400"),
    *("NaN", "Infinity", "1_0", "0x1", "6.0", "\uff11\uff12", "\u0663", "\u2160", "\u00b2", "None"),
    *("a\x00b", "\x00", "\x1b[2J", "\r\nSet-Cookie: x=y", "\ud800", "a\udfffb", "%ED%A0%80", "%00"),
    *("\u202eAnna", "\u200b", "\ufeff", "\U0001f600" * 20, "e\u0301" * 30, "\ufdfa" * 40, "x" * 41),
    *("<script>alert(1)</script>", '"><img src=x>', "{{ 7*7 }}", "%(name)s", "%s", "${x}", "'--"),
    *("2026-10-15", "2026-02-30", "0000-00-00", "9999-12-31", "10000-01-01", "-1-1-1", "1.2.3"),
    *("chiamo", "solo", "scegliete", "own", "doubling", "random", "soloist", "opponents", "all"),
    *("calabresella", "scorer", "owner", "viewer", "0" * 32, "f" * 32, "seats:1.2", "../../etc"),
)
BYTES: Final = (b"\xff\xfe", b"\xed\xa0\x80", b"\xc0\xaf", b"\x00", b"%", b"%zz", b"%u0041")
READ: Final = (
    "seats",
    "again",
    "game",
    "page",
    "on",
    "v",
    "into",
    "kind",
    "as",
    "separator",
    "bom",
)
HEADERS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("Accept-Language", ("", "\xff", "de;q=9e99", "x" * 8000, ",".join(["a-b;q=0"] * 900))),
    ("If-None-Match", ("*", '"', "W/", '"' + "x" * 8000)),
    ("If-Modified-Since", ("yesterday", "Thu, 99 Foo 99999999999 99:99:99 GMT")),
    ("Range", ("bytes=0-", "bytes=-" + "9" * 30, "bytes=9-1", "rows=1", "bytes=" + "1-," * 900)),
    ("Cookie", ("=", ";" * 900, "x" * 8000, "session=\xff", "a=b; " * 900)),
    ("HX-Request-Type", ("partial", "full", "\xff")),
    ("Referer", ("\xff", "http://[", "x" * 8000)),
    ("X-Forwarded-Host", ("evil.example", "\xff")),
    ("Authorization", ("Basic \xff", "Digest " + "x" * 8000)),
    ("Content-Length", ("-1", "x", "9" * 30, "5")),
    ("Transfer-Encoding", ("chunked",)),
    ("Content-Encoding", ("gzip",)),
    ("X" * 200, ("y" * 8000,)),
)
KINDS: Final = (
    *("application/json", "text/plain", "application/x-www-form-urlencoded; charset=utf-7", ""),
    *("multipart/form-data", 'multipart/form-data; boundary=""', "\xff", "a" * 3000, "image/png"),
    "multipart/form-data; boundary=" + "x" * 300,
)


def fuzzed(app: Flask, inside: Inside, world: World) -> Fuzz:
    """Return what sends such requests to the table that somebody sits at."""
    club = world.table.club
    key = app.config["SECRET_KEY"]
    inside(invites.make, world.seat.actor, new_op_id(), "viewer", key)
    link = inside(invites.links, club, key)[-1]
    ids = ids_of(world.seat, world.table) | {"token": link.token}
    phones = {STRANGER: Phone(app)}
    members = {}
    for role in ROLES:
        token = secrets.token_urlsafe(32)
        members[inside(_join, club, role, token)] = role
        phones[role] = Phone(app)
        phones[role].client.set_cookie(app.config["SCOREKEEPER_COOKIE"], token, domain="localhost")
    doors = dict.fromkeys(ROLES, f"/clubs/{club}/devices") | {STRANGER: f"/join/{link.token}"}
    tokens = {
        role: phones[role].read(door).forms[-1].value("csrf_token") for role, door in doors.items()
    }
    found = Fuzz(app, inside, phones, tokens, members, ids)
    for method, rule in ROUTES:
        if method == "GET":
            found.learn(world.phone, address(rule, ids))
    _learn_games(found, world)
    for name in sorted(SAVING, key=lambda name: name == RETIRES):
        table = world.seat("Anna", "Ben", "Carla")
        saving = SAVING[name](world._replace(table=table, deal=world.seat.deal(table)))
        found.forms.setdefault(found.endpoint(saving.action), []).append(saving)
    return found


def _learn_games(fuzz: Fuzz, world: World) -> None:
    """Take the forms of every game: of the next deal, of a correction, of counters."""
    do, act, names = fuzz.inside, world.seat.actor, MANY[4:]
    seat = Seating(do, act, {name: do(players.add, act, new_op_id(), name) for name in names})
    for slug, (_, _, facts) in DEALS.items():
        for seats in (number for number in GAMES[slug].seats if number <= len(names)):
            table = seat.of(slug, *names[:seats])
            pages = [table.path, f"{table.path}/account", f"{table.path}/setup"]
            if seats == DEALS[slug][0]:
                deal = seat.deal(table, **facts)
                pages += [f"{table.path}/deals/{deal}{rest}" for rest in ("", "/insert")]
            for page in pages:
                fuzz.learn(world.phone, page)


def _join(club: int, role: str, token: str) -> int:
    begin_write()
    device = Device(token_hash=hashed(token))
    db.session.add(device)
    db.session.flush()
    member = Membership(device_id=device.id, club_id=club, role=role, name=role)
    db.session.add(member)
    db.session.flush()
    number = member.id
    db.session.commit()
    return number


def _let_in(members: Mapping[int, str]) -> None:
    begin_write()
    for member, role in members.items():
        own = update(Membership).where(Membership.id == member)
        db.session.execute(own.values(role=role, revoked_at=None))
    db.session.commit()


@dataclass
class Fuzz:
    """What requests are made of: routes, a phone of every role, ids, forms that were served."""

    app: Flask
    inside: Inside
    phones: Mapping[str, Phone]
    tokens: Mapping[str, str]
    members: Mapping[int, str]
    ids: Mapping[str, Any]
    forms: dict[str, list[Saving]] = field(default_factory=dict)
    names: set[str] = field(default_factory=lambda: set(READ))

    def run(self, numbers: Iterable[int]) -> dict[int, int]:
        """Send the requests of these numbers; return how often which status came, or fail."""
        statuses: dict[int, int] = {}
        failed = []
        for number in numbers:
            self._as_before()
            said, answer = self.ask(number)
            statuses[answer.status] = statuses.get(answer.status, 0) + 1
            if answer.status >= 500:
                failed.append(f"{answer.status} {said}")
        assert not failed, "\n".join(failed)
        return dict(sorted(statuses.items()))

    def _as_before(self) -> None:
        """Let in again who was put out by the last request, and forget that a stranger joined."""
        self.inside(_let_in, self.members)
        name = self.app.config["SCOREKEEPER_COOKIE"]
        self.phones[STRANGER].client.delete_cookie(name)

    @property
    def rules(self) -> list[Rule]:
        """Return every route there is, in an order of its own."""
        return sorted(self.app.url_map.iter_rules(), key=lambda rule: rule.rule)

    def learn(self, phone: Phone, path: str) -> None:
        """Take the forms of a page, and the names of their fields."""
        answer = phone.get(path)
        if answer.status != 200 or not answer.headers["Content-Type"].startswith("text/html"):
            return
        for form in answer.page.forms:
            self.names |= {node.attrs.get("name", "op_id") for node in form.node.all()}
            if form.method == "post":
                served = Saving(form.action, form.untouched)
                self.forms.setdefault(self.endpoint(form.action), []).append(served)

    def endpoint(self, action: str) -> str:
        """Return the endpoint that takes a form."""
        routes = self.app.url_map.bind("localhost")
        return str(routes.match(action.partition("?")[0], method="POST")[0])

    def ask(self, number: int) -> tuple[str, Answer]:
        """Send the request that a number stands for; return it in words, and its answer."""
        chance = random.Random(number)
        role = chance.choice((OWNER, OWNER, *self.phones))
        rule = chance.choice(self.rules)
        methods = sorted((rule.methods or set()) - {"OPTIONS"})
        method = "POST" if "POST" in methods else chance.choice([*methods, "PUT", "OPTIONS"])
        phone = self.phones[role]
        path = self._path(chance, rule)
        headers = {"Origin": phone.host}
        if chance.random() < 0.2:
            headers["X-CSRFToken"] = self.tokens[role]
        for name, values in chance.sample(HEADERS, chance.choice([0, 0, 0, 1, 3])):
            headers[name] = chance.choice(values)
        request: dict[str, Any] = {"headers": headers}
        if method != "GET" or chance.random() < 0.1:
            served = self.forms.get(rule.endpoint, [])
            if served and chance.random() < 0.6:
                path, fields = chance.choice(served)
            else:
                fields = []
            request |= self._body(chance, fields, self.tokens[role])
        sent = f"{sorted(headers)} {str(request.get('data'))[:600]}"
        return f"{number}: {role} {method} {path[:200]} {sent}", phone.ask(method, path, **request)

    def _path(self, chance: random.Random, rule: Rule) -> str:
        """Return an address of the route, often with something odd in the place of an id."""
        odd = chance.random() < 0.25

        def part(name: str) -> str:
            if odd and chance.random() < 0.5:
                return quote_from_bytes(_text(chance)[:300]) or "0"
            return str(self.ids.get(name, "x"))

        path = re.sub(r"<(?:[^<>]*:)?(\w+)>", lambda found: part(found[1]), rule.rule)
        if chance.random() < 0.4:
            names = chance.choices(sorted(self.names), k=chance.randint(1, 4))
            path += "?" + "&".join(f"{n}={quote_from_bytes(_text(chance))}" for n in names)
        return path

    def _body(self, chance: random.Random, fields: Fields, token: str) -> dict[str, Any]:
        pairs = [(name, text.encode()) for name, text in fields]
        for _ in range(chance.choice([0, 1, 1, 2, 4])):
            what, name = chance.random(), chance.choice(sorted(self.names))
            if pairs and what < 0.7:
                place = chance.randrange(len(pairs))
                name = pairs.pop(place)[0]
            if what < 0.6 or what > 0.7:
                pairs.append((name, _text(chance)))
        if chance.random() < 0.9:
            pairs = [pair for pair in pairs if pair[0] not in ("csrf_token", "op_id")]
            pairs.append(("csrf_token", token.encode()))
            pairs.append(("op_id", f"{chance.getrandbits(128):032x}".encode()))
        how = chance.choice([_urlencoded] * 6 + [_multipart] * 3 + [_upload, _nested, _broken])
        return how(chance, pairs)


def _text(chance: random.Random) -> bytes:
    """Return a text, some bytes, or both; a lone surrogate as the bytes it would be."""
    if chance.random() < 0.1:
        return chance.choice(BYTES) * chance.choice([1, 1, 20])
    if chance.random() < 0.15:
        most = chance.choice([256, 0x3000, 0x110000])
        drawn = "".join(chr(chance.randrange(most)) for _ in range(chance.randrange(12)))
        return drawn.encode("utf-8", "surrogatepass")
    return chance.choice(TEXTS).encode("utf-8", "surrogatepass")


Pairs = list[tuple[str, bytes]]


def _urlencoded(chance: random.Random, pairs: Pairs) -> dict[str, Any]:
    data = b"&".join(name.encode() + b"=" + quote_from_bytes(text).encode() for name, text in pairs)
    kind = "application/x-www-form-urlencoded"
    if chance.random() < 0.1:
        kind = chance.choice(KINDS)
    return {"data": data, "content_type": kind}


def _multipart(chance: random.Random, pairs: Pairs, file: bytes | None = None) -> dict[str, Any]:
    head = b'--edge\r\nContent-Disposition: form-data; name="'
    parts = [head + name.encode() + b'"\r\n\r\n' + text for name, text in pairs]
    if file is not None:
        parts.append(head + b'file"; filename="f' + _text(chance) + b'"\r\n\r\n' + file)
    data = b"\r\n".join([*parts, b"--edge--\r\n"])
    if chance.random() < 0.2:
        data = data[: chance.randrange(len(data))]
    return {"data": data, "content_type": "multipart/form-data; boundary=edge"}


def _upload(chance: random.Random, pairs: Pairs) -> dict[str, Any]:
    """Return a file to be read: a club, a sheet or a table, with something wrong in it."""
    return _multipart(chance, pairs, chance.choice([_club, _table, _sheet, _depth])(chance))


def _odd(chance: random.Random) -> Any:
    numbers = (10**30, -1, 1.5, float("inf"), float("nan"))
    return chance.choice([None, True, *numbers, [], {}, [[]], "\ud800", *TEXTS])


def _club(chance: random.Random) -> bytes:
    document = damage.document()
    for _ in range(chance.randint(0, 3)):
        path = chance.choice(list(damage.places(document)))
        damage.at(document, path[:-1])[path[-1]] = _odd(chance)
    return json.dumps(document).replace("Infinity", "1e400").encode()


def _sheet(chance: random.Random) -> bytes:
    deals: Any = [{"bid": "solo", "soloist": "Ben", "card_points": 6}]
    deals.append({"adjust": {"Anna": 2, "Ben": -2}, "note": "revoke"})
    sheet: Any = {"game": "calabresella", "seats": ["Anna", "Ben", "Carla"], "deals": deals}
    for _ in range(chance.randint(0, 3)):
        path = chance.choice(list(damage.places(sheet)))
        damage.at(sheet, path[:-1])[path[-1]] = _odd(chance)
    return json.dumps(sheet).encode()


def _table(chance: random.Random) -> bytes:
    rows = [[b"date", b"place", b"Anna", b"Ben"], [b"2025-11-06", b"", b"4", b"-4"]]
    for _ in range(chance.randint(0, 4)):
        row = chance.choice(rows)
        row[chance.randrange(len(row))] = _text(chance)
    return b"\n".join(b",".join(row) for row in rows)


def _depth(chance: random.Random) -> bytes:
    much = chance.choice([9, 1000, 100_000])
    objects = b'{"a":' * much + b"1" + b"}" * much
    return chance.choice([objects, b"[" * much, b"[" * much + b"]" * much])


def _nested(chance: random.Random, pairs: Pairs) -> dict[str, Any]:
    inner = _depth(chance)[:60_000]
    fields = json.dumps({name: text.decode("latin-1") for name, text in pairs}).encode()
    return {"data": chance.choice([inner, fields]), "content_type": "application/json"}


def _broken(chance: random.Random, pairs: Pairs) -> dict[str, Any]:
    whole = _urlencoded(chance, pairs) | {"content_type": chance.choice(KINDS)}
    data = bytearray(whole["data"] or b"x")
    for _ in range(chance.randint(1, 9)):
        data[chance.randrange(len(data))] = chance.randrange(256)
    return whole | {"data": bytes(data)}
