"""What tutor 0.1.0 wrote is still read, its addresses lead somewhere, its commands run: see data/frozen/README.md."""

from __future__ import annotations

import csv
import json
import lzma
import re
import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from io import BytesIO, StringIO
from pathlib import Path
from random import Random
from zipfile import ZipFile

import pytest
from click.testing import CliRunner, Result
from flask import Flask
from flask.testing import FlaskClient

from tests.support.clock import NOW
from tests.support.markup import unwrapped
from tests.support.paths import DATA
from tests.support.school import SECRET, WORDS, log_in
from tutor.__main__ import tutor
from tutor.exchange.authored_files import read_import
from tutor.library.catalogue import Library
from tutor.study.storage.data_folder import FILE
from tutor.study.study import Study
from tutor.web.application import create_app
from tutor.web.services import Services

pytestmark = pytest.mark.slow

FROZEN = DATA / "frozen"
HOMEWORK, EXPORTS = FROZEN / "homework", FROZEN / "exports"
ROOM = "/classes/2"
VINE, ANN = "Miss Vine", "Ann"
MARKS = {
    "lesson": "done, 3 of 4 right",
    "replay": "done",
    "drill": "passed, 2 of 3 right",
    "hand": "Took 2, five odd tricks lost",
    "text": "done",
    "drill-each": "done, 1 of 2 right",
    "own-lesson": "done, 1 of 2 right",
}
"""What was given to Ben as a file, and what came of it."""
PLAYED = "Hearts are trumps: AB 2, YZ 11"
"""The result of the hand that Ann played, of which 0.1.0 said only that it was done."""
TITLES = {
    "lesson": "Read on odds",
    "replay": "Hellespont, The deal of page 146",
    "drill": "A drill of 3 questions",
    "hand": "A hand of Short whist, 1859",
    "text": "Reading",
    "drill-each": "Each their own",
    "own-lesson": "My own lesson",
}


def listed(name: str) -> list[str]:
    """The lines of a list, without what is said of it."""
    return [line for line in (FROZEN / name).read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


def unpacked(name: str, folder: Path) -> Path:
    """A folder with the database of then."""
    folder.mkdir()
    (folder / FILE).write_bytes(lzma.decompress((FROZEN / f"{name}.sqlite3.xz").read_bytes()))
    return folder


def served(name: str, folder: Path, library: Library) -> Iterator[Flask]:
    """A tutor on a study of then, four days later."""
    study = Study.open(unpacked(name, folder) / FILE, lambda: NOW + timedelta(days=4))
    services = Services.of(library, study, Random(1), has_classes=name == "classroom", secret_random=Random(2))
    app = create_app(services, SECRET)
    app.testing, app.config["WTF_CSRF_ENABLED"] = True, False
    yield app
    study.close()


@pytest.fixture
def learner(tmp_path: Path, library: Library) -> Iterator[Flask]:
    yield from served("learner", tmp_path / "learner", library)


@pytest.fixture
def classroom(tmp_path: Path, library: Library) -> Iterator[Flask]:
    yield from served("classroom", tmp_path / "classroom", library)


def logged_in(app: Flask, name: str) -> FlaskClient:
    client = app.test_client()
    assert log_in(client, name).status_code in (302, 303)
    return client


def run(*arguments: object) -> Result:
    result = CliRunner().invoke(tutor, [str(argument) for argument in arguments])
    assert result.exit_code == 0, (arguments, result.output, result.exception)
    return result


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(text.removeprefix("\ufeff"))))


def table_of(text: str) -> list[list[str]]:
    """The rows of a table in which two columns may have one name."""
    return list(csv.reader(StringIO(text.removeprefix("\ufeff"))))


def frozen(name: str) -> str:
    return (FROZEN / name).read_text(encoding="utf-8")


# ---- studies and backups ------------------------------------------------------------------------------------------


def test_what_a_learner_did_is_there(learner: Flask) -> None:
    client = learner.test_client()
    log = client.get("/review/log.json").text
    assert log == frozen("log.json")
    assert client.get("/review/log.csv").get_data(as_text=True) == frozen("log.csv")
    events = [json.loads(line) for line in log.splitlines()]
    answers = Counter(event["topic"] for event in events if event["event"] == "answer")
    assert answers == {"table": 18, "exercise": 14, "lesson": 11, "game": 6, "declare": 1, "hand": 1, "text": 1}
    assert Counter(event["event"] for event in events)["answer"] == 52
    assert client.get("/create/").text.count("tuesday") >= 2
    assert 'value="40"' in client.get("/review/").text, "the most of a day, as it was set"
    for number in (1, 2, 3, 4):
        assert client.get(f"/table/{number}").status_code == 200


def test_statements_are_the_same(learner: Flask) -> None:
    now = learner.test_client().get("/exports/xapi").text
    ids, then = ([json.loads(line)["id"] for line in text.splitlines()] for text in (now, frozen("answers.xapi.jsonl")))
    assert ids == then
    assert len(then) == 52


