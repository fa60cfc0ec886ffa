"""What the browser tests share: one Chromium, a club and a phone of its own for each test.

Every test watches its pages: no message on the console, no error, no request to anybody else.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser import live
from tests.browser.live import Club
from tests.browser.table import TablePage

AtTable = Callable[..., TablePage]

# With scripts under both names; without scripts a name makes no difference.
BOTH_NAMES = pytest.mark.parametrize("host", [live.LOCAL, live.ELSEWHERE])
BOTH_WAYS = pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
ALL_WAYS = pytest.mark.parametrize(
    ("host", "scripts"),
    [(live.LOCAL, True), (live.ELSEWHERE, True), (live.ELSEWHERE, False)],
    ids=["localhost", "elsewhere", "no-scripts"],
)
PHONE = (360, 640)
SECONDS = 8
expect.set_options(timeout=SECONDS * 1000)


class Joined(NamedTuple):
    """A club's folder right after its owner has joined, and the owner's cookie."""

    folder: Path
    device: tuple[str, str]


class Watch:
    """What the pages of a test did that they should not; `allow` names the exceptions."""

    def __init__(self) -> None:
        self.seen: list[str] = []
        self.allowed: list[str] = []

    def allow(self, *texts: str | int) -> None:
        """Let messages pass that a status or a cut connection brings with it."""
        self.allowed += [str(text) for text in texts]

    def over(self, context: BrowserContext) -> None:
        """Watch all pages of a browser's context."""
        context.on("console", lambda message: self.seen.append(f"{message.type}: {message.text}"))
        context.on("weberror", lambda error: self.seen.append(f"error: {error.error}"))
        context.on("request", lambda request: self._asked(request.url))

    def _asked(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme != "data" and parts.hostname not in (live.LOCAL, live.ELSEWHERE):
            self.seen.append(f"request: {url}")

    def wrong(self) -> list[str]:
        """Return what was seen and not allowed."""
        return [seen for seen in self.seen if not any(text in seen for text in self.allowed)]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if live.CHROMIUM is None:
        if os.environ.get("CI"):
            pytest.fail(live.NO_CHROMIUM)
        pytest.skip(live.NO_CHROMIUM)
    with sync_playwright() as playwright:
        browser = live.launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def joined(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Joined:
    """Let an owner join by the link, once; each test goes on from a copy."""
    folder = tmp_path_factory.mktemp("joined") / "data"
    with live.served(folder) as club:
        page = browser.new_page()
        device = live.join(page, club.link())
        page.close()
    return Joined(folder, device)


@pytest.fixture
def club(browser: Browser, joined: Joined, tmp_path: Path) -> Iterator[Club]:
    with live.served(tmp_path / "data", like=joined.folder) as club:
        yield club


@pytest.fixture
def host() -> str:
    return live.LOCAL


@pytest.fixture
def scripts() -> bool:
    return True


@pytest.fixture
def size() -> tuple[int, int]:
    return PHONE


@pytest.fixture
def watch() -> Iterator[Watch]:
    watch = Watch()
    yield watch
    assert watch.wrong() == []


@pytest.fixture
def phone(
    browser: Browser,
    club: Club,
    joined: Joined,
    watch: Watch,
    host: str,
    scripts: bool,
    size: tuple[int, int],
) -> Iterator[Callable[..., Page]]:
    """Return a function that opens the owner's browser anew, with more settings if given."""
    contexts: list[BrowserContext] = []

    def take(**more: Any) -> Page:
        settings: dict[str, Any] = {
            "base_url": club.address(host),
            "viewport": {"width": size[0], "height": size[1]},
            "is_mobile": True,
            "has_touch": True,
            "java_script_enabled": scripts,
        }
        context = browser.new_context(**settings | more)
        contexts.append(context)
        context.set_default_timeout(SECONDS * 1000)
        live.let_in(context, club, joined.device, host)
        watch.over(context)
        return context.new_page()

    yield take
    for context in contexts:
        context.close()


@pytest.fixture
def page(phone: Callable[..., Page]) -> Page:
    return phone()


@pytest.fixture
def at_table(page: Page, club: Club) -> AtTable:
    """Return a function that seats people, as `Club.seat` does, and opens their table."""

    def sit(*people: Any, **more: Any) -> TablePage:
        table = TablePage(page, club, club.seat(*people, **more))
        table.open()
        return table

    return sit
