"""Actions as people like to write them, filled in to what records have.

`grow w: Bc4 Bd5` leaves out what follows from the position: how many tiles come from behind the
screen (those go first) and how many are consumed ones, which tiles are consumed by attacks, and
extra growths. `draft g` leaves out the tiles of the space; what is refilled is never the player's
to say. Everything else is written as in records.
"""

from __future__ import annotations

import re

from analyzer.games.encounter.judge import IllegalAction, Position, actions, write_action
from analyzer.games.encounter.judge.play import begin_growth, move_shrimp, place_tile

DRAFT = "draft "
_SHORT_GROWTH = re.compile(r"grow ([wyopg])( free)?: (.+)", re.DOTALL)
_PLACEMENT = re.compile(r"([ABCD][a-g][1-6])(?:x[wyopg])?")
_EXTRA = re.compile(r"\+[ABCD][a-g][1-6]")
_MOVE = re.compile(r"\[([ABCD][a-g][1-6])>([ABCD][a-g][1-6]|screen)\]")
_DRAFT = re.compile(r"draft ([wyopg])(?:: [wyopg]*)?")


def written_out(position: Position, seat: int, text: object) -> str:
    """The action as records write it, drafts as `draft g`; IllegalAction if it cannot be done."""
    if not isinstance(text, str):
        raise IllegalAction(f"an action must be a text, not {type(text).__name__}")
    if text.startswith(DRAFT):
        match = _DRAFT.fullmatch(text)
        if match is None:
            raise IllegalAction("a draft names its space only, `draft g`; the refill is chance")
        return DRAFT + match[1]
    growth = _SHORT_GROWTH.fullmatch(text)
    if growth is None:
        return text
    return _growth(position.copy(), seat, growth[1], growth[2] is not None, growth[3].split())


def _growth(trial: Position, seat: int, colour: str, free: bool, words: list[str]) -> str:
    """Play a growth on a position of its own and write down what happened."""
    begin_growth(trial, seat, colour, free)
    steps: list[actions.GrowthStep] = []
    for word in words:
        if placement := _PLACEMENT.fullmatch(word):
            placed = place_tile(trial, seat, placement[1], is_behind_used_up(trial, seat))
            steps.append(actions.Placement(placement[1], placed.consumed))
            if placed.extra is not None:
                steps.append(actions.ExtraGrowth(placed.extra))
        elif move := _MOVE.fullmatch(word):
            target = None if move[2] == actions.SCREEN else move[2]
            move_shrimp(trial, seat, move[1], target)
            steps.append(actions.Move(move[1], target))
        elif not _EXTRA.fullmatch(word):  # an extra growth that is due was added above
            raise IllegalAction(f"malformed step {word!a} in a growth")
    growth = trial.growth
    assert growth is not None
    return write_action(
        actions.Grow(colour, growth.n_behind, growth.n_consumed, tuple(steps), free)
    )


def is_behind_used_up(trial: Position, seat: int) -> bool:
    """Whether the next tile of the growth under way must be a consumed one."""
    growth = trial.growth
    assert growth is not None
    hand = trial.players[seat].hand
    is_limit_reached = growth.n_behind >= trial.rules.grow_limit
    return growth.free or is_limit_reached or not hand[growth.colour]
