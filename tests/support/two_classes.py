"""Two teachers, each with a class, and of everything that somebody can own one for each: for tests of who may touch it.

What stands in an address or in a form to name such a thing is told by a word: `{class}`, `{table}`. A new kind of thing
needs one line in `_of_teacher` or `_of_learner`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from random import Random

from tests.support.boards import EVENING
from tests.support.calendar_address import calendar_secret
from tests.support.school import QUICK, WORDS
from tutor.codes import code
from tutor.exchange.authored_files import ContentFile, file_of
from tutor.exchange.homework import assignment_file, openable, result_file
from tutor.exchange.results import Desk
from tutor.library.catalogue import Library
from tutor.library.folders import folder
from tutor.library.user_content import CompositionKind
from tutor.quizzes.exercise import Grade
from tutor.seats import Seat
from tutor.study.accounts.people import People, Person, UserRole
from tutor.study.answers.answer import Answer
from tutor.study.answers.boards import SeatChoice
from tutor.study.answers.matches import line_of
from tutor.study.answers.shared_tables import TableSpec
from tutor.study.classroom.assigned_work import (
    CompositionVersion,
    DrillWork,
    HandWork,
    LessonWork,
    ReplayWork,
    TextWork,
    Work,
)
from tutor.study.classroom.assignments import Assignment, AssignmentSpec, Disclosure
from tutor.study.classroom.authored_content import ContentAccess, id_of
from tutor.study.classroom.classes import Class
from tutor.study.classroom.classroom import Classroom
from tutor.study.classroom.homework import Homework, HomeworkFile, HomeworkResult, questions_digest
from tutor.study.classroom.live_work import LiveWork
from tutor.study.classroom.lti import PlatformSpec
from tutor.study.classroom.problem_reports import Reports, Where
from tutor.study.classroom.shown_travellers import name_of_tables, name_of_work
from tutor.study.storage.jobs import Queue
from tutor.study.study import Study
from tutor.tables.match import Match, Strictness
from tutor.tables.shared import SharedMatch
from tutor.tables.table import TableAct
from tutor.web.classroom.lti_messages import new_private_key
from tutor.web.services import load_exercises

VINE, DALE, ANN, BEN, COLE, DORA = "Miss Vine", "Mr Dale", "Ann", "Ben", "Cole", "Dora"
"""Ann and Ben are of Miss Vine’s class, Cole and Dora of Mr Dale’s."""

OTHER = "Fifth Form"
"""A second class of Miss Vine’s, with work and nobody in it: nothing that is done to the first changes it."""

LESSON = (folder("templates") / "samples" / "lesson.md").read_text(encoding="utf-8")
GAME = (folder("hands") / "hel-game-01.yaml").read_text(encoding="utf-8")
ENDING = (folder("hands") / "cae-end-090.yaml").read_text(encoding="utf-8")
DEAL = (folder("templates") / "samples" / "hand.yaml").read_text(encoding="utf-8")
ITEMS = ("hel-decl-nt-a", "hel-decl-hearts-honours")


@dataclass(frozen=True)
class Somebody:
    """Who logs in, and by what their things are named in addresses and forms; files are what is sent in."""

    name: str
    id: int
    owns: Mapping[str, str]
    files: Mapping[str, bytes] = field(default_factory=dict)


def furnish(library: Library, study: Study, random: Random) -> Mapping[str, Somebody]:
    """Fills an empty study; everybody by name, the passphrase of each being `WORDS`."""
    builder = _Builder(library, study, random)
    vine = builder.people.appoint_owner(VINE, "Ada Vine", WORDS)
    dale = builder.people.enrol(DALE, "Tom Dale", WORDS, UserRole.TEACHER)
    builder.begin_elsewhere(vine)
    builder.add_platform(vine)
    found: dict[str, Somebody] = {}
    for teacher, room_name, learners in ((vine, "Lower Fifth", (ANN, BEN)), (dale, "Upper Sixth", (COLE, DORA))):
        room = builder.classroom.classes.make(teacher.id, room_name)
        members = [builder.people.enrol(name, f"{name} Bell", WORDS) for name in learners]
        for member in members:
            builder.classroom.classes.join(room.id, member.id)
        found[teacher.name] = builder.of_teacher(teacher, room, members[0])
        for member in members:
            found[member.name] = builder.of_learner(member, teacher, room)
    return found


class _Builder:
    def __init__(self, library: Library, study: Study, random: Random) -> None:
        self.library, self.study, self.random = library, study, random
        self.classroom = Classroom.of(study.database, study.clock, random)
        self.people = People(study.database, study.clock, QUICK)
        self.courses, self.makers = load_exercises(library)

    def begin_elsewhere(self, teacher: Person) -> None:
        """A class with work of which everybody gets a file, as if it came from another tutor."""
        room = self.classroom.classes.make(teacher.id, OTHER)
        self.elsewhere = room, self._set(room, DrillWork(on=ITEMS, questions=2, seed=4))

    def add_platform(self, teacher: Person) -> None:
        """A learning platform, which belongs to all who teach."""
        at = "https://moodle.example"
        spec = PlatformSpec("Moodle", at, "tutor", ("1",), f"{at}/auth", f"{at}/token", f"{at}/keys")
        self.classroom.lti.add(spec, new_private_key(), by=teacher.id)

    # ---- who teaches ---------------------------------------------------------------------------------------------

    def of_teacher(self, teacher: Person, room: Class, learner: Person) -> Somebody:
        drill = self._set(room, DrillWork(on=ITEMS, questions=2, seed=5))
        work = self._set(room, self._hand(), learner)
        answer = self._answered(learner, drill)
        to_learner = self._set(room, DrillWork(on=ITEMS, questions=2, seed=6), learner)
        lesson, hands = self._compositions(teacher)
        file, result = self._homework(room, learner, to_learner)
        classes = self.classroom.classes
        shown = classes.make(teacher.id, f"{room.name} live")
        owns = {
            "live class": str(shown.id),
            "live": str(self._live(teacher, shown)),
            "class": str(room.id),
            "class name": room.name,
            "class code": room.code,
            "learner": str(learner.id),
            "assignment": str(drill.id),
            "due assignment": str(self._due(room, teacher, learner).id),
            "group": str(self.classroom.groups.make(room.id, "Red table", [learner.id])),
            "template": str(self.classroom.templates.save(teacher.id, drill.spec)),
            "answer": str(answer),
            "played work": str(work.id),
            "played hand": str(self._played(learner, work)),
            "class table": str(self._finished_together(learner, room, "of the class")),
            "finished table of a learner": self._finished(learner),
            "report": str(self._report(learner)),
            "invitation": classes.invite(room),
            "invitation's number": str(max(one.id for one in self.classroom.invitations.listed(teacher.id))),
            "return invitation": classes.invite_back(room, learner),
            "colleague invitation": classes.invite_colleague(teacher.id, "Eve"),
            "composition": lesson.partition("-")[2].partition("-")[0],
            "lesson": lesson,
            **hands,
        }
        name = teacher.name.casefold().replace(" ", "-")
        files = {"homework": file, "result": result, "lesson": self._file(name, LESSON)}
        return Somebody(teacher.name, teacher.id, owns | self._of_anybody(teacher), files)

    def _set(self, room: Class, work: Work, *to: Person) -> Assignment:
        draft = AssignmentSpec("Two rules", work, self.study.now - timedelta(days=1), shown=Disclosure.AT_ONCE)
        return self.classroom.assignments.give(room.id, draft, [one.id for one in to] or None)

    def _due(self, room: Class, teacher: Person, learner: Person) -> Assignment:
        """Work with a due date, and a later one for a learner."""
        now = self.study.now
        draft = AssignmentSpec(f"For {teacher.name}", TextWork(text="Read."), now, now + timedelta(days=1))
        given = self.classroom.assignments.give(room.id, draft)
        self.classroom.assignments.extend(given, learner.id, now + timedelta(days=2))
        return given

    def _played(self, learner: Person, which: Assignment) -> int:
        """The number of the match in which a learner plays an assigned hand to its end."""
        work = which.work
        assert isinstance(work, HandWork)
        over = self._over()
        match = work.match(which.draw_for(learner.id), 1, over.records[0])
        return self.study.of(learner.id).matches.begin(match, which.id, 1)

    def _hand(self) -> HandWork:
        over = self._over()
        return HandWork(
            code=over.code.key, player=over.player.letter, strictness="guided", seed=3, deal=line_of(over.given[0])
        )

    def _shown_hand(self, room: Class, learner: Person) -> int:
        """The number of an assigned hand that a learner has played, and whose traveller is shown to the class."""
        which = self._set(room, self._hand(), learner)
        self._played(learner, which)
        self.classroom.shown_travellers.show(room.id, name_of_work(which.id), shown=True)
        return which.id

    def _finished(self, who: Person) -> str:
        """The number of a match of the books that somebody has played for themselves."""
        return str(self.study.of(who.id).matches.begin(self._over()))

    def _over(self) -> Match:
        """A game of the books, played to its end at a table."""
        game = self.library.game("hel-game-02")
        return Match(game.code, game.id, game.player, Strictness.GUIDED, (game.deal,), (self._record(),))

    def _answered(self, learner: Person, drill: Assignment) -> int:
        """The number of an answer to the first question of a drill."""
        put, right = drill.questions_for(learner.id, 1)[0], self._right_answer(drill, learner)
        answer = Answer(
            "exercise", put.item, right, Grade.BEST.value, put.item, number=put.number, level=put.level,
            assignment=drill.id, attempt=1,
        )  # fmt: skip
        self.study.of(learner.id).answers.record(answer, f"drill/{drill.id}/1/1")
        (given,) = self.classroom.assignments.answers(drill, learner.id)
        return given.id

    def _right_answer(self, drill: Assignment, learner: Person) -> str:
        put = drill.questions_for(learner.id, 1)[0]
        return self.makers.make(put.item, put.number, put.level).answer

    def _compositions(self, teacher: Person) -> tuple[str, Mapping[str, str]]:
        kept = self.classroom.compositions
        written = {
            word: kept.start(teacher.id, kind, f"own-{word}", text)
            for word, kind, text in (
                ("lesson", CompositionKind.LESSON, LESSON),
                ("game", CompositionKind.HAND, GAME),
                ("deal", CompositionKind.HAND, DEAL),
                ("ending", CompositionKind.HAND, ENDING),
            )
        }
        ids = {word: id_of(version.composition, version.number) for word, version in written.items()}
        return ids.pop("lesson"), ids

    def _homework(self, room: Class, learner: Person, which: Assignment) -> tuple[bytes, bytes]:
        """A file of homework that nobody has opened here, and a result that came back for work of the class."""
        brought = Desk.of(room, self.classroom, self.study, self._shelf(learner)).brought(which.id, learner.id)
        sent = HomeworkResult(
            key=brought.key,
            name=learner.name,
            to=brought.to,
            learner=learner.id,
            questions=questions_digest(which, learner.id),
            sent_at=self.study.now,
            answers=(),
        )
        return assignment_file(self._as_if_from_elsewhere(brought)).content, result_file(
            "Two rules", sent, brought.signing
        ).content

    def _as_if_from_elsewhere(self, brought: HomeworkFile) -> HomeworkFile:
        return brought.model_copy(update={"key": f"{self.random.getrandbits(128):032x}"})

    def _shelf(self, who: Person) -> ContentAccess:
        room = self.classroom
        return ContentAccess(self.library, self.courses, self.makers, room.compositions, room.assignments, who.id)

    def _file(self, name: str, text: str) -> bytes:
        return file_of(ContentFile(CompositionKind.LESSON, name, text)).content

    def _live(self, teacher: Person, room: Class) -> int:
        """A live lesson that is running."""
        work = LiveWork(by=teacher.id, on=ReplayWork(game="hel-game-02"))
        return self.classroom.live.start(room.id, "A game", work).id

    # ---- who learns ----------------------------------------------------------------------------------------------

    def of_learner(self, learner: Person, teacher: Person, room: Class) -> Somebody:
        """A learner, with work that was set to nobody else."""
        hand = HandWork(code="whist-long-1859", player="S", strictness="guided", seed=3)
        version = self.classroom.compositions.start(
            teacher.id, CompositionKind.LESSON, f"for-{learner.name.lower()}", LESSON
        )
        given = id_of(version.composition, version.number)
        own = CompositionVersion(composition=version.composition, version=version.number)
        self._set(room, LessonWork(lesson=given, own=own), learner)
        drill = self._set(room, DrillWork(on=ITEMS, questions=2, seed=7), learner)
        alone = self.classroom.classes.make(teacher.id, f"Only {learner.name}")
        self.classroom.classes.join(alone.id, learner.id)
        owns = {
            "followed": str(self._live(teacher, alone)),
            "drill": str(drill.id),
            "answered drill": str(self._answered_drill(room, learner)),
            "hand": str(self._set(room, hand, learner).id),
            "shown hand": str(self._shown_hand(room, learner)),
            "text": str(self._set(room, TextWork(text="Read this."), learner).id),
            "lesson": given,
            "drill's answer": self._right_answer(drill, learner),
            **self._shared_tables(learner, room),
        }
        return Somebody(learner.name, learner.id, owns | self._of_anybody(learner))

    def _shared_tables(self, learner: Person, room: Class) -> dict[str, str]:
        """Tables of several people that a learner began, which nobody finds without the code."""
        bridge, tables = code("bridge-english-1901"), self.classroom.shared_tables

        def begun(match: Match, *, is_begun: bool = True) -> int:
            return tables.begin(
                learner.id, room.id, TableSpec(match, {Seat.SOUTH: learner.id}, is_listed=False, is_begun=is_begun)
            )

        fresh = Match(bridge, f"shared-{learner.name}", Seat.SOUTH, Strictness.GUIDED)
        table, closed = begun(fresh), begun(fresh)
        over, shown = (self._finished_together(learner, room, f"{how}-{learner.name}") for how in ("over", "shown"))
        tables.close(closed)
        self.classroom.shown_travellers.show(room.id, name_of_tables(shown), shown=True)
        return {
            "shared table": str(table),
            "new shared table": str(begun(replace(fresh, records=()), is_begun=False)),
            "closed shared table": str(closed),
            "finished shared table": str(over),
            "shown shared table": str(shown),
        }

    def _finished_together(self, learner: Person, room: Class, seed: str) -> int:
        """A table of a class, where a learner has played a game of the books to its end."""
        tables, over = self.classroom.shared_tables, replace(self._over(), seed=seed)
        spec = TableSpec(replace(over, records=((),)), {Seat.SOUTH: learner.id}, is_listed=False, is_begun=True)
        key = tables.begin(learner.id, room.id, spec)
        tables.save(tables.find(key), SharedMatch(over, frozenset()))
        return key

    def _answered_drill(self, room: Class, learner: Person) -> int:
        drill = self._set(room, DrillWork(on=ITEMS, questions=1, seed=8), learner)
        self._answered(learner, drill)
        return drill.id

    # ---- anybody -------------------------------------------------------------------------------------------------

    def _of_anybody(self, who: Person) -> dict[str, str]:
        """What learners have and teachers too."""
        study = self.study.of(who.id)
        whist = code("whist-long-1859")
        table = study.matches.begin(Match(whist, "7", Seat.SOUTH, Strictness.GUIDED))
        return {
            "table": str(table),
            "finished table": self._finished(who),
            "boards": str(study.boards.add("Club night", EVENING, SeatChoice(seat=Seat.EAST))),
            "export": str(self._job(study, "anki", "0 1 beginner lesson:auction-bids")),
            "taking in": str(self._job(study, "own", "a.zip", _REPORT)),
            "homework": str(self._opened(who)),
            "session": str(self._session(who)),
            "calendar": calendar_secret(study),
            "name": who.name,
        }

    def _record(self) -> tuple[str, ...]:
        """Every act of a game of the books."""
        game = self.library.game("hel-game-02")
        acts = [*(TableAct(said.seat, said.call) for said in game.calling)]
        acts += [TableAct(one.seat, one.card) for one in game.plays[-1].played()]
        return tuple(act.text for act in acts)

    def _session(self, who: Person) -> int:
        """The session of somebody on another device."""
        self.classroom.logins.begin(who, "Another device")
        return max(one.id for one in self.classroom.logins.all_of(who.id))

    def _job(self, study: Study, kind: str, what: str, content: bytes = b"made") -> int:
        """A file that has been made for somebody."""
        job, queue = study.jobs.begin(kind, what), Queue(study.database, study.clock)
        taken = queue.take()
        assert taken is not None
        assert taken.id == job
        queue.end(taken, "made", "application/octet-stream", content)
        return job

    def _report(self, learner: Person) -> int:
        reports = Reports(self.study.database, self.study.clock)
        reports.keep(learner.id, Where("/", "Home", ""), f"{learner.name} found a fault.")
        return max(one.id for one in reports.all_for(None))

    def _opened(self, who: Person) -> int:
        """Work that came to somebody as a file."""
        room, which = self.elsewhere
        brought = Desk.of(room, self.classroom, self.study, self._shelf(who)).brought(which.id)
        content = assignment_file(self._as_if_from_elsewhere(brought)).content
        read = openable(content, "work.love-all.json", self._shelf(who))
        opened = Homework(self.study.database, self.study.clock).open(read, who.name, self._shelf(who), self.random)
        return opened.assignment.id


_REPORT = json.dumps({"file": "a.zip", "taken": [], "faults": [], "passed_over": []}).encode()
