"""A game that shares no word with the real ones goes through everything that the program does."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from analyzer.cells import Cell
from analyzer.errors import UsageError
from analyzer.experiment import Experiment
from analyzer.games import about, get_game
from analyzer.playing.pool import Pool
from analyzer.playing.run import open_run
from analyzer.playing.runner import run_experiment
from analyzer.reporting.tables import run_tables, shown_tables
from analyzer.studies.balance import BalanceSettings, balance
from analyzer.studies.common import Amount, Context
from analyzer.tally.stored import run_sums
from analyzer.tally.summary import distribution, summarise_run

STUDIES = {
    "balance": ["--players", "3", "--strategies", "idle"],
    "compare": ["short", "long", "--strategies", "idle"],
    "tournament": ["weak,strong,equal"],
    "duel": ["strong", "weak"],
    "setups": ["--strategies", "idle"],
    "sensitivity": ["bonus=1,2", "--strategies", "idle"],
}
SHORT = ["--game", "toy", "--games", "240", "--jobs", "1"]


def cell(*strategies, rotate=True, **options):
    made = Cell("toy", len(strategies), "short", strategies, rotate=rotate, **options)
    return get_game("toy").check(made)


def played(folder, *cells, games=600, **options):
    return run_experiment(Experiment(cells, games, 1), folder, part_games=200, **options)


def test_simulate_tells_its_own_endings_and_counts(reef):
    code, out, err = reef("simulate", "--game", "toy", "--strategies", "weak,strong", "--games", 90)
    assert code == 0, err
    for word in ("Lane Race", "weak", "dusk", "sprints"):
        assert word in out
    told = json.loads(reef("simulate", *SHORT, "--strategies", "weak,strong", "--json")[1])
    assert "sprints" in json.dumps(told)


def test_a_choice_of_the_set_up_can_be_fixed():
    fixed = cell("idle", "idle", setup=(("weather", "fog"),))
    rows = get_game("toy").play(fixed, 1, 0, 50)
    assert set(rows["weather"]) == {about("toy").choices(2)[0].values.index("fog")}


def test_worker_processes_find_the_game(tmp_path):
    cells = (cell("weak", "strong"),)
    with Pool("processes", 2) as pool:
        run = played(tmp_path / "two", *cells, pool=pool)
    alone = played(tmp_path / "one", *cells)
    assert run.tally(0) == alone.tally(0)


def test_a_stored_run_has_summary_and_tables(tmp_path):
    run = played(tmp_path / "r", cell("weak", "strong"), cell("idle", "equal"))
    table = summarise_run(run, ("weather", "strategy"), ("score", "sprints"))
    rows = get_game("toy").play(run.cells[0], 1, 0, 600)
    is_fog = (rows["weather"] == 2) & (rows["strategy"] == 1)
    found = table.set_index(["weather", "strategy"]).loc[("fog", "strong")]
    assert found["win_share"] == pytest.approx(float(rows["win"][is_fog].mean()))
    assert found["score"] == pytest.approx(float(rows["score"][is_fog].mean()))
    gusts = distribution(run, "gusts", ("cell",)).set_index(["cell", "gusts"])
    assert gusts["share"][0, 3] == pytest.approx(float((rows["gusts"] == 3).mean()))
    tables = run_tables(run_sums(run))
    assert set(tables) - {"seat_scores"} <= set(shown_tables(get_game("toy")))
    efforts = tables["effort"].query("cell == 0").set_index("group")["mean"]
    is_winner = rows["rank"] == 1
    assert efforts["winners"] == pytest.approx(float(rows["sprints"][is_winner].mean()))
    assert efforts["others"] == pytest.approx(float(rows["sprints"][~is_winner].mean()))
    games_with = tables["wind"].query("cell == 0").set_index("value")["games"]
    assert games_with[3] == (rows["gusts"].reshape(-1, 2)[:, 0] == 3).sum()
    assert set(tables["endings"]["ended_by"]) == {"finish", "dusk"}
    assert set(tables["lead"]["round"]) == {3, 9}


def test_a_stored_run_has_a_summary_and_a_report(reef):
    command = ["simulate", *SHORT, "--strategies", "weak,strong", "--rotate", "--name", "mine"]
    code, _, err = reef(*command)
    assert code == 0, err
    code, out, err = reef("summary", "mine", "--by", "track,strategy")
    assert code == 0, err
    assert "steep" in out
    code, _, err = reef("report", "mine", "--out", "page")
    assert code == 0, err
    told = json.loads(Path("page/summary.json").read_text())
    assert {"seats", "strategies", "endings", "game_length", "scores"} <= set(told["findings"])
    assert open_run("mine").total_games() == 240


@pytest.mark.parametrize("study", STUDIES)
def test_every_study_answers_and_is_reported(reef, study):
    code, out, err = reef(study, *STUDIES[study], *SHORT, "--name", "mine")
    assert code == 0, err
    told = json.loads(Path("runs/mine/results.json").read_text())
    assert told["finding"] in out
    assert set(told["figures"]) <= {name.removesuffix(".csv") for name in told["tables"]}
    assert told["figures"]
    code, _, err = reef("report", "runs/mine", "--out", "page")
    assert code == 0, err


def test_without_a_handicap_balance_measures_the_seats_and_says_so(tmp_path):
    plant = (("weather", "3"),)
    settings = BalanceSettings("toy", 3, "short", ("idle",), plant)
    found = balance(settings, Amount(games=600), Context(tmp_path))
    assert found.title == "Balance of seats, 3 players, short"
    assert found.finding.startswith("The seats are unfair among idle players")
    assert any("Lane Race has no handicap by seat" in text for text in found.not_established)
    assert set(found.tables) == {"seats", "seat_means"}
    assert "handicap" not in found.tables["seats"]
    rows = get_game("toy").play(settings.cell(0), 1, 0, 10)
    assert np.isin(rows["win"], [0, 1, 0.5, np.float32(1 / 3)]).all()


def test_without_a_handicap_there_is_nothing_to_map(tmp_path):
    settings = BalanceSettings("toy", 2, "short", ("idle",), reach=1)
    with pytest.raises(UsageError, match="Lane Race has no handicap by seat: there is nothing"):
        balance(settings, Amount(games=600), Context(tmp_path))


def test_with_a_handicap_balance_maps_it_in_the_words_of_the_game(tmp_path):
    settings = BalanceSettings("toycap", 2, "short", ("idle",), (("stride", "0.3"),), reach=1)
    found = balance(settings, Amount(games=2000), Context(tmp_path))
    assert found.title.startswith("Balance of steps of head start")
    assert any("one more step of head start is worth" in text for text in found.verdicts)
    assert list(found.tables["seats"]["handicap"]) == [4, 6]


def test_tuning_moves_the_numbers_of_its_own_strategies(reef):
    command = ["tune", "--game", "toy", "--start", "equal", "--pool", "strong", "--players", "2"]
    command += ["--ruleset", "short", "--games", "200", "--generations", "6", "--seed", "1"]
    command += ["--weights", "pace,nerve", "--check-games", "100", "--jobs", "1"]
    code, out, err = reef(*command, "--out", "tuned.toml")
    assert code == 0, err
    assert "idle" in out  # held out
    tuned = get_game("toy").strategies.get("tuned.toml")
    assert tuned.numbers["nerve"] > 0.2  # best at 1, and it began at 0
