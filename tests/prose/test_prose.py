"""The linter of prose finds what it should, and leaves alone what a good writer writes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.prose.facts import facts_by_passage, facts_of
from tests.prose.faults import Exemption, faults, faults_by_proselint
from tests.prose.inventory import Passage, ProseKind, inventory

FAULTY = {
    "Who bids too little may be left there.": "headless who",
    "What was answered stands below.": "headless what",
    "Which of them it is comes later.": "headless which",
    "The dealer looks at the own hand first.": "the own",
    "Here one leads the king.": "one for a person",
    "The score is told after the deal.": "calque",
    "An honour is wanting.": "calque",
    "All but the last are right, save where it is doubled.": "calque",
    "The king is led, whereby partner learns of the ace.": "antique",
    "Take it along": "old label",
    "Lead the knave of hearts.": "knave",
    "There were 1 tricks left.": "number and noun",
    "The hand is strong.. Declare.": "two stops",
    "The color of the suit is black.": "American spelling",
    "Lead through the adversary on your left.": "term",
    "The learner sees his own answers.": "he for anybody",
    "First this is done; then that is done; then it ends.": "semicolons",
    "Lead " + "the king and then " * 12 + "stop.": "long sentence",
}
PLAIN = (
    "Who leads first?", "What is a tenace?", "Lead the king: it shows the ace or queen.",
    "One of the four tricks is yours.",
    "Hellespont says that he would leave it.", "Win two tricks to save the game; partner has the rest.",
    "“The knave is led.”",
    "The score is 24 to 10.", "You hold three suits, and one is guarded.",
)  # fmt: skip


def said(text: str, path: str = "templates/x.html", kind: ProseKind = ProseKind.PAGE) -> Passage:
    return Passage(path, 1, kind, text)


@pytest.mark.parametrize(("text", "name"), FAULTY.items())
def test_a_fault_is_found(text: str, name: str) -> None:
    assert name in {fault.name for fault in faults([said(text)])}


@pytest.mark.parametrize("text", PLAIN)
def test_plain_english_has_no_fault(text: str, tmp_path: Path) -> None:
    (tmp_path / "lessons").mkdir()
    (tmp_path / "lessons" / "one.md").write_text(text + "\n", encoding="utf-8")
    assert [str(fault) for fault in faults(inventory(tmp_path))] == []


def test_a_cliche_is_found_by_proselint() -> None:
    found = list(faults_by_proselint([said("Lead a trump."), said("At the end of the day, it goes without saying.")]))
    assert {fault.passage.text for fault in found} == {"At the end of the day, it goes without saying."}


def test_what_is_meant_is_exempt() -> None:
    (fault, *_) = faults([said("The old name of the jack is knave.")])
    assert Exemption("templates/*", "knave", "old name of the jack", "it explains the word").covers(fault)
    assert not Exemption("lessons/*", "knave", "old name of the jack", "elsewhere").covers(fault)


WRITTEN = {
    "templates/a.html": '<p>Play the {{ card }} <b>now</b>.</p><img alt="A hand of cards">{{ "Go back" }}',
    "tutor/a.py": 'def f():\n    """Say it."""\n    # Because it is so.\n    return f"The {x} was led."\n',
    "lessons/a.md": "---\ntitle: Leading a suit\n---\n\n> The author says this.\n\nLead **the king**.\n",
    "hands/a.yaml": "says: It is your lead.\nprinted: as it was printed\n",
    "static/js/a.js": "show('Nothing was saved')\n",
}
SENTENCES = {
    "Play the ⟨⟩ now.", "A hand of cards", "Go back", "Say it.", "Because it is so.", "The ⟨⟩ was led.",
    "Leading a suit",
    "Lead the king.", "It is your lead.", "Nothing was saved",
}  # fmt: skip


def test_prose_is_found_wherever_it_is_written(tmp_path: Path) -> None:
    for name, text in WRITTEN.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert {sentence for passage in inventory(tmp_path) for sentence in passage.sentences} == SENTENCES


PLACED = "One line.\n\nAnother line here.\n\n```q\nask: Which one now?\n```\n"


def test_a_place_is_that_of_the_words(tmp_path: Path) -> None:
    (tmp_path / "lessons").mkdir()
    (tmp_path / "lessons" / "a.md").write_text(PLACED)
    assert [(each.line, each.text) for each in inventory(tmp_path)] == [
        (6, "Which one now?"), (1, "One line."), (3, "Another line here."),
    ]  # fmt: skip


def test_facts_are_found_in_every_spelling() -> None:
    assert facts_of("Lead the nine of clubs at trick 7 (p. 93).") == facts_of("At trick seven {C9} is led (p. 93).") | {
        "93"
    }
    assert facts_of("Thirty-two of 1,000") == {"32", "1000"}
    assert facts_of("See [the rule](/rules/x).") == {"/rules/x"}


def test_a_changed_figure_is_seen_in_its_passage() -> None:
    before, after = (facts_by_passage("hands/a.yaml", f"notes:\n  - says: Win {n} tricks.\n") for n in ("five", "six"))
    assert before.keys() == after.keys()
    assert before != after
