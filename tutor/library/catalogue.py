"""All content, loaded and checked: games, deals, endings, hands, odds; rules, themes, maxims, glossary, laws."""

from __future__ import annotations

import gc
from collections.abc import Container, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

from tutor.analysis.claims import Claim, Subject
from tutor.analysis.reconstruction import Puzzle
from tutor.citations import SOURCES, Citation
from tutor.errors import Fault, FaultyContent, Unknown
from tutor.library import positions
from tutor.library.building import GameBuilder, validated
from tutor.library.building_concordance import ConcordanceBuilder
from tutor.library.building_deals import Checker, build_deal, build_hands, build_odds, build_problem
from tutor.library.building_glossary import GlossaryBuilder
from tutor.library.building_maxims import MaximsFile, build_maxims
from tutor.library.concordance import Concordance
from tutor.library.deals import ExampleDeal, HandsGroup, OddsFile, Problem
from tutor.library.files import COURSE_FILE, document_of, is_read_apart, shown, yaml_files
from tutor.library.folders import folders
from tutor.library.games import Game
from tutor.library.glossary import Glossary
from tutor.library.laws import LawsModel, faults_of
from tutor.library.lesson_schema import CourseModel
from tutor.library.maxims import Maxim
from tutor.library.passages import disagreements
from tutor.library.rulebook import CARRIED_OUT, Explanation, NamedRule, Rulebook
from tutor.library.schema import ExplanationsModel, MaximsModel, RulesModel, ThemesModel
from tutor.library.themes import Entry, Theme, entry
from tutor.library.yaml_text import Document

Content = Game | ExampleDeal | Problem | HandsGroup | OddsFile
K = TypeVar("K", bound=Content)
BOOKS = tuple(SOURCES)
"""The books in the order in which they teach: the order of all that is listed."""


@dataclass(frozen=True, slots=True, eq=False)
class Library:
    """The content, by id, each kind in the order of its files’ names; loaded once, and equal to itself alone.

    `entries` are what the lists show of it, each with its themes; every one has a theme. `explanations` say why an
    author parts from his own rules, by the point at which he does. `maxims` are in the order of the books.
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

    @property
    def number_of_claims(self) -> int:
        """How many things the authors claim."""
        return sum(len(claims) for _, _, _, claims in self.claimed())

    def claimed(self) -> Iterator[tuple[str, str, Subject, tuple[Claim, ...]]]:
        """The claims of each game, deal, ending and hand, with its id, its title and what they are made of."""
        for game in self.games.values():
            yield game.id, game.name, game.subject, game.claims
        for deal in self.deals.values():
            yield deal.id, deal.title, deal.subject, deal.claims
        for problem in self.problems.values():
            yield problem.id, problem.title, problem.subject, problem.claims
        for file in self.odds.values():
            yield file.id, f"{SOURCES[file.source].author}, of no one deal", file.subject, file.claims
        for group in self.groups.values():
            for hand in group.hands:
                yield hand.id, hand.title, hand.subject, hand.claims

    def game(self, game_id: str) -> Game:
        """The game of an id. Raises `Unknown`."""
        try:
            return self.games[game_id]
        except KeyError:
            raise Unknown("game", game_id, self.games) from None

    def deal(self, deal_id: str) -> ExampleDeal:
        """The deal of an id. Raises `Unknown`."""
        try:
            return self.deals[deal_id]
        except KeyError:
            raise Unknown("deal", deal_id, self.deals) from None

    def problem(self, problem_id: str) -> Problem:
        """The ending of an id. Raises `Unknown`."""
        try:
            return self.problems[problem_id]
        except KeyError:
            raise Unknown("ending", problem_id, self.problems) from None

    def group(self, group_id: str) -> HandsGroup:
        """The group of hands of an id. Raises `Unknown`."""
        try:
            return self.groups[group_id]
        except KeyError:
            raise Unknown("group of hands", group_id, self.groups) from None


@contextmanager
def _uncollected() -> Iterator[None]:
    """Without looking for rubbish, meanwhile or ever, in what is read: all of it is kept, and looking takes long."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_on:
            gc.enable()


