"""From the files of maxims to the maxims, with every fault of theirs found at once."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from difflib import get_close_matches
from itertools import pairwise

from tutor.citations import Citation
from tutor.errors import Fault
from tutor.library.building import readings
from tutor.library.maxims import Maxim
from tutor.library.schema import MaximModel, MaximsModel
from tutor.library.yaml_text import Document, Path

MaximsFile = tuple[Document, MaximsModel]


def build_maxims(files: Sequence[MaximsFile], shown: Container[str], faults: list[Fault]) -> tuple[Maxim, ...]:
    """The maxims of the files; `shown` has the ids of rules carried out and of content. Adds to the faults."""
    ids = [one.id for _, model in files for one in model.maxims]
    seen: set[str] = set()
    for document, model in files:
        faults.extend(_out_of_order(document, model))
        for place, one in enumerate(model.maxims):
            path: Path = ("maxims", place)
            if one.id in seen:
                what = f"the maxim ‘{one.id}’ stands twice"
                faults.append(document.fault((*path, "id"), what, "Strike one out"))
            seen.add(one.id)
            faults.extend(_dangling(document, path, one, shown, ids))
            faults.extend(_misplaced(document, path, one))
    return tuple(_maxim(model.source, one) for _, model in files for one in model.maxims)


def _maxim(source: str, one: MaximModel) -> Maxim:
    return Maxim(
        one.id,
        one.number,
        one.topic,
        one.text,
        Citation(source, one.page, one.lines),
        one.heading,
        one.language,
        one.meaning,
        one.see,
        readings(one.readings),
    )


def _out_of_order(document: Document, model: MaximsModel) -> Iterator[Fault]:
    for place, one in enumerate(model.maxims):
        if one.number != place + 1:
            what = f"the maxim ‘{one.id}’ is numbered {one.number}, and is number {place + 1} here"
            yield document.fault(
                ("maxims", place, "number"), what, "Number the maxims of a book as they follow, from 1"
            )
    for place, (before, one) in enumerate(pairwise(model.maxims), start=1):
        if one.lines[0] <= before.lines[1]:
            what = f"the maxim ‘{one.id}’ begins in line {one.lines[0]}, before ‘{before.id}’ ends"
            yield document.fault(("maxims", place, "lines"), what, "Put the maxims in the order of the book")


def _dangling(
    document: Document, path: Path, one: MaximModel, shown: Container[str], ids: Sequence[str]
) -> Iterator[Fault]:
    for number, name in enumerate(one.see):
        if name not in shown and (name not in ids or name == one.id):
            near = get_close_matches(name, [maxim_id for maxim_id in ids if maxim_id != name], n=1)
            hint = f", as the maxim ‘{near[0]}’" if near else ""
            what = f"‘{name}’ is no rule that is carried out, no hand and no other maxim"
            yield document.fault((*path, "see", number), what, f"Name one that is there{hint}")


def _misplaced(document: Document, path: Path, one: MaximModel) -> Iterator[Fault]:
    first, last = one.lines
    for number, reading in enumerate(one.readings):
        if not first <= reading.line <= last:
            what = f"line {reading.line} is not of ‘{one.id}’, which stands in lines {first} to {last}"
            yield document.fault((*path, "readings", number, "line"), what, "Correct one of the two")
