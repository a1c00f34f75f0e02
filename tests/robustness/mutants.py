"""Mutants of the code that guards the classroom: each changes one thing, and some test has to notice.

Mutmut leaves out what has a decorator and what stands outside functions: here those are the pages, the table of roles
and the statements to the database. So the mutants are made here. Each runs in a process of its own, forked from one
that has read the content already; no file is changed. Which tests go through a function is found out beforehand, and
only those are asked.

`python -m tests.robustness.mutants [0/40] [part of a module's name …]` says what became of each, or of each fortieth;
`--package codes [--count 40] [--seed 1]` of a random sample of those of a whole package, asked of its folder of tests.
The trial of that name asks some tests about the mutants that they are known to notice. All of them take hours.
"""

from __future__ import annotations

import ast
import builtins
import csv
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from random import Random
from time import monotonic
from types import CodeType, ModuleType
from typing import Any, cast

import pytest

from tests.robustness.figures import Figures
from tests.support.paths import ROOT

EXPLAINED = ROOT / "tests" / "data" / "mutants.csv"
"""The mutants that no test can notice, each with the reason."""
_CALLED = "_called_while_tests_are_watched"
SAMPLE = ROOT / "tests" / "data" / "mutants-sample.csv"
"""Some mutants, each with the test that notices it: what the short trial runs."""
WANTED = 0.9
"""The share of mutants that has to be noticed; those that are not have to be explained."""

MODULES = (
    "tutor.study.classroom.classes",
    "tutor.study.clock",
    "tutor.study.storage.database",
    "tutor.study.accounts.enrolment",
    "tutor.study.accounts.security_events",
    "tutor.study.storage.faults",
    "tutor.study.accounts.hashing",
    "tutor.study.storage.rate_limits",
    "tutor.study.accounts.logins",
    "tutor.study.accounts.person_names",
    "tutor.study.accounts.passphrases",
    "tutor.study.accounts.people",
    "tutor.study.storage.dialects",
    "tutor.study.accounts.second_factor",
    "tutor.study.classroom.invitations",
    "tutor.study.classroom.staff",
    "tutor.study.storage.write_turns",
    "tutor.web.account.accounts",
    "tutor.web.cookies",
    "tutor.web.account.login_attempts",
    "tutor.web.account.known_devices",
    "tutor.web.account.reauthentication",
    "tutor.web.access",
    "tutor.web.account.second_factor",
    "tutor.web.account.security",
    "tutor.web.account.sessions",
    "tutor.web.classroom.invitations",
    "tutor.web.classroom.teachers",
)
TESTS = ("tests/study", "tests/web/account", "tests/web/classroom/test_classes.py", "tests/web/test_access.py")
"""What is asked of the classroom's guards."""


PACKAGES: Mapping[str, tuple[str, ...]] = {
    "codes": ("tests/codes", "tests/cli/test_scoring.py"),
    "quizzes": ("tests/quizzes", "tests/library/test_concordance.py"),
    "study": ("tests/study",),
}
"""The packages of which a sample is tried, and the tests that are asked."""


def modules_of(package: str) -> tuple[str, ...]:
    """The modules of a package that hold more than what it offers."""
    files = sorted((ROOT / "tutor" / package).rglob("*.py"))
    files = [file for file in files if file.name != "__init__.py" and "migrations" not in file.parts]
    return tuple(".".join(file.relative_to(ROOT).with_suffix("").parts) for file in files)


def patience(seconds: float) -> int:
    """How long a mutant may take whose tests take so long without it, on a machine that does much besides.

    One that takes longer hangs, and that is noticed.
    """
    return round(60 + 10 * seconds)


LONGEST_WALK = 30.0
"""Seconds of tests, as they take without a mutant, that are asked about one: the quickest first."""


