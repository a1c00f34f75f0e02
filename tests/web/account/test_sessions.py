"""Sessions: who stays logged in, how long, on what; what ends them; and the passphrase asked for once more."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from datetime import timedelta
from html import unescape
from pathlib import Path

import pytest
from flask import Flask
from flask.sessions import SecureCookieSessionInterface
from flask.testing import FlaskClient
from sqlalchemy import func, select, update

from tests.support.clock import NOW, FakeClock
from tests.support.databases import HANG
from tests.support.filled_study import everything
from tests.support.school import SECRET, WORDS, log_in
from tutor.bulk import untold
from tutor.library.catalogue import Library
from tutor.study.accounts.logins import IDLE, LONGEST, MOST, PROOF_LASTS, SEEN_EVERY, SessionOutdated
from tutor.study.accounts.people import Person, UserRole
from tutor.study.accounts.personal_data import forget
from tutor.study.accounts.security_events import EventKind
from tutor.study.classroom.classroom import Classroom
from tutor.study.storage.backup import back_up, restore
from tutor.study.storage.tables import LearnerRow, SessionRow
from tutor.study.study import Study
from tutor.web.access import PROVED
from tutor.web.account.devices import device
from tutor.web.application import create_app
from tutor.web.services import EXTENSION, Services

COOKIE = "love-all"
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
ROLES = (("Miss Vine", UserRole.TEACHER), ("Knave", UserRole.LEARNER))


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def knave(classroom: Classroom) -> Person:
    return classroom.people.enrol("Knave", "Tom Bell", WORDS)


def logged_in(school: Flask, name: str = "Knave") -> FlaskClient:
    client = school.test_client()
    assert log_in(client, name).status_code == 302
    return client


def is_in(client: FlaskClient) -> bool:
    status = client.get("/account").status_code
    assert status in (200, 302)
    return status == 200


def cookie_of(client: FlaskClient) -> str:
    found = client.get_cookie(COOKIE)
    assert found is not None
    return found.value


def thief(school: Flask, cookie: str) -> FlaskClient:
    """Somebody who has copied the cookie of another."""
    client = school.test_client()
    client.set_cookie(COOKIE, cookie)
    return client


def number_of(study: Study) -> int:
    """The number of the newest session."""
    return int(study.database.read(select(func.max(SessionRow.id).label("id")))[0].id)


# ---- what ends a session ------------------------------------------------------------------------------------------

ENDED_BY: Mapping[str, Callable[[Flask, FlaskClient, Study], object]] = {
    "logging out": lambda _, client, __: client.post("/log-out"),
    "the list, this one": lambda _, client, study: client.post(f"/account/sessions/{number_of(study)}/end"),
    "the list, from elsewhere": lambda school, _, study: _end_from_elsewhere(school, study),
    "all others, from elsewhere": lambda school, _, __: logged_in(school).post("/account/sessions/end-others"),
    "all, from elsewhere": lambda school, _, __: logged_in(school).post("/account/sessions/end-all"),
    "another passphrase": lambda _, client, __: client.post(
        "/account/passphrase", data={"old": WORDS, "passphrase": "four quite other words"}
    ),
    "logging in again": lambda _, client, __: log_in(client, "Knave"),
    "a closed account": lambda _, __, study: _change(study, closed_at=NOW),
    "an invitation back": lambda school, _, study: _use_a_invitation_back(school, study),
    "the account deleted": lambda _, __, study: forget(study.of(2)),
    "a backup restored": lambda _, __, study: _restore(study),
}


def _end_from_elsewhere(school: Flask, study: Study) -> None:
    key = number_of(study)
    assert logged_in(school).post(f"/account/sessions/{key}/end").status_code == 303


def _change(study: Study, **values: object) -> None:
    with study.database.writing() as connection:
        connection.execute(update(LearnerRow).where(LearnerRow.id == 2).values(**values))


def _use_a_invitation_back(school: Flask, study: Study) -> None:
    classroom = school.extensions[EXTENSION].classroom
    room = classroom.classes.make(1, "Lower Fifth")
    classroom.classes.join(room.id, 2)
    written = classroom.classes.invite_back(room, classroom.people.person(2))
    answer = school.test_client().post(f"/invitation/{written}", data={"passphrase": "four quite other words"})
    assert answer.status_code == 302
    assert study.of(2).learner == 2


def _restore(study: Study) -> None:
    file = Path(study.database.place).parent if study.database.dialect == "sqlite" else None
    with ExitStack() as stack:
        if file is None:
            from tempfile import TemporaryDirectory

            file = Path(stack.enter_context(TemporaryDirectory()))
        back_up(study, file / "privacy.zip", untold)
        restore(study, file / "privacy.zip", untold, replaced=file / "replaced.zip")


@pytest.mark.slow
@pytest.mark.databases
@pytest.mark.parametrize("how", ENDED_BY)
def test_a_copied_cookie_is_worth_nothing_once_its_session_has_ended(
    school: Flask, study: Study, knave: Person, how: str
) -> None:
    client = logged_in(school)
    stolen = cookie_of(client)
    assert is_in(thief(school, stolen)), "while the session lasts, the cookie is all there is to it"
    ENDED_BY[how](school, client, study)
    assert not is_in(thief(school, stolen)), knave.name


@pytest.mark.slow
@pytest.mark.databases
def test_the_session_of_the_first_learner_ends_when_it_becomes_the_teacher_s(study: Study, library: Library) -> None:
    classroom = Services.of(library, study, None, has_classes=True).classroom  # type: ignore[arg-type]
    before = classroom.people.person(1)
    assert before is not None
    token = classroom.logins.begin(before)
    assert classroom.logins.find(token)
    classroom.people.appoint_owner("Miss Vine", "", WORDS)
    assert classroom.logins.find(token) is None


def test_a_passphrase_changed_ends_every_other_session_and_not_this_one(school: Flask, knave: Person) -> None:
    here, elsewhere = logged_in(school), logged_in(school)
    before = cookie_of(here)
    assert (
        here.post("/account/passphrase", data={"old": WORDS, "passphrase": "four quite other words"}).status_code == 302
    )
    assert is_in(here)
    assert not is_in(elsewhere)
    assert not is_in(thief(school, before)), f"{knave.name} has another token now"


@pytest.mark.parametrize(("path", "here", "elsewhere"), [("end-others", True, False), ("end-all", False, False)])
def test_one_may_log_out_everywhere_or_everywhere_else(
    school: Flask, classroom: Classroom, knave: Person, path: str, here: bool, elsewhere: bool
) -> None:
    this, other, somebody_else = logged_in(school), logged_in(school), logged_in(school, "Miss Vine")
    assert this.post(f"/account/sessions/{path}").status_code == 303
    assert (is_in(this), is_in(other), is_in(somebody_else)) == (here, elsewhere, True)
    assert classroom.events.lines()[0].kind == EventKind.LOGGED_OUT_EVERYWHERE
    assert classroom.events.lines()[0].by == knave.id


def test_a_session_of_somebody_else_cannot_be_ended(school: Flask, study: Study, knave: Person) -> None:
    client = logged_in(school)
    teacher = logged_in(school, "Miss Vine")
    assert client.post(f"/account/sessions/{number_of(study)}/end").status_code == 404
    assert client.post("/account/sessions/4711/end").status_code == 404
    assert is_in(teacher), knave.name


def test_logging_out_clears_what_the_browser_has(school: Flask, classroom: Classroom, knave: Person) -> None:
    for path in ("/log-out", "/account/sessions/end-all"):
        answer = logged_in(school).post(path)
        assert answer.headers["Clear-Site-Data"] == '"cache", "storage"'
        assert "love-all=;" in answer.headers["Set-Cookie"]
        assert answer.headers["Cache-Control"] == "no-store"
    kinds = [event.kind for event in classroom.events.lines() if event.by == knave.id]
    assert EventKind.LOGGED_OUT in kinds


# ---- how long it lasts --------------------------------------------------------------------------------------------


@pytest.mark.databases
@pytest.mark.parametrize(("name", "role"), ROLES)
def test_a_session_that_is_not_used_ends(
    school: Flask, knave: Person, clock: FakeClock, name: str, role: UserRole
) -> None:
    client = logged_in(school, name)
    clock.now += IDLE[role] - MINUTE
    assert is_in(client), knave.name
    clock.now += IDLE[role] - MINUTE
    assert is_in(client), "it was used meanwhile"
    clock.now += IDLE[role]
    assert not is_in(client)


@pytest.mark.slow
@pytest.mark.databases
@pytest.mark.parametrize(("name", "role"), ROLES)
def test_a_session_that_is_used_all_the_time_ends_at_last(
    school: Flask, knave: Person, clock: FakeClock, name: str, role: UserRole
) -> None:
    client, ends = logged_in(school, name), clock.now + LONGEST[role]
    while clock.now + IDLE[role] / 2 < ends:
        clock.now += IDLE[role] / 2
        assert is_in(client), knave.name
    clock.now = ends - MINUTE
    assert is_in(client)
    clock.now = ends
    assert not is_in(client)


def test_a_teacher_s_session_is_the_shorter(classroom: Classroom) -> None:
    assert IDLE[UserRole.TEACHER] < IDLE[UserRole.LEARNER] <= timedelta(days=14)
    assert LONGEST[UserRole.TEACHER] < LONGEST[UserRole.LEARNER] <= timedelta(days=90)
    assert classroom.people.has_teacher


def test_old_sessions_are_swept_out(
    school: Flask, study: Study, classroom: Classroom, knave: Person, clock: FakeClock
) -> None:
    logged_in(school)
    logged_in(school, "Miss Vine")
    clock.now += LONGEST[UserRole.LEARNER]
    logged_in(school)
    classroom.logins.sweep()
    assert [row.learner_id for row in study.database.read(select(SessionRow.learner_id))] == [knave.id]


def test_somebody_has_so_many_sessions_and_no_more(classroom: Classroom, knave: Person, clock: FakeClock) -> None:
    tokens = []
    for _ in range(MOST + 3):
        clock.now += timedelta(seconds=1)
        tokens.append(classroom.logins.begin(knave))
    assert len(classroom.logins.all_of(knave.id)) == MOST
    assert [classroom.logins.find(token) is None for token in tokens[:4]] == [True, True, True, False]


@pytest.mark.slow
@pytest.mark.databases
def test_it_is_written_once_a_minute_that_a_session_is_used(school: Flask, study: Study, clock: FakeClock) -> None:
    client, written = logged_in(school, "Miss Vine"), set()
    for _ in range(120):
        clock.now += timedelta(seconds=2)
        assert is_in(client)
        (row,) = study.database.read(select(SessionRow.seen_at))
        assert clock.now - row.seen_at < SEEN_EVERY
        written.add(row.seen_at)
    assert len(written) == 240 // SEEN_EVERY.seconds + 1


@pytest.mark.slow
@pytest.mark.databases
@pytest.mark.usefixtures("long_waits")
def test_a_page_does_not_wait_for_a_writer_to_say_that_somebody_was_here(
    school: Flask, study: Study, clock: FakeClock
) -> None:
    client = logged_in(school, "Miss Vine")
    clock.now += 2 * SEEN_EVERY
    with study.database.writing() as connection:
        connection.execute(update(SessionRow).values(device="held"))  # the row, where not the whole database
        began = time.monotonic()
        assert is_in(client)
        assert time.monotonic() - began < HANG
    assert is_in(client)
    (row,) = study.database.read(select(SessionRow.seen_at))
    assert row.seen_at == clock.now, "the next page says it"
    with study.database.writing() as connection:
        connection.execute(update(SessionRow).values(device=""))


# ---- the token and the cookie -------------------------------------------------------------------------------------


def test_nothing_is_kept_by_which_somebody_could_log_in(school: Flask, study: Study, knave: Person) -> None:
    client = logged_in(school)
    with client.session_transaction() as session:
        token = session["token"]
    assert len(token) * 6 >= 128, "bits, at six for a letter"
    kept = str(everything(study.database))
    assert token not in kept
    with logged_in(school).session_transaction() as session:
        assert session["token"] != token, knave.name


@pytest.mark.slow
@pytest.mark.databases
def test_a_session_that_has_ended_is_not_proved_nor_another_in_its_place(
    classroom: Classroom, knave: Person, clock: FakeClock
) -> None:
    """Its number may have been given out again."""
    token = classroom.logins.begin(knave)
    found = classroom.logins.find(token)
    assert found is not None
    old, _ = found
    classroom.logins.end(knave.id, old.id)
    clock.now += PROOF_LASTS
    teacher = classroom.people.person(1)
    assert teacher is not None
    others = classroom.logins.begin(teacher)
    with pytest.raises(SessionOutdated):
        classroom.logins.prove(old)
    clock.now += SEEN_EVERY
    before = classroom.logins.find(others)
    classroom.logins.touch(old)
    assert classroom.logins.find(others) == before
    assert before is not None


def test_nothing_planted_before_log_in_is_there_after_it(school: Flask, knave: Person) -> None:
    """A session fixed by somebody else: what he knows of it must be of no use to him."""
    attacker = logged_in(school, "Miss Vine")
    with attacker.session_transaction() as session:
        planted = dict(session)
    client = school.test_client()
    with client.session_transaction() as session:
        session.update(planted)
        session.update({"csrf_token": "known to somebody", "anything": "else", "pack": "four", "_permanent": False})
    assert log_in(client, "Knave").status_code == 302
    with client.session_transaction() as session:
        assert session["token"] != planted["token"]
        assert session.get("csrf_token") != "known to somebody"
        assert "anything" not in session
        assert session["pack"] == "four", "how the pages look harms nobody"
        assert set(session) <= {"token", "pack", "csrf_token", "_permanent"}
    assert "Knave" in client.get("/account").text
    assert not is_in(attacker), f"the session in which {knave.name} logged in has ended"


@pytest.mark.slow
@pytest.mark.databases
def test_no_session_begins_for_an_account_that_changed_after_the_passphrase_was_checked(
    classroom: Classroom, study: Study, knave: Person
) -> None:
    checked = classroom.people.who("Knave", WORDS)
    assert checked is not None
    classroom.people.change_passphrase(knave.id, "four quite other words")
    with pytest.raises(SessionOutdated):
        classroom.logins.begin(checked)
    now = classroom.people.person(knave.id)
    assert now is not None
    assert classroom.logins.begin(now)
    for values in ({"role": "teacher"}, {"role": "learner", "closed_at": NOW}):
        _change(study, **values)
        with pytest.raises(SessionOutdated):
            classroom.logins.begin(now)
    assert classroom.people.who("Knave", "four quite other words") is None, "a closed account lets nobody in"


@pytest.mark.slow
@pytest.mark.parametrize("token", ["", "x", "x" * 101, "\0", "’♠"])
def test_no_token_but_ours_is_found(classroom: Classroom, token: str) -> None:
    assert classroom.logins.find(token) is None


@pytest.mark.parametrize("token", [None, 1, ["x"], {"x": 1}])
def test_a_session_whose_token_is_no_text_is_none(school: Flask, token: object) -> None:
    client = school.test_client()
    with client.session_transaction() as session:
        session["token"] = token
    assert client.get("/account").status_code == 302


def test_the_cookie_is_bound_to_the_host_where_it_is_secure(built: tuple[Flask, Flask]) -> None:
    parts: Services = built[0].extensions[EXTENSION]
    for proxied in (False, True):
        app = create_app(parts, SECRET, proxied=proxied)
        app.config["WTF_CSRF_ENABLED"] = False
        address = f"{'https' if proxied else 'http'}://localhost/"
        chosen = app.test_client().post("/settings/", data={"pack": "four"}, base_url=address)
        cookie = chosen.headers["Set-Cookie"]
        assert cookie.startswith("__Host-love-all=" if proxied else "love-all=")
        assert ("; Secure" in cookie) is proxied
        assert "Domain" not in cookie
        for part in ("HttpOnly", "Path=/", "SameSite=Lax", "Max-Age="):
            assert part in cookie


def test_the_cookie_of_an_earlier_tutor_asks_for_log_in_and_keeps_the_look_of_the_pages(school: Flask) -> None:
    signer = SecureCookieSessionInterface().get_signing_serializer(school)
    assert signer is not None
    client = school.test_client()
    client.set_cookie(COOKIE, str(signer.dumps({"person": 1, "epoch": 0, "pack": "four", "token": "x"})))
    assert client.get("/account").status_code == 302
    assert 'data-pack="four"' in client.get("/log-in").text
    assert log_in(client, "Miss Vine").status_code == 302
    assert 'data-pack="four"' in client.get("/account").text


# ---- the page -----------------------------------------------------------------------------------------------------


def test_the_page_tells_where_somebody_is_logged_in(school: Flask, knave: Person) -> None:
    here, elsewhere = school.test_client(), school.test_client()
    here.post("/log-in", data={"name": "Knave", "passphrase": WORDS}, headers={"User-Agent": FIREFOX})
    log_in(elsewhere, "Knave")
    log_in(school.test_client(), "Miss Vine")
    page = re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", here.get("/account/sessions/").text)))
    assert "Firefox on Linux (this one)" in page
    assert page.count("Last used") == 2
    assert "Log out everywhere else" in page
    assert "after 14 days without use" in page
    assert "90 days after you logged in" in page, knave.name


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        (FIREFOX, "Firefox on Linux"),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36",
            "Chrome on Windows",
        ),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0", "Edge on Windows"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17.4 Safari/605.1.15", "Safari on a Mac"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) Version/17.4 Safari/604.1", "Safari on an iPhone"),
        ("Mozilla/5.0 (iPad; CPU OS 17_4 like Mac OS X) CriOS/130.0 Safari/604.1", "Chrome on an iPad"),
        ("Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36", "Chrome on Android"),
        ("Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) Chrome/130.0 Safari/537.36", "Chrome on ChromeOS"),
        ("Something (Windows)", "A browser on Windows"),
        ("curl/8.5.0", "curl"),
        ("", "Unknown device"),
        ("<script>alert(1)</script>" * 100, "Unknown device"),
    ],
)
def test_a_device_is_called_what_its_owner_calls_it(sent: str, said: str) -> None:
    assert device(sent) == said


# ---- the passphrase once more -------------------------------------------------------------------------------------

ASKED_AGAIN = {"accounts.rename", "classes.delete", "classes.hand_over", "classes.invite", "classes.invitation_back"}
"""What cannot be undone or gives somebody power, written here by hand."""


def test_what_cannot_be_undone_asks_for_the_passphrase_once_more(
    school: Flask, classroom: Classroom, study: Study, clock: FakeClock
) -> None:
    assert PROVED >= ASKED_AGAIN
    room = classroom.classes.make(1, "Lower Fifth")
    knave = classroom.people.enrol("Knave", "", WORDS)
    classroom.classes.join(room.id, knave.id)
    teacher = logged_in(school, "Miss Vine")
    clock.now += PROOF_LASTS
    teacher.get("/")
    then = everything(study.database)
    asked = set()
    for rule in school.url_map.iter_rules():
        if rule.endpoint in PROVED:
            path = rule.rule.replace("<int:class_id>", str(room.id)).replace("<int:learner>", str(knave.id))
            path = re.sub(r"<[^>]+>", "1", path)
            form = {"name": "Another", "typed": "Lower Fifth", "colleague": "1", "real_name": "Else"}
            answer = teacher.post(path, data=form)
            assert answer.status_code == 403, path
            assert "Confirm that it is you" in answer.text
            asked.add(rule.endpoint)
    assert asked == PROVED
    assert everything(study.database) == then, "nothing is done before"


@pytest.mark.slow
@pytest.mark.databases
def test_what_a_form_held_is_still_there_once_the_passphrase_was_given(
    school: Flask, classroom: Classroom, clock: FakeClock
) -> None:
    """With the proof of every form that it is ours, as a browser sends it."""
    school.config["WTF_CSRF_ENABLED"] = True
    client = school.test_client()
    assert client.post("/log-in", data=fields(client.get("/log-in").text) | {"name": "Miss Vine", "passphrase": WORDS})
    clock.now += PROOF_LASTS
    names = {"name": "Miss “V” <Vine>".replace("“V” <Vine>", "V’Vine"), "real_name": "Ada O’Vine"}
    asked = client.post("/account/names", data=fields(client.get("/account").text, "/account/names") | names)
    assert asked.status_code == 403
    held = fields(asked.text, "/account/names")
    assert {name: held[name] for name in names} == names
    assert "once" in held
    stolen = cookie_of(client)

    again = client.post("/account/names", data=held | {"proof": "not the right words"})
    assert again.status_code == 403
    assert "not your passphrase" in again.text
    assert "not the right words" not in again.text
    held = fields(again.text, "/account/names")
    without = {name: value for name, value in held.items() if name != "csrf_token"} | {"proof": WORDS}
    assert client.post("/account/names", data=without).status_code == 400, "nobody else sends it"
    assert classroom.people.named("Miss Vine")

    assert client.post("/account/names", data=held | {"proof": WORDS}).status_code == 302
    renamed = classroom.people.person(1)
    assert renamed is not None
    assert (renamed.name, renamed.real_name) == (names["name"], names["real_name"])
    assert not is_in(thief(school, stolen)), "the token is another now"
    latest = [event.kind for event in classroom.events.lines()][:4]
    assert latest == [EventKind.NAMES_CHANGED, EventKind.PROVED, EventKind.REFUSED, EventKind.FAILED]
    names["real_name"] = "Ada Vine"
    clock.now += PROOF_LASTS - MINUTE
    assert (
        client.post("/account/names", data=fields(client.get("/account").text, "/account/names") | names).status_code
        == 302
    )


def test_the_page_that_asks_names_the_step_and_leads_back(
    school: Flask, classroom: Classroom, clock: FakeClock
) -> None:
    room = classroom.classes.make(1, "Lower Fifth")
    teacher = logged_in(school, "Miss Vine")
    clock.now += PROOF_LASTS
    teacher.get("/")
    delete, here = f"/classes/{room.id}/delete", f"/classes/{room.id}"
    form = {"typed": "Lower Fifth"}
    asked = teacher.post(delete, data=form, headers={"Referer": f"http://localhost{here}"}).text
    assert "You are about to delete a class. You can undo it within 30 days." in asked
    assert f'<a href="{here}">Cancel</a>' in asked
    wrong = form | {"proof": "not the right words", "proof-back": here}
    again = teacher.post(delete, data=wrong, headers={"Referer": f"http://localhost{delete}"}).text
    assert f'<a href="{here}">Cancel</a>' in again
    for elsewhere in ("https://evil.example/x", "//evil.example/x"):
        page = teacher.post(delete, data=form | {"proof-back": elsewhere}, headers={"Referer": elsewhere}).text
        assert '<a href="/">Cancel</a>' in page


def test_a_wrong_passphrase_given_once_more_is_counted(school: Flask, knave: Person, clock: FakeClock) -> None:
    client = logged_in(school)
    clock.now += PROOF_LASTS
    statuses = [
        client.post("/account/names", data={"name": "Ten", "proof": "not the right words"}).status_code
        for _ in range(20)
    ]
    assert statuses[:10] == [403] * 10, knave.name
    assert statuses[-1] == 429, "after so many one has to wait"


def fields(page: str, action: str = "/log-in") -> dict[str, str]:
    """The hidden fields of the form of a page that goes somewhere."""
    form = next(one for one in re.findall(r"<form.*?</form>", page, re.DOTALL) if f'action="{action}"' in one)
    found = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form)
    return {name: unescape(value) for name, value in found}
