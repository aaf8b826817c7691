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
from typing import Any

from tests import rules
from tools.making import MAKERS, make_folder
from tools.vectors import check_folder

SEED = int(os.environ.get("SEALEDPUSH_SEED", "20261121"))

# Every class that a vector of these kinds can end with.
OPENING = set(
    """opened recovered malformedPayload notSealed malformedEnvelope unknownVersion unknownPrekey prekeyUsed
    replayed prekeyExpired cannotOpen malformedMessage senderNotAccepted wrongSignature expired""".split()
)
SEALING = set(
    """accepted reservedKey attachmentsTooLarge placeholderRefused contentTooLarge prekeyRolledBack
    prekeyContradicted prekeyNotYetValid noPrekey""".split()
)
WIRE = set(
    """accepted malformed unknownVersion identityRefused keyRefused wrongSignature repeatedPrekey wrongPrefix
    wrongCheck equalKeys cannotOpen""".split()
)


class ExchangeTests(unittest.TestCase):
    """Needs the Swift build: `SEALEDPUSH_BUILD` is the folder of its executables."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_swift(self, name: Any, *arguments: Any) -> Any:
        command: list[Any] = [Path(os.environ["SEALEDPUSH_BUILD"]) / name, *map(str, arguments)]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def swift_check(self) -> Any:
        """What `sealedpush-lab vectors check` says of the folder: a line a failure, then the counts."""
        return self.run_swift("sealedpush-lab", "vectors", "check", self.folder).stdout.splitlines()

    def expected(self) -> Any:
        vectors = [json.loads(file.read_text(encoding="utf-8")) for file in self.folder.glob("*.json")]
        return Counter((vector["kind"], vector["expected"]) for vector in vectors)

    @rules("C-44")
    def test_a_thousand_messages_sealed_in_swift_are_opened_in_python(self) -> None:
        made = self.run_swift("RandomMessages", self.folder, 1000, SEED)
        self.assertEqual(made.stdout, "1000 vectors\n", made.stderr)
        self.assertEqual(self.expected(), {("message", "opened"): 1000})
        self.assertEqual(check_folder(self.folder), (1000, []))

    @rules("C-44")
    def test_a_thousand_messages_sealed_in_python_are_opened_in_swift(self) -> None:
        make_folder(self.folder, SEED, 1000, "messages")
        found = self.expected()
        self.assertEqual(found["message", "opened"] + found["message", "recovered"], 1000)
        self.assertGreater(found["message", "opened"], 800)
        self.assertEqual(self.swift_check(), ["1000 passed, 0 failed"])

    @rules("C-44")
    def test_whatever_is_made_at_random_ends_in_both_with_the_same_class(self) -> None:
        make_folder(self.folder, SEED, 2500)
        self.assertEqual(self.swift_check(), ["2500 passed, 0 failed"])
        found: dict[str, set[str]] = {"message": set(), "choice": set(), "sealing": set(), "other": set()}
        for kind, expected in self.expected():
            found.get(kind, found["other"]).add(expected)
        self.assertEqual(OPENING - found["message"], set())
        self.assertEqual(SEALING - (found["choice"] | found["sealing"]), set())
        self.assertEqual(WIRE - found["other"], set())

    def test_swift_tells_where_the_other_expects_something_else(self) -> None:
        make_folder(self.folder, SEED, 20, "records")
        file = sorted(self.folder.glob("*.json"))[7]
        file.write_text(file.read_text(encoding="utf-8").replace('"expected": "', '"expected": "not '))
        failure, counts = self.swift_check()
        self.assertEqual(counts, "19 passed, 1 failed")
        self.assertTrue(failure.startswith(f"{file.stem}: "), failure)

    def test_a_seed_makes_the_same_cases_again(self) -> None:
        for kind in MAKERS:
            for name in ("first", "second"):
                make_folder(self.folder / kind / name, SEED, 10, kind)
            for path in (self.folder / kind / "first").iterdir():
                self.assertEqual(path.read_bytes(), (path.parent.parent / "second" / path.name).read_bytes())
