"""Values in words and in markup: cards, calls, scores, prose."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from types import MappingProxyType

import nh3
from flask_babel import gettext, lazy_gettext
from flask_babel.speaklater import LazyString
from markupsafe import Markup

from tutor.auction import Call
from tutor.authorities.rules import Answer, Question
from tutor.cards import PACK, Card, Hand, Rank, Suit
from tutor.codes.scoring import Party, Sheet
from tutor.library.fields import CALL_WORDS
from tutor.library.games import score_words as score_words
from tutor.library.lesson_html import TEXTS_KEPT, markdown_html, rendered
from tutor.library.markup import overmarked
from tutor.quizzes.exercise import Choice
from tutor.quizzes.kinds.games import moment as moment
from tutor.quizzes.wording import advice_words as advice_words
from tutor.quizzes.wording import answer_words as answer_words
from tutor.quizzes.wording import call_label as call_label
from tutor.quizzes.wording import call_label_at as call_label_at
from tutor.quizzes.wording import rule_words as rule_words
from tutor.quizzes.wording import sentence as sentence
from tutor.quizzes.wording import what_is_played as what_is_played
from tutor.quizzes.wording import with_full_stop as with_full_stop
from tutor.seats import Seat, Side
from tutor.tables.notices import act_told as act_told
from tutor.tables.notices import event as event
from tutor.tables.table import Table
from tutor.wording import alternatives

_INDEX = {Rank.TEN: "10"}
_TAGS = {"p", "em", "strong", "ul", "ol", "li", "blockquote", "span"}


@cache  # for each card of the pack
def card_face(card: Card) -> Markup:
    """The face of a card. The element around it has its name."""
    index = _INDEX.get(card.rank, card.rank.letter)
    letter = card.suit.letter
    return Markup(
        '<b class="index">{0}</b><svg class="pip" aria-hidden="true"><use href="#{1}"/></svg>'
        '<svg class="pip big" aria-hidden="true"><use href="#{1}"/></svg>'
    ).format(index, letter)


@cache
def card_chip(card: Card) -> Markup:
    """A card in running text: its suit and rank, read aloud by name."""
    index = _INDEX.get(card.rank, card.rank.letter)
    return Markup(
        '<span class="chip {0}" role="img" aria-label="{1}">'
        '<svg class="pip" aria-hidden="true"><use href="#{2}"/></svg><b>{3}</b></span>'
    ).format(card.suit.plural, card.name, card.suit.letter, index)


def holding_aloud(hand: Hand, suit: Suit) -> str:
    """A holding for the ear: `Spades: ace, king, jack`."""
    cards = ", ".join(rank.word for rank in hand[suit]) or "none"
    return f"{suit.plural.capitalize()}: {cards}"


def aloud(hand: Hand) -> str:
    """A hand for the ear, suit by suit."""
    return ". ".join(holding_aloud(hand, suit) for suit in Suit) + "."


QUESTIONS: Mapping[Question, LazyString] = MappingProxyType(
    {
        Question.DECLARE: lazy_gettext("What to declare"),
        Question.DOUBLE: lazy_gettext("Whether to double"),
        Question.BID: lazy_gettext("What to bid"),
        Question.LEAD: lazy_gettext("Opening leads"),
        Question.RETURN: lazy_gettext("Later leads"),
        Question.MANAGE: lazy_gettext("What the declarer leads"),
        Question.SECOND: lazy_gettext("Second hand"),
        Question.THIRD: lazy_gettext("Third hand"),
        Question.FOURTH: lazy_gettext("Fourth hand"),
        Question.TRUMP: lazy_gettext("Whether to trump"),
        Question.DISCARD: lazy_gettext("Discards"),
        Question.SIGNAL: lazy_gettext("Signals"),
    }
)
"""The heading of each question."""


def table_question(table: Table) -> str:
    """The question to the player who must act."""
    if table.play is None:
        return gettext("What do you say?")
    return gettext("What do you play?") if table.play.trick.cards else gettext("What do you lead?")


def sheet_words(sheet: Sheet) -> str:
    """The score of the game in progress: `The score is love-all.`, `The score: AB 24, YZ 0.`"""
    points = {party.label: sheet.stands_at(party) for party in sheet.parties}
    if not any(points.values()):
        return gettext("The score is love-all.")
    return gettext("The score: %(points)s.", points=", ".join(f"{label} {count}" for label, count in points.items()))


def party_words(party: Party) -> str:
    """The winner, in words: `AB win`, `A wins`."""
    words = gettext("%(side)s win", side=party.label) if isinstance(party, Side) else None
    return words or gettext("%(player)s wins", player=party.label)


@lru_cache(TEXTS_KEPT)
def prose(text: str) -> Markup:
    """Our own text (Markdown) as HTML, cleaned of everything but text and emphasis."""
    if any(overmarked(text)):
        return Markup("<p>{}</p>").format(text)
    return Markup(nh3.clean(markdown_html(text), tags=_TAGS, attributes={}))  # noqa: S704 - cleaned here


@cache
def seat_name(seat: Seat) -> Markup:
    """The letter of a seat, and its compass point for readers who choose to see it."""
    return Markup('{}<span class="compass-name"> {}</span>').format(seat.label, seat.name.capitalize())


@lru_cache(TEXTS_KEPT)
def inline(text: str) -> Markup:
    """A text of one paragraph, without its `<p>`."""
    return Markup(str(prose(text)).removeprefix("<p>").removesuffix("</p>"))  # noqa: S704 - of cleaned text


@lru_cache(TEXTS_KEPT)
def lesson_prose(text: str) -> Markup:
    """The text of a lesson (Markdown, with cards as `{HK}` and links to our own pages) as cleaned HTML."""
    return Markup(rendered(text, card_chip, "/lessons/"))  # noqa: S704 - cleaned there


@lru_cache(TEXTS_KEPT)
def lesson_inline(text: str) -> Markup:
    """A text of a lesson in one paragraph, without its `<p>`."""
    return Markup(str(lesson_prose(text)).removeprefix("<p>").removesuffix("</p>"))  # noqa: S704 - of cleaned text


def choice_label(choice: Choice) -> Markup:
    """The label of an answer."""
    return lesson_inline(sentence(choice.label))


def either_answer(answers: Sequence[Answer]) -> str:
    """Answers that are equally right, as part of a sentence: `the king of hearts or a pass`."""
    return alternatives([answer_words(answer) for answer in answers])


def either_of(choices: Sequence[Choice]) -> Markup:
    """Answers that are equally right, with one full stop, because some are sentences already."""
    labels = Markup(alternatives([choice_label(choice) for choice in choices]))  # noqa: S704 - each is markup
    return labels if labels.endswith(".") else labels + "."


def cards_either(cards: Sequence[Card]) -> str:
    """Cards that are equally right: `the king of hearts or the ace of hearts`."""
    return alternatives([f"the {card.name}" for card in cards])


def quoted_choice(choice: Choice) -> Markup:
    """The answer of the learner, within a sentence: a card by its name, any other as its button says."""
    if choice.key in _CARDS:
        return Markup("the {}").format(Card.parse(choice.key).name)
    return Markup("“{}”").format(lesson_inline(choice.label.rstrip(".")))


_CARDS = {str(card) for card in PACK}


def said_words(call: Call) -> str:
    """A call as a verb: `declares hearts`, `bids 2 clubs`, `passes`."""
    return CALL_WORDS[call]


_LINK = re.compile(r'<a href="([^"]*)">')
_OF_OURS = re.compile(r"/(?![/\\])[!-\[\]-~]*|#[!-~]*")


def teachers_prose(text: str) -> Markup:
    """A teacher’s text (Markdown, with cards as `{HK}`) as cleaned HTML. Links to other sites become text."""
    html = _LINK.sub(lambda link: link[0] if _OF_OURS.fullmatch(link[1]) else "<a>", str(lesson_prose(text)))
    return Markup(html)  # noqa: S704 - of cleaned text
