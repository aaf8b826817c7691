# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""A sender's memory: pins, uses, lists, retirements, restores and statements, through `Sender`."""

import sqlite3
import tempfile
import time
import unittest
from contextlib import closing
from pathlib import Path

import sealedpush
from sealedpush import UNTRACKED, SealingError, Sender, UsageError, WireError
from sealedpush._protocol.text import b64encode
from sealedpush._protocol.wire import write_bundle, write_text
from sealedpush.testing import Device
from tests import rules

TOPIC, PAYLOAD = "com.example.app", {"aps": {"alert": "Hello"}}
HOUR, DAY = 3_600_000, 86_400_000


class SenderCase(unittest.TestCase):
    """A sender with a file of its own."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.path = self.folder / "sender.sqlite"
        self.sender = Sender(self.path)
        self.addCleanup(self.sender.close)
        self.device = Device()

    def seal(self, bundle: bytes | None = None, recipient: str | sealedpush.Untracked = UNTRACKED,
             **options: object) -> sealedpush.Sealed:
        found = self.device.bundle() if bundle is None else bundle
        return self.sender.seal(PAYLOAD, found, topic=TOPIC, recipient=recipient, **options)  # type: ignore[arg-type]

    def refuses(self, name: str, bundle: bytes | None = None, recipient: str | sealedpush.Untracked = UNTRACKED,
                **options: object) -> None:
        with self.assertRaises(SealingError) as refused:
            self.seal(bundle, recipient, **options)
        self.assertEqual(refused.exception.name, name)

    def rows(self, query: str) -> list[tuple[object, ...]]:
        with closing(sqlite3.connect(self.path)) as db:
            return list(db.execute(query))


class PinTests(SenderCase):
    @rules("S-1 S-2 S-3")
    def test_a_bundle_older_than_a_pinned_one_is_refused_for_every_recipient(self) -> None:
        old = self.device.bundle()
        self.device.rotate()
        self.seal()
        self.refuses("prekeyRolledBack", old)
        self.refuses("prekeyRolledBack", old, "ann")

    @rules("S-1 S-2")
    def test_another_record_of_the_pinned_epoch_is_refused_also_by_the_next_process(self) -> None:
        self.seal()
        self.device._reusable = self.device._prekey(one_time=False)
        self.refuses("prekeyContradicted")
        self.sender.close()
        self.sender = Sender(self.path)
        self.refuses("prekeyContradicted")

    @rules("S-2")
    def test_pins_stay_if_no_prekey_is_left(self) -> None:
        self.seal()
        self.device.rotate()
        now, single = int(time.time() * 1000), self.device.bundle(one_time=1)
        one = write_bundle(self.device.identity, [single[35 + 1306:]])
        self.seal(one)
        self.refuses("noPrekey", one)
        self.assertEqual(self.rows("SELECT count(*) FROM used"), [(1,)])
        self.refuses("prekeyNotYetValid", now=now - 10 * DAY)

    @rules("S-5")
    def test_a_one_time_prekey_serves_once_and_then_the_next_and_then_the_reusable_one(self) -> None:
        bundle = self.device.bundle(one_time=2)
        sealed = [self.seal(bundle) for _ in range(3)]
        self.assertEqual([one.one_time for one in sealed], [True, True, False])
        self.assertEqual(len({one.envelope[1:9] for one in sealed}), 3)
        self.assertEqual([self.device.open(one).body for one in sealed], ["Hello"] * 3)

    @rules("S-7")
    def test_a_note_is_deleted_by_two_readings_of_the_clock_alone(self) -> None:
        self.seal(self.device.bundle(one_time=1))
        end = int(str(self.rows("SELECT not_after FROM used")[0][0]))
        later = end + 300_001
        self.sender.maintain(later)
        self.sender.maintain(later + 19 * HOUR)
        self.assertEqual(len(self.rows("SELECT 1 FROM used")), 1)
        self.sender.maintain(later + 20 * HOUR)
        self.assertEqual(len(self.rows("SELECT 1 FROM used")), 0)

    @rules("S-7")
    def test_a_clock_that_was_ahead_once_deletes_no_note(self) -> None:
        self.seal(self.device.bundle(one_time=1))
        now = int(time.time() * 1000)
        for moment in (now, now + 400 * DAY, now, now + 1, now + 21 * HOUR):
            self.sender.maintain(moment)
        self.assertEqual(len(self.rows("SELECT 1 FROM used")), 1)

    @rules("S-8")
    def test_a_refusal_before_the_choice_notes_nothing(self) -> None:
        bundle = self.device.bundle(one_time=1)
        for options in ({"placeholder": ""}, {"placeholder": "x" * 300}, {"attachments": [reference()] * 11},
                        {"remove": ["x" * 64] * 50}):
            with self.assertRaises(SealingError):
                self.seal(bundle, "ann", **options)
        with self.assertRaises(SealingError):
            self.sender.seal({"aps": {}, "sealedpush": {}}, bundle, topic=TOPIC, recipient="ann")
        for table in ("pin", "used", "device", "recipient"):
            self.assertEqual(self.rows(f"SELECT * FROM {table}"), [])  # noqa: S608

    @rules("S-8 S-9")
    def test_mistakes_of_the_caller_have_no_class_of_sealing(self) -> None:
        mistakes: list[tuple[str, dict[str, object]]] = [
            ("topic", {"topic": ""}), ("topic", {"topic": "a\n"}), ("ttl", {"ttl": 0}), ("ttl", {"ttl": 2_592_001}),
            ("push", {"push": "x"}), ("padding", {"padding": "x"}), ("template", {"template": ["x"]}),
            ("remove", {"remove": ["x"] * 51}), ("remove", {"remove": [""]}), ("remove", {"remove": ["x" * 65]}),
            ("placeholder", {"placeholder": {"body": "a", "loc-key": ""}}), ("recipient", {"recipient": ""}),
            ("recipient", {"recipient": "x" * 65}), ("time", {"now": 2**53}), ("attachment", {"attachments": [{}]})]
        for name, options in mistakes:
            with self.subTest(name), self.assertRaises(UsageError) as refused:
                given: dict[str, object] = {"topic": TOPIC, "recipient": UNTRACKED} | options
                self.sender.seal(PAYLOAD, self.device.bundle(), **given)  # type: ignore[arg-type]
            self.assertEqual(refused.exception.name, name)
        for payload in (b"", b"[]", b"{}", b'{"aps":1}', b'{"aps":{},"a":1,"a":2}', {"aps": {1: 2, "x": object()}}):
            with self.subTest(payload=str(payload)), self.assertRaises(UsageError):
                self.sender.seal(payload, self.device.bundle(), topic=TOPIC, recipient=UNTRACKED)
        sealed = self.sender.seal({"aps": {"alert": "a\ud83d"}}, self.device.bundle(), topic=TOPIC, recipient=UNTRACKED)
        self.assertTrue(sealed.mended)
        self.assertEqual(self.device.open(sealed).body, "a\ufffd")

    @rules("S-10 S-11")
    def test_headers_have_the_end_and_a_collapse_id_that_tells_no_key(self) -> None:
        now = int(time.time() * 1000)
        first, second = (self.seal(collapse="order 7", ttl=60, now=now) for _ in range(2))
        self.assertEqual(first.headers["apns-collapse-id"], second.headers["apns-collapse-id"])
        self.assertEqual(first.headers["apns-expiration"], str((now + 60_000) // 1000))
        other = self.seal()
        self.assertEqual(other.headers["apns-collapse-id"], b64encode(other.envelope[9:25]))
        self.assertNotIn("order 7", str(first.headers) + str(first.payload))
        self.assertEqual(self.seal(push="voip").headers["apns-topic"], TOPIC + ".voip")


class ListTests(SenderCase):
    @rules("V-29 V-31 V-32")
    def test_the_first_device_is_taken_and_a_further_one_is_confirmed_by_a_person(self) -> None:
        self.seal(recipient="ann")
        other = Device()
        self.refuses("newDevice", other.bundle(), "ann")
        self.seal(other.bundle(), "bob")
        self.sender.confirm("ann", other.identity)
        self.seal(other.bundle(), "ann")
        self.assertEqual([d.state for d in self.sender.devices("ann")], ["known", "known"])

    @rules("V-30 V-33")
    def test_a_removed_device_never_comes_back_and_no_other_is_the_first_in_its_place(self) -> None:
        self.seal(recipient="ann")
        self.sender.remove("ann", self.device.identity)
        self.refuses("deviceRetired", recipient="ann")
        self.refuses("deviceRetired", recipient="ann", trusts_directory=True)
        self.refuses("newDevice", Device().bundle(), "ann")
        with self.assertRaises(SealingError):
            self.sender.confirm("ann", self.device.identity)
        self.seal(recipient="bob")

    @rules("V-27 V-28")
    def test_a_retirement_of_a_person_ends_a_device_for_all_recipients(self) -> None:
        self.assertEqual(self.sender.retire(self.device.retirement()), self.device.identity)
        for recipient in ("ann", UNTRACKED):
            self.refuses("deviceRetired", recipient=recipient)
        with self.assertRaises(SealingError):
            self.sender.confirm("ann", self.device.identity)
        with self.assertRaises(WireError):
            self.sender.retire(self.device.bundle_text())

    @rules("V-27 V-28")
    def test_a_retirement_beside_a_bundle_counts_if_it_is_the_devices_own(self) -> None:
        from sealedpush._protocol.wire import open_text
        own, foreign = (open_text("retirement", one.retirement()) for one in (self.device, Device()))
        self.seal(recipient="ann", retirement=foreign)
        self.seal(recipient="ann", retirement=own[:-1] + b"\0")
        self.refuses("deviceRetired", recipient="ann", retirement=own)
        self.refuses("deviceRetired", recipient="bob")  # it is kept, as the device is listed
        stranger = Device()
        beside = open_text("retirement", stranger.retirement())
        self.refuses("deviceRetired", stranger.bundle(), "eve", retirement=beside)
        self.seal(stranger.bundle(), "eve")  # it is not kept, as the device was never seen

    @rules("V-31 V-34")
    def test_a_server_that_trusts_its_directory_takes_devices_until_the_list_is_full(self) -> None:
        for _ in range(64):
            self.seal(Device().bundle(), "ann", trusts_directory=True)
        last = Device()
        self.refuses("tooManyDevices", last.bundle(), "ann", trusts_directory=True)
        self.sender.confirm("ann", last.identity)
        self.seal(last.bundle(), "ann")

    @rules("S-12 S-13")
    def test_a_restored_sender_confirms_its_devices_and_passes_over_older_prekeys(self) -> None:
        bundle = self.device.bundle(one_time=1)
        self.seal(recipient="ann")
        self.sender.backup(self.folder / "backup")
        self.assertEqual((self.folder / "backup").stat().st_mode & 0o777, 0o600)
        with Sender.restore(self.folder / "backup", self.folder / "restored.sqlite") as restored:
            with self.assertRaises(SealingError) as refused:
                restored.seal(PAYLOAD, bundle, topic=TOPIC, recipient="ann")
            self.assertEqual(refused.exception.name, "newDevice")
            self.assertFalse(restored.seal(PAYLOAD, bundle, topic=TOPIC, recipient=UNTRACKED).one_time)
            self.assertEqual(restored.confirm_all(), 1)
            self.device.open(restored.seal(PAYLOAD, bundle, topic=TOPIC, recipient="ann"))
            self.assertEqual(restored.identity, self.sender.identity)
        with self.assertRaises(sealedpush.StoreError) as exists:
            Sender.restore(self.folder / "backup", self.folder / "restored.sqlite")
        self.assertEqual(exists.exception.name, "exists")


class StatementTests(SenderCase):
    def texts(self) -> list[str]:
        found = self.device.open(self.seal()).payload.get("sealedpush", {})
        return [text.split(":")[0] for text in found.get("statements", [])]

    @rules("S-14 S-15 S-16")
    def test_messages_tell_the_next_identity_and_a_revocation_only_once_it_is_published(self) -> None:
        first = self.sender.identity
        self.assertEqual(self.texts(), [])
        second = self.sender.succeed()
        self.assertNotEqual(first, second)
        self.assertEqual(self.texts(), ["sealedpush-succession-1"])
        self.sender.revoke(earlier=True)
        self.assertEqual(self.texts(), ["sealedpush-succession-1", "sealedpush-revocation-1"])
        with self.assertRaises(UsageError):
            self.sender.revoke(earlier=True)

    @rules("S-15")
    def test_the_old_private_keys_are_in_the_file_no_more(self) -> None:
        key, secret = self.rows("SELECT key, secret FROM identity")[0]
        assert isinstance(key, bytes) and isinstance(secret, bytes)
        self.assertIn(key, self.path.read_bytes())
        self.sender.succeed()
        self.assertNotIn(key, self.path.read_bytes())
        self.assertNotIn(secret, self.path.read_bytes())

    @rules("S-14")
    def test_statements_go_along_only_where_there_is_room(self) -> None:
        self.sender.succeed()
        now = int(time.time() * 1000)
        wide = {"aps": {"alert": "x" * 700}}
        full = self.sender.seal(wide, self.device.bundle(), topic=TOPIC, recipient=UNTRACKED)
        self.assertEqual((full.statements, len(full.envelope)), (0, 2048))
        self.assertEqual(self.seal(padding="none").statements, 0)
        self.assertEqual(self.seal(now=now).statements, 1)

    @rules("S-16")
    def test_a_revoked_sender_seals_nothing(self) -> None:
        self.sender.revoke()
        with self.assertRaises(UsageError) as refused:
            self.seal()
        self.assertEqual(refused.exception.name, "revoked")


class SubscriptionTests(SenderCase):
    ENDPOINT = "http://127.0.0.1:9/e/abc"

    def subscribe(self, text: str, **options: object) -> bytes:
        given: dict[str, object] = {"recipient": "ann", "topic": TOPIC, "relays": ["http://127.0.0.1:9"]} | options
        return self.sender.subscribe(text, **given)  # type: ignore[arg-type]

    @rules("S-17 S-18 S-20")
    def test_a_subscription_serves_for_its_sender_recipient_topic_and_known_relays(self) -> None:
        text = self.device.subscription(self.sender.identity, recipient="ann", endpoint=self.ENDPOINT)
        for name, options in (("wrongRecipient", {"recipient": "bob"}), ("wrongTopic", {"topic": "x"}),
                              ("relay", {"relays": ["https://relay.example"]})):
            with self.subTest(name), self.assertRaises(UsageError) as refused:
                self.subscribe(text, **options)
            self.assertEqual(refused.exception.name, name)
        self.assertEqual(self.subscribe(text), self.device.identity)
        self.assertEqual(self.sender.recipients()[0].state, "confirmed")
        with Sender(self.folder / "other.sqlite") as other:
            foreign = self.device.subscription(other.identity, recipient="ann", endpoint=self.ENDPOINT)
        with self.assertRaises(UsageError):
            self.subscribe(foreign)
        self.sender.succeed()
        self.subscribe(text)  # for an identity that was succeeded
        key = self.sender.vapid_key
        self.assertEqual((len(key), key), (87, self.sender.vapid_key))

    @rules("S-20 V-32")
    def test_a_second_devices_subscription_confirms_nothing(self) -> None:
        for device in (self.device, Device()):
            self.subscribe(device.subscription(self.sender.identity, recipient="ann", endpoint=self.ENDPOINT))
        self.assertEqual([d.state for d in self.sender.devices("ann")], ["known", "unconfirmed"])

    @rules("S-21")
    def test_the_later_subscription_of_a_device_counts(self) -> None:
        for end in ("one", "two"):
            url = f"http://127.0.0.1:9/e/{end}"
            self.subscribe(self.device.subscription(self.sender.identity, recipient="ann", endpoint=url))
        self.assertEqual(self.rows("SELECT endpoint FROM device"), [("http://127.0.0.1:9/e/two",)])


class ErrorTests(unittest.TestCase):
    def test_an_exception_has_a_class_of_its_own_list_and_a_sentence(self) -> None:
        for kind in (getattr(sealedpush, name) for name in sealedpush.__all__):
            if isinstance(kind, type) and issubclass(kind, sealedpush.SealedPushError):
                for name, sentence in kind.classes.items():
                    self.assertEqual(str(kind(name)), f"{sentence} ({name})")
        with self.assertRaises(ValueError):
            WireError("secret words")

    @rules("M-41")
    def test_no_error_holds_what_was_given(self) -> None:
        with tempfile.TemporaryDirectory() as folder, Sender(Path(folder, "s.sqlite")) as sender:
            for call in (lambda: sender.seal({"aps": "secret"}, b"secret", topic=TOPIC, recipient="secret"),
                         lambda: sender.seal(PAYLOAD, "secret", topic=TOPIC, recipient="secret"),
                         lambda: sender.notify("secret", to="secret"), lambda: sender.retire("secret")):
                with self.assertRaises(sealedpush.SealedPushError) as refused:
                    call()
                self.assertNotIn("secret", str(refused.exception) + repr(refused.exception))


def reference() -> dict[str, object]:
    """A reference to a file."""
    return {"url": "https://files.example/a", "key": b64encode(bytes(16)), "sha256": b64encode(bytes(32)),
            "size": 39, "type": "image/png"}


class TextTests(SenderCase):
    def test_a_bundle_may_be_a_text(self) -> None:
        text = write_text("device", self.device.bundle())
        sealed = self.sender.seal(PAYLOAD, text, topic=TOPIC, recipient=UNTRACKED)
        self.assertEqual(self.device.open(sealed).text, "Hello")
        self.assertEqual(len(self.sender.safety_number(text)), 60)
