"""The practice table: rubbers played card by card against players who see only what they may."""

from tutor.web.play import again, begin, playing
from tutor.web.play.room import blueprint

__all__ = ["again", "begin", "blueprint", "playing"]
