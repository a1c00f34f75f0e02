"""Messages of learning platforms by LTI 1.3, read and written by PyLTI1p3, and judged more strictly than it does.

Beyond what the library checks, a message must expire, must answer a log-in that began in this browser within the last
minutes, and is accepted once. The tutor asks only the addresses that are registered, without following redirects.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, cast

import requests
from flask import Request
from flask_babel import gettext, lazy_gettext
from itsdangerous import BadData, URLSafeSerializer
from jwcrypto.jwk import JWK
from pylti1p3.assignments_grades import AssignmentsGradesService
from pylti1p3.cookie import CookieService
from pylti1p3.deep_link import DeepLink
from pylti1p3.deep_link_resource import DeepLinkResource
from pylti1p3.deployment import Deployment
from pylti1p3.exception import LtiException, LtiServiceException, OIDCException
from pylti1p3.grade import Grade
from pylti1p3.lineitem import LineItem
from pylti1p3.message_launch import MessageLaunch
from pylti1p3.names_roles import NamesRolesProvisioningService
from pylti1p3.oidc_login import OIDCLogin
from pylti1p3.registration import Registration
from pylti1p3.request import Request as LtiRequest
from pylti1p3.roles import TeacherRole
from pylti1p3.service_connector import ServiceConnector
from pylti1p3.session import SessionService
from pylti1p3.tool_config.abstract import ToolConfAbstract
from urllib3.exceptions import HTTPError

from tutor.errors import TutorError
from tutor.study.classroom.lti import Course, LtiPlatforms, LtiRefused, Platform, PlatformUser
from tutor.study.classroom.lti_grades import DueGrade, GradeFault, resource_of

SALT = "love-all-lti-state"
STATE_LASTS = timedelta(minutes=10)
WAIT = 10.0
"""Seconds for which a platform may let the tutor wait."""
MOST_PAGES = 50
"""Of a list of members."""
LARGEST_ANSWER = 4 * 2**20
LONGEST_HINT = 4000
CLAIM = "https://purl.imsglobal.org/spec/lti/claim/"
ROSTER_CLAIM = "https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice"
GRADES_CLAIM = "https://purl.imsglobal.org/spec/lti-ags/claim/endpoint"
SCORE_SCOPE: Final = "https://purl.imsglobal.org/spec/lti-ags/scope/score"
CHOICE_CLAIM = "https://purl.imsglobal.org/spec/lti-dl/claim/deep_linking_settings"
KEY_BITS = 2048
TOO_MANY = 429

_REASONS = (
    ("State not found", lazy_gettext("this browser did not begin the log-in, or refuses the cookie for it")),
    ("Missing state", lazy_gettext("the log-in was not begun here")),
    ("Invalid Nonce", lazy_gettext("it does not answer the log-in that was begun here")),
    ('"nonce" is empty', lazy_gettext("it does not answer the log-in that was begun here")),
    ("Unable to find deployment", lazy_gettext("its deployment is not registered here")),
    ("deployment_id", lazy_gettext("it names no deployment")),
    (
        "Registration not found",
        lazy_gettext("it comes from an unknown platform, or is meant for another tool"),
    ),
    ("Client id", lazy_gettext("it is meant for another tool")),
    ("Can't decode id_token: Signature has expired", lazy_gettext("it has expired")),
    ("Can't decode id_token", lazy_gettext("its signature is not that of the platform")),
    ("Unable to find public key", lazy_gettext("its signature is not that of the platform")),
    ("Error during fetch", lazy_gettext("the keys of the platform cannot be read")),
    ("Invalid response from", lazy_gettext("the keys of the platform cannot be read")),
)
"""What the library says, by its beginning, and what that means."""


@dataclass(frozen=True, slots=True)
class LogInStart:
    """Where a log-in goes on, at the platform, and the cookie by which it is known again."""

    platform: Platform
    address: str
    cookie: str
    value: str


@dataclass(frozen=True, slots=True)
class ChoiceRequest:
    """A platform asks a teacher to choose content: where the choice goes, and what must be sent back with it."""

    deployment: str
    return_url: str
    data: object


@dataclass(frozen=True, slots=True)
class Launch:
    """A message that was found good: who comes, from which course, and what for.

    `link` is by what the link is stored that was opened, and its grades go to `line_item`; empty if there is none.
    """

    platform: Platform
    user: PlatformUser
    course: Course | None
    assignment_key: str
    choice: ChoiceRequest | None
    link: str = ""
    line_item: str = ""


def new_private_key() -> str:
    """A key to sign with, in PEM."""
    return str(JWK.generate(kty="RSA", size=KEY_BITS).export_to_pem(private_key=True, password=None).decode())


def public_keys(private_key: str | None) -> Mapping[str, Any]:
    """What platforms check our signatures by: a set of public keys."""
    return {"keys": [Registration.get_jwk(_public(private_key))] if private_key else []}


def _public(private_key: str) -> str:
    return str(JWK.from_pem(private_key.encode()).export_to_pem().decode())


class Asking(requests.Session):
    """Asks a platform: only at its registered addresses, only for a while, and without following redirects."""

    def __init__(self, platform: Platform) -> None:
        super().__init__()
        self._platform = platform
        self.headers["User-Agent"] = "Love All"
        self.auth = _unchanged  # a file of passwords on this machine is nothing to send

    def request(self, method: Any, url: Any, *args: Any, **options: Any) -> requests.Response:
        """Raises `LtiRefused` for other addresses, and `requests.RequestException`."""
        self._platform.checked(url)
        whole = options | {"timeout": WAIT, "allow_redirects": False, "stream": True}
        answer = super().request(method, url, *args, **whole)
        try:
            content = answer.raw.read(LARGEST_ANSWER + 1, decode_content=True)
        except HTTPError as error:  # the connection ended within the answer
            raise requests.ConnectionError(str(error)) from error
        if len(content) > LARGEST_ANSWER:
            raise requests.RequestException("the answer is too large")
        answer._content = content
        if 300 <= answer.status_code < 400:
            raise requests.RequestException("the platform redirects this address elsewhere")
        return answer


def _unchanged(request: requests.PreparedRequest) -> requests.PreparedRequest:
    return request


# ---- what the library asks of us ---------------------------------------------------------------------------------


class _Sent(LtiRequest):
    def __init__(self, request: Request) -> None:
        self._sent = request.values if request.method == "GET" else request.form
        self._is_secure = request.is_secure

    @property
    def session(self) -> Any:
        return {}

    def is_secure(self) -> bool:
        return self._is_secure

    def get_param(self, key: str) -> str:
        return self._sent.get(key, "")


class _Cookies(CookieService):
    """The cookie of a log-in: named by the state, so that two log-ins may go on beside each other."""

    def __init__(self, found: Mapping[str, str]) -> None:
        self._found = found

    def get_cookie(self, name: str) -> str | None:
        known = self._found.get(cookie_of(name), "")
        return name if hmac.compare_digest(known.encode(), value_of(name).encode()) else None

    def set_cookie(self, name: str, value: str | int, exp: int | None = 3600) -> None:
        """`begin` gives the cookie to its caller."""


class _Once(SessionService):
    """Nonces: the one of the state, used once."""

    def __init__(self, nonce: str = "") -> None:
        self._nonce = nonce

    def save_nonce(self, nonce: str) -> None:
        """The state holds it."""

    def check_nonce(self, nonce: str) -> bool:
        return bool(nonce) and hmac.compare_digest(nonce.encode(), self._nonce.encode())

    def save_launch_data(self, key: str, jwt_body: Any) -> None:
        """Nothing of a message is stored but what is asked of it."""

    def set_state_valid(self, state: str, id_token_hash: str) -> None:
        """A message is accepted once: see `LtiPlatforms.spend`."""

    def check_state_is_valid(self, state: str, id_token_hash: str) -> bool:  # noqa: ARG002
        return False


class _Registered(ToolConfAbstract[_Sent]):
    """What is registered, as the library asks for it."""

    def __init__(self, platforms: LtiPlatforms, private_key: str | None = None) -> None:
        self._platforms, self._private_key = platforms, private_key

    def check_iss_has_one_client(self, iss: str) -> bool:  # noqa: ARG002
        return False

    def check_iss_has_many_clients(self, iss: str) -> bool:  # noqa: ARG002
        return True

    def find_registration_by_issuer(self, iss: str, *_: Any, **__: Any) -> Registration:
        return self.find_registration_by_params(iss, "")

    def find_registration_by_params(self, iss: str, client_id: str, *_: Any, **__: Any) -> Registration:
        found = self._platforms.of_issuer(iss, client_id)
        return cast("Registration", registration_of(found, self._private_key) if found else None)

    def find_deployment(self, iss: str, deployment_id: str) -> Deployment | None:
        return self.find_deployment_by_params(iss, deployment_id, "")

    def find_deployment_by_params(
        self, iss: str, deployment_id: str, client_id: str, *_: Any, **__: Any
    ) -> Deployment | None:
        found = self._platforms.of_issuer(iss, client_id)
        is_known = found is not None and deployment_id in found.spec.deployments
        return Deployment().set_deployment_id(deployment_id) if is_known else None


def registration_of(platform: Platform, private_key: str | None) -> Registration:
    """A platform as the library knows it; with our key, to sign what is sent there."""
    spec = platform.spec
    found = Registration().set_issuer(spec.issuer).set_client_id(spec.client_id).set_auth_login_url(spec.login_url)
    found.set_auth_token_url(spec.token_url).set_key_set_url(spec.keys_url)
    if private_key:
        found.set_tool_private_key(private_key).set_tool_public_key(_public(private_key))
    return found


def roster_of(platform: Platform, course: Course, private_key: str) -> Sequence[PlatformUser]:
    """Those who are in a course now, as the platform lists them. Raises `LtiRefused`."""
    with Asking(platform) as session:
        connector = ServiceConnector(registration_of(platform, private_key), session)
        service = NamesRolesProvisioningService(connector, {"context_memberships_url": course.roster_url})
        found: list[PlatformUser] = []
        try:
            page: str | None = course.roster_url
            for _ in range(MOST_PAGES):
                if page is None:
                    return found
                members, page = service.get_members_page(page)
                found += [_member(member) for member in members if member.get("status", "Active") == "Active"]
        except (AttributeError, KeyError, LtiException, LtiServiceException, TypeError, ValueError) as error:
            raise _no_roster(platform) from error
        except requests.RequestException as error:
            raise _no_roster(platform) from error
    raise _no_roster(platform)


def chosen_message(
    platform: Platform, private_key: str, choice: ChoiceRequest, title: str, key: str, address: str, points: int
) -> str:
    """What goes back to a platform: one link to an assignment, signed, with a column of so many points for grades."""
    settings: Any = {"deep_link_return_url": choice.return_url, "data": choice.data}
    link = DeepLinkResource().set_url(address).set_title(title).set_custom_params({"assignment": key})
    if points:
        link.set_lineitem(LineItem().set_score_maximum(points).set_label(title).set_resource_id(key))
    return DeepLink(registration_of(platform, private_key), choice.deployment, settings).get_response_jwt([link])


# ---- grades ------------------------------------------------------------------------------------------------------


class GradeNotTaken(TutorError):
    """A platform did not take a grade, or could not be asked."""

    def __init__(self, fault: GradeFault) -> None:
        super().__init__(f"the platform did not take a grade: {fault.value}")
        self.fault = fault


class Grading(AbstractContextManager["Grading"]):
    """Sends grades to a platform, with one token for all of them."""

    def __init__(self, platform: Platform, private_key: str) -> None:
        self._session = Asking(platform)
        self._connector = ServiceConnector(registration_of(platform, private_key), self._session)

    def __exit__(self, *_: object) -> None:
        self._session.close()

    def send(self, grade: DueGrade) -> None:
        """Sends a grade. Raises `GradeNotTaken`."""
        self._ask(lambda: self._connector.get_access_token([SCORE_SCOPE]), GradeFault.TOKEN)
        sent = Grade().set_score_given(grade.score.given).set_score_maximum(grade.score.of).set_user_id(grade.subject)
        sent.set_activity_progress("Completed").set_grading_progress("FullyGraded")
        sent.set_timestamp(grade.scored_at.isoformat(timespec="milliseconds"))
        service = AssignmentsGradesService(self._connector, {"scope": [SCORE_SCOPE], "lineitem": grade.address})
        self._ask(lambda: _put(service, sent), GradeFault.REFUSED)

    def _ask(self, ask: Callable[[], object], refused: GradeFault) -> None:
        try:
            ask()
        except LtiRefused:
            raise GradeNotTaken(GradeFault.ADDRESS) from None
        except LtiServiceException as error:
            is_down = error.response.status_code >= 500 or error.response.status_code == TOO_MANY
            raise GradeNotTaken(GradeFault.DOWN if is_down else refused) from None
        except (AttributeError, KeyError, LtiException, TypeError, requests.exceptions.JSONDecodeError):
            raise GradeNotTaken(refused) from None
        except requests.RequestException:
            raise GradeNotTaken(GradeFault.DOWN) from None


def _put(service: AssignmentsGradesService, grade: Grade) -> None:
    with suppress(requests.exceptions.JSONDecodeError):  # it was taken, whatever else the platform says
        service.put_grade(grade)


def _member(member: Mapping[str, Any]) -> PlatformUser:
    names = " ".join(str(member.get(name) or "") for name in ("given_name", "family_name"))
    subject = member["user_id"]
    if not isinstance(subject, str) or not 0 < len(subject) <= 255:
        raise ValueError(subject)
    return PlatformUser(subject, str(member.get("name") or names).strip(), teaches(member.get("roles") or ()))


def _no_roster(platform: Platform) -> LtiRefused:
    return LtiRefused(
        gettext("%(name)s did not give the list of members. Nothing was changed. Try again later.", name=platform.name)
    )


# ---- logging in --------------------------------------------------------------------------------------------------


def cookie_of(state: str) -> str:
    """The name of the cookie of a log-in."""
    return f"love-all-lti-{hashlib.sha256(state.encode()).hexdigest()[:16]}"


def value_of(state: str) -> str:
    """Its value, which the platform does not know."""
    return hashlib.sha256(f"cookie {state}".encode()).hexdigest()


class _Start(OIDCLogin[Any, Any, Any, Any, Any]):
    def __init__(self, sent: _Sent, registered: _Registered, state: str, nonce: str) -> None:
        super().__init__(sent, registered, _Once(), _Cookies({}))
        self._state, self._nonce = state, nonce

    def _get_uuid(self) -> str:
        return self._state

    def _generate_nonce(self) -> str:
        return self._nonce

    def get_redirect(self, url: str) -> Any:
        return url

    def address(self, launch_url: str) -> str:
        return self._prepare_redirect_url(launch_url)


class States:
    """The states of log-ins: signed, so that nothing has to be stored before a platform has answered."""

    def __init__(self, secret: bytes, clock: Callable[[], datetime]) -> None:
        self._signer, self._clock = URLSafeSerializer(secret, salt=SALT), clock

    def begin(self, request: Request, platforms: LtiPlatforms, launch_url: str) -> LogInStart:
        """Begins a log-in that a platform asks for. Raises `LtiRefused`."""
        sent, nonce = _Sent(request), secrets.token_urlsafe(24)
        platform = platforms.of_issuer(sent.get_param("iss"), sent.get_param("client_id"))
        if platform is None:
            raise LtiRefused(gettext("This platform is not registered here. A teacher can add it under Classes."))
        if any(len(sent.get_param(name)) > LONGEST_HINT for name in ("login_hint", "lti_message_hint")):
            raise LtiRefused(gettext("The learning platform sent more than it may. Open the activity again."))
        until = self._clock() + STATE_LASTS
        token = str(self._signer.dumps([nonce, platform.id, int(until.timestamp())]))
        try:
            address = _Start(sent, _Registered(platforms), token, nonce).address(launch_url)
        except (LtiException, OIDCException) as error:
            raise _refusal(error) from None
        state = f"state-{token}"
        return LogInStart(platform, address, cookie_of(state), value_of(state))

    def finish(self, request: Request, platforms: LtiPlatforms) -> Launch:
        """The message of a platform that answers a log-in. Raises `LtiRefused`, also for one that came before."""
        nonce, key = self._read(request.form.get("state", ""))
        platform = next((platform for platform in platforms.all() if platform.id == key), None)
        if platform is None:
            raise LtiRefused(gettext("This learning platform is not registered here any more."))
        with Asking(platform) as session:
            message = _Message(_Sent(request), _Registered(platforms), _Once(nonce), _Cookies(request.cookies), session)
            try:
                body = cast("Mapping[str, Any]", message.set_jwt_verify_options(_STRICT).validate().get_launch_data())
                found = _launch(platform, body)
            except LtiException as error:
                raise _refusal(error) from None
            except (AssertionError, AttributeError, KeyError, TypeError, ValueError, requests.RequestException):
                raise _refusal(LtiException("")) from None
        if body.get("iss") != platform.spec.issuer or message.get_client_id() != platform.spec.client_id:
            raise LtiRefused(gettext("The message came from another platform. Open the activity again."))
        platforms.spend(platform, nonce)
        return found

    def _read(self, state: str) -> tuple[str, int]:
        try:
            nonce, key, until = self._signer.loads(state.removeprefix("state-"))
        except (BadData, TypeError, ValueError):
            raise _refusal(LtiException("Missing state")) from None
        if until < self._clock().timestamp():
            minutes = STATE_LASTS.seconds // 60
            raise LtiRefused(
                gettext(
                    "The log-in took more than %(minutes)s minutes. Open the activity again from your course.",
                    minutes=minutes,
                )
            )
        return nonce, key


_STRICT = cast("dict[str, bool]", {"verify_aud": False, "require": ["exp", "iat", "iss", "aud", "nonce"]})
"""The library compares the audience with our client id itself; a message without an end would be good for ever."""


class _Message(MessageLaunch[Any, Any, Any, Any]):
    def __init__(
        self, sent: _Sent, registered: _Registered, once: _Once, cookies: _Cookies, session: requests.Session
    ) -> None:
        super().__init__(sent, registered, once, cookies, requests_session=session)

    def _get_request_param(self, key: str) -> str:
        return str(self._request.get_param(key))

    def get_client_id(self) -> str:
        """For whom it is meant: the only one of the audience, or the one that it names as the party."""
        body = cast("Mapping[str, Any]", self._get_jwt_body())
        heard = body.get("aud")
        audience = heard if isinstance(heard, list) else [heard]
        party = body.get("azp", audience[0] if len(audience) == 1 else None)
        return party if isinstance(party, str) and party in audience else ""


def _launch(platform: Platform, body: Mapping[str, Any]) -> Launch:
    """What a message says. Raises `LtiRefused`."""
    subject = body.get("sub")
    if not isinstance(subject, str) or not 0 < len(subject) <= 255:
        raise LtiRefused(gettext("The learning platform did not say who you are. Log in there again."))
    names = " ".join(str(body.get(name) or "") for name in ("given_name", "family_name"))
    user = PlatformUser(subject, str(body.get("name") or names).strip(), teaches(body.get(f"{CLAIM}roles") or ()))
    context = body.get(f"{CLAIM}context") or {}
    course = None
    if isinstance(context.get("id"), str) and 0 < len(context["id"]) <= 255:
        roster = (body.get(ROSTER_CLAIM) or {}).get("context_memberships_url")
        title = str(context.get("title") or context.get("label") or "")
        course = Course(context["id"], title, platform.checked(roster) if roster else "")
    kind = body.get(f"{CLAIM}message_type")
    assignment, choice, link, line_item = "", None, "", ""
    deployment = str(body[f"{CLAIM}deployment_id"])
    if kind == "LtiResourceLinkRequest":
        assignment = str((body.get(f"{CLAIM}custom") or {}).get("assignment", ""))[:64]
        link = resource_of(deployment, str(body[f"{CLAIM}resource_link"]["id"]))
        grades = body.get(GRADES_CLAIM) or {}
        if SCORE_SCOPE in grades.get("scope", ()) and grades.get("lineitem"):
            line_item = platform.checked(grades["lineitem"])
    elif kind == "LtiDeepLinkingRequest":
        settings = body[CHOICE_CLAIM]
        address = platform.checked(settings.get("deep_link_return_url"))
        choice = ChoiceRequest(deployment, address, settings.get("data"))
    else:
        raise LtiRefused(gettext("The learning platform asks for something that Love All does not offer."))
    return Launch(platform, user, course, assignment, choice, link, line_item)


def teaches(roles: Sequence[object]) -> bool:
    """Whether roles are those of somebody who teaches or administers a course. A roster may give short ones."""
    claim = {f"{CLAIM}roles": [role for role in roles if isinstance(role, str)]}
    return bool(TeacherRole(claim).check())  # type: ignore[no-untyped-call]


def _refusal(error: Exception) -> LtiRefused:
    said = str(error)
    unread = lazy_gettext("it cannot be read")
    why = next((meaning for beginning, meaning in _REASONS if said.startswith(beginning)), unread)
    return LtiRefused(
        gettext("The message of the learning platform was not accepted: %(why)s. Open the activity again.", why=why)
    )
