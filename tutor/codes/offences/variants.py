"""The offences of the games that follow a body of laws: what of it can apply in them, and the rules of their own."""

from __future__ import annotations

from dataclasses import replace

from tutor.codes.laws import LawRef
from tutor.codes.offences.acts import Act, Role, When
from tutor.codes.offences.auction_1910 import AUCTION_1910 as AUCTION_LAWS
from tutor.codes.offences.bridge_english_1901 import BRIDGE_ENGLISH_1901
from tutor.codes.offences.effects import ExposedCard, Stands, Then, What, Which
from tutor.codes.offences.games import (
    AUCTION_POINTS,
    AUCTION_SUITS,
    AUCTION_THREE,
    BRIDGE_THREE,
    DOUBLE_DUMBY,
    DUMBY,
    DUMMY_BRIDGE,
    HUMBUG,
    WHIST,
    WHIST_SHORT,
    WHIST_THREE,
)
from tutor.codes.offences.rulings import Chooser, Counsel, Row
from tutor.codes.offences.whist_1859 import CARD_OR_SUIT, ONLY_THE_CARD, WHIST_1859
from tutor.codes.offences.whist_1859 import ROWS as WHIST_ROWS

# ---- whist -------------------------------------------------------------------------------------------------------

WHIST_SHORT_1859 = WHIST_1859.variant("whist-short-1859", "Short whist, 1859", WHIST_SHORT)
WHIST_LONG_1859 = WHIST_1859.variant("whist-long-1859", "Long whist, 1859", WHIST)

_DUMBY = {"dumby": LawRef("dumby-1859", "variant-dumby")}


def _of_dumby(*dumbies: Role) -> tuple[Row, ...]:
    """What is ruled of the hands that lie open: they cannot revoke, and answer for a lead out of turn."""
    return (
        Row(Act.REVOKES, ("dumby",), dumbies, always=(Then.NO_PENALTY,)),
        Row(Act.PLAYS_TWICE, ("twice", "dumby"), dumbies, always=(Then.NO_PENALTY,)),
        Row(
            Act.LEADS_OUT_OF_TURN,
            ("leads", "dumby"),
            dumbies,
            (When.FOLLOWED_BY_NONE,),
            Chooser.EITHER_ADVERSARY,
            CARD_OR_SUIT,
            counsel=Counsel.ALONE,
            note=ONLY_THE_CARD,
        ),
    )


DUMBY_1859 = WHIST_1859.variant("dumby-1859", "Dumby, 1859", DUMBY, _of_dumby(Role.PARTNER), _DUMBY)

_ADVERSARYS_LEAD = "The lead was an adversary’s, so that there is no suit to call, only the card (note e, p. 18)."
_THE_CARD_ALONE = (
    Row(Act.LEADS_OUT_OF_TURN, ("leads",), (), (When.FOLLOWED_BY_NONE,), always=(ExposedCard(),),
        note=_ADVERSARYS_LEAD),
    Row(Act.LEADS_OUT_OF_TURN, ("leads", "followed"), (), (When.FOLLOWED_BY_ONE,),
        always=(ExposedCard(), ExposedCard(Which.FOLLOWED)), note=_ADVERSARYS_LEAD),
    Row(Act.LEADS_OUT_OF_TURN, ("followed",), (), (When.FOLLOWED_BY_ALL,), always=(Stands(What.TRICK),)),
)  # fmt: skip
_ALONE = {"leads": LawRef("humbug-1859", "19"), "established": LawRef("humbug-1859", "29")}
"""The laws as they hold where nobody has a partner at the table."""
DOUBLE_DUMBY_1859 = WHIST_1859.variant(
    "double-dumby-1859",
    "Double dumby, 1859",
    DOUBLE_DUMBY,
    _of_dumby(Role.PARTNER, Role.THIRD),
    {**_DUMBY, "established": _ALONE["established"]},
)
HUMBUG_1859 = WHIST_1859.variant("humbug-1859", "Humbug, 1859", HUMBUG, _THE_CARD_ALONE, _ALONE)
FRENCH_HUMBUG_1859 = WHIST_1859.variant("french-humbug-1859", "French humbug, 1859", HUMBUG, _THE_CARD_ALONE, _ALONE)
_WHO_IS_PAID = tuple(
    replace(row, note="Which of the two others is paid the book does not say.")
    for row in WHIST_ROWS
    if row.act is Act.REVOKES and row.laws == ("penalty",)
)
WHIST_THREE_HANDED_1859 = WHIST_1859.variant(
    "whist-three-handed-1859",
    "Three-handed whist, 1859",
    WHIST_THREE,
    (*_THE_CARD_ALONE, *_WHO_IS_PAID),
    _ALONE,
)

# ---- bridge ------------------------------------------------------------------------------------------------------

DUMMY_BRIDGE_1901 = BRIDGE_ENGLISH_1901.variant("dummy-bridge-1901", "Dummy bridge, 1901", DUMMY_BRIDGE)
BRIDGE_THREE_HANDED_1901 = BRIDGE_ENGLISH_1901.variant(
    "bridge-three-handed-1901", "Three-handed bridge, 1901", BRIDGE_THREE
)

# ---- auction -----------------------------------------------------------------------------------------------------

_UNDOUBLED = {"final": LawRef("auction-suits-1910", "60")}
AUCTION_SUITS_1910 = AUCTION_LAWS.variant(
    "auction-suits-1910", "Auction by suits alone, 1910", AUCTION_SUITS, laws=_UNDOUBLED
)
AUCTION_POINTS_1910 = AUCTION_LAWS.variant(
    "auction-points-1910", "Auction in points, 1910", AUCTION_POINTS, laws=_UNDOUBLED
)
AUCTION_THREE_HAND_1910 = AUCTION_LAWS.variant("auction-three-hand-1910", "Auction for three, 1910", AUCTION_THREE)
