"""The application: its rooms, its headers, its errors."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from datetime import timedelta
from functools import cache
from typing import Any

from flask import Flask, Response, g, render_template, request
from flask_babel import gettext, lazy_gettext
from flask_babel.speaklater import LazyString
from flask_wtf.csrf import CSRFError, CSRFProtect
from markupsafe import Markup
from werkzeug.exceptions import HTTPException, SecurityError

from tutor.analysis.dds import NoSolver
from tutor.cards import Rank, Suit
from tutor.codes.scoring import Heading
from tutor.errors import TutorError, Unknown
from tutor.exchange.diagrams.drawing import SIGNS
from tutor.extras import NotInstalled
from tutor.library.apparatus import Apparatus
from tutor.library.folders import folder
from tutor.library.uncited import is_uncited
from tutor.notation import figured, in_words
from tutor.quizzes.feedback import feedback_on
from tutor.seats import Side
from tutor.study.answers.answer import AnsweredBefore
from tutor.study.answers.matches import PlayedOn
from tutor.study.classroom.authored_content import is_own
from tutor.study.storage.database import DatabaseBusy, DatabaseDamaged, DatabaseUnavailable
from tutor.study.storage.jobs import Queue
from tutor.study.storage.rate_limits import RateLimitExceeded
from tutor.web import access, filters, formatting, page_memory, redirects
from tutor.web.account import (
    accounts,
    preferences,
    privacy,
    problem_reports,
    second_factor,
    security,
    security_events,
    sessions,
)
from tutor.web.account.reauthentication import come_again
from tutor.web.api import room as api
from tutor.web.api.limits import EXTENSION as ALLOWANCE
from tutor.web.api.limits import Allowance
from tutor.web.classroom import (
    assigned_work,
    assigning,
    assignments,
    attempts,
    authored_import,
    authoring,
    calendar,
    class_life,
    class_tables,
    classes,
    comments,
    form_editor,
    gradebook,
    groups,
    homework,
    invitations,
    live,
    live_following,
    lti,
    played_deals,
    pupil_preview,
    results,
    teachers,
    travellers,
)
from tutor.web.cookies import NAME, SECURE_NAME, CookieSessions
from tutor.web.explore import deals, glossary, help_page, laws, library, masters, maxims, rulings
from tutor.web.export import embedding, exports, file_jobs
from tutor.web.language import ENGLISH, Language, equip
from tutor.web.learn import drills, games, hindsight, home, lessons, placement
from tutor.web.notices import what_was_done
from tutor.web.offline import mode as offline_mode
from tutor.web.offline import room as offline
from tutor.web.offline.packs import pack_of_way
from tutor.web.play import boards, deal_of_the_day, tables, together
from tutor.web.practise import exercises, practice, refutations, review
from tutor.web.practise.recording import form_name
from tutor.web.reached import CONFIG as REACHED_AT
from tutor.web.server import jobs
from tutor.web.server.flask_app import CSRF_FIELD, FormTokens, TutorFlask
from tutor.web.server.static_files import static_url
from tutor.web.services import EXTENSION, Services, services
from tutor.web.site_sections import TEACHING, section_of, sections_for

_EVERYWHERE = {
    "default-src": "'none'",
    "style-src": "'self'",
    "script-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}
_DRAWING = {"default-src": "'none'", "style-src": "'unsafe-inline'", "frame-ancestors": "'none'"}
CONTENT_SECURITY_POLICIES = {
    None: _EVERYWHERE,
    "embedding": _EVERYWHERE | {"form-action": "'none'", "frame-ancestors": "*"},  # in anybody’s page
    "diagrams": _DRAWING,  # an SVG contains its colours, and nothing else
}
"""What a page may load, and where it may be shown, by its room; None is for all other rooms."""
LOCAL_NAMES = ("127.0.0.1", "localhost")
LARGEST_FORM = 64 * 1024
HTTPS_ONLY = "max-age=31536000; includeSubDomains"
"""A browser that has used https once uses nothing else for a year."""


BLUEPRINTS = (
    home.blueprint,
    lessons.blueprint,
    drills.blueprint,
    placement.blueprint,
    library.blueprint,
    games.blueprint,
    hindsight.blueprint,
    masters.blueprint,
    maxims.blueprint,
    glossary.blueprint,
    help_page.blueprint,
    deals.blueprint,
    filters.blueprint,
    practice.blueprint,
    exercises.blueprint,
    refutations.blueprint,
    review.blueprint,
    rulings.blueprint,
    laws.blueprint,
    tables.blueprint,
    deal_of_the_day.blueprint,
    boards.blueprint,
    together.blueprint,
    preferences.blueprint,
    accounts.blueprint,
    sessions.blueprint,
    exports.blueprint,
    embedding.blueprint,
    assigned_work.blueprint,
    attempts.blueprint,
    assignments.blueprint,
    assigning.blueprint,
    groups.blueprint,
    calendar.blueprint,
    pupil_preview.blueprint,
    authoring.blueprint,
    authored_import.blueprint,
    form_editor.blueprint,
    classes.blueprint,
    class_life.blueprint,
    class_tables.blueprint,
    gradebook.blueprint,
    live.blueprint,
    live_following.blueprint,
    played_deals.blueprint,
    travellers.blueprint,
    comments.blueprint,
    invitations.blueprint,
    lti.blueprint,
    teachers.blueprint,
    homework.blueprint,
    results.blueprint,
    problem_reports.blueprint,
    privacy.blueprint,
    second_factor.blueprint,
    security.blueprint,
    offline.blueprint,
    exports.public,
    api.guide,
    api.blueprint,
)
"""All rooms of the tutor."""
RENDERED_ONCE = {
    "parts/site.html": ("suit_symbols", "main_navigation", "teaching_menu", "tabs", "gear"),
    "parts/library.html": ("shelves", "found_entry"),
    "parts/cards.html": ("fan", "rows", "diagram", "holdings"),
    "parts/game.html": ("record_of_trick", "ledger", "four_hands", "scoring_block"),
    "parts/lists.html": ("choices", "filters", "list_of_deals", "row_of_game"),
    "parts/maxims.html": ("words_of",),
    "parts/bodies.html": ("body_of_audit", "body_of_hands", "body_of_odds", "body_of_sources"),
    "parts/hindsight.html": ("sums_in_hindsight", "cards_in_hindsight"),
}
"""Macros whose output depends only on their arguments, by template."""


def create_app(
    parts: Services,
    secret: bytes,
    names: Sequence[str] = LOCAL_NAMES,
    *,
    proxied: bool = False,
    language: Language = ENGLISH,
    reached: Sequence[str] = (),
    allowance: Allowance | None = None,
) -> Flask:
    """The application made of its parts; `secret` signs the sessions and the forms’ tokens.

    It answers only to `names`. If it is `proxied`, a proxy speaks https for it, and all requests come through that.
    The server says for which client the proxy asks, because it knows which proxies to trust. Learners reach it at the
    addresses `reached`, the likeliest first. `allowance` says how much programs may ask.
    """
    app = TutorFlask("tutor", template_folder=str(folder("templates")), static_folder=str(folder("static")))
    _configure(app, secret, names, proxied=proxied)
    app.config[REACHED_AT] = tuple(reached)
    app.session_interface = CookieSessions()
    app.extensions[EXTENSION] = parts
    app.extensions[jobs.EXTENSION] = jobs.InThread(lambda: _queue(app), lambda: file_jobs.file_maker(app))
    app.extensions[offline.EXTENSION] = offline.PackMemory()
    app.extensions[offline.POLICY] = _policy(None)
    app.extensions[ALLOWANCE] = allowance or Allowance()
    memory = app.extensions[page_memory.EXTENSION] = page_memory.PageMemory(_token_maker(FormTokens(secret)))
    protection = CSRFProtect(app)
    for view in (lti.login, lti.launch):  # forms of other sites, judged by state and nonce
        protection.exempt(view)
    protection.exempt(api.blueprint)  # it reads no cookie, and changes nothing
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    _equip_templates(app, memory.token)
    equip(app, language)
    app.before_request(redirects.from_former_path)
    app.before_request(_share_connection)
    app.teardown_request(_release_connection)
    app.before_request(access.authorize)
    app.before_request(redirects.from_former_key)
    app.before_request(redirects.from_former_lesson)
    app.after_request(_add_headers)
    for error, page in _ERROR_PAGES.items():
        app.register_error_handler(error, page)
    return app


def _configure(app: Flask, secret: bytes, names: Sequence[str], *, proxied: bool) -> None:
    app.config.update(
        SECRET_KEY=secret,
        MAX_CONTENT_LENGTH=LARGEST_FORM,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SECURE=proxied,
        SESSION_COOKIE_NAME=SECURE_NAME if proxied else NAME,
        PERMANENT_SESSION_LIFETIME=timedelta(days=365),  # of the cookie; a session ends in the database
        SEND_FILE_MAX_AGE_DEFAULT=timedelta(days=365),  # every address of a static file names its content
        TRUSTED_HOSTS=list(names),
        WTF_CSRF_TIME_LIMIT=None,  # a page may stay open overnight
    )


def _equip_templates(app: TutorFlask, token: Callable[[], Markup]) -> None:
    """Gives every template what all of them share, and what each knows of the current user."""
    app.jinja_env.globals.update(
        Heading=Heading,
        SIDES=tuple(Side),
        SIGNS=SIGNS,
        SUITS=tuple(Suit),
        RANKS=tuple(sorted(Rank, reverse=True)),
        TEACHING=TEACHING,
        card_face=formatting.card_face,
        card_chip=formatting.card_chip,
        aloud=formatting.aloud,
        seat_name=formatting.seat_name,
        figured=figured,
        in_words=in_words,
        prose=formatting.prose,
        words=formatting,
        inline=formatting.inline,
        feedback_on=feedback_on,
        four_hands_of=lessons.four_hands_of,
        is_own=is_own,
        is_uncited=is_uncited,
        apparatus_of=Apparatus.of,
        section_of=section_of,
        sections_for=sections_for,
        static_url=static_url,
        come_again=come_again,
        pack_of_way=pack_of_way,
        what_was_done=what_was_done,
        token=token,
    )
    for template, macros in RENDERED_ONCE.items():
        app.render_once(template, *macros)
    app.context_processor(preferences.appearance)
    app.context_processor(access.template_variables)
    app.context_processor(offline_mode.template_variables)  # last: a page to be kept knows nobody


def _share_connection() -> None:
    """Lets a page that changes nothing read by one connection."""
    if request.method in ("GET", "HEAD"):
        g.reading = ExitStack()
        g.reading.enter_context(services().study.database.reading_together())


def _release_connection(_error: BaseException | None) -> None:
    if "reading" in g:
        g.pop("reading").close()


def _queue(app: Flask) -> Queue:
    study = app.extensions[EXTENSION].study
    return Queue(study.database, study.clock)


def _token_maker(tokens: FormTokens) -> Callable[[], Markup]:
    """Makes the hidden fields of every form: proof that our page sent it, and a name, so that it is accepted once.

    The forms of a preview are sent nowhere, and have neither. Those of a page that is kept are sent by a script.
    """

    def token() -> Markup:
        if "preview_by" in g or offline_mode.is_offline():
            return Markup()
        proof, name = tokens.token(), form_name()
        hidden = (
            f'<input type="hidden" name="{CSRF_FIELD}" value="{proof}"><input type="hidden" name="once" value="{name}">'
        )
        return Markup(hidden)  # noqa: S704 - neither has a letter that HTML minds

    return token


@cache
def _policy(room: str | None, framed_by: tuple[str, ...] = (), sends_to: tuple[str, ...] = ()) -> str:
    """What a page may do. `framed_by` are the only sites that may frame it, and `sends_to` those its form goes to."""
    directives = CONTENT_SECURITY_POLICIES.get(room, _EVERYWHERE)
    if framed_by:
        directives = {**directives, "frame-ancestors": " ".join(framed_by)}
    if sends_to:
        directives = {**directives, "form-action": " ".join(sends_to)}
    return "; ".join(f"{name} {sources}" for name, sources in directives.items())


def _add_headers(response: Response) -> Response:
    room = request.blueprint if response.status_code < 400 else None
    response.headers["Content-Security-Policy"] = _policy(room, g.get("framed_by", ()), g.get("sends_to", ()))
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "same-origin"
    if request.is_secure:
        response.headers["Strict-Transport-Security"] = HTTPS_ONLY
    if request.endpoint not in access.PUBLIC or response.status_code >= 400:
        response.headers["Cache-Control"] = "no-store"
    return response


# ---- errors ------------------------------------------------------------------------------------------------------

_HTTP_MESSAGES = {
    404: (
        lazy_gettext("Page not found"),
        lazy_gettext(
            "No page has this address. Check the spelling, or start from the home page: the page may have moved."
        ),
    ),
    403: (
        lazy_gettext("You cannot open this page"),
        lazy_gettext("Your account has no access to it. Ask your teacher if you think it should."),
    ),
    405: (
        lazy_gettext("This cannot be done here"),
        lazy_gettext("This page is only for reading, so nothing can be sent to it. Go back and try again."),
    ),
    413: (
        lazy_gettext("Too much data"),
        lazy_gettext("You sent more than the tutor accepts, so nothing was saved. Send less at a time."),
    ),
    400: (
        lazy_gettext("The form could not be read"),
        lazy_gettext(
            "The data is not what the page sends, so nothing was changed. Go back, reload the page and try again."
        ),
    ),
    500: (
        lazy_gettext("Something went wrong"),
        lazy_gettext(
            "This is a fault of the tutor, not yours. Go back and try again, and report it if it happens again."
        ),
    ),
}


def _page(status: int, title: LazyString | str, message: LazyString | str) -> tuple[str, int]:
    return render_template("error.html", title=title, message=message, status=status), status


def _http_error(error: HTTPException) -> tuple[str, int] | Response:
    if error.code is None or error.code < 400:
        return error.get_response()  # type: ignore[return-value]
    if api.is_of_api():
        return api.problem_of(error)
    if error.code == 403:
        security_events.note_refused("not for this role")
    title, message = _HTTP_MESSAGES.get(error.code, (error.name, error.description or ""))
    return _page(error.code, title, message)


def _host_error(error: SecurityError) -> Response:  # noqa: ARG001
    """Refuses a host name that is not ours. No page can be made for it, because no address of ours has it."""
    message = gettext("The tutor does not answer to this name. To add names, start it with `tutor serve --name`.")
    return Response(f"{message}\n", 400, mimetype="text/plain")


def _csrf_error(error: CSRFError) -> tuple[str, int]:  # noqa: ARG001
    security_events.note_refused("a form without its token")
    message = gettext("The form was out of date, so nothing was changed. Go back, reload the page and send it again.")
    return _page(400, gettext("The form is out of date"), message)


def _not_installed(error: NotInstalled | NoSolver) -> tuple[str, int]:
    return _page(501, gettext("Not installed here"), formatting.sentence(str(error)))


def _not_found(error: Unknown) -> tuple[str, int]:
    return _page(404, gettext("There is no such %(kind)s", kind=error.kind), formatting.sentence(str(error)))


def _database_error(error: DatabaseUnavailable) -> Response:
    """Says when to come back, so that a program that asks waits that long.

    Only the person who runs the tutor should know where files and backups are, not a class.
    """
    is_damaged = isinstance(error, DatabaseDamaged)
    title = gettext("The database is damaged") if is_damaged else gettext("Nothing can be saved at the moment")
    message = formatting.sentence(str(error))
    if not isinstance(error, DatabaseBusy):
        logging.getLogger(__name__).error("%s", error)
        if services().has_classes:
            message = gettext(
                "The database cannot be used. Tell the person who runs the tutor: its log says what to do."
            )
    text, status = _page(503, title, message)
    return Response(text, status, headers={"Retry-After": str(error.retry_after)})


def _rate_limit_error(error: RateLimitExceeded) -> tuple[str, int, dict[str, str]]:
    message = gettext("%(error)s Nothing was changed.", error=formatting.sentence(str(error)))
    return *_page(429, gettext("Too many attempts"), message), error.headers


def _already_answered(error: AnsweredBefore) -> tuple[str, int]:
    return _page(409, gettext("You have already answered this question"), formatting.sentence(str(error)))


def _table_moved_on(error: PlayedOn) -> tuple[str, int]:
    return _page(409, gettext("The table has changed"), formatting.sentence(str(error)))


def _user_error(error: TutorError) -> tuple[str, int]:
    return _page(400, gettext("This cannot be read"), formatting.sentence(str(error)))


_ERROR_PAGES: Mapping[type[Exception], Callable[[Any], Any]] = {
    CSRFError: _csrf_error,
    SecurityError: _host_error,
    HTTPException: _http_error,
    NotInstalled: _not_installed,
    NoSolver: _not_installed,
    Unknown: _not_found,
    DatabaseUnavailable: _database_error,
    RateLimitExceeded: _rate_limit_error,
    AnsweredBefore: _already_answered,
    PlayedOn: _table_moved_on,
    TutorError: _user_error,
}
"""What answers if a page cannot."""
