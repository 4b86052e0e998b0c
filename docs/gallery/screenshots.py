"""Pictures of the viewer and of a report as a browser shows them, for the gallery."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from PIL import Image

from tests.reports.browser import Browser


def shrink(path: Path) -> None:
    """Fewer colours: a third of the size, and nobody sees it."""
    with Image.open(path) as picture:
        small = picture.convert("RGB").quantize(256, kmeans=2, dither=Image.Dither.NONE)
    small.save(path, optimize=True)


def main(viewer: Path, report: Path, folder: Path) -> None:
    """Photographs both pages, as on a desk and on a phone."""
    with Browser() as browser:
        browser.resize(1280, 800)
        for scheme in ("light", "dark"):
            browser.prefer(scheme)
            browser.open(viewer)
            browser.screenshot(folder / f"viewer-{scheme}.png")
        browser.prefer("light")
        browser.resize(390, 844, phone=True)
        browser.open(report)
        browser.screenshot(folder / "report-phone.png", whole=False)
        browser.resize(980, 1100)
        browser.open(report)
        browser.screenshot(folder / "report.png", whole=False)
    for path in folder.glob("*.png"):
        shrink(path)


if __name__ == "__main__":
    main(*(Path(argument) for argument in sys.argv[1:]))
