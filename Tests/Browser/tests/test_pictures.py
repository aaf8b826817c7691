# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Pictures of the page, light and dark, which documents show if they are asked for."""

import os
import tempfile
from pathlib import Path

import stub
from tests import PageTest, in_browsers
from tests.test_page import message

ACTIONS = [{"id": "yes", "title": "I’ll be there"}, {"id": "reply", "title": "Reply", "reply": True}]


def scene(lab: stub.StubLab) -> None:
    """An evening of Ann’s and Bob’s, with one push that went wrong."""
    for number, name in ((1, "Ann’s phone"), (2, "Bob’s phone")):
        lab.phones.append(stub.phone(number, name))
        lab.phones[-1]["apps"][0].update(topic="com.example.chat", badge=3 - number)
    lab.notifications = {
        "p1": [message(3, "Bob", "Dinner at eight?", sender={"name": "Bob", "hasImage": False}, audible=True,
                       actions=ACTIONS, content={"interruptionLevel": "time-sensitive", "threadIdentifier": "bob"}),
               message(1, "Bob", "Are you there?", sender={"name": "Bob", "hasImage": False},
                       content={"threadIdentifier": "bob"}),
               message(2, "Train 512", "Platform 7, on time", content={"threadIdentifier": "train"})],
        "p2": [message(4, "New notification")],
    }
    rows = [(1, "Bob", "handedOver", None), (2, "Train 512", "handedOver", None), (3, "Bob", "handedOver", None),
            (4, "New notification", "notLaunched", "The push has no mutable-content, so no extension runs.")]
    for number, title, result, finding in rows:
        short, full = stub.push(number, title)
        short.update(topic="com.example.chat", result=result, findings=int(finding is not None), finding=finding, id="",
                     phone="p2" if number == 4 else "p1")
        full.update(method="POST", path="/3/device/5f2c…", size=96, id="6F2C3B1E-0C51-4C7B-9E0B-52B8D5C0A7F1", reason=None,
                    headers=[["apns-topic", "com.example.chat"], ["apns-push-type", "alert"], ["apns-priority", "10"]],
                    payload='{"aps":{"alert":{"body":"New notification"}},"encrypted-content":"AS602hyhPu-d…"}', fault=None)
        full["findings"] = [{"rule": "no-mutable-content", "sentence": finding, "source": "Apple, UserNotifications",
                             "remedy": "Put \"mutable-content\": 1 beside the alert."}] if finding else []
        full["report"].update(outcome=result, explanation="The extension was not launched: mutable-content is not 1.",
                              reason="notMutable", faults=[], events=[], peakMemory=None,
                              shown={**message(number, title), "sender": None, "attachments": []})
        del full["explanation"]
        lab.pushes[number] = (short, full)


@in_browsers
class Pictures:
    """One picture of each scheme that a browser has."""

    def test_the_page_has_pictures(self: PageTest) -> None:
        scene(self.lab)
        asked = os.environ.get("SEALEDPUSH_SCREENSHOTS")
        with tempfile.TemporaryDirectory() as folder:
            place = Path(asked or folder)
            self.browser.size(1240, 1180)
            for scheme in ("light", "dark") if self.name == "chromium" else ("dark",):
                if self.name == "chromium":
                    self.browser.scheme(scheme)
                self.open("/#push-4")
                self.wait_text("#chosen-title", "Push 4")
                self.wait("() => document.querySelectorAll('.notification').length === 4")
                path = place / (f"lab-{scheme}.png" if self.name == "chromium" else "lab-firefox.png")
                self.browser.picture(path)
                data = path.read_bytes()
                self.assertEqual(data[:8], b"\x89PNG\r\n\x1a\n")
                size = [int.from_bytes(data[start:start + 4], "big") for start in (16, 20)]
                self.assertGreaterEqual(size, [1200, 1100])
                if asked and self.name == "firefox":
                    path.unlink()
        if self.name == "chromium":
            self.browser.scheme("light")
