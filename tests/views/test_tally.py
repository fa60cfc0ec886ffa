"""The page of account and counters: what it shows; counters bought, corrected and taken back."""

from __future__ import annotations

import pytest

from scorekeeper import clubfile
from scorekeeper.store import checking, moving, sittings
from scorekeeper.store.operations import new_op_id
from tests.phone import Phone
from tests.record import Inside, events, facts, projection, scored_afresh
from tests.seating import Seating, Table

STANDS = {"bid": "stand", "soloist": 0, "card_points": 35}


@pytest.fixture
def counted(seat: Seating) -> Table:
    """Return a match with fifty counters each, in which Anna has taken all points once."""
    table = seat.of("calabrasella", "Anna", "Ben", "Carla", counters=50)
    seat.deal(table, **STANDS)
    return table


def account(table: Table) -> str:
    return f"{table.path}/account"


def test_who_has_run_out_is_told_and_buys(owner: Phone, counted: Table, inside: Inside) -> None:
    assert account(counted) in owner.get(counted.path).body.decode()
    page = owner.read(account(counted))
    assert "Ben has run out and owes 20" in page.main
    assert "Whoever owes counters buys them" in page.main
    done = owner.send(page.form(account(counted)), bought_1="50", bought_2="20", note="from Dino")
    assert done.status == 303
    [_, row] = inside(facts, counted.match)
    assert row == {"adjust": [0, 0, 0], "bought": [0, 50, 20], "note": "from Dino"}
    page = owner.follow(done)
    assert "Ben buys 50 counters, Carla buys 20 counters" in page.main
    assert "Carla has none left." in page.main
    assert "as many as he has sold: 220. Anna gets paid for 190. Ben gets paid for 30." in page.main
    assert "has run out" not in page.main
    assert inside(projection, counted.match) == inside(scored_afresh, counted.club, counted.match)


def test_a_closed_evening_keeps_what_was_typed_in_sight(
    owner: Phone, counted: Table, seat: Seating, inside: Inside
) -> None:
    form = owner.read(account(counted)).form(account(counted))
    inside(sittings.close, seat.actor, new_op_id(), counted.sitting)
    answer = owner.send(form, bought_1="37", note="from Dino")
    assert answer.status == 409
    mine = answer.page.form(account(counted))
    assert (mine.value("bought_1"), mine.value("note")) == ("37", "from Dino")
    assert "this evening is closed" in answer.page.alert


def test_where_there_are_no_counters_it_is_said(
    owner: Phone, counted: Table, seat: Seating, inside: Inside
) -> None:
    form = owner.read(account(counted)).form(account(counted))
    without = seat.of("calabrasella", "Anna", "Ben", "Carla")
    sent = [(k, v) for k, v in form.filled({"bought_1": "50"}) if k not in ("sat", "seen")]
    answer = owner.post(account(without), [*sent, ("both_count", "1")])
    assert answer.status == 422
    assert answer.page.errors
    assert inside(facts, without.match) == []


def test_the_table_says_who_bought(owner: Phone, counted: Table) -> None:
    form = owner.read(account(counted)).form(account(counted))
    owner.send(form, bought_1="50")
    assert "Saved: row 2, Ben buys 50 counters" in owner.read(counted.path).main


def test_a_double_tap_buys_once(owner: Phone, counted: Table, inside: Inside) -> None:
    form = owner.read(account(counted)).form(account(counted))
    before = len(inside(events))
    for _ in range(2):
        assert owner.send(form, bought_1="50").status == 303
    assert len(inside(events)) == before + 1
    assert owner.send(form, bought_1="60").status == 422
    assert len(inside(facts, counted.match)) == 2


def test_when_the_match_has_moved_on_the_phone_is_asked_once(
    owner: Phone, counted: Table, seat: Seating, inside: Inside
) -> None:
    form = owner.read(account(counted)).form(account(counted))
    seat.deal(counted, **STANDS)
    asked = owner.send(form, bought_1="90")
    assert (asked.status, len(inside(facts, counted.match))) == (409, 2)
    again = asked.page.form(account(counted))
    assert again.value("bought_1") == "90"
    assert owner.send(again, ("both_count", "1")).status == 303
    assert len(inside(facts, counted.match)) == 3


@pytest.mark.parametrize("count", ["-5", "10000", "x", "1e3", ""])
def test_what_cannot_be_bought_comes_back_as_typed(
    owner: Phone, counted: Table, inside: Inside, count: str
) -> None:
    form = owner.read(account(counted)).form(account(counted))
    answer = owner.send(form, bought_2=count, note="hm")
    assert answer.status == 422
    assert answer.page.errors
    again = answer.page.form(account(counted))
    assert (again.value("bought_2"), again.value("note")) == (count, "hm")
    assert len(inside(facts, counted.match)) == 1


def test_a_purchase_is_corrected_and_taken_back(
    owner: Phone, counted: Table, seat: Seating, inside: Inside
) -> None:
    row = seat.deal(counted, adjust=[0, 0, 0], bought=[0, 50, 0])
    edit = f"{counted.path}/deals/{row}"
    form = owner.read(edit).form(f"{edit}/edit")
    assert form.value("bought_1") == "50"
    assert owner.send(form, bought_1="60").status == 303
    assert inside(facts, counted.match)[1]["bought"] == [0, 60, 0]
    checked = owner.send(owner.read(edit).form(f"{edit}/delete/check"))
    assert owner.send(checked.page.form(f"{edit}/delete")).status == 303
    assert len(inside(facts, counted.match)) == 1


def test_a_purchase_is_undone_like_a_deal(owner: Phone, counted: Table, inside: Inside) -> None:
    form = owner.read(account(counted)).form(account(counted))
    owner.send(form, bought_1="50")
    page = owner.read(counted.path)
    assert "Ben buys 50 counters" in page.main
    [undo] = [form for form in page.forms if form.action.endswith("/undo")]
    assert owner.send(undo).status == 303
    assert len(inside(facts, counted.match)) == 1


def test_the_account_says_why_who_is_ahead_still_pays(owner: Phone, seat: Seating) -> None:
    """The example of section 2 of the rules."""
    table = seat.of("calabrasella", "Anna", "Ben", "Carla")
    for soloist, points in ((0, 24), (1, 15), (2, 35), (0, 18), (1, 21), (2, 11)):
        seat.deal(table, bid="stand", soloist=soloist, card_points=points)
    page = owner.read(account(table))
    assert "All columns together are 73." in page.main
    assert "Anna: 3 × 14 − 73 = −31" in page.main
    assert "Anna: +12 with Ben, −43 with Carla = −31" in page.main
    assert "With 14 in the column Anna still pays" in page.main
    assert "Counters" not in page.main


def test_a_match_without_either_says_so_and_sells_nothing(owner: Phone, table: Table) -> None:
    page = owner.read(account(table))
    assert "neither an account nor counters" in page.main
    assert page.forms == []
    sent = {"csrf_token": owner.token, "op_id": "0" * 32, "bought_0": "5", "both_count": "1"}
    assert owner.post(account(table), sent).status == 422
    assert account(table) not in owner.get(table.path).body.decode()


def test_counters_leave_and_arrive_with_their_club(
    counted: Table, seat: Seating, inside: Inside
) -> None:
    seat.deal(counted, adjust=[0, 0, 0], bought=[0, 50, 0])
    content = clubfile.write(inside(moving.club_document, counted.club))
    assert b'"bought"' in content
    inside(moving.bring, clubfile.read(content), "Another club")
    report = inside(checking.check)
    assert [str(one) for one in report.differences] == []
