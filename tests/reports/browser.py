"""A headless Chromium driven over its debugging pipe: no driver program, no port, no package."""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

CANDIDATES = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
)
TIMEOUT = 60.0
"""Seconds to wait for an answer; only a browser that hangs takes that long."""


def chromium_path() -> str | None:
    """The browser's program, or None if the machine has none."""
    return next((path for name in CANDIDATES if (path := shutil.which(name))), None)


class Browser:
    """One browser with one page; a context manager."""

    def __init__(self) -> None:
        program = chromium_path()
        assert program, "no Chromium on this machine"
        self._profile = tempfile.TemporaryDirectory(prefix="reef-chromium-")
        to_browser, self._write = os.pipe()
        self._read, from_browser = os.pipe()
        # The browser reads commands from descriptor 3 and answers on descriptor 4.
        shell = f'exec "$@" 3<&{to_browser} 4>&{from_browser}'
        command = ["bash", "-c", shell, "bash", program, *FLAGS]
        self._process = subprocess.Popen(
            [*command, f"--user-data-dir={self._profile.name}", "about:blank"],
            pass_fds=(to_browser, from_browser),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_browser)
        os.close(from_browser)
        self._buffer = b""
        self._number = 0
        self._session: str | None = None
        self.events: list[dict[str, Any]] = []
        self._attach()

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self._session = None
            self.call("Browser.close")
            self._process.wait(timeout=10)
        except (OSError, TimeoutError, EOFError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
        os.close(self._write)
        os.close(self._read)
        shutil.rmtree(self._profile.name, ignore_errors=True)
        self._profile.cleanup()

    def _attach(self) -> None:
        targets = self.call("Target.getTargets")["targetInfos"]
        target = next(t["targetId"] for t in targets if t["type"] == "page")
        answer = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self._session = answer["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    # --- the protocol ----------------------------------------------------------------------

    def call(self, method: str, **params: object) -> dict[str, Any]:
        """Sends a command and waits for its answer; events on the way are kept."""
        self._number += 1
        message: dict[str, object] = {"id": self._number, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._write, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next_message()
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                result: dict[str, Any] = answer["result"]
                return result
            self.events.append(answer)

    def _next_message(self) -> dict[str, Any]:
        until = time.monotonic() + TIMEOUT
        while b"\0" not in self._buffer:
            ready = select.select([self._read], [], [], max(0, until - time.monotonic()))[0]
            if not ready:
                raise TimeoutError("the browser does not answer")
            data = os.read(self._read, 1 << 20)
            if not data:
                raise EOFError("the browser has gone")
            self._buffer += data
        message, self._buffer = self._buffer.split(b"\0", 1)
        parsed: dict[str, Any] = json.loads(message)
        return parsed

    def _wait_for(self, event: str) -> None:
        while not any(e.get("method") == event for e in self.events):
            self.events.append(self._next_message())

    # --- what a reader does ----------------------------------------------------------------

    def open(self, path: Path, fragment: str = "") -> None:
        """Opens a file from disk and waits until it is loaded."""
        self.call("Page.navigate", url="about:blank")
        self.evaluate("1")
        self.events.clear()
        self.call("Page.navigate", url=path.resolve().as_uri() + fragment)
        self._wait_for("Page.loadEventFired")

    def resize(self, width: int, height: int, phone: bool = False) -> None:
        """Sets the size of the window in CSS pixels."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=phone,
        )

    def prefer(self, scheme: str) -> None:
        """Asks for `light` or `dark`."""
        feature = {"name": "prefers-color-scheme", "value": scheme}
        self.call("Emulation.setEmulatedMedia", features=[feature])

    def evaluate(self, expression: str) -> Any:
        """The value of a JavaScript expression in the page."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def press(self, key: str) -> None:
        """Presses a key, by the name that JavaScript gives it."""
        codes = {"ArrowLeft": 37, "ArrowRight": 39, "PageUp": 33, "PageDown": 34}
        codes |= {"Home": 36, "End": 35, "ArrowUp": 38, "ArrowDown": 40}
        for kind in ("keyDown", "keyUp"):
            self.call(
                "Input.dispatchKeyEvent",
                type=kind,
                key=key,
                code=key,
                windowsVirtualKeyCode=codes.get(key, ord(key[0].upper())),
            )

    def screenshot(self, path: Path, whole: bool = True) -> None:
        """Saves a picture of the page, by default all of it."""
        answer = self.call("Page.captureScreenshot", captureBeyondViewport=whole)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(base64.b64decode(answer["data"]))

    # --- what went wrong -------------------------------------------------------------------

    def complaints(self) -> list[str]:
        """Errors and warnings of the console, and uncaught exceptions, since `open`."""
        self.evaluate("1")
        found = []
        for event in self.events:
            method, params = event.get("method"), event.get("params", {})
            if method == "Runtime.exceptionThrown":
                found.append(json.dumps(params["exceptionDetails"]))
            elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning"):
                found.append(json.dumps(params["args"]))
            elif method == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
                found.append(params["entry"]["text"])
        return found

    def requests(self) -> list[str]:
        """Addresses the page asked for since `open`, but for files it carries itself (data:)."""
        self.evaluate("1")
        asked = (
            str(event["params"]["request"]["url"])
            for event in self.events
            if event.get("method") == "Network.requestWillBeSent"
        )
        return [url for url in asked if not url.startswith("data:")]

    def overflow(self) -> list[str]:
        """Elements that stick out of the page to the right, as short descriptions."""
        found = self.evaluate(
            """(() => {
              const width = document.documentElement.clientWidth;
              const scrolls = (e) => { for (; e; e = e.parentElement)
                if (/auto|scroll|hidden/.test(getComputedStyle(e).overflowX)) return true;
                return false; };
              return [...document.querySelectorAll('body *')]
                .filter((e) => e.getBoundingClientRect().right > width + 1 && !scrolls(e))
                .map((e) => `${e.tagName} ${e.id} ${e.className.baseVal ?? e.className}`);
            })()"""
        )
        wide = self.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        return [*found, *([f"page {wide} px too wide"] if wide > 0 else [])]
