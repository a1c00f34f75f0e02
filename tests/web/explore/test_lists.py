"""The lists by author, declaration and theme: what each holds, how the choices combine, and what they do not tell."""

from __future__ import annotations

import re
from html import unescape
from itertools import product
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.support.markup import unwrapped
from tutor.auction import Denomination
from tutor.library.catalogue import check, load
from tutor.library.themes import Entry, EntryKind, Theme

LIBRARY = load()
AUTHORS = ["", "hellespont", "foster", "caelebs"]
DECLARED = ["", *(one.word for one in Denomination)]
PAGES = {"/games/": (EntryKind.GAME,), "/deals/": (EntryKind.DEAL, EntryKind.ENDING, EntryKind.HANDS)}
ADDRESSES = {
    EntryKind.GAME: "/games/",
    EntryKind.DEAL: "/deals/",
    EntryKind.ENDING: "/endings/",
    EntryKind.HANDS: "/hands/",
}


def page(client: FlaskClient, path: str, **asked: str) -> str:
    response = client.get(path, query_string={name: word for name, word in asked.items() if word} or None)
    assert response.status_code == 200, (path, asked)
    return unescape(response.text).split("<main", 1)[1]


def listed(text: str) -> set[str]:
    """The ids of what a page lists."""
    return set(re.findall(r'href="/(?:games|deals|endings|hands)/([a-z0-9-]+)', text))


def fitting(kinds: tuple[EntryKind, ...], author: str, declared: str, theme: str) -> list[Entry]:
    """What is so narrowed, reckoned from the content itself."""
    return [
        entry
        for entry in LIBRARY.entries
        if entry.kind in kinds
        and (not author or entry.source == author)
        and (not declared or (entry.declared is not None and entry.declared.word == declared))
        and (not theme or any(map(LIBRARY.themes[theme].has, illustrated(entry))))
    ]


def illustrated(entry: Entry) -> list[str]:
    if entry.kind is EntryKind.HANDS:
        return [rule for hand in LIBRARY.groups[entry.id].hands for rule in hand.illustrates]
    if entry.kind is EntryKind.GAME:
        return list(LIBRARY.games[entry.id].illustrates)
    if entry.kind is EntryKind.DEAL:
        return list(LIBRARY.deals[entry.id].illustrates)
    return list(LIBRARY.problems[entry.id].illustrates)


# ---- themes ------------------------------------------------------------------------------------------------------


def test_everything_that_a_list_can_show_is_there_once_and_has_a_theme() -> None:
    ids = [*LIBRARY.games, *LIBRARY.deals, *LIBRARY.problems, *LIBRARY.groups]
    assert sorted(entry.id for entry in LIBRARY.entries) == sorted(ids)
    assert all(entry.themes for entry in LIBRARY.entries)
    assert all(theme in {one for entry in LIBRARY.entries for one in entry.themes} for theme in LIBRARY.themes)


def test_no_rule_of_a_theme_is_mistyped() -> None:
    """Each names a rule, or begins rules, that something illustrates."""
    known = {rule for entry in LIBRARY.entries for rule in illustrated(entry)}
    for theme in LIBRARY.themes.values():
        assert {rule for rule in theme.rules if not rule.endswith("*")} <= known, theme.id
        for beginning in theme.beginnings:
            assert any(rule.startswith(beginning) for rule in known), (theme.id, beginning)


def test_a_theme_has_the_rules_that_it_names_and_those_that_begin_so() -> None:
    theme = Theme(id="leads", name="Leads", about="Leads.", rules=("hel-lead-*", "fos-eleven-rule"))
    for rule, belongs in (
        ("hel-lead-nt-akj", True),
        ("hel-lead-", True),
        ("fos-eleven-rule", True),
        ("fos-eleven-rule-case", False),
        ("hel-leave", False),
        ("xhel-lead-nt", False),
    ):
        assert theme.has(rule) is belongs, rule


@pytest.mark.parametrize(
    ("entry_id", "theme"),
    [
        ("hel-game-25", "holding-up"),  # “Refusing to win a trick”
        ("hel-game-11", "discards"),  # “Calling for a ruff”
        ("hel-game-12", "third-hand"),  # “Returning the partner’s lead”
        ("hel-game-22", "doubling"),
        ("hel-declaration-36", "leaving"),
        ("cae-end-091", "endings"),
        ("fos-hands", "auction"),
    ],
)
def test_what_plainly_is_of_a_theme_is_of_it(entry_id: str, theme: str) -> None:
    found = {entry.id for entry in LIBRARY.entries if theme in entry.themes}
    assert entry_id in found


