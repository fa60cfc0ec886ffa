"""A browser of few words: one connection, cookies, the hidden fields of a form."""

from __future__ import annotations

import http.client
import re
from dataclasses import dataclass, field
from urllib.parse import urlencode

HIDDEN = re.compile(r'name="(csrf_token|op_id|seen)"[^>]* value="([^"]*)"')


@dataclass
class Browser:
    """A client of one server on this machine; `matches` are those to record in."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    matches: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)

    def get(self, path: str) -> tuple[int, str]:
        """Ask for a page; return its status and text."""
        return self._ask("GET", path, None)

    def post(self, path: str, fields: dict[str, str]) -> tuple[int, str]:
        """Send a form; a redirection is not followed."""
        return self._ask("POST", path, urlencode(fields))

    def _ask(self, method: str, path: str, body: str | None) -> tuple[int, str]:
        headers = {
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            "Origin": f"http://127.0.0.1:{self.port}",
        }
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            self._connection.request(method, path, body, headers)
            response = self._connection.getresponse()
        except (http.client.RemoteDisconnected, BrokenPipeError):  # idle for too long
            self._connection.close()
            self._connection.request(method, path, body, headers)
            response = self._connection.getresponse()
        text = response.read().decode()
        for line in response.headers.get_all("Set-Cookie") or ():
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value
        return response.status, text


def hidden(text: str) -> dict[str, str]:
    """Return the hidden fields of the last form in a page that has them."""
    return dict(HIDDEN.findall(text))
