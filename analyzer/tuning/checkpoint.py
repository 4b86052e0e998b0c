"""What is kept of a tuning run while it goes on: one JSON file, replaced after each generation."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

from analyzer.errors import UsageError
from analyzer.files import read_sealed, write_sealed, writing
from analyzer.games import get_game
from analyzer.tuning.run import Generation
from analyzer.tuning.settings import Settings

FORMAT = "reef-tuning/1"


def checkpoint_path(out: Path) -> Path:
    """Where the checkpoint of the run that will write `out` is kept."""
    return out.with_suffix(".tuning.json")


def write_checkpoint(path: Path, settings: Settings, generations: list[Generation]) -> None:
    """Store the run; a crash at any moment leaves the old file or the new one."""
    values = {
        "format": FORMAT,
        "settings": settings.as_json(),
        "strategies": _digests(settings),
        "kernel": get_game(settings.game).kernel,
        "cma": version("cma"),
        "generations": [generation.as_json() for generation in generations],
    }
    with writing(path):
        write_sealed(path, values)


def read_checkpoint(path: Path, settings: Settings) -> list[Generation]:
    """The generations of a run with these settings; UsageError if the file has no such run."""
    try:
        values = read_sealed(path, "what was tuned is lost: start anew with another --out", FORMAT)
    except FileNotFoundError:
        raise UsageError(f"nothing to resume: {path} does not exist") from None
    if values.get("kernel") != get_game(settings.game).kernel:
        raise UsageError(f"{path} was made by another kernel; start anew with another --out")
    before, now = values["settings"], settings.as_json()
    for key in now.keys() - {"generations", "held_out"}:  # these do not change the way there
        if before.get(key) != now[key]:
            raise UsageError(
                f"{path} was made with other settings: {key} was {before.get(key)!r}, not"
                f" {now[key]!r}"
            )
    for spec, digest in _digests(settings).items():
        if values["strategies"].get(spec) != digest:
            raise UsageError(f"{path}: {spec} has changed since; start anew with another --out")
    return [Generation.from_json(each) for each in values["generations"]]


def _digests(settings: Settings) -> dict[str, str]:
    """What the strategies that decide the way there are, also those that go by name."""
    strategies = get_game(settings.game).strategies
    return {spec: strategies.get(spec).digest() for spec in (settings.start, *settings.pool)}
