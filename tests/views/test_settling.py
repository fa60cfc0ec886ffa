"""The pages that settle: values, bills, who pays whom, payments, several evenings at once."""

from __future__ import annotations

import re
from typing import Any

import pytest
from sqlalchemy import update

from scorekeeper.days import today
from scorekeeper.db import db
from scorekeeper.games import GAMES
from scorekeeper.games.base import read_rules
from scorekeeper.models import Membership
from scorekeeper.store import deals, sittings
from scorekeeper.store.operations import new_op_id
from tests.pages import Form, Page
from tests.phone import Answer, Phone
from tests.record import Inside, events, everything
from tests.seating import Seating, Table

SLUG = next(iter(GAMES))
UNIT = f"unit_{SLUG}"


def flat(text: str) -> str:
    """Return a text with plain blanks and signs: locales write money with others."""
    return text.replace("\N{NO-BREAK SPACE}", " ").replace("\N{MINUS SIGN}", "-")


def said(page: Page) -> str:
    return flat(page.main)


def settle_page(table: Table) -> str:
    return f"{table.evening}/settle"


def play_for(owner: Phone, table: Table, currency: str = "EUR", worth: str = "0,05") -> Page:
    """Say what an evening is played for, and return the page that settles it."""
    form = owner.read(f"{table.evening}/settle/terms").form("/terms")
    return owner.follow(owner.send(form, currency=currency, **{UNIT: worth}))


def rows(page: Page) -> list[str]:
    """Return who is to pay whom how much, and who has."""
    listed = page.all("ul", of="transfers")
    return [flat(li.text) for li in listed[0].all("li")] if listed else []


def paid_forms(page: Page) -> list[Form]:
    return [form for form in page.forms if form.value("whole") == "yes"]


@pytest.fixture
def evening(seat: Seating, table: Table) -> Table:
    """Return an evening in which Ben has won a solo: +4 -2 -2."""
    seat.deal(table)
    return table


def test_without_money_nothing_speaks_of_it(owner: Phone, evening: Table) -> None:
    club = f"/clubs/{evening.club}"
    share = f"{evening.evening}/share"
    for path in (club, evening.evening, evening.path, share, f"{evening.evening}/print"):
        page = owner.read(path)
        for word in ("money", "Balance", "pays", "EUR", "€", "Bills", "Settlement"):
            assert word not in page.main, (path, word)


def test_an_evening_is_settled_by_taps(owner: Phone, evening: Table) -> None:
    page = play_for(owner, evening)
    assert rows(page) == ["Anna pays Ben €0.10 Paid", "Carla pays Ben €0.10 Paid"]
    page = owner.follow(owner.send(paid_forms(page)[1]))
    assert rows(page) == ["Anna pays Ben €0.10 Paid", "Carla paid Ben €0.10"]
    assert "Carla paid Ben €0.10" in said(page)
    assert "Anna's phone" in said(page)
    page = owner.follow(owner.send(paid_forms(page)[0]))
    assert "Everything is settled." in page.main
    assert "settled" in owner.read(f"/clubs/{evening.club}").main


def test_the_evening_leads_to_the_plan_and_keeps_it(
    owner: Phone, evening: Table, seat: Seating
) -> None:
    play_for(owner, evening)
    page = owner.follow(owner.send(owner.read(evening.evening).form("/settle")))
    assert len(rows(page)) == 2
    seat.deal(evening, soloist=0)
    page = owner.read(settle_page(evening))
    assert "A new plan, because a deal was recorded or corrected." in page.main


def test_a_closed_evening_keeps_a_bill_in_sight(
    owner: Phone, evening: Table, seat: Seating, inside: Inside
) -> None:
    play_for(owner, evening)
    form = owner.read(f"{settle_page(evening)}/bills").form("/bills")
    inside(sittings.close, seat.actor, new_op_id(), evening.sitting)
    answer = owner.send(form, what="Pizza", amount="37.11", payer=str(seat.people["Ben"]))
    assert answer.status == 409
    mine = answer.page.form("/bills")
    assert (mine.value("what"), mine.value("amount")) == ("Pizza", "37.11")
    assert "This evening is closed" in answer.page.errors[0]


def test_a_banker_who_is_none_is_refused_with_a_sentence(
    owner: Phone, evening: Table, seat: Seating
) -> None:
    play_for(owner, evening)
    other = seat("Anna", "Ben", "Carla")
    seat.deal(other)
    play_for(owner, other)
    form = owner.read(f"/clubs/{evening.club}/seasons").form("/seasons")
    rest = [pair for pair in form.untouched if pair[0] != "banker"]
    for banker in ("x", "9999"):
        answer = owner.post(form.action, [*rest, ("banker", banker)])
        assert answer.status == 422
        assert answer.page.errors
    lost = [(k, "XXX" if k == "currency" else v) for k, v in rest]
    assert owner.post(form.action, [*lost, ("banker", "x")]).page.errors


