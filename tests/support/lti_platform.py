"""A learning platform that opens the tutor: `lti1p3platform`, which we did not write, behind a small server."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

from flask.testing import FlaskClient
from jwcrypto.jwk import JWK
from lti1p3platform.ltiplatform import LTI1P3PlatformConfAbstract
from lti1p3platform.message_launch import LTIAdvantageMessageLaunchAbstract
from lti1p3platform.registration import Registration
from lti1p3platform.request import Request
from lti1p3platform.score import UpdateScoreStatus
from lti1p3platform.service_connector import AssignmentsGradesService, NamesRoleProvisioningService
from werkzeug.test import TestResponse

if TYPE_CHECKING:
    from playwright.sync_api import Page

ISSUER, CLIENT, DEPLOYMENT, CONTEXT = "https://moodle.example", "tutor-at-moodle", "1", "course-7"
MEMBERSHIP = "http://purl.imsglobal.org/vocab/lis/v2/membership#"
INSTRUCTOR, LEARNER = f"{MEMBERSHIP}Instructor", f"{MEMBERSHIP}Learner"
TOOL = "http://localhost"


def _key() -> JWK:
    return JWK.generate(kty="RSA", size=2048)


def _pem(key: JWK, *, private: bool) -> str:
    return str((key.export_to_pem(private_key=True, password=None) if private else key.export_to_pem()).decode())


class _Conf(LTI1P3PlatformConfAbstract):  # type: ignore[misc]
    def init_platform_config(self, **_: Any) -> None:
        """The registration is given afterwards."""

    def get_registration_by_params(self, **_: Any) -> Registration:
        return self._registration


class _Sent(Request):  # type: ignore[misc]
    def build_metadata(self, request: Any) -> Any:
        return request


class _Launch(LTIAdvantageMessageLaunchAbstract):  # type: ignore[misc]
    def render_launch_form(self, launch_data: dict[str, Any], **_: Any) -> dict[str, Any]:
        return launch_data


class _Roster(NamesRoleProvisioningService):  # type: ignore[misc]
    members: list[dict[str, Any]]

    def get_context_by_id(self) -> Any:
        from lti1p3platform.membership import Context

        return Context(id=CONTEXT, label="W7", title="Whist for beginners")

    def get_member_data_page(self, **_: Any) -> Any:
        return {"content": self.members, "has_next": False}


class _Grades(AssignmentsGradesService):  # type: ignore[misc]
    scores: list[dict[str, Any]]

    def update_score(self, line_item_id: str, score: Any) -> UpdateScoreStatus:
        self.scores.append(dict(score) | {"line item": line_item_id})
        return UpdateScoreStatus.SUCCESS

    def find_lineitems(self, **_: Any) -> Any:
        return {"content": [], "has_next": False}

    find_lineitem = create_lineitem = update_lineitem = delete_lineitem = get_results = find_lineitems


@dataclass
class School:
    """The platform: its members, the links that were chosen, and the grades that came.

    `fails` makes its services answer 503; it may also refuse each by another status. `tool` is where the tutor is.
    """

    url: str = ""
    key: JWK = field(default_factory=_key)
    conf: Any = None
    members: list[dict[str, Any]] = field(default_factory=list)
    scores: list[dict[str, Any]] = field(default_factory=list)
    items: list[dict[str, Any]] = field(default_factory=list)
    fails: bool = False
    token_status: int = 200
    score_status: int = 200
    tool: str = TOOL

    def forget(self) -> None:
        """Does as if nothing had happened yet."""
        self.members, self.scores, self.items, self.tool = [], [], [], TOOL
        self.fails, self.token_status, self.score_status = False, 200, 200

    def begin(self) -> None:
        """Configures the platform, once its address is known."""
        made = Registration().set_iss(ISSUER).set_client_id(CLIENT).set_deployment_id(DEPLOYMENT)
        made.set_launch_url(f"{self.tool}/lti/launch").set_deeplink_launch_url(f"{self.tool}/lti/launch")
        made.set_oidc_login_url(f"{self.tool}/lti/login")
        made.set_platform_public_key(_pem(self.key, private=False))
        made.set_platform_private_key(_pem(self.key, private=True))
        self.conf = _Conf()
        self.conf._registration = made

    @property
    def form(self) -> dict[str, str]:
        """What a teacher types to register it."""
        return {
            "name": "School Moodle",
            "issuer": ISSUER,
            "client_id": CLIENT,
            "deployments": DEPLOYMENT,
            "login_url": f"{self.url}/auth",
            "token_url": f"{self.url}/token",
            "keys_url": f"{self.url}/keys",
            "services": "",
            "makes_teachers": "yes",
        }

    def trust(self, tool: FlaskClient) -> None:
        """Takes the tutor’s public keys."""
        self.conf.get_registration().set_tool_key_set(tool.get("/lti/keys").json)

    def begin_log_in(self, browser: FlaskClient, **more: str) -> TestResponse:
        """The browser opens the tutor from a course."""
        asked = {"iss": ISSUER, "client_id": CLIENT, "login_hint": "u", "target_link_uri": f"{TOOL}/lti/launch"}
        return browser.post("/lti/login", data=asked | more)

    def message(
        self,
        began: TestResponse,
        user: str,
        role: str = LEARNER,
        *,
        link: str = "link-1",
        choose: bool = False,
        lasts: int = 300,
        key: JWK | None = None,
        **claims: Any,
    ) -> dict[str, str]:
        """The form by which the platform answers a log-in; `claims` replace what it would say."""
        asked = dict(parse_qsl(urlsplit(began.location).query))
        return self.answer(asked, user, role, link=link, choose=choose, lasts=lasts, key=key, **claims)

    def answer(
        self,
        asked: dict[str, str],
        user: str,
        role: str = LEARNER,
        *,
        link: str = "link-1",
        choose: bool = False,
        lasts: int = 300,
        key: JWK | None = None,
        **claims: Any,
    ) -> dict[str, str]:
        """The same, for what the log-in `asked` for."""
        asked["nonce"] = claims.pop("nonce", asked["nonce"])
        launch = _Launch(_Sent({"method": "GET", "get_data": asked, "form_data": {}}), self.conf)
        launch.set_user_data(user, [role], full_name=f"{user} Bell")
        launch.set_resource_link_claim(link, title="A link")
        launch.set_launch_context_claim(CONTEXT, context_title="Whist for beginners")
        launch.set_nrps(f"{self.url}/members")
        launch.set_ags(f"{self.url}/items", f"{self.url}/items/{link}")
        if choose:
            launch.set_dl(f"{self.url}/chosen", extra_data={"csrf": "back with you"})
        else:
            launch.set_custom_parameters_claim(claims.pop("custom", {}))
        launch.set_extra_claims(claims)
        launch.set_id_token_expiration(lasts)
        made = launch.lti_launch()
        if key is not None:
            told = json.loads(_unpacked(made["id_token"]))
            headers = {"kid": self.conf.get_registration().get_kid()}
            made["id_token"] = Registration.encode_and_sign(told, _pem(key, private=True), headers)
        return {"id_token": made["id_token"], "state": made["state"]}

    def open_in_browser(self, page: Page, user: str, role: str = LEARNER, *, choose: bool = False) -> None:
        """Somebody opens the tutor from the course in a real browser, which the platform sends on by itself."""
        hint = json.dumps([user, role, "link-1", choose])
        page.goto(f"{self.url}/open?{urlencode({'hint': hint})}")

    def open(self, browser: FlaskClient, user: str, role: str = LEARNER, **more: Any) -> TestResponse:
        """Somebody opens the tutor from the course."""
        return browser.post("/lti/launch", data=self.message(self.begin_log_in(browser), user, role, **more))


def _form_to(address: str, fields: Mapping[str, str]) -> str:
    """A page that sends a form by itself."""
    hidden = "".join(f'<input type="hidden" name="{name}" value="{escape(fields[name])}">' for name in fields)
    form = f'<form method="post" action="{address}">{hidden}<button>Go on</button></form>'
    return f"<title>The course</title>{form}<script>document.forms[0].submit()</script>"


def _unpacked(token: str) -> str:
    from base64 import urlsafe_b64decode

    body = token.split(".")[1]
    return urlsafe_b64decode(body + "=" * (-len(body) % 4)).decode()


@contextmanager
def school_platform() -> Iterator[School]:
    """A platform that answers at an address of this machine."""
    school = School()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = urlsplit(self.path)
            asked = dict(parse_qsl(path.query))
            if path.path == "/open":
                begun = {"iss": ISSUER, "client_id": CLIENT, "login_hint": asked["hint"]}
                begun |= {"target_link_uri": f"{school.tool}/lti/launch"}
                self.show(_form_to(f"{school.tool}/lti/login", begun))
            elif path.path == "/auth":
                user, role, link, choose = json.loads(asked["login_hint"])
                custom: Any = next((item["custom"] for item in school.items if item["link"] == link), {})
                more = {"choose": True} if choose else {"custom": custom}
                sent = school.answer(asked, user, role, link=link, **more)
                self.show(_form_to(f"{school.tool}/lti/launch", sent))
            elif path.path == "/keys":
                self.answer(200, school.conf.get_jwks())
            elif path.path == "/members":
                service = _Roster(self.sent(b""), school.conf, f"{school.url}/members")
                service.members = [dict(member) for member in school.members]
                self.of(service.handle_resp(service.handle_get_members))
            else:
                self.answer(404, None)

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            path = urlsplit(self.path).path
            refused = school.token_status if path == "/token" else school.score_status
            if path == "/chosen":
                chosen = school.conf.validate_deeplinking_resp(dict(parse_qsl(body.decode())))
                school.items += [dict(item) | {"link": f"link-{len(school.items) + 1}"} for item in chosen]
                self.show("<title>The course</title><h1>The link is in the course</h1>")
            elif school.fails:
                self.answer(503, None)
            elif refused != 200:
                self.answer(refused, {"error": "refused"})
            elif path == "/token":
                asked = {name: values[0] for name, values in parse_qs(body.decode()).items()}
                self.answer(200, school.conf.get_access_token(asked))
            elif path.endswith("/scores"):
                service = _Grades(self.sent(body), school.conf, f"{school.url}/items")
                service.scores = school.scores
                item = path.split("/")[2]
                self.of(service.handle_resp(service.handle_update_score, line_item_id=item))
            else:
                self.answer(404, None)

        def sent(self, body: bytes) -> _Sent:
            asked = {
                "method": self.command,
                "headers": dict(self.headers),
                "get_data": dict(parse_qsl(urlsplit(self.path).query)),
                "form_data": {},
                "path": self.path,
                "json": json.loads(body) if body else None,
            }
            return _Sent(asked)

        def show(self, page: str) -> None:
            sent = f"<!doctype html><html lang=en><meta charset=utf-8>{page}".encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(sent)))
            self.end_headers()
            self.wfile.write(sent)

        def of(self, response: Any) -> None:
            self.answer(response.code, response.result)

        def answer(self, status: int, content: Mapping[str, Any] | None) -> None:
            sent = json.dumps(content).encode() if content is not None else b""
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(sent)))
            self.end_headers()
            self.wfile.write(sent)

        def log_message(self, *_: Any) -> None:
            """Nothing is printed."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    school.url = f"http://127.0.0.1:{server.server_port}"
    school.begin()
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield school
    finally:
        server.shutdown()
        server.server_close()


def expired() -> int:
    """An end of a message that is an hour ago."""
    return int(time.time()) - 3600
