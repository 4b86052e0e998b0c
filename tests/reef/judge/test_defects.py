"""Positions that cannot be: each thing that is wrong has a name."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from analyzer.games.reef.judge import Phase, Position
from tests.reef.judge.helpers import sketch


def set_points(position: Position) -> None:
    position.players[0].points = -1


SPOILED: dict[str, list[Callable[[Position], object]]] = {
    "piece_count": [
        lambda p: p.supply.update(r=p.supply["r"] + 1),
        lambda p: p.players[0].board.update(a1="g"),
    ],
    "stack": [lambda p: p.players[0].board.update(a1="ggggg")],
    "card_count": [lambda p: p.deck.pop(), lambda p: p.players[1].played.append(5)],
    "card_twice": [lambda p: p.players[1].taken.append(p.deck[0])],
    "no_such_card": [lambda p: p.deck.append(61)],
    "display_size": [lambda p: p.display.popitem(), lambda p: p.display.update({60: 0})],
    "hand_size": [lambda p: p.players[0].taken.extend(range(1, 6))],
    "negative_count": [set_points, lambda p: p.supply.update(r=-1)],
    "to_play": [lambda p: setattr(p, "to_play", 1), lambda p: setattr(p, "phase", Phase.OVER)],
    "ender": [lambda p: p.supply.update(r=0), lambda p: p.deck.clear()],
}


@pytest.mark.parametrize("name", SPOILED)
def test_a_defect_is_named(name):
    for spoil in SPOILED[name]:
        position = sketch()
        assert position.defects() == []
        spoil(position)
        assert name in {defect.name for defect in position.defects()}
