"""Uniform players: sound positions, legal records, and their definition to the letter."""

from __future__ import annotations

import json
import re
from collections import Counter
from random import Random
from statistics import mean, stdev

import pytest

from analyzer.games.reef.judge import Deal, Position, deal_position, judge_game, replay
from analyzer.games.reef.judge.actions import write_action
from analyzer.games.reef.rules import make_rules
from tests.reef.judge.helpers import rules, sketch
from tests.reef.judge.uniform import UniformPlayer, play_uniform_game

GAMES = 200


def random_overrides(rng: Random, n_players: int) -> dict[str, object]:
    """Any parameters, each printed or not with even odds."""
    values: dict[str, object] = {
        "start_points": [rng.randint(0, 50) for _ in range(n_players)],
        "supply": rng.choice([n_players + 1, rng.randint(n_players + 1, 60), 60]),
        "hand_limit": rng.randint(2, 12),
        "display": rng.randint(1, 6),
        "start_placement": rng.choice(["centre", "free"]),
        "orientation": rng.choice(["any", "printed"]),
        "deck_end": rng.choice(["at_once", "finish_round"]),
        "final_special": rng.choice(["one", "all"]),
    }
    return {name: value for name, value in values.items() if rng.random() < 0.5}


def check_points(record: dict[str, object], before: int, position: Position, action: str) -> int:
    """Points only come from scoring: those of all seats and on the display are conserved."""
    scored = re.search("(?:scoring|for) ([0-9]+)", action)
    now = sum(position.scores()) + sum(position.display.values())
    assert now == before + (int(scored[1]) if scored else 0), record
    return now


@pytest.mark.parametrize("part", range(8))
def test_games_of_all_player_counts_and_parameters_are_sound_and_accepted(part):
    verbs: Counter[str] = Counter()
    for seed in range(part, GAMES, 8):
        rng = Random(seed)
        n_players = rng.choice([2, 3, 4])
        in_force = rules(n_players, **random_overrides(rng, n_players))
        record = json.loads(json.dumps(play_uniform_game(in_force, rng)))
        points = sum(in_force.start_points)
        for step in replay(record):
            assert step.position.defects() == []
            if step.action is not None:
                points = check_points(record, points, step.position, step.action)
                verbs[step.action.split()[0]] += 1
        assert judge_game(record).accepted
        counts = Counter(turn["seat"] for turn in record["turns"])
        if record["result"]["ended_by"] == "supply" or in_force.deck_end == "finish_round":
            assert len(set(counts.values())) == 1
    assert set(verbs) >= {"take", "deck", "play", "score"}


def test_passes_happen_and_are_accepted():
    for seed in range(200):
        in_force = rules(4, display=1, deck_end="finish_round", supply=60)
        record = play_uniform_game(in_force, Random(seed))
        if any("pass" in turn["actions"] for turn in record["turns"]):
            assert judge_game(record).accepted
            return
    raise AssertionError("nobody ever passed")


def test_the_same_generator_gives_the_same_game():
    first, second, third = (play_uniform_game(rules(3), Random(seed)) for seed in (4, 4, 5))
    assert first == second
    assert first != third


def test_its_choices_are_legal():
    for seed in range(3):
        rng = Random(seed)
        for step in replay(play_uniform_game(rules(2, supply=5), rng)):
            position = step.position
            if position.to_play is None or position.has_stopped:
                continue
            text = write_action(UniformPlayer(rng).action(position))
            after = position.copy()
            after.apply(text)
            outcomes = []
            for legal in position.legal_actions():
                outcome = position.copy()
                outcome.apply(legal)
                outcomes.append(outcome)
            assert after in outcomes


# --- what it chooses among --------------------------------------------------------------------


def choices(position: Position, n: int) -> Counter[str]:
    player = UniformPlayer(Random(1))
    return Counter(write_action(player.action(position)) for _ in range(n))


def is_near(found: int, share: float, n: int) -> bool:
    """Within five standard errors of what is due."""
    return abs(found - share * n) < 5 * (n * share * (1 - share)) ** 0.5


