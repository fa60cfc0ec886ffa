"""Read a page as a browser without script does: what it says, and what its forms would send."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from html.parser import HTMLParser

VOID = {"br", "hr", "img", "input", "link", "meta", "source"}
Fields = list[tuple[str, str]]


@dataclass(eq=False)
class Node:
    """An element with what is inside it."""

    tag: str
    attrs: dict[str, str]
    children: list[Node | str] = field(default_factory=list)

    def all(self, tag: str = "", of: str = "", **attrs: str) -> Iterator[Node]:
        """Yield the elements inside, in order: of a tag, a class, with attributes."""
        for child in self.children:
            if isinstance(child, Node):
                if (
                    tag in ("", child.tag)
                    and (not of or of in child.attrs.get("class", "").split())
                    and all(child.attrs.get(name) == value for name, value in attrs.items())
                ):
                    yield child
                yield from child.all(tag, of, **attrs)

    @property
    def raw(self) -> str:
        """Return the text inside as it stands."""
        return "".join(c if isinstance(c, str) else c.raw for c in self.children)

    @property
    def text(self) -> str:
        """Return the text inside with its blanks made one."""
        return " ".join(self.raw.split())


class Form:
    """A form: what it would send, and where to."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self.action = node.attrs.get("action", "").partition("#")[0]
        self.method = node.attrs.get("method", "get")

    def controls(self, name: str) -> list[Node]:
        """Return the fields and buttons that have a name."""
        return [node for node in self.node.all(name=name) if node.tag != "meta"]

    def values(self, name: str) -> list[str]:
        """Return what may be chosen for a name: disabled tiles may not."""
        found = [option for node in self.controls(name) for option in node.all("option")]
        found = found or self.controls(name)
        return [node.attrs.get("value", "") for node in found if "disabled" not in node.attrs]

    @cached_property
    def untouched(self) -> Fields:
        """Return what is sent when nothing was touched and no named button is pressed."""
        sent = []
        for node in self.node.all():
            name, kind = node.attrs.get("name"), node.attrs.get("type", "text")
            if name is None or "disabled" in node.attrs:
                continue
            if node.tag == "select":
                options = list(node.all("option"))
                chosen = [option for option in options if "selected" in option.attrs]
                sent += [(name, one.attrs.get("value", "")) for one in (chosen or options)[:1]]
            if node.tag not in ("input", "textarea"):
                continue
            if kind in ("radio", "checkbox") and "checked" not in node.attrs:
                continue
            sent.append((name, node.attrs.get("value", "") if node.tag == "input" else node.raw))
        return sent

    def value(self, name: str) -> str:
        """Return what is sent for a name when nothing was touched, empty for nothing."""
        return dict(self.untouched).get(name, "")

    def filled(self, answers: Mapping[str, str | None]) -> Fields:
        """Return what is sent with these answers; None leaves a field out.

        Only what the form offers can be answered: a tile that is missing or disabled is an error.
        """
        for name, value in answers.items():
            found = self.controls(name)
            kinds = {node.attrs.get("type", node.tag) for node in found}
            offered = (*self.values(name), None)
            if not found or (kinds <= {"radio", "select"} and value not in offered):
                raise ValueError(f"expected something the form offers, got {name}={value}")
        rest = [(name, value) for name, value in self.untouched if name not in answers]
        return rest + [(name, value) for name, value in answers.items() if value is not None]


class Page:
    """A page that was answered."""

    def __init__(self, html: str) -> None:
        self.html = html
        reader = _Reader()
        reader.feed(html)
        reader.close()
        self.root = reader.root

    def all(self, tag: str = "", of: str = "", **attrs: str) -> list[Node]:
        """Return the elements of a tag, a class, with attributes."""
        return list(self.root.all(tag, of, **attrs))

    @property
    def main(self) -> str:
        """Return the text of the page without its head and menu."""
        [main] = self.all("main")
        return main.text

    @property
    def heading(self) -> str:
        """Return the text of the page's first heading."""
        return self.all("h1")[0].text

    @property
    def errors(self) -> list[str]:
        """Return the sentences beside fields."""
        return [node.text for node in self.all(of="error")]

    @property
    def alert(self) -> str:
        """Return what the page says loudest."""
        return " ".join(node.text for node in self.all(role="alert"))

    @property
    def forms(self) -> list[Form]:
        """Return the forms of the page without its head and menu."""
        inside = self.all("main") or [self.root]
        return [Form(node) for node in inside[0].all("form")]

    def form(self, action: str) -> Form:
        """Return the one form whose address, without its query, ends like this."""
        every = [Form(node) for node in self.all("form")]
        found = [form for form in every if form.action.partition("?")[0].endswith(action)]
        if len(found) != 1:
            have = [form.action for form in every]
            raise ValueError(f"expected one form for {action}, got {have}")
        return found[0]

    def offers(self, action: str) -> bool:
        """Say whether there is a form or a link for an address that ends like this."""
        links = [node.attrs.get("href", "") for node in self.all("a")]
        found = links + [form.action for form in self.forms]
        return any(address.partition("?")[0].endswith(action) for address in found)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = Node("", {})
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        node = Node(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(node)
        if tag not in VOID:
            self.open.append(node)

    def handle_endtag(self, tag: str) -> None:
        if self.open[-1].tag != tag:
            raise ValueError(f"expected </{self.open[-1].tag}>, got </{tag}>")
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)
