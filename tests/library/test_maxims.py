"""The maxims: that each is the author’s own, word for word; that what it leads to is there; the pages, the command."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from html import unescape
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner
from flask.testing import FlaskClient

from tests.support.cases import for_each
from tests.support.paths import ROOT
from tutor.__main__ import tutor
from tutor.authors import AUTHORS
from tutor.citations import SOURCES, Citation
from tutor.library.catalogue import check, load
from tutor.library.maxims import Maxim, MaximTopic, WordsRead, of_day
from tutor.study.study import Study
from tutor.web.learn.home import LONGEST_MAXIM

LIBRARY = load()
MAXIMS = list(LIBRARY.maxims.values())
FILES = ROOT / "lessons" / "maxims"

every_maxim = for_each("maxim", MAXIMS, ids=lambda maxim: maxim.id)


# ---- word for word -----------------------------------------------------------------------------------------------


def shared(name: str) -> Path:
    """The folder of what the books were read from, beside the checkout. Skips where it is not."""
    for parent in Path(__file__).resolve().parents:
        if (parent / "shared" / name).is_dir():
            return parent / "shared" / name
    pytest.skip(f"the {name} are not at hand: no folder shared/{name} stands beside the checkout")


def text_of(source: str) -> list[str]:
    """The lines of a book as they were scanned; the list of the scans may have it under a former key."""
    folder = shared("sources")
    keys = "|".join((source, *AUTHORS[source].former_keys))
    named = re.search(rf"\| `(?:{keys})` \| (\S+\.txt) \|", (folder / "README.md").read_text(encoding="utf-8"))
    assert named, source
    return (folder / named[1]).read_text(encoding="utf-8").split("\n")


def as_read(lines: Sequence[str], first: int, readings: Sequence[WordsRead]) -> str:
    """Lines of a scan, the first of them so numbered, after the readings, as one line of `plain` text."""
    corrected = [" ".join(line.split()) for line in lines]
    for reading in readings:
        place = reading.line - first
        assert corrected[place].count(reading.printed) == 1, f"line {reading.line} has not ‘{reading.printed}’ once"
        corrected[place] = corrected[place].replace(reading.printed, reading.read).strip()
    joined = ""
    for line in filter(None, corrected):
        joined = joined[:-1] + line if joined.endswith("-") else f"{joined} {line}"
    return plain(joined)


def plain(text: str) -> str:
    """The text with signs as a typewriter has them: quotation marks, and the spaces beside signs."""
    straight = re.sub("[’‘]", "'", re.sub("[“”]", '"', text))
    return re.sub(r'\s*([—"])\s*', r"\1", re.sub(r"\s+([;:!?,.])", r"\1", " ".join(straight.split())))


@every_maxim
def test_a_maxim_stands_in_its_book_after_what_was_corrected(maxim: Maxim) -> None:
    lines = text_of(maxim.source)
    assert maxim.citation.lines
    first, last = maxim.citation.lines
    assert plain(maxim.text) in as_read(lines[first - 1 : last], first, maxim.readings)


@every_maxim
def test_the_lines_of_a_maxim_are_no_more_than_it_fills(maxim: Maxim) -> None:
    lines = text_of(maxim.source)
    assert maxim.citation.lines
    first, last = maxim.citation.lines
    for start, end in ((first + 1, last), (first, last - 1)):
        kept = [reading for reading in maxim.readings if start <= reading.line <= end]
        assert plain(maxim.text) not in as_read(lines[start - 1 : end], start, kept)


def test_a_maxim_that_differs_by_a_letter_does_not_stand_in_its_book() -> None:
    lines = ['"Never  risk', "the ob-", "", "HEAD 9", "ject ; he", "said ^ so."]
    readings = [
        WordsRead(line=13, printed="HEAD 9", read="", because="a running head"),
        WordsRead(line=15, printed="said ^ so", read="said, so", because="a comma"),
    ]
    read = as_read(lines, 10, readings)
    assert plain("“Never risk the object; he said, so.") == read
    assert plain("Never risk the objects") not in read
    with pytest.raises(AssertionError, match="line 10 has not ‘HEAD 9’ once"):
        as_read(lines, 10, [WordsRead(line=10, printed="HEAD 9", read="", because="one")])


def test_no_word_of_a_maxim_is_a_marker_of_the_scan() -> None:
    assert not [maxim.id for maxim in MAXIMS if re.search(r"[<>|^\[\]]|thought break|REMOVED", maxim.text)]


@pytest.mark.slow
def test_every_maxim_of_the_syllabus_is_there() -> None:
    folder = shared("syllabus")
    wanted = {}
    for file in folder.glob("*.yaml"):
        items = yaml.safe_load(file.read_text(encoding="utf-8"))
        wanted.update({item["id"]: item for item in items if item["kind"] == "maxim"})
    assert set(LIBRARY.maxims) == set(wanted)
    for name, item in wanted.items():
        maxim = LIBRARY.maxims[name]
        assert maxim.citation.page == item["page"], name
        assert maxim.citation.lines
        assert item["lines"][0] <= maxim.citation.lines[0] <= maxim.citation.lines[1] <= item["lines"][1], name
        assert maxim.topic.value == item.get("topic", maxim.topic.value), name


def test_elwells_are_a_hundred_and_fifty_and_none_had_to_be_corrected() -> None:
    elwells = [maxim for maxim in MAXIMS if maxim.source == "elwell"]
    assert [maxim.id for maxim in elwells] == [f"axi-maxim-{number:03}" for number in range(1, 151)]
    assert [maxim.number for maxim in elwells] == list(range(1, 151))
    assert not any(maxim.readings or maxim.citation.page for maxim in elwells)
    assert LIBRARY.maxims["axi-maxim-079"].cited == "J. B. Elwell, maxim 79"


def test_the_maxims_come_in_the_order_of_the_books() -> None:
    sources = list(dict.fromkeys(maxim.source for maxim in MAXIMS))
    assert sources == [source for source in SOURCES if source in sources]
    assert len(sources) == 4


@every_maxim
def test_what_an_author_says_in_another_tongue_is_put_into_english(maxim: Maxim) -> None:
    assert (maxim.language != "en") == bool(maxim.meaning)
    assert (maxim.language != "en") == maxim.id.startswith("cae-motto")


# ---- what shows them ---------------------------------------------------------------------------------------------


def test_what_a_maxim_names_is_carried_out_or_shows_it() -> None:
    content = {*LIBRARY.games, *LIBRARY.deals, *LIBRARY.problems, *LIBRARY.groups}
    for maxim in MAXIMS:
        for name in maxim.see:
            is_rule = bool(LIBRARY.rulebook.carried_out(name))
            assert is_rule or name in content or name in LIBRARY.maxims, (maxim.id, name)
            assert is_rule or name != maxim.id


def test_a_maxim_that_is_itself_carried_out_or_illustrated_says_so() -> None:
    illustrated: dict[str, set[str]] = {}
    for kind in (LIBRARY.games, LIBRARY.deals, LIBRARY.problems):
        for one in kind.values():
            for rule in one.illustrates:
                illustrated.setdefault(rule, set()).add(one.id)
    for group in LIBRARY.groups.values():
        for hand in group.hands:
            for rule in hand.illustrates:
                illustrated.setdefault(rule, set()).add(group.id)
    for maxim in MAXIMS:
        assert illustrated.get(maxim.id, set()) <= set(maxim.see), maxim.id
        assert bool(LIBRARY.rulebook.carried_out(maxim.id)) == (maxim.id in maxim.see), maxim.id


def test_a_rule_that_is_only_told_is_not_carried_out() -> None:
    assert "axi-maxim-019" in LIBRARY.rulebook
    assert LIBRARY.rulebook.carried_out("axi-maxim-019") == ()
    assert len(LIBRARY.rulebook.carried_out("axi-maxim-079")) == 1
    assert LIBRARY.rulebook.carried_out("axi-maxim-999") == ()


# ---- one a day ---------------------------------------------------------------------------------------------------


def test_every_maxim_has_its_day_and_a_day_has_one() -> None:
    day = date(2026, 1, 1)
    days = [of_day(MAXIMS, day + timedelta(number)) for number in range(len(MAXIMS))]
    assert set(days) == set(MAXIMS)
    assert of_day(MAXIMS, day + timedelta(len(MAXIMS))) == days[0]


def test_the_first_page_has_the_maxim_of_the_day_of_the_clock(client: FlaskClient, study: Study) -> None:
    short = [maxim for maxim in MAXIMS if len(maxim.text) <= LONGEST_MAXIM]
    assert {maxim.id for maxim in MAXIMS if maxim.source == "elwell"} < {maxim.id for maxim in short}
    found = of_day(short, study.today)
    text = unescape(client.get("/").text)
    assert found.text in text
    assert found.cited in text
    assert of_day(short, study.today + timedelta(1)).text not in text


def test_today_is_the_day_of_the_clock_passed_in(tmp_path: Path) -> None:
    study = Study.open(tmp_path / "study.sqlite3", lambda: datetime(1907, 3, 1, 23, 59, tzinfo=UTC))
    assert study.today == date(1907, 3, 1)
    study.close()


# ---- pages -------------------------------------------------------------------------------------------------------


def page(client: FlaskClient, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200, address
    return unescape(response.text).split("<main", 1)[1]


def listed(text: str) -> list[str]:
    return re.findall(r'<li class="maxim" id="([a-z0-9-]+)"', text)


def test_the_page_has_every_maxim_with_its_words_and_its_place(client: FlaskClient) -> None:
    text = page(client, "/maxims/")
    assert sorted(listed(text)) == sorted(LIBRARY.maxims)
    for entry in text.split('<li class="maxim" id="')[1:]:
        maxim = LIBRARY.maxims[entry.split('"', 1)[0]]
        for paragraph in maxim.text.split("\n"):
            assert f"<p>{paragraph}</p>" in entry
        assert maxim.cited in entry
        assert maxim.meaning in entry
        assert (f'<blockquote lang="{maxim.language}"' in entry) == (maxim.language != "en")
        assert entry.count("<li>") >= len(maxim.see)


@pytest.mark.slow
@pytest.mark.parametrize("topic", ["", *(topic.value for topic in MaximTopic), "swords"])
def test_the_choices_combine_and_count_what_they_lead_to(client: FlaskClient, topic: str) -> None:
    for author in ("", *SOURCES, "nobody"):
        found = [m.id for m in MAXIMS if author in ("", m.source) and topic in ("", m.topic.value)]
        text = page(client, f"/maxims/?author={author}&topic={topic}")
        assert sorted(listed(text)) == sorted(found)
        assert ("No matches." in text) == (not found)
    nav = text.split('<nav class="filters"', 1)[1].split("</nav>", 1)[0]
    for address, number in re.findall(r'<a href="([^"]+)"[^>]*>[^<]+<span class="number">(\d+)</span></a>', nav):
        assert len(listed(page(client, address))) == int(number), address


@pytest.mark.slow
def test_every_door_of_the_maxims_leads_to_what_is_there(client: FlaskClient) -> None:
    pages: dict[str, str] = {}
    doors = set(re.findall(r'<a href="(/[^"]+)"', page(client, "/maxims/").split("</nav>", 1)[1]))
    assert len(doors) > 40
    for door in doors:
        path, _, anchor = door.partition("#")
        pages.setdefault(path, page(client, path))
        assert not anchor or pages[path].count(f'id="{anchor}"') == 1, door


def test_the_rule_of_another_author_is_said_to_be_his(client: FlaskClient) -> None:
    entry = page(client, "/maxims/").split('id="axi-maxim-077"', 1)[1].split('<li class="maxim"', 1)[0]
    assert "Hellespont’s rule:" in entry
    assert "The rule:" not in entry


def test_no_title_that_tells_stands_beside_a_maxim(client: FlaskClient) -> None:
    text = page(client, "/maxims/")
    for game in LIBRARY.games.values():
        assert not game.decisions or game.title not in text


def test_what_was_corrected_is_told_among_the_sources(client: FlaskClient) -> None:
    text = page(client, "/sources")
    corrected = [maxim for maxim in MAXIMS if maxim.readings]
    assert len(corrected) > 15
    for maxim in corrected:
        section = text.split(f'id="read-{maxim.id}"', 1)[1].split("</details>", 1)[0]
        for reading in maxim.readings:
            assert f"line {reading.line}<" in section
            assert all(said in section for said in (reading.printed, reading.read or "nothing", reading.because))


# ---- the command -------------------------------------------------------------------------------------------------


def test_the_command_lists_them_for_people_and_for_scripts() -> None:
    lines = CliRunner().invoke(tutor, ["maxims", "--topic", "doubling"]).output.splitlines()
    assert len(lines) == sum(maxim.topic is MaximTopic.DOUBLING for maxim in MAXIMS)
    assert lines[1].endswith("only an odd trick to win the game. (J. B. Elwell, maxim 82)")
    found = json.loads(CliRunner().invoke(tutor, ["maxims", "--json"]).output)
    assert [entry["id"] for entry in found] == list(LIBRARY.maxims)
    for entry in found:
        maxim = LIBRARY.maxims[entry["id"]]
        assert Citation(entry["source"], entry["page"], tuple(entry["lines"])) == maxim.citation
        assert [WordsRead(**one) for one in entry["readings"]] == list(maxim.readings)
        assert (entry["text"], entry["see"], entry["number"]) == (maxim.text, list(maxim.see), maxim.number)
    refused = CliRunner().invoke(tutor, ["maxims", "--topic", "swords"])
    assert refused.exit_code == 2
    assert "'swords'" in refused.output


# ---- faults ------------------------------------------------------------------------------------------------------

FAULTS = {
    # what is done: (as it stands, as it is made, how many lines above that the fault is told, words of the message)
    "a rule that is not there": ("hel-play-no-false-cards", "hel-play-no-false-card", 0, "is not a rule, a hand or another maxim"),
    "a rule that is only told": (
        "hel-play-no-false-cards",
        "hel-discard-nt-importance",
        0,
        "is not a rule, a hand or another maxim",
    ),
    "an id of no book": ("hel-play-no-false-cards", "play-no-false-cards", 0, "an id must begin with its book"),
    "a number left out": ("number: 2", "number: 3", 0, "is numbered 3, but is number 2 here"),
    "out of the book’s order": ("lines: [8556, 8556]", "lines: [8550, 8550]", 0, "begins in line 8550, before"),
    "a reading of another line": ("line: 8559", "line: 8569", 0, "line 8569 is not part of ‘hel-maxim-no-denude’"),
    "no topic": ("topic: discards", "topic: discord", 0, "‘discord’"),
    "a tongue unexplained": (
        "topic: discards",
        "topic: discards\n    language: la",
        2,
        "only a maxim that is not in English",
    ),
    "English explained": (
        "topic: discards",
        "topic: discards\n    meaning: Keep one.",
        2,
        "only a maxim that is not in English",
    ),
    "an unknown key": ("topic: discards", "subject: discards", 0, "no key ‘subject’"),
    "no source": ("source: hellespont", "source: helespont", 0, "‘helespont’ is not a source"),
    "HTML": ("play false cards whenever", "play <b>false</b> cards whenever", 0, "HTML"),
}


@pytest.mark.slow
@pytest.mark.parametrize(("was", "made", "above", "message"), FAULTS.values(), ids=FAULTS)
def test_a_fault_of_the_maxims_is_told_with_its_line(
    tmp_path: Path, was: str, made: str, above: int, message: str
) -> None:
    text = (FILES / "hellespont.yaml").read_text(encoding="utf-8")
    assert text.count(was) == 1, "the file has changed: change the test with it"
    file = tmp_path / "maxims.yaml"
    file.write_text(text.replace(was, made), encoding="utf-8")
    line = text[: text.index(was)].count("\n") + 1 - above
    told = check([file])
    assert any(fault.line == line and message in str(fault) for fault in told), "\n".join(map(str, told))


def test_a_maxim_that_stands_twice_is_told(tmp_path: Path) -> None:
    text = (FILES / "hellespont.yaml").read_text(encoding="utf-8")
    (tmp_path / "more.yaml").write_text(text, encoding="utf-8")
    faults = check([tmp_path])
    assert len(faults) == text.count("  - id: ")
    assert all("appears twice" in fault.what for fault in faults)
