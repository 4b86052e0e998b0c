"""What the Python interface gives back, and how it shows itself in a notebook.

The one place of `analyzer` besides the commands that asks `reports` to draw, and only when
something is shown.
"""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer.cells import Cell
from analyzer.experiment import cell_text
from analyzer.playing.load import load
from analyzer.playing.run import Run, open_run
from analyzer.tally.cell_tally import Summary
from analyzer.wording import percent, scaled

if TYPE_CHECKING:
    import pandas as pd

    from analyzer.studies.common import Results
    from reports.page import Report


@dataclass(frozen=True)
class Study:
    """The results of a study: its finding and sentences, tables and figures."""

    results: Results
    folder: Path

    @property
    def finding(self) -> str:
        """The answer in a sentence."""
        return self.results.finding

    @property
    def sentences(self) -> list[str]:
        """What is established, and then what is not."""
        return [*self.results.verdicts, *self.results.not_established]

    @property
    def numbers(self) -> dict[str, Any]:
        """The numbers behind the sentences."""
        return self.results.numbers

    @cached_property
    def tables(self) -> Mapping[str, pd.DataFrame]:
        """The tables by name."""
        return self._report.tables

    @cached_property
    def figures(self) -> dict[str, Any]:
        """Matplotlib figures by name."""
        sections = self._report.sections
        return {s.name: s.figure for s in sections if s.figure is not None}

    @cached_property
    def _report(self) -> Report:
        from reports.studies import report_of_folder

        return report_of_folder(self.folder)

    def report(self, out: str | Path | None = None) -> Path:
        """Writes the report, by default into the study's folder; the path of its page."""
        from reports.page import write_report

        return write_report(self._report, Path(out) if out else self.folder / "report")

    def __repr__(self) -> str:
        return f"{self.results.title}: {self.finding}"

    def _repr_html_(self) -> str:
        from reports.page import opening_html

        return opening_html(self._report)


@dataclass(frozen=True)
class Simulation:
    """What many games of a cell showed."""

    cell: Cell
    seed: int
    summary: Summary

    def __repr__(self) -> str:
        shares = ", ".join(
            f"seat {seat} {percent(share)}" for seat, share in enumerate(self.summary.win_share)
        )
        return f"{self.summary.games:,} games ({cell_text(self.cell)}): {shares}"

    def _repr_html_(self) -> str:
        shown = self.summary
        rows = [
            (f"seat {k}", percent(shown.win_share[k]), scaled(shown.mean_score[k], 1.0, ""))
            for k in range(self.cell.players)
        ]
        head = "".join(f"<th>{word}</th>" for word in ("", "wins", "mean score"))
        body = "".join(
            "<tr>" + "".join(f"<td>{html.escape(word)}</td>" for word in row) + "</tr>"
            for row in rows
        )
        title = f"{shown.games:,} games: {cell_text(self.cell)}"
        return f"<p>{html.escape(title)}</p><table><tr>{head}</tr>{body}</table>"


class GameRecord(dict[str, Any]):
    """A game record; in a notebook it shows its replay."""

    def is_legal(self) -> bool:
        """Whether the judge accepts it."""
        from analyzer.records.files import game_of_record

        return game_of_record(self).judge(self).accepted

    def viewer(self) -> str:
        """The replay as one self-contained page."""
        from analyzer.records.files import game_of_record
        from reports.replay.html import viewer_page

        names = " and ".join(map(str, self["players"]))
        return viewer_page(game_of_record(self).replay(self), names)

    def _repr_html_(self) -> str:
        page = html.escape(self.viewer(), quote=True)
        return f'<iframe srcdoc="{page}" style="width:100%;height:720px;border:0"></iframe>'


class OpenedRun:
    """A stored run: its games as a table, and what they show by any columns."""

    def __init__(self, folder: str | Path) -> None:
        self.run: Run = open_run(folder)

    def load(
        self, columns: Sequence[str] | None = None, cells: Sequence[int] | None = None
    ) -> pd.DataFrame:
        """All games as one table."""
        return load(self.run, columns, cells)

    def summary(self, by: Sequence[str] = ("seat",)) -> pd.DataFrame:
        """Win shares, scores and lengths by any columns, with intervals."""
        from analyzer.tally.summary import summarise_run

        return summarise_run(self.run, by)

    def __repr__(self) -> str:
        run = self.run
        state = "finished" if run.is_finished else "not finished"
        return f"run {run.folder}: {run.total_games():,} games in {len(run.cells)} cells, {state}"
