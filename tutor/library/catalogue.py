"""All content, loaded and checked: games, deals, endings, hands, odds; rules, themes, maxims, glossary, laws."""

from __future__ import annotations

import gc
import logging
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from tutor.analysis.claims import Claim, ClaimSubject
from tutor.analysis.reconstruction import Puzzle
from tutor.authors import AUTHORS
from tutor.citations import SOURCES
from tutor.errors import BrokenPlugin, Fault, FaultyContent, FaultyPlugin
from tutor.library import cache, game_checks, positions
from tutor.library.concordance import Concordance
from tutor.library.deals import ExampleDeal, HandsGroup, Problem
from tutor.library.files import document_of, is_read_apart, shown, yaml_files
from tutor.library.folders import bringers, broken, everybody, folders
from tutor.library.games import Game
from tutor.library.glossary import Glossary
from tutor.library.kinds import KINDS, SHELVES, Content, ContentKind, kind_of, source_of
from tutor.library.maxims import Maxim
from tutor.library.moved import Moved
from tutor.library.odds import OddsFile
from tutor.library.passages import disagreements
from tutor.library.rulebook import Explanation, Rulebook, rules_by_id
from tutor.library.themes import Entry, Theme, entry
from tutor.library.validation import read_value, sound_part, validated
from tutor.library.values import Context, Origin, find
from tutor.library.yaml_text import Document

T = TypeVar("T")
_log = logging.getLogger(__name__)

BOOKS = tuple(SOURCES)
"""The books in teaching order, which is the order of every list."""


@dataclass(frozen=True, slots=True, eq=False)
class Library:
    """The content by id, each kind in the order of its file names. It is loaded once, and equal only to itself.

    `entries` are what the lists show; each has at least one theme. `explanations` say why an author departs from his
    own rules, by point. `maxims` are in the order of the books. `key` identifies this state (see `cache`). `left_out`
    are the authors in other packages whose files have faults, with these.
    """

    games: Mapping[str, Game]
    deals: Mapping[str, ExampleDeal]
    problems: Mapping[str, Problem]
    groups: Mapping[str, HandsGroup]
    odds: Mapping[str, OddsFile]
    rulebook: Rulebook
    themes: Mapping[str, Theme]
    entries: tuple[Entry, ...]
    explanations: Mapping[str, Explanation]
    maxims: Mapping[str, Maxim]
    glossary: Glossary
    concordance: Concordance
    moved: Moved
    key: str = ""
    left_out: Mapping[str, tuple[Fault, ...]] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def number_of_claims(self) -> int:
        """The number of the authors’ claims."""
        return sum(len(claims) for _, _, _, claims in self.claimed())

    def claimed(self) -> Iterator[tuple[str, str, ClaimSubject, tuple[Claim, ...]]]:
        """The claims of each game, deal, ending and hand, with its id, its title and its cards."""
        for game in self.games.values():
            yield game.id, game.name, game.subject, game.claims
        dealt: tuple[ExampleDeal | Problem, ...] = (*self.deals.values(), *self.problems.values())
        for content in dealt:
            yield content.id, content.title, content.subject, content.claims
        for file in self.odds.values():
            yield file.id, f"{SOURCES[file.source].author}, about no single deal", file.subject, file.claims
        for group in self.groups.values():
            for hand in group.hands:
                yield hand.id, hand.title, hand.subject, hand.claims

    def game(self, game_id: str) -> Game:
        """The game of an id. Raises `Unknown`."""
        return find("game", game_id, self.games)

    def deal(self, deal_id: str) -> ExampleDeal:
        """The deal of an id. Raises `Unknown`."""
        return find("deal", deal_id, self.deals)

    def problem(self, problem_id: str) -> Problem:
        """The ending of an id. Raises `Unknown`."""
        return find("ending", problem_id, self.problems)

    def group(self, group_id: str) -> HandsGroup:
        """The group of hands of an id. Raises `Unknown`."""
        return find("group of hands", group_id, self.groups)


