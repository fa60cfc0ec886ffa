"""What may be typed: names, notes, numbers and JSON."""

import json
import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper import entry
from scorekeeper.entry import NotANumber, Problem, Refused
from scorekeeper.jsontext import read_json
from tests.strategies import json_values


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Anna", "Anna"),
        ("  Anna Maria ", "Anna Maria"),
        ("\u00a0Anna\u3000", "Anna"),
        ("Rene\u0301", "Ren\u00e9"),
        ("x" * 40, "x" * 40),
        ("e\u0301" * 40, "\u00e9" * 40),
        ("安娜", "安娜"),
        ("O’Neil-D'Angelo, 2.", "O’Neil-D'Angelo, 2."),
        ("=1+1", "=1+1"),
        ("<b>", "<b>"),
        ("♠", "♠"),
        ("🂡", "🂡"),
        ("7", "7"),
        ("pass", "pass"),
    ],
)
def test_a_name_is_kept_trimmed_and_composed(typed: str, kept: str) -> None:
    assert entry.name(typed) == kept


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "   ",
        "x" * 41,
        "An\nna",
        "An\tna",
        "An\x00na",
        "\x1b[31mAnna",
        "An\x7fna",
        "An\x85na",
        "An\u200bna",
        "Anna\u200d",
        "\ufeffAnna",
        "An\u00adna",
        "An\u202ena",
        "An\u2066na",
        "An\u2028na",
        "An\u2029na",
        "An\u0378na",
        "Anna" + " " * 400 + "Maria",
        "An\ud800na",
        "An\ue000na",
        "An\U000e0041na",
        "An\u034fna",
        "Anna\ufe0f",
        "Anna\U000e0100",
        "\u3164",
        "Anna\u3164",
        "Anna\u115f",
        "\u2800",
        "\u0301",
        None,
        7,
        True,
        ["Anna"],
        NotANumber("6.5"),
    ],
)
def test_a_name_that_cannot_be_seen_or_held_is_refused_by_its_key(typed: object) -> None:
    with pytest.raises(Refused) as caught:
        entry.name(typed, "soloist")
    [problem] = caught.value.problems
    assert problem.field == "soloist"
    assert problem.say % problem.values


def test_a_note_holds_two_hundred_characters() -> None:
    assert entry.note("x" * 200) == "x" * 200
    with pytest.raises(Refused, match="note: expected a text of 1 to 200 characters"):
        entry.note("x" * 201)


def test_a_huge_name_is_refused_without_being_normalised() -> None:
    started = time.perf_counter()
    with pytest.raises(Refused):
        # Marks out of order are sorted in a time that grows with the square of their number.
        entry.name("a" + "\u0301\u0323" * 40_000)
    assert time.perf_counter() - started < 0.5


@given(st.text(max_size=45))
def test_a_name_once_kept_is_kept_as_it_is(text: str) -> None:
    try:
        kept = entry.name(text)
    except Refused:
        return
    assert entry.name(kept) == kept
    assert kept == kept.strip() == unicodedata.normalize("NFC", kept)
    assert 1 <= len(kept) <= 40
    assert json.loads(json.dumps(kept)) == kept


@pytest.mark.parametrize(
    ("one", "other"),
    [("Anna", "anna"), ("Anna Maria", "AnnaMaria"), ("Ren\u00e9", "Rene"), ("\uff21nna", "Anna")],
)
def test_names_that_an_eye_could_confuse_look_alike(one: str, other: str) -> None:
    assert entry.lookalike(one) == entry.lookalike(other)


def test_other_names_do_not_look_alike() -> None:
    names = ["Anna", "Anne", "Hanna", "安娜", "安", "♠", "♣"]
    assert len({entry.lookalike(name) for name in names}) == len(names)


@pytest.mark.parametrize(
    ("text", "means"),
    [("0", 0), ("-7", -7), (" 12 ", 12), ("007", 7), ("9999999999", 9999999999)],
)
def test_a_number_is_written_in_ascii_digits(text: str, means: int) -> None:
    assert entry.number(text) == means


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "-",
        "+7",
        "1_000",
        "1,0",
        "6.0",
        "1e3",
        "0x1",
        "\u0667",
        "\uff17",
        "²",
        "7\n",
        "1" * 11,
        "nan",
    ],
)
def test_what_is_no_number_is_none(text: str) -> None:
    assert entry.number(text) is None


def test_a_truth_value_is_no_number() -> None:
    assert [entry.is_number(value) for value in (0, -3, True, False, 1.0, "1", None)] == [
        True,
        True,
        *[False] * 5,
    ]


@pytest.mark.parametrize("text", ["6.5", "6.0", "1e2", "NaN", "-Infinity", "12345678901", "-0.0"])
def test_a_json_number_that_is_no_integer_is_kept_to_be_shown(text: str) -> None:
    value = read_json(f'{{"card_points": {text}}}')["card_points"]
    assert isinstance(value, NotANumber)
    assert entry.shown(value) == text
    assert entry.shown([value]) == f'["{text}"]'


def test_an_object_knows_the_key_that_stood_in_it_twice() -> None:
    value = read_json('{"a": {"b": 1, "c": 2, "b": 3}, "d": {}}')
    assert (value.repeated, value["a"].repeated, value["d"].repeated) == (None, "b", None)


@pytest.mark.parametrize(
    ("text", "expected", "came"),
    [
        (b"", "JSON", "line 1, column 1"),
        (b"{", "JSON", "line 1, column 2"),
        (b'{"a": 1}\n}', "JSON", "line 2, column 1"),
        (b"{'a': 1}", "JSON", "column 2"),
        (b'{"a": 1,}', "JSON", "column 9"),
        (b'{"a": "\n"}', "JSON", "control character"),
        (b'{"a": \xff}', "UTF-8 text", "byte 6"),
        ("{}".encode("utf-16"), "UTF-8 text", "byte 0"),
        (b"[" * 9 + b"]" * 9, "at most 8 deep", "more"),
        (b"[" * 500_000, "at most 8 deep", "more"),
        (b'{"a":' * 100_000, "at most 8 deep", "more"),
    ],
    ids=lambda value: value[:12] if isinstance(value, bytes) else None,
)
def test_what_is_no_json_is_refused_and_the_place_named(
    text: bytes, expected: str, came: str
) -> None:
    with pytest.raises(Refused) as caught:
        read_json(text)
    [problem] = caught.value.problems
    assert problem.field == "format"
    assert expected in problem.expected
    assert came in problem.came


def test_json_may_begin_with_a_mark_of_byte_order() -> None:
    assert read_json(b"\xef\xbb\xbf{}") == {}


def test_eight_levels_are_not_too_deep() -> None:
    assert read_json("[" * 8 + "]" * 8) == [[[[[[[[]]]]]]]]


@given(json_values)
def test_whatever_came_is_shown_in_one_short_line_of_ascii(value: object) -> None:
    text = entry.shown(value)
    assert len(text) <= 60
    assert text.isascii()
    assert text.isprintable()


@given(st.text())
def test_a_message_about_any_key_is_one_line_that_a_terminal_can_print(key: str) -> None:
    text = str(Problem(key, "something else", key, "Not that."))
    assert text.isascii()
    assert text.isprintable()
    assert len(text) < 200


def test_a_message_names_field_expected_and_came() -> None:
    problem = Problem("cards.aces", "a whole number from 0 to 4", 5, "Choose how many Aces.")
    assert str(problem) == "cards.aces: expected a whole number from 0 to 4, got 5"
    assert str(Refused(problem, problem)) == f"{problem}; {problem}"
