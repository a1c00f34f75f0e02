"""Settings from options, the environment and a file: which wins, what is refused, and what is printed."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from tests.support.paths import ROOT
from tutor.__main__ import tutor
from tutor.errors import TutorError
from tutor.extras import NotInstalled
from tutor.settings import KEYS, BadSettings, Settings, masked, resolve, with_settings

FILE = """\
port = 8001
data = "answers"
name = ["one.example", "two.example"]
proxied = true
api-calls = 7
classroom = true
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "love-all.toml"
    file.write_text(FILE)
    return file


def refused(text: str, tmp_path: Path, environment: dict[str, str] | None = None) -> tuple[str, ...]:
    file = tmp_path / "bad.toml"
    file.write_text(text)
    with pytest.raises(BadSettings) as caught:
        resolve({}, file, environment or {})
    return tuple(fault.replace(str(file), "FILE") for fault in caught.value.faults)


def test_an_option_wins_over_the_environment_that_over_the_file_and_that_over_the_default(file: Path) -> None:
    environment = {"LOVE_ALL_PORT": "8002", "LOVE_ALL_WORKERS": "3", "LOVE_ALL_NAME": "three.example, four.example"}
    found = resolve({"port": 8003, "names": (), "workers": None}, file, environment)
    settings = found.settings
    assert (settings.port, settings.workers, settings.api_calls, settings.language) == (8003, 3, 7, "en-GB")
    assert settings.names == ("three.example", "four.example")
    assert settings.proxied is True
    assert settings.data == file.parent / "answers", "a path is seen from the folder of the file"
    where = {key: str(source) for key, source in found.sources.items()}
    assert where["port"] == "--port"
    assert where["workers"] == "LOVE_ALL_WORKERS"
    assert where["api-calls"] == f"{file}:5"
    assert where["language"] == "default"


def test_a_home_folder_is_known_in_the_file_and_in_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("USERPROFILE", str(tmp_path / "home"))
    file = tmp_path / "love-all.toml"
    file.write_text('data = "~/answers"\n')
    answers = tmp_path / "home" / "answers"
    assert resolve({}, file, {}).settings.data == answers
    assert resolve({}, None, {"LOVE_ALL_DATA": "~/answers"}).settings.data == answers
    file.write_text('data = "~nobody-of-that-name/x"\n')
    assert resolve({}, file, {}).settings.data == tmp_path / "~nobody-of-that-name/x"


def test_a_flag_of_the_file_can_be_taken_back(file: Path) -> None:
    @click.command()
    @with_settings("proxied")
    def shows(settings: Settings) -> None:
        click.echo(settings.proxied)

    for arguments, expected in (((), "True"), (("--no-proxied",), "False")):
        assert CliRunner().invoke(shows, ["--config", str(file), *arguments]).output.strip() == expected


def test_the_names_that_hosts_give_still_work() -> None:
    assert resolve({}, None, {"DATABASE_URL": "postgresql://a/b"}).settings.database_url == "postgresql://a/b"
    both = {"DATABASE_URL": "postgresql://a/b", "LOVE_ALL_DATABASE_URL": "postgresql://c/d"}
    assert resolve({}, None, both).settings.database_url == "postgresql://c/d"
    assert resolve({}, None, {"DATABASE_URL": ""}).settings.database_url is None
    assert resolve({}, None, {"LOVE_ALL_NO_CACHE": "1"}).settings.no_cache


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("\n\nprot = 1\n", "FILE:3: there is no setting ‘prot’. Did you mean port?"),
        ("api_calls = 1\n", "FILE:1: there is no setting ‘api_calls’. Did you mean api-calls?"),
        (
            "[server]\nport = 1\n",
            "FILE:1: there is no setting ‘server’. Write each setting on a line of its own, without a table.",
        ),
        ('language = "de"\nport = "80"\n', "FILE:2: ‘port’ has to be a whole number from 1 to 65535."),
        ("port = 0\n", "FILE:1: ‘port’ has to be a whole number from 1 to 65535."),
        ("workers = true\n", "FILE:1: ‘workers’ has to be a whole number from 1 to 64."),
        ("proxied = 1\n", "FILE:1: ‘proxied’ has to be true or false."),
        ("data = 3\n", "FILE:1: ‘data’ has to be a path in quotation marks."),
        ("host = []\n", "FILE:1: ‘host’ has to be a text in quotation marks."),
        ("name = [3]\n", 'FILE:1: ‘name’ has to be a list of texts, such as ["tutor.school.example"].'),
    ],
)
def test_a_fault_names_its_line_and_what_is_wanted(text: str, fault: str, tmp_path: Path) -> None:
    assert refused(text, tmp_path) == (fault,)


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    environment = {"LOVE_ALL_PROT": "1", "LOVE_ALL_WORKERS": "many", "LOVE_ALL_PROXIED": "perhaps", "LOVE": "all"}
    assert refused("host = 1\n", tmp_path, environment) == (
        "FILE:1: ‘host’ has to be a text in quotation marks.",
        "In the environment there is no setting ‘LOVE_ALL_PROT’. Did you mean LOVE_ALL_PORT or LOVE_ALL_HOST or "
        "LOVE_ALL_PROXIED?",
        "The environment variable LOVE_ALL_PROXIED has to be true or false and not ‘perhaps’.",
        "The environment variable LOVE_ALL_WORKERS has to be a whole number from 1 to 64 and not ‘many’.",
    )


