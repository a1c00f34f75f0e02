"""The laws of every code, each worded once, in `lessons/laws/codes`: what a code’s `LawRef` names."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from tutor.citations import Citation
from tutor.codes import RULED
from tutor.codes.laws import Law, LawRef, Worded
from tutor.codes.offences import Ruling
from tutor.errors import Fault, Illegal
from tutor.library import cache
from tutor.library.fields import Lines, Page, Prose, SourceKey, SyllabusId, Value
from tutor.library.files import document_of, yaml_files
from tutor.library.folders import folder
from tutor.library.yaml_text import Document


class Laws(Mapping[LawRef, Law]):
    """The laws by code and number."""

    def __init__(self, laws: Iterable[Law]) -> None:
        self._by_ref = {law.ref: law for law in laws}
        by_id: dict[str, list[Law]] = {}
        for law in self._by_ref.values():
            by_id.setdefault(law.id, []).append(law)
        self.by_id: Mapping[str, list[Law]] = MappingProxyType(by_id)
        """The laws of an id: more than one if a law has parts, or a game restates it."""

    def __getitem__(self, ref: LawRef) -> Law:
        return self._by_ref[ref]

    def __iter__(self) -> Iterator[LawRef]:
        return iter(self._by_ref)

    def __len__(self) -> int:
        return len(self._by_ref)

    def worded_in(self, code: str, ids: Iterable[str], spans: Iterable[tuple[int, int]]) -> tuple[Law, ...]:
        """The laws of a code with some ids. If several have the same id, only those in some lines.

        The id of a part of a law, such as `law-090-1`, belongs to the law.
        """
        places, found = tuple(spans), []
        for law_id in ids:
            of_code = [law for law in self._of_id(law_id) if law.ref.code == code]
            there = [law for law in of_code if any(_overlap(law.citation.lines, span) for span in places)]
            found += there or of_code[:1]
        return tuple(dict.fromkeys(found))

    def _of_id(self, law_id: str) -> list[Law]:
        law, _, part = law_id.rpartition("-")
        return self.by_id.get(law_id) or (self.by_id.get(law, []) if part.isdigit() and len(part) == 1 else [])

    def worded(self, told: object) -> str:
        """An error or a refusal in words. If a law forbids something, it includes what the law says."""
        value = told.refusal if isinstance(told, Illegal) else told
        return value.worded(self) if isinstance(value, Worded) else str(value)


def _overlap(one: tuple[int, int] | None, other: tuple[int, int]) -> bool:
    return one is not None and one[0] <= other[1] and other[0] <= one[1]


class WrittenLaw(Value):
    """A law: its place and what it says in our words, or the law of an earlier code that says the same."""

    id: SyllabusId
    heading: Annotated[Prose | None, Field(description="what the book has instead of a number")] = None
    page: Page | None = None
    lines: Lines
    says: Prose | None = None
    as_: Annotated[str | None, Field(alias="as", description="the code and number of a law in the same words")] = None

    @model_validator(mode="after")
    def _is_worded_once(self) -> WrittenLaw:
        if (self.says is None) is (self.as_ is None):
            raise ValueError("a law has its own words or those of another law. Write either ‘says’ or ‘as’")
        return self


def known_body(key: str) -> str:
    """The key of a code. Raises `ValueError`."""
    if key not in RULED:
        raise ValueError(f"there is no code ‘{key}’; the codes are {', '.join(RULED)}")
    return key


class LawsFile(Value):
    """The laws of a code by their numbers, or by our names if the book prints no numbers."""

    kind: Literal["laws"]
    code: Annotated[str, AfterValidator(known_body)]
    source: SourceKey
    laws: Annotated[dict[str, WrittenLaw], Field(min_length=1)]


def check_laws(files: Sequence[tuple[Document, LawsFile]], _: object) -> Iterator[Fault]:
    """A fault for every law with the words of a law that does not exist or has none."""
    worded = {f"{model.code} {number}" for _, model in files for number, law in model.laws.items() if law.says}
    for document, model in files:
        for number, law in model.laws.items():
            if law.as_ and law.as_ not in worded:
                what = f"there is no law ‘{law.as_}’ with words"
                yield document.fault(("laws", number, "as"), what, "Name a code and the number of a law that has words")


def laws_of(models: Iterable[LawsFile]) -> Laws:
    """The laws of some files. Raises `KeyError` for one with the words of a law that does not exist."""
    written = [(model, number, law) for model in models for number, law in model.laws.items()]
    words = {f"{model.code} {number}": law.says for model, number, law in written if law.says}
    return Laws(
        Law(
            LawRef(model.code, number),
            law.id,
            law.says or words[law.as_ or ""],
            Citation(model.source, law.page, law.lines, _cited(number, law.heading)),
        )
        for model, number, law in written
    )


def _cited(number: str, heading: str | None) -> str | None:
    """How the law is cited: by its number or heading, not by our name."""
    return heading or (number if number[0].isdigit() else None)


@functools.cache
def laws() -> Laws:
    """The laws of the tutor’s own files, which `tutor check` has checked."""
    return cache.cached("laws", cache.fingerprint(), _read)


def _read() -> Laws:
    files = yaml_files(folder("lessons") / "laws" / "codes")
    return laws_of(LawsFile.model_validate(document_of(file).data) for file in files)


def places_of(ruling: Ruling) -> str:
    """The places of the laws of a ruling. The author and each place are named once."""
    cited = [laws()[law].citation for law in ruling.laws]
    author = cited[0].author
    places = dict.fromkeys(str(citation).removeprefix(f"{author}, ") for citation in cited)
    return f"{author}, {'; '.join(places)}"
