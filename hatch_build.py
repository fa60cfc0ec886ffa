"""Compile the catalogues, so that every wheel and every editable install has them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Catalogues(BuildHookInterface):
    """What hatchling calls before it collects the files of a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write each catalogue beside its source, and name it: git ignores what is compiled."""
        for source in sorted(Path(self.root, "scorekeeper", "translations").rglob("*.po")):
            compiled = source.with_suffix(".mo")
            with source.open("rb") as text, compiled.open("wb") as file:
                write_mo(file, read_po(text, locale=source.parts[-3]))
            build_data["artifacts"].append(compiled.relative_to(self.root).as_posix())
