"""The game as learning finds it."""

from analyzer.games.pebbles.about import ABOUT

GAME = ABOUT