# ---- making mutants -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, order=True)
class Mutant:
    """One change: of what module, in which function (by its first line; 0 outside), what becomes of which bytes.

    `before`, `after` and `nth` name it among those of its function while the lines around it change.
    """

    module: str
    start: int
    end: int
    text: str
    line: int
    function: int
    within: str
    operator: str
    before: str
    after: str
    nth: int = 0

    @property
    def key(self) -> tuple[str, ...]:
        return self.module, self.within, self.operator, self.before, self.after, str(self.nth)

    def __str__(self) -> str:
        change = f"{self.before} → {self.after or 'nothing'}"
        return f"{self.module}:{self.line} {self.within} ({self.operator}): {change}"


@dataclass(frozen=True)
class _Change:
    """What is done with a node: it becomes `text`; told as `before` and `after` where that says less than all."""

    operator: str
    node: ast.AST
    text: str
    before: str = ""
    after: str | None = None


_COMPARED: Mapping[type[ast.cmpop], str] = {
    ast.Eq: "!=", ast.NotEq: "==", ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Is: "is not",
    ast.IsNot: "is", ast.In: "not in", ast.NotIn: "in",
}  # fmt: skip
_SIGNS: Mapping[type[ast.cmpop], str] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Is: "is",
    ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in",
}  # fmt: skip
_RECKONED: Mapping[type[ast.operator], str] = {ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.FloorDiv: "*"}
_NARROWING = frozenset(("where", "with_for_update", "distinct", "limit", "correlate", "order_by", "returning"))
"""What can be taken off a statement and leaves one."""
_JOINING = frozenset(("and_", "or_"))
_LESS: Mapping[str, str] = {"TEACHER": "LEARNER", "LEARNER": "VISITOR", "FULL": "NORMAL"}
"""What an attribute becomes: less than it was."""


@cache
def _source(module: str) -> bytes:
    return ROOT.joinpath(*module.split(".")).with_suffix(".py").read_bytes()


@cache
def mutants_of(module: str) -> tuple[Mutant, ...]:
    """Every mutant of a module, from its top to its end."""
    known: Counter[tuple[str, ...]] = Counter()
    made = []
    for one in sorted(set(_Maker(module).made())):
        made.append(replace(one, nth=known[one.key]))
        known[one.key] += 1
    return tuple(made)


