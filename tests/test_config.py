"""Settings from the environment, the data folder, the key and the folder of templates."""

import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import text

from scorekeeper import config, create_app, schema
from scorekeeper.config import Settings, SettingsError
from scorekeeper.db import db


def test_without_variables_the_defaults_hold() -> None:
    settings = Settings.from_env({"PATH": "/bin"})
    assert settings == Settings(config.default_data(), "0.0.0.0", 8021, (), False, None, 0)
    assert settings.data.is_absolute()


def test_every_variable_is_read(tmp_path: Path) -> None:
    settings = Settings.from_env(
        {
            "SCOREKEEPER_DATA": str(tmp_path),
            "SCOREKEEPER_HOST": "127.0.0.1",
            "SCOREKEEPER_PORT": "9000",
            "SCOREKEEPER_HOSTS": "Cards.example.org., pi.local,pi.local",
            "SCOREKEEPER_HTTPS": "1",
            "SCOREKEEPER_PROXIES": "2",
            "SCOREKEEPER_DATABASE_URL": "postgresql://me:secret@db.example.org/cards",
        }
    )
    assert settings == Settings(
        tmp_path,
        "127.0.0.1",
        9000,
        ("cards.example.org", "pi.local"),
        True,
        "postgresql://me:secret@db.example.org/cards",
        2,
    )


def test_an_override_replaces_its_field_and_none_leaves_it(tmp_path: Path) -> None:
    settings = Settings.from_env({"SCOREKEEPER_PORT": "9000"}, data=tmp_path, port=None)
    assert (settings.data, settings.port) == (tmp_path, 9000)
    with pytest.raises(TypeError):
        Settings.from_env({}, colour="red")


def test_a_relative_folder_and_a_home_become_absolute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert Settings.from_env({"SCOREKEEPER_DATA": "d"}).data == tmp_path / "d"
    assert Settings.from_env({"SCOREKEEPER_DATA": "~/e"}).data == tmp_path / "e"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SCOREKEEPER_DATA", ""),
        ("SCOREKEEPER_DATA", "~nobody-of-this-name/cards"),
        ("SCOREKEEPER_HOST", ""),
        ("SCOREKEEPER_HOST", "localhost:8021"),
        ("SCOREKEEPER_HOST", "http://localhost"),
        ("SCOREKEEPER_HOST", "a..b"),
        ("SCOREKEEPER_PORT", ""),
        ("SCOREKEEPER_PORT", "0"),
        ("SCOREKEEPER_PORT", "65536"),
        ("SCOREKEEPER_PORT", "8_021"),
        ("SCOREKEEPER_PORT", "-1"),
        ("SCOREKEEPER_PORT", "80 "),
        ("SCOREKEEPER_PORT", "٨٠"),
        ("SCOREKEEPER_HOSTS", "*.example.org"),
        ("SCOREKEEPER_HOSTS", "example.org:80"),
        ("SCOREKEEPER_HOSTS", "one two"),
        ("SCOREKEEPER_HTTPS", ""),
        ("SCOREKEEPER_HTTPS", "yes"),
        ("SCOREKEEPER_PROXIES", ""),
        ("SCOREKEEPER_PROXIES", "10"),
        ("SCOREKEEPER_PROXIES", "-1"),
        ("SCOREKEEPER_PROXIES", "٢"),
    ],
)
def test_nonsense_is_refused_by_name(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=f"^{name}: expected .*, got ") as caught:
        Settings.from_env({name: value})
    assert repr(value) in str(caught.value)


@pytest.mark.parametrize(
    "address",
    [
        "postgresql:///cards",
        "postgresql:///cards?host=/run/postgresql",
        "postgresql://me@[::1]:5433/cards?sslmode=verify-full",
        "postgresql://me:p%40ss%2Fword@db.example.org/cards",
    ],
)
def test_addresses_of_databases_that_can_be_used(address: str) -> None:
    assert Settings.from_env({"SCOREKEEPER_DATABASE_URL": address}).postgresql == address


@pytest.mark.parametrize(
    "address",
    [
        "",
        "cards",
        "sqlite:///cards.sqlite3",
        "postgres://me@db/cards",
        "postgresql+psycopg2://me@db/cards",
        "postgresql://me@db",
        "postgresql://me@db:port/cards",
        "postgresql://me:p@ss@db/cards",
    ],
)
def test_addresses_of_databases_that_cannot_be_used_are_not_shown(address: str) -> None:
    with pytest.raises(SettingsError, match=r"^SCOREKEEPER_DATABASE_URL: expected an ") as caught:
        Settings.from_env({"SCOREKEEPER_DATABASE_URL": address})
    assert str(caught.value).endswith(", got another text")


def test_no_further_hosts_may_be_written_as_an_empty_value() -> None:
    assert Settings.from_env({"SCOREKEEPER_HOSTS": ""}).hosts == ()


