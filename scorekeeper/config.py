"""Settings, the data folder and what lies in it, the folder of templates and static files.

Everything here is read once at start and handed to `create_app`. What Flask or the database make of
it is decided there; nothing here is read while a module is imported.
"""

import hashlib
import os
import re
import secrets
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Self

from platformdirs import user_data_path

PREFIX = "SCOREKEEPER_"
KEY_BYTES = 32
DATABASE = "scorekeeper.sqlite3"
DATABASE_URL = "SCOREKEEPER_DATABASE_URL"

_LABEL = r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?"
_HOST_NAME = re.compile(rf"{_LABEL}(?:\.{_LABEL})*", re.ASCII)


class SettingsError(ValueError):
    """A setting or the data folder cannot be used: what was expected, and what came."""


@dataclass(frozen=True)
class Settings:
    """What a server is started with; `hosts` are names it answers to besides this machine's own.

    `postgresql` is the address of a database there, None for the file in the data folder; it may
    hold a password, and is never shown. `proxies` says how many of them before it are believed.
    """

    data: Path
    host: str
    port: int
    hosts: tuple[str, ...] = ()
    https: bool = False
    postgresql: str | None = field(default=None, repr=False)
    proxies: int = 0

    @classmethod
    def from_env(cls, environ: Mapping[str, str], **overrides: Any) -> Self:
        """Read the SCOREKEEPER_* variables; an override that is not None replaces its field."""
        unknown = sorted(
            name for name in environ if name.startswith(PREFIX) and name not in VARIABLES
        )
        if unknown:
            raise SettingsError(
                f"expected only the settings {', '.join(VARIABLES)}, got {', '.join(unknown)}"
            )
        given: dict[str, Any] = {}
        for name, (attribute, parse) in VARIABLES.items():
            if name in environ:
                try:
                    given[attribute] = parse(environ[name])
                except SettingsError as error:
                    came = "another text" if name == DATABASE_URL else repr(environ[name])
                    raise SettingsError(f"{name}: expected {error}, got {came}") from None
        settings = cls(
            data=given.pop("data", None) or default_data(),
            host=given.pop("host", "0.0.0.0"),  # noqa: S104 (phones on the home network reach it)
            port=given.pop("port", 8021),
            **given,
        )
        return replace(settings, **{k: v for k, v in overrides.items() if v is not None})


def default_data() -> Path:
    """Return the folder in the user's home that is used when none is named."""
    return user_data_path("scorekeeper", appauthor=False)


def _folder_path(text: str) -> Path:
    if text:
        with suppress(RuntimeError):  # "~name" of somebody unknown
            return Path(text).expanduser().absolute()
    raise SettingsError("the path of a folder")


def _host(text: str) -> str:
    with suppress(ValueError):
        return str(ip_address(text))
    if _HOST_NAME.fullmatch(text.lower()):
        return text.lower()
    raise SettingsError("an IP address or a host name, without a port")


def _hosts(text: str) -> tuple[str, ...]:
    names = [name.strip().lower().removesuffix(".") for name in text.split(",") if name.strip()]
    if all(_HOST_NAME.fullmatch(name) for name in names):
        return tuple(dict.fromkeys(names))
    raise SettingsError("host names separated by commas, without ports or wildcards")


def _port(text: str) -> int:
    if re.fullmatch(r"[0-9]{1,5}", text) and 1 <= int(text) <= 65535:
        return int(text)
    raise SettingsError("a whole number from 1 to 65535")


def _switch(text: str) -> bool:
    if text in ("0", "1"):
        return text == "1"
    raise SettingsError("0 or 1")


def _proxies(text: str) -> int:
    if re.fullmatch(r"[0-9]", text):
        return int(text)
    raise SettingsError("how many proxies stand before the server, from 0 to 9")


def _postgresql(text: str) -> str:
    from .postgresql import address

    return address(text)


VARIABLES: dict[str, tuple[str, Callable[[str], Any]]] = {
    "SCOREKEEPER_DATA": ("data", _folder_path),
    "SCOREKEEPER_HOST": ("host", _host),
    "SCOREKEEPER_PORT": ("port", _port),
    "SCOREKEEPER_HOSTS": ("hosts", _hosts),
    "SCOREKEEPER_HTTPS": ("https", _switch),
    "SCOREKEEPER_PROXIES": ("proxies", _proxies),
    DATABASE_URL: ("postgresql", _postgresql),
}


def folder(settings: Settings) -> None:
    """Make the data folder (mode 700) and see that files can be made in it.

    Missing parents are made in the user's own data folder only: elsewhere one that is missing is
    likely a disk that is not there, and an empty database in its place would look like lost scores.
    """
    data, home = settings.data, default_data().parent
    try:
        if data.is_relative_to(home):
            data.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        elif not data.parent.is_dir():
            raise SettingsError(
                f"the data folder {data} cannot be made: expected the folder {data.parent} to "
                "exist, and it does not"
            )
        data.mkdir(mode=0o700, exist_ok=True)
        with tempfile.TemporaryFile(dir=data) as probe:
            probe.write(b"x")
    except (FileExistsError, NotADirectoryError):
        raise SettingsError(
            f"the data folder {data} cannot be used: expected a folder, and there is a file at "
            "that place or above it"
        ) from None
    except OSError as error:
        raise SettingsError(
            f"the data folder {data} cannot be written to: expected a folder in which this user "
            f"may make files, got: {error.strerror}"
        ) from None


def database(data: Path) -> Path:
    """Return the database's file in the data folder, or raise `SettingsError` if there is none."""
    path = data / DATABASE
    try:
        there = path.is_file()
    except OSError as error:
        raise SettingsError(f"the database {path} cannot be read: {error.strerror}") from None
    if not there:
        raise SettingsError(
            f"there is no database in {data}: expected the file {DATABASE}, which the server makes "
            "at its first start; or set SCOREKEEPER_DATA to another folder"
        )
    return path


def signing_key(data: Path) -> bytes:
    """Return the 32 bytes in `data`/key, made at first use, readable by this user alone."""
    path = data / "key"
    try:
        if not path.exists():
            _make_key(path)
        key = path.read_bytes()
    except OSError as error:
        raise SettingsError(f"the key {path} cannot be read or made: {error.strerror}") from None
    if len(key) != KEY_BYTES:
        raise SettingsError(
            f"the key {path} is damaged: expected {KEY_BYTES} bytes, got {len(key)}; restore it "
            "from a copy (without it, phones that joined have to join again)"
        )
    return key


def _make_key(path: Path) -> None:
    # A hard link appears whole or not at all and replaces nothing: of two servers that start
    # together both read the same key, and a crash leaves no half of one.
    handle, name = tempfile.mkstemp(dir=path.parent, prefix="key-")  # mode 600
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(secrets.token_bytes(KEY_BYTES))
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):
            os.link(name, path)
    finally:
        Path(name).unlink()
    directory = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)


def folder_id(key: bytes) -> str:
    """Return 8 hex characters that tell this data folder from another, for the cookie's name."""
    return hashlib.sha256(b"scorekeeper folder " + key).hexdigest()[:8]


def database_in_words(settings: Settings) -> str:
    """Return which database it is; nothing in it is secret."""
    if settings.postgresql is None:
        return f"the database in {settings.data}"
    from .postgresql import in_words

    return in_words(settings.postgresql)


def resources() -> Path:
    """Return the folder with templates/, static/ and seeds/.

    In an installed wheel they lie inside the package, in a checkout beside it.
    """
    package = Path(__file__).resolve().parent
    return package if (package / "templates").is_dir() else package.parent
