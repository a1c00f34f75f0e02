"""Full-text search over all content, with an index in memory. Nothing is written or downloaded."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from threading import Lock

from tutor.authorities import AUTHORITIES, only_heard
from tutor.citations import SOURCES
from tutor.codes.offences.acts import Act
from tutor.library.catalogue import Library
from tutor.library.concordance import Provision
from tutor.library.experiments import ExperimentBlock, ExperimentQuestion
from tutor.library.guides import guides
from tutor.library.incidents import Incident
from tutor.library.lesson_blocks import ProseBlock, TableBlock
from tutor.library.lesson_questions import WrittenQuestion
from tutor.library.lessons import Courses, Lesson

LONGEST_QUERY = 200


class SearchSection(Enum):
    """The kinds of results, in the order in which they are shown."""

    TERM = "Glossary"
    LESSON = "Lessons"
    RULE = "Rules"
    MAXIM = "Maxims"
    LAW = "Laws"
    OFFENCE = "Rulings"
    DEAL = "Deals"
    ENDING = "Endings"
    HAND = "Single hands"
    GAME = "Games"
    ODDS = "Odds"
    CLAIM = "Claims"
    GUIDE = "Guides"

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class SearchEntry:
    """Something that can be found: its kind, id, title and text.

    `within` is the id of the content that it belongs to, if it has no page. `words` are other words that find it.
    """

    shelf: SearchSection
    id: str
    title: str
    text: str
    source: str = ""
    within: str = ""
    words: str = ""

    @property
    def names(self) -> str:
        """Its title and words. A claim has only words, because its title is that of its content."""
        return self.words if self.shelf is SearchSection.CLAIM else f"{self.title} {self.words}"


@dataclass(frozen=True, slots=True)
class SearchResult:
    """An entry that was found, and a part of its text in pieces. Every second piece is a word searched for."""

    entry: SearchEntry
    pieces: tuple[str, ...]


class Index:
    """All entries, searchable by words. Any number of threads may search it."""

    def __init__(self, entries: Iterable[SearchEntry]) -> None:
        self._entries = tuple(entries)
        self._lock = Lock()
        self._database = sqlite3.connect(":memory:", check_same_thread=False)
        self._database.execute(
            "CREATE VIRTUAL TABLE entry USING fts5(title, text, tokenize = 'porter unicode61 remove_diacritics 2', "
            "prefix = '2 3')"
        )
        rows = ((number, entry.names, entry.text) for number, entry in enumerate(self._entries))
        self._database.executemany("INSERT INTO entry (rowid, title, text) VALUES (?, ?, ?)", rows)

    def __len__(self) -> int:
        return len(self._entries)

    def search(self, words: str, most: int = 60) -> tuple[SearchResult, ...]:
        """The entries with all the words, the best first. The last word may be a beginning. Titles count for more."""
        query = _query(words)
        if not query:
            return ()
        sought = (
            "SELECT rowid, snippet(entry, 1, char(2), char(3), ' … ', 24) FROM entry WHERE entry MATCH ? "
            "AND rank MATCH 'bm25(6.0, 1.0)' ORDER BY rank LIMIT ?"  # so that snippets are made only for results shown
        )
        with self._lock:
            rows = self._database.execute(sought, (query, most)).fetchall()
        return tuple(SearchResult(self._entries[number], _pieces(snippet)) for number, snippet in rows)


def _query(words: str) -> str:
    """The words as a query, each quoted, so that none is read as a command."""
    found = re.findall(r"\w+", words[:LONGEST_QUERY])
    return " ".join(f'"{word}"{"*" if place == len(found) else ""}' for place, word in enumerate(found, 1))


def _pieces(snippet: str) -> tuple[str, ...]:
    return tuple(re.split("[\x02\x03]", snippet))


# ---- what can be found -------------------------------------------------------------------------------------------


def entries(library: Library, courses: Courses) -> Iterator[SearchEntry]:
    """All the texts of the library and the lessons."""
    for term in library.glossary:
        said = [term.means, *(usage.says for usage in term.usages)]
        yield SearchEntry(
            SearchSection.TERM, term.anchor, term.name, _plain(" ".join(said)), words=" ".join(term.words)
        )
    for lesson in courses.lessons.values():
        yield SearchEntry(
            SearchSection.LESSON, lesson.id, lesson.title, _plain(f"{lesson.aim} {' '.join(_texts(lesson))}")
        )
    yield from _rules(library)
    for maxim in library.maxims.values():
        yield SearchEntry(
            SearchSection.MAXIM, maxim.id, maxim.cited, f"{maxim.text} {maxim.meaning}".strip(), maxim.source
        )
    for point in library.concordance.values():
        laws = [cell for cell in point.cells.values() if isinstance(cell, Provision)]
        says, short = (
            " ".join(dict.fromkeys(texts)) for texts in ((law.says for law in laws), (law.short for law in laws))
        )
        yield SearchEntry(SearchSection.LAW, point.slug, point.asks, says, words=short)
    for act in Act:
        yield SearchEntry(SearchSection.OFFENCE, act.slug, f"{act.words[:1].upper()}{act.words[1:]}", "")
    yield from _deals(library)
    for file in library.odds.values():
        for odds in file.odds:
            yield SearchEntry(
                SearchSection.ODDS, odds.id, f"Odds, {SOURCES[file.source].author}", odds.says, file.source
            )
    for where, title, _, claims in library.claimed():
        for claim in claims:
            yield SearchEntry(SearchSection.CLAIM, claim.id, title, _plain(claim.says), within=where)
    for guide in guides().values():
        yield SearchEntry(SearchSection.GUIDE, guide.name, guide.title, _plain(guide.text))


def _texts(lesson: Lesson) -> Iterator[str]:
    for block in lesson.blocks:
        match block:
            case ProseBlock():
                yield block.markdown
            case TableBlock():
                yield from (cell for row in (block.head, *block.rows) for cell in row)
                yield block.caption
            case WrittenQuestion() | ExperimentQuestion():
                yield block.ask
            case ExperimentBlock():
                yield block.says
            case Incident():
                yield block.happens
            case _:
                pass


def _rules(library: Library) -> Iterator[SearchEntry]:
    seen: set[str] = set()
    for key, author in AUTHORITIES.items():
        for rule in author.rules:
            if rule.id not in seen:
                seen.add(rule.id)
                yield SearchEntry(SearchSection.RULE, rule.id, str(rule.citation), rule.says, key)
    for message in only_heard():
        yield SearchEntry(SearchSection.RULE, message.id, str(message.citation), message.says, message.citation.source)
    for told in library.rulebook.told():
        yield SearchEntry(SearchSection.RULE, told.id, str(told.citation), told.says, told.citation.source)


def _deals(library: Library) -> Iterator[SearchEntry]:
    for deal in library.deals.values():
        yield SearchEntry(
            SearchSection.DEAL,
            deal.id,
            deal.title,
            _plain(" ".join(passage.text for passage in deal.says)),
            deal.source,
        )
    for problem in library.problems.values():
        text = _plain(" ".join([problem.goal, *(passage.text for passage in problem.says)]))
        yield SearchEntry(SearchSection.ENDING, problem.id, problem.title, text, problem.source)
    for group in library.groups.values():
        for hand in group.hands:
            title = f"{hand.title}, p. {hand.citation.page}"  # two pages may discuss the same holding
            yield SearchEntry(SearchSection.HAND, hand.id, title, _plain(hand.text), group.source, within=group.id)
    for game in library.games.values():
        text = _plain(" ".join(note.text for note in game.notes))
        yield SearchEntry(SearchSection.GAME, game.id, game.name, text, game.source)


_MARKS = re.compile(r"[*_#>`]|\]\([^)]*\)|\[(?=[^\]]*\]\()")


def _plain(text: str) -> str:
    """A text of ours without its marks."""
    return " ".join(_MARKS.sub("", text).split())