def test_values_that_another_phone_has_set_are_not_overwritten_unseen(
    owner: Phone, evening: Table, seat: Seating, inside: Inside
) -> None:
    form = owner.read(f"{evening.evening}/settle/terms").form("/terms")
    other = owner.read(f"{evening.evening}/settle/terms").form("/terms")
    banker = str(seat.people["Anna"])
    assert owner.send(other, currency="EUR", banker=banker, **{UNIT: "1"}).status == 303
    before = len(inside(events))
    answer = owner.send(form, currency="PLN", **{UNIT: "0.50"})
    assert answer.status == 409
    assert "Theirs EUR, Euro · A point of Calabresella: €1.00 · Banker: Anna" in said(answer.page)
    mine = answer.page.form("/terms")
    assert (mine.value("currency"), mine.value(UNIT)) == ("PLN", "0.50")
    assert len(inside(events)) == before
    # It was told: what is sent again is meant.
    again = owner.send(mine)
    assert again.status == 303
    assert "PLN" in owner.follow(again).main


def test_a_mistake_in_values_does_not_hide_what_another_phone_has_set(
    owner: Phone, evening: Table
) -> None:
    form = owner.read(f"{evening.evening}/settle/terms").form("/terms")
    play_for(owner, evening)
    answer = owner.send(form, currency="PLN", **{UNIT: "much"})
    assert answer.status == 422
    assert "Theirs EUR, Euro" in said(answer.page)


def test_another_language_writes_amounts_its_own_way_and_takes_them(
    owner: Phone, evening: Table
) -> None:
    page = play_for(owner, evening)
    page = owner.follow(owner.send(page.form("/language"), ("language", "it")))
    assert rows(page)[0] == "Anna → Ben 0,10 € Pagato"
    form = owner.read(f"{evening.evening}/settle/terms").form("/terms")
    assert form.value(UNIT) == "0,05"
    assert owner.send(form).status == 303


def test_yen_have_no_digits_after_a_mark(owner: Phone, evening: Table) -> None:
    form = owner.read(f"{evening.evening}/settle/terms").form("/terms")
    answer = owner.send(form, currency="JPY", **{UNIT: "0.5"})
    assert answer.status == 422
    assert answer.page.errors == ["Write an amount without a point or comma, such as 5."]
    assert answer.page.form("/terms").value(UNIT) == "0.5"
    page = play_for(owner, evening, "JPY", "50")
    assert rows(page)[0] == "Anna pays Ben JP¥100 Paid"


def test_a_currency_that_is_none_is_refused(owner: Phone, evening: Table) -> None:
    form = owner.read(f"{evening.evening}/settle/terms").form("/terms")
    answer = owner.send(form, currency="EUR", other="EU1")
    assert answer.status == 422
    assert answer.page.errors == ["Choose a currency, or write its three letters, such as PLN."]
    page = owner.follow(owner.send(form, other="pln", **{UNIT: "1"}))
    assert "PLN" in page.main


def test_part_of_a_row_and_other_payments(owner: Phone, evening: Table, seat: Seating) -> None:
    page = play_for(owner, evening, worth="1")
    pay = other(page)
    anna, ben, dino = (str(seat.people[who]) for who in ("Anna", "Ben", "Dino"))
    page = owner.follow(owner.send(pay, payer=anna, payee=ben, amount="0.50"))
    assert rows(page)[0] == "Anna pays Ben €1.50 €0.50 of €2.00 are paid Paid"
    page = owner.follow(owner.send(other(page), payer=dino, payee=ben, amount="1"))
    assert "A new plan, because another payment was recorded." in page.main


def other(page: Page) -> Form:
    [form] = [
        f
        for f in page.forms
        if f.action.endswith("/payments") and f.controls("payer")[0].tag == "select"
    ]
    return form


REFUSALS: list[tuple[dict[str, str], str]] = [
    ({"payee": "Anna"}, "Nobody pays himself or herself: choose two people."),
    ({"amount": "0"}, "Write an amount above zero."),
    ({"amount": "-1"}, "Write an amount such as 0.05 or 0,05."),
    ({"amount": "1.005"}, "Write an amount such as 0.05 or 0,05."),
    ({"amount": "\u0661"}, "Write an amount such as 0.05 or 0,05."),
    ({"amount": "10000000.01"}, "That is too much for one amount."),
    ({"payee": ""}, "Choose a player."),
    ({"currency": "CHF"}, "This is settled in EUR."),
    ({"payee": "987654321"}, "Choose players of this club."),
    ({"op_id": ""}, "This page was too old. Nothing was saved yet: save again."),
]


