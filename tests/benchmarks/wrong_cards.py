"""What comes of wrong cards: how often each is refuted, a convention, an equal card, or makes no difference.

    python -m tests.benchmarks.wrong_cards [NUMBER [SEED]]

So many answers are drawn, the same of each author for each question as far as there are rules, each a card that is not
advised in a question on a rule. Times are
of the processor, for on a machine that others use the clock tells nothing.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import cycle, islice
from random import Random
from statistics import median

from tests.support.questions import MAKER
from tutor.authorities import AUTHORITIES
from tutor.authorities.rules import Question
from tutor.cards import Card
from tutor.quizzes.author_exercise import AuthorExercise
from tutor.quizzes.card_costs import CardCost, cost_of
from tutor.quizzes.exercise import Grade, Level

NUMBER, SEED = 300, 1
TRIES = 8


def main(number: int, seed: int) -> None:
    kinds: Counter[str] = Counter()
    by_question: Counter[tuple[str, str]] = Counter()
    times, refuted = list[float](), list[CardCost]()
    for exercise, card in islice(wrong_cards(Random(seed)), number):
        begun = time.process_time()
        found = cost_of(exercise, str(card))
        times.append(time.process_time() - begun)
        kind = found.kind.value if found else "not weighed"
        kinds[kind] += 1
        by_question[exercise.question.value, kind] += 1
        if found and found.refutation:
            refuted.append(found)
    for kind, times_ in kinds.most_common():
        print(f"{kind:<22} {times_:4} {times_ / number:6.1%}")
    for (question, kind), times_ in sorted(by_question.items()):
        print(f"  {question:<12} {kind:<22} {times_:4}")
    shown = [found.refutation for found in refuted if found.refutation]
    lengths = sorted(refutation.tricks for refutation in shown)
    print(
        f"tricks played out: median {median(lengths)}, 5 or fewer in {sum(one <= 5 for one in lengths)} of {len(shown)}"
    )
    print(
        f"does better on more layouts than it fails on: {sum(one.gains > one.fails for one in shown)} of {len(shown)}"
    )
    ordered = sorted(times)
    print(f"seconds: median {median(ordered):.2f}, p95 {ordered[len(ordered) * 95 // 100]:.2f}, most {ordered[-1]:.2f}")


def wrong_cards(random: Random) -> Iterator[tuple[AuthorExercise, Card]]:
    """Wrong cards without end, of the authors and the questions in turn."""
    groups: dict[tuple[str, Question], list[str]] = {}
    for author in AUTHORITIES.values():
        for chapter in author.chapters:
            if not chapter.question.is_of_calls:
                known = {rule.id for rule in chapter.rules} & set(MAKER.items)
                groups.setdefault((author.key, chapter.question), []).extend(sorted(known))
    for rules in cycle(list(filter(None, groups.values()))):
        drawn = (_drawn(random, rules) for _ in range(TRIES))
        yield from islice(filter(None, drawn), 1)


def _drawn(random: Random, rules: list[str]) -> tuple[AuthorExercise, Card] | None:
    exercise = MAKER.make(random.choice(rules), random.randrange(10_000), Level.BEGINNER)
    verdicts = [exercise.mark(choice.key) for choice in exercise.choices]
    wrong = [verdict.given.key for verdict in verdicts if verdict.grade is Grade.NOT_ADVISED]
    return (exercise, Card.parse(random.choice(wrong))) if wrong and not exercise.question.is_of_calls else None


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]), *(NUMBER, SEED)[len(sys.argv) - 1 :])
