"""Foster on the bidding (pp. 53–61, 73–122, 152–156): a module for each of the four bidders, and one for later rounds.

Where Foster’s pages pull two ways the order is his own, and the modules keep it:

- the first round is for showing sure tricks, a long suit waits (pp. 85–93). Yet a good red suit is bid to its value at
  once (pp. 54, 75, 95–97). So a red suit is bid for its length only where a sure trick stands in it.
- second bidder “should declare it at once” if they have anything (p. 100), and pass one spade on “only an average hand”
  (p. 101). They pass a hand no better than average, with no more than one sure trick.
- “it is a great mistake for the second bidder to double an original declaration” (p. 119), and doubling the dealer’s
  suit shows it stopped (p. 102). The first is said of no trumps, the second of suits.
- the game is to be kept in, even in vain (pp. 58, 113), and “anything is better than a lost rubber” was a pet theory
  whose answer is to collect the penalties (p. 155). The saving bid is made while it is cheap.
- the raise of one spade is “a convention in many circles” (p. 104), and takes “the greatest risk in the game”: It is
  advised, and the pass with which it is compared is allowed.
"""

from __future__ import annotations

from tutor.authorities.foster.bidding.bidding_again import SECOND_ROUND
from tutor.authorities.foster.bidding.first_bidder import FIRST_BIDDER
from tutor.authorities.foster.bidding.fourth_bidder import FOURTH_BIDDER
from tutor.authorities.foster.bidding.inference import HEARD_IN_THE_BIDDING
from tutor.authorities.foster.bidding.second_bidder import SECOND_BIDDER
from tutor.authorities.foster.bidding.third_bidder import THIRD_BIDDER

__all__ = ["BIDDING", "HEARD_IN_THE_BIDDING"]

BIDDING = (FIRST_BIDDER, *SECOND_BIDDER, *THIRD_BIDDER, FOURTH_BIDDER, SECOND_ROUND)
"""Foster on bidding: a chapter for each bidder and what was said before them."""