def test_what_cannot_be_paid_comes_back_with_a_sentence(
    owner: Phone, inside: Inside, evening: Table, seat: Seating
) -> None:
    form = other(play_for(owner, evening))
    people = {name: str(key) for name, key in seat.people.items()}
    before = inside(everything)
    for answers, sentence in REFUSALS:
        filled = {"payer": people["Anna"], "payee": people["Ben"], "amount": "0.07"}
        filled |= {key: people.get(value, value) for key, value in answers.items()}
        fields = {key: value for key, value in form.untouched if key not in filled} | filled
        answer = owner.post(form.action, fields)
        assert answer.status == 422, answers
        assert sentence in answer.page.errors, answers
        assert other(answer.page).value("amount") == filled["amount"]
    assert inside(everything) == before


def test_a_row_that_another_phone_paid_is_not_paid_again(
    owner: Phone, inside: Inside, evening: Table
) -> None:
    page = play_for(owner, evening)
    first, again = paid_forms(page)[0], owner.read(settle_page(evening))
    owner.follow(owner.send(first))
    before = inside(everything)
    answer = owner.send(paid_forms(again)[0])
    assert answer.status == 409
    assert answer.page.alert == "Not recorded again: this was paid already."
    assert inside(everything) == before
    assert owner.follow(owner.send(first)).heading == "Settle up"  # the same tap once more
    assert inside(everything) == before


def test_a_payment_is_taken_back(owner: Phone, evening: Table) -> None:
    page = play_for(owner, evening)
    page = owner.follow(owner.send(paid_forms(page)[0]))
    undo = page.form("/undo")
    page = owner.follow(owner.send(undo))
    assert len(paid_forms(page)) == 2
    assert "taken back" in page.main
    fields = dict(undo.untouched) | {"op_id": new_op_id()}
    answer = owner.post(undo.action, fields)
    assert (answer.status, answer.page.alert) == (409, "This payment was taken back already.")


def test_a_bill_is_shared_and_its_parts_shown(owner: Phone, evening: Table, seat: Seating) -> None:
    play_for(owner, evening, worth="")
    bills = f"{evening.evening}/settle/bills"
    form = owner.read(bills).form("/bills")
    dino = str(seat.people["Dino"])
    answer = owner.send(form, what="Pizza", amount="10", payer=dino, shared="chosen")
    assert answer.page.errors == ["Choose who shares the bill."]
    page = owner.follow(owner.send(form, what="Pizza", amount="10", payer=dino))
    assert "Pizza, paid by Dino €10.00 Anna €3.34 Ben €3.33 Carla €3.33" in said(page)
    assert rows(owner.read(settle_page(evening)))[0] == "Anna pays Dino €3.34 Paid"
    page = owner.follow(owner.send(page.form("/remove")))
    assert "No bills yet." in page.main


def test_a_balance_opens_into_where_it_comes_from(
    owner: Phone, evening: Table, seat: Seating
) -> None:
    seat.deal(evening, bid="pass")
    seat.deal(evening, soloist=0)
    page = play_for(owner, evening)
    owner.follow(owner.send(paid_forms(page)[1]))
    page = owner.read(f"{settle_page(evening)}/players/{seat.people['Ben']}")
    lines = [flat(row.text) for row in page.all("tr")]
    assert lines[1:] == [
        "1. Ben solo, 6 +4 +€0.20",
        "3. Anna solo, 6 -2 -€0.10",
        "Paid by Carla -€0.10",
        "Balance €0.00",
    ]
    nobody = f"{settle_page(evening)}/players/{seat.people['Dino']}"
    assert owner.get(nobody).status == 404


def test_a_correction_after_payments_shows_what_it_moves(owner: Phone, evening: Table) -> None:
    page = play_for(owner, evening)
    owner.follow(owner.send(paid_forms(page)[0]))
    [deal] = [
        a for a in owner.read(evening.path).all("a") if re.search(r"/deals/\d+$", a.attrs["href"])
    ]
    form = owner.read(deal.attrs["href"]).form("/edit")
    fields = form.filled({"card_points": "5"})
    page = owner.post(f"{form.action}/check", fields).page
    assert "What it moves in money: Anna +€0.20 Ben -€0.40 Carla +€0.20" in said(page)


