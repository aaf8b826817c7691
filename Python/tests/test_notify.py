# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Posting to relays: retries, an idempotency key over crashes, shortening, asyncio and threads."""

import asyncio
import subprocess
import sys
import tempfile
import unittest
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest import mock

import sealedpush
from sealedpush import AsyncSender, SealingError, Sender, UsageError
from sealedpush.testing import Phone, Relay
from tests import rules


class NotifyCase(unittest.TestCase):
    """A sender with two phones of one recipient."""

    phones = 1

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name, "sender.sqlite")
        self.relay = self.enterContext(Relay())
        self.sender = self.enterContext(Sender(self.path))
        self.all = [self.add(f"phone {number}") for number in range(self.phones)]
        self.phone = self.all[0]
        self.slept: list[float] = []
        self.enterContext(mock.patch("sealedpush._delivery.time.sleep", self.slept.append))

    def add(self, name: str) -> Phone:
        phone = self.relay.phone(name)
        link = self.sender.pair(self.relay.url, "Build server", to="phone 0" if self.sender.recipients() else None)
        phone.pair(link.link)
        link.answer().confirm(phone.number())
        return phone

    def texts(self, phone: Phone | None = None) -> list[str]:
        return [message.body for message in (phone or self.phone).messages]


class RetryTests(NotifyCase):
    def test_the_same_bytes_are_posted_again_while_the_relay_refuses_for_now(self) -> None:
        for status, headers in ((503, {}), (429, {"problem": "limit", "Retry-After": "9"}), (500, {"problem": "x"})):
            self.relay.answers["POST /e"].append((status, dict(headers)))
        self.assertTrue(self.sender.notify("Hello")[0].taken)
        self.assertEqual(self.slept, [1, 9, 4])
        self.assertEqual(self.relay.requests[-5:], ["POST /e/prekey"] + ["POST /e"] * 4)
        self.assertEqual(self.texts(), ["Hello"])

    def test_a_relay_that_stays_away_is_told_after_a_minute(self) -> None:
        self.relay.answers["POST /e/prekey"] += [(503, {"Retry-After": "70"})]
        error = self.sender.notify("Hello")[0].error
        self.assertEqual((error and error.name, self.slept), ("unavailable", []))
        self.relay.__exit__(None, None, None)
        error = self.sender.notify("Hello", patience=0.5)[0].error
        self.assertEqual(error and error.name, "unreachable")

    def test_what_a_relay_refuses_for_good_is_not_repeated(self) -> None:
        for status, problem in ((400, "not-an-envelope"), (403, "vapid-refused"), (404, "unknown"), (413, "too-large")):
            self.relay.answers["POST /e"].append((status, {"problem": problem}))
            error = self.sender.notify("Hello")[0].error
            assert isinstance(error, sealedpush.RelayError)
            self.assertEqual((error.name, error.status), (problem, status))
        self.assertEqual(self.slept, [])

    def test_a_stale_prekey_is_replaced_by_one_of_a_new_bundle(self) -> None:
        self.relay.answers["POST /e"].append((409, {"problem": "stale-prekey"}))
        self.assertTrue(self.sender.notify("Hello")[0].taken)
        self.assertEqual(self.relay.requests[-4:], ["POST /e/prekey", "POST /e"] * 2)
        self.relay.answers["POST /e"] += [(409, {"problem": "stale-prekey"}) for _ in range(9)]
        error = self.sender.notify("Hello")[0].error
        self.assertEqual(error and error.name, "stale-prekey")

    @rules("S-22")
    def test_a_bundle_of_another_device_is_not_sealed_to(self) -> None:
        known = self.add("another of the recipient's")
        for other in (self.relay.phone(), known):
            with mock.patch.object(self.phone.device, "bundle", other.device.bundle):
                error = self.sender.notify("Hello")[0].error
            self.assertEqual(error and error.name, "newDevice")
        self.assertEqual(self.texts(), [])

    def test_answers_that_no_relay_gives_are_errors(self) -> None:
        serve = self.relay._serve
        large = b'{"bundle":"' + b"A" * 2_000_000 + b'"}'
        for body in (b"", b"[]", b'{"bundle":1}', b'{"bundle":"AQ"}', b"\xff", large):
            with mock.patch.object(self.relay, "_serve", lambda *_, body=body: (200, {}, body)):
                error = self.sender.notify("Hello", patience=0.3)[0].error
            self.assertIn(error and error.name, ("malformed", "malformedAnswer"))
        self.assertEqual(self.relay._serve, serve)

    @rules("V-27 V-28")
    def test_a_phone_that_has_ended_is_not_asked_again_and_no_other_becomes_the_first(self) -> None:
        self.relay.end(self.phone)
        error = self.sender.notify("Hello")[0].error
        self.assertEqual(error and error.name, "gone")
        with self.assertRaises(UsageError) as refused:
            self.sender.notify("Hello")
        self.assertEqual(refused.exception.name, "noRecipient")
        self.assertEqual([d.state for d in self.sender.devices("phone 0")], ["known"])

    @rules("V-27 V-28")
    def test_a_retirement_with_gone_ends_the_device_and_a_foreign_one_counts_for_none(self) -> None:
        self.phone.retirement = self.relay.phone().device.retirement()
        self.relay.end(self.phone)
        self.sender.notify("Hello")
        self.assertEqual([d.state for d in self.sender.devices("phone 0")], ["known"])
        second = self.add("second")
        self.relay.end(second, with_retirement=True)
        self.sender.notify("Hello")
        self.assertEqual([d.state for d in self.sender.devices("phone 0")], ["known", "retired"])


