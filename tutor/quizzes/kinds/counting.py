"""Counting: the eleven rule, cards of a suit still out, trumps still out, what a lead says about length."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from random import Random
from types import MappingProxyType

from tutor.analysis.reading import meaning_of
from tutor.auction import Calling, Declare, Denomination
from tutor.authorities import authority
from tutor.authorities.rules import Advice, Question
from tutor.authors import AUTHORS
from tutor.cards import Card, Rank, Suit
from tutor.citations import SOURCES
from tutor.deal import Deal
from tutor.library.catalogue import Library
from tutor.notation import counted, in_words
from tutor.play import Play
from tutor.quizzes.exercise import (
    Exercise,
    Grade,
    GradedChoice,
    Level,
    MultipleChoice,
    NumericExercise,
    seeded,
    shuffled,
)
from tutor.quizzes.items import Item, ItemKind, add_maker
from tutor.quizzes.positions import PlayPosition, dealt, signed, tricks_told
from tutor.seats import Seat
from tutor.view import View

ELEVEN, OUT, TRUMPS, LENGTH = "skill-eleven-rule", "skill-cards-out", "skill-trumps-out", "skill-lead-length"
_NAMES = {
    ELEVEN: "The eleven rule",
    OUT: "How many cards of a suit are still out",
    TRUMPS: "How many trumps are still out",
    LENGTH: "What a lead says about the length of its suit",
}
_UNSEEN = 4
"""The most unseen cards of the suit led for which all layouts can be weighed."""
_PLAINLY = Fraction(3, 2)
"""How many times likelier the likeliest length must be than any other."""


class CountingMaker:
    """The maker of these questions."""

    def __init__(self, library: Library) -> None:
        self._games = tuple(library.games.values())

    @cached_property
    def items(self) -> Mapping[str, Item]:
        """See `ExerciseMaker`."""
        author = next(author for author in AUTHORS.values() if author.drills.eleven_rule)
        named = (message for message in authority(author.key).messages if message.id == author.drills.eleven_rule)
        cited = {ELEVEN: next(named).citation}
        return MappingProxyType(
            {item: Item(item, ItemKind.SKILL, name, cited.get(item)) for item, name in _NAMES.items()}
        )

    def make(self, item: str, number: int, level: Level) -> Exercise:
        """See `ExerciseMaker`. Every third question uses a game from a book if one fits, the others random deals."""
        random = seeded(item, number, level)
        if item == LENGTH:
            return _length(random)
        positions = self._played(random, is_of_the_books=number % 3 == 0)
        if item == ELEVEN:
            led = self._fourth_bests if number % 3 == 0 else ()
            position = random.choice(led) if led else _fourth_best_led(random)
            return self._eleven(position, random, level)
        for position in positions:
            question = _out(item, position, random)
            if question is not None:
                return question
        raise RuntimeError("no play has a trump")

    def _played(self, random: Random, *, is_of_the_books: bool) -> Iterator[PlayPosition]:
        """Tables in the middle of a play."""
        while True:
            cards = random.randrange(8, 37)
            if is_of_the_books:
                game = random.choice(self._games)
                yield PlayPosition(game.calling, game.plays[cards], game.code.dummy(game.calling))
            else:
                yield _begun(random).played_on(cards)

    @cached_property
    def _fourth_bests(self) -> tuple[PlayPosition, ...]:
        """The games of the books in which the opening lead was a fourth best."""
        opened = [(game, game.plays[1]) for game in self._games if game.plays[1].trick.cards]
        return tuple(
            PlayPosition(game.calling, play, game.code.dummy(game.calling))
            for game, play in opened
            if _is_fourth_best(play) and game.code.dummy(game.calling) is not None
        )

    def _eleven(self, position: PlayPosition, random: Random, level: Level) -> Exercise:
        leader = position.last.seat
        declarer = position.dummy.partner if position.dummy else leader.left
        asker = random.choice((leader.partner, declarer)) if level is Level.ADVANCED else leader.partner
        hidden = declarer if asker is leader.partner else leader.partner
        view, citation = position.view(asker), self.items[ELEVEN].citation
        card = position.last.card
        above = [rank for rank in Rank if rank > card.rank]
        mine, dummys = _held(view, asker, card, above), _held(view, position.dummy or hidden, card, above)
        unseen = [rank for rank in above if rank not in (*mine, *dummys)]
        outside = 11 - card.rank.height
        number = outside - len(mine) - len(dummys)
        rule = "Subtract a fourth-best lead from eleven: that many higher cards are outside the leader’s hand."
        facts = (f"{leader.label} has led {signed(card)}, a fourth best.", _declared(position))
        taken = (
            f"11 − {card.rank.height} leaves {counted(outside, 'higher card')} outside {leader.label}’s hand; "
            f"dummy holds {_number(len(dummys))} of them and you {_number(len(mine))}"
        )
        if level is Level.ADVANCED and number > 0 and random.random() < 0.3:
            options = _candidates(unseen, mine, dummys)
            return MultipleChoice(
                item=ELEVEN,
                prompt=f"You are {asker.label}. From which cards do {hidden.label}’s higher cards of the suit come?",
                facts=facts,
                view=view,
                options=shuffled(random, options),
                look="Look at the cards of the suit above the one led, in dummy and in your hand.",
                rule=rule,
                citation=citation,
            )
        slips = {
            outside: "you have not subtracted what you and dummy hold",
            outside - len(dummys): "you have not subtracted your own",
            outside - len(mine): "you have not subtracted dummy’s",
            len(unseen): f"three of the cards you cannot see are {leader.label}’s",
            **{number + more: f"subtract the pips from eleven, not from {11 + more}" for more in (1, 2, 3)},
        }
        return NumericExercise(
            item=ELEVEN,
            prompt=f"You are {asker.label}. How many higher cards of the suit does {hidden.label} hold?",
            facts=facts,
            view=view,
            number=number,
            because=f"{taken}, so {_number(number)} {'is' if number == 1 else 'are'} left for {hidden.label}",
            look="Look at the pips of the card led, and at the higher cards that dummy and you hold.",
            rule=rule,
            citation=citation,
            slips=MappingProxyType({slip: why for slip, why in slips.items() if slip != number}),
        )


add_maker("counting", lambda sources: CountingMaker(sources.library))


def _number(number: int) -> str:
    """A number without its noun."""
    return in_words(number) if number else "none"


def _declared(position: PlayPosition) -> str:
    """The declarer and the declaration."""
    declaration = position.calling.declaration
    return f"{declaration.by.label} has declared {declaration}." if declaration else "Nothing has been declared."


def _held(view: View, seat: Seat, card: Card, above: list[Rank]) -> list[Rank]:
    return [rank for rank in above if rank in view.seen[seat][card.suit]]


def _ranks(ranks: list[Rank]) -> str:
    return ", ".join("10" if rank is Rank.TEN else rank.letter for rank in sorted(ranks, reverse=True))


def _candidates(unseen: list[Rank], mine: list[Rank], dummys: list[Rank]) -> tuple[GradedChoice, ...]:
    """The unseen cards above the one led, and lists with one card too many or too few."""
    right = f"{_ranks(unseen)} are higher, and are neither in dummy nor in your hand"
    options = [GradedChoice("a", _ranks(unseen), right, Grade.BEST)]
    if mine:
        options.append(GradedChoice("b", _ranks([*unseen, mine[0]]), f"the {mine[0].word} is in your own hand"))
    if dummys:
        options.append(GradedChoice("c", _ranks([*unseen, dummys[0]]), f"the {dummys[0].word} is in dummy"))
    options.append(GradedChoice("d", _ranks(unseen[1:]), f"the {unseen[0].word} is higher too, and you cannot see it"))
    options.append(
        GradedChoice("e", _ranks(unseen[:-1]), f"the {unseen[-1].word} is higher too, and you cannot see it")
    )
    shown = options[:4]
    return tuple(GradedChoice(_key(option.label), option.label, option.because, option.grade) for option in shown)


def _key(label: str) -> str:
    return label.replace("10", "T").replace(", ", "")


def _is_fourth_best(play: Play) -> bool:
    """Whether the card led was the fourth of its suit in the leader’s hand, and none of the honours."""
    card, leader = play.trick.cards[0], play.trick.leader
    higher = [rank for rank in play.hands[leader][card.suit] if rank > card.rank]
    return len(higher) == 3 and card.rank < Rank.TEN and card.suit is not play.trumps


def _begun(random: Random, denomination: Denomination | None = None, deal: Deal | None = None) -> PlayPosition:
    """A deal, or a random one, declared by the dealer, before the opening lead."""
    named = denomination or random.choice(tuple(Denomination))
    deal = deal or Deal.shuffled(random, Seat.SOUTH)
    calling = Calling(Seat.SOUTH).after(Seat.SOUTH, Declare(named))
    return PlayPosition(calling, Play.of(deal, named.trumps), Seat.NORTH)


def _fourth_best_led(random: Random) -> PlayPosition:
    """A random deal after the lead of a fourth best."""
    while True:
        position = _begun(random, random.choice((Denomination.NO_TRUMPS, None)))
        play = position.play
        long = [suit for suit in Suit if len(play.hands[play.to_play][suit]) > 3 and suit is not play.trumps]
        for suit in long:
            led = position.after(Card(suit, play.hands[play.to_play][suit].ranks[3]))
            if _is_fourth_best(led.play):
                return led


# ---- cards still out -------------------------------------------------------------------------------------------------


def _out(item: str, position: PlayPosition, random: Random) -> NumericExercise | None:
    """The question of how many cards of a suit are out; None where there is nothing to ask."""
    play = position.play
    asker = random.choice([seat for seat in Seat if seat is not position.dummy])
    view = position.view(asker)
    led = {trick.suit_led for trick in play.tricks}
    suits = [suit for suit in Suit if suit in led and suit is not play.trumps]
    suit = play.trumps if item == TRUMPS else random.choice(suits or [Suit.SPADES])
    gone = [played for played in play.played() if played.card.suit is suit]
    if suit is None or not gone:
        return None
    seen = {seat: len(hand[suit]) for seat, hand in view.seen.items()}
    mine, dummys = seen[asker], sum(number for seat, number in seen.items() if seat is not asker)
    number = 13 - mine - dummys - len(gone)
    now = sum(card.suit is suit for card in play.trick.cards)
    slips = {
        13 - len(gone): "you have not subtracted the cards in sight: only the two hidden hands count",
        13 - mine - len(gone): "you have not subtracted dummy’s",
        13 - dummys - len(gone): "you have not subtracted your own",
        13 - mine - dummys: "you have not subtracted the cards already played",
        number + now: "you have left out the trick in progress",
        12 - mine - dummys - len(gone): "a suit has thirteen cards",
    }
    what = "trumps" if item == TRUMPS else suit.plural
    return NumericExercise(
        item=item,
        prompt=f"You are {asker.label}. How many {what} are still out, in the two hands you cannot see?",
        facts=(_declared(position), *tricks_told(play)),
        view=view,
        number=number,
        because=(
            f"of thirteen {what}, {in_words(len(gone))} {'is' if len(gone) == 1 else 'are'} gone; "
            f"you hold {_number(mine)} and dummy {_number(dummys)}: {counted(number, suit.singular)} left"
        ),
        look="Go through the tricks one by one, then through the hands you can see.",
        rule="Thirteen, less those played and those you can see, are still out.",
        slips=MappingProxyType({slip: why for slip, why in slips.items() if slip != number}),
    )


# ---- what a lead says ------------------------------------------------------------------------------------------------


def _length(random: Random) -> MultipleChoice:
    """The likeliest length of the suit led, for a partner who knows whose rules the leader follows."""
    telling = [key for key, author in AUTHORS.items() if author.drills.leads_tell_length]
    while True:
        author = authority(random.choice(telling))
        position = _begun(random, None, _with_a_suit_in_sight(random))
        opening = position.view(position.play.to_play)
        advice = author.advise(opening, Question.LEAD)
        if not isinstance(advice, Advice) or not isinstance(advice.answers[0], Card):
            continue
        card = advice.answers[0]
        led = position.after(card)
        listener = led.last.seat.partner
        view = led.view(listener)
        if 12 - sum(len(hand[card.suit]) for hand in view.seen.values()) > _UNSEEN:
            continue
        lengths = meaning_of(author, view, led.last, random).lengths(card.suit)
        ordered = sorted(lengths, key=lengths.__getitem__, reverse=True)
        if len(ordered) < 2 or lengths[ordered[0]] < _PLAINLY * lengths[ordered[1]]:
            continue
        return _of_lengths(led, view, lengths, ordered[0], author.key, advice, random)


def _with_a_suit_in_sight(random: Random) -> Deal:
    """A deal in which all but a few cards of a suit are with dummy and the leader’s partner."""
    suit = random.choice(tuple(Suit))
    cards = random.sample([Card(suit, rank) for rank in Rank], 13)
    hidden, dummys = _UNSEEN + 1, random.randrange(2, 7)
    mine = random.randrange(2, hidden + 1)
    return dealt(
        {
            Seat.WEST: cards[:mine],
            Seat.SOUTH: cards[mine:hidden],
            Seat.NORTH: cards[hidden : hidden + dummys],
            Seat.EAST: cards[hidden + dummys :],
        },
        random,
    )


def _of_lengths(
    led: PlayPosition,
    view: View,
    lengths: Mapping[int, Fraction],
    best: int,
    key: str,
    advice: Advice,
    random: Random,
) -> MultipleChoice:
    leader, card = led.last.seat.label, led.last.card
    longest = 13 - sum(len(hand[card.suit]) for hand in view.seen.values())
    shown = sorted({best, *random.sample([n for n in range(1, longest + 1) if n != best], min(3, longest - 1))})
    told = {length: f"{100 * float(lengths.get(length, Fraction(0))):.0f} in a hundred" for length in shown}
    options = [
        GradedChoice(
            str(length),
            counted(length, "card"),
            f"of the hands that would lead this card, {told[length]} have {in_words(length)}"
            + (f", and {told[best]} have {in_words(best)}" if length != best else ""),
            Grade.BEST if length == best else Grade.NOT_ADVISED,
        )
        for length in shown
    ]
    return MultipleChoice(
        item=LENGTH,
        prompt=f"You are {view.seat.label}. How many {card.suit.plural} did {leader} most likely hold before leading?",
        facts=(f"{leader} has led {signed(card)}, following {SOURCES[key].author}’s rules.", _declared(led)),
        view=view,
        options=tuple(options),
        look="Look at which cards of the suit you cannot see, and at what the author leads from each holding.",
        rule=str(advice.rule.says),
        citation=advice.citation,
    )
