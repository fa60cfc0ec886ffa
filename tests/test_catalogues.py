"""Every sentence in every language: whole, with its places to fill and its plurals."""

from __future__ import annotations

import re

import pytest
from babel.messages.catalog import Message

from scorekeeper.games import GAMES
from scorekeeper.views.language import ENGLISH, LANGUAGES
from tests.catalogues import POT, SOURCES, compiled, pairs, source, texts, written

GAMES_TERMS = (
    "cappotto",
    "stramazzo",
    "monte",
    "chiamo",
    "solissimo",
    "dividete",
    "scegliete",
    "chiedo",
)
TERMS = (*GAMES_TERMS, *(game.name.lower() for game in GAMES.values()))
PLACE = re.compile(r"%\(\w+\)s")


def messages(language: str) -> list[Message]:
    return [message for message in written(SOURCES[language], language) if message.id]


def translated(language: str) -> list[tuple[str, str]]:
    return [pair for message in messages(language) for pair in pairs(message) if pair[1]]


def test_every_language_that_is_offered_has_a_catalogue() -> None:
    assert SOURCES.keys() == LANGUAGES.keys() - {ENGLISH}


@pytest.mark.parametrize("language", SOURCES)
def test_every_sentence_is_translated(language: str) -> None:
    """Fill in what `make messages` has put into the catalogue when this fails."""
    wanted = {source(m): m.pluralizable for m in written(POT) if m.id}
    said = {source(m): m.pluralizable for m in messages(language) if all(texts(m))}
    assert len(wanted) > 1000
    assert said == wanted


@pytest.mark.parametrize("language", SOURCES)
def test_no_translation_is_a_guess_or_left_over(language: str) -> None:
    catalogue = written(SOURCES[language], language)
    assert not catalogue.fuzzy
    assert [message.id for message in messages(language) if message.fuzzy] == []
    assert catalogue.obsolete == {}


@pytest.mark.parametrize("language", SOURCES)
def test_translations_fill_the_same_places(language: str) -> None:
    for english, text in translated(language):
        assert set(PLACE.findall(text)) == set(PLACE.findall(english)), text
        assert "%" not in PLACE.sub("", text).replace("%%", ""), text


@pytest.mark.parametrize("language", SOURCES)
def test_every_plural_has_all_its_forms(language: str) -> None:
    forms = {"it": 2, "pl": 3}[language]
    assert written(SOURCES[language], language).num_plurals == forms
    plurals = [m for m in messages(language) if not isinstance(m.id, str)]
    assert len(plurals) > 5
    assert [m.id for m in plurals if len(texts(m)) != forms or not all(texts(m))] == []


@pytest.mark.parametrize("language", SOURCES)
def test_translations_end_as_sentences_do_and_keep_the_terms(language: str) -> None:
    for english, text in translated(language):
        assert text == " ".join(text.split()), text
        ends = [said[-1] for said in (english, text)]
        assert ends[0] == ends[1] or not set(ends) & set(".?:!"), text
        for term in TERMS:
            if re.search(rf"\b{term}\b", english.lower()):
                assert re.search(rf"\b{term}\b", text.lower()), (term, text)


@pytest.mark.parametrize("language", SOURCES)
def test_what_the_server_reads_is_what_is_written(language: str) -> None:
    """Compile the catalogues, as make does, when this fails."""
    wanted = {source(m): texts(m) for m in messages(language)}
    assert {source(m): texts(m) for m in compiled(language) if m.id} == wanted
