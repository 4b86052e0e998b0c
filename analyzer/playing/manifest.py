"""The manifest of a run: what was asked for, what made it, where and when."""

from __future__ import annotations

import os
import platform
import socket
import sys
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from analyzer.errors import UsageError
from analyzer.experiment import Experiment
from analyzer.files import read_sealed, write_sealed

FORMAT = "reef-run/1"
MANIFEST_NAME = "manifest.json"
UNSTORED_RULES_VERSION = 1
"""Of runs and studies that were made before the version of the rules was stored with them."""
_PACKAGES = ("reef-analyzer", "numpy", "numba", "llvmlite", "pandas", "pyarrow", "joblib", "scipy")


@dataclass(slots=True)
class Session:
    """One time that the command ran; `ended` stays empty if it was killed. Times are UTC.

    seconds: from the first task to the last part stored.
    """

    started: str
    jobs: int
    backend: str
    machine: dict[str, Any]
    ended: str | None = None
    outcome: str | None = None
    games: int = 0
    seconds: float = 0.0


@dataclass(slots=True)
class Manifest:
    """Everything about a run but its rows.

    part_games: by cell, at which multiples parts are cut. merged_games: by cell, at which multiples
    they are cut once all is played, small parts having been put together. fingerprint: hash of the
    kernel and its compiler. rules_version: of the game that is played. played: by cell, the games
    that belong to the run once it is finished. records: checksums of the files with full records.
    """

    experiment: Experiment
    part_games: list[int]
    merged_games: list[int]
    fingerprint: str
    rules_version: int
    versions: dict[str, str]
    created: str
    sessions: list[Session] = field(default_factory=list)
    finished: str | None = None
    played: list[int] | None = None
    records: dict[str, str] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """The manifest as a JSON object."""
        return {
            "format": FORMAT,
            "settings": self.experiment.as_json(),
            "settings_hash": self.experiment.digest(),
            "part_games": self.part_games,
            "merged_games": self.merged_games,
            "fingerprint": self.fingerprint,
            "rules_version": self.rules_version,
            "versions": self.versions,
            "created": self.created,
            "finished": self.finished,
            "played": self.played,
            "records": self.records,
            "sessions": [asdict(session) for session in self.sessions],
        }


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Stores the manifest, replacing the old one at once."""
    write_sealed(folder / MANIFEST_NAME, manifest.as_json())


def has_manifest(folder: Path) -> bool:
    """Whether the folder is a run."""
    return (folder / MANIFEST_NAME).is_file()


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a run; UsageError if there is none or it was changed."""
    path = folder / MANIFEST_NAME
    try:
        values = read_sealed(
            path, f"restore it, or remove {folder}: the same command plays it anew", FORMAT
        )
    except FileNotFoundError:
        raise UsageError(f"{folder} is not a run: it has no {MANIFEST_NAME}") from None
    return Manifest(
        experiment=Experiment.from_json(values["settings"]),
        part_games=values["part_games"],
        merged_games=values.get("merged_games") or values["part_games"],
        fingerprint=values["fingerprint"],
        rules_version=values.get("rules_version", UNSTORED_RULES_VERSION),
        versions=values["versions"],
        created=values["created"],
        sessions=[Session(**session) for session in values["sessions"]],
        finished=values["finished"],
        played=values["played"],
        records=values.get("records") or {},
    )


def now() -> str:
    """The time in UTC to the second, in ISO form."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def installed_versions() -> dict[str, str]:
    """Versions of the program, of Python and of what the results rest on."""
    found = {"python": platform.python_version()}
    for name in _PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def machine() -> dict[str, Any]:
    """What the machine is, as far as it can be told without its help."""
    return {
        "host": socket.gethostname(),
        "system": f"{platform.system()} {platform.release()}",
        "processor": platform.processor() or platform.machine(),
        "cores": os.cpu_count(),
        "python": sys.version.split()[0],
    }
