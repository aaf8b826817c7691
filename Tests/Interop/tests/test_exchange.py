# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Both implementations against each other: what one seals the other opens, what one refuses the other refuses."""

import json
import os
import subprocess
import tempfile
import unittest
from collections import Counter
from pathlib import Path

from sealedpush.making import make_folder
from sealedpush.vectors import check_folder

SEED = int(os.environ.get("SEALEDPUSH_SEED", "20261121"))

# Every class of section 19 that a vector can end with.
OPENING = set(
    """malformedPayload notSealed textTooLong textNotBase64URL tooShort unknownFormat unknownSuite
    flagsNotZero reservedNotZero wrongLength unknownPrekey prekeyUsed suiteMismatch prekeyOverAge
    lowOrderKey cannotOpen malformedPlaintext paddingNotZero senderNotAccepted senderKeyRefused
    wrongSignature expired createdInFuture malformedContent replayed prekeyErased opened recovered
    """.split()
)
WIRE = set(
    """wrongLength unknownVersion unknownSuite unknownClass wrongOffers wrongTime publicKeyRefused
    identityRefused wrongSignature tooManyRecords repeatedPrekey repeatedReusable wrongOrigin
    wrongPrefix notBase64URL wrongCheck equalKeys accepted""".split()
)
SEALING = {
    *("accepted", "noPrekey", "prekeyNotYetValid", "prekeyExpired", "prekeyRevoked"),
    *("prekeyRolledBack", "prekeyContradicted", "suiteDowngraded", "suiteNotOffered"),
    *("reservedKey", "emptyPlaceholder", "placeholderTooLarge", "contentTooLarge"),
}


class ExchangeTests(unittest.TestCase):
    """Needs the Swift build: `SEALEDPUSH_BUILD` is the folder of its executables."""

    def setUp(self) -> None:
        self.build = Path(os.environ["SEALEDPUSH_BUILD"])
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_swift(self, *arguments: object) -> subprocess.CompletedProcess[str]:
        name, *rest = arguments
        return subprocess.run(
            [self.build / str(name), *map(str, rest)], capture_output=True, text=True, check=False
        )

    def swift_check(self) -> list[str]:
        """What `sealedpush vectors check` says of the folder: a line a failure, then the counts."""
        return self.run_swift("sealedpush", "vectors", "check", self.folder).stdout.splitlines()

    def vectors(self) -> list[dict]:
        return [json.loads(file.read_text()) for file in sorted(self.folder.glob("*.json"))]

    def test_a_thousand_messages_sealed_in_swift_are_opened_in_python(self) -> None:
        made = self.run_swift("VectorMaker", self.folder, 1000, SEED)
        self.assertEqual(made.stdout, "1000 vectors\n", made.stderr)
        found = Counter((vector["suite"], vector["expected"]) for vector in self.vectors())
        self.assertEqual(found.total(), 1000)
        self.assertGreater(found[1, "opened"], 200)
        self.assertGreater(found[2, "opened"], 200)
        self.assertEqual(check_folder(self.folder), [])

    def test_a_thousand_messages_sealed_in_python_are_opened_in_swift(self) -> None:
        make_folder(self.folder, SEED, 1000, "messages")
        found = Counter((vector["suite"], vector["expected"]) for vector in self.vectors())
        self.assertEqual(found.total(), 1000)
        self.assertGreater(found[1, "opened"], 200)
        self.assertGreater(found[2, "opened"], 200)
        self.assertEqual(self.swift_check(), ["1000 passed, 0 failed"])

    def test_whatever_is_made_at_random_ends_in_both_with_the_same_class(self) -> None:
        make_folder(self.folder, SEED, 4000)
        self.assertEqual(self.swift_check(), ["4000 passed, 0 failed"])
        found: dict[str, set[str]] = {"message": set(), "choice": set(), "sealing": set()}
        for vector in self.vectors():
            found.setdefault(vector["kind"], set()).add(vector["expected"])
        self.assertEqual(OPENING - found.pop("message"), set())
        self.assertEqual(SEALING - (found.pop("choice") | found.pop("sealing")), set())
        self.assertEqual(WIRE - set().union(*found.values()), set())

    def test_swift_tells_where_the_other_expects_something_else(self) -> None:
        make_folder(self.folder, SEED, 20, "messages")
        file = sorted(self.folder.glob("*.json"))[7]
        file.write_text(file.read_text().replace('"expected": "opened"', '"expected": "expired"'))
        failure, counts = self.swift_check()
        self.assertEqual(counts, "19 passed, 1 failed")
        self.assertEqual(failure, f"{file.stem}: the opening is opened, expected expired")
