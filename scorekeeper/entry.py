"""What may be typed: names, notes, numbers, one positive rule each. JSON is in `jsontext.py`.

Forms, sheets, imports and the command line all read through this module, so that every path
accepts and refuses the same. It knows no game: what a number means is said elsewhere.
"""

from __future__ import annotations

import dataclasses
import json
import re
import unicodedata
from dataclasses import dataclass
from typing import Any, Final

NAME_LENGTH: Final = 40
NOTE_LENGTH: Final = 200
DIGITS: Final = 10
MOST_LOOKALIKE: Final = 400  # what the database keeps; some ligatures stand for eighteen letters

_AMOUNT = re.compile(r"([0-9]{1,10})(?:[.,]([0-9]{1,3}))?")
_NUMBER = re.compile(r"-?[0-9]{1,10}")
_ID = re.compile(r"[1-9][0-9]{0,8}")
_KEY = re.compile(r"[\w.]{1,40}", re.ASCII)
_REFUSED_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
# Letters and marks of Unicode without a width or a shape, and what stands for the unreadable.
_INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\ufffd\U000e0100-\U000e01ef]"
)
_BLANK = "\u2800"  # a pattern of Braille without a dot


def N_(text: str) -> str:  # noqa: N802 - the usual mark of gettext
    """Mark a text for translation; the page translates it, the pure rooms do not."""
    return text


@dataclass(frozen=True)
class Problem:
    """Something refused: the field by its key, what was expected, what came, a sentence.

    `say` is the sentence for a page, with `%(name)s` places filled from `values`.
    """

    field: str
    expected: str
    came: Any
    say: str
    values: dict[str, Any] = dataclasses.field(default_factory=dict)

    def __str__(self) -> str:
        # A key that somebody made up must not write on a terminal what it likes.
        field = self.field if _KEY.fullmatch(self.field) else shown(self.field)
        return f"{field}: expected {self.expected}, got {shown(self.came)}"


class Refused(ValueError):
    """Input that is not accepted, with all its problems."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("; ".join(str(problem) for problem in problems))
        self.problems = problems


class NotANumber:
    """A JSON number that is no integer of at most ten digits, kept to be shown."""

    def __init__(self, text: str) -> None:
        self.text = text


class Object(dict[str, Any]):
    """A JSON object that remembers the first key that stood in it twice."""

    repeated: str | None = None


def shown(value: Any) -> str:
    """Return a short ASCII picture of a refused value for a message.

    >>> shown({"bid": "caf\\u00e9"})
    '{"bid": "caf\\\\u00e9"}'
    """
    if value is None:
        return "nothing"
    text = json.dumps(value, default=lambda odd: getattr(odd, "text", str(odd)))
    if isinstance(value, NotANumber):
        text = text.strip('"').encode("ascii", "backslashreplace").decode()
    return text if len(text) <= 60 else text[:57] + "..."


def is_number(value: Any) -> bool:
    """Say whether a value is an integer and not a truth value.

    >>> is_number(6), is_number(True), is_number(6.0)
    (True, False, False)
    """
    return isinstance(value, int) and not isinstance(value, bool)


def number(text: str) -> int | None:
    """Return the integer that a text of ASCII digits means, None for any other text.

    >>> number("7"), number(" 7 "), number("1_0"), number("\\u0667"), number("12345678901")
    (7, 7, None, None, None)
    """
    text = text.strip(" ")
    return int(text) if _NUMBER.fullmatch(text) else None


def row_id(text: str | None) -> int:
    """Return the id of a row that a text means; 0, which no row has, for any other text.

    As in addresses: within every database's integers.

    >>> row_id("7"), row_id("0"), row_id("-7"), row_id("1234567890"), row_id(None)
    (7, 0, 0, 0, 0)
    """
    text = (text or "").strip(" ")
    return int(text) if _ID.fullmatch(text) else 0


def amount(text: str, digits: int) -> int | None:
    """Return an amount in minor units, None for a text that is no amount.

    The mark before the last digits is a point or a comma, whatever the locale; there is no other.

    >>> amount("0.05", 2), amount("0,5", 2), amount("12", 2), amount("12", 0), amount("1.000", 2)
    (5, 50, 1200, 12, None)
    """
    found = _AMOUNT.fullmatch(text.strip(" "))
    part = (found and found[2]) or ""
    return int(found[1] + part.ljust(digits, "0")) if found and len(part) <= digits else None


def line(key: str, value: Any, longest: int, least: int = 1) -> str:
    """Return one line of text in NFC and trimmed, or raise `Refused` naming `key`."""
    expected = f"a text of {least} to {longest} characters"
    if not isinstance(value, str):
        say = N_("Write a text of %(least)s to %(most)s characters.")
        raise Refused(Problem(key, expected, value, say, {"least": least, "most": longest}))
    # Cut before normalising: what is refused for its length anyway must not cost time.
    text = unicodedata.normalize("NFC", value[: longest * 8]).strip()
    if len(value) > longest * 8 or not least <= len(text) <= longest:
        say = (
            N_("Write a text of at most %(most)s characters.")
            if text
            else N_("Write a text of %(least)s to %(most)s characters.")
        )
        raise Refused(Problem(key, expected, value, say, {"least": least, "most": longest}))
    if _INVISIBLE.search(text) or any(
        unicodedata.category(character) in _REFUSED_CATEGORIES for character in text
    ):
        raise Refused(
            Problem(
                key,
                expected + " without control or invisible characters",
                value,
                N_("Leave out invisible and control characters."),
            )
        )
    if text and not any(_visible(character) for character in text):
        raise Refused(
            Problem(
                key, expected + " that can be seen", value, N_("Write a name that can be seen.")
            )
        )
    return text


def name(value: Any, key: str = "name") -> str:
    """Return a person's, place's or bid's name as it is kept, or raise `Refused`.

    >>> name("  Anna ")
    'Anna'
    """
    return line(key, value, NAME_LENGTH)


def note(value: Any, key: str = "note") -> str:
    """Return a remark on a deal as it is kept, or raise `Refused`."""
    return line(key, value, NOTE_LENGTH)


def lookalike(text: str) -> str:
    """Return what two names share when an eye could take one for the other.

    >>> lookalike("Anna Maria") == lookalike("ANNA  maria"), lookalike("Ren\\u00e9")
    (True, 'rene')
    """
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    kept = (c for c in folded if not unicodedata.combining(c) and not c.isspace())
    return "".join(kept)[:MOST_LOOKALIKE] or text


def _visible(character: str) -> bool:
    return unicodedata.category(character)[0] in "LNPS" and character != _BLANK
