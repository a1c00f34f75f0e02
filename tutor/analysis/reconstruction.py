"""Rebuilding a lost play: one lawful play of 52 cards that meets every fact that the book gives.

Among the plays that fit, we first take those that cost the fewest tricks with all hands open. A card that the author
names, or a trick at which the author says that somebody erred, costs nothing. Among those we take the most natural
card at each turn. The search is depth first, and the same facts always give the same play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from random import Random

from tutor.analysis import double_dummy, natural, sense
from tutor.analysis.claims import PlaysCard
from tutor.analysis.facts import NOT, Clause, OfTrick, errors
from tutor.analysis.sense import Folly
from tutor.cards import Card, Rank, Suit
from tutor.play import Play, Played
from tutor.seats import Seat

STEPS = 60_000
"""How many cards are tried for a play that loses nothing before one that loses a trick is looked for."""

LATER_STEPS = 20_000
"""How many are tried under each budget of loss after that."""

FEWER_STEPS = 2_000
"""How many are tried near the natural play for one that loses less, or that bears out what the author supposes."""

STARTS, FEWER_STARTS, STEPS_OF_START = 500, 30, 110
"""How often such a play is then looked for from less natural cards, for a supposition and for a lesser loss, and how
many are tried each time.
"""

STEPS_OF_PROOF, STARTS_OF_PROOF = 400, 10
"""How many are tried, and how often from elsewhere, to find another card where a card may be forced."""

STEPS_OF_CARD = 150
"""How many are tried for a play with one card more natural."""

POSITIONS, FEWER_POSITIONS = 20_000, 1_500
"""How many positions are looked at on the way to the one of which an author speaks; fewer while a play is chosen."""

MOST_LOSS = 13
"""No play loses more: a search that may lose so many does not ask what a card costs."""

MOST_FOLLIES = 6


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A deal about to be played: whose hand will be exposed, what is said of the play, and a book’s opening leads.

    `suppositions` are what the author says would have come of other cards: they choose among the plays that fit.
    """

    start: Play
    dummy: Seat | None
    clauses: tuple[Clause, ...]
    opening: tuple[Card, ...] = ()
    suppositions: tuple[PlaysCard, ...] = ()


@dataclass(frozen=True, slots=True)
class Cost:
    """What speaks against a play: cards that make no sense, and tricks that somebody loses with all hands open."""

    follies: int
    loss: int

    def is_within(self, other: Cost) -> bool:
        return self.follies <= other.follies and self.loss <= other.loss


NOTHING = Cost(0, 0)


@dataclass(frozen=True, slots=True)
class Reconstruction:
    """A play that fits, and what it costs somebody beyond what the author explains."""

    play: Play
    cost: Cost


def fitting(puzzle: Puzzle, play: Play) -> list[Card]:
    """The cards that the seat to play may play and every clause still come true, as far as can be seen from here."""
    return [card for card in play.lawful() if all(clause.allows(play, card) for clause in puzzle.clauses)]


def rebuild(puzzle: Puzzle, told: Callable[[int, int], None] | None = None) -> Reconstruction | None:
    """The play that fits best, or None where none is found. `told` hears of each number of follies and cards tried."""
    for follies in range(MOST_FOLLIES + 1):
        search = _PlaySearch(puzzle, Cost(follies, MOST_LOSS), most=LATER_STEPS if follies else STEPS)
        play = search.run()
        if told:
            told(follies, search.steps)
        if play is not None:
            best = _borne_out(puzzle, _cheapest(puzzle, play), cost_of(puzzle, play).follies)
            return Reconstruction(best, cost_of(puzzle, best))
    return None


def _cheapest(puzzle: Puzzle, play: Play) -> Play:
    """A play with as few follies that loses the least with all hands open."""
    most = cost_of(puzzle, play)
    for loss in range(most.loss):
        better = _look_for(puzzle, Cost(most.follies, loss), FEWER_STARTS)
        if better is not None:
            return better
    return play


