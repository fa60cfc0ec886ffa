"""A phone at the table: it reads pages, and sends the forms that it was served."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from flask import Flask
from werkzeug.datastructures import FileStorage, Headers, MultiDict
from werkzeug.test import encode_multipart

from tests.pages import Form, Page

HOST = "http://localhost"
Answers = Mapping[str, str | None]


@dataclass(frozen=True)
class Answer:
    """What came back for a request."""

    status: int
    headers: Headers
    body: bytes

    @cached_property
    def page(self) -> Page:
        """Return the body as a page."""
        return Page(self.body.decode())

    @property
    def location(self) -> str:
        """Return where the answer leads."""
        return self.headers["Location"]


class Phone:
    """A browser without script: it keeps cookies, and says where its forms came from."""

    def __init__(self, app: Flask, host: str = HOST) -> None:
        self.app = app
        self.host = host
        self.client = app.test_client()

    def ask(self, method: str, path: str, **request: Any) -> Answer:
        """Send a request as it is given."""
        with self.client.open(path, method=method, base_url=self.host, **request) as response:
            return Answer(response.status_code, response.headers, response.get_data())

    def get(self, path: str) -> Answer:
        """Open an address."""
        return self.ask("GET", path)

    def read(self, path: str) -> Page:
        """Open an address that has a page, and return that."""
        answer = self.get(path)
        assert answer.status == 200, answer.body.decode()
        return answer.page

    def post(self, path: str, data: Any, **headers: str) -> Answer:
        """Send fields as a page of this server would."""
        given = {"Origin": self.host} | headers
        pairs = MultiDict(data) if isinstance(data, list) else data
        return self.ask("POST", path, data=pairs, headers=given)

    def send(self, form: Form, button: tuple[str, str] | None = None, /, **answers: Any) -> Answer:
        """Fill in a form that was served, and send it, perhaps by one of its named buttons."""
        sent = form.filled(answers)
        if button is not None:
            assert button[1] in form.values(button[0])
            sent = [*sent, button]
        return self.post(form.action, sent)

    def upload(self, form: Form, content: bytes, name: str = "file") -> Answer:
        """Send a form with a file in it, as a browser does."""
        fields = [*form.untouched, ("file", FileStorage(io.BytesIO(content), name))]
        boundary, body = encode_multipart(MultiDict(fields))
        kind = f'multipart/form-data; boundary="{boundary}"'
        headers = {"Origin": self.host}
        return self.ask("POST", form.action, data=body, content_type=kind, headers=headers)

    def follow(self, answer: Answer) -> Page:
        """Go where an answer leads."""
        assert answer.status == 303, answer.body.decode()
        return self.read(answer.location)

    def play(self, table: str, **answers: Any) -> Page:
        """Open a table, record a deal, and return the page after it."""
        return self.follow(self.send(self.read(table).form("/deals"), **answers))

    @cached_property
    def token(self) -> str:
        """Return the form token of this phone, read from a form that it was served."""
        welcome = self.get("/")
        forms = self.read(welcome.location + "/players").forms
        return forms[0].value("csrf_token")
