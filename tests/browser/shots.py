"""Write pictures of the pages that a person should look at into shots/, and print their list.

One folder for each window and colour scheme, and a sheet that shows all pictures of a folder.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from playwright.sync_api import Browser, Error, sync_playwright

from tests.browser import live
from tests.browser.pages import PAGES, Show

SHOTS: Final = Path("shots")
GAMES: Final = ("table-of-pairs", "table-with-stages", "evening-of-two-games")
TABLES: Final = ("table-3", "table-4", "table-7", "preview", "count-the-cards", "won", *GAMES)
LONG_NAMED: Final = (
    *TABLES,
    "same-or-another",
    "evenings",
    "evening",
    "new-evening",
    "who-deals-first",
    "players",
    "correct-deal",
    "correct-deal-changes",
    "theirs-and-yours",
    "correct-match-changes",
    "settle-half",
    "bills",
    "balance",
    "open-balances",
)


class Look(NamedTuple):
    """A window, its colours, whose names stand in it, whether scripts run, and the language.

    Pages are brought about in English: what was tapped since they were loaded is lost in others.
    """

    width: int
    height: int
    scheme: str = "light"
    names: Sequence[str] = live.CAST
    scripts: bool = True
    only: Sequence[str] = tuple(PAGES)
    language: str = "en"

    @property
    def folder(self) -> str:
        """Return what the look is called."""
        parts = [f"{self.width}x{self.height}", self.scheme]
        parts += ["long-names"] * (self.names == live.LONG) + ["no-scripts"] * (not self.scripts)
        parts += [self.language] * (self.language != "en")
        return "-".join(parts)

    @property
    def context(self) -> dict[str, Any]:
        """Return the settings of a browser for this look."""
        phone = self.width < 800
        return {
            "viewport": {"width": self.width, "height": self.height},
            "is_mobile": phone,
            "has_touch": True,
            "color_scheme": self.scheme,
            "java_script_enabled": self.scripts,
            "device_scale_factor": 2 if phone else 1,
        }


LOOKS: Final = (
    Look(360, 640),
    Look(360, 640, "dark"),
    Look(360, 640, language="it"),
    Look(360, 640, language="pl"),
    Look(390, 844),
    Look(390, 844, "dark"),
    Look(1280, 800),
    Look(1280, 800, "dark"),
    Look(360, 640, names=live.LONG, only=LONG_NAMED),
    Look(1280, 800, names=live.LONG, only=LONG_NAMED),
    Look(360, 640, scripts=False, only=("table-empty", "table-3", "table-4", "table-7", "problem")),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Take the pictures."""
    parser = argparse.ArgumentParser(prog="make shots", description=__doc__)
    parser.add_argument("pages", nargs="*", metavar="PAGE", help="only these, such as table-3")
    parser.add_argument("--look", help="only looks with this in their name, such as 360x640-dark")
    chosen = parser.parse_args(arguments)
    if live.CHROMIUM is None:
        print(live.NO_CHROMIUM, file=sys.stderr)
        return 1
    if not chosen.pages and not chosen.look:
        shutil.rmtree(SHOTS, ignore_errors=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as room:
        browser = live.launch(playwright)
        joined = Path(room) / "joined"
        with live.served(joined) as club:
            page = browser.new_page()
            device = live.join(page, club.link())
            page.close()
        for look in (look for look in LOOKS if (chosen.look or "") in look.folder):
            folder = SHOTS / look.folder
            folder.mkdir(parents=True, exist_ok=True)
            for name in (n for n in look.only if n in (chosen.pages or PAGES)):
                own = Path(room) / f"{look.folder}-{name}"
                with live.served(own, like=joined) as club:
                    take(browser, club, device, look, PAGES[name], folder / f"{name}.png")
            sheet(browser, folder, look)
        browser.close()
    return 0


def take(
    browser: Browser,
    club: live.Club,
    device: tuple[str, str],
    look: Look,
    show: Show,
    file: Path,
) -> None:
    """Take one picture, of the window as it is first seen, not of the whole page."""
    context = browser.new_context(base_url=club.address(), **look.context)
    context.set_default_timeout(5000)
    live.let_in(context, club, device)
    page = context.new_page()
    try:
        show(page, club, look.names)
        if look.language != "en":
            context.set_extra_http_headers({"Accept-Language": look.language})
            page.reload()
        page.screenshot(path=file, animations="disabled")
        print(file, flush=True)
    except (Error, AssertionError) as error:
        print(f"{file}: {str(error).splitlines()[0]}", file=sys.stderr)
    finally:
        context.close()


def sheet(browser: Browser, folder: Path, look: Look) -> None:
    """Put all pictures of a folder on one."""
    files = sorted(file for file in folder.glob("*.png"))
    wide = 260 if look.width < 800 else 620
    cells = "".join(
        f"<figure><img src='{file.resolve().as_uri()}' width={wide}><figcaption>{file.stem}"
        "</figcaption></figure>"
        for file in files
    )
    style = "display:flex;flex-wrap:wrap;gap:12px;margin:12px;background:#888;font:14px sans-serif"
    page = browser.new_page(viewport={"width": 1920, "height": 800})
    html = folder.parent / f"{folder.name}.html"
    html.write_text(f"<body style='{style}'>{cells}".replace("<figure>", "<figure style=margin:0>"))
    page.goto(html.resolve().as_uri())
    page.screenshot(path=folder.parent / f"{folder.name}.png", full_page=True)
    html.unlink()
    page.close()
    print(folder.parent / f"{folder.name}.png", flush=True)


if __name__ == "__main__":
    sys.exit(main())
