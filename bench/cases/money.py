"""The pages that settle: sums over match results, however many deals the club has."""

from __future__ import annotations

import secrets
from typing import Final

from ..browser import Answer, Browser, hidden
from ..case import FEW, Ask, Case

DEALS: Final = 10_000
CLUB: Final = "/clubs/1"


def evening(browser: Browser) -> Ask:
    """Ask who pays whom in one evening."""
    _play_for_money(browser, [1])
    return lambda: _shows(browser.get(f"{CLUB}/sittings/1/settle"), "Who pays whom")


def open_balances(browser: Browser) -> Ask:
    """Ask what is open, where all evenings but the newest were settled at once."""
    evenings = list(range(1, browser.matches[0]))
    _play_for_money(browser, evenings)
    token = hidden(browser.get(f"{CLUB}/seasons").text)["csrf_token"]
    chosen = [str(sitting) for sitting in evenings[:-1]]
    said = {"csrf_token": token, "op_id": secrets.token_hex(16), "currency": "EUR"}
    _sent(browser.post(f"{CLUB}/seasons", said | {"sittings": chosen}))
    where = f"{CLUB}/seasons/1"
    while 'name="whole"' in (text := browser.get(where).text):
        row = text.partition('name="payer"')[2]
        payer, payee, amount = (row.split('value="')[n].partition('"')[0] for n in (1, 2, 3))
        paying = {"payer": payer, "payee": payee, "amount": amount, "whole": "yes"}
        op = {"op_id": secrets.token_hex(16)}
        _sent(browser.post(f"{where}/payments", said | op | paying))
    return lambda: _shows(browser.get(f"{CLUB}/seasons"), "Open balances")


def _play_for_money(browser: Browser, evenings: list[int]) -> None:
    token = hidden(browser.get(f"{CLUB}/sittings/1/settle/terms").text)["csrf_token"]
    for sitting in evenings:
        fields = {"csrf_token": token, "op_id": secrets.token_hex(16), "currency": "EUR"}
        worth = {"unit_calabresella": "0.05"}
        _sent(browser.post(f"{CLUB}/sittings/{sitting}/settle/terms", fields | worth))


def _sent(answer: Answer) -> None:
    if answer.status != 303:
        raise ValueError(f"expected it to be saved, got {answer.status}: {answer.text[:200]}")


def _shows(answer: Answer, text: str) -> Answer:
    if text not in answer.text:
        raise ValueError(f"expected a page with {text}, got {answer.status}")
    return answer


CASES: Final = (
    Case(
        "settle page, 10,000 deals to 100",
        evening,
        against=FEW,
        deals=DEALS,
        at_most=1.5,
        statements=20,
    ),
    Case(
        "open balances, 10,000 to 100",
        open_balances,
        against=FEW,
        deals=DEALS,
        at_most=1.5,
        statements=20,
    ),
)
