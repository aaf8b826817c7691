# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""What the tests share: one session of each browser, and the page as the lab serves it."""

import atexit
import base64
import functools
import hashlib
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

from bidi import Browser
from stub import Server, StubLab

REPOSITORY = Path(__file__).resolve().parents[3]
PAGE = REPOSITORY / "Sources/Simulation/SealedPushLabPage"
STYLE = REPOSITORY / "Sources/Receiving/SealedPushExplanation/page.css"


@functools.cache
def browser(name: str) -> Browser:
    """The session of a browser: Firefox prefers dark pages, Chromium light ones."""
    folder = tempfile.TemporaryDirectory()
    atexit.register(folder.cleanup)
    one = Browser(name, Path(folder.name), dark=name == "firefox")
    atexit.register(one.close)
    return one


@functools.cache
def assets() -> dict[str, tuple[str, bytes, str]]:
    """The page as the lab serves it: by path its type, its bytes and its policy."""
    style = STYLE.read_text("utf-8")
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = (f"default-src 'none'; script-src 'self'; style-src 'sha256-{digest}'; img-src 'self'; connect-src 'self'; "
              "base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
    page = (PAGE / "page.html").read_text("utf-8").replace("<style></style>", f"<style>{style}</style>")
    return {"/": ("text/html; charset=utf-8", page.encode(), policy),
            "/page.js": ("text/javascript; charset=utf-8", (PAGE / "page.js").read_bytes(), policy),
            "/favicon.ico": ("image/svg+xml", (PAGE / "icon.svg").read_bytes(), policy)}


class PageTest(unittest.TestCase):
    """A test of the page in the browser `name`, with a stub of the lab and a decoy elsewhere."""

    name: str
    # The page of an earlier test may still ask for something.
    labs: list[str] = []

    def setUp(self) -> None:
        self.lab, self.decoy = StubLab(assets()), Server()
        self.addCleanup(self.lab.close)
        self.addCleanup(self.decoy.close)
        self.labs.append(self.lab.url + "/")
        self.browser = browser(self.name)
        self.browser.events.clear()
        self.browser.size(1280, 900)

    def open(self, path: str = "/") -> None:
        """Opens the page and waits until it has read all that there is."""
        self.browser.open("about:blank")
        self.browser.open(self.lab.url + path)
        self.browser.wait("() => document.getElementById('live').textContent === 'Live'")

    def texts(self, selector: str) -> list[str]:
        """The texts of the elements that a selector finds."""
        return self.browser.run("(s) => [...document.querySelectorAll(s)].map((one) => one.textContent)", selector)

    def text(self, selector: str) -> str:
        """The text of the first element that a selector finds."""
        return self.texts(selector)[0]

    def click(self, selector: str) -> None:
        """Clicks the first element that a selector finds."""
        self.browser.run("(s) => { document.querySelector(s).click(); }", selector)

    def fill(self, selector: str, text: str) -> None:
        """Puts a text into a field."""
        self.browser.run("(s, text) => { document.querySelector(s).value = text; }", selector, text)

    def wait(self, function: str, *arguments: Any) -> Any:
        """The first result of a function in the page that counts as true."""
        return self.browser.wait(function, *arguments)

    def wait_text(self, selector: str, text: str) -> None:
        """Waits until the first element that a selector finds has a text in it."""
        self.wait("(s, text) => (document.querySelector(s) || {textContent: ''}).textContent.includes(text)",
                  selector, text)

    def assert_quiet(self, *, expecting: tuple[str, ...] = ()) -> None:
        """Nothing was asked for elsewhere, and the page met no error and no violation of its policy."""
        self.browser.run("() => new Promise((resolve) => setTimeout(resolve, 50))")
        urls = [event["params"]["request"]["url"] for event in self.browser.events
                if event["method"] == "network.beforeRequestSent"]
        # A browser has pictures and letters of its own, without a network.
        elsewhere = [url for url in urls if not url.startswith((*self.labs, "about:", "data:", "resource:", "chrome:"))]
        self.assertEqual(elsewhere, [])
        self.assertEqual(self.decoy.requests, [])
        errors = [event["params"].get("text") for event in self.browser.events
                  if event["method"] == "log.entryAdded" and event["params"].get("level") == "error"]
        self.assertEqual([text for text in errors if not any(part in str(text) for part in expecting)], [])

    def assert_inside(self) -> None:
        """No element is wider than the window, and none leaves the box of its notification or column."""
        wide = self.browser.run("""() => {
          const out = [];
          if (document.documentElement.scrollWidth > innerWidth) {
            const wide = [...document.querySelectorAll('main *')].filter((one) => !one.closest('.scroll, .list, .hex')
              && one.getBoundingClientRect().right > innerWidth + 0.5);
            out.push('the page itself', ...wide.slice(0, 3).map((one) => one.outerHTML.slice(0, 200)));
          }
          const boxes = document.querySelectorAll('.phone, .notification, .column, .panel, .pushes li, .pictures li');
          for (const box of boxes) {
            const edge = box.getBoundingClientRect();
            if (edge.width && (edge.left < 0 || edge.right > innerWidth + 0.5)) out.push(box.className);
            if (getComputedStyle(box).overflowX !== 'visible') continue;
            for (const child of box.children) {
              const place = child.getBoundingClientRect();
              if (!place.width || getComputedStyle(child).overflowX !== 'visible') continue;
              if (place.right > edge.right + 0.5 || place.left < edge.left - 0.5) out.push(`${box.className}: ${child.className || child.tagName}`);
            }
          }
          return out.slice(0, 5);
        }""")
        self.assertEqual(wide, [])


def in_browsers(case: type) -> type:
    """Has the tests of a class run in each browser."""
    module = sys.modules[case.__module__]
    for name in ("chromium", "firefox"):
        title = f"{case.__name__}In{name.title()}"
        setattr(module, title, type(title, (case, PageTest), {"name": name, "__module__": case.__module__}))
    return case
