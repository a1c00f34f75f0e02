"""What was done at home for an assignment, as a file brings it back: every answer without its mark, every hand."""

from __future__ import annotations

import hashlib
from typing import Annotated

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field

LENGTH_OF_KEY = 40

Attempt = Annotated[int, Field(ge=1, le=1_000)]


class Travels(BaseModel):
    """What a file holds that goes from tutor to tutor."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class SubmittedAnswer(Travels):
    """An answer as it was given, without what it was worth."""

    topic: Annotated[str, Field(max_length=40)]
    item: Annotated[str, Field(max_length=200)]
    given: Annotated[str, Field(max_length=400)]
    at: AwareDatetime
    hints: Annotated[int, Field(ge=0, le=3)] = 0
    attempt: Attempt | None = None

    def digest(self, key: str) -> str:
        """What tells this answer to the work of a key from every other, however often it is sent."""
        said = (key, self.topic, self.item, self.given, self.at.isoformat(), str(self.hints), str(self.attempt))
        return hashlib.sha256("\n".join(said).encode()).hexdigest()[:LENGTH_OF_KEY]


class PlayedHand(Travels):
    """A deal that was played for an attempt, as it is written down."""

    attempt: Attempt
    code: Annotated[str, Field(max_length=40)]
    seed: Annotated[str, Field(max_length=40)]
    player: Annotated[str, Field(max_length=1)]
    strictness: Annotated[str, Field(max_length=20)]
    given: Annotated[tuple[Annotated[str, Field(max_length=120)], ...], Field(max_length=1)]
    record: Annotated[tuple[Annotated[str, Field(max_length=80)], ...], Field(max_length=400)]