class _Maker:
    def __init__(self, module: str) -> None:
        self._module, self._text = module, _source(module)
        self._tree = ast.parse(self._text)
        lengths = [0, *(len(line) for line in self._text.splitlines(keepends=True))]
        self._starts = [sum(lengths[: number + 1]) for number in range(len(lengths))]

    def made(self) -> Iterator[Mutant]:
        for node in self._tree.body:
            yield from self._in(node, 0, "")

    # ---- where --------------------------------------------------------------------------------------------------

    def _span(self, node: ast.AST) -> tuple[int, int]:
        known = cast("ast.expr", node)
        assert known.end_lineno is not None
        assert known.end_col_offset is not None
        start = self._starts[known.lineno - 1] + known.col_offset
        return start, self._starts[known.end_lineno - 1] + known.end_col_offset

    def _said(self, node: ast.AST) -> str:
        start, end = self._span(node)
        return self._text[start:end].decode()

    def _in(self, node: ast.AST, function: int, within: str) -> Iterator[Mutant]:
        """The mutants of a node and of what is in it."""
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            inner = f"{within}.{node.name}" if within else node.name
            yield from self._of_decorators(node, function or first, inner)
            parts: Sequence[ast.AST] = [*node.args.defaults, *filter(None, node.args.kw_defaults), *node.body]
            for part in parts:
                if not _is_docstring(part):
                    yield from self._in(part, function or first, inner)
            return
        if isinstance(node, ast.ClassDef):
            for part in node.body:
                if not _is_docstring(part):
                    yield from self._in(part, 0, f"{within}.{node.name}" if within else node.name)
            return
        if _is_docstring(node) or isinstance(node, ast.Import | ast.ImportFrom):
            return
        for change in self._changes(node, outside=not function):
            yield self._mutant(change, function, within or "module")
        for name, child in _children(node):
            if name not in ("annotation", "returns", "exc", "msg", "ctx"):
                yield from self._in(child, function, within)

    def _of_decorators(self, node: ast.FunctionDef, function: int, within: str) -> Iterator[Mutant]:
        for decorator in node.decorator_list:
            said = self._said(decorator)
            if said not in ("staticmethod", "classmethod", "property", "contextmanager", "cache"):
                change = _Change("remove decorator", decorator, "", f"@{said}", "")
                found = self._mutant(change, function, within)
                yield replace(found, start=found.start - 1)

    def _mutant(self, change: _Change, function: int, within: str) -> Mutant:
        start, end = self._span(change.node)
        before = _in_a_line(change.before or self._said(change.node))
        after = _in_a_line(change.text if change.after is None else change.after)
        line = cast("ast.expr", change.node).lineno
        return Mutant(self._module, start, end, change.text, line, function, within, change.operator, before, after)

    # ---- what ---------------------------------------------------------------------------------------------------

    def _changes(self, node: ast.AST, *, outside: bool) -> Iterator[_Change]:
        match node:
            case ast.Compare(left=left, ops=operators, comparators=rights):
                for number, operator in enumerate(operators):
                    signs = [_SIGNS[type(one)] for one in operators]
                    signs[number] = _COMPARED[type(operator)]
                    words = [self._said(left)]
                    words += [f"{sign} {self._said(right)}" for sign, right in zip(signs, rights, strict=True)]
                    yield _Change("compare", node, " ".join(words))
            case ast.BoolOp(op=operator, values=values):
                word = " or " if isinstance(operator, ast.And) else " and "
                yield _Change("and, or", node, f"({word.join(f'({self._said(one)})' for one in values)})")
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                yield _Change("negate", node, f"({self._said(operand)})")
            case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
                if not isinstance(test, ast.UnaryOp | ast.Compare):  # which are turned about by themselves
                    yield _Change("negate", test, f"(not ({self._said(test)}))")
            case ast.BinOp(left=left, op=operator, right=right) if type(operator) in _RECKONED:
                if not isinstance(left, ast.JoinedStr) and not isinstance(right, ast.JoinedStr):
                    said = f"({self._said(left)} {_RECKONED[type(operator)]} {self._said(right)})"
                    yield _Change("reckon", node, said)
            case ast.Constant(value=bool(value)):
                yield _Change("constant", node, str(not value))
            case ast.Constant(value=int(value)):
                yield _Change("constant", node, str(value + 1))
            case ast.Return(value=ast.expr() as returned) if not _is_none(returned):
                yield _Change("return", node, "return None")
            case ast.Expr(value=ast.Call()) | ast.Raise() | ast.AugAssign() | ast.Delete():
                yield _Change("delete", node, "pass")
            case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
                yield _Change("delete", node, "pass")
            case ast.Attribute(value=of, attr=attribute) if attribute in _LESS and outside:
                yield _Change("less", node, f"{self._said(of)}.{_LESS[attribute]}")
            case ast.Call():
                yield from self._of_call(node)
            case ast.Set(elts=elements) | ast.Tuple(elts=elements) if outside and len(elements) > 1:
                for number, element in enumerate(elements):
                    kept = [self._said(one) for place, one in enumerate(elements) if place != number]
                    said = ", ".join(kept)
                    text = "{" + said + "}" if isinstance(node, ast.Set) else f"({said},)"
                    yield _Change("drop element", node, text, self._said(element), "")
            case ast.Dict(keys=keys, values=values) if outside and len(keys) > 1:
                pairs = [
                    f"{self._said(key)}: {self._said(one)}" if key else f"**{self._said(one)}"
                    for key, one in zip(keys, values, strict=True)
                ]
                for number, pair in enumerate(pairs):
                    kept = [one for place, one in enumerate(pairs) if place != number]
                    yield _Change("drop element", node, "{" + ", ".join(kept) + "}", pair, "")

    def _of_call(self, call: ast.Call) -> Iterator[_Change]:
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        if name in _NARROWING and isinstance(call.func, ast.Attribute):
            told = f".{name}({', '.join(self._said(one) for one in call.args)})"
            yield _Change("drop call", call, self._said(call.func.value), told, "")
        if (name in _NARROWING or name in _JOINING) and len(call.args) > 1:
            for number, one in enumerate(call.args):
                yield _Change("drop condition", call, self._called(call, number, None), self._said(one), "")
        for number, keyword in enumerate(call.keywords):
            told = f"{name}({self._said(keyword)})"
            yield _Change("drop argument", call, self._called(call, None, number), told, f"{name}()")

    def _called(self, call: ast.Call, no_argument: int | None, no_keyword: int | None) -> str:
        kept = [self._said(one) for number, one in enumerate(call.args) if number != no_argument]
        kept += [self._said(one) for number, one in enumerate(call.keywords) if number != no_keyword]
        return f"{self._said(call.func)}({', '.join(kept)})"


