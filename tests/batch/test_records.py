"""Records kept with a run: a random sample, legal, and of the very games that are stored."""

from __future__ import annotations

import csv
import json

from analyzer import load
from analyzer.games.encounter.judge import judge_game
from analyzer.playing.run import open_run
from analyzer.playing.runner import run_experiment
from tests.batch.helpers import cell, experiment, played, reef


def test_records_are_legal_and_agree_with_the_rows(tmp_path):
    cells = (cell(2, ruleset="advanced"), cell(3, rotate=True))
    run = played(tmp_path, 300, *cells, records=12)
    records = [json.loads(line) for line in (tmp_path / "records.jsonl").read_text().splitlines()]
    index = list(csv.DictReader((tmp_path / "records.csv").read_text().splitlines()))
    assert len(records) == len(index) == 12
    rows = load(run).set_index(["cell", "game"]).sort_index()
    for record, place in zip(records, index, strict=True):
        assert judge_game(record).accepted
        stored = rows.loc[(int(place["cell"]), int(place["game"]))]
        assert record["result"]["scores"] == stored["score"].tolist()
        assert record["result"]["ranks"] == stored["rank"].tolist()
        assert record["result"]["ended_by"] == stored["ended_by"].iloc[0]
        assert record == run.record(int(place["cell"]), int(place["game"]))
    assert {place["cell"] for place in index} == {"0", "1"}


def test_the_sample_depends_on_seed_and_games_alone(tmp_path):
    texts = []
    for name, part_games in (("a", 50), ("b", 70)):
        run = run_experiment(experiment(200, records=5), tmp_path / name, part_games=part_games)
        texts.append((run.folder / "records.jsonl").read_text())
    other = played(tmp_path / "c", 200, records=5, seed=2)
    assert texts[0] == texts[1] != (other.folder / "records.jsonl").read_text()


def test_extending_samples_all_games_again(tmp_path):
    played(tmp_path / "a", 100, records=5)
    run_experiment(experiment(300, records=8), tmp_path / "a", extend=True)
    played(tmp_path / "b", 300, records=8)
    assert (tmp_path / "a/records.csv").read_text() == (tmp_path / "b/records.csv").read_text()


def test_no_more_records_than_games(tmp_path):
    played(tmp_path, 3, records=10)
    assert len((tmp_path / "records.jsonl").read_text().splitlines()) == 3


def test_reef_verify_accepts_a_hundred(tmp_path):
    done = reef("simulate", "--name", "x", "--games", 500, "--records", 100, cwd=tmp_path)
    assert done.returncode == 0
    verified = reef("verify", "runs/x/records.jsonl", cwd=tmp_path)
    assert verified.stdout == "100 games: all legal\n"
    assert open_run(tmp_path / "runs" / "x").experiment.records == 100
