# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""The page of the lab itself: from a push of any client to what is drawn."""

import json
import unittest
import urllib.request

from lab import Lab
from stub import Server
from tests import REPOSITORY, PageTest, assets, in_browsers
from tests.test_hostile import hostile

TOPIC = "com.example.chat"
VECTORS = REPOSITORY / "docs/vectors"
LAB: list[Lab] = []


def setUpModule() -> None:  # noqa: N802
    """Starts one lab for all tests here; each makes a phone of its own."""
    LAB.append(Lab())
    unittest.addModuleCleanup(LAB[0].close)


def vectors() -> dict[str, dict]:
    """The published vectors of pushes, by name."""
    found = (json.loads(path.read_text("utf-8")) for path in sorted(VECTORS.glob("*.json")))
    return {vector["name"]: vector for vector in found if vector["kind"] == "message"}


class Served(unittest.TestCase):
    """What the lab serves, without a browser."""

    def test_the_files_are_those_of_the_sources_with_the_policy_of_the_style(self) -> None:
        for path, (kind, data, policy) in assets().items():
            with urllib.request.urlopen(LAB[0].url + path, timeout=10) as answer:
                self.assertEqual(answer.headers["Content-Type"], kind)
                self.assertEqual(answer.headers["X-Content-Type-Options"], "nosniff")
                self.assertEqual(answer.read(), data, path)
                if path == "/":
                    self.assertEqual(answer.headers["Content-Security-Policy"], policy)

    def test_each_vector_of_a_push_is_explained_as_it_ends(self) -> None:
        all_vectors = vectors()
        self.assertGreater(len(all_vectors), 400)
        for name, vector in all_vectors.items():
            said = LAB[0].ask("POST", "/inspections", {"push": json.dumps(vector), "testKeys": True})
            self.assertEqual(said["outcome"], vector["expected"], name)
            decided = [step["line"] for step in said["steps"] if step["result"] == "decided"]
            self.assertEqual(decided, [said["line"]], name)


