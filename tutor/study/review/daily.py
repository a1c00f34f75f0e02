"""What is asked on a day: what is due, up to so many, with a little that is new, and never two alike together."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice
from random import Random

from tutor.errors import Malformed
from tutor.quizzes.exercise import Level
from tutor.quizzes.groups import ItemTopic
from tutor.quizzes.items import Item
from tutor.study.review.memory import Memory, by_risk

LARGEST_CAP = 200


@dataclass(frozen=True, slots=True)
class Settings:
    """What a learner chose: how many reviews a day, how many items of them new, and for whom the questions are.

    Raises `Malformed` for a number that will not do.
    """

    cap: int = 20
    new: int = 5
    level: Level = Level.BEGINNER

    def __post_init__(self) -> None:
        if not 1 <= self.cap <= LARGEST_CAP:
            raise Malformed(
                "number of reviews", str(self.cap), "it is too few or too many", f"Choose 1 to {LARGEST_CAP}"
            )
        if not 0 <= self.new <= self.cap:
            raise Malformed(
                "number of new items",
                str(self.new),
                "it is more than the number of reviews, or less than 0",
                f"Choose 0 to {self.cap}",
            )


@dataclass(frozen=True, slots=True)
class Day:
    """A day of a learner’s: the moment it is, the day’s end, and what was done on it.

    `reviewed` of what was due, and `begun` of what was new, have been answered already.
    """

    now: datetime
    reviewed: int = 0
    begun: int = 0

    @property
    def begins(self) -> datetime:
        return self.now.replace(hour=0, minute=0, second=0, microsecond=0)

    @property
    def midnight(self) -> datetime:
        return self.begins + timedelta(days=1)


@dataclass(frozen=True, slots=True)
class DailyReview:
    """What is left to ask today, by id, in order; `new` of it were never asked, and `waiting` are left for later."""

    asked: tuple[str, ...] = ()
    new: int = 0
    waiting: int = 0

    @property
    def due(self) -> int:
        """How many of them were met before, and fall due."""
        return len(self.asked) - self.new


def plan_review(
    items: Mapping[str, Item],
    due: Iterable[Memory],
    met: Callable[[], Collection[str]],
    settings: Settings,
    day: Day,
) -> DailyReview:
    """What is left to ask on a day, of the items that can be asked about.

    The likeliest to be forgotten of what is `due` are taken first, and asked in an order that is the same all day. What
    is new is taken from topics begun, in the order in which the items stand, and only where places are left: only then
    is it asked what has been `met`.
    """
    due = [memory for memory in due if memory.item in items]
    taken = by_risk(due, day.midnight)[: max(0, settings.cap - day.reviewed)]
    places = min(settings.new, settings.cap - day.reviewed - len(taken)) - day.begun
    new = list(islice(_unseen(items, frozenset(met())), places)) if places > 0 else []
    ripe = [memory.item for memory in taken if memory.due <= day.now]
    later = [memory.item for memory in taken if memory.due > day.now]
    seed = day.begins.date().isoformat()
    asked = [name for part in ((*ripe, *new), later) for name in interleaved((items[name] for name in part), seed)]
    return DailyReview(tuple(asked), len(new), len(due) - len(taken))


def _unseen(items: Mapping[str, Item], met: Collection[str]) -> Iterator[str]:
    """The items of topics begun that have not been met, in their order."""
    begun = {ItemTopic.of(items[name]) for name in met if name in items}
    return (
        (name for name, item in items.items() if name not in met and ItemTopic.of(item) in begun) if begun else iter(())
    )


def interleaved(items: Iterable[Item], seed: str) -> Sequence[str]:
    """The ids in an order in which topics change as often as they can, and the authors with them; one for each seed."""
    queues: dict[ItemTopic, list[str]] = {}
    for item in sorted(items, key=lambda item: (Random(f"{seed}/{item.id}").random(), item.id)):
        queues.setdefault(ItemTopic.of(item), []).append(item.id)
    order: list[str] = []
    last: ItemTopic | None = None
    while queues:
        last = min(queues, key=lambda topic: _unlike(topic, last, len(queues[topic])))
        order.append(queues[last].pop(0))
        if not queues[last]:
            del queues[last]
    return order


def _unlike(topic: ItemTopic, last: ItemTopic | None, left: int) -> tuple[object, ...]:
    """Least for the topic that comes best after another: another, the longest, of another author, of another kind."""
    source, kind = (last.source, last.kind) if last else (None, None)
    name = (topic.source, topic.kind.value, topic.question.value if topic.question else "")
    return topic == last, -left, topic.source == source, topic.kind is kind, name
