"""The authors audited: each claim of the library, judged."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cache, cached_property
from threading import Lock

from tutor.analysis.claims import Claim, ClaimSubject, Judgement
from tutor.bulk import Progress, mapped, untold
from tutor.citations import Citation
from tutor.library.cache import keep, recall
from tutor.library.catalogue import Library, load

_KEPT = "judgements"
"""Their name in the cache."""


@dataclass(frozen=True, slots=True)
class AuditedClaim:
    """A claim, its deal or hand, and the judgement."""

    where: str
    title: str
    source: str
    claim: Claim
    judgement: Judgement

    @property
    def citation(self) -> Citation:
        return Citation(self.source, self.claim.page, self.claim.lines)


def judged(where: str, title: str, subject: ClaimSubject, claims: Iterable[Claim]) -> tuple[AuditedClaim, ...]:
    """Claims about a deal, judged."""
    return tuple(AuditedClaim(where, title, subject.source, claim, claim.statement.judge(subject)) for claim in claims)


class Auditor:
    """Judges the claims of a library, each deal’s at the first request, and remembers the judgements.

    Those of the tutor’s own content take some seconds, so they are cached between starts (see `cache`).
    """

    def __init__(self, library: Library) -> None:
        self._claimed = {where: (title, subject, claims) for where, title, subject, claims in library.claimed()}
        self._key = library.key
        self._lock = Lock()

    @cached_property
    def _judgements(self) -> dict[str, tuple[Judgement, ...]]:
        """The judgements so far, by deal, game, ending or hand."""
        return dict(recall(_KEPT, self._key) or {}) if self._key else {}

    @property
    def claimed(self) -> Collection[str]:
        """The ids of the deals, games, endings and hands that have claims."""
        return self._claimed.keys()

    def of(self, where: str) -> tuple[AuditedClaim, ...]:
        """The claims of one deal, game, ending or hand, judged."""
        title, subject, claims = self._claimed[where]
        with self._lock:
            if where not in self._judgements:
                self._judgements[where] = tuple(claim.statement.judge(subject) for claim in claims)
                if self._key and len(self._judgements) == len(self._claimed):
                    keep(_KEPT, self._key, self._judgements)
            judgements = self._judgements[where]
        return tuple(
            AuditedClaim(where, title, subject.source, claim, judgement)
            for claim, judgement in zip(claims, judgements, strict=True)
        )

    def all(self) -> Iterator[AuditedClaim]:
        """Every claim, judged on request."""
        for where in self._claimed:
            yield from self.of(where)

    def all_by(self, executor: Executor, progress: Progress = untold) -> Iterator[AuditedClaim]:
        """The same, judged by workers, who have the same content. Raises `ItemFailed`."""
        for done in mapped(executor, judgements, list(self._claimed), progress, chunk=4):
            title, subject, claims = self._claimed[done.item]
            for claim, judgement in zip(claims, done.value, strict=True):
                yield AuditedClaim(done.item, title, subject.source, claim, judgement)


def judgements(where: str) -> tuple[Judgement, ...]:
    """The judgement of each claim of one deal, game, ending or hand of our own content."""
    return tuple(audited.judgement for audited in _our_auditor().of(where))


@cache  # each process reads the content once
def _our_auditor() -> Auditor:
    return Auditor(load())
