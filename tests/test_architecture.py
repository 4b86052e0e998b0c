"""The shape of the project: who may import whom, how long a module may be, what may not leak."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("kernels", "analyzer", "reports")
MAX_LINES = 600
HEAVY = {"joblib", "matplotlib", "numba", "numpy", "pandas", "pyarrow", "scipy", "statsmodels"}


def modules(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def imported_names(path: Path) -> set[str]:
    """Dotted names of everything a module imports anywhere, inside functions too."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative imports hide who imports whom"
            names.add(node.module or "")
    return names


def imports(package: str) -> set[tuple[str, str]]:
    """Pairs (module's path, top-level name that it imports)."""
    return {
        (str(path.relative_to(ROOT)), name.split(".")[0])
        for path in modules(package)
        for name in imported_names(path)
    }


def third_party(package: str) -> set[tuple[str, str]]:
    own_or_standard = {*PACKAGES, *sys.stdlib_module_names}
    return {(path, name) for path, name in imports(package) if name not in own_or_standard}


def test_imports_are_read_inside_functions_too(tmp_path):
    module = tmp_path / "module.py"
    module.write_text("def f():\n    import a.b\n    from c.d import e\n")
    assert imported_names(module) == {"a.b", "c.d"}


def test_kernels_know_numpy_and_numba_only():
    assert modules("kernels")
    allowed = {"numpy", "numba", "llvmlite", "kernels", *sys.stdlib_module_names}
    assert {(path, name) for path, name in imports("kernels") if name not in allowed} == set()


def test_analyzer_never_draws():
    assert {i for i in imports("analyzer") if i[1] == "matplotlib"} == set()


def test_only_commands_may_ask_for_reports():
    assert {
        path
        for path, name in imports("analyzer")
        if name == "reports" and not path.startswith(("analyzer/cli/", "analyzer/notebook/display"))
    } == set()


def test_reports_never_touch_kernels():
    assert {i for i in imports("reports") if i[1] == "kernels"} == set()


@pytest.mark.parametrize("package", PACKAGES)
def test_everything_imported_is_a_declared_dependency(package):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    declared = [*project["dependencies"], *extras["dask"], *extras["tune"]]
    names = {re.split(r"[<>=~!\[; ]", requirement)[0] for requirement in declared}
    # llvmlite is numba's own half, dask comes with distributed.
    allowed = names | {"llvmlite", "dask"}
    assert {i for i in third_party(package) if i[1] not in allowed} == set()


def test_help_imports_nothing_heavy():
    script = (
        "import sys; from analyzer.cli.main import main\n"
        "assert main(['--help']) == 0\n"
        "print(*{name.split('.')[0] for name in sys.modules}, file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    loaded = set(done.stderr.split())
    assert "analyzer" in loaded
    assert loaded & HEAVY == set()


@pytest.mark.parametrize("package", [*PACKAGES, "tests"])
def test_no_module_is_too_long(package):
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines())
        for path in modules(package)
    }
    assert {path: n for path, n in lengths.items() if n > MAX_LINES} == {}


def tracked_files() -> list[Path]:
    command = ["git", "-C", str(ROOT), "ls-files", "-z"]
    try:
        listed = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git work tree: nothing says which files belong to the project")
    return [ROOT / name for name in listed.split("\0") if name and (ROOT / name).is_file()]


def test_no_path_of_a_build_machine_in_the_tree():
    machine_path = re.compile(r"(?<![\w.~$}-])/(?:work|root|home)/[\w.]")
    found = []
    for path in tracked_files():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # an image
        found += [f"{path.relative_to(ROOT)}: {match[0]}" for match in machine_path.finditer(text)]
    assert found == []


def test_readme_links_lead_somewhere():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)#]+)", text)
    assert targets
    local = [target for target in targets if not target.startswith("http")]
    assert [target for target in local if not (ROOT / target).exists()] == []


def test_the_road_of_one_number_names_what_there_is():
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    road = re.findall(r"((?:analyzer|kernels|reports)/[\w/]+\.py)(?:: (\w+))?", page)
    assert len(road) > 20
    for path, function in road:
        for game in ("encounter", "reef") if "NAME" in path else ("",):
            source = ROOT / path.replace("NAME", game)
            assert source.is_file(), path
            assert not function or f"def {function}(" in source.read_text(encoding="utf-8"), path
