# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Published vectors, and vectors of our own making."""

import json
import os
import tempfile
import unittest
from pathlib import Path

from sealedpush.errors import OpeningError, SealingError, WireError
from sealedpush.making import MAKERS, make_folder
from sealedpush.vectors import check_file, check_folder

_FOLDER = os.environ.get("SEALEDPUSH_SPEC_VECTORS")
_needs_folder = unittest.skipUnless(_FOLDER, "SEALEDPUSH_SPEC_VECTORS names no folder")
_NOT_MADE = {
    "cannotShorten", "tooManyAttachments", "attachmentsTooLarge", "deviceRetired", "newDevice",
    "tooManyDevices", "keyRefused", "memoryUnavailable",
}  # fmt: skip


class VectorTests(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    @_needs_folder
    def test_all_published_vectors_agree(self) -> None:
        self.assertEqual(check_folder(_FOLDER), [])

    @_needs_folder
    def test_a_published_vector_with_another_member_fails(self) -> None:
        for path in sorted(Path(_FOLDER).glob("*.json")):
            vector = json.loads(path.read_bytes())
            changes = {"expected": "textTooShort", "kind": "other", "surprise": 1}
            if vector["expected"] in ("opened", "recovered", "accepted"):
                results = "content envelopeBytes outer digits collapseID recordDigest prekeyID"
                results += " identity prekeyIDs identities time origin challenge pinsAfter steps"
                results += " candidates contentDigest attachments refusedAttachments"
                changes |= {name: "00" for name in results.split() if name in vector}
                if vector["kind"] in ("bundle", "record"):
                    changes.pop("identity", None)
            for member, value in changes.items():
                changed = self.folder / path.name
                changed.write_text(json.dumps(vector | {member: value}))
                self.assertTrue(check_file(changed), f"{path.stem}: {member}")
            for step in vector.get("steps", {}):
                steps = vector["steps"] | {step: "00" * 32}
                changed.write_text(json.dumps(vector | {"steps": steps}))
                self.assertTrue(check_file(changed), f"{path.stem}: {step}")

    def test_a_folder_without_vectors_is_no_success(self) -> None:
        with self.assertRaises(ValueError):
            check_folder(self.folder)

    def test_made_vectors_agree_and_end_in_every_class(self) -> None:
        make_folder(self.folder, seed=1, count=1500)
        self.assertEqual(check_folder(self.folder), [])
        found = {json.loads(path.read_bytes())["expected"] for path in self.folder.iterdir()}
        classes = OpeningError.names | WireError.names | SealingError.names
        self.assertEqual(classes - found, _NOT_MADE)

    def test_a_seed_makes_the_same_vectors_of_suite_1_again(self) -> None:
        for kind in MAKERS:
            first, second = self.folder / kind / "first", self.folder / kind / "second"
            make_folder(first, seed=2, count=30, only=kind)
            make_folder(second, seed=2, count=30, only=kind)
            for path in first.iterdir():
                vector = json.loads(path.read_bytes())
                if vector["kind"] != "message" or vector["suite"] == 1 and "before" not in vector:
                    self.assertEqual(path.read_bytes(), (second / path.name).read_bytes())


if __name__ == "__main__":
    unittest.main()
