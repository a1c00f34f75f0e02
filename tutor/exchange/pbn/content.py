"""Games, deals and endings of the library as PBN that any program can read, with our own tags for the rest.

Bridge of 1901 has no auction and no number of tricks to make. To let other programs follow the play, `Declarer` is the
player of the exposed hand, with the opening leader on the left. `Contract` is for the odd trick (`1S`) where nothing
was bid. At whist the declarer is the dealer. `Result` is the tricks of that side. `Vulnerable` is `None`, because
nobody was vulnerable before 1925. The real calls are in `LoveAllCallTable`. A section `Auction` is written only if
contract bridge allows the calls. Our own tags are listed in `pbn.tags`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from tutor.auction import Bid, Call, Calling, Declaration, Double, Pass
from tutor.citations import SOURCES
from tutor.codes import CODES
from tutor.deal import Deal, pbn_hand
from tutor.exchange.files import ExportedFile, Progress, untold
from tutor.exchange.pbn import tags
from tutor.exchange.pbn.document import UNKNOWN, PbnSection
from tutor.exchange.pbn.export_format import comment_lines, export_text, latin
from tutor.exchange.pbn.reader import refused
from tutor.exchange.pbn.sections import MOST_NOTES, NOTHING, PbnColumn, table_section
from tutor.library.deals import ExampleDeal, Problem
from tutor.library.fields import CALL_WORDS
from tutor.library.games import Game, Provenance, Score
from tutor.library.values import CitedStatement, Doubt, Emendation, Misprint, Remark
from tutor.play import Play, Played
from tutor.seats import BySide, Seat, Side

Exportable = Game | ExampleDeal | Problem
MIMETYPE = "text/x-pbn"
LONGEST_NOTE = 200
"""The most characters of a note in its tag. A longer note follows in full as a comment."""
_KINDS: Mapping[type, str] = {Game: "game", ExampleDeal: "deal", Problem: "ending"}


def pbn_file(contents: Sequence[Exportable], line_end: str = "\r\n", progress: Progress = untold) -> ExportedFile:
    """A PBN file in the export format, with boards numbered in order."""
    games = []
    for number, content in enumerate(contents, start=1):
        games.append(tuple(sections_of(content, number)))
        progress(number, len(contents))
    name = contents[0].id if len(contents) == 1 else "love-all"
    return ExportedFile(f"{name}.pbn", MIMETYPE, export_text(games, line_end).encode("latin-1"))


def sections_of(content: Exportable, number: int = 1) -> Iterator[PbnSection]:
    """The sections of a piece of content, in no fixed order."""
    source = SOURCES[content.source]
    yield PbnSection.made("Event", latin(f"{source.author}, {source.title}").replace('"', "'"))
    yield PbnSection.made("Site", source.place)
    yield PbnSection.made("Date", f"{source.year or '????'}.??.??")
    yield PbnSection.made("Board", str(number))
    for seat in Seat:
        yield PbnSection.made(seat.name.title(), seat.label)
    yield PbnSection.made("Vulnerable", "None")
    yield PbnSection.made("Scoring", "Rubber")
    yield PbnSection.made(tags.ID, content.id)
    yield PbnSection.made(tags.KIND, _KINDS[type(content)])
    yield PbnSection.made(tags.TITLE, _in_quotes(content.title))
    yield PbnSection.made(tags.SOURCE, content.source)
    yield PbnSection.made(tags.PAGES, "{}-{}".format(*content.pages))
    yield PbnSection.made(tags.LINES, "{}-{}".format(*content.lines))
    yield table_section(tags.ILLUSTRATES, [PbnColumn(tags.RULE)], [[rule] for rule in content.illustrates])
    match content:
        case Game():
            yield from _game(content)
        case ExampleDeal():
            yield from _deal(content)
        case Problem():
            yield from _ending(content)


def _game(game: Game) -> Iterator[PbnSection]:
    leads = game.plays[0].to_play
    if game.number:
        yield PbnSection.made(tags.NUMBER, game.number)
    yield from dealt_sections(game.deal, game.lost)
    yield from called_sections(game.code.key, game.calling, leads.right)
    yield from _scores(game.score)
    told = (
        *([game.score_because] if game.score_because else ()),
        *([f"The calls: {game.calls_implied}"] if game.calls_implied else ()),
        *(note.text for note in game.notes if not note.after),
        *([f"The result: {game.result_because}"] if game.result_because else ()),
        *_texts(game.after),
    )
    read = _read(game.emendations, game.readings, game.doubts)
    won = game.tricks[leads.right.side]
    yield commented_section("Result", str(won), (f"{game.name}. {game.citation}", *told, *read))
    yield PbnSection.made(tags.CONFIDENCE, game.confidence)
    notes: dict[int, list[str]] = {}
    for note in game.notes:
        if note.after:
            notes.setdefault(note.after, []).append(note.text)
    yield from played_sections(game.play, leads, {after: " ".join(texts) for after, texts in notes.items()})
    yield _provenances(game.played())


def _deal(example: ExampleDeal) -> Iterator[PbnSection]:
    yield from dealt_sections(example.deal, example.lost)
    calling, code = example.calling, CODES.get(example.code)
    leads = code.leader(calling) if code and calling and calling.declaration else None
    if calling and leads:
        yield from called_sections(example.code, calling, leads.right)
    else:
        yield PbnSection.made(tags.CODE, example.code)
    if example.score:
        yield from _scores(example.score)
    result = example.result
    won = str(result[leads.right.side]) if isinstance(result, BySide) and leads else UNKNOWN
    told = (
        example.whence,
        *([example.score_because] if example.score_because else ()),
        *([f"The calls: {example.calls_implied}"] if example.calls_implied else ()),
        *([result] if isinstance(result, str) else ()),
        *([f"The result: {example.result_because}"] if example.result_because else ()),
        *_texts(example.says),
    )
    read = (*_read(example.emendations, example.readings, example.doubts), *_rebuilt(example.rebuilt_from))
    yield commented_section("Result", won, (*told, *read))
    yield PbnSection.made(tags.CONFIDENCE, example.confidence)


def _ending(problem: Problem) -> Iterator[PbnSection]:
    """An end position: its trumps alone are the contract (3.10), and the seat of the play is the leader."""
    hands, leader = problem.hands, problem.leader
    size = len(hands[leader])
    is_whole, declarer = size == 13, leader.right
    first = declarer if is_whole else leader
    yield PbnSection.made("Dealer", declarer.letter if is_whole else "")
    yield PbnSection.made("Deal", f"{first.letter}:" + " ".join(pbn_hand(hands[seat]) for seat in first.round()))
    yield PbnSection.made("Declarer", declarer.letter if is_whole else "")
    trumps = problem.trumps.letter if problem.trumps else "NT"
    yield PbnSection.made("Contract", f"1{trumps}" if is_whole else trumps)
    told = (str(problem.citation), problem.goal, problem.result, *_texts(problem.says))
    read = (*_read((), problem.readings, problem.doubts), *_rebuilt(problem.rebuilt_from))
    won = problem.play.won[declarer.side]
    yield commented_section("Result", str(won) if is_whole else "", (*told, *read))
    yield PbnSection.made(tags.GOAL, _in_quotes(problem.goal))
    if problem.unknown:
        yield PbnSection.made(tags.LOST, "".join(seat.letter for seat in problem.unknown))
    yield from played_sections(problem.play, leader, {})
    yield _provenances(problem.played())


# ---- parts ---------------------------------------------------------------------------------------------------------


def dealt_sections(deal: Deal, lost: Sequence[Seat] = ()) -> Iterator[PbnSection]:
    """The deal, its dealer, the turn-up, and the hands that are lost."""
    yield PbnSection.made("Dealer", deal.dealer.letter)
    yield PbnSection.made("Deal", str(deal))
    if deal.turn_up:
        yield PbnSection.made(tags.TURN_UP, str(deal.turn_up))
    if lost:
        yield PbnSection.made(tags.LOST, "".join(seat.letter for seat in lost))


def called_sections(code: str, calling: Calling, declarer: Seat) -> Iterator[PbnSection]:
    """The calls, and the contract for other programs. There must be a declaration."""
    declaration = calling.declaration
    assert declaration is not None, "content exported with its calls has a declaration"  # noqa: S101
    yield PbnSection.made(tags.CODE, code)
    yield PbnSection.made("Declarer", declarer.letter)
    yield PbnSection.made("Contract", contract_of(declaration))
    yield PbnSection.made(tags.DECLARED_BY, declaration.by.letter)
    if calling.is_left:
        yield PbnSection.made(tags.LEFT, "Yes")
    if declaration.doubled:
        yield PbnSection.made(tags.DOUBLED, str(declaration.doubled))
    yield from call_sections(calling)


def call_sections(calling: Calling) -> Iterator[PbnSection]:
    """The calls in our own table, and as an auction where contract bridge allows them."""
    rows = [[f"{said.seat.label} {CALL_WORDS.get(said.call, str(said.call))}"] for said in calling]
    yield table_section(tags.CALLS, [PbnColumn(tags.CALL)], rows)
    words = auction_words(calling)
    if words:
        lines = (" ".join(words[start : start + 4]) + "\n" for start in range(0, len(words), 4))
        yield PbnSection.made("Auction", calling.dealer.letter, "".join(lines))


def contract_of(declaration: Declaration) -> str:
    """A declaration as PBN writes a contract: for the odd trick where no number of tricks was bid."""
    letter = declaration.denomination.letter.replace("N", "NT")
    return f"{declaration.contract or 1}{letter}{'X' * min(declaration.doubled, 2)}"


def auction_words(calling: Calling) -> list[str]:
    """The calls as contract bridge writes them; none if its laws do not allow them."""
    words: list[str] = []
    so_far, seat = Calling(calling.dealer), calling.dealer
    for said in calling:
        word = _word(so_far, said.call)
        if said.seat is not seat or word is None or refused(so_far, seat, said.call, word):
            return []
        words.append(word)
        so_far, seat = so_far.after(seat, said.call), seat.left
    return words


def _word(so_far: Calling, call: Call) -> str | None:
    match call:
        case Pass():
            return "Pass"
        case Double():
            last = so_far.declaration
            return "XX" if last and last.doubled else "X"
        case Bid():
            return f"{call.odd_tricks}{call.denomination.letter.replace('N', 'NT')}"
    return None


def _scores(score: BySide[Score]) -> Iterator[PbnSection]:
    for name, side in ((tags.SCORE_AB, Side.NS), (tags.SCORE_YZ, Side.EW)):
        points = score[side]
        told = " ".join(map(str, points)) if isinstance(points, tuple) else points
        yield PbnSection.made(name, "lost" if told is None else str(told))


def played_sections(play: Play, first: Seat, notes: Mapping[int, str]) -> Iterator[PbnSection]:
    """The cards under the players, and the notes to the cards by their numbers."""
    tricks = [trick for trick in (*play.tricks, play.trick) if trick.cards]
    numbers = {after: place for place, after in enumerate(sorted(notes)[:MOST_NOTES], start=1)}
    lines, count = [], 0
    for trick in tricks:
        words: dict[Seat, str] = {}
        for seat, card in trick.items():
            count += 1
            words[seat] = f"{card} ={numbers[count]}=" if count in numbers else str(card)
        lines.append(" ".join(words.get(seat, NOTHING) for seat in first.round()))
    is_whole = len(play.tricks) == 13
    yield PbnSection.made("Play", first.letter, "".join(f"{line}\n" for line in lines) + ("" if is_whole else "*\n"))
    for after, place in numbers.items():
        text = notes[after]
        head = text if len(text) <= LONGEST_NOTE else f"{text[:LONGEST_NOTE].rpartition(' ')[0]} ..."
        comments = [text] if head is not text else []
        yield commented_section("Note", f"{place}:{_in_quotes(head)}", comments)


def _provenances(played: Iterable[tuple[Played, Provenance]]) -> PbnSection:
    columns = [PbnColumn("Trick", "-", 2, "R"), PbnColumn("Seat"), PbnColumn("Card"), PbnColumn("Provenance")]
    rows = [[str(one.trick), one.seat.letter, str(one.card), provenance.value] for one, provenance in played]
    return table_section(tags.CARDS, columns, rows)


def commented_section(name: str, value: str, texts: Iterable[str]) -> PbnSection:
    """A tag with texts below it as comments."""
    lines = [line for text in texts for line in comment_lines(" ".join(text.split()))]
    return PbnSection.made(name, value, "".join(f"{line}\n" for line in lines))


def _in_quotes(text: str) -> str:
    """A text for a tag, without double quotation marks, which confuse simple programs."""
    return " ".join(latin(text).replace('"', "'").split())


def _texts(remarks: Iterable[Remark]) -> tuple[str, ...]:
    return tuple(f"{remark.text} ({remark.citation})" for remark in remarks)


def _read(emendations: Iterable[Emendation], readings: Iterable[Misprint], doubts: Iterable[Doubt]) -> Iterator[str]:
    """How we read the damaged text."""
    for one in emendations:
        yield f"{one.seat.label}’s {one.suit.plural} are printed ‘{one.printed}’ and read as {one.read}: {one.because}"
    for reading in readings:
        yield f"Printed ‘{reading.printed}’, read as ‘{reading.read}’: {reading.because}"
    for doubt in doubts:
        parts = (f"In doubt: {doubt.what}", f"Or else: {doubt.alternative}", doubt.because)
        yield " ".join(part if part.endswith(".") else f"{part}." for part in parts)


def _rebuilt(stated: Iterable[CitedStatement]) -> Iterator[str]:
    return (f"Rebuilt from: {statement.says}" for statement in stated)
