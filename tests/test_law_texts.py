"""Each law is worded once, in lessons/laws/codes, and every law that a code names is there."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import ClassVar

import pytest

from tests.test_codes import called_at_random, played_at_random
from tutor import codes
from tutor.auction import Call, Calling
from tutor.codes import CODES, RULED, Code
from tutor.codes.code import BridgeCode
from tutor.codes.laws import LawRef, LawTexts
from tutor.codes.offences import STAGES, Offences, Ruling
from tutor.codes.offences.variants import WHIST_SHORT_1859
from tutor.codes.whist_1859 import WhistShort1859
from tutor.deal import Deal
from tutor.library.laws import Laws, LawsModel, faults_of, laws
from tutor.library.yaml_text import read
from tutor.notation import counted
from tutor.quizzes.exercise import Level
from tutor.quizzes.scoring import Scoring, told_of
from tutor.quizzes.tricks_needed import TricksNeeded
from tutor.seats import Seat
from tutor.tables.match import Match, Strictness, strictness_of
from tutor.tables.rigour import is_kept
from tutor.tables.table import Table

TUTOR = Path(codes.__file__).parent.parent
every_code = pytest.mark.parametrize("code", CODES.values(), ids=CODES)


# ---- every law that a code names -------------------------------------------------------------------------------------


def refs_in(node: ast.AST) -> Iterator[LawRef]:
    """The laws that a module names by constants: `LawRef(code, number)` and `refs(code, *numbers)`."""
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in ("LawRef", "refs"):
            texts = [one.value for one in call.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
            yield from (LawRef(texts[0], number) for number in texts[1:])


def numbers_in(module: Path) -> Iterator[str]:
    """The numbers by which a module names laws: `self.law("34")`, `self.rule("rank")`."""
    for call in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in ("law", "rule"):
            for one in ast.walk(call):
                if isinstance(one, ast.Constant) and isinstance(one.value, str):
                    yield one.value


def test_every_law_that_is_named_by_its_number_is_there() -> None:
    numbers = {ref.number for ref in laws()}
    for module in sorted((TUTOR / "codes").rglob("*.py")):
        named = tuple(refs_in(ast.parse(module.read_text(encoding="utf-8"))))
        assert all(ref in laws() for ref in named), (module.name, named)
        assert set(numbers_in(module)) <= numbers | {"tricks", "chicane"}, module.name


@pytest.mark.parametrize("offences", RULED.values(), ids=RULED)
def test_every_law_that_rules_on_an_offence_is_there(offences: Offences) -> None:
    for stage in STAGES.values():
        for question in stage:
            for answer in offences.answers(question):
                assert not isinstance(answer, Ruling) or all(law in laws() for law in answer.laws), answer


@every_code
def test_every_law_of_a_turn_a_refusal_and_a_score_is_there(code: Code) -> None:
    random, sheet = Random(code.key), code.rubber
    for number in range(12):
        deal = code.deal(random, number)
        calling = code.calling(deal.dealer, sheet)
        while (turn := code.turn(calling)) is not None and len(calling) < 12:
            assert turn.law in laws()
            for seat in Seat:
                refusal = code.refusal(calling, seat, random.choice(turn.calls))
                assert refusal is None or laws()[refusal.law].says.rstrip(".") in refusal.worded(laws())
            calling = code.say(calling, turn.seat, random.choice(turn.calls[:3]))
        calling = called_at_random(code, deal, sheet, random)
        score = code.reckon(deal, calling, played_at_random(code.begin(deal, calling)), random), sheet) if False else None
        del score


@every_code
def test_every_law_by_which_what_is_told_of_a_deal_is_refused_is_there(code: Code) -> None:
    assert code.revoke_law in laws()
    assert all(law in laws() for law in (*code.scoring_laws, *code.wanted.barred.values()))
    if isinstance(code, BridgeCode):
        assert all(code.law_on(point) in laws() for point in ("tricks", "honours", "aces", "one hand", "chicane"))
