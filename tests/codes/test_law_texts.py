"""Each law is worded once, in lessons/laws/codes, and every law that a code names is there."""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any, ClassVar

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from tests.codes.test_every_code import called_at_random
from tutor import codes
from tutor.__main__ import tutor
from tutor.cli.score import scored
from tutor.codes import CODES, RULED, Code
from tutor.codes.bridge_code import BridgeCode
from tutor.codes.laws import LawRef
from tutor.codes.offences import STAGES, WHIST_1859, Offences, Ruling
from tutor.codes.offences.games import WHIST_SHORT
from tutor.codes.scoring import Party, ScoreItem
from tutor.codes.whist_1859 import WhistShort1859
from tutor.codes.whist_scoring import WhistOutcome
from tutor.errors import FaultyContent, Illegal
from tutor.library.catalogue import load
from tutor.library.concordance import Provision
from tutor.library.files import document_of, yaml_files
from tutor.library.folders import folder
from tutor.library.laws import Laws, LawsFile, check_laws, laws, laws_of
from tutor.library.validation import validated
from tutor.library.yaml_text import read
from tutor.quizzes.exercise import Grade, Level
from tutor.quizzes.kinds.scoring import ScoreMaker, told_of
from tutor.quizzes.kinds.tricks_needed import TricksNeededMaker
from tutor.seats import Seat
from tutor.tables.bots import bot
from tutor.tables.match import Match, strictness_of

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
    for number in range(8):
        deal = code.deal(random, number)
        calling = called_at_random(code, deal, sheet, random)
        for length in range(len(calling) + 1):
            so_far = replace(calling, said=calling.said[:length])
            turn = code.turn(so_far)
            assert turn is None or turn.law in laws()
            for seat, said in product(Seat, calling.said[:4]):
                refusal = code.refusal(so_far, seat, said.call)
                assert refusal is None or laws()[refusal.law].says.rstrip(".") in refusal.worded(laws())
        score = code.score_result(told_of(code, random))
        assert all(law in laws() for law in score.laws)


@every_code
def test_every_law_by_which_what_is_told_of_a_deal_is_refused_is_there(code: Code) -> None:
    assert code.revoke_law in laws()
    assert all(law in laws() for law in (*code.scoring_laws, *code.result_keys.barred.values()))
    if isinstance(code, BridgeCode):
        assert all(code.law_on(point) in laws() for point in ("tricks", "honours", "aces", "one hand", "chicane"))


# ---- the words -------------------------------------------------------------------------------------------------------


def test_no_law_is_worded_twice() -> None:
    """Words stand once, in one file; a revision that says the same names the law that says it."""
    words = [
        law.says
        for file in yaml_files(folder("lessons") / "laws" / "codes")
        for law in LawsFile.model_validate(document_of(file).data).laws.values()
        if law.says
    ]
    assert len(words) == len(set(words)) > 250
    assert all(text[0].isupper() and text.endswith(".") and '"' not in text for text in words)


def test_no_law_is_worded_in_the_codes() -> None:
    """What a module of codes says is of figures and procedure: no sentence of a law stands in it."""
    says = {law.says.rstrip(".") for law in laws().values()}
    for module in (TUTOR / "codes").rglob("*.py"):
        text = " ".join(module.read_text(encoding="utf-8").split())
        assert not [one for one in says if one in text], module.name


def test_a_point_of_the_concordance_says_no_more_than_its_laws_leave_unsaid() -> None:
    for point in load().concordance.values():
        for key, cell in point.cells.items():
            if isinstance(cell, Provision):
                found = laws().worded_in(key, cell.items, (cell.citation.lines or (0, 0), *cell.also))
                assert cell.says.startswith(" ".join(law.says for law in found)), (point.id, key)


def test_a_law_has_words_or_names_the_law_that_has_them() -> None:
    text = "kind: laws\ncode: humbug-1859\nsource: caelebs\nlaws:\n  1:\n    id: cae-law-01\n    lines: [1, 2]\n"
    with pytest.raises(FaultyContent, match="a law has its own words or those of another law"):
        validated(read(text, "one.yaml"), LawsFile)
    document = read(f"{text}    as: whist-1859 999\n", "one.yaml")
    (fault,) = check_laws([(document, validated(document, LawsFile))], None)
    assert (fault.line, fault.what) == (8, "there is no law ‘whist-1859 999’ with words")


# ---- what a code answers, nobody asks of its class -------------------------------------------------------------------


def classes_of(kind: Any) -> Iterator[str]:
    yield kind.__name__
    for subclass in kind.__subclasses__():
        yield from classes_of(subclass)


CLASSES = {*classes_of(Code)}


def asked_of_the_class(module: Path) -> Iterator[str]:
    """Where a module tells codes apart by their class, their key, or themselves."""
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        match node:
            case ast.Call(func=ast.Name(id="isinstance"), args=[_, kind]):
                names = {named.id for named in ast.walk(kind) if isinstance(named, ast.Name)}
                if names & CLASSES:
                    yield ast.unparse(node)
            case ast.Call(func=ast.Name(id="type" | "hasattr"), args=[subject, *_]) if is_code(subject):
                yield ast.unparse(node)
            case ast.Compare(left=ast.Attribute(value=subject, attr="key"), ops=[ast.Eq() | ast.NotEq()]):
                if is_code(subject):
                    yield ast.unparse(node)
            case ast.Compare(left=subject, ops=[ast.Is() | ast.IsNot()], comparators=[ast.Name(id=other)]):
                if is_code(subject) and other.isupper():
                    yield ast.unparse(node)


