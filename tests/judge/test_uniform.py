"""Uniform players: sound positions throughout, legal records, and section 10 to the letter."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.games.encounter.judge import Position, judge_game, replay
from analyzer.games.encounter.rules import RULESETS, make_rules
from tests.judge.helpers import hide_bag, hide_bonus, play, sketch, uniform_game
from tests.judge.uniform import UniformPlayer, play_uniform_game

overrides = st.fixed_dictionaries(
    {},
    optional={
        "fed_tiles": st.integers(0, 1),
        "start_larvae": st.integers(0, 5) | st.just("one_each"),
        "coral_toss": st.sampled_from(["all", "each"]),
        "start_alga": st.sampled_from(["none", "random"]),
        "extra_growth": st.booleans(),
        "eat_return": st.integers(0, 20),
        "final_return": st.integers(0, 20),
        "min_edible": st.integers(1, 8),
        "final_min_edible": st.integers(1, 8),
        "grow_limit": st.integers(1, 12),
        "larva_use": st.sampled_from(["keep", "same_turn"]),
        "free_growth": st.booleans(),
        "shrimps_per_rock": st.integers(1, 4),
        "shrimps_on_rocks": st.integers(1, 4),
        "refill": st.sampled_from(["one_each", "taken_to_three"]),
        "tiebreak": st.sampled_from(["standard", "fewest_tiles"]),
    },
)


def checked_positions(record: dict[str, object]) -> Iterator[Position]:
    """The positions of a game, each found sound."""
    for step in replay(json.loads(json.dumps(record))):
        assert step.position.defects() == [], step
        is_between_turns = step.position.use.n_actions == 0
        if is_between_turns:
            assert set(step.position.shrimps) <= set(step.position.tiles)
        yield step.position


@settings(max_examples=40)
@given(
    ruleset=st.sampled_from(sorted(RULESETS)),
    n_players=st.integers(2, 4),
    changes=overrides,
    tiles=st.none() | st.lists(st.integers(0, 12), min_size=4, max_size=4),
    seed=st.integers(0, 2**32),
    turn_limit=st.sampled_from([1, 10, 2000, 2000]),
)
def test_every_position_of_every_game_is_sound(
    ruleset, n_players, changes, tiles, seed, turn_limit
):
    if tiles is not None:
        changes = {**changes, "start_tiles": tiles[:n_players]}
    rules = make_rules(ruleset, n_players, changes)
    record = play_uniform_game(rules, Random(seed), turn_limit)
    for position in checked_positions(record):
        last = position
    if record["result"]["ended_by"] != "turn_limit":
        assert last.ended_by == record["result"]["ended_by"]
    else:
        assert len(record["turns"]) == turn_limit


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("n_players", [2, 3, 4])
def test_named_rulesets_are_played_to_the_end(ruleset, n_players):
    record = uniform_game(ruleset, n_players)
    assert record["result"]["ended_by"] != "turn_limit"
    assert judge_game(record).accepted
    assert [turn["seat"] for turn in record["turns"][: n_players + 1]] == [*range(n_players), 0]


def test_the_same_generator_gives_the_same_game():
    rules = make_rules("basic", 3)
    first, second, third = (play_uniform_game(rules, Random(seed)) for seed in (4, 4, 5))
    assert first == second
    assert first != third


def test_a_game_has_at_least_one_turn():
    with pytest.raises(ValueError, match="at least one turn"):
        play_uniform_game(make_rules("basic", 2), Random(1), turn_limit=0)


def test_every_kind_of_action_is_played():
    verbs: Counter[str] = Counter()
    for ruleset in RULESETS:
        for seed in range(3):
            record = uniform_game(ruleset, 2, seed)
            for turn in record["turns"]:
                verbs.update(" ".join(text.split()[:1]) for text in turn["actions"])
                verbs.update("lock" for text in turn["actions"] if " lock " in text)
    assert set(verbs) >= {"eat", "grow", "shrimp", "move", "larva", "alga", "tile", "draft"}
    assert verbs["lock"] > 0


# --- what it chooses among --------------------------------------------------------------------


def choices(position: Position, n: int = 2000, seat: int = 0) -> Counter[str]:
    """What the uniform player does in a position, and how often."""
    player = UniformPlayer(Random(1))
    return Counter(player.action(position, seat) for _ in range(n))


def by_verb(counts: Counter[str]) -> Counter[str]:
    verbs: Counter[str] = Counter()
    for text, n in counts.items():
        verbs[text.split()[0]] += n
    return verbs


def is_near(n: int, due: float, n_all: int) -> bool:
    """Whether a count is within five standard deviations of what is due (the seed is fixed)."""
    share = due / n_all
    return abs(n - due) < 5 * (n_all * share * (1 - share)) ** 0.5


def test_one_of_k_and_one_choices_to_eat():
    position = sketch("Bc5w0 Bd5w Be5w Bd6w Be6w Dc1y0 Dd1y De1y Dc2y Db1y")
    counts = choices(position)
    for cell in ("Bc5", "Dc1"):
        assert is_near(counts[f"eat {cell}"], 2000 / 3, 2000)
    position.end("shrimps", 1)
    player = UniformPlayer(Random(1))
    meals = Counter(player.final_meal(position, 0) for _ in range(2000))
    assert all(is_near(meals[cell], 2000 / 3, 2000) for cell in ("Bc5", "Dc1", None))


def test_kinds_are_equally_likely_whatever_their_instances():
    position = sketch("Ba2g Dd2y0 Df2w1", hands=["w"], larvae=["wo"], consumed=["y"])
    counts = choices(position, 7000)
    verbs = by_verb(counts)
    assert set(verbs) == {"grow", "shrimp", "move", "larva", "alga", "tile", "draft"}
    assert all(is_near(n, 1000, 7000) for n in verbs.values())
    assert counts["shrimp Ba2"] == verbs["shrimp"]
    assert {text for text in counts if text.startswith("move")} == {
        "move Dd2>Ba2",
        "move Dd2>screen",
    }
    assert is_near(counts["move Dd2>screen"], 500, 7000)
    assert is_near(counts["tile w"], 500, 7000)
    assert is_near(counts["draft p"], 200, 7000)
    assert is_near(counts["alga u space paying y"], 250, 7000)


def test_a_kind_without_an_instance_is_not_chosen():
    position = sketch()
    assert set(by_verb(choices(position))) == {"draft"}
    hide_bag(position)
    hide_bonus(position)
    position.players[0].larvae["w"] = 1
    position.larva_supply["w"] -= 1
    assert set(by_verb(choices(position))) == {"draft"}


def test_locks_and_the_space_are_equally_likely():
    position = sketch(consumed=["wy"], eaten=[1])
    counts = choices(position, 14000)
    algae = {text: n for text, n in counts.items() if text.startswith("alga")}
    assert len(algae) == 14 * 2
    n_all = sum(algae.values())
    assert all(is_near(n, n_all / 28, n_all) for n in algae.values())


def test_growths_stop_with_a_quarter_and_take_tiles_from_behind_first():
    position = sketch(hands=["ww"], consumed=["www"], larvae=["w"])
    counts = choices(position, 8000)
    sizes: Counter[str] = Counter()
    for text, n in counts.items():
        if text.startswith("grow"):
            sizes[text.split()[2]] += n
    assert set(sizes) == {"1+0:", "2+0:", "2+1:", "2+2:", "2+3:"}
    n_all = sizes.total()
    for k, size in enumerate(("1+0:", "2+0:", "2+1:", "2+2:")):
        assert is_near(sizes[size], n_all * 0.25 * 0.75**k, n_all)
    assert is_near(sizes["2+3:"], n_all * 0.75**4, n_all)


def test_empty_cells_and_attacks_are_equally_likely():
    position = sketch("Be5w Be6w Bd5y Bf5y", hands=["w"], larvae=["w"])
    counts = choices(position, 30000)
    growths = {text: n for text, n in counts.items() if text.startswith("grow")}
    assert len(growths) == 62 + 2
    n_all = sum(growths.values())
    assert all(is_near(n, n_all / 64, n_all) for n in growths.values())


def test_at_most_two_growths():
    position = sketch(hands=["wwww"], larvae=["wwww"])
    play(position, "grow w 1+0: Ba2", "grow w 1+0: Bb2")
    assert "grow" not in by_verb(choices(position))


def test_a_cube_for_the_same_turn_is_taken_only_if_it_can_grow_and_then_it_grows():
    online = make_rules("online", 2)
    position = sketch(rules=online, consumed=["w"])
    assert "larva" not in by_verb(choices(position))  # no tile would be left
    position = sketch(rules=online, consumed=["ww"])
    assert "larva" in by_verb(choices(position))
    position = sketch(rules=online, consumed=["w"], hands=["wy"], larvae=["y"])
    play(position, "larva w")
    assert all(text.startswith("grow w") for text in choices(position))
    position = sketch(rules=online, consumed=["ww"], hands=["wwyy"], larvae=["wy"])
    play(position, "grow w 1+0: Ba2", "grow y 1+0: Bb2")
    assert "larva" not in by_verb(choices(position))  # no growth is left


def test_it_feeds_tiles_uniformly_and_takes_cubes_by_colour_in_supply():
    position = sketch(hands=["wwwy"])
    player = UniformPlayer(Random(1))
    fed = Counter(player.fed_tile(position, 0) for _ in range(2000))
    assert is_near(fed["w"], 1500, 2000)
    assert fed["w"] + fed["y"] == 2000
    position.larva_supply.update(w=1, y=9, o=0, p=0, g=0)
    taken = Counter("".join(sorted(player.start_larvae(position, 0, 2))) for _ in range(2000))
    assert set(taken) == {"wy", "yy"}
    assert is_near(taken["wy"], 1500, 2000)