def _children(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    for name, value in ast.iter_fields(node):
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, ast.AST):
                yield name, one


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _in_a_line(text: str) -> str:
    return " ".join(text.split())


# ---- putting one in its place -------------------------------------------------------------------------------------


class _Instead(importlib.abc.MetaPathFinder, importlib.machinery.SourceFileLoader):  # type: ignore[misc]
    """Imports one module from another text than its file holds."""

    def __init__(self, module: str, instead: bytes | ast.Module) -> None:
        super().__init__(module, str(ROOT.joinpath(*module.split(".")).with_suffix(".py")))
        self._instead = instead

    def find_spec(self, name: str, path: object, target: ModuleType | None = None) -> Any:  # noqa: ARG002
        return importlib.util.spec_from_file_location(name, self.path, loader=self) if name == self.name else None

    def get_code(self, fullname: str) -> CodeType:
        return compile(self._instead, self.get_filename(fullname), "exec", dont_inherit=True)


def _put_in(mutant: Mutant) -> None:
    text = _source(mutant.module)
    changed = text[: mutant.start] + mutant.text.encode() + text[mutant.end :]
    sys.meta_path.insert(0, _Instead(mutant.module, changed))


# ---- asking the tests ---------------------------------------------------------------------------------------------


@dataclass
class Walk:
    """Which tests go through which functions, and how long each takes."""

    through: dict[str, list[str]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)

    def tests(self, mutant: Mutant) -> list[str]:
        """The tests that may notice a mutant, the quickest first, as many as there is time for."""
        if mutant.function:
            found: Collection[str] = self.through.get(f"{mutant.module}:{mutant.function}", ())
        else:
            found = {one for where in _users(mutant) for one in self.through.get(where, ())}
        chosen, spent = [], 0.0
        for test in sorted(found, key=lambda one: (self.seconds[one], one)):
            spent += self.seconds[test]
            if spent > LONGEST_WALK:
                break
            chosen.append(test)
        return chosen


def _users(mutant: Mutant) -> frozenset[str]:
    """The functions that go by what stands outside them: that use its name, or a name that is made of it."""
    names = _names_at(mutant.module, mutant.line)
    found: set[str] = set()
    if not names:  # in a class: whoever uses the class, or any of its functions
        names = frozenset((mutant.within.partition(".")[0],))
    known: set[str] = set()
    while names - known:
        known |= names
        users = [(name, where) for name, where, used in _uses(_relatives(mutant)) if used & names]
        names = frozenset(name for name, _ in users if name)
        found |= {where for _, where in users if where}
    return frozenset(found)


def _relatives(mutant: Mutant) -> tuple[str, ...]:
    package = mutant.module.split(".")[1]
    return MODULES if mutant.module in MODULES or package not in PACKAGES else modules_of(package)