def test_what_is_no_toml_or_cannot_be_read_is_told(tmp_path: Path) -> None:
    (fault,) = refused("port = 1\nhost\n", tmp_path)
    assert fault.startswith("FILE:2: this is not TOML: ")
    result = CliRunner().invoke(tutor, ["config", "--config", str(tmp_path / "missing.toml")])
    assert isinstance(result.exception, BadSettings)
    assert "missing.toml’ cannot be read: No such file or directory. Name another file with --config" in str(
        result.exception
    )
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(BadSettings, match="it is not text"):
        resolve({}, tmp_path / "bytes.toml", {})


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://tutor:se@c/re:t@db.example/tutor",
        "postgresql://tutor:secret@db.example:5432/tutor",
        "postgresql:///tutor?host=db.example&password=secret",
        "postgresql://tutor@db.example/tutor?sslPassword=secret&sslmode=require",
    ],
)
def test_no_password_is_shown(address: str) -> None:
    shown = masked(address)
    assert "secret" not in shown
    assert "re:t" not in shown
    assert "***" in shown
    assert "db.example" in shown
    result = CliRunner(env={"DATABASE_URL": address}).invoke(tutor, ["config"])
    assert result.exit_code == 0
    assert shown in result.output
    assert "secret" not in result.output


@pytest.mark.parametrize("output", [(), ("--json",)])
@pytest.mark.parametrize(
    ("variable", "value", "shown"),
    [
        ("LOVE_ALL_METRICS_TOKEN", "geheim", "***"),
        ("LOVE_ALL_METRICS_TOKEN", "https://user:geheim@host", "***"),
        ("LOVE_ALL_DATABASE_URL", "host=db.example user=tutor password=geheim", "***"),
        ("LOVE_ALL_DATABASE_URL", "host=db.example password=geheim application_name=a://b", "***"),
        ("LOVE_ALL_DATABASE_URL", "postgres:geheim@db.example/tutor", "***"),
        ("LOVE_ALL_DATABASE_URL", "geheim", "***"),
        (
            "LOVE_ALL_DATABASE_URL",
            "postgresql://tutor:geheim@db.example/tutor",
            "postgresql://tutor:***@db.example/tutor",
        ),
        (
            "LOVE_ALL_DATABASE_URL",
            "postgresql:///tutor?host=db.example:5432&password=p@geheim",
            "postgresql:///tutor?host=db.example:5432&password=***",
        ),
    ],
)
def test_no_secret_is_shown_however_it_is_written(
    variable: str, value: str, shown: str, output: tuple[str, ...]
) -> None:
    result = CliRunner(env={variable: value}).invoke(tutor, ["config", *output])
    assert shown in result.output
    assert "geheim" not in result.output + str(result.exception), "nor where it says that it cannot be used"
    resolved = resolve({}, None, {variable: value})
    assert value in (resolved.settings.database_url, resolved.settings.metrics_token), "only what is shown is changed"
    assert "geheim" not in repr(resolved)


def test_every_setting_that_opens_a_door_is_a_secret() -> None:
    """No setting whose name says that it is a secret can be shown, nor given where other users see it."""
    named = {key for key in KEYS if re.search(r"token|password|secret|passphrase|-url", key)}
    assert named == {key for key, setting in KEYS.items() if setting.metadata.get("is_secret")}
    assert not any(KEYS[key].metadata.get("is_option", True) or KEYS[key].repr for key in named)