@contextmanager
def _uncollected() -> Iterator[None]:
    """Turns off garbage collection of what is read: all of it stays in memory, and searching it takes long."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_on:
            gc.enable()


def load(*, warns: bool = True) -> Library:
    """The tutor’s own content, and that of authors in other packages, from the cache if nothing has changed.

    Such an author’s content is left out if it has faults, and the log says so if it `warns`. Raises `FaultyContent`
    with every fault of the tutor’s own.
    """
    with _uncollected():
        key = cache.fingerprint()
        library = cache.cached("library", key, lambda: _read_library(key))
    if warns:
        warn_of((*broken(), *faulty_plugins(library.left_out)))
    return library


def warn_of(plugins: Iterable[BrokenPlugin]) -> None:
    """Says in the log, or on standard error if there is none, what of other packages is left out."""
    for plugin in plugins:
        _log.warning("Left out: %s", plugin)


def _read_library(key: str) -> Library:
    found, left_out = sound_without(_everything)
    library = replace(found.library(key), left_out=left_out)
    for file in library.odds.values():
        for odds in file.odds:
            odds.chance  # noqa: B018 - worked out once, and kept with it
    return library


def sound_without(
    read: Callable[[Collection[str]], tuple[T, Sequence[Fault]]],
) -> tuple[T, Mapping[str, tuple[Fault, ...]]]:
    """What is read without the authors in other packages whose files have faults, and their faults.

    Where content has faults only beside that of other packages, no file of theirs is to blame alone, and all are left
    out. Raises `FaultyContent` with every fault of the tutor’s own.
    """
    left_out: dict[str, tuple[Fault, ...]] = {}
    while True:
        content, faults = read(left_out)
        if not faults:
            return content, MappingProxyType(left_out)
        guilty = {key for fault in faults for key in bringers(fault.file)} or {*everybody()} - left_out.keys()
        if not guilty:
            raise FaultyContent(faults)
        for key in sorted(guilty):
            left_out[key] = tuple(fault for fault in faults if key in bringers(fault.file)) or tuple(faults)


def faulty_plugins(left_out: Mapping[str, tuple[Fault, ...]]) -> Iterator[FaultyPlugin]:
    """The authors whose files are left out, each with the faults."""
    return (FaultyPlugin(key, AUTHORS[key].distribution, faults) for key, faults in left_out.items())


def _everything(without: Container[str]) -> tuple[_Found, Sequence[Fault]]:
    found = _read_all(_hands(without), without)
    return found, found.faults


def _hands(without: Container[str] = ()) -> list[Path]:
    return [file for path in folders("hands", without) for file in yaml_files(path)]


def check(paths: Iterable[Path]) -> list[Fault]:
    """Every fault of files and folders of content, or of the tutor’s own if none is named."""
    own = [*folders("hands"), *(path / positions.FOLDER for path in folders("lessons"))]
    files = {path: yaml_files(path) for path in (list(paths) or own)}
    found = _read_all([file for listed in files.values() for file in listed])
    sound = (file for kind in SHELVES for file in found.files[kind.key])
    untrue = [fault for document, content in sound for fault in disagreements(document, content)]
    empty = [
        Fault(shown(path), 1, 1, "there is no YAML file here", "Name another file or folder")
        for path in files
        if not files[path]
    ]
    return sorted([*found.faults, *untrue, *empty])


def puzzle_in(path: Path) -> Puzzle:
    """The puzzle of a game file whose play is not yet known. Raises `FaultyContent`."""
    document = document_of(path)
    context = Context(Origin(path.stem, source_of(document)), _rulebook(()))
    game, unsound = sound_part(document, Game, context)
    if unsound & game_checks.PUZZLE_NEEDS:
        validated(document, Game, context)
    needed = [check for check in game_checks.CHECKS if check.proves in ("deal", "calling")]
    faults = [fault for check in needed for fault in check.function(game, document, context)]
    if faults:
        raise FaultyContent(faults)
    return game.puzzle


def read_content(document: Document, content_id: str, rulebook: Rulebook, known: Container[str]) -> Content:
    """The content of a document, by its kind. A document of no kind is read as a game. Raises `FaultyContent`."""
    kind = kind_of(document) if kind_of(document).shelf else KINDS["game"]
    context = Context(Origin(content_id, source_of(document)), rulebook, known)
    content: Content = read_value(document, kind.model, context, kind.checks)
    return content


def _rulebook(files: Iterable[Any]) -> Rulebook:
    rules = [rule for rows in rules_by_id().values() for rule in rows]
    return Rulebook([*rules, *(rule for file in files for rule in file.named())])


@dataclass(slots=True)
class _Found:
    """The content that was read, by kind, and its faults."""

    files: dict[str, list[tuple[Document, Any]]]
    faults: list[Fault]
    order: list[Path] = field(default_factory=list)
    context: Context = field(default_factory=Context)

    def things(self, key: str, shelf: str) -> Iterator[Any]:
        """The content of the files of a kind."""
        return (thing for _, file in self.files[key] for thing in getattr(file, shelf))

    def library(self, key: str) -> Library:
        """The library of what was read."""
        shelves = {kind.shelf: _by_id(content for _, content in self.files[kind.key]) for kind in SHELVES}
        listed = [content for key in shelves if key != "odds" for content in shelves[key].values()]
        order = [path.stem for path in self.order]
        points = (point.of_group(file.group) for _, file in self.files["concordance"] for point in file.points)
        return Library(
            **shelves,
            rulebook=self.context.rulebook,
            themes=_by_id(self.context.themes),
            entries=tuple(
                entry(content, self.context.themes) for content in sorted(listed, key=lambda each: order.index(each.id))
            ),
            explanations=MappingProxyType({each.point: each for each in self.things("explanations", "explanations")}),
            maxims=_by_id(self.things("maxims", "maxims")),
            glossary=Glossary(self.things("glossary", "terms")),
            concordance=Concordance(points),
            moved=Moved.of(*(self.things("moved", part) for part in ("lessons", "questions", "earlier"))),
            key=key,
        )


def _by_id(things: Iterable[Any]) -> Mapping[str, Any]:
    return MappingProxyType({thing.id: thing for thing in things})


def _read_all(files: Iterable[Path], without: Container[str] = ()) -> _Found:
    """The content of the files, with the rules and themes of the tutor’s own lessons, and every fault.

    `without` are the authors in other packages whose content is not read.

    References to rules and themes can be checked only if all of these are known. If a file of the lessons has faults,
    hands are not checked.
    """
    lessons = [file for path in folders("lessons", without) for file in yaml_files(path) if not is_read_apart(file)]
    found = _Found({key: [] for key in KINDS}, [])
    documents = _documents([*lessons, *files], found.faults)
    found.order = sorted({path for kind in SHELVES for path, _ in documents[kind.key]} | set(_hands(without)))
    found.context = Context(names=frozenset(path.stem for path in found.order))
    broken = {fault.file for fault in found.faults}
    for kind in KINDS.values():
        if kind.shelf and broken & {shown(path) for path in lessons}:
            break
        for path, document in documents[kind.key]:
            context = replace(found.context, origin=Origin(path.stem, source_of(document)))
            try:
                found.files[kind.key].append((document, read_value(document, kind.model, context, kind.checks)))
            except FaultyContent as error:
                found.faults.extend(error.faults)
                broken.add(document.file)
        _close(kind, found)
    return found


def _documents(paths: Iterable[Path], faults: list[Fault]) -> dict[str, list[tuple[Path, Document]]]:
    """The documents of some files, by kind."""
    documents: dict[str, list[tuple[Path, Document]]] = {key: [] for key in KINDS}
    named: dict[str, str] = {}
    for path in {path.resolve(): path for path in paths}.values():
        try:
            document = document_of(path)
        except FaultyContent as error:
            faults.extend(error.faults)
            continue
        kind = kind_of(document)
        if kind.shelf and path.stem in named:
            what = f"‘{path.stem}’ is already in {named[path.stem]}"
            mend = "Rename one of the two, because the file name is the id"
            faults.append(document.fault((), what, mend))
            continue
        if kind.shelf:
            named[path.stem] = document.file
        documents[kind.key].append((path, document))
    return documents


def _close(kind: ContentKind, found: _Found) -> None:
    """Sorts the files of a kind by book, checks them together, and lets later kinds refer to them."""
    files = found.files[kind.key]
    files.sort(key=lambda file: BOOKS.index(getattr(file[1], "source", BOOKS[0])))
    if kind.check_files:
        found.faults.extend(kind.check_files(files, found.context))
    if kind.key == "rules":
        found.context = replace(found.context, rulebook=_rulebook(file for _, file in files))
    elif kind.key == "themes":
        found.context = replace(found.context, themes=tuple(found.things("themes", "themes")))
