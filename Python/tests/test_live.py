# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""The package against a relay and simulated phones of the Swift build."""

import os
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path
from typing import Any

import sealedpush
from sealedpush import Sender
from tests import rules
from tests.live import Live, LivePhone, until


class LiveTests(unittest.TestCase):
    """Needs the Swift build: `SEALEDPUSH_BUILD` is the folder of its executables."""

    live: Live
    folder: tempfile.TemporaryDirectory[str]

    @classmethod
    def setUpClass(cls: Any) -> None:
        cls.folder = tempfile.TemporaryDirectory()
        cls.live = Live(Path(cls.folder.name))
        cls.addClassCleanup(cls.folder.cleanup)
        cls.addClassCleanup(cls.live.stop)
        cls.phone, cls.tablet = LivePhone(cls.live, "phone", "a1a1a1a1"), LivePhone(cls.live, "tablet", "b2b2b2b2")

    phone: LivePhone
    tablet: LivePhone

    def command(self, *arguments: str, stdin: bytes = b"") -> "subprocess.CompletedProcess[bytes]":
        environment = os.environ | {"XDG_DATA_HOME": str(self.live.folder / "data")}
        return subprocess.run([sys.executable, "-W", "error", "-m", "sealedpush", *arguments], cwd=os.getcwd(),
                              env=environment, input=stdin, capture_output=True, check=False)

    @rules("L-17 C-44")
    def test_commands_lead_from_nothing_to_a_text_on_a_phone(self) -> None:
        environment = os.environ | {"XDG_DATA_HOME": str(self.live.folder / "data")}
        pair = subprocess.Popen([sys.executable, "-m", "sealedpush", "pair", "--relay", self.live.url,
                                 "--name", "Build server", "--yes", "--link"], env=environment,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert pair.stdout
        answer = self.phone.pair(pair.stdout.readline().decode())
        self.assertEqual(self.phone.screen(), "Build server\nPaired")
        self.assertRegex(answer.communicate()[0].decode(), r"^[0-9]{2}\n$")
        _, notes = pair.communicate()
        self.assertEqual((pair.returncode, notes.decode()), (0, "sealedpush-py: note: Ann's phone is paired\n"))
        sent = self.command("notify", "--title", "Nightly", "-", stdin=b"3 tests failed\n")
        self.assertEqual((sent.returncode, sent.stdout, sent.stderr), (0, b"", b""))
        self.assertEqual(self.phone.screen(), "Build server\nNightly\n3 tests failed")

    @rules("L-17 L-15")
    def test_a_program_pairs_by_the_number_of_the_phone_and_a_relay_that_dies_loses_nothing(self) -> None:
        with Sender(self.live.folder / "program.sqlite") as sender:
            pairing = sender.pair(self.live.url, "Shop")
            answer = self.tablet.pair(pairing.link)
            phone = pairing.answer()
            self.tablet.screen()
            phone.confirm(answer.communicate()[0].decode())
            self.assertTrue(sender.notify("one")[0].taken)
            self.assertEqual(self.tablet.screen(), "Shop\none")
            self.live.stop_relay()
            start = time.monotonic()
            error = sender.notify("two", patience=1, idempotency_key="2")[0].error
            self.assertEqual(error and error.name, "unreachable")
            self.assertLess(time.monotonic() - start, 20)
            self.live.start("relay", "sealedpush-server", *self.live.arguments)
            for _ in range(2):
                self.assertTrue(sender.notify("two", idempotency_key="2")[0].taken)
            sender.notify("three", collapse="k")
            sender.succeed()
            sender.notify("four")
            self.assertEqual([self.tablet.screen() for _ in range(3)],
                             ["Shop\ntwo", "Shop\nthree", "Check: Shop\nfour"])
            # The endpoint is bound to the sender's key (L-12).
            with sender._open().transaction() as db:
                db.execute("UPDATE setting SET value = ? WHERE name = 'vapid'", (os.urandom(32),))
            error = sender.notify("five")[0].error
            self.assertEqual(error and error.name, "vapid-refused")

    @rules("S-22")
    def test_what_the_relay_has_seen_is_no_word_of_it(self) -> None:
        until(lambda: (self.live.folder / "relay.log").stat().st_size, "the relay has logged nothing")
        for path in [*(self.live.folder / "relay").iterdir(), self.live.folder / "relay.log",
                     self.live.folder / "apns.jsonl"]:
            if path.is_file():
                for word in (b"Nightly", b"Build server", b"Ann's"):
                    self.assertNotIn(word, path.read_bytes(), path.name)

    def test_a_relay_that_is_none_is_told(self) -> None:
        with Sender(self.live.folder / "none.sqlite") as sender, self.assertRaises(sealedpush.PairingError) as failed:
            pairing = sender.pair(self.live.url, "x")
            pairing._deadline = time.monotonic() + 0.5
            pairing.answer()
        self.assertEqual(failed.exception.name, "noAnswer")