def test_an_address_without_a_password_is_shown_whole() -> None:
    address = "postgresql://tutor@db.example:5432/tutor"
    assert masked(address) == address


def test_the_settings_are_printed_with_their_sources(file: Path) -> None:
    runner = CliRunner(env={"LOVE_ALL_CONFIG": str(file), "LOVE_ALL_WORKERS": "2"})
    lines = {line.split()[0]: line.split()[1:] for line in runner.invoke(tutor, ["config"]).output.splitlines()}
    assert lines["File:"] == [str(file)]
    assert lines["port"] == ["8001", f"{file}:1"]
    assert lines["name"] == ["one.example,", "two.example", f"{file}:3"]
    assert lines["workers"] == ["2", "LOVE_ALL_WORKERS"]
    assert lines["host"] == ["-", "default"]
    printed = json.loads(runner.invoke(tutor, ["config", "--json"]).output)
    assert printed["file"] == str(file)
    assert printed["settings"]["workers"] == {"value": 2, "source": "environment", "where": "LOVE_ALL_WORKERS"}
    assert printed["settings"]["name"]["value"] == ["one.example", "two.example"]
    assert set(printed["settings"]) == set(KEYS)


@pytest.mark.parametrize("output", [(), ("--json",)])
@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("classroom = true\nproxied = true\n", "--proxied needs the name under which the proxy is reached"),
        ('classroom = true\nproxy-address = "10.0.0.2"\n', "add --proxied"),
        ('language = "xx"\n', "‘xx’ is not a language"),
        ('host = "127.0.0.1"\nworkers = 2\n', "add --classroom"),
        ('database-url = "host=db.example"\n', "is not an address of a database: it cannot be read"),
    ],
)
def test_settings_with_which_no_tutor_starts_are_printed_and_then_refused(
    text: str, fault: str, output: tuple[str, ...], tmp_path: Path
) -> None:
    file = tmp_path / "love-all.toml"
    file.write_text(text)
    result = CliRunner().invoke(tutor, ["config", "--config", str(file), *output])
    assert isinstance(result.exception, TutorError)
    assert fault in str(result.exception)
    printed = json.loads(result.output)["file"] if output else result.output.splitlines()[0].removeprefix("File: ")
    assert printed == str(file)


def test_settings_that_need_an_extra_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tutor.extras.has_extra", lambda _extra: False)
    for variable, value in (
        ("LOVE_ALL_CLASSROOM", "1"),
        ("LOVE_ALL_METRICS", "1"),
        ("DATABASE_URL", "postgresql://a/b"),
    ):
        result = CliRunner(env={variable: value}).invoke(tutor, ["config"])
        assert isinstance(result.exception, NotInstalled)
    assert CliRunner(env={"DATABASE_URL": "sqlite:////tmp/x"}).invoke(tutor, ["config"]).exit_code == 0


def test_commands_find_the_data_that_the_file_names(file: Path) -> None:
    runner = CliRunner(env={"LOVE_ALL_CONFIG": str(file)})
    result = runner.invoke(tutor, ["log"])
    assert f"there is no data in {file.parent / 'answers'}" in str(result.exception)
    elsewhere = file.parent / "elsewhere"
    assert f"there is no data in {elsewhere}" in str(runner.invoke(tutor, ["log", "--data", str(elsewhere)]).exception)


def test_every_setting_is_documented() -> None:
    text = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")
    rows = set(
        re.findall(r"`([a-z-]+)`", "".join(line.split("|")[1] for line in text.splitlines() if line[:3] == "| `"))
    )
    assert set(KEYS) <= rows


def test_the_default_file_of_another_user_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tutor.settings.user_config_path", lambda *_args, **_options: tmp_path)
    monkeypatch.setattr("tutor.settings.SYSTEM_FILE", tmp_path / "system.toml")
    assert resolve({}, None, {}).file is None
    (tmp_path / "system.toml").write_text("port = 1")
    if os.name == "posix":
        assert resolve({}, None, {}).settings.port == 1
    (tmp_path / "config.toml").write_text("port = 2")
    assert resolve({}, None, {}).settings.port == 2
    monkeypatch.setattr(os, "access", lambda *_args: False)
    assert resolve({}, None, {}).file is None