def load() -> Library:
    """The tutor’s own content. Raises `FaultyContent` with every fault of every file."""
    with _uncollected():
        found = _read_all(_hands())
    if found.faults:
        raise FaultyContent(found.faults)

    def of(kind: type[K]) -> Mapping[str, K]:
        of_kind = [(name, one) for name, one in found.content.items() if isinstance(one, kind)]
        return MappingProxyType(dict(sorted(of_kind, key=lambda item: BOOKS.index(item[1].source))))

    return Library(
        games=of(Game),
        deals=of(ExampleDeal),
        problems=of(Problem),
        groups=of(HandsGroup),
        odds=of(OddsFile),
        rulebook=found.rulebook,
        themes=MappingProxyType({theme.id: theme for theme in found.themes}),
        entries=tuple(found.entries),
        explanations=MappingProxyType(found.explanations),
        maxims=MappingProxyType({maxim.id: maxim for maxim in found.maxims}),
        glossary=found.glossary.built(),
        concordance=found.concordance.built(),
    )


def _hands() -> list[Path]:
    return [file for path in folders("hands") for file in yaml_files(path)]


def check(paths: Iterable[Path]) -> list[Fault]:
    """Every fault of files and folders of content; of the tutor’s own where none is named."""
    own = [*folders("hands"), *(path / positions.FOLDER for path in folders("lessons"))]
    found = {path: yaml_files(path) for path in (list(paths) or own)}
    read = _read_all([file for files in found.values() for file in files])
    untrue = [fault for name, one in read.content.items() for fault in disagreements(read.documents[name], one)]
    empty = [path for path, files in found.items() if not files]
    return sorted(
        [*read.faults, *untrue, *(Fault(shown(path), 1, 1, "no YAML file is here", "Name another") for path in empty)]
    )


def puzzle_in(path: Path) -> Puzzle:
    """The play that a file of a game leaves to be found. Raises `FaultyContent`."""
    return GameBuilder(document_of(path), path.stem, Rulebook(CARRIED_OUT), ()).puzzle()


@dataclass(slots=True)
class _Found:
    """What was read, and what is wrong with it."""

    content: dict[str, Content]
    rulebook: Rulebook
    themes: list[Theme]
    entries: list[Entry]
    faults: list[Fault]
    documents: dict[str, Document] = field(default_factory=dict)
    explanations: dict[str, Explanation] = field(default_factory=dict)
    maxims: tuple[Maxim, ...] = ()
    glossary: GlossaryBuilder = field(default_factory=GlossaryBuilder)
    concordance: ConcordanceBuilder = field(default_factory=ConcordanceBuilder)