def is_code(node: ast.AST) -> bool:
    return ast.unparse(node).rpartition(".")[2] in ("code", "rules")


def test_no_module_outside_the_codes_asks_which_code_it_has() -> None:
    modules = [module for module in TUTOR.rglob("*.py") if "codes" not in module.relative_to(TUTOR).parts]
    assert {module.name: found for module in modules if (found := [*asked_of_the_class(module)])} == {}


def test_the_scan_finds_each_way_of_asking(tmp_path: Path) -> None:
    module = tmp_path / "one.py"
    for text in ("isinstance(x, BridgeCode)", "isinstance(a, (int, WhistShort1859))", "hasattr(code, 'up')",
                 "type(table.code) is Code", "code.key == 'auction-1910'", "code is AUCTION"):  # fmt: skip
        module.write_text(text, encoding="utf-8")
        assert list(asked_of_the_class(module)) == [text] or "type(" in text, text


# ---- a code of one’s own ---------------------------------------------------------------------------------------------

SEVEN_UP = """
kind: laws
code: whist-seven-1859
source: caelebs
laws:
  variant-seven:
    id: cae-variant-seven
    page: 67
    lines: [2938, 2945]
    says: Seven points are up; each trick above six counts two, and honours count nothing.
"""


@dataclass(frozen=True, slots=True)
class WhistSeven1859(WhistShort1859):
    """A game that nobody printed: seven up, two for a trick, no honours."""

    key: ClassVar[str] = "whist-seven-1859"
    title: ClassVar[str] = "Whist at seven, 1859"
    offences = WHIST_1859.variant("whist-seven-1859", "Whist at seven, 1859", WHIST_SHORT)
    trick_law: ClassVar[LawRef] = LawRef("whist-seven-1859", "variant-seven")
    scoring_laws = (LawRef("whist-seven-1859", "variant-seven"),)
    up: int = 7

    def claims(self, outcome: WhistOutcome, standing: Mapping[Party, int]) -> tuple[ScoreItem, ...]:
        """Two for each trick above six, and nothing for honours."""
        del standing
        return tuple(replace(item, points=2 * item.points) for item in self._tricks(outcome))


SEVEN = WhistSeven1859()


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> Code:
    """The game among the others, wherever these are listed, and its rule among the laws."""
    known: dict[str, Any] = {
        "CODES": (CODES, MappingProxyType({**CODES, SEVEN.key: SEVEN})),
        "RULED": (RULED, MappingProxyType({**RULED, SEVEN.key: SEVEN.offences})),
    }
    for module in [one for name, one in sys.modules.items() if name.startswith(("tutor", "tests"))]:
        for name, (was, becomes) in known.items():
            if vars(module).get(name) is was:
                monkeypatch.setattr(module, name, becomes)
    texts = Laws([*laws().values(), *laws_of([validated(read(SEVEN_UP, "seven.yaml"), LawsFile)]).values()])
    for module in [one for name, one in sys.modules.items() if name.startswith(("tutor", "tests"))]:
        if vars(module).get("laws") is laws:
            monkeypatch.setattr(module, "laws", lambda: texts)
    return SEVEN


def test_a_code_of_ones_own_is_played_with_its_rule(registered: Code) -> None:
    match = Match(registered, "1", Seat.SOUTH, strictness_of(registered, "rigour"))
    table, refusals = match.bots_go_on(match.table, bot), 0
    while not table.is_over:
        hand = table.play.hands[Seat.SOUTH] if table.play and table.hand_to_act is Seat.SOUTH else ()
        for card in [card for card in hand if card not in table.lawful()][:1]:
            with pytest.raises(Illegal) as error:
                table.after(card)
            assert "A player who can follow suit and does not revokes" in laws().worded(error.value)
            assert "Whist at seven, 1859" in laws().worded(error.value)
            refusals += 1
        table = match.bots_go_on(match.acted(table, table.lawful()[0]), bot)
    (item,) = table.score().items
    assert refusals
    assert item.points % 2 == 0
    assert laws()[item.law].says.startswith("Seven points are up")


def test_a_code_of_ones_own_is_scored_asked_about_and_ruled_on(registered: Code) -> None:
    line = json.dumps({"code": registered.key, "tricks": {"NS": 9, "EW": 4}, "honours": {"NS": 4, "EW": 0}})
    assert scored(line)["tricks"] == {"NS": 6, "EW": 0}
    assert scored(line)["laws"][0]["number"] == "variant-seven"
    for maker, item in ((ScoreMaker(), "skill-score"), (TricksNeededMaker(), "skill-tricks-needed")):
        question = maker.make(f"{item}-{SEVEN.key}", 1, Level.BEGINNER)
        assert question.mark(question.answer).grade is Grade.BEST
    assert "cae-variant-seven" in ScoreMaker().items
    ruled = CliRunner().invoke(tutor, ["ruling", SEVEN.key, "revokes", "--when", "established"], catch_exceptions=False)
    assert "Cælebs, law 32, p. 13: For each revoke" in ruled.output


def test_a_code_of_ones_own_is_listed(registered: Code, client: FlaskClient) -> None:
    assert f'value="{registered.key}"' in client.get("/table/").text
    page = client.get(f"/rulings?code={registered.key}&offence=revokes").text
    assert "Whist at seven, 1859" in page
    assert "For each revoke" in page
