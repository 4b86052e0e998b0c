"""`reef report`: runs and studies of every state become a page or one clear line."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pandas as pd
import pytest

from analyzer.cli.main import main
from analyzer.games import get_game
from analyzer.games.encounter.rules import RULES_VERSION
from analyzer.playing.manifest import MANIFEST_NAME
from reports import page as page_module
from tests.reports import tables
from tests.reports.runs import cell, empty, interrupted, played, shared_run
from tests.reports.test_report_page import Parsed

FILES = {"report.html", "summary.json", "figures", "tables"}


@pytest.fixture
def undrawn(monkeypatch):
    """Figures are made but not drawn: drawing takes time and is tested elsewhere."""
    monkeypatch.setattr(page_module, "png_bytes", lambda figure: b"\x89PNG")  # noqa: ARG005
    monkeypatch.setattr(page_module, "svg_text", lambda figure: "<svg/>")  # noqa: ARG005
    monkeypatch.setattr(page_module, "inline_svg", lambda figure, name: "<svg/>")  # noqa: ARG005


def summary(folder: Path) -> dict:
    return json.loads((folder / "summary.json").read_text(encoding="utf-8"))


def page(folder: Path) -> str:
    return (folder / "report.html").read_text(encoding="utf-8")


def test_a_run(reef, tmp_path):
    answer = reef("report", shared_run("four players").folder, "--out", tmp_path / "out")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.strip() == str(tmp_path / "out" / "report.html")
    assert {path.name for path in (tmp_path / "out").iterdir()} == FILES
    told = summary(tmp_path / "out")
    assert told["games"] == 120
    assert told["is_finished"] is True
    assert told["finding"] == told["findings"]["seats"]
    wanted = {"seats", "endings", "game_length", "scores", "margins", "lead", "decided", "values"}
    assert wanted | {"eaten", "activity", "setups-coral-tiles"} <= set(told["findings"])
    Parsed(page(tmp_path / "out"))
    assert "120 games" in page(tmp_path / "out")


@pytest.mark.usefixtures("undrawn")
def test_the_commands_of_a_report_make_the_same_games(reef, tmp_path):
    run = shared_run("rotated")
    reef("report", run.folder, "--out", tmp_path)
    for index, command in enumerate(summary(tmp_path)["reproduce"]):
        words = command.split()
        assert words[0] == "reef"
        answer = reef(*words[1:], "--json")
        assert answer.code == 0
        shares = json.loads(answer.out)["win_share"]
        table = pd.read_csv(tmp_path / "tables" / "seats.csv")
        assert shares == pytest.approx(list(table[table["cell"] == index]["share"]), abs=1e-6)


def test_cells_on_the_same_deals_are_compared(reef, tmp_path):
    reef("report", shared_run("rotated").folder, "--out", tmp_path)
    found = summary(tmp_path)["findings"]
    assert found["differences"].startswith("advanced instead of basic: ")
    assert {"strategies", "lead-0", "lead-1", "setups-rocks-0"} <= set(found)
    text = page(tmp_path)
    assert "How the lead develops (advanced)" in text
    assert len(text.encode()) < 2_500_000
    assert not (tmp_path / "tables" / "lead-0.csv").exists(), "it is a part of lead.csv"
    Parsed(text)


@pytest.mark.usefixtures("undrawn")
def test_start_tiles_are_mapped(reef, tmp_path):
    reef("report", shared_run("start tiles").folder, "--out", tmp_path)
    assert "printed" in summary(tmp_path)["findings"]["handicap"]


@pytest.mark.usefixtures("undrawn")
def test_several_runs_get_a_folder_each(reef, tmp_path):
    names = [tmp_path / "a", tmp_path / "b"]
    for name in names:
        played(name, games=20)
    answer = reef("report", *names)
    assert answer.out.split() == [str(name / "report" / "report.html") for name in names]


@pytest.mark.usefixtures("undrawn")
def test_a_name_is_looked_for_below_runs(reef, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    played(tmp_path / "runs" / "first", games=20)
    answer = reef("report", "first")
    assert answer.out.strip() == "runs/first/report/report.html"


@pytest.mark.usefixtures("undrawn")
def test_an_interrupted_run_says_so(reef, tmp_path):
    interrupted(tmp_path / "run")
    answer = reef("report", tmp_path / "run")
    assert answer.code == 0
    out = tmp_path / "run" / "report"
    assert "not finished: 100 of 120 games" in " ".join(summary(out)["notices"])
    assert "confidence sequences" in page(out)
    assert "not finished" in page(out)


@pytest.mark.usefixtures("undrawn")
def test_an_empty_run_is_a_clear_page(reef, tmp_path):
    empty(tmp_path / "run")
    answer = reef("report", tmp_path / "run")
    assert (answer.code, answer.err) == (0, "")
    out = tmp_path / "run" / "report"
    assert summary(out)["finding"] == "No games have been played yet"
    assert "there is nothing to report" in page(out)


@pytest.mark.usefixtures("undrawn")
def test_a_run_of_one_game(reef, tmp_path):
    played(tmp_path / "run", games=1)
    assert reef("report", tmp_path / "run").code == 0
    told = summary(tmp_path / "run" / "report")
    assert "fewer than 100 deals" in " ".join(told["notices"])


@pytest.mark.usefixtures("undrawn")
def test_a_run_of_another_kernel_says_so(reef, tmp_path, monkeypatch):
    folder = shared_run("two players").folder
    monkeypatch.setattr(get_game("encounter"), "kernel", "0123456789abcdef")
    reef("report", folder, "--out", tmp_path)
    assert "another version of the kernel" in " ".join(summary(tmp_path)["notices"])


@pytest.mark.usefixtures("undrawn")
def test_a_run_of_other_rules_says_so(reef, tmp_path, monkeypatch):
    folder = shared_run("two players").folder
    monkeypatch.setattr("analyzer.games.encounter.about.ABOUT.rules_version", 9)
    reef("report", folder, "--out", tmp_path)
    assert f"played by version {RULES_VERSION} of the rules" in " ".join(
        summary(tmp_path)["notices"]
    )
    assert summary(tmp_path)["rules_version"] == RULES_VERSION


@pytest.mark.usefixtures("undrawn")
def test_a_run_of_an_older_format_is_one_line(reef, tmp_path):
    played(tmp_path / "run", games=10)
    manifest = tmp_path / "run" / MANIFEST_NAME
    values = json.loads(manifest.read_text(encoding="utf-8"))
    manifest.write_text(json.dumps({**values, "format": "reef-run/0"}), encoding="utf-8")
    reef("report", tmp_path / "run").refusal()


@pytest.mark.usefixtures("undrawn")
def test_a_damaged_part_is_one_line(reef, tmp_path):
    run = played(tmp_path / "run")
    run.parts[0][0].path.write_bytes(b"nonsense")
    assert "damaged" in reef("report", tmp_path / "run").refusal()


@pytest.mark.usefixtures("undrawn")
def test_many_cells_are_cut_to_a_readable_page(reef, tmp_path):
    cells = [cell(overrides=(("min_edible", k),)) for k in range(3, 10)]
    played(tmp_path / "run", *cells, games=20)
    reef("report", tmp_path / "run")
    told = summary(tmp_path / "run" / "report")
    assert "The run has 7 cells" in " ".join(told["notices"])
    assert "lead-5" in told["findings"]
    assert "lead-6" not in told["findings"]
    table = pd.read_csv(tmp_path / "run" / "report" / "tables" / "lead.csv")
    assert set(table["cell"]) == set(range(7))


@pytest.mark.usefixtures("undrawn")
def test_a_study(reef, tmp_path):
    folder = tmp_path / "balance"
    (folder / "tables").mkdir(parents=True)
    results = {"study": "balance", "finding": "Seat 3 wins too often.", "games": 4000, "seed": 1}
    (folder / "results.json").write_text(json.dumps(results), encoding="utf-8")
    tables.seats(0.2, 0.25, 0.25, 0.3).to_csv(folder / "seats.csv", index=False)
    tables.four_seat_vectors().to_csv(folder / "tables" / "map.csv", index=False)
    (folder / "empty.csv").write_text("", encoding="utf-8")
    answer = reef("report", folder)
    assert (answer.code, answer.err) == (0, "")
    told = summary(folder / "report")
    assert told["finding"] == "Seat 3 wins too often."
    assert set(told["findings"]) == {"seats", "map"}
    assert told["results"]["games"] == 4000


@pytest.mark.usefixtures("undrawn")
def test_a_study_shows_how_its_games_went(reef, tmp_path):
    folder = tmp_path / "compared"
    played(folder / "variants", cell(), cell(ruleset="advanced"), cell(ruleset="online"), games=20)
    (folder / "results.json").write_text('{"finding": "Nothing."}', encoding="utf-8")
    tables.differences().to_csv(folder / "differences.csv", index=False)
    assert reef("report", folder).code == 0
    found = summary(folder / "report")["findings"]
    assert {"differences", "games-endings"} <= set(found)
    assert {"games-lead-0", "games-lead-1", "games-lead-2"} <= set(found), "every level asked for"
    assert "games-seats" not in found
    table = pd.read_csv(folder / "report" / "tables" / "games_endings.csv")
    assert set(table["group"]) == {"basic", "advanced", "online"}


def test_an_unfinished_study_is_one_line(reef, tmp_path):
    (tmp_path / "study.json").write_text("{}", encoding="utf-8")
    assert "has no results yet" in reef("report", tmp_path).refusal()


@pytest.mark.usefixtures("undrawn")
def test_text_for_numbers_in_a_table_is_one_line(reef, tmp_path):
    (tmp_path / "results.json").write_text('{"finding": "Nothing."}', encoding="utf-8")
    table = tables.differences().astype({"low": object})
    table.loc[0, "low"] = "many"
    table.to_csv(tmp_path / "differences.csv", index=False)
    line = reef("report", tmp_path).refusal()
    assert "differences.csv is damaged: the column low holds text" in line


@pytest.mark.parametrize("content", ["", "[1]", "{", "[" * 100_000, '{"settings": 3}'])
@pytest.mark.usefixtures("undrawn")
def test_a_damaged_study_is_one_line(reef, tmp_path, content):
    (tmp_path / "results.json").write_text(content, encoding="utf-8")
    reef("report", tmp_path).refusal()


@pytest.mark.usefixtures("undrawn")
def test_unusable_targets_are_one_line(reef, tmp_path):
    for target in ("nowhere", tmp_path):
        reef("report", target).refusal()
    assert reef("report", "a", "b", "--out", "c").code == 2


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write anywhere")
@pytest.mark.usefixtures("undrawn")
def test_a_folder_that_cannot_be_written_is_one_line(reef, tmp_path):
    tmp_path.chmod(0o500)
    assert reef("report", shared_run("two players").folder, "--out", tmp_path / "out").code == 2


@pytest.mark.usefixtures("undrawn")
def test_a_file_in_the_way_is_one_line(reef, tmp_path):
    (tmp_path / "out").write_text("in the way", encoding="utf-8")
    line = reef("report", shared_run("two players").folder, "--out", tmp_path / "out").refusal()
    assert "cannot write" in line


def test_help_teaches(capsys):
    assert main(["report", "--help"]) == 0
    assert "examples:" in capsys.readouterr().out
