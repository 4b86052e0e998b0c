"""One bit of one stored file is flipped: the old answers or one clear line, and a rerun repairs."""

from __future__ import annotations

import shutil

import pytest

from analyzer.errors import UsageError
from analyzer.playing.records import damaged_records
from analyzer.playing.run import open_run
from analyzer.playing.runner import run_experiment
from analyzer.reporting.differences import differences
from analyzer.studies.common import Amount, Context, read_results, write_results
from analyzer.studies.duel import DuelSettings, duel
from analyzer.tally.stored import run_sums
from tests.batch.helpers import cell, experiment, rows_digest
from tests.games.found import find_toys

UNREAD = ("lock", "run.log")
PLACES = {"first": 0.0, "middle": 0.5, "late": 0.9, "last": 1.0}
EXPERIMENT = experiment(40, cell(), cell(ruleset="advanced"), records=2)
RUN_FILES = {
    "manifest": "manifest.json",
    "part": "cells/00001/games-*.parquet",
    "tally": "cells/00000/tally.json",
    "sums": "sums/00000-*.sums",
    "differences": "sums/differences-*.sums",
    "records": "records.jsonl",
    "index": "records.csv",
}
STUDY_FILES = {
    "study": "study.json",
    "results": "results.json",
    "table": "looks.csv",
    "another table": "duel.csv",
    **{f"run's {name}": f"games/{RUN_FILES[name]}" for name in ("manifest", "tally")},
    "run's part": "games/cells/00000/games-*.parquet",
}


def stored(folder):
    """All files of a folder that are ever read, with their bytes."""
    paths = (path for path in folder.rglob("*") if path.is_file() and path.name not in UNREAD)
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(paths)}


def flip(folder, pattern, place):
    """Flips the lowest bit of a byte of the file that the pattern names."""
    (path,) = folder.glob(pattern)
    data = bytearray(path.read_bytes())
    data[round(PLACES[place] * (len(data) - 1))] ^= 1
    path.write_bytes(data)


def answers(folder):
    """Everything that is read from a run, as text."""
    run = open_run(folder)
    sums = [{k: v.tolist() for k, v in each.as_arrays().items()} for each in run_sums(run)]
    tallies = [run.tally(index).total.tolist() for index in range(len(run.cells))]
    return repr((rows_digest(run), sums, tallies, differences(run).to_csv()))


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A finished run of two cells, with its answers."""
    folder = tmp_path_factory.mktemp("flips") / "run"
    run_experiment(EXPERIMENT, folder, part_games=40)
    return folder, answers(folder)


def test_every_file_of_a_run_is_flipped_below(run):
    patterns = [pattern.replace("00001", "0000?") for pattern in RUN_FILES.values()]
    found = {
        path for pattern in patterns for path in run[0].glob(pattern.replace("00000", "0000?"))
    }
    assert {str(path.relative_to(run[0])) for path in found} == stored(run[0]).keys()


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", RUN_FILES)
def test_a_flipped_bit_in_a_run(run, tmp_path, name, place):
    folder = shutil.copytree(run[0], tmp_path / "run")
    flip(folder, RUN_FILES[name], place)
    if name in ("manifest", "part"):
        with pytest.raises(UsageError, match=r"^[^\n]*checksum differs; [^\n]*$|not JSON; "):
            answers(folder)
    else:
        assert answers(folder) == run[1]
        files = damaged_records(folder, open_run(folder).manifest.records)
        assert [file.name for file in files] == [RUN_FILES[name]] * name.startswith(("rec", "ind"))
    told = []
    if name == "manifest":
        with pytest.raises(UsageError, match=r"or remove .*: the same command plays it anew$"):
            run_experiment(EXPERIMENT, folder, warn=told.append)
        return
    run_experiment(EXPERIMENT, folder, warn=told.append)
    assert len(told) == (name not in ("sums", "differences"))  # these are only ever made again
    assert answers(folder) == run[1]
    before, after = stored(run[0]), stored(folder)
    del before["manifest.json"], after["manifest.json"]  # it tells of one more session
    assert after == before


def play_study(folder, told):
    context = Context(folder, 5, part_games=1000, reproduce="reef test", say=told.append)
    settings = DuelSettings("toycap", 2, "short", "equal", "idle")
    write_results(context, duel(settings, Amount(games=200), context))


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    """A finished study."""
    with pytest.MonkeyPatch.context() as patch:
        find_toys(patch)
        folder = tmp_path_factory.mktemp("flips") / "study"
        play_study(folder, [])
        yield folder


def test_every_file_of_a_study_is_flipped_below(study):
    kinds = {path.split("/")[-1].split("-")[0] for path in stored(study)}
    assert kinds == {pattern.split("/")[-1].split("-")[0] for pattern in STUDY_FILES.values()}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", STUDY_FILES)
def test_a_flipped_bit_in_a_study(study, tmp_path, name, place):
    folder = shutil.copytree(study, tmp_path / "study")
    flip(folder, STUDY_FILES[name], place)
    is_result = name in ("results", "table", "another table")
    if is_result:
        with pytest.raises(UsageError, match=r"; the command that made the study writes it again$"):
            read_results(folder)
    told = []
    if name == "run's manifest":
        with pytest.raises(UsageError, match=r"or remove .*: the same command plays it anew$"):
            play_study(folder, told)
        return
    play_study(folder, told)
    warned = [line for line in told if "damaged" in line]
    assert len(warned) == (not is_result)  # these are made again in any case
    before, after = stored(study), stored(folder)
    if name == "run's part":
        del before["games/manifest.json"], after["games/manifest.json"]
    assert after == before