class TextTests(NotifyCase):
    def test_members_of_a_message_come_as_they_were_given(self) -> None:
        self.sender.notify("Done", title="Nightly", url="https://ci.example/7", sound="default", collapse="k")
        self.assertEqual(self.phone.messages[0].payload, {
            "aps": {"alert": {"title": "Nightly", "body": "Done"}, "sound": "default"}, "url": "https://ci.example/7"})
        self.sender.notify(payload={"aps": {"alert": "x"}, "n": 1})
        self.assertEqual(self.phone.messages[1].payload["n"], 1)

    def test_a_text_that_is_too_long_loses_its_end_and_no_half_of_a_character(self) -> None:
        for text in ("x" * 5000, "\U0001f468\u200d\U0001f469\u200d\U0001f467" * 300, "e\u0301" * 2000, '"' * 4000):
            self.assertTrue(self.sender.notify(text)[0].taken)
            body = self.texts()[-1]
            self.assertTrue(text.startswith(body[:-1]) and body.endswith("\u2026"), body[-9:])
            self.assertNotIn(text[len(body) - 1], "\u200d\u0301")
            self.assertGreater(len(body.encode()), 700)
        with self.assertRaises(SealingError) as refused:
            self.sender.notify("x" * 5000, exact=True)
        self.assertEqual(refused.exception.name, "contentTooLarge")
        with self.assertRaises(SealingError):
            self.sender.notify("x", title="t" * 3000)

    def test_mistakes_are_told_before_any_request(self) -> None:
        count = len(self.relay.requests)
        calls: list[tuple[str, Callable[[], object]]] = [
            ("text", lambda: self.sender.notify("")), ("text", lambda: self.sender.notify(" \n\u200b")),
            ("text", lambda: self.sender.notify()), ("payload", lambda: self.sender.notify("a", payload={"aps": {}})),
            ("recipient", lambda: self.sender.notify("a", to="x")), ("ttl", lambda: self.sender.notify("a", ttl=0))]
        for name, call in calls:
            with self.subTest(name), self.assertRaises(UsageError) as refused:
                call()
            self.assertEqual(refused.exception.name, name)
        with self.assertRaises(SealingError):
            self.sender.notify(payload={"aps": {}, "sealedpush": {}})
        self.assertEqual(len(self.relay.requests), count)


class KeyTests(NotifyCase):
    phones = 2

    def test_a_repeated_key_sends_nothing_twice_and_belongs_to_one_message(self) -> None:
        for _ in range(3):
            self.assertTrue(all(d.taken for d in self.sender.notify("Hello", idempotency_key="order 7")))
        self.assertEqual([self.texts(phone) for phone in self.all], [["Hello"], ["Hello"]])
        with self.assertRaises(UsageError) as refused:
            self.sender.notify("Other", idempotency_key="order 7")
        self.assertEqual(refused.exception.name, "idempotencyKey")

    def test_processes_and_threads_with_one_key_send_one_message(self) -> None:
        with ThreadPoolExecutor(6) as pool:
            list(pool.map(lambda _: self.sender.notify("Hello", idempotency_key="k"), range(6)))
        self.assertEqual([self.texts(phone) for phone in self.all], [["Hello"], ["Hello"]])

    def test_a_call_that_is_killed_at_any_step_sends_nothing_twice_when_it_is_repeated(self) -> None:
        killing = subprocess.Popen([sys.executable, "-W", "error", "-m", "tests.killing"], text=True,
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.addCleanup(killing.__exit__, None, None, None)
        assert killing.stdin and killing.stdout
        step, kills = 0, 0
        while True:
            key, before = f"message {step}", len(self.relay.posted)
            print(step, key, self.path, sep="\t", file=killing.stdin, flush=True)
            status = int(killing.stdout.readline())
            self.assertIn(status, (0, 9))
            self.assertTrue(all(d.taken for d in self.sender.notify(key, idempotency_key=key)))
            posted = [secret for secret, _ in self.relay.posted[before:]]
            self.assertEqual((len(posted), len(set(posted))), (2, 2), f"step {step}")
            for phone in self.all:
                self.assertEqual(self.texts(phone).count(key), 1, f"step {step}")
            if status == 0:
                break
            step, kills = step + 1, kills + 1
        self.assertGreater(kills, 15)
        self.assertEqual([phone.refused for phone in self.all], [[], []])


class AsyncTests(NotifyCase):
    def test_asyncio_has_the_same_calls_and_is_not_held_up(self) -> None:
        async def run() -> list[bool]:
            sender, ticks = AsyncSender(self.sender), 0

            async def tick() -> None:
                nonlocal ticks
                while True:
                    await asyncio.sleep(0)
                    ticks += 1
            ticking = asyncio.create_task(tick())
            pairing = await sender.pair(self.relay.url, "Async")
            phone = self.relay.phone("async")
            phone.pair(pairing.link)
            answered = await sender.answer(pairing)
            await sender.confirm(answered, await asyncio.to_thread(phone.number))
            results = await asyncio.gather(*(sender.notify(f"text {n}", to="all") for n in range(4)))
            sealed = await sender.seal({"aps": {"alert": "x"}}, phone.device.bundle(), topic="com.example.app",
                                       recipient="ann")
            self.assertEqual(phone.device.open(sealed).body, "x")
            self.assertEqual(len(await sender.recipients()), 3)
            ticking.cancel()
            self.assertGreater(ticks, 10)
            return [delivery.taken for result in results for delivery in result]
        self.assertEqual(asyncio.run(run()), [True] * 8)
        self.assertEqual(sorted(self.texts()), [f"text {n}" for n in range(4)])
