# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Pictures of the lab's page, light and dark, which documents show if they are asked for."""

import json
import os
import tempfile
import unittest
from pathlib import Path

from lab import Lab
from tests import PageTest, in_browsers
from tests.test_lab import TOPIC, vectors

LAB: list[Lab] = []
ACTIONS = [{"id": "yes", "title": "I’ll be there"}, {"id": "reply", "title": "Reply", "reply": True}]


def alert(title: str, body: str, thread: str, **more: object) -> str:
    """The payload of a message."""
    aps = {"alert": {"title": title, "body": body}, "thread-id": thread, "sound": "default", **more}
    return json.dumps({"aps": aps}, ensure_ascii=False)


def setUpModule() -> None:  # noqa: N802
    """Starts a lab with an evening of Ann’s and Bob’s."""
    LAB.append(Lab())
    lab = LAB[0]
    unittest.addModuleCleanup(lab.close)
    app = {"topic": TOPIC, "timeSensitive": True, "categories": [{"id": "invitation", "actions": ACTIONS}]}
    tokens = [lab.ask("POST", "/phones", {"name": name, "lock": "locked", "apps": [app]})["apps"][0]["token"]
              for name in ("Ann’s phone", "Bob’s phone")]
    sealed = vectors()["0102-bucket"]["payload"]
    for token, payload in [(tokens[0], alert("Train 512", "Platform 7, on time", "train")),
                           (tokens[0], alert("Bob", "Are you there?", "bob", badge=1)),
                           (tokens[0], alert("Bob", "Dinner at eight?", "bob", badge=2, category="invitation",
                                             **{"interruption-level": "time-sensitive"})),
                           (tokens[1], sealed)]:
        if lab.push(token, payload, TOPIC) != 200:
            raise AssertionError("APNs refuses a push")


@in_browsers
class Pictures:
    """One picture of each scheme that a browser has."""

    def test_the_page_has_pictures(self: PageTest) -> None:
        self.labs.append(LAB[0].url + "/")
        asked = os.environ.get("SEALEDPUSH_SCREENSHOTS") if self.name == "chromium" else None
        with tempfile.TemporaryDirectory() as folder:
            self.browser.size(1240, 1500)
            for scheme in ("light", "dark") if self.name == "chromium" else ("dark",):
                if self.name == "chromium":
                    self.browser.scheme(scheme)
                self.browser.open("about:blank")
                self.browser.open(LAB[0].url + "/#push-4")
                self.wait_text("#chosen-title", "Push 4")
                self.wait("() => document.querySelectorAll('.notification').length === 4")
                self.wait("() => document.querySelectorAll('#chosen .hex span').length === 6")
                path = Path(asked or folder) / f"lab-{scheme}.png"
                self.browser.picture(path)
                data = path.read_bytes()
                self.assertEqual(data[:8], b"\x89PNG\r\n\x1a\n")
                size = [int.from_bytes(data[start:start + 4], "big") for start in (16, 20)]
                self.assertGreaterEqual(size, [1200, 1400])
        if self.name == "chromium":
            self.browser.scheme("light")
