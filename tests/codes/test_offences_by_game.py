"""Whether the laws that each game is given can apply in it: against a table of the games, made by hand."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from click.testing import CliRunner

from tests.support.cases import for_each
from tests.support.oracles import table
from tutor.__main__ import tutor
from tutor.codes import CODES, RULED
from tutor.codes.offences import FIVE_CODES, QUESTIONS, Act, Counsel, Offence, Offences, Role, Ruling, Silence, When
from tutor.codes.offences.effects import Then
from tutor.library.laws import laws

GAMES = {row["game"]: row for row in table("games-and-notions.csv")}
every_game = for_each("row", GAMES.values(), ids=GAMES)

SPEAKS_OF = {
    "partners": r"\bpartner",
    "dummy": r"\bdumm|\bdumby",
    "declares": r"\bdeclar|naming trumps|trump maker",
    "bids": r"\bbid|\boutbid",
    "tricks": r"too few tricks|number of tricks|number that was needed",
    "doubles": r"\bdoubl|\bre-?doubl",
    "leave": r"permission to lead|partner’s permission|without asking",
    "turns up": r"trump card|turned up",
    "calls": r"calls? honours|honours are called",
}
"""The words in which a law would speak of a thing."""
FOR_MORE_HANDS = {2: r"third hand|fourth hand|all three|all four|two players", 3: r"fourth hand|all three|all four"}
DUMMYS_OWN = ("dummy-speaks", "dummy-suggests", "dummy-watches")


def listed(key: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads(CliRunner().invoke(tutor, ["ruling", key, "--json"]).output)
    return found


def offered(offences: Offences) -> Iterator[tuple[str, str]]:
    """Everything that a game is told: what can be asked, and of each thing that arises the answer with its laws."""
    for entry in listed(offences.key):
        by, when = entry["by"], entry["when"]
        assert isinstance(by, list)
        assert isinstance(when, dict)
        yield str(entry["offence"]), " / ".join([str(entry["what"]), *by, *when.values()])
    for question in QUESTIONS.values():
        for case in offences.cases(question):
            answer, slug = case.answer, question.act.slug
            if isinstance(answer, Silence):
                if answer.arises:
                    yield slug, f"{case.words}"
                continue
            yield slug, case.words
            yield slug, answer.note
            yield slug, " / ".join(laws()[law].says for law in answer.laws)
            yield slug, " / ".join(effect.words for effect in answer.effects())
            yield slug, f"{answer.chooser.value} {answer.counsel.value}"


def test_the_table_has_every_game_of_the_engine() -> None:
    assert set(GAMES) == set(CODES)


@every_game
def test_no_law_offered_to_a_game_speaks_of_what_the_game_has_not(row: dict[str, str]) -> None:
    offences = RULED[row["game"]]
    texts = list(offered(offences))
    assert texts
    lacking = {thing: words for thing, words in SPEAKS_OF.items() if row[thing] == "n"}
    hands = FOR_MORE_HANDS.get(int(row["hands"]))
    if hands:
        lacking["hands"] = hands
    if row["game"] == "double-dumby-1859":
        del lacking["partners"]  # each has a dumby for partner, whose hand leads, and whose suit may be called
    wrong = [(slug, text) for slug, text in texts for words in lacking.values() if re.search(words, text)]
    assert not wrong


@every_game
def test_what_a_game_has_can_be_asked_of_it(row: dict[str, str]) -> None:
    """The other way about: nothing is left out that a game has."""
    slugs = {entry["offence"] for entry in listed(row["game"])}
    wants = {
        "owner": {*DUMMYS_OWN},
        "bids": {"tells-of-bids"},
        "tricks": {"bids-too-little"},
        "doubles": {"doubles-out-of-turn", "redoubles-out-of-turn"},
        "leave": {"leads-without-asking", "third-hand-asks"},
        "turns up": {"drops-trump-card", "misnames-trump-card"},
        "calls": {"calls-honours"},
        "declares": {"declares-out-of-turn", "changes-words"},
        "partners": {"consults-on-penalty", "remarks"},
    }
    for thing, acts in wants.items():
        assert (acts <= slugs) is (row[thing] == "y"), thing
        assert row[thing] == "y" or not acts & slugs, thing
    assert {"revokes", "leads-out-of-turn", "exposes-card", "card-faced"} <= slugs


@every_game
def test_laws_that_nothing_comes_under_are_not_kept(row: dict[str, str]) -> None:
    offences = RULED[row["game"]]
    if row["game"] in FIVE_CODES:
        return
    used = {law for one in offences.rows if isinstance(answer := offences.answer(one), Ruling) for law in answer.laws}
    assert used == set(offences.laws.values())


@for_each("key", RULED)
def test_whoever_pays_nothing_for_a_revoke_answers_for_none(key: str) -> None:
    """1901, laws 44 and 66: dummy is not liable for a revoke, and so not for one that comes of another error."""
    offences = RULED[key]
    for role in Role:
        revoke = Offence(Act.REVOKES, role, When.ESTABLISHED)
        answer = offences.rows.get(revoke) and offences.answer(revoke)
        if not isinstance(answer, Ruling) or Then.NO_PENALTY not in answer.always:
            continue
        for offence in offences.rows:
            found = offences.answer(offence)
            if offence.by is role and isinstance(found, Ruling):
                assert not {Then.ANSWERS_FOR_REVOKES, Then.AS_REVOKE} & {*found.effects()}, offence


def test_a_short_hand_that_is_dummys_stands_and_is_not_answered_for() -> None:
    for key in ("bridge-english-1901", "bridge-english-1904", "dummy-bridge-1901", "bridge-three-handed-1901"):
        answer = RULED[key].answer(Offence(Act.HAND_TOO_SHORT, Role.PARTNER, When.PLAYED_FROM))
        assert isinstance(answer, Ruling)
        assert Then.NO_PENALTY in answer.always
        assert [law.number for law in answer.laws] == (["43", "68"] if "1904" in key else ["44", "66"])
        owner = RULED[key].answer(Offence(Act.HAND_TOO_SHORT, Role.LEADER, When.PLAYED_FROM))
        assert isinstance(owner, Ruling)
        assert Then.ANSWERS_FOR_REVOKES in owner.always


@pytest.mark.parametrize(
    ("key", "act", "says"),
    [
        ("auction-suits-1910", Act.DOUBLES_OUT_OF_TURN, "p. 157"),
        ("auction-points-1910", Act.DOUBLES_OUT_OF_TURN, "pp. 158–162"),
        ("whist-short-1859", Act.DOUBLES_OUT_OF_TURN, "A card is turned up for trumps at whist"),
        ("whist-short-1859", Act.CALLS_HONOURS, "only at long whist"),
        ("humbug-1859", Act.CONSULTS_ON_PENALTY, "Everybody plays alone"),
        ("humbug-1859", Act.PLAYS_AHEAD, "Everybody plays alone"),
        ("bridge-three-handed-1901", Act.DUMMY_SPEAKS, "Nobody sits behind"),
    ],
)
def test_what_does_not_arise_says_why(key: str, act: Act, says: str) -> None:
    (case,) = RULED[key].cases(QUESTIONS[act])[:1]
    assert isinstance(case.answer, Silence)
    assert not case.answer.arises
    assert says in case.answer.why
    shown = CliRunner().invoke(tutor, ["ruling", key, act.slug]).output
    assert "Not in this game." in shown


def test_at_humbug_a_wrong_lead_is_called_and_no_suit_is() -> None:
    for key in ("humbug-1859", "french-humbug-1859", "whist-three-handed-1859"):
        answer = RULED[key].answer(Offence(Act.LEADS_OUT_OF_TURN, Role.LEADER, When.FOLLOWED_BY_NONE))
        assert isinstance(answer, Ruling)
        assert [effect.words for effect in answer.effects()] == [
            "the card may be called, and must lie face up on the table until then"
        ]
        assert answer.counsel is Counsel.UNSAID


def test_a_dealer_who_plays_dummys_hand_has_nobody_to_consult_or_to_bar() -> None:
    three = RULED["bridge-three-handed-1901"]
    revoke = three.answer(Offence(Act.REVOKES, Role.LEADER, When.ESTABLISHED))
    assert isinstance(revoke, Ruling)
    assert revoke.counsel is Counsel.UNSAID
    exposed = three.answer(Offence(Act.EXPOSES_CARD, Role.DEALER, When.BEFORE_LEAD))
    assert isinstance(exposed, Silence)
    adversary = three.answer(Offence(Act.EXPOSES_CARD, Role.LEADER, When.BEFORE_LEAD))
    assert isinstance(adversary, Ruling)
    assert Then.BARS_DOUBLING in adversary.always
    for_three = RULED["auction-three-hand-1910"].answer(Offence(Act.BIDS_TOO_LITTLE, Role.LEADER, When.RAISED))
    assert isinstance(for_three, Ruling)
    assert for_three.always == (Then.RAISED,)


def test_every_code_has_a_name_of_its_own() -> None:
    titles = [one.title for one in RULED.values()]
    assert len(titles) == len(set(titles)) == 17
    for key, one in RULED.items():
        assert one.key == key
