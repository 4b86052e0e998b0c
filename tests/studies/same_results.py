"""Small studies of Reef Encounter whose numbers are stored, and how to take them.

`python -m tests.studies.same_results` takes the numbers anew and writes the file beside this one.
"""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path

import pandas as pd

from analyzer.cli.main import main as reef

STORED = Path(__file__).with_name("same_results.json")
COMMANDS = {
    "balance": ["--strategies", "balanced", "--range", "1", "--games", "400"],
    "compare": ["basic", "advanced", "--strategies", "balanced,tide", "--games", "300"],
    "tournament": ["balanced,guardian,tide", "--games", "300"],
    "duel": ["balanced", "tide", "--games", "300"],
    "setups": ["--strategies", "balanced", "--games", "600"],
    "sensitivity": ["eat_return=3,4,5", "--strategies", "balanced", "--games", "300"],
}
SETTINGS = ["--players", "2", "--seed", "5", "--jobs", "1", "--name", "mine"]


def flat(value: object, path: str = "") -> dict[str, object]:
    """Nested numbers as one level: `balanced/rms_deviation/0`."""
    if isinstance(value, dict):
        items = list(value.items())
    elif isinstance(value, list):
        items = list(enumerate(value))
    else:
        return {path: value}
    return {
        key: number
        for name, part in items
        for key, number in flat(part, f"{path}/{name}" if path else str(name)).items()
    }


def numbers_of(study: Path) -> dict[str, object]:
    """The games of a study, every number of results.json by its path, and its tables' sums."""
    told = json.loads((study / "results.json").read_text(encoding="utf-8"))
    made = {"games": told["games"], **flat(told["numbers"])}
    for name in told["tables"]:
        table = pd.read_csv(study / name)
        made[f"{name}: rows"] = len(table)
        for column in table.select_dtypes("number"):
            made[f"{name}: sum of {column}"] = float(table[column].sum())
    return made


def main() -> None:
    """Play all studies and write their numbers."""
    stored = {}
    for command, arguments in COMMANDS.items():
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            assert reef([command, *arguments, *SETTINGS]) == 0
            stored[command] = numbers_of(Path("runs/mine"))
            os.chdir("/")
    STORED.write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
