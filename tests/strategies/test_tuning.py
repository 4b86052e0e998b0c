"""Tuning: fitness, the run and its checkpoint, the command."""

from __future__ import annotations

import json
import sys
import tomllib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from analyzer.files import sealed
from analyzer.games.encounter.strategies import get_strategy
from analyzer.playing.lock import locked_file
from analyzer.playing.pool import Pool
from analyzer.tuning.check import compare
from analyzer.tuning.fitness import MARGIN_POINTS, MARGIN_SHARE, Table, fitness_of, tables
from analyzer.tuning.run import Tuner
from analyzer.tuning.settings import Settings, scale, usual_population
from kernels.encounter.family.weights import NAMES

SMALL = Settings(
    game="encounter",
    start="balanced",
    pool=("balanced", "random"),
    held_out=("random",),
    players=(2, 3),
    rulesets=("basic",),
    weights=("pair", "consumed", "eaten"),
    games=48,
    generations=3,
    population=4,
    sigma=1.0,
    penalty=0.5,
    seed=7,
)
COMMAND = [
    "tune",
    "--pool",
    "balanced,random",
    "--players",
    "2",
    "--games",
    "16",
    "--population",
    "4",
    "--weights",
    "pair,eaten",
    "--check-games",
    "8",
    "--jobs",
    "1",
]


def quiet(_: object) -> None:
    pass


def test_all_candidates_of_a_generation_meet_the_same_deals_and_the_next_one_others():
    assert tables(SMALL, 4) == tables(SMALL, 4)
    first, second = tables(SMALL, 0), tables(SMALL, 1)
    assert {t.seed for t in first}.isdisjoint(t.seed for t in second)
    assert [t.opponents[0] for t in first] == ["balanced", "random"] * 2
    assert [t.players for t in first] == [2, 2, 3, 3]
    assert sum(t.deals * t.players for t in first) == SMALL.games


def test_fitness_is_the_win_share_and_a_little_margin_less_a_penalty():
    at = Table(("random",), "basic", 10, 3)

    def fitness(candidate: str, settings: Settings) -> float:
        return fitness_of([candidate], [at], settings, Pool())[0]

    without = fitness("balanced", replace(SMALL, penalty=0.0))
    # Everything is won against random, most of it by more than the margin that counts.
    assert 1.0 <= without <= 1.0 + MARGIN_SHARE
    assert fitness("random", replace(SMALL, penalty=0.0)) == pytest.approx(0.5, abs=0.25)
    idle = fitness("random", replace(SMALL, penalty=0.0))
    penalised = fitness("random", replace(SMALL, penalty=1.0))
    assert 0.0 < idle - penalised <= 1.0
    assert MARGIN_POINTS > 0


def test_weights_move_in_scales_of_their_own():
    assert scale(0.0) == 0.05
    assert scale(-2.0) == pytest.approx(0.65)
    assert usual_population(len(NAMES)) == 14


def test_a_resumed_run_gives_what_an_uninterrupted_one_gives():
    whole = Tuner(SMALL)
    whole.run(Pool(), quiet)
    first = Tuner(replace(SMALL, generations=2))
    first.run(Pool(), quiet)
    again = Tuner(SMALL, first.generations)
    again.run(Pool(), quiet)
    assert again.result() == whole.result()
    assert [g.fitness for g in again.generations] == [g.fitness for g in whole.generations]
    assert whole.result() != dict(zip(SMALL.weights, whole.generations[0].middle, strict=True))


def test_the_result_does_not_depend_on_the_jobs():
    one, two = Tuner(replace(SMALL, generations=1)), Tuner(replace(SMALL, generations=1))
    one.run(Pool(), quiet)
    two.run(Pool("threads", 2), quiet)
    assert one.result() == two.result()


def test_the_result_does_not_depend_on_the_games_that_are_played_at_a_time():
    whole, pieces = (Tuner(replace(SMALL, generations=1), piece=piece) for piece in (None, 1))
    whole.run(Pool(), quiet)
    pieces.run(Pool(), quiet)
    assert whole.generations[0].fitness == pieces.generations[0].fitness
    assert whole.result() == pieces.result()


@pytest.mark.parametrize("pool", [Pool(), Pool("threads", 2)])
def test_a_generation_is_given_up_when_it_is_over(pool):
    tuner = Tuner(SMALL, piece=1)
    looks = iter((False, False, True))
    tuner.run(pool, quiet, lambda: next(looks))
    assert tuner.generations == []
    assert next(looks, None) is None  # after the second task of many


