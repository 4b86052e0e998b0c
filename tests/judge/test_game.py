"""Games of strategies written in plain Python."""

from __future__ import annotations

from random import Random

import pytest

from analyzer.games.encounter.judge import IllegalAction, Position, judge_game
from analyzer.games.encounter.rules import make_rules
from tests.judge.playing import play_game
from tests.judge.uniform import UniformPlayer


class Drafter(UniformPlayer):
    """Does nothing but draft the same space."""

    def __init__(self, space: str) -> None:
        super().__init__(Random(1))
        self.name = f"drafts {space}"
        self.space = space

    def action(self, position: Position, seat: int) -> str:  # noqa: ARG002
        return f"draft {self.space}"


def test_a_strategy_names_the_space_and_chance_does_the_rest():
    players = [Drafter("w"), Drafter("w")]
    record = play_game(make_rules("basic", 2), players, Random(3))
    assert record["players"] == ["drafts w", "drafts w"]
    assert judge_game(record).accepted
    # Each turn takes a white cube, so the supply of white cubes is what runs out.
    cubes_left = 9 - sum(word.count("w") for word in record["setup"]["larvae"])
    assert len(record["turns"]) == cubes_left + 1
    assert record["turns"][-1]["actions"][0].startswith("draft w: ")
    assert ";" not in record["turns"][-1]["actions"][0]  # no tile was laid
    assert record["result"]["ended_by"] == "refill"


def test_seats_may_be_played_by_different_strategies():
    players = [Drafter("g"), UniformPlayer(Random(2)), Drafter("y")]
    record = play_game(make_rules("advanced", 3), players, Random(3), turn_limit=9)
    assert record["players"] == ["drafts g", "random", "drafts y"]
    assert record["result"]["ended_by"] == "turn_limit"
    assert judge_game(record).accepted


def test_an_illegal_choice_is_refused_at_once():
    with pytest.raises(IllegalAction, match="a draft names one of the spaces"):
        play_game(make_rules("basic", 2), [Drafter("x"), Drafter("w")], Random(3))


class Watchful(UniformPlayer):
    """Notes what lies open when it is asked to feed and to take cubes."""

    name = "watchful"

    def __init__(self, noted: list[tuple[str, int, int]]) -> None:
        super().__init__(Random(1))
        self.noted = noted

    def _note(self, what: str, position: Position, seat: int) -> None:
        n_fed = sum(sum(player.parrotfish.values()) for player in position.players)
        self.noted.append((f"{what} {seat}", n_fed, 45 - sum(position.larva_supply.values())))

    def fed_tile(self, position: Position, seat: int) -> str:
        self._note("feeds", position, seat)
        return super().fed_tile(position, seat)

    def start_larvae(self, position: Position, seat: int, n_larvae: int) -> str:
        self._note("takes", position, seat)
        return super().start_larvae(position, seat, n_larvae)


def test_all_seats_feed_before_any_takes_cubes():
    noted: list[tuple[str, int, int]] = []
    play_game(make_rules("basic", 3), [Watchful(noted) for _ in range(3)], Random(3), turn_limit=1)
    assert noted == [
        ("feeds 0", 0, 0),
        ("feeds 1", 1, 0),
        ("feeds 2", 2, 0),
        ("takes 0", 3, 0),
        ("takes 1", 3, 2),
        ("takes 2", 3, 4),
    ]
