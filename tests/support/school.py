"""A tutor with classes, for the tests that need one."""

from __future__ import annotations

from random import Random

import pytest
from argon2 import PasswordHasher
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tutor.library.catalogue import Library
from tutor.study.accounts.people import People, Person
from tutor.study.classroom.classes import Class
from tutor.study.classroom.classroom import Classroom
from tutor.study.study import Study
from tutor.web import page_memory
from tutor.web.application import create_app
from tutor.web.services import EXTENSION, Services

SECRET = b"only for tests, and long enough"
WORDS = "finesse candle orchard plain"
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""Hashes at once what only tests are kept out by."""


@pytest.fixture
def school(built: tuple[Flask, Flask], library: Library, study: Study) -> Flask:
    _, app = built
    return classes_of(library, study, app)


def classes_of(library: Library, study: Study, app: Flask | None = None) -> Flask:
    """A tutor with classes, in which Miss Vine teaches; an application that is given is furnished anew."""
    parts = Services.of(library, study, Random(1), has_classes=True, secret_random=Random(2))
    app = app or create_app(parts, SECRET)
    app.extensions[EXTENSION] = parts
    app.extensions[page_memory.EXTENSION].clear()
    app.testing, app.config["WTF_CSRF_ENABLED"] = True, False
    people = People(study.database, study.clock, QUICK)
    object.__setattr__(parts.classroom, "people", people)
    parts.classroom.people.appoint_owner("Miss Vine", "Ada Vine", WORDS)
    return app


@pytest.fixture
def classroom(school: Flask) -> Classroom:
    found: Services = school.extensions[EXTENSION]
    return found.classroom


@pytest.fixture
def teacher(school: Flask) -> FlaskClient:
    """Miss Vine, logged in."""
    client = school.test_client()
    log_in(client, "Miss Vine")
    return client


@pytest.fixture
def room(classroom: Classroom) -> Class:
    """A class of Miss Vine’s."""
    return classroom.classes.make(1, "Lower Fifth")


@pytest.fixture
def knave(classroom: Classroom, room: Class) -> Person:
    """A learner of the class, who can log in."""
    person = classroom.people.enrol("Knave", "Tom Bell", WORDS)
    classroom.classes.join(room.id, person.id)
    return person


@pytest.fixture
def pupil(school: Flask, knave: Person) -> FlaskClient:
    """The learner, logged in."""
    client = school.test_client()
    log_in(client, knave.name)
    return client


def log_in(client: FlaskClient, name: str, passphrase: str = WORDS, **more: str) -> TestResponse:
    return client.post("/log-in", data={"name": name, "passphrase": passphrase, **more})
