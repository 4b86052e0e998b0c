"""Playing actions: every rule of a turn is enforced here, with a reason for every refusal.

`play_action` plays a written action and leaves the position untouched if it is illegal. The
functions below it are the single steps that it is made of; a program that decides tile by tile
(`begin_growth`, `place_tile`, `end_growth`) uses them on a copy of the position.
"""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.games.encounter.judge import actions
from analyzer.games.encounter.judge.algae import alga_objection, put_cylinder, uncovered
from analyzer.games.encounter.judge.components import SHRIMPS_PER_PLAYER
from analyzer.games.encounter.judge.placement import extra_growth_cell, placement_objection
from analyzer.games.encounter.judge.position import Growth, Position
from analyzer.games.encounter.judge.refill import (
    draft,
    return_to_bag,
    take_bonus_tile,
    take_from_stock,
)
from analyzer.games.encounter.judge.shrimps import (
    eat_objection,
    introduce_objection,
    move_objection,
)
from analyzer.games.encounter.judge.tiles import Tiles, counted, total, word
from analyzer.games.encounter.rules import COLOUR_NAMES
from analyzer.records.errors import IllegalAction

GROWTHS_PER_TURN = 2


@dataclass(frozen=True, slots=True)
class Placed:
    """What placing a tile did: the colour it consumed and the extra growth it caused, if any."""

    consumed: str | None
    extra: str | None


def play_action(position: Position, seat: int, action_text: str) -> actions.Action:
    """Play a written action for a seat; IllegalAction (position unchanged) if it is not legal."""
    action = actions.parse_action(action_text)
    apply_action(position, seat, action)
    return action


def apply_action(position: Position, seat: int, action: actions.Action) -> None:
    """Play a typed action for a seat; IllegalAction (position unchanged) if it is not legal."""
    before = position.copy()
    try:
        if position.ended_by is not None:
            _play_final(position, seat, action)
        else:
            _play(position, seat, action)
    except IllegalAction:
        position.restore(before)
        raise


def _play(position: Position, seat: int, action: actions.Action) -> None:
    require_turn(position, seat)
    match action:
        case actions.Eat(cell):
            eat_coral(position, seat, cell)
        case actions.Grow():
            _grow(position, seat, action)
        case actions.Introduce(cell):
            introduce_shrimp(position, seat, cell)
        case actions.Move(start, target):
            move_shrimp(position, seat, start, target)
            position.use.n_actions += 1
        case actions.LarvaExchange(colour):
            exchange_for_larva(position, seat, colour)
        case actions.AlgaPlay(alga, lock, paying):
            play_alga(position, seat, alga, lock, paying)
        case actions.TileExchange(colour):
            exchange_for_tile(position, seat, colour)
        case actions.Draft():
            _draft(position, seat, action)


def _play_final(position: Position, seat: int, action: actions.Action) -> None:
    if not position.final_seats:
        raise IllegalAction(f"the game has ended ({position.ended_by}); nothing may follow")
    _require_final_seat(position, seat)
    if not isinstance(action, actions.Eat):
        raise IllegalAction("in the final round a player may eat one coral and nothing else")
    _refuse(eat_objection(position, seat, action.cell, final=True))
    _digest(position, seat, action.cell, position.rules.final_return)
    position.final_seats.pop(0)


def decline_final(position: Position, seat: int) -> None:
    """Let a seat's last chance to eat pass."""
    _require_final_seat(position, seat)
    position.final_seats.pop(0)


def cut_off(position: Position) -> None:
    """End a game by the simulator's turn limit, between two turns."""
    if position.ended_by is not None:
        raise IllegalAction(f"the game has already ended ({position.ended_by})")
    if position.turn == 0 or position.use.n_actions:
        raise IllegalAction("a game is cut off by the turn limit only after a complete turn")
    position.end("turn_limit", None)


def require_turn(position: Position, seat: int) -> None:
    """Refuse a seat that is not the active one."""
    if seat != position.seat:
        raise IllegalAction(f"it is the turn of seat {position.seat}, not of seat {seat}")


def _require_final_seat(position: Position, seat: int) -> None:
    if not position.final_seats or position.final_seats[0] != seat:
        raise IllegalAction(f"it is not seat {seat}'s last chance to eat")


def _refuse(objection: str | None) -> None:
    if objection is not None:
        raise IllegalAction(objection)


def _pay(heap: Tiles, colour: str, n: int, whose: str) -> None:
    if heap[colour] < n:
        name = COLOUR_NAMES[colour]
        raise IllegalAction(f"{whose}: {n} {name} needed, {heap[colour]} there")
    heap[colour] -= n


# --- action 1 ----------------------------------------------------------------------------------


