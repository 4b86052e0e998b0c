"""What is kept of a learning run while it goes on: a folder, up to date after each round.

`run.json` has settings and rounds, `networks.npz` the networks accepted so far, and `round-N.npz`
the positions of each round that later rounds are still fitted to.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np

from analyzer.errors import UsageError
from analyzer.files import checksum, read_exactly, read_sealed, write_sealed, write_whole, writing
from analyzer.learning.learner import Positions
from analyzer.learning.run import Round, State, kept_rounds
from analyzer.learning.settings import Settings

FORMAT = "reef-learning/3"
_REPAIR = "what was learned is lost: start anew with another --out"
_FREE = ("rounds", "search_rounds", "settling_games")
"""Settings that may differ: they do not change the way there."""


def checkpoint_folder(out: Path, players: int) -> Path:
    """Where the run that will write `out` is kept, apart from other numbers of players."""
    return out.with_suffix(f".{players}.learning")


def write_checkpoint(folder: Path, settings: Settings, kernel: str, state: State) -> None:
    """Store the run after a round; `run.json` is written last and names all that belongs to it."""
    with writing(folder):
        folder.mkdir(exist_ok=True)
        number = len(state.rounds)
        newest = state.kept[-1]
        _write_arrays(
            folder / f"round-{number}.npz",
            {"features": newest.features, "outcomes": newest.outcomes, "games": newest.games},
        )
        _write_arrays(
            folder / f"networks-{number}.npz",
            {f"network_{k}": network for k, network in enumerate(state.networks)},
        )
        kept = sorted(_names(number, settings))
        told = {
            "format": FORMAT,
            "settings": settings.as_json(),
            "kernel": kernel,
            "rounds": [each.as_json() for each in state.rounds],
            "checksums": {name: checksum((folder / name).read_bytes()) for name in kept},
        }
        write_sealed(folder / "run.json", told)
        for path in folder.glob("*.npz"):
            if path.name not in kept:
                path.unlink()


def read_checkpoint(folder: Path, settings: Settings, kernel: str) -> State:
    """The state of a run with these settings; UsageError if the folder has no such run."""
    try:
        told = read_sealed(folder / "run.json", _REPAIR, FORMAT)
    except FileNotFoundError:
        raise UsageError(f"nothing to resume: {folder} does not exist") from None
    if told["kernel"] != kernel:
        raise UsageError(f"{folder} was made by another kernel; start anew with another --out")
    before, now = told["settings"], settings.as_json()
    for key in now:
        if key not in _FREE and before.get(key) != now[key]:
            raise UsageError(
                f"{folder} was made with other settings: {key} was {before.get(key)!r}, not"
                f" {now[key]!r}"
            )
    rounds = [Round.from_json(each) for each in told["rounds"]]
    if len(rounds) > settings.all_rounds:
        raise UsageError(f"{folder} has {len(rounds)} rounds already: ask for more")
    _check_rounds(folder, len(rounds), before["rounds"], now["rounds"])
    kept = told["checksums"].items()
    arrays = {name: _arrays(read_exactly(folder / name, digest, _REPAIR)) for name, digest in kept}
    return _state(arrays, rounds, settings)


def _check_rounds(folder: Path, played: int, before: int, now: int) -> None:
    """UsageError if rounds that were played would have been others with `now` of self-play."""
    if before == now or played <= min(before, now):
        return
    if played > before:
        raise UsageError(
            f"{folder} learns from search already, after {before} rounds of self-play, not {now}"
        )
    raise UsageError(f"{folder} has {played} rounds of self-play already: not fewer, not {now}")


def _state(arrays: dict[str, Any], rounds: list[Round], settings: Settings) -> State:
    number = len(rounds)
    networks = arrays[f"networks-{number}.npz"]
    positions = [Positions(**arrays[f"round-{k}.npz"]) for k in kept_rounds(settings, number)]
    in_order = [networks[f"network_{k}"] for k in range(len(networks))]
    return State(in_order, positions, rounds)


def _names(number: int, settings: Settings) -> set[str]:
    """The files that a checkpoint after some round consists of, `run.json` apart."""
    rounds = {f"round-{k}.npz" for k in kept_rounds(settings, number)}
    return rounds | {f"networks-{number}.npz"}


def _write_arrays(path: Path, arrays: dict[str, np.ndarray]) -> None:
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)  # type: ignore[arg-type]
    write_whole(path, buffer.getvalue())


def _arrays(data: bytes) -> dict[str, Any]:
    with np.load(io.BytesIO(data), allow_pickle=False) as stored:
        return {name: stored[name] for name in stored.files}
