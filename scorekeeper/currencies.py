"""Currencies and amounts in words: minor units by Babel's data, written as the locale writes them.

Amounts are integers in minor units; what may be typed is in `entry.amount`.
"""

from __future__ import annotations

from decimal import Decimal
from functools import cache
from typing import Any, Final

from babel import Locale
from babel.numbers import (
    format_currency,
    get_currency_precision,
    get_decimal_symbol,
    get_territory_currencies,
)
from flask_babel import get_locale

DEFAULT: Final = "EUR"
# What the page offers first; every other currency of today can be typed.
COMMON: Final = ("EUR", "PLN", "CHF", "GBP", "USD", "JPY")


def _locale() -> Locale:
    return get_locale() or Locale("en")


def known(code: str) -> bool:
    """Say whether a code is a currency that is in use somewhere."""
    return code in all_currencies()


def digits(code: str) -> int:
    """Return how many digits a currency has after the mark: 0, 2 or 3.

    >>> digits("EUR"), digits("JPY"), digits("KWD")
    (2, 0, 3)
    """
    return get_currency_precision(code)


def money(minor: int, code: str) -> str:
    """Return an amount as the locale writes it: *3.50 euros* with its sign."""
    amount = Decimal(minor).scaleb(-digits(code))
    text = format_currency(amount, code, locale=_locale(), currency_digits=True)
    return text.replace("-", "\N{MINUS SIGN}")


def signed_money(minor: int, code: str) -> str:
    """Return a change of a balance with its sign."""
    text = money(minor, code)
    return f"+{text}" if minor > 0 else text


def plain(minor: int, code: str) -> str:
    """Return an amount as other programs read it: *3.50*."""
    return f"{Decimal(minor).scaleb(-digits(code)):f}"


def typed(minor: int, code: str) -> str:
    """Return an amount as it is typed in the page's language: *3.50*, *3,50*."""
    return plain(minor, code).replace(".", get_decimal_symbol(_locale()))


def currency_name(code: str) -> str:
    """Return what a currency is called, with its code."""
    name = _locale().currencies.get(code, code)
    return f"{code}, {name}"


@cache
def all_currencies() -> tuple[str, ...]:
    """Return the codes of all currencies in use somewhere, the common ones first."""
    territories = map(str, Locale("en").territories)
    today = {code for territory in territories for code in get_territory_currencies(territory)}
    return (*COMMON, *sorted(today - {*COMMON}))


WORDS: Final[dict[str, Any]] = {
    "all_currencies": all_currencies,
    "common_currencies": COMMON,
    "currency_name": currency_name,
    "money": money,
    "plain": plain,
    "signed_money": signed_money,
}
