"""What is taken along opens in what it is for, has what the tutor has, and tells no answer on its face."""

from __future__ import annotations

import re
import warnings
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from io import BytesIO
from pathlib import Path
from time import sleep
from zipfile import ZipFile

import pytest
from anki.collection import Collection, ImportAnkiPackageOptions, ImportAnkiPackageRequest
from click.testing import CliRunner
from flask.testing import FlaskClient
from hypothesis import example, given, settings
from hypothesis import strategies as st
from lxml import etree
from ply import yacc

from tests.support.exporting import exported
from tutor.__main__ import tutor
from tutor.errors import Malformed, Unknown
from tutor.exchange.exporters import exporter, exporters_of
from tutor.exchange.formats import anki, gift, qti
from tutor.exchange.question_html import asked, prose, tag, worth
from tutor.exchange.questions import (
    CardDisplay,
    ExportedQuestion,
    QuestionSelection,
    Reply,
    Stock,
    of_drill,
    planned,
    questions,
)
from tutor.library.catalogue import Library
from tutor.library.lessons import Lesson
from tutor.quizzes.exercise import AnswerForm, Grade, Level
from tutor.quizzes.exercise_set import ExerciseSet
from tutor.quizzes.groups import ItemGroup
from tutor.study.storage import jobs
from tutor.web.services import Services, load_exercises

NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)
SAMPLE = (
    "bridge-unblocking",  # cards, with tricks and a dummy
    "bridge-hearts",  # calls on a hand
    "whist-thirteen-tricks",  # hands that are shown without a table
    "whist-cards-and-table",  # holdings
    "laws-score",  # numbers
    "whist-which-suit",  # what is acceptable
    "whist-lead-sequences",  # several cards as good
)
FOR_LESSONS = [found.name for found in exporters_of(Lesson)]
MARKS = {Grade.BEST: 1.0, Grade.ACCEPTABLE: 0.5}


# Made as it comes, the reader writes what it worked out beside itself, and leaves the file open.
with pytest.MonkeyPatch.context() as patched:
    patched.setattr(yacc, "yacc", partial(yacc.yacc, debug=False, write_tables=False, errorlog=yacc.NullLogger()))
    from pygiftparser import parser as gift_parser


@pytest.fixture(scope="module")
def stock(library: Library) -> Stock:
    return Stock(library, *load_exercises(library))


@pytest.fixture(scope="module")
def sample(stock: Stock) -> tuple[ExportedQuestion, ...]:
    return tuple(one for lesson in SAMPLE for one in questions(stock, QuestionSelection(lesson))[:10])


# ---- questions ----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_sample_has_questions_of_every_kind(sample: tuple[ExportedQuestion, ...]) -> None:
    assert {one.form for one in sample} == set(AnswerForm) - {AnswerForm.DEAL}
    assert {reply.grade for one in sample for reply in one.replies} >= {Grade.BEST, Grade.ACCEPTABLE, Grade.NOT_ADVISED}
    assert any(len(one.of(Grade.BEST)) > 1 for one in sample)
    assert any(one.laid.tricks for one in sample)
    assert any(one.laid.hands and not one.laid.is_table for one in sample)
    assert any(one.laid.holding for one in sample)
    uncited = [
        one.key
        for one in sample
        if not one.citation and not any(tag.startswith(("term::", "first::", "skill::")) for tag in one.tags)
    ]
    assert not uncited


@pytest.mark.slow
def test_a_question_is_the_same_in_a_lesson_and_in_its_course_and_comes_once(stock: Stock) -> None:
    of_course = {one.key: one for one in questions(stock, QuestionSelection("course:odds"))}
    assert len(of_course) == len(planned(stock, QuestionSelection("course:odds")))
    for lesson in stock.courses.course("odds").lessons:
        for one in questions(stock, QuestionSelection(lesson.id)):
            there = of_course[one.key]
            assert (there.prompt, there.replies) == (one.prompt, one.replies)


