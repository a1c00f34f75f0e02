"""The glossary: every term is in it once, is found by all its names, and is linked in text and nowhere else."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient
from selectolax.lexbor import LexborHTMLParser

from tests.support.cases import for_each
from tests.support.oracles import table
from tutor.__main__ import tutor
from tutor.authors import AUTHORS
from tutor.citations import SOURCES
from tutor.errors import Unknown
from tutor.library.catalogue import check, load
from tutor.library.glossary import Glossary, Term, folded
from tutor.web.term_links import link_terms

LIBRARY = load()
GLOSSARY = LIBRARY.glossary
SYLLABUS = table("syllabus-terms.csv")
OURS = ("trick", "suit", "trumps", "view", "provenance", "hindsight", "yarborough", "void", "discard", "emendation")
every_item = for_each("row", SYLLABUS, ids=lambda row: row["item"])


def term(name: str, *also: str, forms: tuple[str, ...] = (), unlinked: tuple[str, ...] = ()) -> Term:
    written = {"also": also, "forms": forms, "unlinked": unlinked, "means": "A meaning."}
    return Term.model_validate({"id": folded(name).replace(" ", "-"), "term": name, **written})


# ---- what is in it -----------------------------------------------------------------------------------------------


def test_the_syllabus_has_as_many_terms_as_it_says() -> None:
    assert len(SYLLABUS) == 105


@every_item
def test_every_term_of_the_syllabus_is_there_with_its_page_and_lines(row: dict[str, str]) -> None:
    usages = [usage for term in GLOSSARY for usage in term.usages if usage.item == row["item"]]
    assert usages, "no term has it"
    for usage in usages:
        first, last = usage.citation.lines or (0, 0)
        assert usage.citation.page == (int(row["page"]) if row["page"] else None)
        assert first <= int(row["first"])
        assert int(row["last"]) <= last


def test_every_citation_names_the_book_that_its_item_is_of() -> None:
    for one in GLOSSARY:
        for usage in one.usages:
            assert AUTHORS[usage.citation.source].prefix == usage.item.partition("-")[0]
            assert (usage.citation.page is None) == (usage.citation.source in ("elwell", "hoffmann")), usage.item
            assert usage.citation.source in SOURCES


def test_no_text_is_said_twice_and_none_is_left_a_fragment() -> None:
    texts = [text for one in GLOSSARY for text in (one.means, *(usage.says for usage in one.usages))]
    assert len(texts) == len(set(texts))
    for text in texts:
        assert text.endswith((".", ")")), text
        assert text[0].isupper(), text
        assert '"' not in text
        assert "'" not in text


def test_an_example_has_no_card_twice() -> None:
    for one in GLOSSARY:
        for example in one.examples:
            for holding in example.cards.split():
                ranks = holding[2:].replace("x", "")
                assert len(ranks) == len(set(ranks)), (one.id, example.cards)


def test_references_resolve_to_other_terms() -> None:
    for one in GLOSSARY:
        assert one.id not in one.see
        assert all(GLOSSARY[name] for name in one.see)
        assert len(set(one.see)) == len(one.see)


@pytest.mark.parametrize("name", OURS)
def test_what_no_author_defines_is_ours(name: str) -> None:
    assert GLOSSARY[name].is_ours


def test_what_an_author_defines_is_not_ours() -> None:
    assert not any(GLOSSARY[name].is_ours for name in ("dummy", "slam", "chicane", "honours", "odd-trick", "rubber"))


# ---- looking up --------------------------------------------------------------------------------------------------


@for_each(
    ("word", "found"),
    [
        ("tierce major", "sequence"),
        ("Tierce-Major", "sequence"),
        ("septième", "sequence"),
        ("septieme", "sequence"),
        ("fourchette", "fourchette"),
        ("call", "call"),
        ("renounce", "renounce"),
        ("revoked", "revoke"),
        ("tenace", "tenace"),
        ("YARBOROUGH", "yarborough"),
        ("honors", "honours"),
        ("jack", "knave"),
        ("declarant", "declarer"),
        ("sans atout", "no-trumps"),
        ("see-saw", "cross-ruff"),
        ("small slam", "slam"),
        ("dumby", "dummy"),
        ("reconstructed", "provenance"),
        ("forced", "provenance"),
        ("  fourth   best ", "fourth-best"),
    ],
)
def test_a_term_is_found_by_any_of_its_words(word: str, found: str) -> None:
    assert GLOSSARY.find(word).id == found


def test_every_word_of_every_term_finds_it() -> None:
    for one in GLOSSARY:
        assert all(GLOSSARY.find(word) is one for word in one.words)


@pytest.mark.parametrize("word", ["tenase", "TENASE"])
def test_a_word_that_names_nothing_is_refused_with_the_nearest(word: str) -> None:
    with pytest.raises(Unknown) as refused:
        GLOSSARY.find(word)
    assert refused.value.kind == "term"
    assert "tenace" in refused.value.near
    assert word in str(refused.value)


def test_terms_stand_in_the_order_of_the_alphabet() -> None:
    names = [folded(one.name) for one in GLOSSARY]
    assert names == sorted(names)
    assert len(names) == len(GLOSSARY) > 105


# ---- mentions ----------------------------------------------------------------------------------------------------

FEW = Glossary(
    [
        term("trumps", "trump"),
        term("double", forms=("doubles",)),
        term("double dummy"),
        term("call", forms=("calls",), unlinked=("call", "calls")),
        term("call for trumps"),
        term("cross ruff", "cross-ruff"),
    ]
)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Trumps are led.", ["Trumps"]),
        ("Trumpsx and xtrumps are none.", []),
        ("A trump-lead, or a no-trump hand.", []),
        ("By double dummy, doubles fail.", ["double dummy", "doubles"]),
        ("By double\n  dummy.", ["double\n  dummy"]),
        ("To double, dummy leads.", ["double"]),
        ("He calls; that call is heard.", []),
        ("A call for trumps.", ["call for trumps"]),
        ("A cross-ruff, a cross ruff.", ["cross-ruff", "cross ruff"]),
        ("trumps’ last, the trump’s first", ["trumps", "trump"]),
        ("", []),
    ],
)
def test_mentions_are_whole_words_the_longest_and_not_the_unlinked(text: str, named: list[str]) -> None:
    assert [text[one.start : one.end] for one in FEW.mentions(text)] == named


# ---- links -------------------------------------------------------------------------------------------------------


def linked(html: str, *already: str) -> str:
    return link_terms(html, FEW, "/glossary", set(already))


def parsed(html: str) -> str | None:
    """Markup as a browser understands it, however it is written."""
    return LexborHTMLParser(html, is_fragment=True).html


def link(term_id: str, words: str) -> str:
    return f'<a class="term" href="/glossary#term-{term_id}">{words}</a>'


def test_only_the_first_mention_is_linked() -> None:
    assert (
        linked("<p>Trumps and trumps.</p><p>Trump!</p>")
        == f"<p>{link('trumps', 'Trumps')} and trumps.</p><p>Trump!</p>"
    )


def test_what_is_linked_in_the_page_already_is_not_linked_again_and_is_remembered() -> None:
    seen = {"trumps"}
    assert link_terms("<p>Trumps double.</p>", FEW, "/g", seen).count("<a") == 1
    assert seen == {"trumps", "double"}


@pytest.mark.parametrize(
    "html",
    [
        "<h2>Trumps</h2>",
        '<a href="/x">the <em>trumps</em> there</a>',
        "<p><code>trumps</code></p>",
        "<summary>Trumps</summary>",
        "<form><div><p>Trumps?</p></div></form>",
        '<section class="ask" data-unanswered><section><p>Trumps?</p></section><p>Trumps</p></section>',
        '<p title="trumps"></p>',
        "<!-- trumps -->",
        '<span class="chip hearts" role="img" aria-label="trumps">trumps</span>',
        '<p class="cite">trumps</p>',
        '<p class="faint cite">trumps</p>',
        '<ul class="dialogue"><li>trumps</li></ul>',
        "<svg><title>trumps</title></svg>",
        "<table><tr><th>trumps</th></tr></table>",
    ],
)
def test_nothing_is_linked_but_text(html: str) -> None:
    assert linked(html) == html
    after = parsed(f"{html}<p>{link('trumps', 'trumps')}</p>")
    assert linked(f"{html}<p>trumps</p>") == after, "and the text after it is"


def test_text_around_and_within_emphasis_is_linked_and_its_markup_stands() -> None:
    html = '<div class="cited"><p>So <em>trumps</em> &amp; <br class="cite"><b title="a > b">double</b></p></div>'
    with_links = html.replace("trumps", link("trumps", "trumps")).replace("double<", f"{link('double', 'double')}<")
    assert linked(html) == parsed(with_links)


@pytest.mark.slow
def test_the_links_taken_out_the_page_is_as_it_was(client: FlaskClient) -> None:
    """No word of a page is lost or doubled, and no term is linked twice, on whatever page."""
    for path in (
        "/rules/hellespont",
        "/themes/",
        "/deals/hel-diamonds-04",
        "/endings/cae-end-090",
        "/hands/hel-hands-doubling",
    ):
        page = client.get(path).text
        ids = re.findall(r'<a class="term" href="/glossary#term-([a-z-]+)">', page)
        assert ids, path
        assert len(ids) == len(set(ids)), path
        assert not re.search(r"<h[1-6][^>]*>(?:(?!</h).)*class=\"term\"", page, re.DOTALL)
        assert not re.search(r"<a [^>]*>(?:(?!</a>).)*<a ", page, re.DOTALL), "a link in a link"
        assert all(GLOSSARY[one] for one in ids)


def question(page: str) -> str:
    return page.split('id="decision"', 1)[1].split("</section>", 1)[0]


def test_a_question_has_links_only_when_it_is_answered(client: FlaskClient) -> None:
    asked = client.get("/practice/declare/AKJ762.765.A43.4").text
    assert 'class="term"' not in question(asked)
    answered = client.get("/practice/declare/AKJ762.765.A43.4/spades").text
    assert 'class="term"' in question(answered)


def test_a_question_of_a_replay_has_links_only_when_it_is_answered(client: FlaskClient) -> None:
    game = LIBRARY.games["hel-game-01"]
    steps = [f"/games/{game.id}/card/{number}?seat=turn" for number in range(1, 53)]
    asked = [page for page in (client.get(step).text for step in steps) if "data-unanswered" in page]
    assert asked
    assert any(list(GLOSSARY.mentions(question(page))) for page in asked), "there are terms that might be linked"
    assert not any('class="term"' in question(page) for page in asked)
    told = client.get(f"/games/{game.id}/card/52?seat=all").text
    assert 'class="term"' in told


# ---- pages and command -------------------------------------------------------------------------------------------


def test_the_page_has_every_term_once_with_its_anchor_and_citations(client: FlaskClient) -> None:
    page = unescape(client.get("/glossary").text)
    for one in GLOSSARY:
        assert page.count(f'<article id="term-{one.id}"') == 1
        entry = page.split(f'<article id="term-{one.id}"', 1)[1].split("</article>", 1)[0]
        assert one.name in entry
        assert ('class="ours"' in entry) == one.is_ours
        assert all(word in entry for word in one.also)
        assert all(str(usage.citation) in entry for usage in one.usages)
        assert f'href="/glossary#term-{one.id}"' not in entry, "no term refers to itself"
        for name in one.see:
            assert f'<a href="#term-{name}">' in entry
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="(?:/glossary)?#([a-z-]+)"', page)) - {"main"} <= set(ids)


def test_a_word_is_looked_up(client: FlaskClient) -> None:
    answer = client.get("/glossary?word=Tierce+Major")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/glossary#term-sequence")
    assert client.get("/glossary?word=+").status_code == 200
    missed = client.get("/glossary?word=tenase")
    assert missed.status_code == 404
    assert "tenace" in missed.text


def test_the_command_says_what_the_glossary_says() -> None:
    told = CliRunner().invoke(tutor, ["define", "tierce", "major"]).output
    assert told.startswith("sequence\n")
    assert "S:AKQ" in told
    assert "Cælebs, p. 2" in told
    assert CliRunner().invoke(tutor, ["define", "trick"]).output.startswith("trick (ours)\n")


def test_the_command_gives_json() -> None:
    entry = json.loads(CliRunner().invoke(tutor, ["define", "--json", "Yarborough"]).output)
    assert entry["ours"]
    assert entry["authors"] == []
    entry = json.loads(CliRunner().invoke(tutor, ["define", "--json", "fourchette"]).output)
    assert entry["authors"][0]["source"] == "hellespont"
    assert (entry["authors"][0]["page"], entry["authors"][0]["lines"]) == (163, [8055, 8058])


def test_the_command_refuses_a_word_that_names_nothing() -> None:
    result = CliRunner().invoke(tutor, ["define", "tenase"])
    assert isinstance(result.exception, Unknown)


# ---- faults ------------------------------------------------------------------------------------------------------

GOOD = """kind: glossary
terms:
  - id: a-term-of-mine
    term: quorum
    also: [quora]
    means: A meaning.
    see: [tenace]
    authors:
      - item: hel-term-tenace
        page: 1
        lines: [1, 2]
        says: Something.
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new", "line", "what"),
    [
        ("id: a-term-of-mine", "id: tenace", 3, "the term ‘tenace’ appears twice"),
        ("[quora]", "[Fourth best]", 5, "‘Fourth best’ is already a word of the term ‘fourth-best’"),
        ("term: quorum", "term: tierce-major", 4, "‘tierce-major’ is already a word of the term ‘sequence’"),
        ("[tenace]", "[tenase]", 7, "there is no term ‘tenase’. Did you mean ‘tenace’?"),
        ("[tenace]", "[tierce]", 7, "there is no term ‘tierce’. Did you mean ‘sequence’?"),
        ("[tenace]", "[zzz]", 7, "there is no term ‘zzz’. Define it"),
        ("[quora]", "[quora]\n    unlinked: [sheep]", 6, "‘sheep’ is not a word of this term"),
        ("hel-term", "xyz-term", 9, "‘xyz-term-tenace’ is not valid: an id must begin with its book"),
        ("[1, 2]", "[2, 1]", 11, "2 to 1 is in the wrong order"),
        ("    means: A meaning.\n", "", 3, "the key ‘means’ is missing"),
        ("means:", "mean:", 6, "there is no key ‘mean’ here. Did you mean ‘means’?"),
    ],
)
def test_a_fault_is_told_with_its_line(tmp_path: Path, old: str, new: str, line: int, what: str) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(GOOD.replace(old, new), encoding="utf-8")
    faults = [fault for fault in check([file]) if fault.line == line]
    assert any(what in f"{fault.what}. {fault.mend}" for fault in faults), check([file])


def test_a_glossary_without_fault_has_none(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(GOOD, encoding="utf-8")
    assert check([file]) == []