def _as_begun(table: list[list[str]]) -> list[list[str]]:
    """A grid without the sizes of work that nobody has begun: a lesson that asks more now asks more of these."""
    return [
        ["" if index > 1 and row[index - 2] == "nothing yet" else cell for index, cell in enumerate(row)]
        for row in table
    ]


def test_what_a_class_did_is_there(classroom: Flask) -> None:
    client = logged_in(classroom, VINE)
    now = table_of(client.get(f"{ROOM}/grid.csv").text)
    assert sum(row.count(PLAYED) for row in now) == 1
    grid = [["done" if cell == PLAYED else cell for cell in row] for row in now]
    assert _as_begun(grid) == _as_begun(table_of(frozen("grid.csv")))
    columns = ("learner", "assignment", "item", "given", "shade", "rule", "page", "hints", "attempt", "at")
    now, then = (
        [[row[column] for column in columns] for row in rows_of(text)]
        for text in (client.get(f"{ROOM}/answers.csv").text, frozen("answers.csv"))
    )
    assert now == then
    assert "Count your suit again." in logged_in(classroom, ANN).get("/assignments/comments").text
    page = client.get(ROOM).text
    assert "Ann Bell" in page
    assert "Ben Bell" in page
    assert "The third trick looks wrong." in client.get("/reports/").text
    assert len(client.get("/security/log.csv").text.splitlines()) >= 20
    assert "Fifth Form" in client.get("/classes/").text
    assert classroom.test_client().get("/slip/DSA75PQW33AZRJ24", follow_redirects=True).status_code == 200, (
        "a slip is good still"
    )


@pytest.mark.parametrize("file", ["learner.zip", "learner.zip.age"])
def test_a_backup_is_restored(file: str, tmp_path: Path) -> None:
    words = tmp_path / "words"
    words.write_text(f"{WORDS}\n", encoding="utf-8")
    encrypted = ["--passphrase-file", words] if file.endswith(".age") else []
    folder = tmp_path / "study"
    folder.mkdir()
    said = run("restore", FROZEN / file, "--data", folder, *encrypted).output
    assert "one learner, 52 answers" in said
    assert run("log", "--data", folder).output == frozen("log.json")


def test_a_backup_of_a_class_is_restored(tmp_path: Path) -> None:
    folder = tmp_path / "study"
    folder.mkdir()
    assert "six learners, 30 answers" in run("restore", FROZEN / "classroom.zip", "--data", folder).output


# ---- homework -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", MARKS)
def test_homework_is_opened(kind: str, tmp_path: Path) -> None:
    said = run("homework", HOMEWORK / f"{kind}.love-all.json", "--name", "Ben Bell", "--data", tmp_path).stdout
    assert said.startswith(f"{TITLES[kind]}, for Lower Fifth, is open as number 1.")


def test_results_are_taken_in_with_the_same_marks(classroom: Flask) -> None:
    client = logged_in(classroom, VINE)
    for kind in MARKS:
        content = (HOMEWORK / f"{kind}.love-all-result.json").read_bytes()
        page = client.post(f"{ROOM}/results", data={"file": (BytesIO(content), "it.love-all-result.json")}).text
        page = unwrapped(page)
        page = unwrapped(page)
        assert "had been imported before" in page if kind == "text" else "imported" in page, kind
    titles, *rows = table_of(client.get(f"{ROOM}/grid.csv").text)
    (ben,) = (dict(zip(titles, row, strict=True)) for row in rows if row[1] == "Ben")
    assert {kind: ben[title] for kind, title in TITLES.items()} == MARKS


def test_homework_that_was_opened_then_has_the_same_result(learner: Flask) -> None:
    client = learner.test_client()
    for number, kind in enumerate(("lesson", "replay", "drill", "hand", "text", "drill-each", "own-lesson"), 1):
        now = json.loads(client.get(f"/homework/{number}/result").data)
        then = json.loads((HOMEWORK / f"{kind}.love-all-result.json").read_bytes())
        assert [now[name] for name in ("key", "to", "name")] == [then[name] for name in ("key", "to", "name")]
        assert now["answers"][: len(then["answers"])] == then["answers"], kind


# ---- files --------------------------------------------------------------------------------------------------------


def test_own_lessons_and_hands_are_taken_in(library: Library) -> None:
    found = read_import((FROZEN / "own.zip").read_bytes(), "own.zip", library.rulebook)
    assert not found.faults
    assert [(piece.kind.value, piece.name) for piece in found.pieces] == [
        ("lesson", "own-lesson"),
        ("lesson", "tuesday-lesson"),
        ("hand", "tuesday"),
        ("hand", "tuesday-game"),
    ]


def test_deals_are_read() -> None:
    found = json.loads(run("import", "pbn", EXPORTS / "deals.pbn", "--json").output)
    assert len(found) == 3
    assert run("import", "lin", EXPORTS / "deals.lin").output.count(" S:A") == 2


NOTE = re.compile(r"""(?<=\{)[^}]*(?=\})|(?<=\[Note ")[^\n]*(?="\])""")
"""The words of a note in PBN. Those of 0.1.0 have been rewritten: see `data/notes-of-deals.txt`."""