def test_so_many_are_made_on_each_item_as_are_asked_for_and_a_seed_tells_which(stock: Stock) -> None:
    lesson = stock.courses.lesson("odds-finesse")
    written = len(lesson.questions)
    once, thrice = (planned(stock, QuestionSelection(lesson.id, each=each)) for each in (1, 3))
    assert len(planned(stock, QuestionSelection(lesson.id, each=0))) == written
    assert len(thrice) - written == 3 * (len(once) - written) > 0
    assert thrice[: len(once)] == once, "those made before stay, and keep their names"
    other = planned(stock, QuestionSelection(lesson.id, seed=7))
    assert other[:written] == once[:written]
    assert not set(other[written:]) & set(once[written:])
    advanced = planned(stock, QuestionSelection(lesson.id, level=Level.ADVANCED))
    assert {one.ref.columns["level"] for one in advanced[written:]} == {Level.ADVANCED}


def test_a_drill_is_taken_along_as_whoever_goes_through_it_is_asked_it(stock: Stock) -> None:
    lesson = stock.courses.lesson("odds-finesse")
    drill = lesson.drill
    put = ExerciseSet(drill.items(stock.makers.items), drill.questions, 7).refs()
    made = of_drill(stock, lesson.id, len(lesson.drills) - 1, 7)
    codes = [f"{stock.makers.items[one.item].code}.beginner.{one.number}" for one in put]
    assert [one.key for one in made] == codes
    with pytest.raises(Malformed, match="‘9’ is not a drill"):
        of_drill(stock, lesson.id, 9, 7)


def test_a_course_and_a_group_of_one_name_are_told_apart_and_a_slip_is_mended(stock: Stock) -> None:
    assert stock.whole("odds") is stock.courses.course("odds")
    assert stock.whole("group:odds") is stock.groups["odds"]
    assert len(planned(stock, QuestionSelection("hellespont-lead"))) == len(stock.groups["hellespont-lead"].items)
    for name in ("brige", "group:brige", "course:bridge-hearts", "book:bridge"):
        with pytest.raises(Unknown, match=f"‘{name}’"):
            stock.whole(name)
    with pytest.raises(Unknown, match="Did you mean bridge"):
        stock.whole("brige")


def test_progress_is_told_to_the_end(stock: Stock) -> None:
    told: list[tuple[int, int]] = []
    made = questions(stock, QuestionSelection("odds-finesse"), lambda done, of: told.append((done, of)))
    assert told == [(number, len(made)) for number in range(len(made) + 1)]


# ---- drawing ------------------------------------------------------------------------------------------------------


def well_formed(html: str) -> etree._Element:
    return etree.fromstring(f"<r>{html}</r>")


def test_what_is_drawn_is_xml_and_shows_every_card_that_is_seen(sample: tuple[ExportedQuestion, ...]) -> None:
    for one in sample:
        drawn = "".join(well_formed(asked(one)).itertext())
        for reply in one.replies:
            well_formed(worth(one, reply))
        for _, hand in one.laid.hands:
            for card in hand:
                rank = "10" if card.rank.letter == "T" else card.rank.letter
                assert f"{card.suit.symbol}{rank}" in drawn or re.search(rf"{card.suit.symbol}[ 0-9AKQJ]*{rank}", drawn)


@settings(max_examples=40)
@given(st.text())
def test_no_text_breaks_out_of_what_is_drawn(text: str) -> None:
    well_formed(prose(text))
    (element,) = well_formed(tag("p", text, title=text))
    assert not list(element)


# ---- Anki ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def collection(tmp_path: Path) -> Iterator[Collection]:
    opened = Collection(str(tmp_path / "collection.anki2"))
    yield opened
    opened.close()


def brought_in(collection: Collection, content: bytes, folder: Path) -> Mapping[str, int]:
    """How many notes of a package were new, changed, or there already."""
    file = folder / "taken.apkg"
    file.write_bytes(content)
    log = collection.import_anki_package(
        ImportAnkiPackageRequest(package_path=str(file), options=ImportAnkiPackageOptions())
    ).log
    return {"new": len(log.new), "updated": len(log.updated), "there": len(log.duplicate)}


