# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""The command: what `inspect` prints is what `sealedpush` prints, and how each command ends."""

import contextlib
import io
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from sealedpush import PairingError, RelayError, SealingError, Sender, StoreError, UsageError, WireError
from sealedpush._command import exit_code, main, visible
from sealedpush._protocol.text import b64encode
from sealedpush.testing import Device, Phone, Relay
from tests.live import program

VECTORS = Path(os.environ.get("SEALEDPUSH_SPEC_VECTORS", "../docs/vectors"))


class CommandCase(unittest.TestCase):
    """Commands in this process, with the usual file in a folder of their own."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.enterContext(mock.patch.dict(os.environ, {"XDG_DATA_HOME": folder.name, "NO_COLOR": "1"}))

    def run_command(self, *arguments: str, stdin: bytes | None = b"") -> tuple[int, str, str]:
        """Exit code, standard output and standard error; without input a terminal answers for it."""
        out, error = io.StringIO(), io.StringIO()
        reader = io.TextIOWrapper(io.BytesIO(stdin or b""))
        with mock.patch("sys.stdin", reader), contextlib.redirect_stdout(out), contextlib.redirect_stderr(error):
            code = main(arguments)
        return code, out.getvalue(), error.getvalue()


class InspectTests(CommandCase):
    def files(self) -> dict[str, bytes]:
        """What the published vectors have of each kind, sound and refused, and more of our own."""
        found: dict[str, bytes] = {}
        kinds = {"deviceText": 6, "senderText": 6, "retirementText": 4, "successionText": 6, "revocationText": 4,
                 "subscriptionText": 8, "message": 30}
        for path in sorted(VECTORS.glob("*.json")):
            vector = json.loads(path.read_text(encoding="utf-8"))
            kind = vector["kind"]
            if kinds.get(kind, 0) > 0 and (text := vector.get("text") or vector.get("payload")):
                kinds[kind] -= 1
                found[path.stem] = text.encode()
        device = Device()
        with Sender(self.folder / "s.sqlite") as sender:
            sealed = sender.seal({"aps": {}}, device.bundle(), topic="com.example.app", recipient="ann")
            sender.succeed()
            sender.revoke(earlier=True)
            payload = device.open(sender.seal({"aps": {}}, device.bundle(), topic="com.example.app", recipient="ann"))
            statements = payload.payload["sealedpush"]["statements"]
            found["sender"] = sender.identity.encode()
        text = "\n".join(statements)
        found |= {
            "one-time": device.bundle_text(one_time=3).encode(), "empty": b"", "garbage": b"garbage",
            "device": device.identity.hex().encode(), "bare": b64encode(sealed.envelope).encode() + b"\n",
            "statements": text.encode() + b"\n", "retirement": device.retirement().encode(),
            "damaged": text[:-4].encode() + b"AAAA", "blank lines": f"\n{statements[0]}\n\n{statements[1]}\n".encode(),
            "no json": b"{", "not sealed": b'{"aps":{}}', "link": b"sealedpush-pair-1:AQ.AAAAAAAA"}
        return found

    def test_each_file_is_shown_as_the_other_implementation_shows_it(self) -> None:
        shown = 0
        for name, data in self.files().items():
            for more in ([], ["--json"]):
                swift = subprocess.run([program("sealedpush"), "inspect", *more], input=data, capture_output=True,
                                       check=False)
                code, out, _ = self.run_command("inspect", *more, stdin=data)
                with self.subTest(name, json=bool(more)):
                    self.assertEqual((code, out), (swift.returncode, swift.stdout.decode()))
                shown += code == 0
        self.assertGreater(shown, 60)


class CommandTests(CommandCase):
    def phone(self, relay: Relay) -> Phone:
        phone = relay.phone("Ann's phone")
        with Sender() as sender:
            link = sender.pair(relay.url, "Build server")
            phone.pair(link.link)
            link.answer().confirm(phone.number())
        return phone

    def test_notify_prints_nothing_if_all_relays_have_taken_the_text(self) -> None:
        with Relay() as relay:
            phone = self.phone(relay)
            self.assertEqual(self.run_command("notify", "Build done"), (0, "", ""))
            self.assertEqual(self.run_command("notify", "--title", "T", "--sound", "default", "--url", "u", "-",
                                              stdin=b"failed\n\n"), (0, "", ""))
            payload = self.folder / "payload"
            payload.write_text('{"aps":{"alert":"from a file"}}')
            self.assertEqual(self.run_command("notify", "--json", str(payload)), (0, "", ""))
            self.assertEqual([message.body for message in phone.messages], ["Build done", "failed", "from a file"])
            relay.answers["POST /e"].append((413, {"problem": "too-large"}))
            code, out, error = self.run_command("notify", "--to", "Ann's phone", "x")
            self.assertEqual((code, out), (10, ""))
            self.assertIn("note: Ann's phone: the relay refuses: too-large (too-large)", error)

    def test_arguments_that_make_no_sense_end_with_64_and_are_not_shown(self) -> None:
        with Relay() as relay:
            self.phone(relay)
        for arguments in (["notify"], ["notify", "a", "secret"], ["notify", "--secret", "a"], ["secret"], [],
                          ["notify", "--json", "f", "secret"], ["notify", ""], ["notify", "--to", "secret", "a"],
                          ["notify", "--to", "", "a"], ["pair", "--relay", "https://secret"],
                          ["pair", "--relay", "https://secret", "--name", "n"], ["inspect", "/no/secret"],
                          ["pair", "--relay", "https://secret", "--name", "n", "--yes"],
                          ["pair", "--relay", "secret", "--name", "n", "--yes", "--link"]):
            code, out, error = self.run_command(*arguments)
            with self.subTest(arguments):
                self.assertEqual((code, out), (64, ""))
                self.assertNotIn("secret", error)
                self.assertTrue(error.startswith("sealedpush-py: error: "), error)

    def test_each_error_has_the_exit_code_that_the_page_names(self) -> None:
        for error, code in (
                (SealingError("contentTooLarge"), 2), (SealingError("memoryUnavailable"), 6),
                (WireError("malformed"), 4),
                (StoreError("noStore"), 6), (StoreError("full"), 6), (PairingError("wrongNumber"), 7),
                (PairingError("endpointTaken"), 7), (PairingError("noAnswer"), 8), (PairingError("wrongClock"), 8),
                (RelayError("unreachable"), 75), (RelayError("limit"), 75), (RelayError("vapid-refused"), 8),
                (UsageError("noRecipient"), 64), (UsageError("noDevice"), 10), (UsageError("revoked"), 6)):
            self.assertEqual(exit_code(error), code, error.name)
        self.assertEqual(self.run_command("notify", "x")[0], 6)
        pair = ("pair", "--relay", "http://127.0.0.1:1", "--yes", "--link")
        self.assertEqual(self.run_command(*pair, "--name", "")[0], 64)
        self.assertEqual(self.run_command(*pair, "--name", "x"), (
            75, "", "sealedpush-py: error: the relay does not answer (unreachable)\n"
            "sealedpush-py: hint: check its name, the network, and its certificate\n"))

    def test_a_terminal_gets_no_character_that_it_would_obey(self) -> None:
        self.assertEqual(visible("a\x1b[2J\u202eb\u200d\u2028é語"), "a\\u{1B}[2J\\u{202E}b\\u{200D}\\u{2028}é語")

    def test_a_person_at_a_terminal_scans_and_types_the_number(self) -> None:
        with Relay() as relay:
            phone = relay.phone("Ann's phone")
            master, slave = os.openpty()
            child = subprocess.Popen([sys.executable, "-m", "sealedpush", "pair", "--relay", relay.url, "--name", "B"],
                                     stdin=slave, stdout=subprocess.PIPE, stderr=slave)
            os.close(slave)
            shown = b""
            while b"Scan it" not in shown:
                shown += os.read(master, 4096)
            lines = shown.decode().replace("\r", "").split("\n")
            phone.pair(next(line for line in lines if line.startswith("sealedpush-pair-1:")))
            self.assertIn("\u2580", lines[1])
            while b"Which number does your phone show? " not in shown:
                shown += os.read(master, 4096)
            os.write(master, phone.number().encode() + b"\n")
            out, _ = child.communicate()
            os.close(master)
        self.assertEqual((child.returncode, out), (0, b""))
        with Sender() as sender:
            self.assertEqual(sender.recipients()[0].state, "confirmed")

    def test_help_shows_every_option_and_the_package_explains_itself(self) -> None:
        for name, options in (("pair", "--relay --name --to --app-link --yes --link --store"),
                              ("notify", "--to --title --url --sound --collapse --exact --json --store"),
                              ("inspect", "--json")):
            code, out, _ = self.run_command(name, "--help")
            self.assertEqual(code, 0)
            for option in options.split():
                self.assertIn(option, out)
        done = subprocess.run([sys.executable, "-c", "import sealedpush; help(sealedpush)"], capture_output=True,
                              text=True, check=True)
        self.assertIn('sealedpush.notify("Build done"', done.stdout)
