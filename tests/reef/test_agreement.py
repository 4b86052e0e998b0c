"""The judge accepts every game that the kernel plays, and counts what the kernel's rows say."""

from __future__ import annotations

import json
from collections import Counter
from importlib import resources

import pytest

from analyzer.cells import Cell
from analyzer.games.reef.cards import cards
from analyzer.games.reef.judge import Phase, judge_game, parse_action, replay
from analyzer.games.reef.judge.actions import Action, Pass, Play, Take, TakeDeck
from analyzer.games.reef.rules import COLOURS, PARAMETERS
from tests.reef.cells import GAME, PLAYER_COUNTS, VALUES, random_cell

FEW, MANY = 30, 700  # games for each number of players
STRATEGIES = ("random", "random", "balanced", "stacker", "planner", "adept", "expert")


def account(record: dict) -> list[Counter]:
    """By seat, what the judge sees happen: the names of the columns, and how often or how much."""
    seats = [Counter() for _ in record["players"]]
    after_round: dict[int, list[int]] = {}
    for step in replay(record):
        position = step.position
        n = len(position.players)
        if step.part == "turns":
            count_action(seats[step.seat], parse_action(step.action))
            if position.turn % n == 0:
                after_round[position.turn // n] = scores_without_hands(position)
        elif step.part == "final":
            seats[step.seat]["final_cards"] += 1
            seats[step.seat]["final_points"] += parse_action(step.action).points
    for seat, counts in enumerate(seats):
        for checkpoint in (5, 10, 15, 20):
            counts[f"score_r{checkpoint}"] = after_round.get(checkpoint, [-1] * 4)[seat]
        count_board(counts, position.players[seat].board)
        counts["start_card_1"], counts["start_card_2"] = sorted(record["setup"]["hands"][seat])
    return seats


def scores_without_hands(position) -> list[int]:
    assert position.phase in (Phase.TURNS, Phase.FINAL, Phase.OVER)
    return position.scores()


def count_action(counts: Counter, action: Action) -> None:
    match action:
        case Take(_, points, _):
            counts["takes"] += 1
            counts["points_gained"] += points
        case TakeDeck():
            counts["deck_takes"] += 1
            counts["points_paid"] += 1
        case Play(_, placements, points):
            counts["cards_played"] += 1
            counts["blank_plays"] += points == 0
            counts["pattern_points"] += points
            counts["best_play"] = max(counts["best_play"], points)
            counts.update(f"pieces_{colour}" for colour, _ in placements)
        case Pass():
            counts["passes"] += 1


def count_board(counts: Counter, board: dict[str, str]) -> None:
    for colour in COLOURS:
        counts[f"pieces_{colour}"] += 1  # the start piece
        counts[f"tops_{colour}"] = sum(stack[-1] == colour for stack in board.values())
    for name, height in (("stacks_2", 2), ("stacks_3", 3), ("tie_fours", 4)):
        counts[name] = sum(len(stack) == height for stack in board.values())
    counts["tie_covered"] = len(board)


def assert_agreed(cell: Cell, seed: int, game: int) -> None:
    record = json.loads(json.dumps(GAME.record(cell, seed, game)))
    verdict = judge_game(record)
    where = f"{cell}\nseed {seed}, game {game}"
    assert verdict.accepted, f"{verdict}\n{where}"
    rows = GAME.play(cell, seed, game, game + 1)
    result = record["result"]
    assert rows["score"].tolist() == result["scores"], where
    assert rows["rank"].tolist() == result["ranks"], where
    for seat, counts in enumerate(account(record)):
        for name, value in counts.items():
            assert rows[name][seat] == value, f"{name} of seat {seat}\n{where}"
        families = sum(rows[name][seat] for name in rows if name in FAMILY_COLUMNS)
        assert families == rows["pattern_points"][seat]


FAMILY_COLUMNS = {column.name for column in GAME.columns if column.group == "kinds_of_cards"}


@pytest.mark.parametrize("n_players", PLAYER_COUNTS)
def test_judge_and_kernel_agree(n_players):
    for k in range(FEW):
        assert_agreed(random_cell(n_players, k, STRATEGIES), seed=2018 + k, game=k)


@pytest.mark.proof
@pytest.mark.parametrize("n_players", PLAYER_COUNTS)
def test_judge_and_kernel_agree_on_two_thousand_games(n_players):
    for k in range(MANY):
        cell = random_cell(n_players, k, (*STRATEGIES, "search:budget=4"))
        assert_agreed(cell, seed=2**64 - 1 - k, game=10**12 + k)


@pytest.mark.parametrize("size", [FEW, MANY])
def test_every_value_of_every_parameter_is_among_the_games(size):
    assert 3 * MANY >= 2000
    cells = [random_cell(n, k, ("random",)) for n in PLAYER_COUNTS for k in range(size)]
    used = {(name, value) for cell in cells for name, value in cell.overrides}
    assert {name for name, _ in used} == set(PARAMETERS)
    assert used >= {(name, value) for name, values in VALUES.items() for value in values}


def test_kernel_and_judge_have_the_same_cards():
    files = [
        resources.files(package).joinpath("cards.json").read_text(encoding="utf-8")
        for package in ("kernels.reef", "analyzer.games.reef.judge")
    ]
    kernel, judge = (sorted(json.loads(text), key=lambda card: card["id"]) for text in files)
    assert kernel == judge
    assert [card["id"] for card in judge] == list(cards())