def eat_coral(position: Position, seat: int, cell: str) -> None:
    """Eat the coral on which the seat's shrimp stands at the cell; the fourth ends the game."""
    if position.use.has_eaten:
        raise IllegalAction("only one coral may be eaten in a turn")
    if position.use.n_actions:
        raise IllegalAction("eating must be the first action of a turn")
    _refuse(eat_objection(position, seat, cell, final=False))
    _digest(position, seat, cell, position.rules.eat_return)
    position.use.has_eaten = True
    position.use.n_actions += 1
    if position.players[seat].shrimps_eaten == SHRIMPS_PER_PLAYER:
        position.end("shrimps", seat)


def _digest(position: Position, seat: int, cell: str, n_back: int) -> None:
    coral = position.coral_at(cell)
    assert coral is not None
    for eaten in coral.cells:
        position.clear_tile(eaten)
    n_back = min(n_back, len(coral.cells))
    return_to_bag(position, coral.colour, n_back)
    player = position.players[seat]
    player.parrotfish[coral.colour] += len(coral.cells) - n_back
    del position.shrimps[cell]
    player.shrimps_eaten += 1


# --- actions 2 and 3 ---------------------------------------------------------------------------


def begin_growth(position: Position, seat: int, colour: str, free: bool = False) -> None:
    """Begin a growth: return a larva cube of the colour, or none for a free growth."""
    require_turn(position, seat)
    if position.use.n_growths >= GROWTHS_PER_TURN:
        raise IllegalAction(f"only {GROWTHS_PER_TURN} growths are allowed in a turn")
    if free:
        if not position.rules.free_growth:
            raise IllegalAction("this ruleset has no growth without a larva cube")
    else:
        _pay(position.players[seat].larvae, colour, 1, f"larva cubes of seat {seat}")
        position.larva_supply[colour] += 1
        position.use.owed[colour] = max(0, position.use.owed[colour] - 1)
    position.use.n_growths += 1
    position.use.n_actions += 1
    position.growth = Growth(colour, free)


def place_tile(position: Position, seat: int, cell: str, consumed: bool = False) -> Placed:
    """Place a tile of the growth under way, from behind the screen or a consumed one.

    The extra growth that it causes is carried out at once.
    """
    growth = position.growth
    if growth is None:
        raise IllegalAction("a tile is placed only within a growth")
    _refuse(placement_objection(position, growth.colour, cell))
    _take_growth_tile(position, seat, growth, consumed)
    victim = position.tiles.get(cell)
    if victim is not None:
        position.players[seat].consumed[victim] += 1
    position.put_tile(cell, growth.colour)
    extra = extra_growth_cell(position, growth.colour, cell)
    if extra is not None:
        take_bonus_tile(position, growth.colour)
        position.put_tile(extra, growth.colour)
    return Placed(victim, extra)


def _take_growth_tile(position: Position, seat: int, growth: Growth, consumed: bool) -> None:
    player = position.players[seat]
    if consumed:
        _pay(player.consumed, growth.colour, 1, f"consumed tiles of seat {seat}")
        growth.n_consumed += 1
        return
    if growth.free:
        raise IllegalAction("a growth without a larva cube takes consumed tiles only")
    limit = position.rules.grow_limit
    if growth.n_behind >= limit:
        raise IllegalAction(f"a growth takes at most {limit} tiles from behind the screen")
    _pay(player.hand, growth.colour, 1, f"tiles behind the screen of seat {seat}")
    growth.n_behind += 1


def end_growth(position: Position) -> None:
    """End the growth under way; it must have placed a tile."""
    growth, position.growth = position.growth, None
    if growth is None or not growth.n_behind + growth.n_consumed:
        raise IllegalAction("a growth places at least one tile")


def _grow(position: Position, seat: int, action: actions.Grow) -> None:
    n_placed = sum(isinstance(step, actions.Placement) for step in action.steps)
    if action.n_behind + action.n_consumed != n_placed:
        raise IllegalAction(
            f"the growth names {action.n_behind}+{action.n_consumed} tiles but places {n_placed}"
        )
    begin_growth(position, seat, action.colour, action.free)
    due: str | None = None
    for step in action.steps:
        if due is not None and step != actions.ExtraGrowth(due):
            raise IllegalAction(f"the compulsory extra growth on {due} is missing")
        match step:
            case actions.Placement():
                due = _place_step(position, seat, step, action.n_behind)
            case actions.ExtraGrowth(cell):
                if due is None:
                    raise IllegalAction(f"no extra growth is due on {cell}")
                due = None
            case actions.Move(start, target):
                move_shrimp(position, seat, start, target)
    if due is not None:
        raise IllegalAction(f"the compulsory extra growth on {due} is missing")
    end_growth(position)