def _names_at(module: str, line: int) -> frozenset[str]:
    """What the statement of a module that stands at a line gives a name to."""
    for node in ast.parse(_source(module)).body:
        if node.lineno <= line <= (node.end_lineno or 0) and isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            return frozenset(one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name))
    return frozenset()


@cache
def _uses(modules: Sequence[str]) -> tuple[tuple[str, str, frozenset[str]], ...]:
    """Of every statement of the modules the name that it makes, or which function it is, and the names that it uses."""
    found = []
    for module in modules:
        tree = ast.parse(_source(module))
        for body in [tree.body, *(node.body for node in tree.body if isinstance(node, ast.ClassDef))]:
            for node in body:
                used = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
                used |= {one.attr for one in ast.walk(node) if isinstance(one, ast.Attribute)}
                if isinstance(node, ast.FunctionDef):
                    first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
                    found.append(("", f"{module}:{first}", frozenset(used)))
                elif isinstance(node, ast.Assign | ast.AnnAssign):
                    made = _names_at(module, node.lineno) if body is tree.body else frozenset[str]()
                    found += [(name, "", frozenset(used - {name})) for name in made]
    return tuple(found)


class _Watcher:
    """A plugin of pytest: notes which functions of the modules each test goes through.

    Every function of theirs begins with a call that says so; to trace all calls would take many times as long.
    """

    def __init__(self) -> None:
        self.walk, self.failed = Walk(), list[str]()
        self._met: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)

    def watch(self, modules: Sequence[str]) -> None:
        """Puts modules in place in which every function says that it was called."""
        setattr(builtins, _CALLED, lambda where: self._met.add(where))
        for module in modules:
            tree = ast.parse(_source(module))
            for body in [tree.body, *(node.body for node in tree.body if isinstance(node, ast.ClassDef))]:
                for node in body:
                    if isinstance(node, ast.FunctionDef):
                        first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
                        says = ast.parse(f"{_CALLED}({f'{module}:{first}'!r})").body[0]
                        node.body.insert(0, ast.copy_location(says, node.body[0]))
            sys.meta_path.insert(0, _Instead(module, ast.fix_missing_locations(tree)))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._met, began = set(), monotonic()
        try:
            return (yield)
        finally:
            self.walk.seconds[item.nodeid] = round(monotonic() - began, 3)
            for where in self._met:
                self.walk.through.setdefault(where, []).append(item.nodeid)


class _FirstFailure:
    """A plugin of pytest: which test noticed."""

    def __init__(self) -> None:
        self.test = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.test:
            self.test = report.nodeid


def _warm_up() -> None:
    """Reads all content once, below what is mutated: whoever is forked from here need not."""
    from tutor.library import catalogue, lesson_files
    from tutor.quizzes import bank

    for module, name in ((catalogue, "load"), (lesson_files, "load_courses"), (bank, "exercise_bank")):
        setattr(module, name, _remembered(getattr(module, name)))
    library = catalogue.load()
    bank.exercise_bank(library, lesson_files.load_courses(library))


def _remembered(function: Any) -> Any:
    known: dict[tuple[int, ...], Any] = {}

    def remembered(*arguments: Any, **named: Any) -> Any:
        key = tuple(map(id, arguments))
        if named:
            return function(*arguments, **named)
        if key not in known:
            known[key] = (function(*arguments), arguments)  # what the key is of must not go
        return known[key][0]

    return remembered


def _forked(run: Any, seconds: int) -> tuple[int, str]:
    """Runs something in a process of its own: its exit code (of a signal, negative) and what it told."""
    read, write = os.pipe()
    process = os.fork()
    if process == 0:
        os.close(read)
        code = 70
        try:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.alarm(seconds)
            quiet = os.open(os.devnull, os.O_WRONLY)
            os.dup2(quiet, 1)
            os.dup2(quiet, 2)
            code, told = run()
            with os.fdopen(write, "w") as out:
                out.write(told)
        finally:
            os._exit(code)
    os.close(write)
    with os.fdopen(read) as told_by:
        told = told_by.read()
    _, status = os.waitpid(process, 0)
    return os.waitstatus_to_exitcode(status), told


