"""Strategies in plain Python: what they see, how they are refereed, the example."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import numpy as np
import pytest

from analyzer.cells import Cell
from analyzer.errors import StrategyFailure, UsageError
from analyzer.games import get_game
from analyzer.games.encounter.bot_games import BotGame
from analyzer.games.encounter.bots import Bot
from analyzer.games.encounter.judge import IllegalAction, judge_game
from analyzer.games.encounter.kernel_moves import secrets_of
from analyzer.games.encounter.records import write_record
from analyzer.games.encounter.rules import COLOURS, RULESETS
from analyzer.games.encounter.settings import rules_of
from analyzer.games.encounter.shorthand import written_out
from analyzer.games.encounter.strategies import canonical_spec, get_strategy
from analyzer.games.encounter.view import View
from analyzer.strategies.bot_table import MAX_REFUSALS
from analyzer.strategies.kinds import PYTHON
from analyzer.strategies.lineup import Strategy
from kernels.encounter.rows import GAME_COLUMNS
from tests.strategies.reshuffle import shuffled_position

ROOT = Path(__file__).resolve().parents[2]
GREEDY = f"{ROOT}/examples/greedy_bot.py:GreedyBot"
RANDOM = get_strategy("random")


def as_strategy(bot: type[Bot]) -> Strategy:
    return Strategy(bot.__name__, "", PYTHON, {}, bot)


def cell_of(*names: str, ruleset: str = "basic", rotate: bool = False) -> Cell:
    return Cell("encounter", len(names), ruleset, names, rotate=rotate)


def played(cell: Cell, line_up: list[Strategy], game: int = 0, seed: int = 5) -> dict:
    """The record of a game."""
    table = BotGame(cell, line_up, seed, game)
    state, game_row, seat_rows = table.play()
    named = {name: int(v) for name, v in zip(GAME_COLUMNS, game_row, strict=True)}
    return write_record(rules_of(cell), [s.name for s in line_up], state, named, seat_rows)


def bot_games(cell: Cell, line_up: list[Strategy], seed: int, n: int) -> list[np.ndarray]:
    """The rows of the first n games, played turn by turn."""
    rows = [BotGame(cell, line_up, seed, game).play()[1:] for game in range(n)]
    return [np.array(each) for each in zip(*rows, strict=True)]


class Drafter(Bot):
    """Only drafts."""

    def action(self, view: View) -> str:
        return f"draft {view.rng.choice(COLOURS)}"


class Curious(Drafter):
    """Keeps every view it gets."""

    seen: list[View] = []  # noqa: RUF012 - shared on purpose, the test reads it

    def action(self, view: View) -> str:
        self.seen.append(view)
        return super().action(view)


# --- the game between bots and kernel ----------------------------------------------------------


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("names", [("balanced", "random"), ("random", "balanced", "balanced")])
def test_played_turn_by_turn_a_game_of_the_kernel_is_the_same_game(names, ruleset):
    cell = cell_of(*names, ruleset=ruleset, rotate=True)
    line_up = [get_strategy(name) for name in names]
    games, seats = bot_games(cell, line_up, 9, 6)
    expected = get_game("encounter").play(cell, 9, 0, 6)
    assert np.array_equal(games[:, GAME_COLUMNS.index("turns")].repeat(len(names)),
                          expected["turns"])  # fmt: skip
    table = get_game("encounter").table(cell, 0, (games, seats))
    for name, column in expected.items():
        assert np.array_equal(table[name], column), name
    record = played(cell, line_up, game=1, seed=9)
    direct = get_game("encounter").record(cell, 9, 1)
    assert {**record, "players": direct["players"]} == direct


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_with_bots_pass_the_judge(players, ruleset):
    greedy = get_strategy(GREEDY)
    line_up = [greedy, get_strategy("balanced"), as_strategy(Drafter), RANDOM][:players]
    cell = cell_of(*("random",) * players, ruleset=ruleset, rotate=True)
    for game in range(players):
        verdict = judge_game(played(cell, line_up, game))
        assert verdict.accepted, verdict


def test_a_game_can_be_repeated_and_deals_are_those_of_the_kernel():
    cell = cell_of("random", "random")
    line_up = [as_strategy(Drafter), RANDOM]
    first, again = played(cell, line_up, 3), played(cell, line_up, 3)
    assert first == again
    assert first != played(cell, line_up, 4)
    kernel = get_game("encounter").record(cell, 5, 3)
    for key in ("rocks", "star_up", "first_space", "open_sea", "hands"):
        assert first["setup"][key] == kernel["setup"][key]


def test_every_game_gets_a_new_bot():
    class Counting(Drafter):
        n_games = 0

        def fed_tile(self, view: View) -> str:
            self.n_games += 1
            assert self.n_games == 1
            return super().fed_tile(view)

    bot_games(cell_of("random", "random"), [as_strategy(Counting), RANDOM], 1, 3)


# --- what a bot sees ---------------------------------------------------------------------------


def everything(view: View) -> list[object]:
    """All that a view tells."""
    table = view._table.snapshot()
    facts = [view.seat, view.rivals, view.unseen, view.open_sea, view.values(), view.turn, table]
    legal = [view.legal_placements(c) for c in COLOURS]
    return [*facts, *legal, view.introduce_targets(), view.tile_exchanges(), str(view)]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_view_is_the_same_in_every_world_that_the_seat_cannot_tell_apart(players):
    balanced = get_strategy("balanced")
    cell = cell_of(*("random",) * players)
    table = BotGame(cell, [as_strategy(Curious), *[balanced] * (players - 1)], 3, 0)
    rng = np.random.default_rng(8)
    compared = 0
    real_view = BotGame.view

    def checked_view(self: BotGame, seat: int, refusal: str | None = None) -> View:
        nonlocal compared
        view = real_view(self, seat, refusal)
        position, secrets = shuffled_position(self.position, seat, secrets_of(self.state), rng)
        assert position.defects() == []
        twin = View(position, seat, secrets, Random(0))
        assert everything(twin) == everything(view)
        compared += 1
        return view

    BotGame.view = checked_view
    try:
        table.play()
    finally:
        BotGame.view = real_view
    assert compared > 8


def test_a_view_shows_what_is_open():
    Curious.seen.clear()
    played(cell_of("random", "random"), [as_strategy(Curious), get_strategy("balanced")])
    view = Curious.seen[3]
    rival = view.rivals[0]
    assert rival.seat == 1
    assert rival.n_tiles >= sum(rival.known.values()) > 0
    assert rival.n_fed == 1
    assert sum(view.hand.values()) > 6
    assert sum(view.parrotfish.values()) == 1
    assert sum(view.values().values()) == 15
    assert sum(view.unseen.values()) > 100
    assert view.growths_left == 2
    assert view.is_turn_fresh
    assert not view.is_last_chance
    assert view.refusal is None
    assert {view.owner(coral) for coral in view.corals()} <= {None, 0, 1}


def test_looking_ahead_changes_nothing():
    class Thoughtful(Bot):
        def action(self, view: View) -> str:
            colour = next((c for c in COLOURS if view.larvae[c] and view.hand[c]), None)
            if colour is None or not view.growths_left:
                return "draft w"
            cell = next(c for c in view.legal_placements(colour) if c not in view.tiles)
            before = everything(view)
            later = view.after(f"grow {colour}: {cell}")
            assert everything(view) == before
            assert later.tiles[cell] == colour
            assert later.hand[colour] == view.hand[colour] - 1
            assert later.growths_left == view.growths_left - 1
            assert not view.can("grow w: Zz9")
            with pytest.raises(IllegalAction, match="chance"):
                view.after("draft w")
            return f"grow {colour}: {cell}"

    verdict = judge_game(played(cell_of("random", "random"), [as_strategy(Thoughtful), RANDOM]))
    assert verdict.accepted


# --- shorthand ---------------------------------------------------------------------------------


def test_short_growths_are_filled_in():
    texts: list[tuple[str, str]] = []

    class Short(Bot):
        def action(self, view: View) -> str:
            for colour in COLOURS:
                if view.larvae[colour] and view.hand[colour] and view.growths_left:
                    cells = view.legal_placements(colour)
                    attacks = [cell for cell in cells if cell in view.tiles]
                    causes = [c for c in cells if f"{c[0]}d4" in view.neighbours(c)]
                    text = f"grow {colour}: {(attacks or causes or cells)[0]}"
                    texts.append((text, written_out(view._table, view.seat, text)))
                    return text
            return "draft o"

    cell = cell_of("random", "random")
    for game in range(4):
        assert judge_game(played(cell, [as_strategy(Short), RANDOM], game)).accepted
    assert all(" 1+0: " in full for _, full in texts)
    assert any("x" in full for _, full in texts)
    assert any("+" in full.split(": ")[1] for _, full in texts)
    text, full = texts[0]
    assert full.startswith(f"{text.split(':')[0]} 1+0: {text.split(': ')[1]}")


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ("eat Aa1", "no shrimp"),
        ("draft x", "a draft names its space only"),
        ("draft w: www; w=o", "a draft names its space only"),
        ("grow w 9+9: Bc4", "names 9\\+9 tiles but places 1"),
        ("dance", "unknown action 'dance'"),
        (None, "an action must be a text, not NoneType"),
        ("", "unknown action ''"),
    ],
)
def test_illegal_actions_are_refused_with_the_judges_reason(action, reason):
    class Stubborn(Bot):
        reasons: list[str | None] = []  # noqa: RUF012 - read by the test

        def action(self, view: View) -> str:
            self.reasons.append(view.refusal)
            return action

    with pytest.raises(StrategyFailure, match=f"refused, the last one .*{reason}") as caught:
        played(cell_of("random", "random"), [as_strategy(Stubborn), RANDOM], game=7)
    assert str(caught.value).startswith("Stubborn (game 7, turn 0, seat 0): ")
    assert Stubborn.reasons[0] is None
    assert len(Stubborn.reasons) == MAX_REFUSALS
    assert all(Stubborn.reasons[1:])


def test_a_refusal_leaves_the_game_as_it_was():
    class Learning(Bot):
        def action(self, view: View) -> str:
            return "draft p" if view.refusal else "eat Aa1"

    assert judge_game(played(cell_of("random", "random"), [as_strategy(Learning), RANDOM])).accepted


@pytest.mark.parametrize(
    ("method", "answer", "reason"),
    [
        ("fed_tile", "x", "feeds 'x' but holds"),
        ("start_larvae", "www", "takes 2 larva cubes"),
        ("action", 1 / 2, "an action must be a text, not float"),
    ],
)
def test_useless_choices_are_told(method, answer, reason):
    odd = type("Odd", (Drafter,), {method: lambda *_: answer})
    with pytest.raises(StrategyFailure, match=reason):
        played(cell_of("random", "random"), [as_strategy(odd), RANDOM])


# --- files and the command ---------------------------------------------------------------------

BOTS = """
from analyzer.games.encounter.bots import Bot

