"""`reef simulate`: results, JSON, reproducibility, interruption."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time

import pytest

KEYS = {
    "games", "seconds", "games_per_s", "players", "ruleset", "start_tiles", "win_share",
    "win_share_intervals", "mean_score", "mean_turns", "ended_by", "placements", "attacks",
    "extra_growths", "eats", "locks", "space_algas", "tied_share", "turn_limit",
}  # fmt: skip
TIMES = ("seconds", "games_per_s")


@pytest.fixture
def simulated(reef):
    """`simulated("--players", 3)` is the JSON object of a simulation that succeeded."""

    def run(*options: object) -> dict:
        answer = reef("simulate", "--json", *options)
        assert (answer.code, answer.err) == (0, "")
        return json.loads(answer.out)

    return run


@pytest.mark.parametrize("players", [2, 3, 4])
def test_json_has_everything_promised(simulated, players):
    line_up = ",".join(["random"] * players)
    told = simulated("--players", players, "--strategies", line_up, "--games", 500, "--seed", 7)
    assert set(told) >= KEYS
    assert (told["games"], told["players"], told["ruleset"]) == (500, players, "basic")
    assert told["start_tiles"] == {2: [6, 9], 3: [6, 7, 9], 4: [6, 7, 8, 9]}[players]
    assert told["seconds"] > 0
    assert told["games_per_s"] == pytest.approx(500 / told["seconds"])
    assert sum(told["win_share"]) == pytest.approx(1)
    assert len(told["win_share"]) == len(told["mean_score"]) == players
    for share, (low, high) in zip(told["win_share"], told["win_share_intervals"], strict=True):
        assert 0 < low < share < high < 1
    assert sum(told["ended_by"].values()) == pytest.approx(1)
    assert told["turn_limit"] == told["ended_by"]["turn_limit"] == 0
    assert told["placements"] > told["attacks"] > 0
    assert "by_strategy" not in told


def test_rotation_adds_results_by_strategy(simulated):
    options = ("--strategies", "random,random,random", "--games", 600)
    told = simulated(*options, "--rotate")
    assert (told["games"], told["deals"], told["players"]) == (600, 200, 3)
    (result,) = told["by_strategy"].values()
    assert list(told["by_strategy"]) == ["random"]
    assert result["seats"] == 3
    assert result["win_share"] == pytest.approx(1 / 3)
    assert result["mean_score"] == pytest.approx(sum(told["mean_score"]) / 3)
    low, high = result["win_share_interval"]
    assert low < 1 / 3 < high


def test_rotation_plays_whole_deals_and_says_so(reef):
    answer = reef("simulate", "--players", 3, "--games", 100, "--rotate", "--json")
    assert answer.code == 0
    assert json.loads(answer.out)["games"] == 102
    assert answer.err == "reef: 100 games are not whole deals of 3 rotations; playing 102\n"


def without_times(told: dict) -> dict:
    return {key: value for key, value in told.items() if key not in TIMES}


def test_same_seed_same_answer_for_any_jobs_and_chunks(simulated):
    options = ("--players", 4, "--games", 4000, "--seed", 5)
    once = without_times(simulated(*options, "--jobs", 1))
    assert without_times(simulated(*options, "--jobs", 2, "--chunk", 999)) == once
    assert without_times(simulated(*options, "--chunk", 17)) == once
    threads = ("--jobs", 2, "--chunk", 1000, "--backend", "threads")
    assert without_times(simulated(*options, *threads)) == once


def test_another_seed_gives_other_games(simulated):
    one, other = (simulated("--games", 500, "--seed", seed) for seed in (0, 2**64 - 1))
    assert one["win_share"] != other["win_share"]


def test_settings_reach_the_games(simulated):
    told = simulated(
        "--players", 3, "--ruleset", "advanced", "--start-tiles", "0,12,5", "--rocks", "ABD",
        "--side", "star", "--first-space", "p", "--set", "eat_return=6", "--set", "grow_limit=3",
        "--games", 200,
    )  # fmt: skip
    assert told["start_tiles"] == [0, 12, 5]
    assert told["overrides"] == {"eat_return": 6, "grow_limit": 3, "start_tiles": [0, 12, 5]}
    assert told["setup"] == {"rocks": "ABD", "side": "star", "first_space": "p"}
    assert told["extra_growths"] == 0  # as in every advanced game
    assert simulated("--players", 3, "--games", 200)["extra_growths"] > 0


def test_the_players_follow_from_the_line_up(simulated):
    assert simulated("--games", 10)["players"] == 2
    assert simulated("--games", 10, "--strategies", "random,random,random")["players"] == 3


def test_the_winners_score_is_the_highest_of_its_game(simulated):
    told = simulated("--games", 1, "--seed", 3)
    assert told["mean_winner_score"] == max(told["mean_score"])
    many = simulated("--games", 500, "--seed", 3)
    assert many["mean_winner_score"] > max(many["mean_score"])
    low, high = many["mean_winner_score_interval"]
    assert low < many["mean_winner_score"] < high


def test_one_game_has_no_more_certainty_than_it_has(simulated, reef):
    told = simulated("--games", 1)
    assert told["games"] == 1
    assert told["mean_turns_interval"] == [None, None]
    assert "unknown" in reef("simulate", "--games", 1).out


def test_table_shows_no_digit_that_its_interval_does_not_support(reef):
    out = reef(
        "simulate", "--players", 4, "--strategies", "random", "--games", 400, "--seed", 3
    ).out
    rows = re.findall(r"^(\w+) player +random +(\d) +([\d.]+) % +([\d.]+) to ([\d.]+) %", out, re.M)
    seats = [("start", "6"), ("second", "7"), ("third", "8"), ("last", "9")]
    assert [(row[0], row[1]) for row in rows] == seats
    for _, _, *numbers in rows:  # half widths of five or six points: whole per cents only
        value, low, high = map(float, numbers)
        assert all("." not in number for number in numbers)
        assert low < value < high
    assert "Reef Encounter, 4 players, basic, seed 3\n400 games in " in out


def test_table_by_strategy(reef):
    out = reef("simulate", "--players", 2, "--games", 400, "--rotate").out
    assert re.search(r"^balanced +2 +50 % ", out, re.M)  # who plays where nobody is named
    assert "The 2 games of each of the 200 deals are one observation." in out


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ("--strategies random,nobody", "unknown strategy 'nobody'; known are "),
        ("--strategies random,", "--strategies 'random,' has an empty name"),
        ("--players 3 --strategies random,random", "2 strategies named for 3 players"),
        ("--players 5", "5 players are not possible; allowed: 2, 3 or 4"),
        ("--strategies=", "--strategies '' has an empty name"),
        ("--strategies nobody", "unknown strategy 'nobody'"),
        ("--start-tiles 6,13", "start_tiles = '6,13' is not possible; allowed: one number from"),
        ("--start-tiles 6,-1", "start_tiles = '6,-1' is not possible"),
        ("--start-tiles 6,7,9", "start_tiles names 3 seats, but there are 2 players"),
        ("--start-tiles six", "start_tiles = 'six' is not possible"),
        ("--start-tiles 6,9 --set start_tiles=6,9", "start_tiles is given twice"),
        ("--rocks ABC", "rocks 'ABC' is not possible with 2 players"),
        ("--rocks AA", "rocks 'AA' is not possible; allowed: "),
        ("--rocks AE", "rocks 'AE' is not possible; allowed: "),
        ("--side up", "side 'up' is not possible; allowed: star, plain"),
        ("--first-space x", "first_space 'x' is not possible"),
        ("--ruleset house", "unknown ruleset 'house'; known are basic, advanced, online, manual"),
        ("--set eat_return", "--set 'eat_return' is not of the form PARAMETER=VALUE"),
        ("--set eat=5", "unknown rule parameter 'eat'; known are "),
        ("--set eat_return=99", "eat_return = '99' is not possible; allowed: 0 to 20"),
        ("--set eat_return=4 --set eat_return=5", "eat_return is given twice"),
        ("--games 0", "argument --games: 0 is not a whole number from 1 to "),
        ("--games many", "argument --games: 'many' is not a whole number"),
        ("--seed -1", "argument --seed: -1 is not a whole number from 0 to "),
        ("--seed 18446744073709551616", "argument --seed: 18446744073709551616 is not a whole"),
        ("--seed x", "argument --seed: 'x' is not a whole number"),
        ("--game chess", "unknown game 'chess'; known are "),
    ],
)
@pytest.mark.parametrize("command", ["simulate", "record"])
def test_what_cannot_be_played_is_one_line(reef, command, options, reason):
    assert reef(command, *options.split()).refusal().startswith("reef: " + reason)


@pytest.mark.parametrize("option", ["--jobs", "--chunk"])
def test_no_workers_and_no_games_at_a_time_are_refused(reef, option):
    line = reef("simulate", option, 0).refusal()
    assert line.startswith(f"reef: argument {option}: 0 is not a whole number")


def test_progress_for_programs(reef):
    told = reef("simulate", "--games", 2000, "--chunk", 500, "--jobs", 1, "--progress", "json").err
    moments = [json.loads(line) for line in told.splitlines()]
    assert moments[-1]["games"] == moments[-1]["total"] == 2000
    assert len(moments[-1]["win_share"]) == 2
    assert reef("simulate", "--games", 2000).err == ""


def read_until(terminal: int, words: bytes, seconds: float = 120) -> bytes:
    """What appears on a terminal until the words do, or until nobody writes any more."""
    seen, deadline = b"", time.monotonic() + seconds
    while words not in seen and time.monotonic() < deadline:
        if not select.select([terminal], [], [], 1)[0]:
            continue
        try:
            seen += os.read(terminal, 4096)
        except OSError:  # the other side was closed
            break
    return seen


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_shows_what_was_finished(jobs):
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "analyzer", "simulate", "--games", "1000000000", "--json"]
    process = subprocess.Popen(
        [*command, "--jobs", str(jobs)],
        stdout=subprocess.PIPE,
        stderr=theirs,
        text=True,
        start_new_session=True,  # Ctrl-C reaches a whole group: the command and its workers
    )
    os.close(theirs)
    try:
        assert b"seats win" in read_until(ours, b"seats win")
        os.killpg(process.pid, signal.SIGINT)
        out, _ = process.communicate(timeout=60)
    finally:
        process.kill()
    last = read_until(ours, b"\x00").decode().splitlines()[-1]
    os.close(ours)
    told = json.loads(out)
    assert process.returncode == 130
    assert told["interrupted"] is True
    assert 0 < told["games"] < 1_000_000_000
    assert f"interrupted after {told['games']:,} of 1,000,000,000 games" in last
    assert "Traceback" not in last
