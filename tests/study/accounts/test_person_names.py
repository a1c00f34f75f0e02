"""Names: what may be one, and which look alike."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.cases import for_each
from tests.support.databases import migrate, sql
from tests.support.school import WORDS
from tutor.errors import Malformed
from tutor.study.accounts.people import NameTaken
from tutor.study.accounts.person_names import checked_name, checked_real_name, normalized_name, skeleton
from tutor.study.classroom.classroom import Classroom

HONEST = (
    "Мария", "Ёлка Щукина", "Νίκος Παπαδόπουλος", "محمد علي", "李小龙", "山田さくら", "김철수", "שרה לוי", "अमित कुमार",
    "สมชาย", "Świętosława Łoś", "Zoë", "Nguyễn Thị Ánh", "O’Hara", "Jean-Luc", "李 Tom", "Мария-Anna", "Ọ̀ṣun",
    "Tomさん", "Learner 12", "J. R.",
)  # fmt: skip

ALIKE = (
    ("Miss Vine", "Мiss Vine"), ("Miss Vine", "МISS VINЕ"), ("Mama", "МАМА"), ("Mama", "мама"), ("copa", "сора"),
    ("Anna", "Аnnа"), ("Ivan", "lvan"), ("ivan", "1van"), ("Bob", "B0b"), ("Arne", "Ame"), ("Vine", "Ｖine"),
    ("Anna", "Anna\u0332"), ("Tom Bell", "Tom Be\u200bll"), ("Tom", "𝐓om"), ("Nikoc", "NIKOC"),
)  # fmt: skip

APART = (
    ("Łoś", "Los"),
    ("José", "Jose"),
    ("Ален", "Алён"),
    ("Knave", "Queen"),
    ("Learner 1", "Learner 11"),
    ("Νίκος", "Nikos"),
)


@for_each("name", HONEST)
def test_an_honest_name_of_any_alphabet_is_one(name: str) -> None:
    assert normalized_name(checked_name(name)) == normalized_name(name)


@pytest.mark.parametrize("name", ["Мiss Vine", "Tоm", "Раypal", "Vіne", "Αnna"])
def test_a_word_that_mixes_alphabets_is_refused_and_the_message_says_so(name: str) -> None:
    with pytest.raises(Malformed, match=r"mixes letters of different alphabets.*one alphabet"):
        checked_name(name)


@pytest.mark.parametrize(
    "name",
    ["", " ", "\u3164", "a\u0301\u0302\u0303\u0304", "Tom\u200bBell", "\u0301abc", "<b>", "a\ufe0fb", "a" * 41, "-.-"],
)
def test_what_nobody_can_read_is_no_name(name: str) -> None:
    with pytest.raises(Malformed, match="Choose one of 1 to 40"):
        checked_name(name)


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_alike_have_the_same_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(("one", "other"), APART)
def test_names_that_differ_to_the_eye_have_other_skeletons(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


@given(st.text(max_size=60))
def test_every_text_has_a_skeleton_that_fits_or_is_refused_as_a_name(text: str) -> None:
    assert len(skeleton(text)) <= 160
    assert skeleton(text.upper()).isprintable() or not text.isprintable()
    try:
        tidy = checked_name(text)
    except Malformed:
        return
    assert checked_name(tidy) == tidy
    assert skeleton(tidy)


@given(st.text(alphabet="abcdefghijklmnopqrstuvwxyz0123456789 ", min_size=1, max_size=40))
def test_capitals_make_no_difference_to_what_a_latin_name_looks_like(text: str) -> None:
    assert skeleton(text) == skeleton(text.upper()) == skeleton(text.title())


@pytest.mark.databases
def test_nobody_takes_or_chooses_a_name_that_looks_like_another_s(classroom: Classroom) -> None:
    people = classroom.people
    mama = people.enrol("Mama", "", WORDS)
    with pytest.raises(NameTaken, match="‘МАМА’ looks like ‘Mama’"):
        people.enrol("МАМА", "", WORDS)
    other = people.enrol("Мария", "", WORDS)
    with pytest.raises(NameTaken, match="looks like"):
        people.rename(other.id, "МАМА", "")
    people.rename(mama.id, "MAMA", "Maria Bell")
    assert people.named("mama").real_name == "Maria Bell"


def test_a_real_name_may_be_left_out_and_is_nobody_s_alone(classroom: Classroom) -> None:
    assert checked_real_name("  ") == ""
    for name in ("Knave", "Queen"):
        classroom.people.enrol(name, "Tom Bell", WORDS)


@pytest.mark.databases
def test_those_who_were_here_before_get_their_skeletons_when_the_tables_are_brought_up_to_date(
    classroom: Classroom, where: str
) -> None:
    classroom.people.enrol("POCA", "", WORDS)
    before = sql(where, "SELECT name, skeleton FROM learner ORDER BY id")
    migrate(where, "0006")
    migrate(where, "0007")
    assert sql(where, "SELECT name, skeleton FROM learner ORDER BY id") == before
    assert dict(before)["POCA"] == "poca"
    with pytest.raises(NameTaken, match="looks like"):
        classroom.people.enrol("РОСА", "", WORDS)
