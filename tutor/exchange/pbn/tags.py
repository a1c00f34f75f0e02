"""The tags of our own, for what PBN has no place for: games of before there was a contract to be made.

| tag | what it holds |
|---|---|
| `LoveAllId`, `LoveAllKind` | the id of the content, and what it is: `game`, `deal` or `ending` |
| `LoveAllTitle`, `LoveAllNumber` | its title, and its number in the book as printed |
| `LoveAllCode` | the key of the code of laws that it is played under |
| `LoveAllSource`, `LoveAllPages`, `LoveAllLines` | the book, its first and last page, the lines of the text as read |
| `LoveAllScoreAB`, `LoveAllScoreYZ` | each side’s score towards the game: a number, two as `24 26`, or `lost` |
| `LoveAllTurnUp` | at whist, the card turned up by the dealer |
| `LoveAllDeclaredBy` | who named what is played: the dealer, or the partner to whom he left it |
| `LoveAllLeft` | `Yes` where the dealer left the declaration to his partner |
| `LoveAllDoubled` | how many times it was doubled; PBN knows two at most, and the laws of 1901 set no end |
| `LoveAllLost` | the seats whose hands are lost in the copy that was read |
| `LoveAllConfidence` | how sure the reading of the damaged text is |
| `LoveAllGoal` | what an ending asks for |

Tables, as chapter 5 of the standard has them: `LoveAllCallTable` with the calls as they were said (`"A leaves it"`);
`LoveAllIllustratesTable` with the rules that it illustrates; `LoveAllPlayTable` with each card of the play and how it
is known: stated by the book, implied by it, forced, or reconstructed.
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
