"""A learning platform for the tests of what platforms may do."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.lti_platform import School, school_platform


@pytest.fixture(scope="module")
def moodle() -> Iterator[School]:
    with school_platform() as found:
        yield found


@pytest.fixture
def platform(moodle: School, teacher: FlaskClient) -> School:
    """The platform, registered by Miss Vine."""
    answer = teacher.post("/lti/", data=moodle.form)
    assert answer.status_code == 303, answer.text
    moodle.trust(teacher)
    moodle.forget()
    return moodle


@pytest.fixture
def browser(school: Flask) -> FlaskClient:
    return school.test_client()