_READ_ANEW = ("tutor.study", "tutor.web", "tutor.exchange", "tutor.cli", "tutor.__main__", "tests.")
_BELOW: Mapping[str, tuple[str, ...]] = {"study": _READ_ANEW, "quizzes": ("tutor.quizzes", *_READ_ANEW)}
"""Of which packages the mutants leave what was read before as it is; those of others change what lies below that."""
_STAYS = frozenset(("tests.robustness", "tests.robustness.figures", "tests.robustness.mutants"))


def _pytest(arguments: Sequence[str], plugin: object, anew: tuple[str, ...] = _READ_ANEW) -> int:
    for name in [name for name in sys.modules if name.startswith(anew) and name not in _STAYS]:
        del sys.modules[name]  # or what holds on to the old would meet the new
    with tempfile.TemporaryDirectory() as folder:
        common = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:randomly", "--basetemp", folder]
        return int(pytest.main([*common, "-k", "not postgresql", *arguments], plugins=[plugin]))


def walked(modules: Sequence[str] = MODULES, tests: Sequence[str] = TESTS, anew: tuple[str, ...] = _READ_ANEW) -> Walk:
    """Goes through all tests once, without a mutant. Raises `AssertionError` where one fails already."""

    def run() -> tuple[int, str]:
        watcher = _Watcher()
        watcher.watch(modules)
        code = _pytest([*tests], watcher, anew)
        return code, json.dumps([watcher.walk.through, watcher.walk.seconds, watcher.failed])

    code, told = _forked(run, 3000)
    through, seconds, failed = json.loads(told) if told else ({}, {}, [])
    assert code == 0, f"without any mutant the tests end with {code}, and these fail: {failed}"
    return Walk(through, seconds)


def noticed(mutant: Mutant, tests: Sequence[str], seconds: float, anew: tuple[str, ...] = _READ_ANEW) -> str:
    """The test that notices a mutant; empty if none does. Without it the tests take so many `seconds`."""
    if not tests:
        return ""

    def run() -> tuple[int, str]:
        _put_in(mutant)
        failure = _FirstFailure()
        code = _pytest(["-x", *tests], failure, anew)
        return (0 if code == 0 else 1), failure.test

    code, told = _forked(run, patience(seconds))
    return "" if code == 0 else told or ("it hangs" if code == -signal.SIGALRM else tests[0])


# ---- the trial ----------------------------------------------------------------------------------------------------


_KEY = ("module", "within", "operator", "before", "after", "nth")


def explained() -> Mapping[tuple[str, ...], str]:
    """The mutants that no test can notice, and why."""
    return {tuple(row[name] for name in _KEY): row["why"] for row in _rows(EXPLAINED)}


def _rows(file: Path) -> list[dict[str, str]]:
    if not file.exists():
        return []
    lines = file.read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader(line for line in lines if not line.startswith("#")))


