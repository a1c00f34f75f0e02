"""What was stored or addressed by the key ‘axioms’, which Elwell’s book once had, is still his.

The files in `data/former_keys` were written by the tutor when it had that key.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from tests.support.clock import NOW
from tests.support.paths import DATA
from tutor.__main__ import tutor
from tutor.exchange.authored_files import read_import
from tutor.exchange.files import untold
from tutor.exchange.homework import read_assignment
from tutor.exchange.questions import Stock
from tutor.library.catalogue import Library, check
from tutor.library.user_content import hand_of
from tutor.quizzes.bank import exercise_bank
from tutor.quizzes.groups import groups
from tutor.study.classroom.assigned_work import DrillWork
from tutor.study.classroom.classroom import Classroom
from tutor.study.storage.backup import restore
from tutor.study.storage.data_folder import FILE
from tutor.study.study import Study
from tutor.web.practise.navigation import GroupNavigation

KEPT = DATA / "former_keys"


def test_the_files_have_the_former_key() -> None:
    for name in ("deal.yaml", "deal.pbn", "drill.love-all.json"):
        assert "axioms" in (KEPT / name).read_text(encoding="utf-8")


def test_a_backup_is_restored(tmp_path: Path, library: Library) -> None:
    study = Study.open(tmp_path / FILE, lambda: NOW)
    restore(study, KEPT / "backup.zip", untold)
    classroom = Classroom.of(study.database, study.clock, Random(1))
    work = classroom.assignments.find(1).work
    assert isinstance(work, DrillWork)
    assert work.authority == "elwell"
    text = classroom.compositions.version(1, 1).text
    assert "source: axioms" in text
    deal = hand_of(text, "tuesday", library)
    assert deal.source == "elwell"
    study.close()


@pytest.mark.slow
def test_a_file_of_homework_is_opened(tmp_path: Path) -> None:
    homework = KEPT / "drill.love-all.json"
    file = read_assignment(homework.read_bytes(), homework.name)
    assert isinstance(file.work, DrillWork)
    assert file.work.authority == "elwell"
    opened = CliRunner().invoke(
        tutor, ["import", "homework", str(homework), "--name", "Tom Bell", "--data", str(tmp_path)]
    )
    assert opened.exit_code == 0, opened.output
    assert "Elwell on leads" in opened.output


def test_a_deal_is_read_and_stands_by_his_book(library: Library) -> None:
    assert check([KEPT / "deal.yaml"]) == []
    deal = hand_of((KEPT / "deal.yaml").read_text(encoding="utf-8"), "tuesday", library)
    assert deal.source == "elwell"
    assert str(deal.citation).startswith("J. B. Elwell, ")


def test_a_deal_in_pbn_is_taken_in(library: Library) -> None:
    found = read_import((KEPT / "deal.pbn").read_bytes(), "deal.pbn", library.rulebook)
    (piece,) = found.pieces
    assert "source: elwell" in piece.text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("former", "now"),
    [
        ("/rules/axioms", "/rules/elwell"),
        ("/maxims/?author=axioms&topic=leads", "/maxims/?author=elwell&topic=leads"),
        ("/deals/?author=axioms", "/deals/?author=elwell"),
        ("/games/?theme=leads&author=axioms", "/games/?theme=leads&author=elwell"),
        ("/audit?author=axioms&verdict=", "/audit?author=elwell&verdict="),
        ("/practice/some/axioms-declare?level=advanced", "/practice/some/elwell-declare?level=advanced"),
        ("/exports/gift/axioms-declare?seed=3", "/exports/gift/elwell-declare?seed=3"),
        ("/exports/gift/group:axioms-declare", "/exports/gift/group:elwell-declare"),
    ],
)
def test_an_address_is_sent_on(client: FlaskClient, former: str, now: str) -> None:
    answer = client.get(former)
    assert (answer.status_code, answer.location) == (301, now)
    assert client.get(now).status_code in (200, 302)


@pytest.mark.parametrize("address", ["/rules/elwell", "/maxims/?author=nobody", "/maxims/?topic=leads", "/rules/"])
def test_other_addresses_stay(client: FlaskClient, address: str) -> None:
    assert client.get(address).status_code == 200


@pytest.mark.slow
def test_a_group_of_questions_is_found(library: Library) -> None:
    stock = Stock.load()
    assert stock.whole("axioms-declare") is stock.whole("elwell-declare")
    assert stock.whole("group:axioms-lead") is stock.whole("group:elwell-lead")
    found = groups(exercise_bank(library, stock.courses).items)
    assert "axioms-declare" in found
    assert "axioms-declare" not in list(found)
    assert "axioms-nothing" not in found


def test_the_way_on_from_a_question_is_found(client: FlaskClient) -> None:
    way = GroupNavigation.parse("some.axioms-declare.beginner")
    assert way is not None
    with client.application.test_request_context():
        assert way.way() is not None