@pytest.mark.slow
def test_anki_opens_the_package_and_a_second_time_doubles_nothing(
    sample: tuple[ExportedQuestion, ...], collection: Collection, tmp_path: Path
) -> None:
    made = anki.package(sample, "sample", NOW)
    assert brought_in(collection, made.content, tmp_path) == {"new": len(sample), "updated": 0, "there": 0}
    assert collection.note_count() == collection.card_count() == len(sample)
    decks = {deck.name for deck in collection.decks.all_names_and_ids()}
    assert decks >= {"::".join(("Love All", *one.shelf)) for one in sample}
    for name, times in Counter(name for one in sample for name in set(one.tags)).items():
        assert len(collection.find_notes(f"tag:{name}")) == times, name
    assert brought_in(collection, made.content, tmp_path) == {"new": 0, "updated": 0, "there": len(sample)}

    mended = (replace(sample[0], prompt="What is it now?"), *sample[1:])
    later = anki.package(mended, "sample", NOW + timedelta(days=1))
    assert brought_in(collection, later.content, tmp_path)["new"] == 0
    assert collection.note_count() == len(sample)
    assert len(collection.find_notes('"What is it now?"')) == 1


def test_a_card_has_its_answer_with_its_place_on_the_back_alone(
    sample: tuple[ExportedQuestion, ...], collection: Collection, tmp_path: Path
) -> None:
    brought_in(collection, anki.package(sample, "sample", NOW).content, tmp_path)
    for deck in collection.decks.all_names_and_ids():
        for key in collection.find_cards(f'deck:"{deck.name}"', order="c.due")[:2]:
            card = collection.get_card(key)
            note = card.note()
            front, back = (text.partition("</style>")[2] for text in (card.question(), card.answer()))
            assert note["Reason"] not in front
            assert 'id="answer"' not in front
            assert all(note[field] in back for field in ("Answer", "Reason", "Place"))


def turned(question: ExportedQuestion) -> ExportedQuestion:
    """The question, with what one answer is worth given to the next."""
    shades = [reply.grade for reply in question.replies]
    given = zip(question.replies, shades[1:] + shades[:1], strict=True)
    return replace(question, replies=tuple(replace(reply, grade=shade) for reply, shade in given))


def test_the_front_is_the_same_whichever_answer_is_right(sample: tuple[ExportedQuestion, ...]) -> None:
    on_front = set(re.findall(r"{{[#/]?(\w+)}}", anki.FRONT))
    assert on_front == {"Prompt", "Facts", "Cards", "Choices"}
    for one in sample:
        if one.form is AnswerForm.NUMBER:
            continue
        before, after = anki.fields_of(one), anki.fields_of(turned(one))
        assert {name: before[name] for name in on_front} == {name: after[name] for name in on_front}
        assert before != after