def test_content_that_illustrates_no_rule_of_a_theme_is_a_fault(tmp_path: Path) -> None:
    text = Path("hands/cae-end-091.yaml").read_text(encoding="utf-8")
    file = tmp_path / "cae-end-091.yaml"
    file.write_text(
        re.sub(r"(?m)^illustrates:.*\n(?:  ?- .*\n)*", "illustrates: [hel-game-01]\n", text), encoding="utf-8"
    )
    (fault,) = check([file])
    assert "none of the rules illustrated belongs to a theme" in str(fault)
    assert "lessons/themes.yaml" in fault.mend


def test_a_theme_that_stands_twice_is_a_fault(tmp_path: Path) -> None:
    file = tmp_path / "themes.yaml"
    text = Path("lessons/themes.yaml").read_text(encoding="utf-8")
    file.write_text(text.replace("id: doubling", "id: leads"), encoding="utf-8")
    assert any("the theme ‘leads’ appears twice" in str(fault) for fault in check([file]))


def test_every_theme_leads_to_lists_that_hold_what_it_counts(client: FlaskClient) -> None:
    text = page(client, "/themes/")
    for theme in LIBRARY.themes.values():
        assert theme.name in text
        for path, kinds in PAGES.items():
            found = fitting(kinds, "", "", theme.id)
            address = f'href="{path}?theme={theme.id}"'
            assert (address in text) == bool(found)
            counted = re.search(rf"{re.escape(address)}>([^<]*)<", text)
            assert sum(map(int, re.findall(r"\d+", counted[1]))) == len(found) if counted else not found
    assert listed(text) == set(), "no game stands beside a theme"


# ---- lists -------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("path", PAGES)
def test_the_choices_combine(client: FlaskClient, path: str) -> None:
    for author, declared, theme in product(AUTHORS, DECLARED, ["", "no-trumps", "leads", "endings", "holding-up"]):
        text = page(client, path, author=author, declared=declared, theme=theme)
        found = {entry.id for entry in fitting(PAGES[path], author, declared, theme)}
        assert listed(text) == found, (author, declared, theme)
        assert ("No matches" in text) == (not found)


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("asked", [{}, {"theme": "leads"}, {"author": "hellespont", "declared": "no trumps"}], ids=str)
def test_every_choice_counts_what_it_leads_to(client: FlaskClient, path: str, asked: dict[str, str]) -> None:
    nav = page(client, path, **asked).split('<nav class="filters"', 1)[1].split("</nav>", 1)[0]
    choices = re.findall(r'<a href="([^"]+)"[^>]*>[^<]+<span class="number">(\d+)</span></a>', nav)
    assert len(choices) > 5
    for address, number in choices:
        assert len(listed(page(client, address))) == int(number), address
    if asked:
        assert nav.count('aria-current="true"') == 3


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("axis", ["author", "declared", "theme"])
def test_a_word_that_names_nothing_lists_nothing_and_says_so(client: FlaskClient, path: str, axis: str) -> None:
    for word in ("swords", "<script>", "none", "Hearts", "x" * 3000):
        text = page(client, path, **{axis: word})
        assert listed(text) == set()
        assert "No matches" in text
        assert "<script" not in text


def test_the_list_of_games_tells_no_theme_beside_a_game(client: FlaskClient) -> None:
    """Themes and declarations stand among the choices alone, and the list says what it is to choose by them."""
    for asked in ({}, {"theme": "holding-up"}, {"declared": "hearts"}):
        text = page(client, "/games/", **asked)
        assert ("tells you beforehand" in text) == bool(asked)
        rows = text.split('<ol class="games"', 1)[1]
        assert not any(theme.name in rows for theme in LIBRARY.themes.values())
        for name in listed(rows):
            game = LIBRARY.games[name]
            if game.decisions:
                assert game.title not in rows


def test_the_games_so_narrowed_are_one_step_from_the_deals(client: FlaskClient) -> None:
    text = page(client, "/deals/", theme="doubling")
    assert 'href="/games/?theme=doubling"' in text
    number = sum("doubling" in entry.themes and entry.kind is EntryKind.GAME for entry in LIBRARY.entries)
    assert f"{number} illustrative games" in unwrapped(text)
    assert "illustrative game" not in page(client, "/deals/", theme="endings")


def test_the_library_leads_to_each_of_its_parts_once(client: FlaskClient) -> None:
    addresses = re.findall(r'<dt><a href="([^"]+)"', page(client, "/library/"))
    assert "/laws/" in addresses
    assert len(addresses) == len(set(addresses))
