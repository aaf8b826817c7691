# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""The check of docs/claims.md can fail: each project here has one fault, which is told."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

CHECK = Path(__file__).resolve().parents[2] / ".ci" / "claims"

PROJECT = {
    "docs/protocol.md": "- **M-1** A rule.\n- **M-2** Another.\n",
    "docs/claims.md": (
        "| property | `OpenTests/it opens` | `models/a.pv` |\n"
        "| M-1 | word | `OpenTests/it opens`, `OpenTests/it (also) closes` |\n"
        "| M-2 | word | `interop/test_it` |\n"
    ),
    "docs/models/a.pv": "",
    "Tests/OpenTests.swift": "",
    ".gitignore": ".build/\n",
    ".build/results/swift.xml": (
        '<testsuites><testsuite><testcase classname="Module.OpenTests" name="`it opens`(_:)"/>'
        '<testcase classname="Module.OpenTests" name="`it (also) closes`()"/>'
        '<testcase classname="Module.OpenTests" name="plain(_:as:)"/></testsuite></testsuites>'
    ),
    ".build/results/interop.log": "test_it (tests.test_a.ATests.test_it) ... ok\n",
    ".build/results/models.log": "a.pv:\n  RESULT not attacker(s) is true.\n  0.1 s\nmodels: 1 of 1\n",
}


class ClaimsTests(unittest.TestCase):
    def check(self, **changes: tuple[str, str] | None) -> tuple[int, str]:
        """Runs the check on the project with one text of a file replaced, or without the file."""
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            subprocess.run(["git", "init", "-q", root], check=True)
            for name, text in PROJECT.items():
                file = root / name
                file.parent.mkdir(parents=True, exist_ok=True)
                change = changes.get(file.name.replace(".", "_"), ("", ""))
                if change is None:
                    continue
                self.assertIn(change[0], text)
                file.write_text(text.replace(*change) if change[0] else text)
                # The run was an hour after the last change.
                os.utime(file, (0, 0) if not name.startswith(".build") else (3600, 3600))
            if late := changes.get("late"):
                os.utime(root / late[0], (4000, 4000))
            run = subprocess.run([sys.executable, CHECK, root], capture_output=True, text=True)
            return run.returncode, run.stdout + run.stderr

    def test_a_project_without_fault_passes(self) -> None:
        counted = "claims: 4 tests and models are named, each of them ran and passed\n"
        self.assertEqual(self.check(), (0, counted))

    def test_each_fault_is_told(self) -> None:
        skipped = ('it opens`(_:)"/>', 'it opens`(_:)"><skipped/></testcase>')
        gone = "there is no such test, or it did not run"
        faults = [
            ({"claims_md": ("it opens", "it opened")}, f"OpenTests/it opened: {gone}"),
            ({"swift_xml": skipped}, "OpenTests/it opens: skipped"),
            ({"interop_log": ("ok", "FAIL")}, "interop/test_it: FAIL"),
            ({"interop_log": ("test_it (", "test_other (")}, f"interop/test_it: {gone}"),
            ({"models_log": ("0.1 s", "FAILED: the header")}, "models/a.pv: failed"),
            ({"models_log": ("a.pv", "b.pv")}, f"models/a.pv: {gone}"),
            ({"claims_md": ("| `models/a.pv`", "|")}, "models/a.pv is not named"),
            ({"claims_md": ("| M-2 |", "| M-3 |")}, "M-2 has no row"),
            ({"claims_md": ("| M-2 |", "| M-3 |")}, "M-3 is no rule of the protocol"),
            ({"claims_md": ("`interop/test_it`", "-")}, "M-2 names no test and does not say"),
            ({"swift_xml": None}, "no swift.xml of a test run: run 'make test' first"),
            ({"late": ("Tests/OpenTests.swift", "")}, "OpenTests.swift was changed since the tests"),
        ]
        for change, words in faults:
            with self.subTest(words):
                status, output = self.check(**change)
                self.assertEqual(status, 1)
                self.assertIn(words, output)

    def test_a_rule_may_say_that_it_is_not_tested(self) -> None:
        self.assertEqual(self.check(claims_md=("`interop/test_it`", "not tested: why"))[0], 0)


if __name__ == "__main__":
    unittest.main()