def _borne_out(puzzle: Puzzle, play: Play, follies: int) -> Play:
    """A play that makes as much sense and bears out as many of the author’s suppositions as can be had, in their order.

    What an author says of a play weighs more than a trick lost with all hands open. It may cost any number of tricks,
    but if a play costs none, that one is taken.
    """
    kept: tuple[PlaysCard, ...] = ()
    for supposition in puzzle.suppositions:
        wanted = replace(puzzle, suppositions=(*kept, supposition))
        better: Play | None = play
        if not _bears_out(play, supposition):
            costs = (Cost(follies, cost_of(puzzle, play).loss), Cost(follies, MOST_LOSS))
            is_possible = may_be_borne_out(puzzle, supposition, FEWER_POSITIONS) is not False
            found = (_look_for(wanted, cost, STARTS, bears_out=True) for cost in costs if is_possible)
            better = next((one for one in found if one is not None), None)
        if better is not None:
            kept, play = wanted.suppositions, better
    return play


def _look_for(puzzle: Puzzle, cost: Cost, starts: int, *, bears_out: bool = False) -> Play | None:
    """A play within a cost: near the natural one, or else found from less natural ones and made more so."""
    search = _PlaySearch(puzzle, cost, FEWER_STEPS, bears_out)
    found = search.run()
    for seed in range(starts):
        if found is not None or not search.has_given_up:
            return found
        found = _PlaySearch(puzzle, cost, STEPS_OF_START, bears_out, Random(seed)).run()
        if found is not None:
            return _more_natural(puzzle, cost, found, bears_out=bears_out)
    return found


def _more_natural(puzzle: Puzzle, cost: Cost, found: Play, *, bears_out: bool) -> Play:
    """A play within the cost with, at each turn from the first on, the most natural card with which it can be ended."""
    stand = puzzle.start
    while not stand.is_over:
        search = _PlaySearch(puzzle, cost, STEPS_OF_CARD, bears_out)
        cards = [one.card for one in found.played()][sum(1 for _ in stand.played()) :]
        for card, left in search.choices(stand, cost):
            if card == cards[0]:
                break
            better = _PlaySearch(replace(puzzle, start=stand.after(card)), left, STEPS_OF_CARD, bears_out).run()
            if better is not None:
                found, cards = better, [card]
                break
        cost = next(left for card, left in search.choices(stand, cost) if card == cards[0])
        stand = stand.after(cards[0])
    return found


def _bears_out(play: Play, supposition: PlaysCard) -> bool:
    """Whether a whole play bears out what the author supposes."""
    return all(supposition.may_hold(before, played.card) for before, played in _moves(play))


def _moves(play: Play) -> Iterator[tuple[Play, Played]]:
    return zip(play.before_each(), play.played(), strict=True)


def can_be_met(puzzle: Puzzle, steps: int = STEPS) -> bool | None:
    """Whether some play meets every clause, whatever it costs; None where so many cards tried do not settle it."""
    if not _can_be_won(puzzle):
        return False
    search = _PlaySearch(puzzle, None, most=steps)
    if search.run() is not None:
        return True
    return None if search.has_given_up else False


def _can_be_won(puzzle: Puzzle) -> bool:
    """Whether the clauses leave some line of leaders and winners, before any card is looked at."""
    start = puzzle.start
    standing = {(start.trick.leader, start.won)}
    for trick in range(start.number, start.number + len(start.hands[start.trick.leader])):
        standing = {
            (winner, after)
            for leader, won in standing
            for winner in Seat
            for after in (won.with_(winner.side, won[winner.side] + 1),)
            if all(clause.lets(trick, leader, winner, after) for clause in puzzle.clauses)
        }
    return bool(standing)


def contradiction(puzzle: Puzzle, steps: int = STEPS) -> tuple[Clause, ...]:
    """A smallest set of clauses that no play meets: none can be left out of it and the others still be shown not to.

    Empty where all can be met, or where so many cards tried at each turn do not settle it.
    """
    if can_be_met(puzzle, steps) is not False:
        return ()
    needed = list(puzzle.clauses)
    for clause in puzzle.clauses:
        fewer = [one for one in needed if one is not clause]
        if can_be_met(replace(puzzle, clauses=tuple(fewer)), steps) is False:
            needed = fewer
    return tuple(needed)


