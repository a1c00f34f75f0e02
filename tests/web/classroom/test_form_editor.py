"""The form for lessons and hands: what it shows it writes again, faults stand at their fields, drafts are not lost."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from lxml import html
from werkzeug.datastructures import MultiDict

from tests.support.clock import NOW
from tests.support.school import WORDS, log_in
from tutor.citations import OWN, SOURCES
from tutor.errors import FaultyContent, Malformed, Unknown
from tutor.exchange.printed import handout
from tutor.library.catalogue import Library
from tutor.library.content_text import composed_hand, composed_lesson, hand_part, lesson_parts, renamed
from tutor.library.deals import ExampleDeal
from tutor.library.folders import folder
from tutor.library.games import Game
from tutor.library.lesson_files import load_courses
from tutor.library.user_content import CompositionKind, hand_of, lesson_of
from tutor.quizzes.bank import exercise_bank
from tutor.quizzes.exercise import Grade
from tutor.quizzes.kinds.lessons import lesson_exercise, unaskable
from tutor.study.accounts.people import UserRole
from tutor.study.classroom.assigned_work import CompositionVersion, LessonWork
from tutor.study.classroom.assignments import AssignmentSpec
from tutor.study.classroom.classroom import Classroom
from tutor.study.classroom.drafts import MOST_DRAFTS, DraftClash, Drafts, SavedDraft, TooManyDrafts
from tutor.study.study import Study
from tutor.web.classroom.form_editor import OpenForm
from tutor.web.classroom.form_fields import LessonForm, OtherStep, hand_shown, lesson_shown, lesson_written
from tutor.web.classroom.form_parts import Part
from tutor.web.practise.exercises import exercise_layout

VINE = 1
LESSON, HAND = CompositionKind.LESSON, CompositionKind.HAND
HANDS = {
    "A": "S:A643 H:KJT8 C:92 D:AK3",
    "Y": "S:2 H:653 C:QJT7 D:T9842",
    "B": "S:KQ97 H:Q9 C:AK54 D:J75",
    "Z": "S:JT85 H:A742 C:863 D:Q6",
}
DEAL = "kind: deal\ntitle: Tuesday\ncode: auction-1910\ndealer: A\nhands:\n" + "".join(
    f"  {seat}: {hand}\n" for seat, hand in HANDS.items()
)
LESSON_TEXT = """---
title: Mine
aim: Count.
---

Look at the hand.

```question
name: one
ask: How many trumps?
choices:
  - says: Four
    right: yes
  - says: Five
    why: There are four.
  - says: About four
    acceptable: yes
    why: It is near.
because: You count four.
```

```question
name: two
ask: What do you play?
view:
  seat: A
  hand: S:A643 H:KJT8 C:92 D:AK3
  calls: [A declares no trumps]
  trick: Y C7, B C4, Z C8
best: C9
also: C2
because: The nine wins.
wrong: {"*": It loses.}
```
"""


DEAL_TO_PLAY = """\
---
title: A trick
aim: Take a trick.
---

