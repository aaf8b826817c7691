# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Chromium and Firefox of Debian, driven by WebDriver BiDi (https://www.w3.org/TR/webdriver-bidi/)."""

import base64
import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import time
import urllib.request
from pathlib import Path
from typing import Any

import websocket


def free_port() -> int:
    """A port that nothing listened at a moment ago."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class BrowserError(Exception):
    """What a browser answers instead of a result."""


class Browser:
    """One session of one browser, with one page."""

    def __init__(self, name: str, folder: Path, *, dark: bool = False) -> None:
        self.name, self.folder, self.number = name, folder, 0
        self.events: list[dict] = []
        port = free_port()
        command = getattr(self, f"_{name}")(port, dark)
        # In a group of its own, so that none of its processes stays.
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                        start_new_session=True)
        try:
            self.socket = self._connect(port)
            if name == "firefox":
                self.ask("session.new", capabilities={})
            self.ask("session.subscribe", events=["log.entryAdded", "network.beforeRequestSent"])
            self.page = self.ask("browsingContext.getTree")["contexts"][0]["context"]
        except BaseException:
            self.close()
            raise

    def _firefox(self, port: int, dark: bool) -> list[str]:
        prefs = {"layout.css.prefers-color-scheme.content-override": 0 if dark else 1,
                 "browser.shell.checkDefaultBrowser": False, "datareporting.policy.dataSubmissionEnabled": False,
                 "toolkit.telemetry.enabled": False, "app.update.enabled": False, "network.captive-portal-service.enabled": False,
                 "network.connectivity-service.enabled": False, "browser.safebrowsing.downloads.remote.enabled": False,
                 "services.settings.server": "data:,#remote-settings-dummy/v1"}
        profile = self.folder / "profile"
        profile.mkdir()
        lines = [f"user_pref({json.dumps(key)}, {json.dumps(value)});" for key, value in prefs.items()]
        (profile / "user.js").write_text("\n".join(lines))
        return ["firefox-esr", "--headless", "--no-remote", "--profile", str(profile), f"--remote-debugging-port={port}"]

    def _chromium(self, port: int, _dark: bool) -> list[str]:
        return [shutil.which("chromedriver") or "chromedriver", f"--port={port}"]

    def _connect(self, port: int) -> websocket.WebSocket:
        end = time.monotonic() + 60
        while True:
            try:
                url = f"ws://127.0.0.1:{port}/session" if self.name == "firefox" else self._session(port)
                return websocket.create_connection(url, timeout=60, suppress_origin=True)
            except (OSError, websocket.WebSocketException):
                if time.monotonic() > end or self.process.poll() is not None:
                    raise
                time.sleep(0.1)

    def _session(self, port: int) -> str:
        """The address of a session of Chromium that its driver starts."""
        arguments = ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--no-first-run",
                     f"--user-data-dir={self.folder / 'chromium'}"]
        wanted = {"webSocketUrl": True, "goog:chromeOptions": {"args": arguments}}
        body = json.dumps({"capabilities": {"alwaysMatch": wanted}}).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{port}/session", body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)["value"]["capabilities"]["webSocketUrl"]

    def ask(self, method: str, /, **params: Any) -> dict:
        """Sends a command and waits for its result; events that come meanwhile are kept."""
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": params}))
        while True:
            message = json.loads(self.socket.recv())
            if message.get("type") == "event":
                self.events.append(message)
            elif message.get("id") == self.number:
                if message.get("type") == "error":
                    raise BrowserError(f"{method}: {message['error']}: {message['message']}")
                return message["result"]

    def open(self, url: str) -> None:
        """Goes to a page and waits until it is loaded."""
        self.ask("browsingContext.navigate", context=self.page, url=url, wait="complete")

    def run(self, function: str, *arguments: Any) -> Any:
        """The result of a function in the page, which has values of JSON alone."""
        call = f"async () => JSON.stringify(await ({function})(...{json.dumps(arguments)}))"
        answer = self.ask("script.callFunction", functionDeclaration=call, awaitPromise=True,
                          target={"context": self.page})
        if answer["type"] == "exception":
            raise BrowserError(answer["exceptionDetails"]["text"])
        value = answer["result"].get("value")
        return None if value is None else json.loads(value)

    def wait(self, function: str, *arguments: Any, seconds: float = 15) -> Any:
        """The first result of a function in the page that counts as true."""
        end = time.monotonic() + seconds
        while not (value := self.run(function, *arguments)):
            if time.monotonic() > end:
                raise AssertionError(f"{self.name}: not true within {seconds} s: {function} {arguments}")
            time.sleep(0.05)
        return value

    def find(self, role: str, name: str | None = None) -> list[dict]:
        """The elements that a screen reader finds by role and name."""
        value = {"role": role} | ({"name": name} if name is not None else {})
        locator = {"type": "accessibility", "value": value}
        return self.ask("browsingContext.locateNodes", context=self.page, locator=locator)["nodes"]

    def size(self, width: int, height: int) -> None:
        """Sets the size of the page, in CSS pixels."""
        self.ask("browsingContext.setViewport", context=self.page, viewport={"width": width, "height": height})

    def press(self, *keys: str) -> None:
        """Presses keys, one after the other."""
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.ask("input.performActions", context=self.page,
                 actions=[{"type": "key", "id": "keyboard", "actions": actions}])

    def scheme(self, value: str) -> None:
        """Prefers a dark or a light page; in Chromium alone."""
        media = {"features": [{"name": "prefers-color-scheme", "value": value}]}
        self.ask("goog:cdp.sendCommand", method="Emulation.setEmulatedMedia", params=media,
                 session=self.ask("goog:cdp.getSession", context=self.page)["session"])

    def picture(self, path: Path) -> None:
        """Writes a picture of what is seen."""
        data = self.ask("browsingContext.captureScreenshot", context=self.page)["data"]
        path.write_bytes(base64.b64decode(data))

    def close(self) -> None:
        """Ends the session and its processes."""
        with contextlib.suppress(OSError, AttributeError, BrowserError, websocket.WebSocketException):
            self.ask("browser.close" if self.name == "firefox" else "session.end")
        with contextlib.suppress(AttributeError):
            self.socket.shutdown()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
