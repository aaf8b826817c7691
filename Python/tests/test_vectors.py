# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""The published vectors."""

import copy
import json
import os
import unittest
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests import rules
from tools.published.catalogue import files
from tools.vectors import check_folder, check_vector

FOLDER = Path(os.environ.get("SEALEDPUSH_SPEC_VECTORS", "../docs/vectors"))
EXPECTED = set(
    """expected content candidateOf attachments refusedAttachments remove candidates pinsAfter envelopeBytes outer
    contentDigest recordDigest prekeyID prekeyIDs identities origin challenge digits collapseID
    linkHash end lastMoment senderName relay dropID endpoint answerTopic deviceName answerHash number paired
    steps before""".split()
)

# What is given in one kind, and a result in another.
GIVEN = {"possessionChallenge": {"origin"}}


def changes(vector: Any) -> Iterator[Any]:
    """The vector with each value that it expects changed once."""
    for name in EXPECTED & vector.keys() - GIVEN.get(vector["kind"], set()):
        values = vector[name] if name in ("steps", "pinsAfter") else [0]
        for inner in values:
            changed = copy.deepcopy(vector)
            if name == "before":
                changed["before"][0]["expected"] = "other"
            elif isinstance(vector[name], dict):
                changed[name][inner] = "00" * 32
            else:
                changed[name] = "00" * 32
            yield f"{name} {inner}", changed


class VectorTests(unittest.TestCase):
    @rules("C-44")
    def test_all_published_vectors_agree(self) -> None:
        count, faults = check_folder(FOLDER)
        self.assertGreater(count, 700)
        self.assertEqual(faults, [])

    def test_a_published_vector_with_another_result_fails(self) -> None:
        for path in sorted(FOLDER.glob("*.json")):
            for what, changed in changes(json.loads(path.read_text(encoding="utf-8"))):
                with self.subTest(path.stem, what=what), self.assertRaises(Exception):
                    check_vector(changed)

    def test_the_published_files_are_what_is_made_byte_for_byte(self) -> None:
        made = {name: text.encode() for name, text in files().items()}
        found = {path.name: path.read_bytes() for path in FOLDER.glob("*.json")}
        self.assertEqual([name for name in sorted(made | found) if made.get(name) != found.get(name)], [])
        self.assertEqual(len({name[:4] for name in made}), len(made))