def _read_all(files: Iterable[Path]) -> _Found:
    """What is in the files, the rules and themes of the tutor’s own lessons and of the files, and every fault."""
    faults: list[Fault] = []
    themes: list[Theme] = []
    explanations: dict[str, Explanation] = {}
    maxims: list[MaximsFile] = []
    glossary = GlossaryBuilder()
    laws: list[tuple[Document, LawsModel]] = []
    concordance = ConcordanceBuilder()
    documents: dict[str, Document] = {}
    rules: list[NamedRule] = list(CARRIED_OUT)
    lessons = [file for path in folders("lessons") for file in yaml_files(path) if not is_read_apart(file)]
    for file in {file.resolve(): file for file in [*lessons, *files]}.values():
        try:
            document = document_of(file)
            if kind_of(document) == "rules":
                rules.extend(_rules(document, {rule.id for rule in rules}, faults))
            elif kind_of(document) == "themes":
                themes.extend(_themes(document, {theme.id for theme in themes}, faults))
            elif kind_of(document) == "explanations":
                _explain(document, explanations, faults)
            elif kind_of(document) == "maxims":
                maxims.append((document, validated(document, MaximsModel)))
            elif file.name == COURSE_FILE:
                validated(document, CourseModel)
            elif kind_of(document) == "glossary":
                faults.extend(glossary.add(document))
            elif kind_of(document) == "positions":
                faults.extend(positions.faults(document))
            elif kind_of(document) == "laws":
                laws.append((document, validated(document, LawsModel)))
            elif kind_of(document) == "concordance":
                faults.extend(concordance.add(document))
            elif file.stem in documents:
                what = f"‘{file.stem}’ is in {documents[file.stem].file} already"
                faults.append(document.fault((), what, "Rename one of the two: the name of a file is the id of it"))
            else:
                documents[file.stem] = document
        except FaultyContent as error:
            faults.extend(error.faults)
            if file in lessons:
                return _Found(
                    {}, Rulebook(rules), themes, [], faults
                )  # what refers to a rule cannot be judged without them all
    faults.extend(glossary.unresolved())
    faults.extend(faults_of(laws))
    rulebook = Rulebook(rules)
    found = _Found({}, rulebook, themes, [], faults, documents, explanations, (), glossary, concordance)
    known = {*documents, *(file.stem for file in _hands())}
    maxims.sort(key=lambda file: BOOKS.index(file[1].source))
    found.maxims = build_maxims(maxims, known | {rule.id for rule in CARRIED_OUT}, faults)
    for name, document in documents.items():
        try:
            found.content[name] = one = built(document, name, rulebook, known)
        except FaultyContent as error:
            faults.extend(error.faults)
            continue
        if not isinstance(one, OddsFile):
            found.entries.append(entry(one, themes))
            faults.extend(unthemed(document, found.entries[-1]))
    return found


def unthemed(document: Document, listed: Entry) -> Iterator[Fault]:
    """A fault where what a document holds is of no theme: no list would have it."""
    if not listed.themes:
        yield document.fault(("illustrates",), "none of the rules illustrated is of a theme", _NO_THEME)


_NO_THEME = "Name a rule of a theme as well, or add one of these to a theme in lessons/themes.yaml"


def kind_of(document: Document) -> object:
    """What a document says that it is; None where it says nothing."""
    return document.data.get("kind") if isinstance(document.data, dict) else None


def built(document: Document, name: str, rulebook: Rulebook, known: Container[str]) -> Content:
    """What a document holds, by its kind; one of no known kind is judged as a game. Raises `FaultyContent`."""
    match kind_of(document):
        case "deal":
            return build_deal(document, name, Checker(document, rulebook, known))
        case "problem":
            return build_problem(document, name, Checker(document, rulebook, known))
        case "hands":
            return build_hands(document, name, Checker(document, rulebook, known))
        case "odds":
            return build_odds(document, name, Checker(document, rulebook, known))
        case _:
            return GameBuilder(document, name, rulebook, known).build()


def _rules(document: Document, known: set[str], faults: list[Fault]) -> list[NamedRule]:
    model = validated(document, RulesModel)
    for number, rule in enumerate(model.rules):
        if rule.id in known:
            faults.append(
                document.fault(("rules", number, "id"), f"the rule ‘{rule.id}’ stands twice", "Strike one out")
            )
        known.add(rule.id)
    return [
        NamedRule(rule.id, rule.says, Citation(model.source, rule.page, rule.lines), cannot=rule.cannot or "")
        for rule in model.rules
    ]


def _explain(document: Document, known: dict[str, Explanation], faults: list[Fault]) -> None:
    model = validated(document, ExplanationsModel)
    for number, one in enumerate(model.explanations):
        if one.point in known:
            what = f"‘{one.point}’ is explained twice"
            faults.append(document.fault(("explanations", number, "point"), what, "Strike one out"))
        known[one.point] = Explanation(one.kind, one.because)


def _themes(document: Document, known: set[str], faults: list[Fault]) -> list[Theme]:
    model = validated(document, ThemesModel)
    for number, theme in enumerate(model.themes):
        if theme.id in known:
            what = f"the theme ‘{theme.id}’ stands twice"
            faults.append(document.fault(("themes", number, "id"), what, "Strike one out"))
        known.add(theme.id)
    return [Theme.of(theme.id, theme.name, theme.about, theme.rules) for theme in model.themes]