@pytest.mark.parametrize("host", ["::", "fe80::1", "localhost", "pi.local", "my_pi"])
def test_hosts_that_can_be_listened_on(host: str) -> None:
    assert Settings.from_env({"SCOREKEEPER_HOST": host}).host == host


def test_an_unknown_variable_is_refused_with_the_known_ones() -> None:
    with pytest.raises(SettingsError) as caught:
        Settings.from_env({"SCOREKEEPER_PROT": "8021"})
    assert "SCOREKEEPER_PROT" in str(caught.value)
    for name in config.VARIABLES:
        assert name in str(caught.value)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def at(data: Path) -> Settings:
    return Settings(data, "127.0.0.1", 8021)


def test_the_folder_is_made_for_this_user_alone(tmp_path: Path) -> None:
    config.folder(at(tmp_path / "data"))
    assert mode(tmp_path / "data") == 0o700
    config.folder(at(tmp_path / "data"))
    assert list((tmp_path / "data").iterdir()) == []


def test_in_the_home_the_parents_are_made_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "fresh" / "share"))
    config.folder(Settings.from_env({}))
    assert mode(tmp_path / "fresh" / "share" / "scorekeeper") == 0o700


def test_elsewhere_a_missing_parent_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="missing to exist, and it does not"):
        config.folder(at(tmp_path / "missing" / "data"))
    assert not (tmp_path / "missing").exists()


@pytest.mark.parametrize("inside", ["", "below"])
def test_a_file_in_the_place_of_the_folder_is_named(tmp_path: Path, inside: str) -> None:
    (tmp_path / "data").write_text("x")
    with pytest.raises(SettingsError, match="cannot be"):
        config.folder(at(tmp_path / "data" / inside))
    assert (tmp_path / "data").read_text() == "x"


def test_a_folder_that_cannot_be_written_to_is_named() -> None:
    # Not even root can make a file here, which a folder of mode 500 would allow.
    with pytest.raises(SettingsError, match="/proc/self cannot be written to"):
        config.folder(at(Path("/proc/self")))


def test_the_key_is_made_once_and_kept(tmp_path: Path) -> None:
    key = config.signing_key(tmp_path)
    assert len(key) == 32
    assert config.signing_key(tmp_path) == key
    assert mode(tmp_path / "key") == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["key"]


def test_two_folders_have_two_keys(tmp_path: Path) -> None:
    keys = set()
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        keys.add(config.signing_key(tmp_path / name))
    assert len(keys) == len({config.folder_id(key) for key in keys}) == 2


def test_servers_that_start_together_read_the_same_key(tmp_path: Path) -> None:
    for trial in range(20):
        data = tmp_path / str(trial)
        data.mkdir()
        with ThreadPoolExecutor(8) as pool:
            assert len(set(pool.map(config.signing_key, [data] * 8))) == 1
        assert [path.name for path in data.iterdir()] == ["key"]


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_damaged_key_is_refused_and_left_alone(tmp_path: Path, size: int) -> None:
    (tmp_path / "key").write_bytes(b"k" * size)
    with pytest.raises(SettingsError, match=f"expected 32 bytes, got {size}"):
        config.signing_key(tmp_path)
    assert (tmp_path / "key").read_bytes() == b"k" * size


def test_a_key_that_cannot_be_read_or_made_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="cannot be read or made"):
        config.signing_key(tmp_path / "missing")
    (tmp_path / "key").mkdir()
    with pytest.raises(SettingsError, match="cannot be read or made"):
        config.signing_key(tmp_path)


def test_the_folder_id_is_short_stable_and_not_the_key() -> None:
    key = bytes(range(32))
    assert config.folder_id(key) == config.folder_id(key)
    assert len(config.folder_id(key)) == 8
    assert set(config.folder_id(key)) <= set("0123456789abcdef")
    assert config.folder_id(key) not in key.hex()


@pytest.mark.parametrize("name", ["data", "a b", "50%20", "who?", "#1", "più+", "a:b@c&d"])
def test_the_database_lies_in_the_data_folder_whatever_its_name(tmp_path: Path, name: str) -> None:
    settings = at(tmp_path / name)
    settings.data.mkdir()
    app = create_app(settings)
    with app.app_context():
        schema.upgrade(settings)
        file = db.session.execute(text("PRAGMA database_list")).all()[0][2]
        db.session.remove()
        db.engine.dispose()
    assert file == str(tmp_path / name / "scorekeeper.sqlite3")


def test_resources_are_beside_the_package_in_a_checkout() -> None:
    assert config.resources() == Path(__file__).parent.parent
    assert (config.resources() / "static" / "htmx.min.js").is_file()


def test_reading_settings_loads_no_web_framework() -> None:
    code = "import sys, scorekeeper.config; print('flask' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
