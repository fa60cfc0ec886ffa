"""A browser of few words: cookies, the hidden fields of a form. On a server, or inside an app."""

from __future__ import annotations

import http.client
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import urlencode

from flask import Flask

HIDDEN = re.compile(r'name="(csrf_token|op_id|seen)"[^>]* value="([^"]*)"')


class Answer(NamedTuple):
    """What came back; a redirection is not followed. `tag` is the state that it is of."""

    status: int
    text: str
    tag: str = ""


@dataclass
class Browser:
    """A client of one server on this machine; `matches` are those to record in."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    matches: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)

    def get(self, path: str, more: Mapping[str, str] | None = None) -> Answer:
        """Ask for a page, perhaps with more headers."""
        return self._ask("GET", path, None, more)

    def post(self, path: str, fields: Mapping[str, str | list[str]]) -> Answer:
        """Send a form."""
        return self._ask("POST", path, urlencode(fields, doseq=True))

    def _ask(
        self, method: str, path: str, body: str | None, more: Mapping[str, str] | None = None
    ) -> Answer:
        headers = {
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            "Origin": f"http://127.0.0.1:{self.port}",
            **(more or {}),
        }
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        status, text, cookies, tag = self._answer(method, path, body, headers)
        for line in cookies:
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value
        return Answer(status, text, tag)

    def _answer(
        self, method: str, path: str, body: str | None, headers: dict[str, str]
    ) -> tuple[int, str, list[str], str]:
        try:
            self._connection.request(method, path, body, headers)
            response = self._connection.getresponse()
        except (http.client.RemoteDisconnected, BrokenPipeError):  # idle for too long
            self._connection.close()
            self._connection.request(method, path, body, headers)
            response = self._connection.getresponse()
        text = response.read().decode()
        cookies = response.headers.get_all("Set-Cookie") or []
        return response.status, text, cookies, response.headers.get("ETag", "")


class Inside(Browser):
    """The same without a server between: in this process."""

    def __init__(self, app: Flask, cookies: dict[str, str], matches: list[int]) -> None:
        super().__init__(80, cookies, matches)
        self._client = app.test_client(use_cookies=False)

    def _answer(
        self, method: str, path: str, body: str | None, headers: dict[str, str]
    ) -> tuple[int, str, list[str], str]:
        base = f"http://127.0.0.1:{self.port}"
        response = self._client.open(path, base, method=method, data=body, headers=headers)
        cookies = response.headers.getlist("Set-Cookie")
        return response.status_code, response.text, cookies, response.headers.get("ETag", "")


def hidden(text: str) -> dict[str, str]:
    """Return the hidden fields of the last form in a page that has them."""
    return dict(HIDDEN.findall(text))
