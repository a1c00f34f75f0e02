"""The practice table: rubbers played card by card against players who see only what they may."""

from tutor.web.play import begin, played, playing
from tutor.web.play.room import blueprint

__all__ = ["begin", "blueprint", "played", "playing"]
