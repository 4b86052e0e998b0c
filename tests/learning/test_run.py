"""The learning loop with a game of a few lines, and a tiny run of the real one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from analyzer.errors import UsageError
from analyzer.learning.checkpoint import read_checkpoint, write_checkpoint
from analyzer.learning.fit import FitSettings, new_layers
from analyzer.learning.network_file import read_made, read_networks, write_networks
from analyzer.learning.run import LearningRun, State
from analyzer.learning.settings import Settings
from analyzer.playing.lock import locked_file
from kernels.network import pack_network
from tests.learning.games.pebbles.learning import HEAP, PebblesLearner, odds

GAMES = Path(__file__).parent / "games"
KERNEL = "0123456789abcdef"


def settings(rounds: int, search_rounds: int = 0) -> Settings:
    how = FitSettings((8,), sweeps=20, rate=0.02)
    return Settings("pebbles", 2, 5, rounds, 200, 300, 3, search_rounds, 200, 40, 0, how)


def learned(rounds: int, report=lambda _done, _state: None) -> tuple[np.ndarray, State]:
    run = LearningRun(settings(rounds), PebblesLearner())
    return run.run(report), run.state


def test_the_network_beats_random_and_knows_the_heaps_that_win():
    network, state = learned(4)
    shares = PebblesLearner().match(network, "random", 77, 0, 200)
    assert shares.mean() > 0.85
    assert state.rounds[-1].matches["random"] > 0.8
    assert state.rounds[-1].check.log_loss < state.rounds[0].check.log_loss


def test_what_search_finds_is_learned():
    run = LearningRun(settings(1, search_rounds=2), PebblesLearner())
    network = run.run(lambda _done, _state: None)
    assert len(run.state.rounds) == 3
    best = {left: max(range(left - 3, left), key=lambda k: odds(network, k)) for left in (5, 7, 11)}
    assert best == {5: 4, 7: 4, 11: 8}


def test_rounds_of_search_are_continued_and_the_way_to_them_stays(tmp_path):
    whole = LearningRun(settings(1, 2), PebblesLearner()).run(lambda _done, _state: None)
    folder = tmp_path / "value.learning"

    def keep(_done, state):
        write_checkpoint(folder, settings(1, 1), KERNEL, state)

    LearningRun(settings(1, 1), PebblesLearner()).run(keep)
    with pytest.raises(UsageError, match="after 1 rounds of self-play, not 2"):
        read_checkpoint(folder, settings(2, 1), KERNEL)
    state = read_checkpoint(folder, settings(1, 2), KERNEL)
    resumed = LearningRun(settings(1, 2), PebblesLearner(), state)
    assert (resumed.run(lambda _done, _state: None) == whole).all()


def test_a_resumed_run_ends_with_the_same_network(tmp_path):
    whole, _ = learned(4)
    folder = tmp_path / "value.learning"

    def keep(_done, state):
        write_checkpoint(folder, settings(4), KERNEL, state)

    learned(2, keep)
    state = read_checkpoint(folder, settings(4), KERNEL)
    resumed = LearningRun(settings(4), PebblesLearner(), state).run(keep)
    assert (whole == resumed).all()
    assert sorted(path.name for path in folder.iterdir()) == [
        "networks-4.npz", "round-2.npz", "round-3.npz", "round-4.npz", "run.json",
    ]  # fmt: skip


def test_past_networks_are_met_too():
    _, state = learned(3)
    met = [list(each.matches) for each in state.rounds]
    assert met[0] == ["random"]
    assert met[1] == ["random", "before"]
    assert met[2] == ["random", "past networks", "before"]


def test_a_run_of_which_nothing_is_known_by_deal_accepts_every_network():
    class OneMatch(LearningRun):
        def matches(self, _network, _number):
            return {"random": 0.1}

    run = OneMatch(settings(3), PebblesLearner())
    run.run(lambda _done, _state: None)
    assert len(run.state.networks) == 3


def test_a_network_that_loses_to_the_pool_is_not_accepted():
    class Weaker(PebblesLearner):
        """Whose networks win less of `random` from the second one on, by chance alone."""

        first: np.ndarray | None = None

        def match(self, network, opponent, seed, first, last):
            shares = super().match(network, opponent, seed, first, last)
            if isinstance(opponent, str):
                self.first = network if self.first is None else self.first
                return shares if (network == self.first).all() else 0 * shares
            return np.full(len(shares), 0.9)

    run = LearningRun(settings(2), Weaker())
    run.run(lambda _done, _state: None)
    assert run.state.rounds[1].matches["before"] == 0.9
    assert run.state.rounds[1].lost_to == ("random",)
    assert not run.state.rounds[1].is_accepted
    assert len(run.state.networks) == 1


@pytest.mark.parametrize(
    ("first", "then", "complaint"),
    [
        (settings(3), settings(2, 1), "has 3 rounds of self-play already: not fewer, not 2"),
        (settings(3), settings(2), "has 3 rounds already: ask for more"),
        (settings(2, 1), settings(3), "learns from search already, after 2 rounds of self-play"),
    ],
)
def test_rounds_that_were_played_cannot_be_taken_back(first, then, complaint, tmp_path):
    folder = tmp_path / "value.learning"
    run = LearningRun(first, PebblesLearner())
    run.run(lambda _done, state: write_checkpoint(folder, first, KERNEL, state))
    with pytest.raises(UsageError, match=complaint):
        read_checkpoint(folder, then, KERNEL)


def reef(*words: str, **variables: str) -> subprocess.CompletedProcess:
    return python("-m", "analyzer", *words, **variables)


def python(*words: str, **variables: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, *words],
        capture_output=True,
        text=True,
        env={**os.environ, **variables},
    )


LEARN = ("learn", "--game", "pebbles", "--rounds", "2", "--games", "100", "--first-games", "200")
LEARN += (
    "--settling-games",
    "5",
    "--check-positions",
    "50",
    "--gate-deals",
    "20",
    "--hidden",
    "8",
    "--sweeps",
    "10",
    "--rate",
    "0.02",
)


def test_the_command_learns_any_game(tmp_path):
    out = tmp_path / "value.npz"
    done = reef(*LEARN, "--out", str(out), REEF_GAMES=str(GAMES))
    assert done.returncode == 0, done.stderr
    assert "round 2 of 2" in done.stderr
    assert "against random" in done.stderr
    assert (tmp_path / "value.svg").exists()
    made = read_made(out, "value.npz")[2]
    assert "--game pebbles" in made["command"]
    assert made["checks"]["plain"]["positions"] == 50
    assert "plain" in done.stdout
    assert f"{out} has the network for 2 players; {out.with_suffix('.svg')} shows" in done.stdout
    again = reef(*LEARN, "--out", str(out), REEF_GAMES=str(GAMES))
    assert again.returncode == 2
    assert "--resume continues" in again.stderr
    other = reef(*LEARN, "--seed", "9", "--resume", "--out", str(out), REEF_GAMES=str(GAMES))
    assert other.returncode == 2
    assert "other settings: seed was 1, not 9" in other.stderr
    folder = tmp_path / "value.2.learning"
    with locked_file(tmp_path / ".value.2.learning.lock", folder):
        second = reef(*LEARN, "--resume", "--out", str(out), REEF_GAMES=str(GAMES))
    assert second.returncode == 2
    assert f"{folder} is being written by another process" in second.stderr


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--game", "go"), "unknown game 'go'"),
        (("--players", "5"), "cannot be played by 5 players"),
        (("--hidden", "64,x"), "sizes are whole numbers"),
        (("--hidden", "51"), "its hidden layers add up to 51, where at most 50 are allowed"),
        (("--hidden", "1,1,1,1,1,1,1,1"), "9 layers, that of the output included, where 8 are"),
        (("--game", "reef", "--search-rounds", "1"), "reef does not learn from search, only 0"),
        (("--start", "none.npz"), "cannot read the network none.npz"),
        (("--out", "value.txt"), "value.txt"),
        (("--rounds", "0"), "without --start"),
    ],
)
def test_bad_input_is_told_in_one_line(words, complaint, tmp_path):
    done = reef(*LEARN, "--out", str(tmp_path / "value.npz"), *words, REEF_GAMES=str(GAMES))
    assert done.returncode == 2
    assert complaint in done.stderr
    assert done.stderr.count("\n") == 1
    assert not list(tmp_path.glob("*.npz"))


def stored(path: Path, game: str, inputs: int = HEAP, *hidden: int) -> bytes:
    """A file with a network for two players, as it lies on the disk."""
    network = pack_network(new_layers([inputs, *hidden, 1], np.random.default_rng(1)))
    write_networks(path, {2: network}, {2: {"settings": {"game": game}}})
    return path.read_bytes()


def no_json(path: Path) -> bytes:
    network = pack_network(new_layers([HEAP, 1], np.random.default_rng(1)))
    np.savez(path, network_2=network, made_2=np.frombuffer(b"tuna", dtype=np.uint8))
    return path.read_bytes()


def garbage(path: Path) -> bytes:
    path.write_bytes(b"tuna")
    return b"tuna"


@pytest.mark.parametrize("option", ["--out", "--start"])
@pytest.mark.parametrize(
    ("write", "complaint"),
    [
        (garbage, "is not a file of networks"),
        (no_json, "how the network for 2 players was made is no JSON object"),
        (lambda path: stored(path, "reef"), "has networks of the game reef, not of pebbles"),
        (lambda path: stored(path, "pebbles", HEAP + 1), "reads 14 features, not the 13"),
        (lambda path: stored(path, "pebbles", HEAP, 51), "is too large"),
    ],
)
def test_files_are_looked_at_before_the_first_game(option, write, complaint, tmp_path):
    path = tmp_path / "there.npz"
    before = write(path)
    words = ("--out", str(tmp_path / "value.npz"), option, str(path))
    done = reef(*LEARN, *words, REEF_GAMES=str(GAMES))
    assert done.returncode == 2
    assert complaint in done.stderr
    assert done.stderr.count("\n") == 1
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["there.npz"]


@pytest.mark.parametrize(
    "place", ["run.LearningRun.settled", "check.check_variants", "network_file.write_networks"]
)
def test_who_interrupts_the_end_is_told_how_to_go_on(place, tmp_path):
    out = tmp_path / "value.npz"
    module, name = place.split(".", 1)
    program = (
        f"import sys, analyzer.learning.{module} as changed\n"
        "def interrupted(*_): raise KeyboardInterrupt\n"
        f"changed.{name} = interrupted\n"
        "from analyzer.cli.main import main\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    words = (*LEARN, "--out", str(out))
    done = python("-c", program, *words, REEF_GAMES=str(GAMES))
    assert done.returncode == 130
    kept = tmp_path / "value.2.learning"
    last = done.stderr.splitlines()[-1]
    assert last.endswith(f"2 rounds; {kept} keeps what was done: add --resume to go on")
    assert reef(*words, "--resume", REEF_GAMES=str(GAMES)).returncode == 0
    assert out.exists()


def test_the_number_of_threads_changes_nothing(tmp_path):
    words = (*LEARN, "--hidden", "50", "--first-games", "800")
    found = []
    for threads in ("1", "2"):
        out = tmp_path / f"{threads}.npz"
        numbers = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), threads)
        done = reef(*words, "--out", str(out), REEF_GAMES=str(GAMES), **numbers)
        assert done.returncode == 0, done.stderr
        found.append(read_networks(out, "it")[2])
    assert (found[0] == found[1]).all()


def test_tiny_runs_of_the_real_game_fill_one_file(tmp_path):
    out = tmp_path / "value.npz"
    words = ("learn", "--rounds", "1", "--games", "12", "--first-games", "40")
    words += ("--search-rounds", "1", "--search-games", "10")
    words += ("--settling-games", "5", "--check-positions", "9", "--gate-deals", "1")
    words += ("--hidden", "4", "--sweeps", "1", "--out", str(out))
    for players in ("3", "2"):
        done = reef(*words, "--players", players)
        assert done.returncode == 0, done.stderr
    assert read_networks(out, "value.npz").keys() == {2, 3}


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory):
    """What is kept after two rounds."""
    folder = tmp_path_factory.mktemp("kept") / "value.learning"
    learned(2, lambda _done, state: write_checkpoint(folder, settings(2), KERNEL, state))
    return folder


@pytest.mark.parametrize("name", ["run.json", "networks-2.npz", "round-2.npz"])
@pytest.mark.parametrize("place", [0.0, 0.3, 0.7, 1.0])
def test_a_flipped_bit_in_a_checkpoint_is_one_line(checkpoint, tmp_path, name, place):
    folder = shutil.copytree(checkpoint, tmp_path / "kept")
    path = folder / name
    data = bytearray(path.read_bytes())
    data[round(place * (len(data) - 1))] ^= 1
    path.write_bytes(data)
    with pytest.raises(UsageError, match=r"what was learned is lost: start anew [^\n]*$"):
        read_checkpoint(folder, settings(2), KERNEL)
