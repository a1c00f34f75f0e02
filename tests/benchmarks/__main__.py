"""Loading all content, cold start, pages against a bare Flask page, hindsight, bots, questions, and `tutor advise`.

Each page is asked for in turn with the bare one over a connection kept open, so that a machine whose speed drifts
slows both alike; medians are printed.
"""

from __future__ import annotations

import itertools
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random

from tests.benchmarks import generating, speed
from tests.benchmarks.serving import serving, timed
from tutor.analysis.double_dummy import tricks_by_card
from tutor.authorities.fitting import fitting
from tutor.codes import CODES, Code
from tutor.deal import Deal
from tutor.library.catalogue import load
from tutor.library.views import write_view
from tutor.play import Play
from tutor.quizzes.bank import item_makers
from tutor.quizzes.exercise import Level
from tutor.seats import Seat
from tutor.study.answers.hindsight_cache import Hindsights
from tutor.study.study import Study
from tutor.tables.bots import choose
from tutor.tables.table import Table

ROUNDS = 300
LINES = 20_000
WARMING = 20
RANDOM_DEALS = 200
DEALS = 25
ASKED = 6
DRILL = "/practice/declare/AKJ762.765.A43.4"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        speed.main()
        pages(Path(folder))
        hindsight(Path(folder))
    bots()
    questions()
    deals_of_every_code()
    generating.main()
    advise()
    score()


def pages(folder: Path) -> None:
    """Each page, and a form with its redirect, against a bare Flask page; each server in a process of its own."""
    with (
        serving("tests.benchmarks.bare") as bare,
        serving("tutor", "serve", "--no-browser", "--data", str(folder / "pages")) as tutor,
    ):
        cards = itertools.cycle(range(1, 52))
        token = tutor.token(DRILL)
        asked: dict[str, Callable[[], object]] = {
            "home": lambda: tutor.get("/"),
            "list of games": lambda: tutor.get("/games/"),
            "replay, first page": lambda: tutor.get("/games/hel-game-01/"),
            "replay, a card": lambda: tutor.get(f"/games/hel-game-01/card/{next(cards)}"),
            "replay, the end": lambda: tutor.get("/games/hel-game-01/card/52"),
            "a game in hindsight": lambda: tutor.get("/games/hel-game-01/hindsight?shown=1"),
            "themes": lambda: tutor.get("/themes/"),
            "list of deals": lambda: tutor.get("/deals/"),
            "list of deals of a theme": lambda: tutor.get("/deals/?theme=leads"),
            "a deal": lambda: tutor.get("/deals/hel-diamonds-04"),
            "an ending": lambda: tutor.get("/endings/cae-end-090"),
            "a group of single hands": lambda: tutor.get("/hands/hel-hands-doubling"),
            "audit": lambda: tutor.get("/audit"),
            "audit, every claim": lambda: tutor.get("/audit?verdict="),
            "odds": lambda: tutor.get("/odds"),
            "drill, a question": lambda: tutor.get(DRILL),
            "drill, the verdict": lambda: tutor.get(f"{DRILL}/hearts"),
            "drill, an answer kept": lambda: tutor.post(DRILL, csrf_token=token, answer="hearts"),
        }
        for name, ask in asked.items():
            plain, ours = [], []
            for round_ in range(ROUNDS):
                plain.append(timed(lambda: bare.get("/")))
                ours.append(timed(ask))
                if round_ == WARMING:
                    plain.clear()
                    ours.clear()
            ratio = statistics.median(own / other for own, other in zip(ours, plain, strict=True))
            milliseconds = 1000 * statistics.median(ours)
            print(f"{name:<36} {milliseconds:6.2f} ms {ratio:6.1f} × bare ({1000 * statistics.median(plain):.2f} ms)")


def hindsight(folder: Path) -> None:
    """The double-dummy table of every game: computed, and read again from the study by a tutor that starts anew."""
    plays = [game.play for game in load().games.values()]
    tricks_by_card(plays[0].at(51))  # the solver is imported at its first question
    for what in ("computed", "kept"):
        study = Study.open(folder / "hindsight.sqlite3", lambda: datetime.now(UTC))
        tables = Hindsights(study.database)
        times = [timed(partial(tables.of, play)) for play in plays]
        study.close()
        name = f"52 cards in hindsight, {what}"
        print(f"{name:<36} {1000 * statistics.median(times):6.2f} ms, at most {1000 * max(times):.0f} ms")


