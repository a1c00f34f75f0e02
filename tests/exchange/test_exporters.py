"""A format is one module: its route, its command and its button come from what it says of itself."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from tests.support.school import SECRET
from tutor.__main__ import FORMER, tutor
from tutor.exchange import exporters, formats
from tutor.exchange.exporters import ExportOption, exporter, names
from tutor.library.catalogue import Library
from tutor.study.study import Study
from tutor.web.application import create_app
from tutor.web.services import Services

WORDS = """
from tutor.exchange.exporters import Exporter, ExportOption, find
from tutor.library.games import Game
from tutor.library.lessons import Lesson


def export(source, request):
    content = find(source, request.only, Lesson, Game)
    told = content.title.upper() if request.options["case"] == "upper" else content.title
    return EXPORTER.file(content.id, told.encode())


EXPORTER = Exporter(
    name="words",
    label="In words",
    media_type="text/plain",
    extension="txt",
    applies_to={Lesson: "the title of a lesson", Game: "the title of a game"},
    summary="Write the title of WHAT.",
    export=export,
    options=(ExportOption("case", "Which letters.", "as it is", ("as it is", "upper")),),
    variants={Game: {"as it is": {}, "in capitals": {"case": "upper"}}},
)
"""


@pytest.fixture
def _words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """One more module among the formats, and nothing else."""
    (tmp_path / "words.py").write_text(WORDS, encoding="utf-8")
    monkeypatch.setattr(formats, "__path__", [*formats.__path__, str(tmp_path)])
    names.cache_clear()
    yield
    names.cache_clear()
    sys.modules.pop("tutor.exchange.formats.words", None)


@pytest.mark.usefixtures("_words")
def test_one_module_makes_a_route_a_button_and_a_command(library: Library, study: Study, tmp_path: Path) -> None:
    # An application of its own: parts of its pages are kept, and others have no such button.
    client = create_app(Services.of(library, study, Random(1)), SECRET).test_client()
    page = client.get("/games/hel-game-01/").text
    assert re.search(r"<dt[^>]*>In words</dt><dd><span[^>]*>the title of a game</span>", page)
    assert 'href="/exports/words/hel-game-01?case=upper" download>in capitals</a>' in page
    assert 'href="/exports/words/lesson:laws-score"' in client.get("/lessons/laws-score?all=1").text
    answer = client.get("/exports/words/lesson:laws-score?case=upper")
    assert answer.mimetype == "text/plain"
    assert answer.headers["Content-Disposition"] == "attachment; filename=laws-score.txt"
    assert answer.text.isupper()
    assert client.get("/exports/words/nothing").status_code == 404

    to = tmp_path / "title.txt"
    result = CliRunner().invoke(tutor, ["export", "words", "laws-score", "--case", "upper", "-o", str(to)])
    assert result.exit_code == 0, result.output
    assert to.read_bytes() == answer.data
    assert "Write the title of WHAT." in CliRunner().invoke(tutor, ["export", "--help"]).output
    assert "In words" not in client.get("/deals/hel-diamonds-04").text, "it does not apply to deals"


def test_a_format_that_is_not_there_is_unknown(client: FlaskClient) -> None:
    assert "words" not in names()
    assert client.get("/exports/words/hel-game-01").status_code == 404
    assert client.get("/exports/anki").status_code == 404, "that is no format of the answers"
    assert client.get("/diagrams/hel-game-01.pbn").status_code == 404, "that is no picture"


def test_every_format_says_what_it_is() -> None:
    for name in names():
        found = exporter(name)
        assert found.name == name
        assert found.applies_to
        assert found.summary.partition("\n")[0].endswith(".")
        for option in found.options:
            assert option.read(None) == option.default
            assert not option.choices or option.default in option.choices


@pytest.mark.parametrize(
    ("text", "read"), [("7", "7"), ("0", "0"), ("21", "1"), ("-1", "1"), ("٣", "1"), ("x", "1"), ("", "1"), (None, "1")]
)
def test_what_an_address_says_amiss_counts_as_nothing_said(text: str | None, read: str) -> None:
    each = ExportOption("each", "", "1", bounds=(0, 100), most_by_address=20)
    assert each.read(text) == read


def test_a_file_can_be_printed() -> None:
    result = CliRunner().invoke(tutor, ["export", "pbn", "hel-game-01", "-o", "-"])
    assert result.output.startswith("% PBN 2.1")


def test_former_names_of_commands_work_with_a_warning() -> None:
    for former, now in FORMER.items():
        result = CliRunner().invoke(tutor, [former, "--help"])
        assert result.exit_code == 0
        assert f"‘tutor {former}’ is now ‘tutor {now}’. The old name works until version 1.0." in result.stderr
        assert CliRunner().invoke(tutor, [*now.split(), "--help"]).exit_code == 0


def test_content_is_looked_up_by_its_kind() -> None:
    assert exporters.exporters_of(int) == ()
