"""The pages in the language that the browser asks for, or in the one that was chosen by hand."""

from __future__ import annotations

from flask import Flask

from tests.pages import Page
from tests.phone import Phone
from tests.record import Inside, everything
from tests.seating import Table

JOINED = {"en": "This device has not joined", "it": "Questo dispositivo", "pl": "To urządzenie"}


def spoken(page: Page) -> str:
    """Return the language that a page says it is in."""
    [html] = page.all("html")
    return html.attrs["lang"]


def opened(phone: Phone, asked: str | None, path: str = "/") -> Page:
    headers = {} if asked is None else {"Accept-Language": asked}
    return phone.ask("GET", path, headers=headers).page


ASKED = {
    "it": "it",
    "pl-PL": "pl",
    "it-CH,it;q=0.9,en;q=0.8": "it",
    "de-DE,pl;q=0.5,it;q=0.4": "pl",
    "en-GB,it;q=0.9": "en",
    "en;q=0.2,PL;q=0.7": "pl",
    "pl;q=0,it;q=0.1": "it",
    "de,fr": "en",
    "*": "en",
    "x;q=nonsense,\u0141,-,;;": "en",
    None: "en",
}
ELSEWHERE = [
    "/?x=\r\nSet-Cookie: a=b",
    "/?x=\n",
    "",
    "//elsewhere.example/",
    "//clubs/1",
    "https://elsewhere.example/",
    "/\\elsewhere.example",
    "\\\\elsewhere.example",
    "javascript:alert(1)",
    "/join",
    "/language",
    "/\r\nSet-Cookie: a=b",
    "/" * 9000,
]


def test_the_browser_chooses(stranger: Phone) -> None:
    for asked, given in ASKED.items():
        page = opened(stranger, asked)
        assert spoken(page) == given, asked
        assert JOINED[given] in page.main


def test_what_is_chosen_by_hand_stays(app: Flask, stranger: Phone) -> None:
    form = opened(stranger, "it").form("/language")
    assert [node.text for node in form.node.all("button")] == ["English", "Italiano", "Polski"]
    assert [node.text for node in form.node.all(**{"aria-current": "true"})] == ["Italiano"]
    answer = stranger.send(form, ("language", "pl"))
    assert (answer.status, answer.location) == (303, "/")
    for _ in range(2):
        assert spoken(opened(stranger, "it")) == "pl"
    assert spoken(opened(Phone(app), "it")) == "it"


def test_a_language_that_there_is_not_changes_nothing(stranger: Phone) -> None:
    stranger.send(stranger.read("/").form("/language"), ("language", "it"))
    form = stranger.read("/").form("/language")
    for asked in ("", "de", "PL", "../pl"):
        assert stranger.post("/language", [*form.untouched, ("language", asked)]).status == 303
        assert spoken(stranger.read("/")) == "it"


def test_the_menu_of_a_page_leads_back_to_it_and_nothing_is_written(
    owner: Phone, table: Table, inside: Inside
) -> None:
    page = f"/clubs/{table.club}/history?match={table.match}"
    before = inside(everything)
    after = owner.follow(owner.send(owner.read(page).form("/language"), ("language", "pl")))
    assert spoken(after) == "pl"
    assert owner.send(after.form("/language"), ("language", "en")).location == page
    assert inside(everything) == before


def test_after_a_refused_form_the_switch_leads_to_the_page_of_that_form(
    owner: Phone, table: Table
) -> None:
    page = f"/clubs/{table.club}/matches/{table.match}"
    refused = owner.send(owner.read(page).form("/deals"))
    assert refused.status == 422
    answer = owner.send(refused.page.form("/language"), ("language", "it"))
    assert owner.get(answer.location).location == page
    assert spoken(owner.read(page)) == "it"


def test_the_switch_leads_nowhere_else(stranger: Phone) -> None:
    form = stranger.read("/").form("/language")
    for back in ELSEWHERE:
        fields = {"csrf_token": form.value("csrf_token"), "language": "it", "back": back}
        answer = stranger.post("/language", fields)
        assert (answer.status, answer.location) == (303, "/"), back


def test_another_site_cannot_switch(stranger: Phone) -> None:
    form = stranger.read("/").form("/language")
    fields = [*form.untouched, ("language", "it")]
    assert stranger.post("/language", fields, Origin="http://elsewhere.example").status == 403
    assert stranger.post("/language", [("language", "it")]).status == 400
    assert spoken(stranger.read("/")) == "en"
