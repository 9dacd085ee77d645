"""A headless Chromium, driven by the W3C WebDriver protocol over plain HTTP, without a package."""

from __future__ import annotations

import base64
import contextlib
import http.client
import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
DRIVER = shutil.which("chromedriver")
MISSING = (
    ""
    if CHROMIUM and DRIVER
    else "no Chromium with chromedriver here (Debian: apt install chromium-driver)"
)
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
KEYS = {
    "Tab": "\ue004", "Enter": "\ue007", "Escape": "\ue00c", "Space": " ", "Shift": "\ue008", "Up": "\ue013", "Down": "\ue015",
}  # fmt: skip


class Browser:
    """One window. Elements are plain strings."""

    def __init__(self, port: int, options: dict[str, Any]) -> None:
        self._port, self._session = port, ""
        wanted = {
            "capabilities": {
                "alwaysMatch": {
                    "browserName": "chrome",
                    "goog:chromeOptions": options,
                    "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
                }
            }
        }
        self._session = self._call("POST", "", wanted, root=True)["sessionId"]

    def _call(self, method: str, path: str, body: Any = None, *, root: bool = False) -> Any:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=120)
        try:
            where = "/session" if root else f"/session/{self._session}{path}"
            connection.request(
                method, where, None if method in ("GET", "DELETE") else json.dumps(body or {})
            )
            answer = json.loads(connection.getresponse().read())["value"]
        finally:
            connection.close()
        if isinstance(answer, dict) and "error" in answer:
            raise RuntimeError(f"{answer['error']}: {answer['message']}")
        return answer

    def open(self, page: Path) -> None:
        """Show a file."""
        self.go(page.resolve().as_uri())

    def go(self, address: str) -> None:
        """Show the page at an address."""
        self._call("POST", "/url", {"url": address})

    @property
    def address(self) -> str:
        """Return the address of the page."""
        where: str = self._call("GET", "/url")
        return where

    def run(self, script: str, *arguments: Any) -> Any:
        """Run a script in the page; return its result."""
        return self._call("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def becomes_true(self, expression: str, seconds: float = 30.0) -> bool:
        """Return whether a script's expression becomes true within *seconds*: the page handles a click later."""
        end = time.monotonic() + seconds
        while self.run(f"return {expression}") is not True:
            if time.monotonic() > end:
                return False
            time.sleep(0.02)
        return True

    def all(self, selector: str) -> list[str]:
        """Return the elements."""
        found = self._call("POST", "/elements", {"using": "css selector", "value": selector})
        return [one[ELEMENT] for one in found]

    def one(self, selector: str) -> str:
        """Return the first element; raises if there is none."""
        found: str = self._call("POST", "/element", {"using": "css selector", "value": selector})[
            ELEMENT
        ]
        return found

    def click(self, element: str) -> None:
        """Click on it with the mouse: a covered or hidden element raises."""
        self._call("POST", f"/element/{element}/click")

    def type(self, element: str, text: str) -> None:
        """Type into it."""
        self._call("POST", f"/element/{element}/value", {"text": text})

    def text(self, element: str) -> str:
        """Return its visible text."""
        shown: str = self._call("GET", f"/element/{element}/text")
        return shown

    def press(self, *keys: str) -> None:
        """Press keys one after the other, wherever the focus is."""
        steps = [
            {"type": kind, "value": KEYS.get(key, key)}
            for key in keys
            for kind in ("keyDown", "keyUp")
        ]
        self._call(
            "POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": steps}]}
        )

    def size(self, width: int, height: int) -> None:
        """Make the page that large, without the window's frame."""
        self.devtools(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )

    def media(self, *, scheme: str = "light", kind: str = "screen") -> None:
        """Set the preferred scheme, light or dark, and the medium, screen or print."""
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.devtools("Emulation.setEmulatedMedia", media=kind, features=features)

    def devtools(self, command: str, **parameters: Any) -> Any:
        """Send a command of Chromium's own protocol."""
        return self._call("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def screenshot(self, path: Path, *, whole: bool = True) -> None:
        """Save a picture of the page."""
        shot = self.devtools("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(shot["data"]))

    def print(self, path: Path) -> None:
        """Save the page as PDF."""
        printed = self._call(
            "POST", "/print", {"background": True, "page": {"width": 21.0, "height": 29.7}}
        )
        path.write_bytes(base64.b64decode(printed))

    def complaints(self) -> list[str]:
        """Return the console's messages since the last call: errors, and breaches of the page's policy."""
        return [entry["message"] for entry in self._call("POST", "/se/log", {"type": "browser"})]

    def requests(self) -> list[str]:
        """Return the addresses that pages have requested since the last call, without those of the
        browser's own start page.
        """
        asked = []
        for entry in self._call("POST", "/se/log", {"type": "performance"}):
            message = json.loads(entry["message"])["message"]
            if message["method"] != "Network.requestWillBeSent":
                continue
            request = message["params"]
            if not request["documentURL"].startswith("chrome"):
                asked.append(request["request"]["url"])
        return asked

    def close(self) -> None:
        """End the browser."""
        with contextlib.suppress(OSError, RuntimeError):
            self._call("DELETE", "")


@contextlib.contextmanager
def browser(folder: Path) -> Iterator[Browser]:
    """Yield a browser that keeps all of its files in *folder*."""
    assert CHROMIUM and DRIVER, MISSING
    environment = {
        **os.environ,
        "HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
        "XDG_CACHE_HOME": str(folder),
    }
    driver = subprocess.Popen(
        [DRIVER, "--port=0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=environment,
    )
    try:
        assert driver.stdout is not None
        port = next(
            int(found[1])
            for line in driver.stdout
            if (found := re.search(r"started .*port (\d+)", line))
        )
        options = {
            "binary": CHROMIUM,
            "args": [
                "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                "--disable-extensions", "--force-color-profile=srgb", "--hide-scrollbars",
                f"--user-data-dir={folder / 'profile'}",
            ],
        }  # fmt: skip
        shown = Browser(port, options)
        try:
            yield shown
        finally:
            shown.close()
    finally:
        driver.terminate()
        driver.wait(30)
        if driver.stdout is not None:
            driver.stdout.close()
