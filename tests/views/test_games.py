"""Every game on every page: the general templates ask what the games declare."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper import clubfile
from scorekeeper.forms import pads
from scorekeeper.games import GAMES
from scorekeeper.games.inputs import Flag
from scorekeeper.store import matches, moving, players, sittings
from scorekeeper.store.operations import new_op_id
from tests.pages import Page
from tests.phone import Phone
from tests.record import Inside, facts
from tests.seating import Seating, Table

MANY = ("Anna", "Ben", "Carla", "Dino", "Elsa", "Fabio", "Gina", "Hugo", "Ida", "Leo")
TABLES = [(slug, number) for slug, game in GAMES.items() for number in game.seats]
# A plain deal of each game, as a form is filled in and as it is kept.
DEALS: dict[str, tuple[int, dict[str, str], dict[str, Any]]] = {
    "calabresella": (
        3,
        {"soloist": "1", "bid": "solo", "card_points": "6"},
        {"soloist": 1, "bid": "solo", "card_points": 6},
    ),
    "calabrasella": (
        3,
        {"soloist": "1", "card_points_tens": "2", "card_points_ones": "4"},
        {"soloist": 1, "bid": "stand", "card_points": 24},
    ),
    "briscola": (
        4,
        {"counted": "2", "points_tens": "4", "points_ones": "6"},
        {"card_points": [None, 46]},
    ),
    "chiamata": (
        5,
        {
            "caller": "0",
            "bid_other": "65",
            "partner": "nobody",
            "card_points_tens": "7",
            "card_points_ones": "0",
        },
        {"caller": 0, "bid": 65, "partner": None, "card_points": 70},
    ),
    "tressette": (4, {"counted": "1", "points": "7"}, {"card_points": [7, None]}),
}


@pytest.fixture
def many(seat: Seating, inside: Inside) -> Seating:
    """Return the club with people enough for the largest table."""
    for name in MANY[len(seat.people) :]:
        seat.people[name] = inside(players.add, seat.actor, new_op_id(), name)
    return seat


@pytest.mark.parametrize(("slug", "number"), TABLES)
def test_every_question_has_its_field_on_the_page(
    owner: Phone, many: Seating, inside: Inside, slug: str, number: int
) -> None:
    table = many.of(slug, *MANY[:number])
    kept = inside(matches.load, table.club, table.match)
    form = owner.read(table.path).form("/deals")
    for item in kept.match.game.inputs(kept.match.table(0)):
        if item.derived:
            assert not form.controls(item.name)
            continue
        names = pads.parts(item.name) if pads.digits(item) else (item.name,)
        for name in names:
            assert form.controls(name), name
        if not isinstance(item, Flag):
            assert item.label.split(":")[0] in owner.read(table.path).main
    answer = owner.send(form)
    assert answer.status == 422
    assert answer.page.errors
    for page in ("/adjust", "/setup", "/print", "/rules"):
        assert owner.get(f"{table.path}{page}").status == 200, page


@pytest.mark.parametrize("slug", GAMES)
def test_a_deal_of_every_game_is_recorded_corrected_and_told(
    owner: Phone, many: Seating, inside: Inside, slug: str
) -> None:
    number, sent, wanted = DEALS[slug]
    table = many.of(slug, *MANY[:number])
    page = owner.play(table.path, **sent)
    assert inside(facts, table.match) == [wanted]
    [deal] = page.all("a", of="deal")
    form = owner.read(deal.attrs["href"]).form("/edit")
    assert {name: form.value(name) for name in sent} == sent
    owner.follow(owner.send(form, note="counted twice"))
    assert inside(facts, table.match) == [wanted | {"note": "counted twice"}]
    inserted = owner.read(f"{deal.attrs['href']}/insert").form("/insert")
    owner.follow(owner.send(inserted, **sent))
    assert len(inside(facts, table.match)) == 2
    owner.send(owner.read(deal.attrs["href"]).form("/delete/check"))
    told = owner.read(f"/clubs/{table.club}/history?match={table.match}").main
    assert "Recorded: deal 1, " in told
    assert "Inserted: deal 1, " in told
    content = clubfile.write(inside(moving.club_document, table.club))
    assert clubfile.read(content)["matches"][0]["game"] == slug


@pytest.mark.parametrize("slug", GAMES)
def test_a_question_left_open_is_asked_again_on_every_form(
    owner: Phone, many: Seating, slug: str
) -> None:
    number, sent, _ = DEALS[slug]
    table = many.of(slug, *MANY[:number])
    [deal] = owner.play(table.path, **sent).all("a", of="deal")
    form = owner.read(table.path).form("/deals")
    edit = owner.read(deal.attrs["href"]).form("/edit")
    insert = owner.read(f"{deal.attrs['href']}/insert").form("/insert")
    addresses = [(form, form.action), (form, f"{form.action}/preview")]
    addresses += [(one, f"{one.action}{rest}") for one in (edit, insert) for rest in ("", "/check")]
    counts = {"count": "yes"} if form.controls("count") else {}
    for counted in ({}, counts):
        for open_one in sent:
            answers = sent | counted | {open_one: None}
            for one, where in addresses:
                answer = owner.post(where, one.filled(answers))
                if where.endswith("/preview"):
                    assert answer.status == 200, open_one
                else:
                    assert answer.status == 422, (where, open_one)
                    assert answer.page.errors, (where, open_one)


def test_who_sits_out_is_proposed_and_can_be_changed(
    owner: Phone, many: Seating, inside: Inside
) -> None:
    table = many.of("chiamata", *MANY[:7])
    form = owner.read(table.path).form("/deals")
    assert [value for name, value in form.untouched if name == "out"] == ["0", "6"]
    answers = DEALS["chiamata"][1] | {"caller": "1"}
    rest = [pair for pair in form.filled(answers) if pair[0] != "out"]
    for out, status in ((["0"], 422), (["0", "1"], 422), (["2", "3"], 303)):
        sent = [*rest, *(("out", seat) for seat in out)]
        answer = owner.post(form.action, sent)
        assert answer.status == status
        if status == 422:
            said = "Choose the 2 players who sat out." in answer.page.errors
            assert said is (out == ["0"])
            ticked = [v for n, v in answer.page.form("/deals").untouched if n == "out"]
            assert ticked == out
    assert inside(facts, table.match)[0]["out"] == [2, 3]


@pytest.mark.parametrize(
    ("out", "kept_out"), [(None, [2]), ("0", [2]), ("4", [4])], ids=["as-is", "proposed", "chosen"]
)
def test_the_one_proposed_to_sit_out_follows_who_dealt(
    owner: Phone, many: Seating, inside: Inside, out: str | None, kept_out: list[int]
) -> None:
    table = many.of("chiamata", *MANY[:6])
    form = owner.read(table.path).form("/deals")
    assert [node.attrs["type"] for node in form.controls("out")] == ["radio"] * 6
    answers = DEALS["chiamata"][1] | {"caller": "1", "dealer": "2"}
    sent = form.filled(answers | ({"out": out} if out else {}))
    checked = owner.post(f"{form.action}/preview", sent).page.form("/deals")
    assert checked.value("out") == str(kept_out[0])
    # Saved as it was sent first or as it was shown then, and again: one deal, the same facts.
    for fields in (sent, sent, checked.untouched):
        assert owner.post(form.action, fields).status == 303
    assert [deal["out"] for deal in inside(facts, table.match)] == [kept_out]


def links(page: Page) -> dict[str, str]:
    return {node.text: node.attrs["href"] for node in page.all("a") if "href" in node.attrs}


def test_another_game_in_a_running_evening_has_sums_of_its_own(
    owner: Phone, seat: Seating, inside: Inside
) -> None:
    first = seat("Anna", "Ben", "Carla", "Dino", active=4, target=31, cappotto=5)
    seat.deal(first)
    page = owner.read(
        links(owner.read(first.evening))["Next match with other players, game or rules"]
    )
    assert next(node.text for node in page.all("nav", of="games")[0].all("a")) == "Calabresella"
    page = owner.read(links(page)["Briscola"])
    assert "Anna and Carla against Ben and Dino." in page.main
    form = owner.read(links(page)["Who deals first?"]).form("/sittings/start")
    assert form.value("first_to") == "3"
    pairs = Table(
        *first[:2],
        int(owner.send(form, ("first_dealer", "0"), first_to="1").location.rsplit("/", 1)[1]),
    )
    seat.deal(pairs, card_points=[74, None])
    evening = inside(sittings.one, first.club, first.sitting)
    assert evening.games == ["calabresella", "briscola"]
    assert evening.sums("briscola") == [("Anna", 1), ("Carla", 1), ("Ben", -1), ("Dino", -1)]
    assert evening.sums("calabresella") == [("Ben", 6), ("Anna", -2), ("Carla", -2), ("Dino", -2)]
    page = owner.read(first.evening)
    assert [len(list(node.all("tr"))) for node in page.all("table", of="sums")] == [4, 4]
    assert "Briscola: Anna and Carla 1 Ben and Dino 0" in page.main
    [text] = page.all("textarea")
    assert text.raw.strip().splitlines()[-2:] == [
        "Sum of Calabresella: Ben +6, Anna −2, Carla −2, Dino −2",
        "Sum of Briscola: Anna +1, Carla +1, Ben −1, Dino −1",
    ]
    assert "Briscola: Anna +1" in owner.read(f"/clubs/{first.club}").main
    assert "Anna and Carla win the match with 1" in owner.read(pairs.path).main
    # Back to the first game: its house rules of this evening go on.
    again = f"/clubs/{first.club}/sittings/start?sitting={first.sitting}&game=calabresella"
    form = owner.read(again).form("/sittings/start")
    assert (form.value("target"), form.value("cappotto"), form.value("active")) == ("31", "5", "4")


def test_partners_who_have_points_stay_together(
    owner: Phone, seat: Seating, inside: Inside
) -> None:
    table = seat.of("briscola", "Anna", "Ben", "Carla", "Dino")
    seat.deal(table, card_points=[74, None])
    ids = {name: str(player) for name, player in seat.people.items()}
    form = owner.read(f"{table.path}/setup").form("/setup")
    swapped = {"seat_0": ids["Ben"], "seat_1": ids["Anna"]}
    answer = owner.post(f"{form.action}/check", form.filled(swapped))
    assert answer.status == 422
    assert "so they stay together" in answer.page.main
    turned = swapped | {"seat_2": ids["Dino"], "seat_3": ids["Carla"]}
    checked = owner.post(f"{form.action}/check", form.filled(turned)).page
    owner.follow(owner.send(checked.form("/setup"), reason="sat the other way"))
    assert inside(facts, table.match) == [{"card_points": [None, 74]}]


def test_the_style_sheet_of_the_questions_is_kept_while_it_stays_the_same(
    owner: Phone, table: Table
) -> None:
    sheets = [node.attrs["href"] for node in owner.read(table.path).all("link", rel="stylesheet")]
    [address] = [sheet for sheet in sheets if "asks.css" in sheet]
    now, earlier = owner.get(address), owner.get("/asks.css?v=0123456789ab")
    assert now.headers["Cache-Control"] == "public, max-age=31536000"
    assert earlier.headers["Cache-Control"] == "public, max-age=3600"
    mark = owner.read(table.path).form("/deals").node.attrs["data-asks"]
    assert f'form[data-asks="{mark}"]'.encode() in now.body


def test_a_table_on_paper_is_of_a_game_whose_totals_are_paid(owner: Phone, table: Table) -> None:
    form = owner.read(f"/clubs/{table.club}/sittings/import").form("/import/check")
    assert set(form.values("game")) == {game.slug for game in GAMES.values() if game.zero_sum}
    names = ",".join(MANY[:5])
    file = f"date,place,{names}\n2025-11-06,Bruno's,4,-6,2,3,-3\n".encode()
    rest = [pair for pair in form.untouched if pair[0] != "game"]
    form.untouched = [*rest, ("game", "chiamata")]
    page = owner.upload(form, file).page
    assert "Briscola Chiamata" in page.main


def test_usual_numbers_of_house_rules_are_offered(
    owner: Phone, seat: Seating, table: Table
) -> None:
    seats = ".".join(map(str, seat.people.values()))
    page = owner.read(f"/clubs/{table.club}/sittings/start?game=tressette&seats={seats}")
    [offered] = page.all("datalist", id="common-target")
    assert [option.attrs["value"] for option in offered.all("option")] == ["21", "31", "41"]
