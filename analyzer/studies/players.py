"""Who plays, in words, and what rules these players have not learnt."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.cells import Cell
from analyzer.experiment import settings_text
from analyzer.games import get_game
from analyzer.studies.claims import named
from analyzer.wording import listed


def among(strategies: Sequence[str]) -> str:
    """`among A players`; of a mixed table `among A and B players`."""
    return f"among {listed(dict.fromkeys(strategies))} players"


def unlearnt_sentences(cells: Sequence[Cell]) -> list[str]:
    """By learned strategy the values of rule parameters that it has not met in training, if any.

    What such a player does under these rules may be its mistake and not the rule's doing.
    """
    strategies = get_game(cells[0].game).strategies
    said = []
    for spec in dict.fromkeys(spec for cell in cells for spec in cell.strategies):
        if strategies.learnt is None or strategies.get(spec).network is None:
            continue
        new = dict.fromkeys(
            f"{name}={settings_text(value)}" for cell in cells for name, value in _unmet(cell)
        )
        if new:
            said.append(
                f"{spec} has not learnt {named(list(new))} in training: what changes under such a"
                " rule may be that it plays it badly."
            )
    return said


def _unmet(cell: Cell) -> list[tuple[str, object]]:
    """The rule parameters of a cell whose value no learned player of the game has met."""
    game = get_game(cell.game)
    learnt = game.strategies.learnt
    assert learnt is not None
    known = [game.ruleset(name, cell.players) for name in learnt.rulesets]
    return [
        (name, value)
        for name, value in game.rules(cell).items()
        if not any(rules[name] == value for rules in known) and not learnt.has_met(name, value)
    ]