def bots() -> None:
    """How long a bot takes for a call and for a card, over random deals that bots play to the end."""
    tricks_by_card(Play.of(Deal.shuffled(Random(0), Seat.SOUTH), None))  # the solver is imported at its first question
    for key in ("bridge-english-1901", "auction-1910"):
        times: dict[str, list[float]] = {"call": [], "card": []}
        for number in range(DEALS):
            for what, seconds in played_by_bots(CODES[key], Random(number)):
                times[what].append(1000 * seconds)
        for what, taken in times.items():
            hundredths = statistics.quantiles(taken, n=100)
            name = f"bot, {what}, {key}"
            print(f"{name:<36} p50 {hundredths[49]:6.1f} ms, p95 {hundredths[94]:6.1f} ms, of {len(taken)}")


def questions() -> None:
    """How long a question of each kind takes, over every item; what an author hears is looked for at the first."""
    for maker in item_makers(load()).values():
        asked = itertools.product(maker.items, range(ASKED), Level)
        times = [1000 * timed(partial(maker.make, *each)) for each in asked]
        hundredths = statistics.quantiles(times, n=100)
        name = f"questions, {type(maker).__name__}"
        print(f"{name:<36} p50 {hundredths[49]:6.2f} ms, p95 {hundredths[94]:6.2f} ms, at most {max(times):.0f} ms")


def played_by_bots(code: Code, random: Random) -> Iterator[tuple[str, float]]:
    """Each call and each card of a deal, with the seconds that it took."""
    table = Table.laid(code, code.deal(random, 0), code.rubber)
    while (seat := table.player_to_act) is not None:
        view, lawful = table.view(seat), table.lawful()
        begun = time.perf_counter()
        answer = choose(view, code, lawful, random).answer
        yield "card" if table.play else "call", time.perf_counter() - begun
        table = table.after(answer)


def deals_of_every_code() -> None:
    """Deals a second, dealt, called and played at random and scored, under each code."""
    for code in CODES.values():
        begun = time.perf_counter()
        for number in range(RANDOM_DEALS):
            table, random = Table.laid(code, code.deal(Random(number), 0), code.rubber), Random(number)
            while not table.is_over:
                lawful, is_named = table.lawful(), code.declaration(table.calling) is not None
                table = table.after(random.choice(lawful if table.play or is_named else lawful[:2]))
            table.score()
        print(f"{code.key:<36} {RANDOM_DEALS / (time.perf_counter() - begun):6.0f} deals/s")


def advise() -> None:
    """Declarations and leads a second through the command, on one core, traces on and off."""
    for question in ("declare", "lead"):
        for trace in (True, False):
            what = f"tutor advise, {question}, traces {'on' if trace else 'off'}"
            answered("advise", what, requests(question, trace=trace))
    answered("advise", "tutor advise, cards, traces off", cards())


def score() -> None:
    """Deals scored a second through the command, on one core: told by their cards, and by their honours."""
    random = Random(1910)
    deals = [str(Deal.shuffled(random, Seat.SOUTH)) for _ in range(LINES)]
    bids = [f"{random.randint(1, 7)}{random.choice('SHDCN')}" for _ in range(LINES)]
    told = [
        {"code": "auction-1910", "bid": bid, "declarer": "NS", "tricks": {"NS": won, "EW": 13 - won}}
        for bid, won in zip(bids, random.choices(range(14), k=LINES), strict=True)
    ]
    answered("score", "tutor score, deals", [{**one, "deal": deal} for one, deal in zip(told, deals, strict=True)])
    honours = {"NS": 4, "EW": 0, "one_hand": 4}
    answered("score", "tutor score, honours", [{**one, "honours": honours} for one in told])


def answered(command: str, what: str, requests: list[dict[str, object]]) -> None:
    """How many lines a second a command answers, its start included."""
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-m", "tutor", command], input=lines, stdout=subprocess.PIPE, text=True, check=True)
    rate = LINES / (time.perf_counter() - begun)
    print(f"{what:<36} {rate:6.0f} lines a second")


def requests(question: str, *, trace: bool) -> list[dict[str, object]]:
    random = Random(1901)
    hands = [str(Deal.shuffled(random, Seat.SOUTH).hands.south) for _ in range(LINES)]
    common = {"authority": "hellespont", "question": question, "trace": trace}
    if question == "declare":
        return [{**common, "hand": hand} for hand in hands]
    return [{**common, "hand": hand, "trumps": random.choice("SHDCN"), "declared_by": "dealer"} for hand in hands]


def cards() -> list[dict[str, object]]:
    """Every question of the play of random deals, as those see it who are to play."""
    asked: list[dict[str, object]] = []
    random, code = Random(1901), CODES["bridge-english-1901"]
    while len(asked) < LINES:
        table = Table.laid(code, code.deal(random, 0), code.rubber)
        while not table.is_over and (seat := table.player_to_act) is not None:
            if table.play:
                view = table.view(seat)
                question = fitting(view)[0].value
                asked.append(
                    {"authority": "hellespont", "question": question, "trace": False, "view": write_view(view)}
                )
            table = table.after(random.choice(table.lawful()))
    return asked[:LINES]


if __name__ == "__main__":
    main()
