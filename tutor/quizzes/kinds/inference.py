"""Reading a card or a call: what it tells an author, among things that other cards and calls tell him."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, islice
from random import Random
from threading import Lock
from types import MappingProxyType

from tutor.analysis.natural import ordered
from tutor.auction import Calling, Declare, Denomination, Said
from tutor.authorities import AUTHORITIES
from tutor.authorities.authority import Authority
from tutor.authorities.rules import Advice, Message
from tutor.authors import AUTHORS
from tutor.cards import PACK, Card, Rank, Suit
from tutor.citations import SOURCES
from tutor.codes import CODES
from tutor.deal import Deal
from tutor.library.catalogue import Library
from tutor.library.games import Game
from tutor.play import Play, Played
from tutor.quizzes.exercise import Grade, GradedChoice, Level, MultipleChoice, seeded, shuffled
from tutor.quizzes.items import Item, ItemKind, add_maker
from tutor.quizzes.positions import PlayPosition, dealt, signed, tricks_told
from tutor.seats import BySeat, Seat
from tutor.tables.callings import QUIET
from tutor.tables.table import Table
from tutor.view import View

_CHOICES = 4
_DEALS, _CALLINGS, _OPENINGS, _STACKED = 24, 240, 240, 24
"""How many deals of each sort are searched for each message."""
_ENOUGH = 4
"""How many acts of a kind are enough."""
_FRESH = 4
"""How many callings are tried for a question."""


@dataclass(frozen=True, slots=True)
class ObservedAct:
    """An act as another seat sees it, the last on the view."""

    view: View
    act: Played | Said


class InferenceMaker:
    """The maker of these questions, on each message that an author hears."""

    def __init__(self, library: Library) -> None:
        self._books = tuple(library.games.values())
        self._searches: dict[str, _InferenceSearch] = {}

    @cached_property
    def _messages(self) -> Mapping[str, tuple[Authority, tuple[Message, ...]]]:
        """The messages of each id. An id may have two that contradict each other."""
        return MappingProxyType(
            {
                message.id: (author, tuple(other for other in author.messages if other.id == message.id))
                for author in AUTHORITIES.values()
                for message in author.messages
            }
        )

    @cached_property
    def items(self) -> Mapping[str, Item]:
        """See `ExerciseMaker`."""
        return MappingProxyType(
            {
                item: Item(item, ItemKind.RULE, messages[0].says, messages[0].citation)
                for item, (_, messages) in self._messages.items()
            }
        )

    def make(self, item: str, number: int, level: Level) -> MultipleChoice:
        """See `ExerciseMaker`. It uses a random deal if one fits at once, or else a deal from the search."""
        random = seeded(item, number, level)
        author, messages = self._messages[item]
        message = messages[number % len(messages)]
        known = self._search(author).first(message.says)
        of_calls = isinstance(known[0].act, Said)
        tables = [_called(author, random) for _ in range(_FRESH)] if of_calls else [_table(author, random)]
        fresh = _in((message,), chain.from_iterable(tables))
        return _question(author, message, random.choice([heard for heard, _ in fresh] or known), random)

    def _search(self, author: Authority) -> _InferenceSearch:
        if author.key not in self._searches:
            games = [game for game in self._books if game.source == author.key]
            self._searches[author.key] = _InferenceSearch(author, games)
        return self._searches[author.key]


add_maker("inference", lambda sources: InferenceMaker(sources.library))


def _question(author: Authority, message: Message, heard: ObservedAct, random: Random) -> MultipleChoice:
    view, act, name = heard.view, heard.act, SOURCES[author.key].author
    others = [other for other in _alike(author, act) if not other.heard(view, act)]
    wrong = random.sample(others, min(len(others), _CHOICES - 1))
    options = [GradedChoice("heard", message.says, f"that is what {name} hears in it ({message.citation})", Grade.BEST)]
    options += [
        GradedChoice("other", other.says, f"{slip}: {message.says}", slip=slip)
        for other in wrong
        for slip in [f"{name} says that about another {_noun(act)} ({other.citation})"]
    ]
    numbered = (replace(option, key=str(place)) for place, option in enumerate(shuffled(random, tuple(options)), 1))
    return MultipleChoice(
        item=message.id,
        prompt=f"You are {view.seat.label}. {_told(act)}. What does that tell {name}?",
        facts=tuple(_facts(heard)),
        view=view,
        options=tuple(numbered),
        look=f"Look at what {act.seat.label} has done before this {_noun(act)}, and after whom.",
        hint=f"See {message.citation}.",
        right=message.says,
        rule=message.says,
        citation=message.citation,
    )


def _noun(act: Played | Said) -> str:
    return "card" if isinstance(act, Played) else "call"


def _told(act: Played | Said) -> str:
    return f"{act.seat.label} plays {signed(act.card)}" if isinstance(act, Played) else str(act)


def _alike(author: Authority, act: Played | Said) -> tuple[Message, ...]:
    """The author’s messages of the same sort as an act: about calls or about cards, if he has both."""
    of_calls = {message.says for message in author.heard_in_calls}
    alike = tuple(message for message in author.messages if (message.says in of_calls) is isinstance(act, Said))
    return alike or tuple(author.messages)


def _facts(heard: ObservedAct) -> Iterator[str]:
    """The calls and the tricks so far."""
    view = heard.view
    if view.trumps is not None:
        yield f"{view.trumps.plural.capitalize()} are trumps."
    if len(view.calling):
        yield f"{'; '.join(map(str, view.calling))}."
    if view.trick is not None:
        tricks = Play(BySeat.each(lambda _: view.hand), view.trumps, view.trick, view.tricks)
        yield from tricks_told(tricks)


# ---- acts that are heard ---------------------------------------------------------------------------------------------


class _InferenceSearch:
    """Searches the games of an author’s book, then random deals, for acts in which he hears something."""

    def __init__(self, author: Authority, games: Iterable[Game]) -> None:
        self._found: dict[str, list[ObservedAct]] = {message.says: [] for message in author.messages}
        self._rest = chain(_in_books(author, games), _in_callings(author), _in_openings(author), _in_deals(author))
        self._lock = Lock()  # two threads cannot continue one search at once

    def first(self, says: str) -> list[ObservedAct]:
        """The first acts in which a message is heard, whatever was searched for before. Rare messages have few."""
        found = self._found[says]
        with self._lock:
            while len(found) < _ENOUGH and (more := next(self._rest, None)) is not None:
                heard, message = more
                self._found[message.says].append(heard)
        return found[:_ENOUGH]


def _in_books(author: Authority, games: Iterable[Game]) -> Iterator[tuple[ObservedAct, Message]]:
    for game in games:
        for play in game.plays[1:44]:
            position = PlayPosition(game.calling, play, game.code.dummy(game.calling))
            act = position.last
            yield from _by(author.messages, act, {seat: position.view(seat) for seat in _listening(act)})


def _in_callings(author: Authority) -> Iterator[tuple[ObservedAct, Message]]:
    if CODES[AUTHORS[author.key].code].turns_up:
        return
    for number in range(_CALLINGS):
        random = Random(f"calling {number}")
        deal = _weak(random) if number % 3 == 0 else None
        yield from _in(author.messages, _called(author, random, deal))


def _in_openings(author: Authority) -> Iterator[tuple[ObservedAct, Message]]:
    """Opening leads without trumps, and what follows where long suits meet."""
    for number in range(_OPENINGS if AUTHORS[author.key].drills.hears_opening_leads else 0):
        random = Random(f"opening {number}")
        is_stacked = number < _STACKED
        deal = _with_a_long_suit(random) if is_stacked else Deal.shuffled(random, Seat.SOUTH)
        yield from _in(author.messages, islice(_without_trumps(author, deal), 8 if is_stacked else 1))


def _in_deals(author: Authority) -> Iterator[tuple[ObservedAct, Message]]:
    for number in range(_DEALS):
        yield from _in(author.messages, _table(author, Random(f"deal {number}")))


def _in(
    messages: Iterable[Message], tables: Iterable[tuple[Played | Said, Mapping[Seat, View]]]
) -> Iterator[tuple[ObservedAct, Message]]:
    for act, views in tables:
        yield from _by(messages, act, views)


def _by(
    messages: Iterable[Message], act: Played | Said, views: Mapping[Seat, View]
) -> Iterator[tuple[ObservedAct, Message]]:
    """What the listening seats hear in an act."""
    for view in views.values():
        for message in messages:
            if message.heard(view, act):
                yield ObservedAct(view, act), message


def _listening(act: Played | Said) -> tuple[Seat, Seat]:
    return act.seat.partner, act.seat.left


def _called(
    author: Authority, random: Random, deal: Deal | None = None
) -> Iterator[tuple[Played | Said, Mapping[Seat, View]]]:
    """The calls of a deal that an author makes, as others hear them."""
    yield from _acted(author, _laid(author, random, deal), plays=False)


def _table(author: Authority, random: Random) -> Iterator[tuple[Played | Said, Mapping[Seat, View]]]:
    """The calls and the cards of a deal that an author makes and plays, as others see them."""
    yield from _acted(author, _laid(author, random, None), plays=True)


def _laid(author: Authority, random: Random, deal: Deal | None) -> Table:
    code = CODES[AUTHORS[author.key].code]
    return Table.laid(code, deal or code.deal(random, 0), code.rubber)


def _acted(author: Authority, table: Table, *, plays: bool) -> Iterator[tuple[Played | Said, Mapping[Seat, View]]]:
    """The acts of a table as an author would choose them. Where he is silent, calls are quiet and cards natural."""
    while not table.is_over and (plays or table.play is None):
        player = table.player_to_act
        assert player is not None, "somebody is to act while it is not over"  # noqa: S101
        advice = author.answer(table.view(player))
        turn = None if table.play else table.code.turn(table.calling)
        lawful = turn.calls if turn else table.lawful()
        advised = (
            next((answer for answer in advice.answers if answer in lawful), None)
            if isinstance(advice, Advice)
            else None
        )
        if table.play is not None:
            table = table.after(advised or ordered(table.play, table.code.dummy(table.calling))[0])
            act: Played | Said = _last_card(table)
        else:
            table = table.after(advised or next((call for call in QUIET if call in lawful), lawful[0]))
            act = table.calling.said[-1]
        if advised is not None:
            yield act, {seat: table.view(seat) for seat in _listening(act)}


def _last_card(table: Table) -> Played:
    assert table.play is not None, "a card has been played"  # noqa: S101
    return list(table.play.played())[-1]


def _without_trumps(author: Authority, deal: Deal) -> Iterator[tuple[Played | Said, Mapping[Seat, View]]]:
    """The cards that an author plays to a deal without trumps, whatever he would declare."""
    calling = Calling(deal.dealer).after(deal.dealer, Declare(Denomination.NO_TRUMPS))
    position = PlayPosition(calling, Play.of(deal, None), deal.dealer.partner)
    while not position.play.is_over:
        advice = author.answer(position.view(position.play.to_play))
        lawful = list(position.play.lawful())
        advised = (
            next((answer for answer in advice.answers if answer in lawful), None)
            if isinstance(advice, Advice)
            else None
        )
        card = advised if isinstance(advised, Card) else ordered(position.play, position.dummy)[0]
        position = position.after(card)
        if advised is not None:
            yield position.last, {seat: position.view(seat) for seat in _listening(position.last)}


def _weak(random: Random) -> Deal:
    """A deal in which the dealer’s side has nothing above a jack."""
    low = [card for card in PACK if card.rank < Rank.QUEEN]
    ours = random.sample(low, 26)
    return dealt({Seat.SOUTH: ours[:13], Seat.NORTH: ours[13:]}, random)


def _with_a_long_suit(random: Random) -> Deal:
    """A deal in which the leader has king, queen and jack of a suit, and partner the ace and four more."""
    suit = random.choice(tuple(Suit))
    small = [Card(suit, rank) for rank in Rank if rank < Rank.KNAVE]
    random.shuffle(small)
    leader = [Card(suit, rank) for rank in (Rank.KING, Rank.QUEEN, Rank.KNAVE)] + small[:1]
    third = [Card(suit, Rank.ACE), *small[1:5]]
    return dealt({Seat.WEST: leader, Seat.EAST: third}, random)