def test_cards_in_hand_cards_on_display_and_the_deck_are_equally_likely():
    position = sketch(taken=[[22, 16]], display={1: 0, 2: 0, 39: 0}, deck=[18])
    counts = choices(position, 12_000)
    options: Counter[str] = Counter()
    for text, n in counts.items():
        options[" ".join(text.rstrip(":").split()[:2])] += n
    assert set(options) == {"play 22", "play 16", "take 1:", "take 2:", "take 39:", "deck 18"}
    assert all(is_near(n, 1 / 6, 12_000) for n in options.values())
    assert is_near(counts["deck 18 onto 1"], 1 / 12, 12_000)  # 1 and 2 tie for the lowest


def test_pieces_go_in_random_order_onto_cells_with_room():
    rows = ["rrrr rrr rrrr rrrr", *["rrrr rrrr rrrr rrrr"] * 2, "rrrr rrrr rrrr rr"]
    position = sketch(boards=["/".join(rows)], taken=[[16, 1, 2, 3]], supply={"r": 5, "g": 5})
    plays = Counter({t: n for t, n in choices(position, 16_000).items() if t.startswith("play 16")})
    n = plays.total()
    shares = {text.split(" ")[3]: count for text, count in plays.items()}
    # Either piece first; b1 has room for one, d4 for two.
    due = {"{a}b1,{b}d4": 1 / 4, "{a}d4,{b}b1": 1 / 8, "{a}d4,{b}d4": 1 / 8}
    assert set(shares) == {t.format(a=a, b=b) for t in due for a, b in ("rg", "gr")}
    for text, share in due.items():
        for a, b in ("rg", "gr"):
            assert is_near(shares[text.format(a=a, b=b)], share, n)


def test_a_short_supply_leaves_one_piece_or_none():
    position = sketch(taken=[[16, 22, 1, 2]], supply={"r": 0, "p": 0})
    words = {t.split()[3][0] for t in choices(position, 300) if t.startswith("play 16")}
    none = {t.split()[3] for t in choices(position, 300) if t.startswith("play 22")}
    assert (words, none) == ({"g"}, {"-"})


@pytest.mark.parametrize(("placement", "n_boards"), [("centre", 24), ("free", None)])
def test_start_pieces(placement, n_boards):
    deal = Deal(((1, 2), (3, 4)), (5, 6, 7), ())
    position = deal_position(rules(start_placement=placement), deal)
    counts = choices(position, 12_000)
    if n_boards:
        assert len(counts) == n_boards
        assert all(is_near(n, 1 / 24, 12_000) for n in counts.values())
    else:
        first = Counter(word for text, n in counts.items() for word in [text[:3]] * n)
        assert len(first) == 4 * 12
        assert all(is_near(n, 1 / 48, 12_000) for n in first.values())
        same = sum(n for text, n in counts.items() if text[1:3] == text[5:7])
        assert is_near(same, 1 / 12, 12_000)


# --- against figures measured by another program ----------------------------------------------

# Mean scores by seat, mean turns, share ended by the deck: 1,000,000 games of a C++ program.
FIGURES = {
    2: ((19.59, 19.65), 49.83, 0.0),
    3: ((18.26, 18.33, 18.37), 70.74, 0.0),
    4: ((15.89, 15.91, 15.94, 15.96), 84.48, 0.051),
}


@pytest.mark.proof
@pytest.mark.parametrize("n_players", FIGURES)
def test_means_agree_with_the_figures(n_players):
    n = 3000
    rng = Random(2018 + n_players)
    results = []
    for _ in range(n):
        record = play_uniform_game(make_rules("printed", n_players), rng)
        results.append((record["result"], len(record["turns"])))
    scores, turns, by_deck = FIGURES[n_players]
    for seat, due in enumerate(scores):
        found = [result["scores"][seat] for result, _ in results]
        assert abs(mean(found) - due) < 4 * stdev(found) / n**0.5 + 0.005, (seat, mean(found))
    lengths = [length for _, length in results]
    assert abs(mean(lengths) - turns) < 4 * stdev(lengths) / n**0.5 + 0.005, mean(lengths)
    n_deck = sum(result["ended_by"] == "deck" for result, _ in results)
    assert abs(n_deck / n - by_deck) <= 4 * (by_deck * (1 - by_deck) / n) ** 0.5 + 0.001
