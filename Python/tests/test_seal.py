# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Sealing with the package's own randomness, opened here and in Swift."""

import json
import os
import subprocess
import tempfile
import time
import unittest
from pathlib import Path
from typing import Any
from unittest import mock

import sealedpush
from sealedpush import OpeningError, Sender
from sealedpush._identities import make
from sealedpush._protocol import crypto, wire
from sealedpush._store import Store
from sealedpush.testing import Device
from tests import rules
from tools import mlkem
from tools.building import secret
from tools.dice import Dice

TOPIC = "com.example.app"


class SealTests(unittest.TestCase):
    """The last test needs the Swift build: `SEALEDPUSH_BUILD` is the folder of its executables."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_one_call_seals_with_the_usual_file_for_a_device_that_opens_it(self) -> None:
        device = Device(TOPIC)
        with mock.patch.dict(os.environ, {"XDG_DATA_HOME": str(self.folder)}):
            sealed = sealedpush.seal({"aps": {"alert": {"title": "A", "body": "B"}}}, device.bundle_text(),
                                     topic=TOPIC, recipient="ann", code="7", name="Shop")
            with Sender(create=False) as sender:
                device.add_contact(sender.identity)
                device._state.policy = "refuse"
                opened = device.open(json.loads(sealed.payload))
                self.assertEqual(opened.sender, sender.identity)
        self.assertEqual((opened.title, opened.body, opened.text), ("A", "B", "A\nB"))
        self.assertEqual(opened.payload["sealedpush"], {"from": "7", "name": "Shop"})
        for again, name in ((sealed, "replayed"), (sealed.payload.decode(), "replayed")):
            with self.assertRaises(OpeningError) as refused:
                device.open(again)
            self.assertEqual(refused.exception.name, name)

    def test_a_call_opens_as_a_call_alone_and_another_device_opens_nothing(self) -> None:
        device = Device(TOPIC)
        with Sender(self.folder / "s.sqlite") as sender:
            sealed = sender.seal({"aps": {}}, device.bundle(), topic=TOPIC, recipient="ann", push="voip")
        for opener, kind, name in ((device, "alert", "cannotOpen"), (Device(), "voip", "unknownPrekey")):
            with self.assertRaises(OpeningError) as refused:
                opener.open(sealed, kind=kind)
            self.assertEqual(refused.exception.name, name)
        self.assertEqual(device.open(sealed, kind="voip").text, "")

    def test_encapsulation_of_the_library_is_that_of_the_tools(self) -> None:
        seed, random = bytes(range(32)), bytes(range(64))
        public = crypto.xwing_public_key(seed)
        for shared, enc in (crypto.xwing_encapsulate(public), mlkem.xwing_encapsulate(public, random)):
            self.assertEqual(crypto.xwing_decapsulate(seed, enc), shared)

    def test_two_sealings_of_one_payload_share_nothing(self) -> None:
        device = Device(TOPIC)
        with Sender(self.folder / "s.sqlite") as sender:
            first, second = (sender.seal({"aps": {}}, device.bundle(), topic=TOPIC, recipient="ann").envelope
                             for _ in range(2))
        for start, end in ((9, 25), (25, 1113), (1113, 1145), (1145, 1200)):
            self.assertNotEqual(first[start:end], second[start:end])

    @rules("C-44")
    def test_messages_that_the_package_seals_are_opened_in_swift(self) -> None:
        count, now = 300, int(time.time() * 1000)
        store = Store(self.folder / "s.sqlite", create=True)
        with store.transaction() as db:
            make(db, secret("identity", "server-1"), secret("secret", "server-1"))
        folder = self.folder / "vectors"
        folder.mkdir()
        with Sender(self.folder / "s.sqlite") as sender:
            for number in range(count):
                dice = Dice(f"package {number}")
                push, names = dice.choice(("alert", "voip")), [f"package-{number}-{i}" for i in range(2)]
                records = [wire.write_record(
                    secret("identity", "phone-1"), bool(i), 1, 0, now - 1000, now + 10**9,
                    crypto.xwing_public_key(secret("prekey", f"phone-1 {name}"))) for i, name in enumerate(names)]
                # Each bundle has one epoch and another record, so nothing is to be pinned between them.
                with store.transaction() as db:
                    db.execute("DELETE FROM pin")
                bundle = wire.write_bundle(crypto.identity(secret("identity", "phone-1")), records)
                sealed = sender.seal({"aps": {"alert": dice.text(40)}},
                                     bundle, topic=TOPIC, recipient="ann", push=push, now=now,
                                     padding=dice.choice(("buckets", "constant", "none")), name=dice.text())
                vector = {"name": f"{number:04}-package", "comment": "Sealed by the package.", "rule": "M-42",
                          "kind": "message", "expected": "opened", "device": "phone-1", "topic": TOPIC,
                          "bundle": wire.write_text("device", bundle), "prekeys": names, "sender": "server-1",
                          "now": now, "contacts": ["server-1"], "unknownSenders": "refuse",
                          "payload": sealed.payload.decode(), "content": content_of(sealed, names, bundle)}
                vector |= {"push": push} if push == "voip" else {}
                (folder / f"{number:04}-package.json").write_text(json.dumps(vector), encoding="utf-8")
        command: list[Any] = [Path(os.environ["SEALEDPUSH_BUILD"], "sealedpush-lab"), "vectors", "check", folder]
        swift = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertEqual(swift.stdout, f"{count} passed, 0 failed\n", swift.stderr)


def content_of(sealed: sealedpush.Sealed, names: list[str], bundle: bytes) -> str:
    """What the receiver of this package opens."""
    from sealedpush._protocol import messages
    record, name = next((r, n) for r, n in zip(wire.read_bundle(bundle).records, names)
                        if r.id == sealed.envelope[1:9])
    seed, topic = secret("prekey", f"phone-1 {name}"), sealed.headers["apns-topic"].encode()
    shared = crypto.xwing_decapsulate(seed, sealed.envelope[25:1145])
    info = messages.info(topic, sealed.device, record.digest, sealed.envelope[9:25])
    plain = crypto.decrypt(shared, info, sealed.envelope[:1145], sealed.envelope[1145:])
    assert plain
    return messages.read_plaintext(plain).content.decode()
