"""Learning platforms that open the tutor by LTI 1.3: who may, whose accounts they bring, and which class is a course.

Only what is registered here is believed. A launch is judged by `tutor/web/classroom/lti_messages.py`; what it brings is
stored here.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import Connection, Row, bindparam, delete, func, insert, select, update

from tutor.errors import Malformed, TutorError, Unknown
from tutor.study.accounts.people import (
    TEACHERS,
    Applicant,
    NameTaken,
    People,
    Person,
    UserRole,
    end_sessions,
    person_of,
)
from tutor.study.accounts.person_names import LONGEST_NAME, tidied_name
from tutor.study.accounts.security_events import EventKind, Events
from tutor.study.classroom.classes import Classes
from tutor.study.clock import Clock
from tutor.study.storage.database import Database
from tutor.study.storage.dialects import insert_missing, inserted, upsert
from tutor.study.storage.repository import Repository, columns_of
from tutor.study.storage.tables import (
    ClassRow,
    CoTeacherRow,
    LearnerRow,
    LtiCourseRow,
    LtiGradeRow,
    LtiKeyRow,
    LtiLinkRow,
    LtiPlatformRow,
    LtiTicketRow,
    LtiUserRow,
    MemberRow,
)

LONGEST_PLATFORM_NAME, LONGEST_ID, LONGEST_ADDRESS = 80, 255, 400
LOCAL_HOSTS = frozenset(("localhost", "127.0.0.1", "[::1]", "::1"))
"""The only hosts that may be reached without https: this machine, where a platform is tried out."""
TICKETS_LAST = timedelta(hours=1)
NONCES_LAST = timedelta(hours=2)
"""Longer than any message of a platform is accepted."""
ATTEMPTS_AT_A_NAME = 50
NUMBERS_OF_NAMES = range(1000, 100_000)


class LtiRefused(TutorError):
    """A platform asked for something that it may not have, or in a way that is not safe."""


class NotConnected(LtiRefused):
    """A teacher of a platform has no account here yet, and the platform may not make teachers."""


@dataclass(frozen=True, slots=True)
class PlatformSpec:
    """What a teacher writes about a platform. `services` are further addresses of its roster and grades.

    Raises `Malformed`.
    """

    name: str
    issuer: str
    client_id: str
    deployments: Sequence[str]
    login_url: str
    token_url: str
    keys_url: str
    services: Sequence[str] = ()
    makes_teachers: bool = False


@dataclass(frozen=True, slots=True)
class Platform:
    """A registered platform."""

    id: int
    spec: PlatformSpec
    added_at: datetime

    @property
    def name(self) -> str:
        return self.spec.name

    @property
    def origins(self) -> Sequence[str]:
        """The only places that the tutor may write to, or be framed by, for this platform: scheme, host and port."""
        spec = self.spec
        asked = (spec.issuer, spec.login_url, spec.token_url, spec.keys_url, *spec.services)
        return tuple(dict.fromkeys(origin for origin in map(origin_of, asked) if origin))

    def reaches(self, address: str) -> bool:
        """Whether an address is one of this platform’s."""
        return origin_of(address) in self.origins

    def checked(self, address: object) -> str:
        """An address that a message of this platform names. Raises `LtiRefused`."""
        if not isinstance(address, str) or len(address) > LONGEST_ADDRESS or not self.reaches(address):
            raise LtiRefused(
                f"{self.name} named the address {str(address)[:80]!r}, which is not registered. Add its host to the "
                "other addresses of the platform."
            )
        return address


@dataclass(frozen=True, slots=True)
class PlatformUser:
    """Somebody as a platform names them; `teaches` in the course that the message is from."""

    subject: str
    name: str
    teaches: bool


@dataclass(frozen=True, slots=True)
class Course:
    """A course of a platform; `roster_url` is empty if the platform does not give its roster."""

    context: str
    title: str
    roster_url: str = ""


@dataclass(frozen=True, slots=True)
class Arrival:
    """A person who came from a platform, and the class of the course; None if the message named no course."""

    person: Person
    class_id: int | None


@dataclass(frozen=True, slots=True)
class RosterChange:
    """What a roster changed: the names of those who joined, and members of the class who are not on it."""

    joined: Sequence[str]
    stayed: int
    missing: Sequence[str]


def origin_of(address: str) -> str:
    """Scheme, host and port of an address that may be reached: by https, or on this machine. Empty for others."""
    try:
        parts = urlsplit(address.strip())
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return ""
    is_safe = parts.scheme == "https" or (parts.scheme == "http" and host in LOCAL_HOSTS)
    if not is_safe or not host or parts.username is not None or parts.password is not None:
        return ""
    if not all(letter.isascii() and (letter.isalnum() or letter in ".-:") for letter in host):
        return ""
    shown = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{shown}{f':{port}' if port else ''}".lower()


def checked_address(text: str) -> str:
    """An address of a platform. Raises `Malformed`."""
    tidy = text.strip()
    if not origin_of(tidy) or len(tidy) > LONGEST_ADDRESS or any(letter.isspace() for letter in tidy):
        mend = "Copy the whole address from the platform. It begins with https://"
        raise Malformed("address of a platform", tidy[:80], "the tutor cannot reach it safely", mend)
    return tidy


def checked_id(text: str) -> str:
    """An issuer, a client id or a deployment id, as the platform wrote it. Raises `Malformed`."""
    tidy = text.strip()
    if not tidy or len(tidy) > LONGEST_ID or not tidy.isprintable() or " " in tidy:
        raise Malformed("name of a platform", tidy[:80], "it is empty, too long or has spaces", "Copy it again")
    return tidy


def digest(text: str) -> str:
    """What is stored of a nonce or a ticket."""
    return hashlib.sha256(text.encode()).hexdigest()


class LtiPlatforms(Repository):
    """The platforms of a database. `random` makes names, and must not be guessable."""

    def __init__(self, database: Database, clock: Clock, random: Random, people: People, classes: Classes) -> None:
        super().__init__(database, clock)
        self._random, self._people, self._classes = random, people, classes
        self._events = Events(database, clock)

    # ---- platforms -----------------------------------------------------------------------------------------------

    def all(self) -> Sequence[Platform]:
        return self._all(_PLATFORMS, _platform)

    def platform(self, key: int) -> Platform:
        """Raises `Unknown`."""
        return self._only("learning platform", _PLATFORM, _platform, key=key)

    def of_issuer(self, issuer: str, client_id: str = "") -> Platform | None:
        """The platform of an issuer and our client id there. Without a client id, its only one."""
        found = [platform for platform in self.all() if platform.spec.issuer == issuer]
        if client_id:
            return next((platform for platform in found if platform.spec.client_id == client_id), None)
        return found[0] if len(found) == 1 else None

    def add(self, spec: PlatformSpec, private_key: str, *, by: int, address: str = "") -> Platform:
        """Registers a platform; `private_key` becomes ours if there is none yet. Raises `Malformed`."""
        now = self._clock()
        with self.changing_accounts() as connection:
            named = {"issuer": spec.issuer, "client": spec.client_id}
            if connection.execute(_REGISTERED, named).first() is not None:
                mend = "Remove the other registration first, or copy the client id again"
                raise Malformed("client id", spec.client_id, "this platform is registered with it", mend)
            if connection.execute(_KEYS).first() is None:
                inserted(connection, LtiKeyRow, {"made_at": now, "private_key": private_key})
            key = inserted(connection, LtiPlatformRow, _columns(spec) | {"added_at": now})
            self._events.note(EventKind.PLATFORM_ADDED, by=by, address=address, detail=spec.name, within=connection)
        return self.platform(key)

    def remove(self, which: Platform, *, by: int, address: str = "") -> None:
        """Removes a platform. Accounts and classes stay; whoever has no passphrase is logged out.

        Raises `LtiRefused` if no teacher were left who can log in.
        """
        with self.changing_accounts() as connection:
            users = connection.scalars(
                select(LtiUserRow.learner_id)
                .join(LearnerRow, LearnerRow.id == LtiUserRow.learner_id)
                .where(LtiUserRow.platform_id == which.id, LearnerRow.passphrase.is_(None))
            ).all()
            for learner in users:
                end_sessions(connection, learner)
            for table in (LtiGradeRow, LtiLinkRow, LtiCourseRow, LtiUserRow, LtiTicketRow):
                connection.execute(delete(table).where(table.platform_id == which.id))
            if connection.execute(TEACHERS).first() is None:
                raise LtiRefused(
                    "no teacher could log in without this platform, so it was not removed. First set a passphrase "
                    "under Account."
                )
            connection.execute(delete(LtiPlatformRow).where(LtiPlatformRow.id == which.id))
            self._events.note(EventKind.PLATFORM_REMOVED, by=by, address=address, detail=which.name, within=connection)

    def counts(self) -> Mapping[int, tuple[int, int]]:
        """The numbers of accounts and of classes that came from each platform."""
        return {row.id: (row.users, row.courses) for row in self._read(_COUNTS)}

    def teachers_from(self) -> Mapping[int, Sequence[str]]:
        """The names of the platforms from which teachers come in, by the number of the teacher."""
        found: dict[int, list[str]] = {}
        for row in self._read(_TEACHERS_FROM):
            found.setdefault(row.learner_id, []).append(row.name)
        return found

    def private_key(self) -> str | None:
        """The key by which the tutor signs, in PEM; None before the first platform."""
        return self._first(_KEYS, lambda row: str(row.private_key))

    # ---- tickets -------------------------------------------------------------------------------------------------

    def spend(self, platform: Platform, nonce: str) -> None:
        """Notes that a nonce was used. Raises `LtiRefused` if it was used before."""
        now = self._clock()
        row = {
            "digest": digest(f"nonce {nonce}"),
            "platform_id": platform.id,
            "content": "",
            "expires_at": now + NONCES_LAST,
        }
        with self._database.writing() as connection:
            connection.execute(_SWEEP, {"now": now})
            if not insert_missing(connection, LtiTicketRow, row):
                raise LtiRefused("this message was used already. Open the activity again from your course.")

    def issue(self, platform: Platform, ticket: str, content: Mapping[str, Any]) -> None:
        """Stores what a launch asked for, under a ticket that only the browser has."""
        row = {
            "digest": digest(f"ticket {ticket}"),
            "platform_id": platform.id,
            "content": json.dumps(content),
            "expires_at": self._clock() + TICKETS_LAST,
        }
        with self._database.writing() as connection:
            connection.execute(insert(LtiTicketRow), row)

    def asked(self, ticket: str) -> tuple[Platform, Mapping[str, Any]]:
        """What a launch asked for. Raises `LtiRefused` if that was too long ago, or was done."""
        for row in self._read(_TICKET, digest=digest(f"ticket {ticket}"), now=self._clock()):
            return self.platform(row.platform_id), json.loads(row.content)
        raise LtiRefused("this took more than an hour, or is done already. Open the tutor again from your course.")

    def close(self, ticket: str) -> bool:
        """Takes a ticket back; whether it was there still."""
        return self._write(_CLOSE, digest=digest(f"ticket {ticket}")) == 1

    # ---- arriving ------------------------------------------------------------------------------------------------

    def arrive(self, platform: Platform, user: PlatformUser, course: Course | None, *, address: str = "") -> Arrival:
        """Takes in somebody whom a platform sends: makes the account and the class if need be, all or nothing.

        Raises `NotConnected` for a teacher whom the platform may not make, and `LtiRefused` for a closed account, and
        for a learner whose course no teacher has opened.
        """
        with self.changing_accounts() as connection:
            who = self._user(connection, platform, user, address)
            if course is None:
                return Arrival(who, None)
            room = self._class_of(connection, platform, course)
            if room is None:
                if not who.teaches:
                    raise LtiRefused(
                        "your teacher has not opened Love All from this course yet. Ask your teacher to open it once."
                    )
                room = self._classes.make_within(connection, who.id, _class_name(course.title), is_open=False)
                values = {"platform_id": platform.id, "context": course.context, "class_id": room}
                upsert(connection, LtiCourseRow, values | {"roster_url": course.roster_url})
            elif course.roster_url:
                of = (LtiCourseRow.platform_id == platform.id, LtiCourseRow.context == course.context)
                connection.execute(update(LtiCourseRow).where(*of).values(roster_url=course.roster_url))
            self._take_into(connection, room, who, user, address)
            return Arrival(who, room)

    def connect(self, platform: Platform, subject: str, person: Person, *, address: str = "") -> None:
        """Lets a user of a platform come in with the account of a teacher. Raises `LtiRefused` if they have another."""
        with self.changing_accounts() as connection:
            values = {"platform_id": platform.id, "subject": subject, "learner_id": person.id}
            insert_missing(connection, LtiUserRow, values)
            found = connection.execute(_USER, {"platform": platform.id, "subject": subject}).first()
            if found is None or found.id != person.id:
                raise LtiRefused("this user of the platform has another account here. Open the tutor from there.")
            self._events.note(
                EventKind.PLATFORM_CONNECTED, by=person.id, address=address, detail=platform.name, within=connection
            )

    def _user(self, connection: Connection, platform: Platform, user: PlatformUser, address: str) -> Person:
        """The account of a user of a platform, made if there is none."""
        row = connection.execute(_USER, {"platform": platform.id, "subject": user.subject}).first()
        if row is not None:
            person = person_of(row)
            if person.is_closed:
                raise LtiRefused("your account here is closed. Ask a teacher of the tutor.")
            return person
        if user.teaches and not platform.spec.makes_teachers:
            raise NotConnected(f"teachers of {platform.name} do not become teachers here by themselves.")
        role = UserRole.TEACHER if user.teaches else UserRole.LEARNER
        person = self._enrol(connection, _real_name(user.name), role, address)
        values = {"platform_id": platform.id, "subject": user.subject, "learner_id": person.id}
        connection.execute(insert(LtiUserRow), values)
        return person

    def _enrol(self, connection: Connection, real_name: str, role: UserRole, address: str) -> Person:
        """An account without a passphrase. Classmates see a name that says nothing, until its owner chooses another."""
        for _ in range(ATTEMPTS_AT_A_NAME):
            word = "Teacher" if role is UserRole.TEACHER else "Player"
            name = f"{word} {self._random.choice(NUMBERS_OF_NAMES)}"
            try:
                return self._people.admit(connection, Applicant(name, real_name, None), role, address=address)
            except NameTaken:
                continue
        raise LtiRefused("no name is free for a new account. Try again.")

    def _class_of(self, connection: Connection, platform: Platform, course: Course) -> int | None:
        values = {"platform": platform.id, "context": course.context}
        return connection.scalar(_COURSE, values)

    def _take_into(self, connection: Connection, room: int, who: Person, user: PlatformUser, address: str) -> None:
        """Makes somebody a member of the class of a course, or a teacher who helps in it."""
        if not who.teaches:
            if connection.execute(_IS_MEMBER, {"room": room, "learner": who.id}).first() is None:
                self._classes.admit(connection, room, who.id, address=address)
        elif user.teaches and connection.scalar(_TEACHER_OF, {"room": room}) != who.id:
            values = {"class_id": room, "learner_id": who.id, "added_at": self._clock()}
            insert_missing(connection, CoTeacherRow, values)

    # ---- courses -------------------------------------------------------------------------------------------------

    def course_of(self, class_id: int) -> tuple[Platform, Course] | None:
        """The course of a class, and its platform."""
        for row in self._read(_COURSE_OF_CLASS, room=class_id):
            return self.platform(row.platform_id), Course(row.context, "", row.roster_url)
        return None

    def take_roster(
        self, platform: Platform, course: Course, users: Sequence[PlatformUser], *, address: str = ""
    ) -> RosterChange:
        """Makes the learners of a roster members of the class of the course. Nobody is taken out of it.

        Raises `Unknown` where the course has no class.
        """
        joined, stayed, listed = [], 0, set()
        with self.changing_accounts() as connection:
            room = self._class_of(connection, platform, course)
            if room is None:
                raise Unknown("course", course.context, ())
            for user in users:
                try:
                    who = self._user(connection, platform, user, address)
                except LtiRefused:  # a teacher who has not connected yet, or a closed account
                    continue
                listed.add(who.id)
                if who.teaches:
                    continue
                if connection.execute(_IS_MEMBER, {"room": room, "learner": who.id}).first() is None:
                    self._classes.admit(connection, room, who.id, address=address)
                    joined.append(who.real_name or who.name)
                else:
                    stayed += 1
            members = connection.execute(_MEMBERS, {"room": room, "platform": platform.id}).all()
        missing = [row.real_name or row.name for row in members if row.id not in listed]
        return RosterChange(sorted(joined, key=str.casefold), stayed, sorted(missing, key=str.casefold))


def _real_name(name: str) -> str:
    """The name of a person as a platform has it, without signs that names do not have here."""
    return _tidied(name, "")


def _class_name(title: str) -> str:
    return _tidied(title, "Course")


def _tidied(text: str, otherwise: str) -> str:
    kept = "".join(letter if letter.isalnum() or letter in " .’'-" else " " for letter in text)
    try:
        return tidied_name(" ".join(kept.split())[:LONGEST_NAME])
    except Malformed:
        return otherwise


def _columns(spec: PlatformSpec) -> dict[str, Any]:
    return {
        "name": spec.name,
        "issuer": spec.issuer,
        "client_id": spec.client_id,
        "deployments": " ".join(spec.deployments),
        "login_url": spec.login_url,
        "token_url": spec.token_url,
        "keys_url": spec.keys_url,
        "services": " ".join(spec.services),
        "makes_teachers": spec.makes_teachers,
    }


def _platform(row: Row[Any]) -> Platform:
    spec = PlatformSpec(
        row.name,
        row.issuer,
        row.client_id,
        tuple(row.deployments.split()),
        row.login_url,
        row.token_url,
        row.keys_url,
        tuple(row.services.split()),
        row.makes_teachers,
    )
    return Platform(row.id, spec, row.added_at)


_PLATFORMS = columns_of(LtiPlatformRow).order_by(LtiPlatformRow.name, LtiPlatformRow.id)
_PLATFORM = columns_of(LtiPlatformRow).where(LtiPlatformRow.id == bindparam("key"))
_REGISTERED = select(LtiPlatformRow.id).where(
    LtiPlatformRow.issuer == bindparam("issuer"), LtiPlatformRow.client_id == bindparam("client")
)
_KEYS = columns_of(LtiKeyRow).order_by(LtiKeyRow.id).limit(1)
_USERS = select(func.count()).where(LtiUserRow.platform_id == LtiPlatformRow.id).scalar_subquery()
_COURSES = select(func.count()).where(LtiCourseRow.platform_id == LtiPlatformRow.id).scalar_subquery()
_COUNTS = select(LtiPlatformRow.id, _USERS.label("users"), _COURSES.label("courses"))
_TEACHERS_FROM = (
    select(LtiUserRow.learner_id, LtiPlatformRow.name)
    .join(LtiPlatformRow, LtiPlatformRow.id == LtiUserRow.platform_id)
    .join(LearnerRow, LearnerRow.id == LtiUserRow.learner_id)
    .where(LearnerRow.role == UserRole.TEACHER.value)
    .distinct()
    .order_by(LtiPlatformRow.name)
)
_SWEEP = delete(LtiTicketRow).where(LtiTicketRow.expires_at < bindparam("now"))
_TICKET = columns_of(LtiTicketRow).where(
    LtiTicketRow.digest == bindparam("digest"), LtiTicketRow.expires_at > bindparam("now")
)
_CLOSE = delete(LtiTicketRow).where(LtiTicketRow.digest == bindparam("digest"))
_USER = (
    select(*LearnerRow.__table__.columns)
    .join(LtiUserRow, LtiUserRow.learner_id == LearnerRow.id)
    .where(LtiUserRow.platform_id == bindparam("platform"), LtiUserRow.subject == bindparam("subject"))
)
_COURSE = (
    select(LtiCourseRow.class_id)
    .join(ClassRow, ClassRow.id == LtiCourseRow.class_id)
    .where(
        LtiCourseRow.platform_id == bindparam("platform"),
        LtiCourseRow.context == bindparam("context"),
        ClassRow.deleted_at.is_(None),
    )
)
"""The class of a course; one that was deleted is none."""
_COURSE_OF_CLASS = columns_of(LtiCourseRow).where(LtiCourseRow.class_id == bindparam("room"))
_IS_MEMBER = select(MemberRow.learner_id).where(
    MemberRow.class_id == bindparam("room"), MemberRow.learner_id == bindparam("learner")
)
_TEACHER_OF = select(ClassRow.teacher_id).where(ClassRow.id == bindparam("room"))
_MEMBERS = (
    select(LearnerRow.id, LearnerRow.name, LearnerRow.real_name)
    .join(MemberRow, MemberRow.learner_id == LearnerRow.id)
    .join(LtiUserRow, LtiUserRow.learner_id == LearnerRow.id)
    .where(MemberRow.class_id == bindparam("room"), LtiUserRow.platform_id == bindparam("platform"))
)