def cost_of(puzzle: Puzzle, play: Play) -> Cost:
    """What speaks against the cards of a complete play from the start of a puzzle on, beyond what is explained."""
    explained = errors(puzzle.clauses)
    loss = sum(_charge(stand, one.card, fitting(puzzle, stand), explained) for stand, one in _ours(puzzle, play))
    return Cost(sum(len(found) for *_, found in follies_of(puzzle, play)), loss)


def follies_of(puzzle: Puzzle, play: Play) -> Iterator[tuple[Played, Play, tuple[Folly, ...]]]:
    """The cards of a complete play that make no sense, each with the play as it stood and what speaks against it."""
    explained = errors(puzzle.clauses)
    for stand, played in _ours(puzzle, play):
        found = _follies(puzzle, stand, played.card, explained)
        if found:
            yield played, stand, found


def _ours(puzzle: Puzzle, play: Play) -> Iterator[tuple[Play, Played]]:
    return islice(_moves(play), sum(1 for _ in puzzle.start.played()), None)


def _charge(play: Play, card: Card, among: Sequence[Card], explained: frozenset[tuple[int, Seat]]) -> int:
    """What a card costs against the best of those that fit; nothing where the author owns the error."""
    if len(among) < 2 or (play.number, play.to_play) in explained:
        return 0
    brings = double_dummy.tricks_by_card(play)
    return max(brings[other] for other in among) - brings[card]


def _follies(puzzle: Puzzle, play: Play, card: Card, explained: frozenset[tuple[int, Seat]]) -> tuple[Folly, ...]:
    """What speaks against a card beside those that the book leaves; nothing where the author owns the error."""
    seat = play.to_play
    if (play.number, seat) in explained:
        return ()
    among = [one for one in play.lawful() if all(clause.tells(play, one) for clause in puzzle.clauses)]
    found = sense.follies(play, puzzle.dummy, card, among)
    partners = play.trick.card_of(seat.partner)
    named = [_is_named(puzzle, one, play.number, of) for one, of in ((seat, card), (seat.partner, partners)) if of]
    if named == [True, False]:
        # The book names the higher card; the lower one, which makes it senseless, is of our choosing.
        lawful = sense.follies(play, puzzle.dummy, card, tuple(play.lawful()))
        found += tuple(one for one in lawful if one is Folly.PARTNER_OVERTAKEN and one not in found)
    return found


def _is_named(puzzle: Puzzle, seat: Seat, trick: int, card: Card) -> bool:
    return any(clause.names(seat, trick) == card for clause in puzzle.clauses)


_EVERY = 53
"""More cards than there are: as many as one likes need not be the natural ones."""


