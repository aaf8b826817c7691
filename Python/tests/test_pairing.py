# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Pairing, as a sender does it: the rules L-9 to L-19, against a relay in this process."""

import tempfile
import time
import unittest
from email.utils import formatdate
from pathlib import Path
from unittest import mock

import sealedpush
from sealedpush import PairingError, Sender, UsageError
from sealedpush._protocol import pairing
from sealedpush._protocol.wire import write_text
from sealedpush.testing import Device, Phone, Relay
from tests import rules

DAY = 86_400_000


class PairingCase(unittest.TestCase):
    """A sender and a relay with a phone."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.relay = self.enterContext(Relay())
        self.sender = self.enterContext(Sender(self.folder / "sender.sqlite"))
        self.phone = self.relay.phone("Ann's phone")
        self.enterContext(mock.patch("sealedpush._pairing.PAUSE", 0.01))

    def pair(self, phone: Phone | None = None, to: str | None = None) -> sealedpush.Phone:
        """A phone that has answered and waits for its number."""
        link = self.sender.pair(self.relay.url, "Build server", to=to)
        (phone or self.phone).pair(link.link)
        return link.answer()

    def fails(self, name: str, phone: Phone | None = None, to: str | None = None) -> None:
        with self.assertRaises(PairingError) as failed:
            self.pair(phone, to)
        self.assertEqual(failed.exception.name, name)


class PairTests(PairingCase):
    @rules("L-15 L-17")
    def test_a_phone_whose_number_is_typed_is_a_recipient_under_its_own_name(self) -> None:
        phone = self.pair()
        self.assertEqual([(r.label, r.state) for r in self.sender.recipients()], [("Ann's phone", "pending")])
        phone.confirm(self.phone.number())
        found = [(r.label, r.state, r.devices) for r in self.sender.recipients()]
        self.assertEqual(found, [("Ann's phone", "confirmed", 1)])
        self.assertTrue(self.sender.notify("Hello")[0].taken)
        self.assertEqual(self.phone.wait_for(text="Hello").body, "Hello")
        self.assertEqual(len(self.phone.messages), 1)

    @rules("L-17 L-18")
    def test_a_wrong_or_missing_number_deletes_the_phone_and_its_recipient(self) -> None:
        for typed, name in ((None, "noNumber"), ("100", "wrongNumber"), ("", "wrongNumber"), ("x", "wrongNumber")):
            phone = self.pair(self.relay.phone())
            with self.assertRaises(PairingError) as failed:
                phone.confirm(typed)
            self.assertEqual(failed.exception.name, name)
            self.assertEqual(self.sender.recipients(), [])
            with self.assertRaises(PairingError) as ended:
                phone.confirm("00")
            self.assertEqual(ended.exception.name, "pairingEnded")

    @rules("L-14")
    def test_a_pending_phone_gets_nothing_and_is_gone_after_a_day(self) -> None:
        phone = self.pair()
        with self.assertRaises(UsageError) as refused:
            self.sender.notify("Hello")
        self.assertEqual(refused.exception.name, "noRecipient")
        for trusts in (False, True):
            with self.assertRaises(sealedpush.SealingError) as new:
                self.sender.seal({"aps": {}}, self.phone.device.bundle(), topic="com.example.app",
                                 recipient=self.sender.recipients()[0].name, trusts_directory=trusts)
            self.assertEqual(new.exception.name, "newDevice")
        name = self.sender.recipients()[0].name
        self.assertEqual(len(name), 22)
        self.sender.maintain(int(time.time() * 1000) + DAY + 60_000)
        self.assertEqual(self.sender.recipients(), [])
        with self.assertRaises(PairingError):
            phone.confirm(self.phone.number())

    @rules("L-9")
    def test_no_link_is_in_the_file(self) -> None:
        link = self.sender.pair(self.relay.url, "Build server")
        self.phone.pair(link.link)
        link.answer()
        data, found = (self.folder / "sender.sqlite").read_bytes(), pairing.read_scanned(link.link)
        self.assertNotIn(found.secret, data)
        self.assertNotIn(link.link.encode(), data)
        self.assertNotIn(self.phone.device.identity.hex(), repr(link))

    @rules("L-1 L-10")
    def test_each_link_has_a_secret_of_its_own_and_ends_in_600_seconds(self) -> None:
        first, second = (pairing.read_scanned(self.sender.pair(self.relay.url, "x").link) for _ in range(2))
        self.assertNotEqual(first.secret, second.secret)
        self.assertAlmostEqual(first.end, time.time() + 600, delta=5)

    @rules("L-10")
    def test_no_answer_is_taken_after_600_seconds_of_a_monotonic_clock(self) -> None:
        link = self.sender.pair(self.relay.url, "x")
        self.phone.pair(link.link)
        with mock.patch("sealedpush._pairing.time.monotonic", return_value=time.monotonic() + 601.0), \
                self.assertRaises(PairingError) as failed:
            link.answer()
        self.assertEqual(failed.exception.name, "noAnswer")

    @rules("L-10")
    def test_no_answer_is_taken_once_the_identity_was_succeeded_or_revoked(self) -> None:
        for end in (self.sender.succeed, self.sender.revoke):
            link = self.sender.pair(self.relay.url, "x")
            self.phone.pair(link.link)
            end()
            with self.assertRaises(PairingError) as failed:
                link.answer()
            self.assertEqual(failed.exception.name, "senderEnded")

    @rules("L-11")
    def test_a_box_that_does_not_open_is_passed_over(self) -> None:
        link = self.sender.pair(self.relay.url, "x")
        found = pairing.read_scanned(link.link)
        wrong = pairing.seal_box(found.secret, bytes(16), Device().answer(found, bytes(32))[:-1])
        served = [wrong, bytes(1056), b""]
        self.phone.pair(link.link)
        drops = self.relay._drop

        def drop(name: str, headers: object) -> tuple[int, dict[str, str], bytes]:
            return (200, {}, served.pop()) if served else drops(name, headers)
        with mock.patch.object(self.relay, "_drop", drop):
            self.assertEqual(link.answer().name, "Ann's phone")

    @rules("L-12")
    def test_the_bundle_is_asked_for_by_one_key_and_another_devices_ends_the_pairing(self) -> None:
        keys = set()
        serve = self.relay._serve

        def note(method: str, path: str, headers: dict[str, str], body: bytes) -> tuple[int, dict[str, str], bytes]:
            if path.startswith("/e/"):
                keys.add(headers["Authorization"].split("k=")[1])
            return serve(method, path, headers, body)
        with mock.patch.object(self.relay, "_serve", note):
            self.pair().confirm(self.phone.number())
            self.pair(self.relay.phone()).withdraw()
        self.assertEqual(len(keys), 1)
        other = self.relay.phone()
        with mock.patch.object(other.device, "bundle", Device().bundle):
            self.fails("otherDevice", other)
        self.assertEqual(len(self.sender.recipients()), 1)

    @rules("L-12")
    def test_an_endpoint_that_another_key_has_taken_is_told_from_a_wrong_clock(self) -> None:
        self.relay.answers["GET /e"].append((403, {"problem": "vapid-refused"}))
        self.fails("endpointTaken")
        off = {"problem": "vapid-refused", "Date": formatdate(time.time() + 7200, usegmt=True)}
        with mock.patch("http.server.BaseHTTPRequestHandler.date_time_string", lambda *_: off["Date"]):
            self.relay.answers["GET /e"].append((403, {"problem": "vapid-refused"}))
            self.fails("wrongClock", self.relay.phone())
        ended = self.relay.phone()
        self.relay.end(ended)
        self.fails("deviceEnded", ended)
        self.assertEqual(self.sender.recipients(), [])

    @rules("L-12 V-33")
    def test_a_retired_device_is_not_paired(self) -> None:
        self.phone.retirement = self.phone.device.retirement()
        self.fails("deviceRetired")
        other = self.relay.phone()
        self.sender.retire(other.device.retirement())
        self.fails("deviceRetired", other)

    @rules("L-13")
    def test_a_sender_waits_for_retry_after_between_two_requests_for_a_drop(self) -> None:
        slept: list[float] = []
        link = self.sender.pair(self.relay.url, "x")
        answers = [(404, {"Retry-After": "7", "problem": "unknown"}), (429, {"Retry-After": "9", "problem": "limit"})]
        self.relay.answers["GET /d"] += answers
        self.phone.pair(link.link)
        with mock.patch("sealedpush._pairing.time.sleep", slept.append), mock.patch("sealedpush._pairing.PAUSE", 2.0):
            link.answer()
        self.assertEqual([round(pause) for pause in slept], [7, 9])

    def test_a_relay_without_drops_is_named(self) -> None:
        self.relay.answers["GET /d"].append((404, {"problem": "unknown"}))
        self.fails("noDrops")

    @rules("L-16")
    def test_every_message_names_the_answer_until_the_relay_has_taken_one(self) -> None:
        self.relay.answers["POST /e"].append((413, {"problem": "too-large"}))  # of the first message
        phone = self.pair()
        phone.confirm(None, unasked=True)
        for text in ("one", "two"):
            self.sender.notify(text)
        members = [message.payload.get("sealedpush", {}) for message in self.phone.messages]
        self.assertEqual(["paired" in own for own in members], [True, False])
        self.assertEqual(self.phone.number(), phone._answer.number)

    @rules("L-19")
    def test_a_new_endpoint_of_a_paired_phone_counts_when_it_is_confirmed_and_not_before(self) -> None:
        self.pair().confirm(self.phone.number())
        first = self.phone.endpoint
        again = self.pair()
        self.sender.notify("before")
        again.confirm(self.phone.number())
        self.sender.notify("after")
        used = [secret for secret, _ in self.relay.posted]
        self.assertEqual(first.rsplit("/", 1)[1], used[2])
        self.assertEqual(self.phone.endpoint.rsplit("/", 1)[1], used[3])
        self.assertEqual(len(self.sender.recipients()), 1)
        third = self.pair()
        with self.assertRaises(PairingError):
            third.confirm("x")
        self.assertTrue(self.sender.notify("still")[0].taken)

    def test_a_phone_may_join_a_recipient_and_equal_names_get_numbers(self) -> None:
        self.pair().confirm(self.phone.number())
        tablet, other = self.relay.phone("Ann's tablet"), self.relay.phone("Ann's phone")
        self.pair(tablet, to="Ann's phone").confirm(tablet.number())
        self.pair(other).confirm(other.number())
        found = [(r.label, r.devices) for r in self.sender.recipients()]
        self.assertEqual(found, [("Ann's phone", 2), ("Ann's phone 2", 1)])
        self.fails("otherRecipient", other, to="Ann's phone")
        with self.assertRaises(UsageError) as refused:
            self.sender.notify("x")
        self.assertEqual(refused.exception.name, "ambiguous")
        self.assertEqual(len(self.sender.notify("x", to="all")), 3)
        self.sender.rename("Ann's phone 2", "Bob")
        self.assertEqual([d.recipient for d in self.sender.notify("y", to="Bob")], ["Bob"])
        for label in ("Ann's phone", "all", "", "x" * 65, "a\u202e"):
            with self.assertRaises(UsageError):
                self.sender.rename("Bob", label)

    @rules("V-30 V-33")
    def test_a_removed_phone_is_never_that_recipients_again(self) -> None:
        self.pair().confirm(self.phone.number())
        self.sender.remove("Ann's phone")
        self.fails("deviceRetired", to="Ann's phone")
        with self.assertRaises(UsageError):
            self.sender.notify("x")

    def test_what_makes_no_sense_is_refused_before_anything_is_asked(self) -> None:
        for name, arguments in (
                ("relay", ("https://Relay.example", "x")), ("relay", ("ftp://x", "x")),
                ("relay", ("http://a.example", "x")),
                ("relay", ("https://" + "a" * 101, "x")), ("name", (self.relay.url, "")),
                ("name", (self.relay.url, "x" * 33)),
                ("name", (self.relay.url, " x")), ("name", (self.relay.url, "x\u202e"))):
            with self.subTest(name), self.assertRaises(UsageError) as refused:
                self.sender.pair(*arguments)
            self.assertEqual(refused.exception.name, name)
        with self.assertRaises(UsageError):
            self.sender.pair(self.relay.url, "x", app_link="https://a.example/#")
        self.assertEqual(self.relay.requests, [])

    def test_one_call_pairs_and_shows_what_the_caller_likes(self) -> None:
        phone = sealedpush.pair(
            self.relay.url, "Build server", sender=self.sender, app_link="https://app.example/pair",
            show=lambda pairing: self.phone.pair(pairing.link), ask=lambda _: self.phone.number())
        self.assertEqual(phone.recipient, "Ann's phone")
        with self.assertRaises(sealedpush.RelayError) as away:
            sealedpush.pair("http://127.0.0.1:1", "x", sender=self.sender, show=lambda _: self.fail("it is shown"))
        self.assertEqual(away.exception.name, "unreachable")
        with self.assertRaises(ZeroDivisionError):
            sealedpush.pair(self.relay.url, "x", sender=self.sender, ask=lambda _: str(1 / 0),
                            show=lambda pairing: self.relay.phone("new").pair(pairing.link))
        self.assertEqual(len(self.sender.recipients()), 1)
        self.assertEqual(write_text("sender", bytes.fromhex("00" * 32))[:20], "sealedpush-sender-1:")
