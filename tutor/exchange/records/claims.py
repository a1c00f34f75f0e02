"""The authors’ claims about their deals, checked by computing."""

from __future__ import annotations

from pydantic import Field

from tutor.exchange.records.record import Record
from tutor.library.audit import AuditedClaim


class ClaimRecord(Record):
    """A claim, and whether it is true."""

    id: str
    deal: str = Field(description="the id of the game, deal, ending or hand")
    says: str
    page: int | None
    computed: str
    verdict: str
    how: str = Field(description="how it was checked")


def claim_record(one: AuditedClaim) -> ClaimRecord:
    """A claim that was judged, for scripts."""
    judged = one.judgement
    return ClaimRecord(
        id=one.claim.id,
        deal=one.where,
        says=one.claim.says,
        page=one.claim.page,
        computed=judged.computed,
        verdict=judged.verdict.value,
        how=judged.how,
    )