@dataclass(slots=True)
class _PlaySearch:
    """A search within what a play may cost (None for anything): first the natural card everywhere, then one card less
    natural anywhere, then two, and so on. So an early card is changed as readily as a late one.
    """

    puzzle: Puzzle
    cost: Cost | None
    most: int = STEPS
    bears_out: bool = False
    random: Random | None = None
    steps: int = 0
    _is_cut: bool = False
    _failed: dict[object, list[tuple[Cost, int]]] = field(default_factory=dict)
    _remembered: frozenset[int] = field(init=False)

    def __post_init__(self) -> None:
        self._remembered = _remembered(self.puzzle.clauses)

    @property
    def has_given_up(self) -> bool:
        """Whether it stopped before every play had been tried."""
        return self.steps > self.most

    def run(self) -> Play | None:
        """The whole play, from where the puzzle starts."""
        odd = 0 if self.random is None else _EVERY
        while not self.has_given_up:
            self._is_cut = False
            found = self._play_out(self.puzzle.start, self.cost or NOTHING, odd)
            if found is not None or not self._is_cut:
                return found
            odd += 1
        return None

    def _play_out(self, play: Play, left: Cost, odd: int) -> Play | None:
        """The whole play from one in progress, in which so many cards more are not the most natural ones."""
        if play.is_over:
            return play
        state = self._state(play)
        failed = self._failed.get(state, [])
        if self.has_given_up or any(left.is_within(cost) and odd <= most for cost, most in failed):
            self._is_cut |= self.has_given_up or not any(
                left.is_within(cost) and most == _EVERY for cost, most in failed
            )
            return None
        before, self._is_cut = self._is_cut, False
        for place, (card, after) in enumerate(self.choices(play, left)):
            if place and not odd:
                self._is_cut = True
                break
            self.steps += 1
            done = self._play_out(play.after(card), after, odd - (place > 0))
            if done is not None:
                return done
        self._failed[state] = [*failed, (left, odd if self._is_cut else _EVERY)]
        self._is_cut |= before
        return None

    def choices(self, play: Play, left: Cost) -> Iterator[tuple[Card, Cost]]:
        """The cards worth trying, each with what may still be spent."""
        among = fitting(self.puzzle, play)
        explained = errors(self.puzzle.clauses)
        ordered = [card for card in _ordered(self.puzzle, play) if card in among]
        if self.random is not None:
            places = {card: place + self.random.uniform(0, 3) for place, card in enumerate(ordered)}
            ordered.sort(key=places.__getitem__)
        for card in ordered:
            if self.bears_out and not all(one.may_hold(play, card) for one in self.puzzle.suppositions):
                continue
            if self.cost is None:
                yield card, left
                continue
            follies = len(_follies(self.puzzle, play, card, explained))
            if follies > left.follies:
                continue
            charge = _charge(play, card, among, explained) if left.loss < MOST_LOSS else 0
            if charge <= left.loss:
                yield card, Cost(left.follies - follies, left.loss - charge)

    def _state(self, play: Play) -> object:
        """What decides whether a play can be finished: the cards left, who leads, the tally, and what was played."""
        return play.hands, play.trick, play.won, _looked_back_on(play, self._remembered)


def _remembered(clauses: Iterable[Clause]) -> frozenset[int]:
    """The tricks on which some clause looks back."""
    return frozenset(trick for clause in clauses for trick in clause.remembers)


def _looked_back_on(play: Play, remembered: frozenset[int]) -> tuple[Card, ...]:
    """The cards played so far to tricks on which some clause looks back."""
    if not remembered:
        return ()
    tricks = enumerate((*play.tricks, play.trick), start=1)
    return tuple(card for number, trick in tricks if number in remembered for card in trick.cards)


def _ordered(puzzle: Puzzle, play: Play) -> list[Card]:
    """The lawful cards, the most natural first; the dealer, who sees both hands, throws from the suit weak in both."""
    opening = () if play.tricks or play.trick.cards else puzzle.opening
    cards = natural.ordered(play, puzzle.dummy, opening)
    seat, led = play.to_play, play.trick.suit_led
    if led in (None, *(card.suit for card in cards)) or puzzle.dummy not in (seat, seat.partner):
        return cards
    both = play.hands[seat], play.hands[seat.partner]
    high = {suit: sum(_is_high(rank) for hand in both for rank in hand[suit]) for suit in Suit}
    return sorted(cards, key=lambda card: 0 if card.suit is play.trumps else high[card.suit])


def _is_high(rank: Rank) -> bool:
    return rank >= Rank.KNAVE


def at_random(puzzle: Puzzle, seed: int, steps: int = FEWER_STEPS) -> Play | None:
    """Some play that meets every clause, whatever it costs; None where so many cards tried find none."""
    return _PlaySearch(puzzle, None, steps, random=Random(seed)).run()


# ---- what the author supposes ----------------------------------------------------------------------------------------


