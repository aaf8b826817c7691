# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Both implementations against each other: what one seals the other opens, what one refuses the other refuses."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from sealedpush.vectors import check_folder

SEED = int(os.environ.get("SEALEDPUSH_SEED", "20261121"))


class ExchangeTests(unittest.TestCase):
    """Needs the Swift build: `SEALEDPUSH_BUILD` is the folder of its executables."""

    def setUp(self):
        self.build = Path(os.environ["SEALEDPUSH_BUILD"])
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_swift(self, name, *arguments):
        command = [self.build / name, *map(str, arguments)]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def test_a_thousand_messages_sealed_in_swift_are_opened_in_python(self):
        made = self.run_swift("VectorMaker", self.folder, 1000, SEED)
        self.assertEqual(made.stdout, "1000 vectors\n", made.stderr)
        self.assertEqual(check_folder(self.folder), (1000, []))