def test_a_package_of_the_same_is_the_same_and_leaves_nothing_behind(
    sample: tuple[ExportedQuestion, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert anki.package(sample[:5], "one", NOW).content == anki.package(sample[:5], "one", NOW).content
    assert not list(tmp_path.iterdir())


# ---- GIFT ---------------------------------------------------------------------------------------------------------

PLACEHOLDERS = {f"\\{character}": f"&&{ord(character):03};" for character in ":#={}~"}


def read_as_moodle(text: str) -> tuple[str, str, list[tuple[float, str, str]]]:
    """The name, the text and the answers (their marks, what they say, what is told) of a question with choices.

    After what Moodle says of its format: what is escaped is put aside first, and put back in each part last.
    """
    text = text.replace("\\\\", "&&092;")
    for escaped, placeholder in PLACEHOLDERS.items():
        text = text.replace(escaped, placeholder)

    def back(part: str) -> str:
        for escaped, placeholder in {**PLACEHOLDERS, "\\\\": "&&092;"}.items():
            part = part.replace(placeholder, escaped[1])
        return part.strip()

    _, name, rest = text.split("::", 2)
    head, _, inner = rest.partition("{")
    answers = []
    for answer in inner.rpartition("}")[0].strip().replace("=", "~=").split("~")[1:]:
        weight = re.match(r"%([0-9.]+)%", answer)
        mark = 1.0 if answer.startswith("=") else float(weight[1]) / 100 if weight else 0.0
        says, _, told = answer[weight.end() if weight else answer.startswith("=") :].partition("#")
        answers.append((mark, back(says), back(told)))
    return back(name), back(head.removeprefix("[html]")), answers


def plain(html: str) -> str:
    return " ".join("".join(well_formed(html.replace("<br>", "<br/>")).itertext()).split())


def test_moodle_reads_of_every_question_what_the_tutor_holds_of_it(sample: tuple[ExportedQuestion, ...]) -> None:
    for one in sample:
        if one.form is AnswerForm.NUMBER:
            continue
        name, text, answers = read_as_moodle(gift.question_text(one))
        assert name == one.key
        assert plain(prose(one.prompt)) in plain(text)
        assert [mark for mark, _, _ in answers] == [MARKS.get(reply.grade, 0.0) for reply in one.replies]
        for (_, says, told), reply in zip(answers, one.replies, strict=True):
            assert plain(prose(reply.label)) in plain(says)
            assert one.citation in plain(told)


@pytest.mark.slow
def test_another_parser_of_gift_agrees_question_by_question(sample: tuple[ExportedQuestion, ...]) -> None:
    read = gift_parser.parse(gift.gift(sample, "sample").content.decode())
    assert len(read.questions) == len(sample)
    for there, one in zip(read.questions, sample, strict=True):
        assert there.name == one.key
        assert there.category.endswith("/".join(("$course$/top", "Love All", *one.shelf)))
        if one.form is AnswerForm.NUMBER:
            assert type(there.answer).__name__ == "Numerical"
            assert there.answer.get_number() == int(one.replies[0].label)
            continue
        marks = [option.percentage for option in there.answer.options]
        assert marks == [MARKS.get(reply.grade, 0.0) for reply in one.replies], one.key
        assert sum(option.prefix == "=" for option in there.answer.options) == 1


def written(prompt: str, *labels: str, because: str = "So it is.", key: str = "k.1") -> ExportedQuestion:
    """A question of which the first answer is right."""
    (first, *_) = sampled = [Reply(label, Grade.NOT_ADVISED, because) for label in labels]
    sampled[0] = replace(first, grade=Grade.BEST)
    blank = ExportedQuestion("", ("A", "B"), "", (), CardDisplay(), AnswerForm.CHOICE, (), "", "Foster, p. 1", "", ())
    return replace(blank, key=key, prompt=prompt, replies=tuple(sampled))


@settings(max_examples=40)
@example("%50% of it")
@given(st.text(alphabet=st.sampled_from("~=#{}:\\%n[]/>-$ ab♥“"), min_size=1))
def test_whatever_stands_in_a_text_gift_gives_it_back(text: str) -> None:
    _, head, answers = read_as_moodle(gift.question_text(written(text, text, f"{text}b", because=text)))
    wanted = plain(prose(text))
    assert wanted in plain(head)
    assert len(answers) == 2
    assert (answers[0][0], answers[1][0]) == (1.0, 0.0)
    assert wanted in plain(answers[0][1])
    assert not set("\\~=#{}:\n") & set(re.sub(r"\\.", "", gift.escaped(text)))


# ---- QTI ----------------------------------------------------------------------------------------------------------

Q = "{http://www.imsglobal.org/xsd/imsqti_v2p1}"
P = "{http://www.imsglobal.org/xsd/imscp_v1p1}"
ORDER = (
    "responseDeclaration", "outcomeDeclaration", "stylesheet", "itemBody", "responseProcessing", "modalFeedback",
)  # fmt: skip


def marked_by(item: bytes, response: str) -> tuple[float, str]:
    """What another program makes of an item and a response to it: the score, and what it tells."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it is old, and warns of its own names
        from pyslet.qtiv2.variables import ItemSessionState
        from pyslet.qtiv2.xml import QTIDocument

        document = QTIDocument()
        document.read(src=item)
        session = ItemSessionState(document.root)
        session.begin_session()
        session.map["RESPONSE"].set_value(response)
        session.end_attempt()
    return session.map["SCORE"].value, str(session.map["FEEDBACK"].value)


@pytest.mark.slow
def test_an_item_of_qti_marks_each_answer_as_the_tutor_does_and_tells_why(
    sample: tuple[ExportedQuestion, ...],
) -> None:
    for one in sample:
        written = qti.item(one, "Question 1").encode()
        item = etree.fromstring(written)
        names = [etree.QName(child).localname for child in item]
        assert names == sorted(names, key=ORDER.index)
        told = {there.get("identifier"): "".join(there.itertext()) for there in item.iter(f"{Q}modalFeedback")}
        choices = [choice.get("identifier", "") for choice in item.iter(f"{Q}simpleChoice")]
        for response, reply in zip(choices or [one.replies[0].label], one.replies, strict=True):
            score, feedback = marked_by(written, response)
            assert score == MARKS.get(reply.grade, 0.0)
            text = told[feedback]
            assert plain(prose(reply.because))[1:] in " ".join(text.split())
            assert one.citation in text
        if not choices:
            assert marked_by(written, "-999") == (0.0, "WRONG")


@pytest.mark.slow
def test_the_item_shows_nothing_of_which_answer_is_right(sample: tuple[ExportedQuestion, ...]) -> None:
    for one in sample:
        if one.form is not AnswerForm.NUMBER:
            bodies = [
                etree.tostring(etree.fromstring(qti.item(question, "Question 1").encode()).find(f"{Q}itemBody"))
                for question in (one, turned(one))
            ]
            assert bodies[0] == bodies[1]


@pytest.mark.slow
def test_a_package_of_qti_has_all_that_its_manifest_and_its_test_name(sample: tuple[ExportedQuestion, ...]) -> None:
    with ZipFile(BytesIO(qti.package(sample, "sample", "A sample").content)) as package:
        trees = {name: etree.fromstring(package.read(name)) for name in package.namelist() if name.endswith(".xml")}
        manifest, test = trees.pop("imsmanifest.xml"), trees["test.xml"]
        files = {file.get("href", "") for file in manifest.iter(f"{P}file")}
        assert files == set(package.namelist()) - {"imsmanifest.xml"}
    resources = [resource.get("identifier") for resource in manifest.iter(f"{P}resource")]
    assert len(set(resources)) == len(resources) == len(sample) + 1
    assert {one.get("identifierref") for one in manifest.iter(f"{P}dependency")} == set(resources) - {"the-test"}
    references = list(test.iter(f"{Q}assessmentItemRef"))
    assert [trees[one.get("href", "")].get("identifier") for one in references] == [
        one.get("identifier") for one in references
    ]
    assert len(references) == len(sample)
    names = [one.get("identifier", "") for one in test.iter() if one.get("identifier")]
    names += [word for one in references for word in one.get("category", "").split()]
    assert all(re.fullmatch(r"[A-Za-z_][\w.-]*", name) for name in names)
    assert [one.get("title") for one in test.iter(f"{Q}assessmentSection")] == list(
        dict.fromkeys(" · ".join(one.shelf) for one in sample)
    )


@pytest.mark.slow
@settings(max_examples=40)
@given(st.text(), st.text(min_size=1))
def test_whatever_stands_in_a_text_an_item_is_xml(prompt: str, label: str) -> None:
    item = etree.fromstring(qti.item(written(prompt, label, "b", because=prompt), "Question 1").encode())
    assert len(list(item.iter(f"{Q}simpleChoice"))) == 2


# ---- pages and commands -------------------------------------------------------------------------------------------


def ended(client: FlaskClient, address: str) -> str:
    """The page of a job when it has come to an end."""
    for _ in range(1200):
        text = client.get(address).text
        if "data-watched" not in text:
            return text
        assert '<meta http-equiv="refresh"' in text
        sleep(0.05)
    raise AssertionError("it does not end")


@pytest.mark.slow
def test_a_lesson_is_had_at_once(client: FlaskClient, stock: Stock) -> None:
    page = client.get("/lessons/laws-score?all=1").text
    assert list(dict.fromkeys(re.findall(r'href="/exports/(\w+)/lesson:laws-score', page))) == FOR_LESSONS
    for name in FOR_LESSONS:
        answer = client.get(f"/exports/{name}/lesson:laws-score?each=2&seed=5")
        made = exported(name, stock, "lesson:laws-score", seed=5, each=2)
        assert answer.mimetype == exporter(name).media_type == made.mimetype
        assert answer.data == made.content
        how = "inline" if name == "pdf" else "attachment"
        assert answer.headers["Content-Disposition"] == f"{how}; filename={made.name}"


@pytest.mark.slow
def test_a_course_is_made_while_a_page_tells_how_far_it_is(client: FlaskClient, stock: Stock) -> None:
    assert client.get("/exports/epub/lesson:laws-score").status_code == 404, "a book is made of a course"
    page = client.get("/courses/odds").text
    assert 'method="post" action="/exports/gift/course:odds"' in page
    offered = client.get("/exports/gift/course:odds?seed=3")
    assert "Make the file" in offered.text
    assert 'name="seed" value="3"' in offered.text
    begun = client.post("/exports/gift/course:odds", data={"seed": "3"})
    assert begun.status_code == 303
    page = ended(client, begun.location)
    assert "Your file is ready." in page
    (file,) = re.findall(r'href="(/exports/jobs/\d+/file)"', page)
    assert client.get(file).data == exported("gift", stock, "course:odds", seed=3).content


def test_what_cannot_be_made_is_told_and_may_be_tried_again(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, app_parts: Services, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(gift, "EXPORTER", replace(exporter("gift"), export=fail))  # type: ignore[arg-type]
    page = ended(client, client.post("/exports/gift/course:odds", data={"each": "2"}).location)
    assert "it is the tutor’s fault" in page
    assert "Try again" in page
    assert 'name="each" value="2"' in page
    assert "could not be made" in caplog.text
    assert not app_parts.study.jobs.all()[0].is_ready


def test_what_there_is_not_is_not_had(client: FlaskClient, app_parts: Services) -> None:
    for address in ("word/bridge", "gift/brige", "jobs/7", "jobs/7/file", "gift/../../etc"):
        assert client.get(f"/exports/{address}").status_code == 404, address
    assert client.post("/exports/gift/brige").status_code == 404
    for _ in range(jobs.MOST_OPEN):
        app_parts.study.jobs.begin("gift", "0 1 beginner course:odds")
    refused = client.post("/exports/gift/course:odds")
    assert refused.status_code == 400
    assert "Wait for one of them" in refused.text


@pytest.mark.slow
@pytest.mark.parametrize("name", [found.name for found in exporters_of(ItemGroup)])
def test_a_command_writes_the_file(name: str, stock: Stock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Stock, "load", lambda: stock)
    file = tmp_path / "made"
    result = CliRunner().invoke(tutor, ["export", name, "group:odds", "--each", "2", "--seed", "4", "-o", str(file)])
    assert result.exit_code == 0, result.output
    assert f"{file}: {file.stat().st_size:,} bytes" in result.output
    if name != "anki":  # its notes bear the moment at which they were made
        assert file.read_bytes() == exported(name, stock, "group:odds", seed=4, each=2).content
