"""What a report says about a run besides its numbers: settings, method, how to make it again."""

from __future__ import annotations

import shlex
from typing import Any

from analyzer.cells import Cell
from analyzer.experiment import cell_text, settings_text
from analyzer.games import about, game_names, get_game, rules_version
from analyzer.playing.run import Run
from analyzer.reporting.players import described_players
from analyzer.reporting.tables import cell_labels
from analyzer.wording import counted

MAX_COMMANDS = 12


def run_facts(run: Run) -> dict[str, Any]:
    """The facts of a run, as `reports.run_page.run_report` takes them."""
    games, asked = run.total_games(), run.experiment.total_games()
    title = get_game(run.cells[0].game).title
    created = run.manifest.created
    return {
        "title": f"{title}: {run.folder.name}",
        "meta": f"{counted(games, 'game')} in {_cells(len(run.cells))}, played {created[:10]}",
        "labels": cell_labels(run.cells),
        "players": described_players(run.cells),
        "settings": _settings(run),
        "method": _method(run),
        "reproduce": _commands(run),
        "notices": _notices(run, games, asked),
        "summary": {
            "run": run.folder.name,
            "games": games,
            "games_asked_for": asked,
            "is_finished": run.is_finished,
            "seed": run.experiment.seed,
            "fingerprint": run.manifest.fingerprint,
            "rules_version": run.manifest.rules_version,
            "versions": run.manifest.versions,
            "cells": [cell.as_json() for cell in run.cells],
        },
    }


def _cells(n: int) -> str:
    return "1 cell" if n == 1 else f"{n} cells"


def is_open(run: Run) -> bool:
    """Whether somebody or something may have decided to stop by looking at the results."""
    return not run.is_finished


def _notices(run: Run, games: int, asked: int) -> list[str]:
    if not games:
        return ["This run has no games yet: there is nothing to report. Play it first."]
    notices = []
    if not run.is_finished:
        notices.append(
            f"This run is not finished: {games:,} of {counted(asked, 'game')} are there. What"
            " follows is about these games; the command that made the run plays the others."
        )
    few = [k for k in range(len(run.cells)) if 0 < run.deals(k) < 100]
    if few:
        notices.append(
            f"{_cells(len(few)).capitalize()} with fewer than 100 deals: intervals of so few deals"
            " are wide and rough."
        )
    current_rules = rules_version(run.cells[0].game)
    if current_rules != run.manifest.rules_version:
        notices.append(
            f"This run was played by version {run.manifest.rules_version} of the rules, the"
            f" installed program plays by version {current_rules}: its numbers are shown as they"
            " were stored."
        )
    current = get_game(run.experiment.cells[0].game).kernel
    if current != run.manifest.fingerprint:
        notices.append(
            f"This run was made by another version of the kernel ({run.manifest.fingerprint})"
            f" than the installed one ({current}): its numbers are shown as they were stored."
        )
    return notices


def _settings(run: Run) -> list[tuple[str, str]]:
    experiment, manifest = run.experiment, run.manifest
    deals = "all cells on the same deals" if experiment.pairing else "every cell on its own deals"
    rows = [
        (f"cell {k}", f"{cell_text(cell)}: {counted(run.games(k), 'game')}")
        for k, cell in enumerate(run.cells)
    ]
    rows += [("seed", f"{experiment.seed}, {deals}")]
    if experiment.precision is not None:
        rows.append(("precision", f"± {experiment.precision:g} for every win share"))
    versions = ", ".join(f"{name} {version}" for name, version in manifest.versions.items())
    return [
        *rows,
        ("settings", experiment.digest()),
        ("rules", f"version {manifest.rules_version}"),
        ("kernel", manifest.fingerprint),
        ("versions", versions),
        ("played", f"{manifest.created} to {manifest.finished or '(not finished)'}"),
    ]


def _method(run: Run) -> list[str]:
    texts = [
        "Every game was played to its end by a simulator whose rules are checked, action by"
        " action, against an independent judge. A game depends on its settings, the seed and its"
        " index, and on nothing else.",
        "Win shares count a win shared by k players as 1/k. Intervals of shares that belong"
        " together (all seats, all endings) hold for all of them at once; means have Student's"
        " intervals over deals; means of winners and others are ratio estimates over deals.",
    ]
    if len(run.cells) > 1:
        texts.append(
            "Intervals of win shares and endings hold for all cells together (Bonferroni), so that"
            " the most striking of all cells may be named; they are wider than those"
            " of a single cell would be, and may be wider than the precision asked for."
        )
    if any(cell.rotate for cell in run.cells):
        texts.append(
            "Every deal was played once in each rotation of the line-up over the seats; the games"
            " of one deal count as one observation."
        )
    if is_open(run):
        texts.append(
            "Where to stop was, or may have been, decided by looking at the results. The win"
            " shares therefore have confidence sequences, which allow for that; other intervals"
            " do not."
        )
    return texts


def _commands(run: Run) -> list[str]:
    lines = [
        f"{_command(cell)} --games {run.games(k)} --seed {run.experiment.seed_of(k)}"
        for k, cell in enumerate(run.cells[:MAX_COMMANDS])
    ]
    if len(run.cells) > MAX_COMMANDS:
        lines.append(f"# and {len(run.cells) - MAX_COMMANDS} more cells, listed in summary.json")
    return lines


def _command(cell: Cell) -> str:
    words = ["reef", "simulate"]
    if cell.game != game_names()[0]:
        words += ["--game", cell.game]
    words += ["--ruleset", cell.ruleset, "--strategies", ",".join(cell.strategies)]
    for name, value in cell.overrides:
        words += ["--set", f"{name}={settings_text(value)}"]
    options = {choice.name: choice.option for choice in about(cell.game).choices(cell.players)}
    for name, value in cell.setup:
        words += [options[name], value]
    if cell.rotate:
        words.append("--rotate")
    return shlex.join(words)