class Buggy(Bot):
    patience = 3
    def action(self, view):
        return view.nothing

class Stubborn(Bot):
    def action(self, view):
        return "eat Aa1"

class Lazy(Bot):
    pass

class Other:
    pass
"""


@pytest.fixture
def bots(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("bots.py").write_text(BOTS)


def test_bots_written_before_games_had_folders_still_work(bots, reef):  # noqa: ARG001
    old = BOTS.replace(
        "analyzer.games.encounter.bots import Bot", "analyzer.encounter.bots import Bot"
    )
    Path("old.py").write_text(
        f"from analyzer.encounter.rules import COLOURS\n{old}\n"
        "class Old(Bot):\n"
        "    def action(self, view):\n"
        "        return f'draft {view.rng.choice(COLOURS)}'\n"
    )
    answer = reef("simulate", "--strategies", "old.py:Old,random", "--games", 1, "--json")
    assert answer.code == 0, answer.err


@pytest.mark.usefixtures("bots")
@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("bots.py", "names a file but no class in it; write bots.py:CLASS"),
        ("bots.py:Nobody", "has no class Nobody; strategies in it: Buggy, Stubborn, Lazy"),
        ("bots.py:Other", "bots.py:Other is no strategy: make it a subclass of"),
        ("bots.py:Lazy", "bots.py:Lazy is no strategy: it needs a method action(self, view)"),
        ("bots.py:Buggy:patients=1", "has no patients; did you mean patience?"),
    ],
)
def test_what_is_no_bot_is_said_in_one_line(spec, complaint):
    with pytest.raises(UsageError) as caught:
        get_strategy(spec)
    assert complaint in str(caught.value)


@pytest.mark.usefixtures("bots")
def test_a_bot_is_pinned_by_the_content_of_its_file():
    pinned = canonical_spec("bots.py:Buggy:patience=4")
    assert pinned.startswith("bots.py:Buggy:patience=4#")
    assert get_strategy(pinned).numbers == {"patience": 4.0}
    Path("bots.py").write_text(BOTS + "\n# changed\n")
    with pytest.raises(UsageError, match="is not what it was"):
        get_strategy(pinned)


@pytest.mark.usefixtures("bots")
@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Buggy", "bots.py, line 7: AttributeError: 'View' object has no attribute 'nothing'"),
        ("Stubborn", "10 actions refused, the last one 'eat Aa1': "),
    ],
)
def test_the_command_stops_with_one_line_and_exit_code_1(reef, name, reason):
    line = reef(
        "simulate", "--strategies", f"bots.py:{name},random", "--games", 2, "--jobs", 1
    ).refusal(1)
    assert line.startswith(f"reef: bots.py:{name} (game 0, turn 0, seat 0): ")
    assert reason in line


def test_a_file_that_cannot_be_loaded_is_said_in_one_line(tmp_path):
    path = tmp_path / "broken.py"
    path.write_text("import nothing_of_that_name\n")
    with pytest.raises(UsageError, match="cannot be loaded: ModuleNotFoundError"):
        get_strategy(f"{path}:Bot")


def test_the_example_beats_random(reef):
    options = ["--strategies", f"{GREEDY},random", "--games", 40, "--rotate", "--json"]
    answer = reef("simulate", *options, "--jobs", 1)
    assert answer.code == 0, answer.err
    shares = json.loads(answer.out)["by_strategy"]
    (greedy,) = (told for name, told in shares.items() if "GreedyBot" in name)
    assert greedy["win_share_interval"][0] > 0.5


def test_recorded_games_of_the_example_pass_verify(reef, tmp_path):
    path = tmp_path / "games.jsonl"
    options = ["--strategies", f"{GREEDY}:appetite=6,balanced,random", "--games", 3]
    assert reef("record", *options, "--out", path).code == 0
    assert reef("verify", path).code == 0
    assert "GreedyBot:appetite=6#" in json.loads(path.read_text().splitlines()[0])["players"][0]
