"""From the files of the concordance to its points, with every fault of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from tutor.authors import AUTHORS
from tutor.citations import SOURCES, Citation
from tutor.codes.offences import FIVE_CODES
from tutor.codes.offences.acts import Act
from tutor.errors import Fault
from tutor.library.building import validated
from tutor.library.concordance import CODES_COMPARED, Cell, Concordance, Gap, LegalPoint, Provision, Want
from tutor.library.glossary import folded
from tutor.library.laws import laws
from tutor.library.schema import CellModel, ConcordanceModel, LegalPointModel
from tutor.library.yaml_text import Document, Path

_ACTS = {act.slug: act for act in Act}
_BEGINNINGS = {table.key: f"{AUTHORS[table.source].prefix}-" for table in FIVE_CODES.values()}
"""What the ids of a code’s laws begin with."""


class ConcordanceBuilder:
    """Gathers the points of some documents."""

    def __init__(self) -> None:
        self._points: dict[str, LegalPoint] = {}

    def add(self, document: Document) -> list[Fault]:
        """Takes the points of a document in; the faults of it. Raises `FaultyContent` where it cannot be read."""
        model = validated(document, ConcordanceModel)
        faults: list[Fault] = []
        for number, one in enumerate(model.points):
            here: Path = ("points", number)
            if one.id in self._points:
                what = f"the point ‘{one.id}’ stands twice"
                faults.append(document.fault((*here, "id"), what, "Put the two together: a point stands once"))
                continue
            faults.extend(_faults_of(document, here, one))
            cells = {key: _cell(key, one.codes.get(key)) for key in CODES_COMPARED}
            acts = tuple(_ACTS[slug] for slug in one.offences if slug in _ACTS)
            self._points[one.id] = LegalPoint(one.id, model.group, one.asks, cells, one.wrong, acts)
        return faults

    def built(self) -> Concordance:
        """The concordance of the points gathered."""
        return Concordance(self._points.values())


def _cell(key: str, model: CellModel | None) -> Cell:
    if model is None:
        return Gap(Want.NO_SUCH_POINT)
    if model.absent is not None:
        return Gap(Want.LOST if model.absent == "unknown" else Want.NO_LAW, model.says or "")
    citation = Citation(FIVE_CODES[key].source, model.page, model.lines, model.law)
    return Provision(model.short or "", _says(key, model), citation, model.also, model.items)


def _says(key: str, model: CellModel) -> str:
    """The words of the laws, and what the point has beside them; where they are worded nowhere else, its own."""
    words = (law.says for law in laws().worded_in(key, model.items, filter(None, (model.lines, *model.also))))
    return " ".join([*words, *([model.says] if model.says else [])])


def _faults_of(document: Document, here: Path, one: LegalPointModel) -> Iterator[Fault]:
    for number, slug in enumerate(one.offences):
        if slug not in _ACTS:
            what = f"there is no offence ‘{slug}’"
            yield document.fault((*here, "offences", number), what, _did_you_mean(slug, _ACTS))
    for key, cell in one.codes.items():
        path: Path = (*here, "codes", key)
        if not (cell.absent or _says(key, cell)):
            what = "nothing says what the law is: its items are none that lessons/laws/codes words"
            yield document.fault(path, what, "Write ‘says’, or name a law that is worded")
        for number, item in enumerate(cell.items):
            if not item.startswith(_BEGINNINGS[key]):
                what = f"‘{item}’ is no law of {SOURCES[FIVE_CODES[key].source].author}, in whose book this code stands"
                yield document.fault((*path, "items", number), what, f"Name one that begins {_BEGINNINGS[key]}")
        if cell.short and f" {folded(cell.short)} " in f" {folded(one.asks)} " and " " in cell.short:
            yield document.fault((*path, "short"), "the question tells this answer", "Ask in other words")
    given = {folded(cell.short) for cell in one.codes.values() if cell.short}
    for number, wrong in enumerate(one.wrong):
        if folded(wrong) in given:
            what = f"‘{wrong}’ is what a code says"
            yield document.fault((*here, "wrong", number), what, "Write what no code says")
    if len(given) + len(one.wrong) < 3:
        what = "there are not three answers to choose from, those of the codes and wrong ones together"
        yield document.fault(here, what, "Add to ‘wrong’ what no code says")


def _did_you_mean(name: str, known: Iterable[str]) -> str:
    near = get_close_matches(name, list(known), n=1)
    return f"Did you mean ‘{near[0]}’?" if near else "`tutor ruling` lists them"
