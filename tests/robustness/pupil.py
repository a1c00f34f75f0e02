"""A learner with a browser: logs in, answers the questions of an assigned drill, and notes what was acknowledged."""

from __future__ import annotations

import re
from html import unescape
from random import Random
from time import monotonic, sleep

from tests.robustness.ledger import Ledger, Question
from tests.robustness.served import Browser, Unanswered
from tests.support.school import WORDS

_TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')
_HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')
_FORM = re.compile(r'<form method="post" action="([^"]*)".*?</form>', re.DOTALL)
_CHOICE = re.compile(r'<button name="answer" value="([^"]*)"')
PATIENCE = 60
"""Seconds in which an answer is acknowledged, however often the tutor is killed meanwhile."""


class Refused(Exception):
    """A page that should not have come."""


def question_form(page: str) -> tuple[str, dict[str, str], list[str]]:
    """Where the form of a question is sent, its hidden fields, and what can be answered. Raises `Refused`."""
    for form in _FORM.finditer(page):
        choices = [unescape(one) for one in _CHOICE.findall(form[0])]
        if choices:
            hidden = {name: unescape(value) for name, value in _HIDDEN.findall(form[0])}
            return unescape(form[1]), hidden, choices
    raise Refused("the page has no form with an answer")


def token_of(page: str) -> str:
    """The proof in a form that it is a page of ours. Raises `Refused`."""
    found = _TOKEN.search(page)
    if found is None:
        raise Refused("the page has no form with a token")
    return found[1]


class Pupil:
    """Somebody who has an account; what goes wrong that no blow explains is kept in `faults`."""

    def __init__(self, port: int, learner: int, name: str, ledger: Ledger) -> None:
        self.browser, self.learner, self.name = Browser(port), learner, name
        self.faults: list[str] = []
        self._ledger, self._random = ledger, Random(name)

    def log_in(self, passphrase: str = WORDS) -> int:
        """Logs in; the status of the answer, which is 302 if that is done."""
        token = token_of(self.browser.get("/log-in").text)
        fields = {"csrf_token": token, "name": self.name, "passphrase": passphrase}
        return self.browser.post("/log-in", fields).status

    def come_in(self) -> None:
        """Logs in. Raises `Refused` where that is refused."""
        status = self.log_in()
        if status != 302:
            raise Refused(f"{self.name} is not let in: {status}")

    def open(self, question: Question) -> tuple[str, dict[str, str]]:
        """Fetches the page of a question and chooses an answer: where the form is sent, and what with."""
        page = self.browser.get(question.address)
        if page.status != 200:
            raise Refused(f"{page.status} for {question.address} of {self.name}, on to {page.location!r}")
        action, fields, choices = question_form(page.text)
        return action, fields | {"answer": self._random.choice(choices)}

    def send(self, question: Question, action: str, fields: dict[str, str]) -> int:
        """Sends an answer once, and notes whether it was acknowledged; the status."""
        self._ledger.send(question, fields["answer"])
        page = self.browser.post(action, fields)
        if page.status == 303:
            self._ledger.acknowledge(question, fields["answer"])
        return page.status

    def answer(self, question: Question) -> None:
        """Answers a question, with one and the same form again and again until it is acknowledged.

        Nobody may answer for a while, and a server that restarts says 503. Raises `Unanswered` in the end.
        """
        until = monotonic() + PATIENCE
        form: tuple[str, dict[str, str]] | None = None
        while monotonic() < until:
            try:
                form = form or self.open(question)
                status = self.send(question, *form)
            except Unanswered:
                sleep(0.05)
                continue
            except Refused as error:
                if "503" not in str(error):
                    raise
                sleep(0.05)
                continue
            if status == 303:
                return
            if status != 503:
                self.faults.append(f"{status} for an answer to {question}")
            sleep(0.05)
        raise Unanswered(f"{question} was not acknowledged in {PATIENCE} seconds")
