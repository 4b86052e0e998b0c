"""Studies of a fixed seed tell the numbers they told when these were stored."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.studies.same_results import COMMANDS, SETTINGS, STORED, numbers_of

FILE = json.loads(STORED.read_text(encoding="utf-8"))


@pytest.mark.parametrize("command", COMMANDS)
def test_the_numbers_are_the_stored_ones(reef, command):
    code, _, err = reef(command, *COMMANDS[command], *SETTINGS)
    assert code == 0, err
    now = numbers_of(Path("runs/mine"))
    expected = {
        name: pytest.approx(number, rel=1e-9) if isinstance(number, float) else number
        for name, number in FILE[command].items()
    }
    assert {name: now.get(name, "missing") for name in expected} == expected
