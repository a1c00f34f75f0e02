"""Questions as HTML that is also XML, for programs with their own pages, such as Anki and learning systems.

The suit of a card is a sign and a class (`hearts`), so that a pack may have two colours or four. The text is readable
without any style.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from markupsafe import Markup, escape

from tutor.cards import Card, Hand, Suit
from tutor.exchange.questions import CardDisplay, ExportedQuestion, Reply
from tutor.library.lesson_html import rendered
from tutor.play import Trick
from tutor.quizzes.exercise import AnswerForm, Grade
from tutor.quizzes.positions import signed
from tutor.quizzes.wording import sentence, with_full_stop
from tutor.wording import alternatives

_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def tag(name: str, *content: str, **attributes: str) -> Markup:
    """An element. Content that is not `Markup` is text. An attribute that is a Python keyword ends in `_`."""
    written = Markup().join(
        Markup(' {}="{}"').format(key.rstrip("_").replace("__", ":"), _sayable(value))
        for key, value in attributes.items()
    )
    inside = Markup().join(_sayable(one) for one in content)
    if not content:
        return Markup("<{}{}/>").format(name, written)
    return Markup("<{0}{1}>{2}</{0}>").format(name, written, inside)


def _sayable(text: str) -> Markup:
    """The text escaped, without the characters that XML cannot hold."""
    return Markup(_NO_XML.sub("", escape(text)))  # noqa: S704 - escaped


def prose(text: str) -> Markup:
    """A text of a lesson. A single paragraph comes without its `p`."""
    html = rendered(_NO_XML.sub("", text), _chip).replace("<br>", "<br/>").replace("&nbsp;", "\xa0")
    if html.count("<p>") == 1 and html.startswith("<p>") and html.endswith("</p>"):
        html = html[3:-4]
    return Markup(html)  # noqa: S704 - cleaned when it was rendered


def _chip(card: Card) -> str:
    return tag("span", signed(card), class_=f"chip {card.suit.plural}")


# ---- cards --------------------------------------------------------------------------------------------------------


def render_cards(shown: CardDisplay) -> Markup:
    """The cards shown with a question, as a `div`; nothing if there are none."""
    own, others = (shown.hands[:1], shown.hands[1:]) if shown.is_table else ((), shown.hands)
    if not shown.is_table and len(shown.hands) == 1 and not shown.hands[0][0]:
        own, others = shown.hands, ()
    drawn = [
        *(tag("div", _who(who), _fan(hand), class_="own") for who, hand in own),
        *(tag("div", _who(who), _diagram(hand), class_="seat") for who, hand in others),
        *([_holding(shown.holding)] if shown.holding else []),
        *([tag("p", prose(shown.caption), class_="faint")] if shown.caption else []),
        *([_tricks(shown)] if shown.tricks else []),
    ]
    return tag("div", *drawn, class_="laid") if drawn else Markup()


def _who(name: str) -> Markup:
    return tag("p", tag("b", name), class_="who") if name else Markup()


def _fan(hand: Hand) -> Markup:
    return tag("p", *_spaced(_face(card) for card in hand), class_="fan")


def _face(card: Card) -> Markup:
    return tag("span", signed(card), class_=f"face {card.suit.plural}")


def _spaced(parts: Iterable[str]) -> Iterable[str]:
    """The parts with a space after each, so that they are separate without any style."""
    for part in parts:
        yield part
        yield " "


def _diagram(hand: Hand) -> Markup:
    return _holding((suit, "".join(rank.letter for rank in hand[suit])) for suit in Suit)


def _holding(held: Iterable[tuple[Suit, str]]) -> Markup:
    lines = (_suit(suit, " ".join(letters).replace("T", "10") or "none") for suit, letters in held)
    return tag("p", Markup("<br/>").join(lines), class_="diagram")


def _suit(suit: Suit, cards: str) -> Markup:
    return tag("span", suit.symbol, class_=f"chip {suit.plural}") + Markup(" ") + escape(cards)


def _tricks(shown: CardDisplay) -> Markup:
    return tag("ol", *(tag("li", _trick(trick, shown.trumps)) for trick in shown.tricks), class_="tricks")


def _trick(trick: Trick, trumps: Suit | None) -> Markup:
    played = Markup(", ").join(Markup("{} {}").format(seat.label, _chip_of(card)) for seat, card in trick.items())
    if not trick.is_complete:
        return played + Markup(" …")
    return played + Markup("; {} takes it").format(trick.winner(trumps).label)


def _chip_of(card: Card) -> Markup:
    return Markup(_chip(card))  # noqa: S704 - made by `tag`


# ---- questions and answers ----------------------------------------------------------------------------------------


def asked(question: ExportedQuestion) -> Markup:
    """The question and its facts without the answers, as blocks, the cards first."""
    facts = tag("p", *_spaced(prose(fact) for fact in question.facts), class_="facts") if question.facts else Markup()
    return render_cards(question.laid) + facts + tag("div", prose(question.prompt), class_="prompt")


def invitation(question: ExportedQuestion) -> str:
    """What to do: `Choose a card.`"""
    return {
        AnswerForm.CARD: "Choose a card.",
        AnswerForm.CHOICE: "Choose one.",
        AnswerForm.NUMBER: "Answer with a number.",
    }[question.form]


def label(reply: Reply) -> Markup:
    """An answer that can be given: a card by its sign and its name, anything else in its own words."""
    return (_chip_of(reply.card) + Markup(" ") if reply.card else Markup()) + prose(reply.label)


def either(replies: Iterable[Reply]) -> Markup:
    """Answers that are all right, with “or” between them."""
    return Markup(alternatives([label(reply) for reply in replies]))  # noqa: S704 - each is markup


def worth(question: ExportedQuestion, reply: Reply) -> Markup:
    """The verdict on an answer and the reason, inline, with the rule and its place."""
    told = prose(with_full_stop(sentence(reply.because)))
    match reply.grade:
        case Grade.BEST:
            said = [Markup("<b>Right.</b>"), told]
        case Grade.ACCEPTABLE:
            said = [Markup("<b>Acceptable.</b>"), told, _better(question)]
        case _:
            said = [Markup("<b>No.</b>"), told, _better(question)]
    return Markup(" ").join([*said, *reason(question)])


def _better(question: ExportedQuestion) -> Markup:
    return tag("b", stopped(either(question.of(Grade.BEST))))


def stopped(html: Markup) -> Markup:
    """The markup with a full stop, unless it has one."""
    return html if html.endswith((".", "?", "”")) else html + "."


def reason(question: ExportedQuestion) -> Iterable[Markup]:
    """What would be right otherwise, the rule if it says more than the fact, and its place, all inline."""
    if question.otherwise:
        yield prose(question.otherwise)
    if question.rule:
        yield prose(with_full_stop(question.rule))
    if question.citation:
        yield tag("i", f"({question.citation})")