def test_a_generation_counts_when_it_is_over_with_its_last_games():
    settings = replace(SMALL, players=(2,), rulesets=("basic",), pool=("random",), games=2)
    tuner = Tuner(settings)
    n_tasks = settings.population + 1
    looks = iter([False] * n_tasks + [True])
    tuner.run(Pool(), quiet, lambda: next(looks))
    assert len(tuner.generations) == 1


def test_without_cma_one_line_says_how_to_get_it(monkeypatch, tmp_path, reef):
    monkeypatch.setitem(sys.modules, "cma", None)
    refusal = reef(*COMMAND, "--generations", 1, "--out", tmp_path / "t.toml").refusal()
    assert refusal == (
        "reef: tuning needs the package cma: pip install 'reef-analyzer[tune]',"
        " or in a checkout .venv/bin/pip install -e '.[tune]'\n"
    )


def test_tuning_leaves_the_random_numbers_of_others_alone():
    before = np.random.get_state()[1].tolist()  # noqa: NPY002
    Tuner(SMALL)
    assert np.random.get_state()[1].tolist() == before  # noqa: NPY002


def test_tuning_finds_the_best_weights(monkeypatch):
    """Games replaced by a known answer: the nearer to it the better."""
    best = {"pair": 1.0, "consumed": 0.2, "eaten": -0.3}

    def fitness_of(candidates, *_):
        numbers = [get_strategy(spec).numbers for spec in candidates]
        return [-sum((n[name] - at) ** 2 for name, at in best.items()) for n in numbers]

    monkeypatch.setattr("analyzer.tuning.run.fitness_of", fitness_of)
    tuner = Tuner(replace(SMALL, generations=60, population=8))
    tuner.run(Pool(), quiet)
    assert tuner.result() == pytest.approx(best, abs=0.01)


def test_the_final_check_compares_on_the_same_deals():
    same = compare(SMALL, "balanced", 40, Pool())
    assert [(c.opponent, c.players) for c in same] == [
        ("random", 2), ("random", 3), ("balanced", 2), ("balanced", 3),
    ]  # fmt: skip
    assert all((c.gain.value, c.gain.half_width) == (0, 0) for c in same)
    worse = compare(replace(SMALL, players=(2,)), "random", 40, Pool())
    assert all(c.gain.high < 0 for c in worse)


def test_the_command_writes_a_strategy_that_says_how_it_was_found(tmp_path, monkeypatch, reef):
    monkeypatch.chdir(tmp_path)
    answer = reef(*COMMAND, "--generations", 2, "--seed", 3, "--out", "t.toml", "--name", "found")
    assert answer.code == 0, answer.err
    assert answer.err.count("\n") == 2
    assert "generation 2 of 2: fitness " in answer.err
    assert "against" in answer.out
    values = tomllib.loads(Path("t.toml").read_text())
    told = values["tuning"]
    assert values["name"] == "found"
    assert (told["seed"], told["generations"]) == (3, 2)
    assert {"fitness", "version", "kernel", "cma", "python"} <= told.keys()
    assert {c["opponent"] for c in told["check"]} >= {"balanced"}
    assert Path("t.svg").read_text().startswith("<?xml")
    found = get_strategy("t.toml").numbers
    kept = {k: v for k, v in get_strategy("balanced").numbers.items() if k not in ("pair", "eaten")}
    assert {k: found[k] for k in kept} == kept
    # The command it tells gives the same file.
    words = told["command"].split()
    assert words[:2] == ["reef", "tune"]
    before = Path("t.toml").read_text()
    Path("t.tuning.json").unlink()
    assert reef(*words[1:]).code == 0
    assert Path("t.toml").read_text() == before


