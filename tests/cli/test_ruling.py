"""What went wrong, asked of the command and of the page."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from tests.support.cases import for_each
from tutor.__main__ import tutor
from tutor.codes import RULED
from tutor.codes.offences import FIVE_CODES, QUESTIONS
from tutor.errors import TutorError

ONE = "/rulings?code=auction-1910&offence=revokes&by=adversary&when=established"


def ruling(*arguments: str) -> str:
    result = CliRunner().invoke(tutor, ["ruling", *arguments], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def read(client: FlaskClient, path: str, status: int = 200) -> str:
    response = client.get(path)
    assert response.status_code == status
    return unescape(re.sub(r"\s+", " ", response.text))


# ---- the command ------------------------------------------------------------------------------------------------


def test_a_ruling_tells_the_law_the_choice_and_what_follows() -> None:
    text = ruling("auction-1910", "revokes", "--by", "adversary", "--when", "established")
    assert "R. F. Foster, law 86, p. 39" in text
    assert "Chosen by: the dealer or declarer" in text
    assert "150 above the line" in text
    assert "Always: the offending side scores only its honours" in text


def test_where_nothing_is_chosen_nobody_is_named_as_the_chooser() -> None:
    assert "Who chooses" not in ruling("bridge-american-1907", "revokes", "--by", "dealer", "--when", "established")


def test_players_whom_the_law_does_not_tell_apart_are_told_of_together() -> None:
    assert len(json.loads(ruling("whist-1859", "omits-to-play", "--when", "after-next-trick", "--json"))) == 1
    english = json.loads(ruling("bridge-english-1901", "omits-to-play", "--when", "after-next-trick", "--json"))
    assert [entry["by"] for entry in english] == [["dealer", "leader", "leaders-partner"], ["dummy"]]


def test_circumstances_are_told_in_the_order_of_the_hand() -> None:
    told = json.loads(ruling("whist-1859", "exposes-card", "--json"))
    assert [entry["when"] for entry in told] == ["before-lead", "in-play"]
    told = json.loads(ruling("bridge-english-1901", "exposes-card", "--by", "leader", "--json"))
    assert [entry["when"] for entry in told] == ["before-declaration", "before-lead", "in-play"]


def test_the_other_codes_are_said_to_agree_or_not() -> None:
    text = ruling("bridge-english-1901", "declares-out-of-turn", "--by", "adversary", "--when", "before-doubling")
    same, otherwise = text.split("Elsewhere: ")[1].split("; ")
    assert same == "the same under bridge-english-1904, bridge-american-1907"
    assert otherwise.strip() == "different under whist-1859, auction-1910"


def test_a_code_that_is_silent_says_why() -> None:
    text = ruling("bridge-english-1901", "remarks")
    assert "No law. The code has no law for remarks on the play." in text
    entry, *_ = json.loads(ruling("bridge-english-1901", "remarks", "--json"))
    assert (entry["laws"], entry["arises"]) == ([], True)
    assert entry["why"]


def test_what_cannot_arise_in_a_game_is_told_apart_from_silence() -> None:
    assert "Not in this game. No card is turned up at bridge." in ruling("bridge-english-1904", "drops-trump-card")
    (entry,) = json.loads(ruling("bridge-english-1904", "drops-trump-card", "--json"))
    assert (entry["laws"], entry["arises"]) == ([], False)


def test_a_script_gets_effects_with_their_numbers() -> None:
    (entry,) = json.loads(ruling("whist-1859", "revokes", "--when", "established", "--json"))
    assert [choice[0]["effect"] for choice in entry["choices"]] == ["adds-points", "deducts-points", "takes-tricks"]
    assert entry["choices"][0][0]["points"] == 3
    assert entry["laws"][0]["id"] == "cae-law-32"
    assert entry["chooser"] == "adversaries"


def test_all_that_can_be_asked_is_listed() -> None:
    """Each offence under some code, in the order of a deal, and the same as text and for scripts."""
    everywhere = set()
    for key in FIVE_CODES:
        text = ruling(key)
        listed = [entry["offence"] for entry in json.loads(ruling(key, "--json"))]
        for slug in listed:
            assert f"  {slug} " in text
        assert listed == [act.slug for act in QUESTIONS if act.slug in listed]
        everywhere |= {*listed}
    assert everywhere == {act.slug for act in QUESTIONS}


@pytest.mark.slow
@for_each("code", RULED)
def test_every_offence_can_be_asked_of_every_code(code: str) -> None:
    listed = {entry["offence"]: entry for entry in json.loads(ruling(code, "--json"))}
    for question in QUESTIONS.values():
        entries = json.loads(ruling(code, question.act.slug, "--json"))
        if question.act.slug not in listed:
            assert not any(entry["laws"] or entry["arises"] for entry in entries)
            continue
        of = listed[question.act.slug]
        assert {entry["when"] for entry in entries} == ({*of["when"]} or {None})
        by = [(role, entry["when"]) for entry in entries for role in entry["by"]]
        assert len(by) == len(set(by))
        assert {role for role, _ in by} == {*of["by"]}


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["whist-1870", "revokes"], "there is no code of laws ‘whist-1870’. Did you mean whist-1859"),
        (["whist-1859", "revoke"], "there is no offence ‘revoke’. Did you mean revokes"),
        (
            ["whist-1859", "revokes", "--by", "nobody"],
            "‘nobody’ is not a player: for revokes you can ask for dealer, dummy",
        ),
        (["whist-1859", "card-faced", "--when", "later"], "for card-faced it makes no difference. Leave it out"),
    ],
)
def test_what_cannot_be_asked_is_told_with_what_can(arguments: list[str], says: str) -> None:
    result = CliRunner().invoke(tutor, ["ruling", *arguments])
    assert isinstance(result.exception, TutorError)
    assert says in str(result.exception)


def test_a_circumstance_without_an_offence_is_a_mistake() -> None:
    result = CliRunner().invoke(tutor, ["ruling", "whist-1859", "--by", "dealer"])
    assert result.exit_code == 2
    assert "name the offence" in result.output


# ---- the page ---------------------------------------------------------------------------------------------------


def test_the_page_answers_at_once_and_asks_for_more(client: FlaskClient) -> None:
    page = read(client, "/rulings")
    assert "<h1>Rulings</h1>" in page
    for code in RULED.values():
        assert f">{code.title}</option>" in page
    assert '<select id="when"' in page


def test_the_others_stand_beside_with_what_they_say_otherwise(client: FlaskClient) -> None:
    page = read(client, ONE)
    assert page.count('<article class="differs">') == 4
    whist = page.split("Whist, 1859 <span")[1].split("</article>")[0]
    assert '<li class="unlike">Three points are added to the score of the other side.</li>' in whist
    assert "Cælebs, law 32, p. 13" in whist
    american = page.split("American, 1907 <span")[1].split("</article>")[0]
    assert '<li class="unlike">The penalty is scored before anything else.</li>' in american
    assert "<li>Tricks taken as the penalty do not make a slam.</li>" in american
    assert american.count("under ‘The Revoke’") == 1


def test_codes_that_say_the_same_are_not_repeated(client: FlaskClient) -> None:
    page = read(client, "/rulings?code=bridge-english-1901&offence=dummy-suggests")
    assert page.count("the same</span>") == 3
    assert page.count("must be played, or must not be played") == 1


def test_circumstances_of_another_offence_ask_of_all(client: FlaskClient) -> None:
    kept = read(client, "/rulings?code=whist-1859&offence=revokes&of=revokes&when=established")
    assert kept.count('<section class="ruling"') == 1
    changed = read(client, "/rulings?code=whist-1859&offence=omits-to-play&of=revokes&when=established&by=leader")
    assert changed.count('<section class="ruling"') == 2


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("offence=winks", "There is no offence ‘winks’"),
        ("code=piquet-1870", "There is no code of laws ‘piquet-1870’"),
        ("offence=revokes&when=tomorrow", "‘tomorrow’ is not a circumstance"),
        ("offence=revokes&by=%3Cb%3E", "‘<b>’ is not a player"),
    ],
)
def test_what_cannot_be_asked_leaves_the_form_and_says_what_can(client: FlaskClient, query: str, says: str) -> None:
    page = read(client, f"/rulings?{query}", status=400)
    assert says in page
    assert '<select id="offence"' in page
    assert '<section class="ruling"' not in page


@pytest.mark.slow
def test_every_question_of_every_code_makes_a_page(client: FlaskClient) -> None:
    for code in RULED:
        for act in QUESTIONS:
            assert '<section class="ruling"' in read(client, f"/rulings?code={code}&offence={act.slug}")


def test_the_form_tells_every_code_apart_and_asks_a_game_only_what_can_arise(client: FlaskClient) -> None:
    page = read(client, "/rulings?code=auction-suits-1910&offence=revokes")
    codes = page.split('<select id="code"')[1].split("</select>")[0]
    labels = re.findall(r">([^<>]+)</option>", codes)
    assert len(labels) == len(set(labels)) == len(RULED)
    offences = page.split('<select id="offence"')[1].split("</select>")[0]
    assert 'value="revokes"' in offences
    assert 'value="doubles-out-of-turn"' not in offences
    foreign = read(client, "/rulings?code=auction-suits-1910&offence=doubles-out-of-turn")
    assert "This cannot happen in this game. There is no doubling if only suits are bid (Foster, p. 157)." in foreign
    humbug = read(client, "/rulings?code=humbug-1859&offence=leads-out-of-turn")
    form = humbug.split('<form class="asks"')[1].split("</form>")[0]
    assert "partner" not in form.lower()
    assert "from the partner" not in humbug.split('<section class="ruling"')[1].split("<details")[0]
