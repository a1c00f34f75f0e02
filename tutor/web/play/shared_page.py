"""The page of a table of several people, as each of them sees it: names, whose turn it is, what waits for consent."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from flask import render_template
from flask_babel import gettext, ngettext

from tutor.seats import Seat
from tutor.study.answers.shared_tables import SharedTable
from tutor.study.classroom.classes import spaced
from tutor.tables import notices
from tutor.tables.claims import may_claim
from tutor.tables.shared import Proposal, ProposalKind, SharedMatch
from tutor.tables.table import Table
from tutor.web import formatting
from tutor.web.play.page import address_at, page_of
from tutor.web.play.seats_shown import places, seats_shown, trick_shown
from tutor.web.services import services

ROOM = "together"


def page_at(table: SharedTable, learner: int, refused: str | None = None) -> str:
    """The page of a table for somebody who sits at it."""
    tables = services().classroom.shared_tables
    player = table.player_of(learner)
    assert player is not None, "somebody without a seat sees the list of seats"  # noqa: S101
    shared, now = table.shared(tables.now, learner), tables.now
    deal = shared.match.table
    seat, pending, is_open = shared.seat_of(player, deal), shared.pending, table.closed_at is None
    own_turn = shared.decider(deal) is player
    return page_of(
        table.key,
        shared.seen_by(player),
        refused,
        "play/shared_table.html",
        room=ROOM,
        at=partial(address_at, ROOM, table.key),
        shared=table,
        names=names_at(shared, table, deal, player),
        whose=None if own_turn else _whose(shared, table, deal),
        goes_on=is_open and not own_turn and _goes_on(shared, deal),
        goes_alone=player is min(shared.people, key=list(Seat).index, default=None),
        pending=pending,
        proposed=_proposed(shared, table, deal, pending),
        is_mine=pending is not None and pending.player is player,
        is_asked=pending is not None and player in shared.asked(pending, deal) - pending.agreed,
        ready=_ready(shared, pending),
        is_open=is_open,
        may_claim=is_open and pending is None and may_claim(deal, seat),
        may_undo=is_open and pending is None and not deal.is_over and any(act.seat is seat for act in deal.acts),
        may_play_out=False,
        may_hint=False,
        hint=None,
        is_silent=False,
        version=table.version(now),
        code=spaced(table.code),
        ProposalKind=ProposalKind,
    )


def watched_page(table: SharedTable) -> str:
    """The page of a table for the teacher of the class: all hands open, and nothing to do."""
    tables = services().classroom.shared_tables
    shared = table.shared(tables.now)
    deal = shared.match.table
    return render_template("play/shared_watch.html", **watched(table, shared, deal), version=table.version(tables.now))


def watched(table: SharedTable, shared: SharedMatch, deal: Table) -> Mapping[str, object]:
    """What a teacher sees of a deal in progress."""
    match = shared.seen_by(shared.match.code.players[0])
    return {
        "key": table.key,
        "shared": table,
        "match": match,
        "table": deal,
        "seats": seats_shown(match, deal),
        "places": places(match.seat_at(deal)),
        "trick": trick_shown(deal),
        "names": names_at(shared, table, deal, None, real=True),
        "whose": _whose(shared, table, deal, real=True),
        "proposed": _proposed(shared, table, deal, shared.pending, real=True),
        "turned_up": notices.turned_up(deal),
        "what_is_played": notices.what_is_played(deal),
        "sheet": deal.sheet.after(deal.score()) if deal.is_over else deal.sheet,
        "words": formatting,
    }


def name_of(table: SharedTable, player: Seat, *, real: bool = False) -> str | None:
    """What the class calls who sits at a seat, or what the teacher does; None for an empty seat."""
    sitting = table.sittings.get(player)
    if sitting is None:
        return None
    return (real and sitting.real_name) or sitting.name


def names_at(
    shared: SharedMatch, table: SharedTable, deal: Table, reader: Seat | None, *, real: bool = False
) -> dict[Seat, str]:
    """The people at the seats of the present deal, in words; the reader’s own seat is left out."""
    named = {}
    for player in shared.match.code.players:
        name = name_of(table, player, real=real)
        if name is None:
            says = gettext("the tutor")
        elif player in shared.people:
            says = name
        else:
            says = gettext("the tutor plays for %(name)s", name=name)
        if player is not reader:
            named[shared.seat_of(player, deal)] = says
    return named


def _whose(shared: SharedMatch, table: SharedTable, deal: Table, *, real: bool = False) -> str | None:
    """Whose turn it is, in words; None when the deal is over."""
    player = shared.decider(deal)
    if player is None:
        return None
    name = name_of(table, player, real=real)
    hand, seat = deal.hand_to_act, shared.seat_of(player, deal)
    if name is None:
        name = gettext("The tutor")
    elif player not in shared.people:
        name = gettext("The tutor, for %(name)s,", name=name)
    if deal.play is None:
        return gettext("%(name)s to call", name=name)
    if hand is not seat and hand is not None:
        return gettext("%(name)s to play from %(seat)s’s hand", name=name, seat=hand.label)
    return gettext("%(name)s to play", name=name)


def _goes_on(shared: SharedMatch, deal: Table) -> bool:
    """Whether the tutor has to act once somebody presses the button, or to answer for those who are not there."""
    if shared.pending:
        return shared.asked(shared.pending, deal) <= shared.pending.agreed
    return shared.is_tutors_turn(deal)


def _proposed(
    shared: SharedMatch, table: SharedTable, deal: Table, pending: Proposal | None, *, real: bool = False
) -> str | None:
    """What waits for consent, in a sentence, and for whose."""
    if pending is None or pending.kind is ProposalKind.NEXT:
        return None
    name = name_of(table, pending.player, real=real) or gettext("A player")
    waiting = [
        name_of(table, one, real=real) or one.label
        for one in shared.match.code.players
        if one in shared.asked(pending, deal) - pending.agreed
    ]
    if pending.kind is ProposalKind.CLAIM:
        says = ngettext(
            "%(name)s claims %(num)s more trick.",
            "%(name)s claims %(num)s more tricks.",
            pending.tricks or 0,
            name=name,
        )
    else:
        says = gettext("%(name)s asks to take their last action back.", name=name)
    wait = gettext("Not answered yet: %(names)s.", names=", ".join(waiting)) if waiting else ""
    return f"{says} {wait}".strip()


def _ready(shared: SharedMatch, pending: Proposal | None) -> str | None:
    """How many are ready for the next deal."""
    if pending is None or pending.kind is not ProposalKind.NEXT:
        return None
    return gettext(
        "%(ready)s of %(all)s are ready for the next deal.", ready=len(pending.agreed), all=len(shared.people)
    )