def test_an_interrupted_command_goes_on_with_resume(tmp_path, monkeypatch, reef):
    monkeypatch.chdir(tmp_path)
    whole = [*COMMAND, "--generations", 3, "--seed", 5]
    assert reef(*whole, "--out", "whole.toml").code == 0

    real_next = Tuner._next

    def interrupted(self: Tuner, *how):
        if len(self.generations) == 1:
            raise KeyboardInterrupt
        return real_next(self, *how)

    monkeypatch.setattr(Tuner, "_next", interrupted)
    answer = reef(*whole, "--out", "part.toml")
    assert answer.code == 130
    assert "interrupted after 1 generation; part.tuning.json keeps what was done" in answer.err
    assert not Path("part.toml").exists()
    monkeypatch.setattr(Tuner, "_next", real_next)
    answer = reef(*whole, "--out", "part.toml")
    assert (answer.code, "--resume continues that run" in answer.err) == (2, True)
    assert reef(*whole, "--out", "part.toml", "--resume").code == 0
    weights = [tomllib.loads(Path(f"{n}.toml").read_text())["weights"] for n in ("whole", "part")]
    assert weights[0] == weights[1]


def test_a_checkpoint_of_other_settings_or_kernels_is_refused(tmp_path, monkeypatch, reef):
    monkeypatch.chdir(tmp_path)
    command = [*COMMAND, "--generations", 1, "--out", "t.toml"]
    assert reef(*command, "--seed", 1).code == 0
    assert "seed was 1, not 2" in reef(*command, "--seed", 2, "--resume").refusal()
    kept = Path("t.tuning.json")
    values = json.loads(kept.read_text())
    del values["checksum"]
    kept.write_text(json.dumps(sealed({**values, "kernel": "0" * 16})))
    assert "was made by another kernel" in reef(*command, "--seed", 1, "--resume").err
    values["strategies"]["balanced"] = "00000000"
    kept.write_text(json.dumps(sealed(values)))
    assert "balanced has changed since" in reef(*command, "--seed", 1, "--resume").err
    kept.write_text(json.dumps({**values, "checksum": "0" * 16}))
    assert "was changed after it was written" in reef(*command, "--seed", 1, "--resume").err
    kept.write_text("[" * 100_000)
    assert "is damaged: it is not JSON" in reef(*command, "--seed", 1, "--resume").err
    kept.write_text("{}")
    assert "is not of the format reef-tuning/1" in reef(*command, "--seed", 1, "--resume").err
    kept.unlink()
    assert "nothing to resume" in reef(*command, "--seed", 1, "--resume").err


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--out", "t.json"], "cannot write t.json: the name must end with .toml"),
        (["--out", ""], "the name must end with .toml"),
        (["--out", "nowhere/t.toml"], "there is no folder nowhere"),
        (["--out", "t.toml", "--start", "random"], "is no strategy of the family"),
        (["--out", "t.toml", "--weights", "tidee,pair"], "unknown weight 'tidee'"),
        (["--out", "t.toml", "--weights", "tide"], "at least two weights"),
        (["--out", "t.toml", "--players", "two"], "'two' is not a number of players"),
        (["--out", "t.toml", "--players", "7"], "7 players are not possible"),
        (["--out", "t.toml", "--held-out", "nobody"], "unknown strategy 'nobody'"),
        (["--out", "t.toml", "--sigma", "0"], "'0' is not a finite number greater than 0"),
        (["--out", "t.toml", "--sigma=-1"], "'-1' is not a finite number greater than 0"),
        (["--out", "t.toml", "--sigma", "nan"], "'nan' is not a finite number greater than 0"),
        (["--out", "t.toml", "--penalty", "nan"], "'nan' is not a finite number of at least 0"),
        (["--out", "t.toml", "--penalty", "inf"], "'inf' is not a finite number of at least 0"),
        (["--out", "t.toml", "--plot", "nowhere/a.svg"], "there is no folder nowhere"),
        (["--out", "t.toml", "--plot", "a.xyz"], "the name must end with .svg or .png or .pdf"),
        (["--out", "t.toml", "--plot", ""], "the name must end with"),
    ],
)
def test_useless_input_is_refused_before_anything_is_played(
    tmp_path, monkeypatch, reef, options, complaint
):
    monkeypatch.chdir(tmp_path)
    assert complaint in reef("tune", "--pool", "balanced", *options).refusal()
    assert list(tmp_path.iterdir()) == []


def test_one_file_is_tuned_by_one_process(tmp_path, monkeypatch, reef):
    monkeypatch.chdir(tmp_path)
    with locked_file(Path(".t.toml.lock"), Path("t.toml")):
        answer = reef(*COMMAND, "--generations", 1, "--seed", 3, "--out", "t.toml")
    assert answer.code == 2
    assert answer.err.startswith("reef: t.toml is being written by another process (process ")
    assert answer.err.count("\n") == 1
