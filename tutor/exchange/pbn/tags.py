"""Our own tags, for what PBN has no place for: games from before there were contracts.

- `LoveAllId`, `LoveAllKind`: the id of the content, and its kind: `game`, `deal` or `ending`.
- `LoveAllTitle`, `LoveAllNumber`: its title, and its number in the book as printed.
- `LoveAllCode`: the key of its code of laws.
- `LoveAllSource`, `LoveAllPages`, `LoveAllLines`: the book, its first and last page, the lines of our text.
- `LoveAllScoreAB`, `LoveAllScoreYZ`: each side’s score towards the game: a number, two as in `24 26`, or `lost`.
- `LoveAllTurnUp`: at whist, the card turned up by the dealer.
- `LoveAllDeclaredBy`: the declarer: the dealer or the dealer’s partner.
- `LoveAllLeft`: `Yes` if the dealer left the declaration to the partner.
- `LoveAllDoubled`: how many times it was doubled. PBN allows at most two; the laws of 1901 set no limit.
- `LoveAllLost`: the seats whose hands are lost in our copy.
- `LoveAllConfidence`: how sure the reading of the damaged text is.
- `LoveAllGoal`: the aim of an ending.

There are three tables, in the form of chapter 5 of the standard. `LoveAllCallTable` has the calls (`"A leaves it"`).
`LoveAllIllustratesTable` has the rules that it illustrates. `LoveAllPlayTable` has each card of the play and how it is
known: stated by the book, implied by it, forced, or reconstructed.
"""

from __future__ import annotations

ID = "LoveAllId"
KIND = "LoveAllKind"
TITLE = "LoveAllTitle"
NUMBER = "LoveAllNumber"
CODE = "LoveAllCode"
SOURCE = "LoveAllSource"
PAGES = "LoveAllPages"
LINES = "LoveAllLines"
SCORE_AB = "LoveAllScoreAB"
SCORE_YZ = "LoveAllScoreYZ"
TURN_UP = "LoveAllTurnUp"
DECLARED_BY = "LoveAllDeclaredBy"
LEFT = "LoveAllLeft"
DOUBLED = "LoveAllDoubled"
LOST = "LoveAllLost"
CONFIDENCE = "LoveAllConfidence"
GOAL = "LoveAllGoal"

CALLS = "LoveAllCallTable"
CALL = "Call"
ILLUSTRATES = "LoveAllIllustratesTable"
RULE = "Rule"
CARDS = "LoveAllPlayTable"