@in_browsers
class RealLab:
    """The lab behind the page."""

    def setUp(self: PageTest) -> None:
        PageTest.setUp(self)
        self.real = LAB[0]
        self.labs.append(self.real.url + "/")
        actions = [{"id": "yes", "title": "I’ll be there"}, {"id": "reply", "title": "Reply", "reply": True}]
        app = {"topic": TOPIC, "categories": [{"id": "invitation", "actions": actions}]}
        self.phone = self.real.ask("POST", "/phones", {"name": "Ann’s phone", "apps": [app], "lock": "unlocked"})
        self.token = self.phone["apps"][0]["token"]
        self.addCleanup(self.real.ask, "DELETE", f"/phones/{self.phone['id']}")
        self.addCleanup(self.real.ask, "DELETE", "/pushes")

    def show(self: PageTest, path: str = "/") -> None:
        """Opens the page of the real lab."""
        self.browser.open("about:blank")
        self.browser.open(self.real.url + path)
        self.browser.wait("() => document.getElementById('live').textContent === 'Live'")

    def test_a_push_of_curl_is_drawn_explained_and_answered(self: PageTest) -> None:
        self.show()
        self.wait_text(".phone", "No notifications")
        payload = {"aps": {"alert": {"title": "Bob", "body": "Dinner at eight?"}, "badge": 2, "sound": "default",
                           "category": "invitation", "thread-id": "bob"}}
        self.assertEqual(self.real.push(self.token, json.dumps(payload), TOPIC), 200)
        self.wait_text(".notification", "Dinner at eight?")
        self.wait_text(".phone .badge", "2")
        self.wait_text("#pushes li", "Bob")
        self.click(".actions > button")
        self.wait_text("#announce", "yes: ")
        self.wait("() => document.querySelectorAll('.notification').length === 0")
        self.click("#pushes button")
        self.wait_text("#chosen-title", "Push")
        self.wait_text("#chosen .column", "Dinner at eight?")
        self.assertIn("accepted", self.texts("#chosen ol[aria-label='What happened'] li")[0])
        self.assert_quiet()

    def test_a_push_that_apns_refuses_says_why(self: PageTest) -> None:
        self.assertEqual(self.real.push(self.token, "{}", "com.example.other"), 400)
        self.show()
        self.wait_text("#pushes li", "refused: 400")
        self.click("#pushes button")
        self.wait_text("#chosen ol[aria-label='What happened'] .bad", "refused with 400")

    def test_a_sealed_push_shows_its_bytes_and_the_lines_of_a_receiver(self: PageTest) -> None:
        payload = vectors()["0102-bucket"]["payload"]
        self.assertEqual(self.real.push(self.token, payload, TOPIC), 200)
        self.show()
        self.wait_text(".notification", "New notification")
        self.click("#pushes button")
        self.wait("() => document.querySelectorAll('#chosen .hex span').length === 6")
        envelope = self.browser.run("() => document.querySelector('#chosen .hex').textContent.length / 2")
        self.assertEqual(envelope, 2048)
        captions = self.texts("#chosen figcaption")
        self.assertEqual(captions, [f"push of {len(payload)} bytes, of 4096 that APNs takes",
                                    "envelope of 2048 bytes, a bucket"])
        lines = self.browser.run("() => [...document.querySelectorAll('#chosen [data-line]')].map((one) =>"
                                 " [one.dataset.line, one.className])")
        self.assertEqual(lines, [[str(line), "passed"] for line in range(3, 8)] + [["8", "unknown"]])
        self.assertEqual(self.texts("#chosen table.fields th[scope=row]"),
                         ["version", "prekey id", "message id", "encapsulated key", "ciphertext", "tag"])
        self.assert_quiet()

    def test_one_vector_of_each_end_is_explained_down_to_the_line_that_decides(self: PageTest) -> None:
        self.show()
        ends = {vector["expected"]: vector for vector in vectors().values()}
        self.assertGreaterEqual(len(ends), 15)
        self.click("#test-keys")
        for end, vector in ends.items():
            self.browser.run("() => { document.getElementById('inspected').replaceChildren(); }")
            self.fill("#pasted", json.dumps(vector))
            self.click("#inspect button")
            self.wait("() => document.querySelectorAll('#inspected .steps li').length")
            marks = self.browser.run("() => [...document.querySelectorAll('#inspected .decided')].map((one) =>"
                                     " [one.querySelector('.mark').textContent, one.classList.contains('bad')])")
            self.assertEqual(marks, [[end, end not in ("opened", "recovered")]], vector["name"])
            self.assertIn("line", self.text("#inspected-sentence"))
        self.assert_quiet()

    def test_pushes_of_a_hostile_sender_run_and_ask_for_nothing(self: PageTest) -> None:
        decoy = Server()
        self.addCleanup(decoy.close)
        for whole in hostile(decoy.url)[:18]:
            text, short = (whole.encode()[:most].decode(errors="ignore") for most in (900, 60))
            payload = {"aps": {"alert": {"title": text, "subtitle": text, "body": text}, "thread-id": short,
                               "category": short}, short: short}
            data = json.dumps(payload, ensure_ascii=False)
            self.assertEqual(self.real.push(self.token, data, TOPIC), 200, text[:30])
        self.browser.size(360, 800)
        self.show()
        self.wait("() => document.querySelectorAll('.notification').length >= 18")
        for number in self.browser.run("() => [...document.querySelectorAll('#pushes button')].map((one) =>"
                                       " Number(one.dataset.number))"):
            self.browser.run("(number) => { document.querySelector(`[data-number='${number}']`).click(); }", number)
            self.wait("(number) => document.getElementById('chosen-title').textContent === `Push ${number}`", number)
        self.assert_inside()
        self.assertEqual(self.browser.run("() => window.hacked === undefined"), True)
        self.assertEqual(self.browser.run("() => document.scripts.length"), 1)
        self.assertEqual(decoy.requests, [])
        self.assert_quiet()