```deal
name: first
ask: Take the trick.
hands: {A: "S:A6 H:K4", Y: "S:85 H:97", B: "S:Q2 H:J3", Z: "S:KT H:Q8"}
leader: Z
you: A
before: ["Z HQ"]
until: 1
goal: 1
line: ["A HK, Y H7, B H3"]
moments:
  - trick: 1
    ask: Which heart?
    best: [HK]
    because: It is the highest.
won: Yes.
lost: No.
```
"""


def sent(form: Part) -> list[tuple[str, str]]:
    """The fields of a form as a browser sends them."""
    found: list[tuple[str, str]] = []
    for field in form:
        if hasattr(field, "entries"):
            for entry in field.entries:
                found += sent(entry.form)
        elif hasattr(field, "form_class"):
            found += sent(field.form)
        elif isinstance(field.data, list):
            found += [(field.name, value) for value in field.data]
        else:
            found.append((field.name, str(field.data or "").replace("\n", "\r\n")))
    return found


def meaning(data: Any) -> Any:
    """Values without what means nothing: a `no` that is the default, and blanks around paragraphs."""
    if isinstance(data, dict):
        return {
            key: meaning(value)
            for key, value in data.items()
            if not (key in ("right", "acceptable") and value in ("no", "false"))
        }
    if isinstance(data, list):
        return [meaning(value) for value in data]
    return "yes" if data == "true" else data.strip()


# ---- round trips ---------------------------------------------------------------------------------------------------


def adoptable(name: str) -> list[Path]:
    return [Path(str(file)) for file in sorted(folder(name).rglob("*.yaml" if name == "hands" else "*.md"))]


def test_every_hand_comes_out_of_the_form_as_it_went_in(school: Flask) -> None:
    shown = 0
    with school.test_request_context():
        for file in adoptable("hands"):
            part = hand_part(file.read_text(encoding="utf-8"))
            found = hand_shown(part)
            if found is None:
                continue
            kind, data = found
            form = kind(MultiDict(sent(kind(**data))))
            assert meaning(form.written()) == meaning(part.data), file
            again = OpenForm.of_data(kind, form.data)
            assert hand_part(again.composed.text).comments == part.comments
            shown += 1
    assert shown > 100


def test_every_lesson_comes_out_of_the_form_as_it_went_in(school: Flask) -> None:
    with school.test_request_context():
        for file in adoptable("lessons"):
            parts = lesson_parts(file.read_text(encoding="utf-8"))
            form = LessonForm(MultiDict(sent(LessonForm(**lesson_shown(parts)))))
            made = lesson_written(form)
            assert [part.word for part in made] == [part.word for part in parts], file
            for before, after in zip(parts, made, strict=True):
                if after.data is None:
                    assert after.text.strip() == before.text.strip(), file
                else:
                    assert meaning(after.data) == meaning(before.data), file
                    assert after.comments == before.comments


def test_only_blocks_that_differ_from_kind_to_kind_are_shown_as_text(school: Flask) -> None:
    """And of the others nothing is kept that a form could show."""
    as_text: set[str] = set()
    kept: set[tuple[str, str]] = set()
    with school.test_request_context():
        for file in adoptable("lessons"):
            parts = lesson_parts(file.read_text(encoding="utf-8"))
            form = LessonForm(**lesson_shown(parts))
            for part, entry in zip(parts[1:], form.steps.entries, strict=True):
                if isinstance(entry.form, OtherStep):
                    as_text.add("item" if "item" in (part.data or {}) else part.word)
                else:
                    kept |= {(part.word, key) for key in entry.form.kept_keys}
    assert as_text == {"incident", "experiment", "item"}
    assert kept <= {("deal", "shown"), ("deal", "score"), ("table", "rows")}


@pytest.mark.parametrize(
    ("old", "new", "place", "says"),
    [
        ("goal: 1", "goal: 3", "steps-0-goal", "only one trick is played"),
        ("A HK, Y H7", "A HK, Y H8", "steps-0-line", "H8"),
        ("best: [HK]", "best: [SK]", "steps-0-moments-0", "does not hold SK"),
        ("won: Yes.\n", "", "steps-0-won", "Write something here."),
        ("H:K4", "H:Q4", "steps-0-", "two hands"),
    ],
)
def test_the_faults_of_a_deal_name_their_fields(
    old: str, new: str, place: str, says: str, teacher: FlaskClient
) -> None:
    assert old in DEAL_TO_PLAY
    sound = teacher.post("/create/form/from-text", data={"kind": "lesson", "text": DEAL_TO_PLAY, "name": "play"})
    assert "steps-0-goal" in sound.text
    with teacher.application.test_request_context():
        form = OpenForm.of_text(CompositionKind.LESSON, DEAL_TO_PLAY.replace(old, new))
        fields = dict(sent(form.part))
    page = teacher.post("/create/form/write", data={**fields, "kind": "lesson", "do": "check", "name": "play"}).text
    faults = page.partition('<ol class="faults">')[2].partition("</ol>")[0]
    assert f'href="#{place}' in faults
    assert says in faults


def test_a_fault_in_a_block_of_text_is_at_its_text_and_names_the_key(teacher: FlaskClient) -> None:
    fields = {"title": "Manners", "aim": "Know them.", "steps-0-kind": "other", "steps-0-block": "incident"}
    text = "name: one\nhappens: You look.\ncode: nowhere\n"
    page = teacher.post(
        "/create/form/write", data={**fields, "steps-0-text": text, "kind": "lesson", "do": "check"}
    ).text
    assert "This block is edited as text." in page
    faults = page.partition('<ol class="faults">')[2].partition("</ol>")[0]
    assert 'href="#steps-0-text"' in faults
    assert "nowhere" in faults


@pytest.mark.parametrize("of", ["whist/whist-take-a-trick", "bridge/bridge-hearts", "odds/odds-finesse"])
def test_a_lesson_from_the_form_is_the_lesson_that_it_was(of: str, library: Library, school: Flask) -> None:
    courses = load_courses(library)
    text = (folder("lessons") / f"{of}.md").read_text(encoding="utf-8")
    with school.test_request_context():
        again = OpenForm.of_text(LESSON, text).composed.text
    made = lesson_of(again, "mine", library, courses.known)
    old = courses.lesson(of.partition("/")[2])
    assert [question.name for question in made.questions] == [question.name for question in old.questions]
    assert (made.title, made.sources, made.teaches) == (old.title, old.sources, old.teaches)


@pytest.mark.parametrize(
    "text",
    [
        "# mine\nkind: deal\ntitle: So\n",
        "kind: deal\ntitle: So\nsays:\n  - text: |-\n      One.\n\n      # no comment\n      Two.\n",
        "kind: deal\nnobody: {knows: [this, {and: that}]}\n",
        "kind: deal\ntitle: '{A SA} # “: -'\nbrought_from: 'yes'\n",
        "kind: deal\nhands: none\nsays: {a: b}\nscore: [1, 2]\ncalls: A passes\n",
    ],
)
def test_nothing_of_a_text_is_lost(text: str, school: Flask) -> None:
    before = hand_part(text)
    with school.test_request_context():
        after = hand_part(OpenForm.of_text(HAND, text).composed.text)
    assert before.data is not None
    assert after.data is not None
    assert {key: after.data[key] for key in before.data} == before.data
    assert after.comments == before.comments


# ---- no book --------------------------------------------------------------------------------------------------------


def test_a_hand_needs_no_book(library: Library) -> None:
    deal = hand_of(DEAL, "tuesday", library)
    assert isinstance(deal, ExampleDeal)
    assert str(deal.citation) == deal.whence == "Your teacher’s own"


def test_a_hand_that_names_a_book_has_the_duties_of_one(library: Library) -> None:
    with pytest.raises(FaultyContent) as caught:
        hand_of(f"{DEAL}source: foster\n", "tuesday", library)
    assert {"pages", "lines", "illustrates", "says", "confidence"} <= {
        found[1] for fault in caught.value.faults if (found := re.search("‘([a-z]+)’ is missing", fault.what))
    }


PLAY = """\
calls: [A declares spades]
play:
  - Y CQ, B CA, Z C3, A C2
  - B SK, Z S5, A S3, Y S2
  - B SQ, Z S8, A S4, Y D2
  - B S7, Z S10, A SA, Y D4
  - A S6, Y C7, B S9, Z SJ
  - Z HA, A H8, Y H3, B H9
  - Z H2, A H10, Y H5, B HQ
  - B CK, Z C6, A C9, Y C10
  - B C4, Z C8, A HJ, Y CJ
  - Y H6, B C5, Z H4, A HK
  - A DA, Y D8, B D5, Z D6
  - A DK, Y D9, B D7, Z DQ
  - A D3, Y D10, B DJ, Z H7
