"""The catalogues of the languages, as they are written and as the server reads them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po

TRANSLATIONS = Path(__file__).parent.parent / "scorekeeper" / "translations"
POT = TRANSLATIONS / "messages.pot"
SOURCES = {path.parts[-3]: path for path in sorted(TRANSLATIONS.rglob("messages.po"))}


def written(path: Path, language: str | None = None) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=language)


def compiled(language: str) -> Catalog:
    with SOURCES[language].with_suffix(".mo").open("rb") as file:
        return read_mo(file)


def compile_old() -> None:
    """Compile what has changed since, as `make test` does before it begins."""
    for language, source in SOURCES.items():
        target = source.with_suffix(".mo")
        if not target.exists() or target.stat().st_mtime < source.stat().st_mtime:
            fresh = target.with_suffix(f".{id(target)}")
            with fresh.open("wb") as file:
                write_mo(file, written(source, language))
            fresh.replace(target)


def source(message: Message) -> str:
    """Return what is translated, the singular where there is a plural."""
    return message.id if isinstance(message.id, str) else str(message.id[0])


def texts(message: Message) -> tuple[str, ...]:
    """Return the translation, each form of a plural."""
    said = message.string
    return (said,) if isinstance(said, str) else tuple(said or ())


def pairs(message: Message) -> Iterator[tuple[str, str]]:
    """Yield each translation with the sentence that it translates."""
    sources = (message.id,) if isinstance(message.id, str) else tuple(message.id)
    for number, text in enumerate(texts(message)):
        yield sources[min(number, len(sources) - 1)], text