def may_be_borne_out(puzzle: Puzzle, supposition: PlaysCard, positions: int = POSITIONS) -> bool | None:
    """Whether some play that meets every clause bears out what an author says would have come of another card.

    None where so many positions do not settle it.
    """
    for play in _positions_at(puzzle, supposition.trick, supposition.seat, positions):
        if play is None:
            return None
        for card in fitting(puzzle, play):
            after = replace(puzzle, start=play.after(card))
            if supposition.may_hold(play, card) and can_be_met(after, LATER_STEPS):
                return True
    return False


def _positions_at(
    puzzle: Puzzle, trick: int, seat: Seat, most: int, told: Iterable[Card] = ()
) -> Iterator[Play | None]:
    """The positions in which the seat may have to play to the trick, as far as the clauses can be seen from there.

    Those that differ in cards of no account are one; the cards `told` apart are of account. None comes last where there
    are more than can be looked at.
    """
    named = (*_cards_of(puzzle.clauses), *told)
    remembered = _remembered(puzzle.clauses)
    seen: set[object] = set()
    open_ = [puzzle.start]
    while open_:
        play = open_.pop()
        alike = (_alike(play, named), _looked_back_on(play, remembered))
        if alike in seen or play.number > trick:
            continue
        seen.add(alike)
        if len(seen) > most:
            yield None
            return
        if play.number == trick and play.to_play is seat:
            yield play
        else:
            open_ += [play.after(card) for card in fitting(puzzle, play)]


def _alike(play: Play, named: tuple[Card, ...]) -> object:
    """What two positions have in common in which the cards that are left stand in the same order in the same hands.

    The cards that clauses name count as different from those beside them.
    """
    left = [(card, seat) for seat, hand in play.hands.items() for card in hand]
    on_table = [(card, seat, place) for place, (seat, card) in enumerate(play.trick.items())]
    marked = [(card, seat, -1) for card, seat in left] + on_table
    by_suit = (
        sorted((one for one in marked if one[0].suit is suit), key=lambda one: one[0].rank.height) for suit in Suit
    )
    told = tuple(
        tuple((seat, place, card if card in named else None) for card, seat, place in suit) for suit in by_suit
    )
    return told, play.trick.leader, play.won


def _cards_of(clauses: Iterable[Clause]) -> Iterator[Card]:
    for clause in clauses:
        yield from clause.cards_named


# ---- what the facts leave no choice of -----------------------------------------------------------------------------


def forced(puzzle: Puzzle, play: Play, steps: int = STEPS_OF_PROOF) -> tuple[Played, ...]:
    """The cards of a play that are the same, in the same place, in every play that meets the clauses.

    A card of which so many cards tried do not show it is not among them.
    """
    free: set[Played] = set()
    found: list[Played] = []
    for _, played in _ours(puzzle, play):
        if played in free:
            continue
        puzzle_of_another = _another(puzzle, played)
        search = _PlaySearch(puzzle_of_another, None, most=steps)
        another = search.run()
        starts = (
            _PlaySearch(puzzle_of_another, None, STEPS_OF_START, random=Random(seed)) for seed in range(STARTS_OF_PROOF)
        )
        if another is None and search.has_given_up:
            another = next((one for one in (start.run() for start in starts) if one is not None), None)
        if another is not None:
            free |= set(play.played()) - set(another.played())
        elif not search.has_given_up or _has_no_choice(puzzle, played):
            found.append(played)
    return tuple(found)


def _has_no_choice(puzzle: Puzzle, played: Played) -> bool:
    """Whether the seat can play nothing else to the trick, in whatever position it comes to it."""
    own = puzzle.start.hands[played.seat]
    positions = _positions_at(puzzle, played.trick, played.seat, FEWER_POSITIONS, own)
    return all(play is not None and set(fitting(puzzle, play)) <= {played.card} for play in positions)


def _another(puzzle: Puzzle, played: Played) -> Puzzle:
    """The puzzle of a play in which a seat does not play this card to this trick."""
    return replace(puzzle, clauses=(*puzzle.clauses, OfTrick(played.trick, played.seat, NOT, (played.card,))))