"""


def test_the_play_says_the_result(library: Library) -> None:
    text = DEAL.replace("kind: deal", "kind: game").replace("auction-1910", "bridge-english-1901") + PLAY
    game = hand_of(text, "tuesday", library)
    assert isinstance(game, Game)
    # By hand: YZ win the fifth trick (the jack of spades), the sixth (the ace of hearts) and the ninth.
    assert (game.tricks.ns, game.tricks.ew) == (10, 3)
    assert game.name == "Tuesday"


def test_a_lesson_needs_no_book_and_its_verdicts_say_whose_it_is(library: Library) -> None:
    courses = load_courses(library)
    makers = exercise_bank(library, courses)
    lesson = lesson_of(LESSON_TEXT, "mine", library, courses.known)
    assert not list(unaskable(lesson, makers))
    assert lesson.drills == ()
    choice, card = (lesson_exercise(lesson, question, makers) for question in lesson.questions)
    for exercise in (choice, card):
        assert str(exercise.mark(exercise.answer).citation) == "Your teacher’s own"
    # The trick is the club seven, four, eight: the nine wins, and with two clubs nothing else may be played.
    assert [(one.key, card.mark(one.key).grade) for one in card.choices] == [
        ("C9", Grade.BEST),
        ("C2", Grade.ACCEPTABLE),
    ]


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("best: C9", "best: SA", "‘SA’ is not an answer"),
        ("best: C9", "best: C9, spades", "all be cards, or all be calls"),
        ("best: C9", "best: hearts", "all be cards, or all be calls"),
        ('"*": It', '"XY": It', "XY"),
        ("S:A643 H:KJT8 C:92", "S:A643 H:KJT8 C:97", "the seven of clubs is there twice"),
    ],
)
def test_an_impossible_answer_or_position_is_a_fault(old: str, new: str, says: str, library: Library) -> None:
    assert old in LESSON_TEXT
    courses = load_courses(library)
    try:
        lesson = lesson_of(LESSON_TEXT.replace(old, new), "mine", library, courses.known)
        faults = list(unaskable(lesson, exercise_bank(library, courses)))
    except FaultyContent as error:
        faults = list(error.faults)
    assert any(says in fault.what for fault in faults), faults


@pytest.mark.parametrize(
    ("written", "facts", "deals"),
    [
        ("trumps: H", ("Hearts are trumps.",), False),
        ("trumps: none", ("There are no trumps.",), False),
        ("{trumps: H, dealer: A}", ("Hearts are trumps.",), True),
        ("calls: [A declares no trumps]", ("A declares no trumps.",), True),
    ],
)
def test_a_position_tells_the_trumps_and_names_no_dealer_that_nobody_chose(
    written: str, facts: tuple[str, ...], *, deals: bool, library: Library
) -> None:
    lines = written.strip("{}").split(", ")
    text = LESSON_TEXT.replace("  calls: [A declares no trumps]", "\n".join(f"  {line}" for line in lines))
    courses = load_courses(library)
    lesson = lesson_of(text, "mine", library, courses.known)
    exercise = lesson_exercise(lesson, lesson.questions[1], exercise_bank(library, courses))
    assert exercise.facts == facts
    laid = exercise_layout(exercise)
    assert laid is not None
    assert exercise.view is not None
    assert ("dealer" in laid.at["s"].part) is deals
    shown = handout.table(exercise.view, is_dealer_known=exercise.is_dealer_known)
    assert any("dealer" in hand.who for hand in shown.hands) is deals


def test_only_teachers_cite_themselves(library: Library) -> None:
    assert OWN not in list(SOURCES)
    for shelf in (library.games, library.deals, library.problems, library.groups):
        assert OWN not in {content.source for content in shelf.values()}
    lessons = load_courses(library).lessons.values()
    assert OWN not in {passage.source for lesson in lessons for passage in lesson.sources}


# ---- the pages ------------------------------------------------------------------------------------------------------


class Form:
    """The form of a page, as a browser has it."""

    def __init__(self, client: FlaskClient, text: str) -> None:
        self.client, self.page = client, html.fromstring(text)
        self.form = self.page.get_element_by_id("form")

    @classmethod
    def at(cls, client: FlaskClient, address: str) -> Form:
        answer = client.get(address, follow_redirects=True)
        assert answer.status_code == 200, address
        return cls(client, answer.text)

    def fields(self) -> dict[str, Any]:
        values = ((name, value) for name, value in self.form.form_values() if name not in ("do", "_csrf"))
        # A browser leaves out the line break with which a long field begins; this parser does not.
        return {name: value.removeprefix("\n") for name, value in values}

    def press(self, do: str, status: int = 200, /, **typed: str) -> Form:
        values = self.fields() | {name.replace("__", "-"): value for name, value in typed.items()} | {"do": do}
        answer = self.client.post("/create/form/write", data=values, follow_redirects=True)
        assert answer.status_code == status, answer.text[:2000]
        return Form(self.client, answer.text)

    @property
    def faults(self) -> dict[str, str]:
        """The faults beside the fields, by the id of the field."""
        found = self.form.xpath(".//span[contains(@id, '-fault')]")
        return {one.get("id").rpartition("-fault")[0]: one.text_content() for one in found}

    @property
    def listed(self) -> list[str]:
        return [link.get("href") for link in self.page.xpath("//ol[@class='faults']//a")]

    @property
    def text(self) -> str:
        return str(self.page.text_content())


def new_deal(client: FlaskClient, **more: str) -> Form:
    hands = {f"hands__{seat}": hand for seat, hand in HANDS.items()}
    return Form.at(client, "/create/form/new/hand").press("", 200, **({"title": "Tuesday"} | hands | more))


def test_a_hand_is_written_in_the_form(teacher: FlaskClient, classroom: Classroom) -> None:
    saved = new_deal(teacher, calls="A bids 1 spade\nY passes\nB passes\nZ passes").press("save")
    assert "Saved as version 1" in saved.text
    (kept,) = classroom.compositions.all_of(VINE)
    assert kept.name == "tuesday"
    assert not classroom.drafts.all_of(VINE)
    again = saved.press("save", title="Wednesday")
    assert "Saved as version 2" in again.text
    assert classroom.compositions.find(kept.id).title == "Wednesday"


def test_all_faults_are_shown_at_once_beside_their_fields(teacher: FlaskClient, classroom: Classroom) -> None:
    wrong = {"hands__A": "S:A643 H:KJT8 C:92 D:AK", "calls": "A bids 1 spade\nA passes", "title": ""}
    page = new_deal(teacher, **wrong).press("save", 400)
    assert {"title", "hands-A"} <= page.faults.keys()
    assert page.faults["title"] == "Write something here."
    assert {"#title", "#hands-A"} <= set(page.listed)
    assert not classroom.compositions.all_of(VINE)
    # What was typed is there, on the page and in a draft.
    assert (
        page.fields()["calls"] == "A bids 1 spade\r\nA passes"
        or page.fields()["calls"].split() == wrong["calls"].split()
    )
    assert "A passes" in classroom.drafts.all_of(VINE)[0].text
    better = page.press("check", title="Tuesday", hands__A=HANDS["A"])
    assert set(better.faults) == {"calls"}


def test_the_faults_of_a_lesson_name_their_step(teacher: FlaskClient) -> None:
    page = Form.at(teacher, "/create/form/new/lesson").press("add:steps:text").press("add:steps:choice")
    page = page.press("check", title="Mine", aim="Count.", steps__0__markdown="See {ZZ}.")
    assert page.faults.keys() == {
        "steps-0",
        "steps-1-ask",
        "steps-1-because",
        "steps-1-choices-0-says",
        "steps-1-choices-1-says",
        "steps-1-choices-1",
    }, "an option without a text is told at once that its reason is missing too"
    assert page.faults["steps-1-choices-1"] == "Say why this option is not the best."
    assert "Step 2 (Question with options) · Option 2 · Option" in page.text
    page = page.press(
        "check",
        steps__0__markdown="See {HA}.",
        steps__1__ask="How many?",
        steps__1__because="So.",
        steps__1__choices__0__says="One",
        steps__1__choices__1__says="Two",
    )
    assert page.faults == {"steps-1-choices-1": "Say why this option is not the best."}


def test_entries_are_added_moved_removed_and_put_back_without_a_script(teacher: FlaskClient) -> None:
    page = Form.at(teacher, "/create/form/new/lesson").press("add:steps:text").press("add:steps:number")
    page = page.press("add:steps:text", steps__0__markdown="First", steps__1__ask="How many?", title="Kept")
    page = page.press("down:steps-0", steps__2__markdown="Last")
    assert [page.fields().get(f"steps-{number}-kind") for number in range(3)] == ["number", "text", "text"]
    assert page.fields()["steps-1-markdown"] == "First"
    page = page.press("remove:steps-0")
    assert "steps-2-kind" not in page.fields()
    page = page.press("restore", steps__0__markdown="Changed")
    fields = page.fields()
    assert (fields["steps-0-ask"], fields["steps-1-markdown"], fields["title"]) == ("How many?", "Changed", "Kept")
    page = page.press("up:steps-2")
    assert page.fields()["steps-1-markdown"] == "Last"


@pytest.mark.parametrize(
    "do",
    [
        "up:steps-0",
        "down:steps-9",
        "remove:steps-77777",
        "add:title:text",
        "add:steps-0-kind:text",
        "restore",
        "xx",
        "²",
    ],
)
def test_a_button_that_cannot_do_anything_loses_nothing(do: str, teacher: FlaskClient) -> None:
    page = Form.at(teacher, "/create/form/new/lesson").press("add:steps:text", title="Kept")
    again = page.press(do, steps__0__markdown="Here")
    assert (again.fields()["title"], again.fields()["steps-0-markdown"]) == ("Kept", "Here")


@pytest.mark.parametrize(
    "typed",
    [
        {"kept": "[" * 5000},
        {"kept": '{"title": "twice", "steps": 7}'},
        {"steps-²-kind": "text", "steps-99999999999-kind": "text", "steps-0-kind": "nothing"},
        {"steps-0-kind": "choice", "steps-0-choices-0-verdict": "best", "steps-0-kept": '{"#": 5, "[]": 3}'},
        {"steps-0-kind": "other", "steps-0-block": "nothing", "steps-0-text": "- {"},
        {"steps-0-kind": "text", "steps-0-markdown": "```question\nname: x\n```\n---\n"},
        {"removed": '{"list": 1, "at": "x", "entry": []}', "do": "restore"},
        {"form": "Nothing", "seen": "²", "begun": "-1", "slot": "12"},
    ],
)
def test_a_hostile_form_gets_a_page(typed: dict[str, str], teacher: FlaskClient) -> None:
    for do in ("check", "text", "save"):
        data = {"kind": "lesson", "title": "So", "do": do, **typed}
        assert teacher.post("/create/form/write", data=data).status_code in (200, 400)


def test_form_and_text_are_one_click_apart(teacher: FlaskClient) -> None:
    answer = teacher.post("/create/form/from-text", data={"kind": "lesson", "name": "mine", "text": LESSON_TEXT})
    form = Form(teacher, answer.text)
    assert form.fields()["steps-1-choices-1-why"] == "There are four."
    values = form.fields() | {"do": "text", "title": "Changed"}
    text = html.fromstring(teacher.post("/create/form/write", data=values).text).get_element_by_id("text").text.lstrip()
    assert "title: Changed" in text
    before, after = lesson_parts(LESSON_TEXT), lesson_parts(text)
    assert [part.data for part in after[1:]] == [part.data for part in before[1:]]


def test_a_text_that_no_form_can_show_stays_text(teacher: FlaskClient) -> None:
    for kind, text in (("hand", "kind: hands\n"), ("hand", "a: [\n"), ("lesson", "no front matter")):
        page = teacher.post("/create/form/from-text", data={"kind": kind, "name": "mine", "text": text}).text
        assert "The form cannot show this text" in page
        assert html.fromstring(page).get_element_by_id("text").text.strip() == text.strip()


def test_what_the_form_does_not_know_is_kept_and_listed(teacher: FlaskClient) -> None:
    text = f"# private\n{DEAL}doubts: []\nclaims:\n  - {{id: x}}\n"
    form = Form(teacher, teacher.post("/create/form/from-text", data={"kind": "hand", "text": text}).text)
    assert "claims" in form.form.xpath(".//p[contains(@class, 'kept')]")[0].text_content()
    values = form.fields() | {"do": "text"}
    again = (
        html.fromstring(teacher.post("/create/form/write", data=values).text).get_element_by_id("text").text.lstrip()
    )
    assert (hand_part(again).data or {})["claims"] == [{"id": "x"}]
    assert hand_part(again).comments == ("private",)


def test_a_preview_is_as_a_pupil_sees_it_and_leads_back(teacher: FlaskClient, classroom: Classroom) -> None:
    form = new_deal(teacher)
    values = form.fields() | {"do": "preview"}
    page = html.fromstring(teacher.post("/create/form/write", data=values).text)
    assert "Your teacher’s own" in page.text_content()
    assert not classroom.compositions.all_of(VINE)
    back = page.xpath("//form[@class='preview']")[0]
    again = teacher.post(back.get("action"), data=dict(back.form_values()))
    assert Form(teacher, again.text).fields()["title"] == "Tuesday"


def test_a_newer_version_is_not_written_over(teacher: FlaskClient, classroom: Classroom) -> None:
    first = new_deal(teacher).press("save")
    second = Form(teacher, teacher.get("/create/form/1").text)
    second.press("save", title="Theirs")
    clash = first.press("save", 409, title="Mine")
    assert "A newer version was saved elsewhere" in clash.text
    assert clash.fields()["title"] == "Mine"
    clash.press("save")
    assert [version.number for version in classroom.compositions.versions(1)] == [3, 2, 1]


def test_a_name_of_the_tutor_is_refused_at_its_field(teacher: FlaskClient) -> None:
    page = new_deal(teacher).press("save", 400, name="hel-game-01")
    assert "name" in page.faults


# ---- drafts ---------------------------------------------------------------------------------------------------------


def autosave(client: FlaskClient, form: Form, **typed: str) -> Any:
    return client.post("/create/form/draft", data=form.fields() | typed)


def test_a_draft_is_saved_by_itself_and_goes_with_the_version(teacher: FlaskClient, classroom: Classroom) -> None:
    form = new_deal(teacher)
    said = autosave(teacher, form, title="Half").json
    assert said["seen"] == 1
    assert autosave(teacher, form, title="Half").json["seen"] == 1, "it was sent twice"
    assert "Half" in teacher.get("/create/").text
    opened = Form.at(teacher, f"/create/form/drafts/{said['slot']}")
    assert opened.fields()["title"] == "Half"
    opened.press("save")
    assert not classroom.drafts.all_of(VINE)


def test_of_two_tabs_the_newer_wins_only_when_told(teacher: FlaskClient, classroom: Classroom) -> None:
    form = new_deal(teacher)
    first = autosave(teacher, form, title="One").json
    tab = {"slot": first["slot"], "seen": "1"}
    assert autosave(teacher, form, title="Two", **tab, tab="other").json["seen"] == 2
    clash = autosave(teacher, form, title="Three", **tab)
    assert clash.json["clash"]
    assert classroom.drafts.all_of(VINE)[0].title == "Two"
    page = form.press("draft", 409, title="Three", **tab)
    assert "another tab" in page.text
    page.press("draft")
    assert classroom.drafts.all_of(VINE)[0].title == "Three"


def test_a_tab_is_no_other_tab_to_itself(teacher: FlaskClient, classroom: Classroom) -> None:
    form = new_deal(teacher)
    first = autosave(teacher, form, title="One").json
    tab = {"slot": first["slot"], "seen": "1"}
    assert autosave(teacher, form, title="Two", **tab).json["seen"] == 2
    assert autosave(teacher, form, title="Three", **tab).json["seen"] == 3, "the page that came meanwhile saw only 1"
    assert classroom.drafts.all_of(VINE)[0].title == "Three"


def test_a_draft_of_something_saved_is_opened_and_can_be_discarded(teacher: FlaskClient, classroom: Classroom) -> None:
    form = new_deal(teacher).press("save")
    autosave(teacher, form, title="Not yet")
    assert Form.at(teacher, "/create/form/1").fields()["title"] == "Not yet"
    assert teacher.get("/create/form/drafts/1").location == "/create/form/1"
    teacher.post("/create/form/drafts/1/discard")
    assert Form.at(teacher, "/create/form/1").fields()["title"] == "Tuesday"
    assert classroom.compositions.find(1).newest == 1


def test_another_teachers_draft_is_nobodys(school: Flask, teacher: FlaskClient, classroom: Classroom) -> None:
    slot = autosave(teacher, new_deal(teacher)).json["slot"]
    other = classroom.people.enrol("Mr Dale", "", WORDS, UserRole.TEACHER)
    client = school.test_client()
    log_in(client, other.name)
    assert client.get(f"/create/form/drafts/{slot}").status_code == 404
    assert client.post(f"/create/form/drafts/{slot}/discard").status_code == 404
    assert client.get(f"/create/form/drafts/{slot}").status_code == 404
    assert len(classroom.drafts.all_of(VINE)) == 1


def draft(text: str = "title: A\n", version: int = 0, slot: str = "new-1", author: int = 1) -> SavedDraft:
    return SavedDraft(author, LESSON, slot, version, 0, "mine", NOW, text)


@pytest.mark.databases
def test_drafts_in_a_database(study: Study) -> None:
    drafts = Drafts(study.database, lambda: NOW)
    assert drafts.save(draft()).version == 1
    assert drafts.save(draft("title: B\n", 1)).version == 2
    with pytest.raises(DraftClash) as caught:
        drafts.save(draft("title: C\n", 1))
    assert caught.value.theirs is not None
    assert caught.value.theirs.text == "title: B\n"
    assert drafts.save(draft("title: C\n", 1), wins=True).version == 3
    assert [one.title for one in drafts.all_of(1)] == ["C"]
    drafts.discard(1, "new-1")
    with pytest.raises(Unknown):
        drafts.discard(1, "new-1")
    with pytest.raises(DraftClash):
        drafts.save(draft("title: D\n", 3))


def test_drafts_have_bounds(study: Study) -> None:
    drafts = Drafts(study.database, lambda: NOW)
    for number in range(MOST_DRAFTS):
        drafts.save(draft(slot=f"new-{number}"))
    with pytest.raises(TooManyDrafts):
        drafts.save(draft(slot="new-x"))
    with pytest.raises(Malformed):
        drafts.save(draft(slot="../x"))


# ---- copies ---------------------------------------------------------------------------------------------------------


def set_to_count(composition: int) -> AssignmentSpec:
    work = LessonWork(lesson=f"own-{composition}-1", own=CompositionVersion(composition=composition, version=1))
    return AssignmentSpec("Count", work, NOW)


def copy(client: FlaskClient, kind: str, of: str) -> Any:
    return client.post("/create/form/copy", data={"kind": kind, "id": of})


@pytest.mark.parametrize(
    ("kind", "of"), [("lesson", "whist-take-a-trick"), ("hand", "hel-game-01"), ("hand", "cae-end-090")]
)
def test_what_the_tutor_has_is_copied_with_where_it_is_from(
    kind: str, of: str, teacher: FlaskClient, classroom: Classroom
) -> None:
    assert copy(teacher, kind, of).status_code == 303
    copy(teacher, kind, of)
    (kept,) = classroom.compositions.all_of(VINE)
    assert kept.name == f"{of}-copy"
    text = classroom.compositions.version(kept.id, 1).text
    assert re.search(rf"^# Copied from .*\({of}\)$", text, re.MULTILINE)
    page = Form.at(teacher, f"/create/form/{kept.id}").press("check")
    assert "No fault found" in page.text
    assert "Copied from" in page.text


def test_a_colleagues_lesson_is_copied_with_its_hands(teacher: FlaskClient, classroom: Classroom) -> None:
    dale = classroom.people.enrol("Mr Dale", "", WORDS, UserRole.TEACHER)
    shown = LESSON_TEXT.replace("Look at the hand.", "Look.\n\n```hand\nof: tuesday\ncaption: So\n```")
    classroom.compositions.start(dale.id, HAND, "tuesday", DEAL)
    theirs = classroom.compositions.start(dale.id, LESSON, "count", shown)
    classroom.compositions.start(VINE, HAND, "tuesday", DEAL.replace("Tuesday", "Mine"))
    of = f"own-{theirs.composition}-1"
    assert copy(teacher, "lesson", of).status_code == 404, "it is assigned in no class of hers"
    room = classroom.classes.make(dale.id, "Lower Fifth")
    classroom.assignments.give(room.id, set_to_count(theirs.composition))
    assert copy(teacher, "lesson", of).status_code == 404
    vine = classroom.people.find("Miss Vine")
    assert vine is not None
    classroom.classes.hand_over(room, vine)
    assert "Mine" in teacher.get("/create/form/copy").text
    for _ in range(2):
        copy(teacher, "lesson", of)
    mine = {one.name: one for one in classroom.compositions.all_of(VINE)}
    assert mine.keys() == {"tuesday", "tuesday-2", "count-copy"}
    assert "of: tuesday-2" in classroom.compositions.version(mine["count-copy"].id, 1).text


def test_a_learner_who_teaches_elsewhere_copies_nothing_that_they_are_set(
    teacher: FlaskClient, classroom: Classroom
) -> None:
    dale = classroom.people.enrol("Mr Dale", "", WORDS, UserRole.TEACHER)
    theirs = classroom.compositions.start(dale.id, LESSON, "count", LESSON_TEXT)
    room = classroom.classes.make(dale.id, "Teachers")
    classroom.classes.join(room.id, VINE)
    of = f"own-{theirs.composition}-1"
    classroom.assignments.give(room.id, set_to_count(theirs.composition))
    assert copy(teacher, "lesson", of).status_code == 404


@pytest.mark.parametrize(
    ("text", "new"),
    [
        ("of: tuesday\n", "of: new\n"),
        ("{of: 'tuesday', a: b}", "{of: 'new', a: b}"),
        ("game: tuesday", "game: new"),
        ("of: tuesday-2", "of: tuesday-2"),
        ("because: tuesday", "because: tuesday"),
    ],
)
def test_a_hand_is_renamed_where_a_lesson_shows_it(text: str, new: str) -> None:
    assert renamed(text, "tuesday", "new") == new


def test_a_text_put_together_knows_its_parts() -> None:
    composed = composed_lesson(lesson_parts(LESSON_TEXT))
    lines = composed.text.split("\n")
    for part in composed.parts:
        assert "\n".join(lines[part.first - 1 : part.last]).strip() == part.text.strip()
    assert composed_hand(hand_part(DEAL)).text == DEAL


def test_a_lesson_with_a_deal_needs_only_a_task_and_a_goal(teacher: FlaskClient, classroom: Classroom) -> None:
    form = Form.at(teacher, "/create/form/new/lesson").press("add:steps:deal", title="Ours", aim="You count trumps.")
    refused = form.press("save", 400, steps__0__ask="Win one trick.")
    assert "Deal the four hands, or name a hand" in refused.text
    dealt = refused.press("deal:steps-0")
    refused = dealt.press("save", 400)
    assert "Say how many tricks to win." in refused.text
    hands = " ".join(dealt.fields()[f"steps-0-hands-{seat}"] for seat in "AYBZ")
    assert len(re.findall("[AKQJT2-9](?![a-z:])", re.sub("[SHCD]:", "", hands))) == 52
    assert len(dealt.fields()["steps-0-line"].splitlines()) == 13
    refused.press("save", steps__0__goal="1")
    assert [one.name for one in classroom.compositions.all_of(VINE)] == ["ours"]
    page = html.fromstring(teacher.get("/create/").text)
    assert page.xpath("//a[@aria-label='Assign ours']/@href")