def test_what_changed_since_closing_is_shown(
    owner: Phone, inside: Inside, evening: Table, seat: Seating
) -> None:
    page = play_for(owner, evening)
    owner.follow(owner.send(paid_forms(page)[0]))
    inside(sittings.close, seat.actor, new_op_id(), evening.sitting)
    answer = owner.send(owner.read(settle_page(evening)).form("/undo"))
    assert (answer.status, "Reopen the evening first" in answer.page.alert) == (409, True)
    form = owner.read(f"{settle_page(evening)}/terms").form("/terms")
    assert owner.send(form).status == 409
    inside(sittings.reopen, seat.actor, new_op_id(), evening.sitting)
    seat.deal(evening)
    page = owner.read(settle_page(evening))
    assert "Since the evening was closed, payments left out: Anna -€0.10" in said(page)


def become(role: str) -> None:
    db.session.execute(update(Membership).values(role=role))
    db.session.commit()


def test_a_viewer_sees_and_is_offered_nothing(owner: Phone, inside: Inside, evening: Table) -> None:
    page = play_for(owner, evening)
    owner.follow(owner.send(paid_forms(page)[0]))
    token = owner.token
    inside(become, "viewer")
    for path in (evening.evening, settle_page(evening), f"{settle_page(evening)}/bills"):
        page = owner.read(path)
        assert [
            form.action for form in page.forms if form.method == "post" and "/settle" in form.action
        ] == []
    assert len(rows(owner.read(settle_page(evening)))) == 2
    answer = owner.post(f"{settle_page(evening)}/payments", {"csrf_token": token})
    assert answer.status == 403


def test_several_evenings_are_settled_at_once(owner: Phone, evening: Table, seat: Seating) -> None:
    second = seat("Anna", "Ben", "Carla")
    seat.deal(second, soloist=0)
    for table in (evening, second):
        play_for(owner, table)
    club = owner.read(f"/clubs/{evening.club}")
    assert "Open balances Anna +€0.10 Ben +€0.10 Carla -€0.20" in said(club)
    page = owner.read(f"/clubs/{evening.club}/seasons")
    page = owner.follow(owner.send(page.form("/seasons")))
    assert rows(page) == ["Carla pays Anna €0.10 Paid", "Carla pays Ben €0.10 Paid"]
    assert "settled together" in owner.read(settle_page(evening)).main
    for _ in range(2):
        page = owner.follow(owner.send(paid_forms(page)[0]))
    assert "Everything is settled." in page.main
    assert "Nothing is open." in owner.read(f"/clubs/{evening.club}/seasons").main
    assert owner.read(f"/clubs/{evening.club}").main.count("settled") == 2


def test_the_files_and_texts_have_the_settlement(owner: Phone, evening: Table) -> None:
    page = play_for(owner, evening)
    owner.follow(owner.send(paid_forms(page)[0]))
    for path in ("", "/share", "/print"):
        text = flat(owner.get(f"{evening.evening}{path}").body.decode())
        assert "Carla pays Ben €0.10" in text
        assert "Anna paid Ben €0.10" in text
    answer: Answer = owner.get(f"{settle_page(evening)}.csv")
    lines = answer.body.decode().splitlines()
    assert lines[0] == "what,at,name,to,amount,currency,note"
    assert lines[1].endswith(",Anna,,-0.10,EUR,")
    assert [line.split(",")[0] for line in lines[1:]] == [
        *["played"] * 3,
        "payment",
        *["balance"] * 3,
        "to pay",
    ]
    assert lines[-1] == "to pay,,Carla,Ben,0.10,EUR,"


def test_a_match_that_pays_as_a_whole_is_worth_something_once_it_is_decided(
    owner: Phone, inside: Inside, seat: Seating
) -> None:
    game = next(g for g in GAMES.values() if g.paid_as_a_whole(read_rules(g, {}, g.seats[0])))
    two = [seat.people[name] for name in ("Anna", "Ben")]
    start: Any = (seat.actor, new_op_id(), game.slug, two, {})
    sitting, match = inside(sittings.start, *start, first_dealer=0, date=today())
    table = Table(seat.actor.club, sitting, match)
    form = owner.read(f"{table.evening}/settle/terms").form("/terms")
    page = owner.follow(owner.send(form, currency="EUR", **{f"match_{game.slug}": "2"}))
    assert "Nobody owes anybody anything." in page.main
    for _ in range(3):
        record = (seat.actor, new_op_id(), match, {"card_points": [80, 40]})
        inside(deals.record, *record, seen=-1, both_count=True)
    page = owner.read(settle_page(table))
    assert rows(page) == ["Ben pays Anna €2.00 Paid"]
    page = owner.read(f"{settle_page(table)}/players/{two[0]}")
    [whole, balance] = [flat(row.text) for row in page.all("tr")]
    assert whole.endswith("+1 +€2.00")
    assert balance == "Balance +€2.00"