def _place_step(
    position: Position, seat: int, step: actions.Placement, n_behind: int
) -> str | None:
    assert position.growth is not None
    # Which tiles come first is not recorded and makes no difference: those behind go first.
    consumed = position.growth.n_behind >= n_behind
    victim = position.tiles.get(step.cell)
    placed = place_tile(position, seat, step.cell, consumed)
    if victim != step.consumed:
        there = "no tile" if victim is None else COLOUR_NAMES[victim]
        named = "nothing" if step.consumed is None else COLOUR_NAMES[step.consumed]
        raise IllegalAction(f"{step.cell} holds {there}, but the growth consumes {named} there")
    return placed.extra


# --- actions 4 to 8 ----------------------------------------------------------------------------


def introduce_shrimp(position: Position, seat: int, cell: str) -> None:
    """Introduce a shrimp from behind the screen onto a tile."""
    _refuse(introduce_objection(position, seat, cell))
    position.players[seat].shrimps_behind -= 1
    position.shrimps[cell] = seat
    position.use.has_introduced = True
    position.use.n_actions += 1


def move_shrimp(position: Position, seat: int, start: str, target: str | None) -> None:
    """Move a shrimp to another cell or (None) behind the screen."""
    _refuse(move_objection(position, seat, start, target))
    del position.shrimps[start]
    if target is None:
        position.players[seat].shrimps_behind += 1
    else:
        position.shrimps[target] = seat


def exchange_for_larva(position: Position, seat: int, colour: str) -> None:
    """Give a consumed tile for a larva cube of the same colour."""
    player = position.players[seat]
    _pay(player.consumed, colour, 1, f"consumed tiles of seat {seat}")
    _pay(position.larva_supply, colour, 1, "larva cubes in supply")
    return_to_bag(position, colour)
    player.larvae[colour] += 1
    position.use.n_actions += 1
    if position.rules.larva_use == "same_turn":
        position.use.owed[colour] += 1


def play_alga(position: Position, seat: int, alga: str, lock: int | None, paying: str) -> None:
    """Give a consumed tile for a cylinder and play it; the tenth lock ends the game."""
    _refuse(alga_objection(position, seat, alga, lock))
    _pay(position.players[seat].consumed, paying, 1, f"consumed tiles of seat {seat}")
    return_to_bag(position, paying)
    put_cylinder(position, alga, lock)
    position.use.n_actions += 1
    if lock is not None:
        position.use.has_locked = True
        if not uncovered(position):
            position.end("locks", seat)


def exchange_for_tile(position: Position, seat: int, colour: str) -> None:
    """Give a larva cube for a tile of the same colour."""
    player, name = position.players[seat], COLOUR_NAMES[colour]
    if player.larvae[colour] and player.larvae[colour] <= position.use.owed[colour]:
        raise IllegalAction(f"the {name} cube must pay for a growth this turn, not for a tile")
    if not position.bag[colour] and not position.bonus[colour]:
        raise IllegalAction(f"no {name} tile is left in the bag or the bonus stock")
    _pay(player.larvae, colour, 1, f"larva cubes of seat {seat}")
    position.larva_supply[colour] += 1
    take_from_stock(position, colour)
    player.hand[colour] += 1
    position.use.n_actions += 1


# --- action 10 ---------------------------------------------------------------------------------


def require_draft(position: Position, seat: int) -> None:
    """Refuse to end a turn with a duty open: a shrimp on bare rock, or a cube that must grow."""
    require_turn(position, seat)
    for cell in position.shrimps_of(seat):
        if cell not in position.tiles:
            raise IllegalAction(f"the turn may not end with a shrimp on the bare rock at {cell}")
    if total(position.use.owed):
        owed = word(position.use.owed)
        raise IllegalAction(f"larva cubes got this turn must still pay for a growth: {owed}")


def _draft(position: Position, seat: int, action: actions.Draft) -> None:
    require_draft(position, seat)
    there = position.open_sea[action.space].tiles
    if counted(action.tiles) != there:
        raise IllegalAction(
            f"the {COLOUR_NAMES[action.space]} space holds {word(there)}, not {action.tiles}"
        )
    recorded = list(action.refill)

    def source(space: str, bag: Tiles) -> str:
        if not recorded:
            raise IllegalAction(f"the refill of space {space} is missing")
        recorded_space, colour = recorded.pop(0)
        if recorded_space != space:
            raise IllegalAction(f"the refill is due on space {space}, not on {recorded_space}")
        if not bag[colour]:
            raise IllegalAction(f"the bag has no {COLOUR_NAMES[colour]} tile for space {space}")
        return colour

    draft(position, seat, action.space, source)
    if recorded:
        extra = " ".join(f"{s}={c}" for s, c in recorded)
        raise IllegalAction(f"the refill lays more than is due: {extra}")
