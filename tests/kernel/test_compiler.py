"""The compiler changes nothing but the speed, and its cache never serves old rules."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from kernels import jit
from kernels.jit import cache_folder, fingerprint
from tests.kernel.without_compiler import games

ROOT = Path(__file__).resolve().parents[2]
FINGERPRINT = fingerprint("encounter")

# Streams call `derive`, which lives in another file: just what numba's own cache does not notice.
PROBE = """
import json, numpy as np
from kernels.encounter.streams import new_streams, seed_streams
from kernels import jit
rng = new_streams()
with np.errstate(over="ignore"):
    seed_streams(rng, np.uint64(1), 2, 0)
folder = jit.cache_folder("encounter")
folder = str(folder) if folder else None
print(json.dumps([jit.fingerprint("encounter"), folder, [int(w) for w in rng]]))
"""


def run(*arguments: str, root: Path = ROOT, **settings: str) -> str:
    """The output of Python on the kernels under a folder, with environment variables set."""
    environment = {**os.environ, "PYTHONPATH": str(root), **settings}
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=root, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def probed(root: Path, **settings: str) -> tuple[str, str | None, list[int]]:
    """Fingerprint, cache folder and stream words of the kernels under a folder."""
    return tuple(json.loads(run("-c", PROBE, root=root, **settings)))


@pytest.mark.parametrize("n_games", [3, pytest.param(40, marks=pytest.mark.proof)])
def test_games_are_the_same_with_the_compiler_off(n_games):
    script = str(Path(__file__).with_name("without_compiler.py"))
    plain = json.loads(run(script, str(n_games), NUMBA_DISABLE_JIT="1"))
    compiled = json.loads(json.dumps(games(n_games)))
    assert len(plain) == len(compiled)
    for without, with_it in zip(plain, compiled, strict=True):
        assert without == with_it


def test_code_for_a_plain_processor_does_without_special_instructions(tmp_path):
    code = (
        "from numba import njit\n"
        "from kernels.bits import nth_bit\n"
        "pick = njit(lambda mask, n: nth_bit(mask, n))\n"
        "print([int(pick(0b101101000, n)).bit_length() - 1 for n in range(4)])"
    )
    for processor in ("generic", "host"):
        settings = {"NUMBA_CPU_NAME": processor, "REEF_CACHE_DIR": str(tmp_path)}
        assert run("-c", code, **settings).strip() == "[3, 5, 6, 8]"


@pytest.fixture
def copied(tmp_path):
    """A copy of the kernels that may be edited."""
    shutil.copytree(
        ROOT / "kernels", tmp_path / "kernels", ignore=shutil.ignore_patterns("__pycache__")
    )
    return tmp_path


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{old} is not in {path} once"
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_a_copy_has_the_same_fingerprint_and_gives_the_same(copied, tmp_path):
    cache = {"REEF_CACHE_DIR": str(tmp_path / "cache")}
    first, again = probed(copied, **cache), probed(copied, **cache)
    assert first == again
    assert first[0] == FINGERPRINT
    assert first[1] == str(tmp_path / "cache" / FINGERPRINT)
    assert list(Path(first[1]).rglob("*.compiled"))


def test_an_edit_in_a_called_function_is_noticed(copied, tmp_path):
    cache = {"REEF_CACHE_DIR": str(tmp_path / "cache")}
    before = probed(copied, **cache)
    edit(copied / "kernels/rng.py", "_GOLDEN = np.uint64(0x9E", "_GOLDEN = np.uint64(0x8E")
    after = probed(copied, **cache)
    truth = probed(copied, NUMBA_DISABLE_JIT="1", **cache)
    assert after[0] != before[0]
    assert after[1] != before[1]
    assert after[2] != before[2]
    assert after[2] == truth[2]


@pytest.mark.parametrize(
    "path", ["encounter/components.toml", "encounter/scoring.py", "bits.py", "jit.py"]
)
def test_any_source_changes_the_fingerprint(copied, tmp_path, path):
    with (copied / "kernels" / path).open("a", encoding="utf-8") as source:
        source.write("\n# another line\n")
    code = "from kernels.jit import fingerprint; print(fingerprint('encounter'))"
    other = run("-c", code, root=copied, REEF_CACHE_DIR=str(tmp_path / "cache")).strip()
    assert other != FINGERPRINT
    assert len(other) == len(FINGERPRINT) == 16


def test_bytecode_and_other_files_do_not_change_it(copied, tmp_path):
    (copied / "kernels" / "notes.txt").write_text("not a source")
    code = "from kernels.jit import fingerprint; print(fingerprint('encounter'))"
    assert run("-c", code, root=copied, REEF_CACHE_DIR=str(tmp_path)).strip() == FINGERPRINT


def test_the_cache_folder_is_named_by_the_fingerprint():
    folder = cache_folder("encounter")
    assert folder is None or folder.name == FINGERPRINT


# --- folders that cannot be written (a file stands in the way, which stops even the root user) --


@pytest.fixture
def blocked(tmp_path):
    """A path on which no folder can be made."""
    obstacle = tmp_path / "obstacle"
    obstacle.write_text("a file")
    return str(obstacle / "cache")


def test_the_next_folder_is_used_where_the_first_cannot_be_written(copied, tmp_path, blocked):
    settings = {"REEF_CACHE_DIR": blocked, "XDG_CACHE_HOME": str(tmp_path / "home")}
    assert probed(copied, **settings)[1] == str(tmp_path / "home" / "reef-analyzer" / FINGERPRINT)


def test_the_temporary_folder_is_the_last_resort(copied, tmp_path, blocked):
    (tmp_path / "tmp").mkdir()
    settings = {"REEF_CACHE_DIR": blocked, "XDG_CACHE_HOME": blocked}
    folder = probed(copied, TMPDIR=str(tmp_path / "tmp"), **settings)[1]
    assert folder is not None
    assert Path(folder).parent.parent == tmp_path / "tmp"
    assert Path(folder).name == FINGERPRINT


def test_without_any_folder_kernels_still_run(copied, blocked, tmp_path):
    settings = {"REEF_CACHE_DIR": blocked, "XDG_CACHE_HOME": blocked}
    nowhere = f"import tempfile\ntempfile.tempdir = {blocked!r}\n"
    found = json.loads(run("-c", nowhere + PROBE, root=copied, **settings))
    assert found[1] is None
    assert found[2] == probed(copied, REEF_CACHE_DIR=str(tmp_path / "cache"))[2]


def test_damaged_compiled_code_is_compiled_again(tmp_path):
    code = "from kernels.rng import derive; import numpy as np; print(derive(np.uint64(1), 2))"
    cache = {"REEF_CACHE_DIR": str(tmp_path)}
    answer = run("-c", code, **cache)
    files = sorted(tmp_path.rglob("*.compiled"))
    assert files
    for path in files:
        data = bytearray(path.read_bytes())
        data[len(data) // 2] ^= 1
        path.write_bytes(data)
    again = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, **cache},
        capture_output=True,
        text=True,
        check=True,
    )
    assert again.stdout == answer
    (line,) = again.stderr.splitlines()
    assert line.startswith("reef: compiled code in ")
    assert line.endswith("is damaged: its checksum differs; it is compiled again")
    assert run("-c", code, **cache) == answer


def test_code_is_compiled_anew_on_demand(tmp_path):
    code = (
        "from kernels.rng import derive; from kernels import jit; import numpy as np;"
        " answer = derive(np.uint64(1), 2); (old,) = derive.for_python.overloads.values();"
        " jit.compile_anew(jit.SHARED); (new,) = derive.for_python.overloads.values();"
        " print(old is new, derive(np.uint64(1), 2) == answer)"
    )
    cache = {"REEF_CACHE_DIR": str(tmp_path)}
    assert run("-c", code, **cache) == "False True\n"
    stored = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.compiled")}
    assert run("-c", code, **cache) == "False True\n"
    again = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.compiled")}
    assert again.keys() == stored.keys()
    assert all(again[path] > stored[path] for path in stored)


def test_a_shared_folder_must_be_the_users_own(tmp_path):
    assert jit._is_private(tmp_path / "new")
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o755)
    assert not jit._is_private(tmp_path / "open")
    (tmp_path / "link").symlink_to(tmp_path / "new")
    assert not jit._is_private(tmp_path / "link")
    (tmp_path / "file").write_text("")
    assert not jit._is_private(tmp_path / "file")
