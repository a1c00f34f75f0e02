"""Questions as an Anki package: the question on the front, the answer with its reason and its place on the back.

The ids of a note, a deck and the model are the same each time. So a package that is opened again updates the notes
without duplicates.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from datetime import datetime
from hashlib import blake2b
from itertools import count

import genanki
from markupsafe import Markup

from tutor.exchange.files import ExportedFile, zipped
from tutor.exchange.question_export import question_exporter
from tutor.exchange.question_html import either, invitation, label, prose, render_cards, stopped, tag
from tutor.exchange.questions import ExportedQuestion, Reply
from tutor.quizzes.exercise import AnswerForm, Grade
from tutor.quizzes.wording import sentence, with_full_stop

MIMETYPE = "application/octet-stream"
"""Anki has never registered its own type."""
DECK = "Love All"
MODEL = 1_901_190_501
_LOWEST, _HIGHEST = 1 << 30, 1 << 31
"""The range of deck numbers, as genanki advises."""

FIELDS = ("Prompt", "Facts", "Cards", "Choices", "Answer", "Acceptable", "Reason", "Place", "Others")

FRONT = """<div class="love-all two">
{{Cards}}
{{#Facts}}<p class="facts">{{Facts}}</p>{{/Facts}}
<div class="prompt">{{Prompt}}</div>
{{Choices}}
</div>"""

BACK = """{{FrontSide}}
<div class="love-all two">
<hr id="answer">
<p class="best">{{Answer}}</p>
{{#Acceptable}}<p class="faint">Acceptable: {{Acceptable}}</p>{{/Acceptable}}
<p>{{Reason}}</p>
{{#Place}}<p class="cite">{{Place}}</p>{{/Place}}
{{#Others}}<details><summary>Why not the others</summary>{{Others}}</details>{{/Others}}
</div>"""

CSS = """/* Love All. For a pack of four colours write class="love-all four" in both templates. */
.card { background: #faf6ec; color: #25201a; font: 20px/1.45 Georgia, serif; text-align: left; }
.love-all { max-width: 34rem; margin: 0 auto; padding: 0 .4rem;
  --spades: #1d1a16; --hearts: #a5281b; --clubs: #1d1a16; --diamonds: #a5281b; }
.love-all.four { --clubs: #1c6b3a; --diamonds: #1f4fae; }
.love-all p { margin: .4rem 0; }
.prompt { font-size: 1.15em; margin: .7rem 0; }
.facts, .faint, .cite { color: #5f564a; font-size: .9em; }
.cite { font-style: italic; }
.who { font-size: .85em; }
.laid { background: #2f5d4b; color: #f6f0e0; border-radius: 12px; padding: .5rem .8rem; margin-bottom: .6rem; }
.laid .faint { color: #e4ddca; }
.laid .chip { background: #fffdf7; border-radius: 3px; padding: 0 .2em; }
.fan { line-height: 2.1; }
.face { display: inline-block; background: #fffdf7; border: 1px solid #cdbf9f; border-radius: 4px; padding: 0 .25em;
  line-height: 1.7; font-weight: bold; }
.chip { white-space: nowrap; }
.spades { color: var(--spades); } .hearts { color: var(--hearts); }
.clubs { color: var(--clubs); } .diamonds { color: var(--diamonds); }
.seat { display: inline-block; vertical-align: top; margin-right: 1.6rem; }
.diagram { font-size: .95em; white-space: nowrap; }
.tricks { font-size: .85em; padding-left: 1.6rem; margin: .3rem 0; }
.choices { padding-left: 1.3rem; margin: .5rem 0; }
.choices.cards { list-style: none; padding: 0; }
.choices.cards li { display: inline-block; margin: .1rem .5rem .1rem 0; }
.best { font-weight: bold; font-size: 1.1em; }
details { margin-top: .8rem; font-size: .9em; } summary { cursor: pointer; }
hr { border: 0; border-top: 1px solid #b98f34; }
.nightMode.card, .night_mode.card, .card.nightMode { background: #1c1a17; color: #ece4d4; }
.nightMode .facts, .nightMode .faint, .nightMode .cite,
.night_mode .facts, .night_mode .faint, .night_mode .cite { color: #b3a893; }
.nightMode .laid, .night_mode .laid { background: #28503f; }
.nightMode .chip, .night_mode .chip { background: #f4eddd; border-radius: 3px; padding: 0 .2em; }
.nightMode .face, .night_mode .face { background: #f4eddd; }
"""


def package(questions: Iterable[ExportedQuestion], name: str, now: datetime) -> ExportedFile:
    """A package with a deck for each shelf, and the notes in the order of the questions, changed at `now`."""
    decks: dict[str, genanki.Deck] = {}
    model = _model()
    for place, question in enumerate(questions, 1):
        title = "::".join((DECK, *(_plain(part) for part in question.shelf)))
        deck = decks.setdefault(title, genanki.Deck(_number_of(title), title))
        deck.add_note(
            genanki.Note(
                model, list(fields_of(question).values()), guid=_guid(question.key), tags=question.tags, due=place
            )
        )
    moment = now.timestamp()
    with sqlite3.connect(":memory:") as connection:
        # We write it ourselves, because genanki’s own method leaves a file behind each time.
        genanki.Package(list(decks.values())).write_to_db(connection.cursor(), moment, count(int(moment * 1000)))
        connection.commit()
        collection = connection.serialize()
    connection.close()
    return ExportedFile(f"{name}.apkg", MIMETYPE, zipped({"collection.anki2": collection, "media": b"{}"}))


def _model() -> genanki.Model:
    return genanki.Model(
        MODEL,
        "Love All question",
        fields=[{"name": name} for name in FIELDS],
        templates=[{"name": "Question", "qfmt": FRONT, "afmt": BACK}],
        css=CSS,
    )


def fields_of(question: ExportedQuestion) -> Mapping[str, str]:
    """The `FIELDS` of a note, as HTML."""
    best, acceptable = question.of(Grade.BEST), question.of(Grade.ACCEPTABLE)
    others = [reply for reply in question.replies if reply.grade is not Grade.BEST]
    because = prose(with_full_stop(sentence(best[0].because)))
    further = [prose(question.otherwise)] if question.otherwise else []
    return {
        "Prompt": prose(question.prompt),
        "Facts": Markup(" ").join(prose(fact) for fact in question.facts),
        "Cards": render_cards(question.laid),
        "Choices": _choices(question),
        "Answer": either(best),
        "Acceptable": either(acceptable),
        "Reason": Markup(" ").join(
            [because, *([prose(with_full_stop(question.rule))] if question.rule else []), *further]
        ),
        "Place": tag("span", question.citation) if question.citation else "",
        "Others": tag("ul", *(tag("li", _why_not(reply)) for reply in others)) if others else "",
    }


def _choices(question: ExportedQuestion) -> Markup:
    if question.form is AnswerForm.NUMBER:
        return tag("p", invitation(question), class_="faint")
    if question.form is AnswerForm.CHOICE:
        return tag("ul", *(tag("li", label(reply)) for reply in question.replies), class_="choices")
    cards = (tag("li", prose(f"{{{reply.card}}}")) for reply in question.replies)
    return tag("p", invitation(question), class_="faint") + tag("ul", *cards, class_="choices cards")


def _why_not(reply: Reply) -> Markup:
    return tag("b", stopped(label(reply))) + " " + prose(with_full_stop(sentence(reply.because)))


def _plain(title: str) -> str:
    """A title that is one part of a deck’s name."""
    return title.replace("::", ":")


def _number_of(title: str) -> int:
    number = int.from_bytes(blake2b(title.encode(), digest_size=8).digest(), "big")
    return _LOWEST + number % (_HIGHEST - _LOWEST)


def _guid(key: str) -> str:
    guid: str = genanki.guid_for("love-all", key)
    return guid


EXPORTER = question_exporter(
    "anki",
    "Anki",
    MIMETYPE,
    "apkg",
    "flashcards that return before you forget them",
    """Write an Anki package with the questions of WHAT: a lesson, a course, or a practice group.

    Opening a newer package updates the notes of an older one. If a course and a group have the same name, the name
    means the course. For example, `group:odds` is the group.
    """,
    lambda questions, stem, _title, now: package(questions, stem, now),
)