def sample() -> list[Figures]:
    """Some mutants, each with the test that notices it; by a program that has read nothing of ours yet.

    What was read before would hold on to the modules as they are, and the tests would fail for that.
    """
    command = [sys.executable, "-m", "tests.robustness.mutants", "--sample"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    if done.returncode:
        return [Figures("mutants, a sample", {}, (f"it ended with {done.returncode}: {done.stderr[-2000:]}",))]
    trial, figures, faults = json.loads(done.stdout.splitlines()[-1])
    return [Figures(trial, figures, tuple(faults))]


def _sample() -> Figures:
    rows, faults = _rows(SAMPLE), list[str]()
    every = {mutant.key: mutant for module in MODULES for mutant in mutants_of(module)}
    found = [(every.get(tuple(row[name] for name in _KEY)), row) for row in rows]
    for mutant, row in found:
        if mutant is None:
            faults.append(f"there is no such mutant any more: {row['module']} {row['within']} {row['before'][:80]}")
        elif not noticed(mutant, [row["test"]], 1.0):
            faults.append(f"{row['test']} does not notice {mutant}")
    unchanged = next(replace(one, text=_source(one.module)[one.start : one.end].decode()) for one, _ in found if one)
    if failing := noticed(unchanged, [row["test"] for row in rows], 1.0 * len(rows)):
        faults.append(f"{failing} fails without any mutant")
    return Figures("mutants, a sample", {"mutants": len(rows), "noticed": len(rows) - len(faults)}, tuple(faults))


def _all(modules: Sequence[str], tell: Any, part: tuple[int, int] = (0, 1)) -> Figures:
    walk, known = walked(modules), explained()
    counts: Counter[str] = Counter()
    survivors = []
    every = [mutant for module in modules for mutant in mutants_of(module)][part[0] :: part[1]]
    for mutant in every:
        tests = walk.tests(mutant)
        test = noticed(mutant, tests, sum(walk.seconds[one] for one in tests))
        is_known = mutant.key in known
        counts["noticed" if test else "explained" if is_known else "not noticed"] += 1
        if not test and not is_known:
            survivors.append(str(mutant))
        tell((mutant, test, is_known))
    share = counts["noticed"] / max(1, len(every) - counts["explained"])
    figures = {"mutants": len(every), **counts, "share": round(share, 3)}
    if share < WANTED:
        survivors.insert(0, f"only {share:.0%} are noticed, and {WANTED:.0%} should be")
    return Figures("mutants", figures, tuple(survivors))


def _of_package(package: str, count: int, seed: int) -> Figures:
    """A random sample of the mutants of the functions of a package; those that nobody notices are faults.

    What stands outside functions is figures of the books, and lines where they stand, with oracles of their own.
    """
    anew = _BELOW.get(package, ("tutor.", "tests."))
    every = [mutant for module in modules_of(package) for mutant in mutants_of(module) if mutant.function]
    chosen = sorted(Random(seed).sample(every, min(count, len(every))))
    walk = walked(modules_of(package), PACKAGES[package], anew)
    counts, survivors = Counter[str](), list[str]()
    for mutant in chosen:
        tests = walk.tests(mutant)
        test = noticed(mutant, tests, sum(walk.seconds[name] for name in tests), anew)
        counts["noticed" if test else "not noticed"] += 1
        print(f"{mutant} ⟶ {test or f'NOT NOTICED by {len(tests)} tests'}", flush=True)
        if not test:
            survivors.append(str(mutant))
    figures = {"of": len(every), **counts, "share": round(counts["noticed"] / len(chosen), 3)}
    return Figures(f"mutants of {package}", figures, tuple(survivors))


def main(arguments: Sequence[str]) -> int:
    """The mutants of some modules, with what became of each, as lines of a table."""
    os.chdir(ROOT)
    _warm_up()
    if "--sample" in arguments:
        figures = _sample()
        print(json.dumps([figures.trial, dict(figures.figures), figures.faults]))
        return 0
    if "--package" in arguments:
        told = dict(zip(arguments[::2], arguments[1::2], strict=True))
        figures = _of_package(told["--package"], int(told.get("--count", "40")), int(told.get("--seed", "1")))
        print(figures)
        return int(bool(figures.faults))
    parts = [one for one in arguments if "/" not in one]
    number, of = next((tuple(map(int, one.split("/"))) for one in arguments if "/" in one), (0, 1))
    modules = [one for one in MODULES if not parts or any(part in one for part in parts)]
    table = csv.writer(sys.stdout)

    def tell(what: tuple[Mutant, str, bool]) -> None:
        mutant, test, is_known = what
        table.writerow([*mutant.key, mutant.line, test or ("explained" if is_known else "NOT NOTICED")])
        sys.stdout.flush()

    figures = _all(modules, tell, (number, of))
    print(figures, file=sys.stderr)
    return int(bool(figures.faults))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
