"""May a run be continued with these settings? If not, what differs?"""

from __future__ import annotations

from typing import Any

from analyzer.errors import UsageError
from analyzer.experiment import Experiment, cell_text
from analyzer.games import get_game, rules_version
from analyzer.playing.manifest import Manifest

_EXTENDABLE = ("games", "precision", "records")


def differences(old: Experiment, new: Experiment) -> list[str]:
    """How two experiments differ, in words."""
    found = []
    for key, there in old.as_json().items():
        asked = new.as_json()[key]
        if key != "cells" and there != asked:
            found.append(f"{key} {there} there, {asked} asked for")
    if len(old.cells) != len(new.cells):
        found.append(f"{len(old.cells)} cells there, {len(new.cells)} asked for")
    for index, (there, asked) in enumerate(zip(old.cells, new.cells, strict=False)):
        if there != asked:
            found.append(f"cell {index} is {cell_text(there)} there, {cell_text(asked)} asked for")
            break
    return found


def check_continuable(folder: object, manifest: Manifest, new: Experiment, extend: bool) -> None:
    """UsageError, with the difference, unless the run may go on with these settings."""
    old = manifest.experiment
    if old == new or (extend and _is_extension(old, new)):
        return
    shown = "; ".join(differences(old, new))
    if _is_extension(old, new):
        raise UsageError(f"{folder} was made with other settings: {shown}; --extend adds to it")
    hint = "; --extend can only add games, precision or records" if extend else ""
    raise UsageError(f"{folder} was made with other settings: {shown}{hint}")


def check_program(folder: object, manifest: Manifest) -> None:
    """UsageError if the rules or the kernel are not those that made the run."""
    game = manifest.experiment.cells[0].game
    check_rules(folder, game, manifest.rules_version)
    kernel = get_game(game).kernel
    if manifest.fingerprint != kernel:
        made = ", ".join(f"{name} {number}" for name, number in manifest.versions.items())
        raise UsageError(
            f"{folder} was made by kernel {manifest.fingerprint} ({made}), this is kernel"
            f" {kernel}: games of both must not be mixed; choose another name"
        )


def check_rules(folder: object, game: str, stored: int) -> None:
    """UsageError if the program plays the game by other rules than those stored."""
    installed = rules_version(game)
    if stored != installed:
        raise UsageError(
            f"{folder} was played by version {stored} of the rules, this program plays by version"
            f" {installed}: games of both must not be mixed; choose another name"
        )


def _is_extension(old: Experiment, new: Experiment) -> bool:
    """Whether the new settings only ask for more of the same."""

    def same(experiment: Experiment) -> dict[str, Any]:
        return {k: v for k, v in experiment.as_json().items() if k not in _EXTENDABLE}

    if same(old) != same(new) or new.games < old.games:
        return False
    if (old.precision is None) != (new.precision is None):
        return False
    return old.precision is None or (new.precision or 0.0) <= old.precision