def test_deals_are_written_the_same(tmp_path: Path) -> None:
    ids = ("hel-game-01", "hel-diamonds-04")
    pbn, lin, svg = tmp_path / "deals.pbn", tmp_path / "deals.lin", tmp_path / "deal.svg"
    run("export", "pbn", *ids, "cae-end-090", "-o", pbn)
    run("export", "lin", *ids, "-o", lin)
    run("export", "svg", ids[1], "-o", svg)
    now, then = (file.read_text(encoding="latin-1") for file in (pbn, EXPORTS / "deals.pbn"))
    assert NOTE.sub("…", now) == NOTE.sub("…", then), "all but the words of notes, and where each of them stands"
    notes = [" ".join(found.split()) for found in NOTE.findall(now)]
    assert notes == (DATA / "notes-of-deals.txt").read_text(encoding="utf-8").splitlines()
    assert re.findall(r"md\|([^|]*)", lin.read_text("utf-8")) == re.findall(
        r"md\|([^|]*)", (EXPORTS / "deals.lin").read_text("utf-8")
    )
    assert svg.read_text(encoding="utf-8") == (EXPORTS / "deal.svg").read_text(encoding="utf-8")


def notes_of(package: Path, folder: Path) -> set[str]:
    """What the notes of a package of Anki are known by: who opens another has them brought up to date."""
    with ZipFile(package) as opened:
        file = Path(opened.extract("collection.anki2", folder))
    connection = sqlite3.connect(file)
    found = {guid for (guid,) in connection.execute("SELECT guid FROM notes")}
    connection.close()
    return found


ASKED_NO_MORE = 2
"""The questions of the lesson that was exported which have been replaced since: see `lessons/moved.yaml`."""


def test_questions_are_known_by_the_same_names(tmp_path: Path) -> None:
    made = {name: tmp_path / name for name in ("lesson.apkg", "lesson.gift.txt", "lesson-qti.zip", "course.epub")}
    for form, name in (("anki", "lesson.apkg"), ("gift", "lesson.gift.txt"), ("qti", "lesson-qti.zip")):
        run("export", form, "odds-suits", "-o", made[name])
    run("export", "epub", "odds", "-o", made["course.epub"], "--date", "2026-01-01")
    now, then = notes_of(made["lesson.apkg"], tmp_path / "now"), notes_of(EXPORTS / "lesson.apkg", tmp_path / "then")
    assert len(then) == 16
    assert len(then - now) == ASKED_NO_MORE
    named = re.compile("^::(.*?)::", re.MULTILINE)
    names = [set(named.findall((folder / "lesson.gift.txt").read_text("utf-8"))) for folder in (tmp_path, EXPORTS)]
    assert len(names[1] - names[0]) == ASKED_NO_MORE
    items = [set(ZipFile(folder / "lesson-qti.zip").namelist()) for folder in (tmp_path, EXPORTS)]
    assert len(items[1] - items[0]) == ASKED_NO_MORE
    assert ZipFile(made["course.epub"]).namelist() == ZipFile(EXPORTS / "course.epub").namelist()


# ---- addresses and commands ---------------------------------------------------------------------------------------


def gone(clients: Mapping[str, FlaskClient], addresses: Sequence[str]) -> list[str]:
    """The addresses that lead nowhere. Only a permanent redirection may lead from one that has changed."""
    found = []
    for line in addresses:
        who, method, path = line.split(" ", 2)
        client = clients[who]
        answer = client.open(path, method=method, buffered=True)
        while answer.status_code in (301, 302, 303, 307, 308) and method == "GET":
            answer = client.get(answer.location, buffered=True)
        while answer.status_code in (301, 308):
            answer = client.open(answer.location, method="POST" if answer.status_code == 308 else "GET", buffered=True)
        well = (200, 204) if method == "GET" else (400,)  # a form without its token: nothing is done
        if answer.status_code not in well or (answer.request.path == "/log-in" and "/log-in" not in path):
            found.append(f"{line}: {answer.status_code} at {answer.request.path}")
    return found


def test_no_address_is_gone(classroom: Flask, learner: Flask) -> None:
    clients = {"learner": logged_in(classroom, ANN), "teacher": logged_in(classroom, VINE)}
    clients |= {"visitor": classroom.test_client(), "alone": learner.test_client()}
    for app in (classroom, learner):
        app.config["WTF_CSRF_ENABLED"] = True
    assert gone(clients, listed("addresses.txt")) == []


@pytest.mark.parametrize("line", listed("commands.txt"))
def test_no_command_is_gone(line: str) -> None:
    words = line.split()[1:]
    command = [word for word in words if not word.startswith("-")]
    if words == ["--version"]:
        assert run("--version").output
        return
    said = run(*command, "--help").stdout
    missing = [option for option in words[len(command) :] if not re.search(rf"(?<![\w-]){option}(?![\w-])", said)]
    assert not missing
