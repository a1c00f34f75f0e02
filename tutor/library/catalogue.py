"""All content, loaded and checked: games, and the rules that they refer to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from tutor.citations import Citation
from tutor.errors import Fault, FaultyContent, Unknown
from tutor.library.building import GameBuilder, validated
from tutor.library.games import Game
from tutor.library.places import folder
from tutor.library.rulebook import CARRIED_OUT, NamedRule, Rulebook
from tutor.library.schema import RulesModel
from tutor.library.yaml_text import Document, read


@dataclass(frozen=True, slots=True)
class Library:
    """The content, by id."""

    games: Mapping[str, Game]
    rulebook: Rulebook

    def game(self, game_id: str) -> Game:
        """The game of an id. Raises `Unknown`."""
        try:
            return self.games[game_id]
        except KeyError:
            raise Unknown("game", game_id, self.games) from None


def load() -> Library:
    """The tutor’s own content. Raises `FaultyContent` with every fault of every file."""
    games, rulebook, faults = _read_all(_yaml_files(folder("hands")))
    if faults:
        raise FaultyContent(faults)
    return Library(MappingProxyType(games), rulebook)


def check(paths: Iterable[Path]) -> list[Fault]:
    """Every fault of files and folders of content; of the tutor’s own where none is named."""
    found = {path: _yaml_files(path) for path in (list(paths) or [folder("hands")])}
    faults = _read_all([file for files in found.values() for file in files])[2]
    empty = [
        Fault(_shown(path), 1, 1, "there is no YAML file here", "Name another") for path in found if not found[path]
    ]
    return sorted([*faults, *empty])


def _read_all(files: Iterable[Path]) -> tuple[dict[str, Game], Rulebook, list[Fault]]:
    """The games of the files, the rules of the tutor’s own lessons and of the files, and every fault."""
    faults: list[Fault] = []
    documents: dict[str, Document] = {}
    rules: list[NamedRule] = list(CARRIED_OUT)
    lessons = _yaml_files(folder("lessons"))
    for file in dict.fromkeys([*lessons, *files]):
        try:
            document = _document(file)
            if isinstance(document.data, dict) and document.data.get("kind") == "rules":
                rules.extend(_rules(document, {rule.id for rule in rules}, faults))
            elif file.stem in documents:
                what = f"the game ‘{file.stem}’ is in {documents[file.stem].file} already"
                faults.append(
                    document.fault((), what, "Rename one of the two: the name of a file is the id of its game")
                )
            else:
                documents[file.stem] = document
        except FaultyContent as error:
            faults.extend(error.faults)
            if file in lessons:
                return {}, Rulebook(rules), faults  # what refers to a rule cannot be judged without them all
    rulebook = Rulebook(rules)
    games: dict[str, Game] = {}
    known = {*documents, *(file.stem for file in _yaml_files(folder("hands")))}
    for name, document in documents.items():
        try:
            games[name] = GameBuilder(document, name, rulebook, known).build()
        except FaultyContent as error:
            faults.extend(error.faults)
    return games, rulebook, faults


def _rules(document: Document, known: set[str], faults: list[Fault]) -> list[NamedRule]:
    model = validated(document, RulesModel)
    for number, rule in enumerate(model.rules):
        if rule.id in known:
            faults.append(
                document.fault(("rules", number, "id"), f"the rule ‘{rule.id}’ stands twice", "Strike one out")
            )
        known.add(rule.id)
    return [NamedRule(rule.id, rule.says, Citation(model.source, rule.page, rule.lines)) for rule in model.rules]


def _yaml_files(path: Path) -> list[Path]:
    """The file, or the YAML files in the folder and below it."""
    return sorted([*path.rglob("*.yaml"), *path.rglob("*.yml")]) if path.is_dir() else [path]


def _document(path: Path) -> Document:
    shown = _shown(path)
    try:
        return read(path.read_text(encoding="utf-8"), shown)
    except OSError as error:
        reason = (error.strerror or "it cannot be read").lower()
        raise FaultyContent([Fault(shown, 1, 1, reason, "Name a file or a folder that is there")]) from None
    except UnicodeDecodeError as error:
        raise FaultyContent(
            [Fault(shown, 1, 1, f"byte {error.start} is not UTF-8", "Save the file as UTF-8 text")]
        ) from None


def _shown(path: Path) -> str:
    """The path as a person would write it: from here where it lies below, whole elsewhere."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except (ValueError, OSError, RuntimeError):  # it lies elsewhere, or its links go round in a circle
        return str(path)
