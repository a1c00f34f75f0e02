"""Boards that were played elsewhere, for tests: texts of PBN and LIN, written here and not by the tutor."""

from __future__ import annotations

# Board 16 is a game of the PBN 2.1 standard’s own verifier (tests/data/pbn/correct-21.pbn).
EVENING = """% PBN 2.1
[Event "Club night"]
[Board "16"]
[West "Blakset"]
[North "Sun"]
[East "Christiansen"]
[South "Wang"]
[Dealer "W"]
[Deal "W:AJ9754.J62.K62.6 32..A954.AQJ9875 KQ86.KQT843.QJ.K T.A975.T873.T432"]
[Declarer "N"]
[Contract "5CX"]
[Result "11"]
[Auction "W"]
2D 3C 4H 5C
Pass Pass X Pass
Pass Pass
[Play "E"]
SK ST S4 S2
HK H5 H2 C7
S6 C2 S5 S3
H3 HA H6 D4
*

[Event "Club night"]
[Board "17"]
[West "Blakset"]
[North "Sun"]
[East "Christiansen"]
[South "Wang"]
[Dealer "N"]
[Deal "N:AKJ762.765.A43.4 T98.AK84.KQ2.983 Q43.QJT9.T98.AK2 5.32.J765.QJT765"]
[Declarer "N"]
[Contract "4S"]
[Result "9"]
[Play "E"]
HA HJ H2 H5
HK HQ H3 H6
C9 CA C5 C4
*

[Event "Club night"]
[Board "18"]
[West "Sun"]
[North "Wang"]
[East "Blakset"]
[South "Christiansen"]
[Dealer "E"]
[Deal "N:AKJ762.765.A43.4 T98.AK84.KQ2.983 Q43.QJT9.T98.AK2 5.32.J765.QJT765"]
[Contract "Pass"]
[Auction "E"]
Pass Pass Pass Pass
"""

LIN = (
    "pn|South,West,North,East|md|3SQ43HQJT9DT98CAK2,S5H32DJ765CQJT765,SAKJ762H765DA43C4,ST98HAK84DKQ2C983|ah|Board 5|"
    "sv|o|mb|1S|mb|p|mb|4S|mb|p|mb|p|mb|p|pc|HA|pc|HJ|pc|H2|pc|H5|mc|10|\n"
)
