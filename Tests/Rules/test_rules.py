# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""The check of rules and their tests can fail: each project here has one fault, which is told."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

CHECK = Path(__file__).resolve().parents[2] / ".ci" / "rules"

PROJECT = {
    "docs/protocol/message.md": "- **M-1** A rule\n  of two lines.\n- **M-2** Another.\n- **M-3** A third.\n",
    "docs/protocol/senders.md": "- **S-1** One more.\n",
    "docs/claims.md": "- **C-1** A claim.\n\n## Without a test\n\n- S-1: nothing to try.\n",
    "docs/relay.md": "# The relay\n\n- **C-51** A claim of the relay's,\n  which goes on.\n",
    "docs/sidecar.md": "- **C-52** A claim of the sidecar's.\n\nOther text.\n",
    "docs/models/a.pv": "(* Secrecy.\n\n   Claims     C-1 *)\n",
    "docs/vectors/0101-plain.json": '{\n  "rule": "M-3 line 2"\n}\n',
    "Sources/Open.swift": "// M-1, M-2, M-3 and S-1\n",
    "Tests/OpenTests.swift": "// M-2 and C-1\n",
    ".build/results/rules.txt": (
        "Module.OpenTests/`it (also) opens`(_:)/Open.swift:10:6\tM-1 C-1\n"
        "Module.Outer/OpenTests/plain()/Open.swift:2:6\tM-1 C-51\ninterop/test_it\tM-2 C-52\n"
    ),
    ".build/results/swift.xml": (
        '<testsuites><testsuite><testcase classname="Module.OpenTests" name="`it (also) opens`(_:)"/>'
        '<testcase classname="Module.OpenTests" name="another()"/>'
        '<testcase classname="Module.Outer.OpenTests" name="plain()"/>'
        '<testcase classname="VectorTests.VectorTests" name="`every vector passes`()"/></testsuite></testsuites>'
    ),
    ".build/results/interop.log": "test_it (tests.test_a.ATests.test_it)\nIt works. ... ok\n",
    ".build/results/models.log": "a.pv:\n  RESULT not attacker(s) is true.\n  0.1 s\nmodels: 1 of 1\n",
}
SKIPPED = ('opens`(_:)"/>', 'opens`(_:)"><skipped/></testcase>')
PAGE = """# Rules, claims and their tests

Made by `make test` from its run.

## M-1

A rule of two lines.

- OpenTests/it (also) opens
- Outer/OpenTests/plain

## M-2

Another.

- interop/test_it

## M-3

A third.

- VectorTests/every vector passes

## S-1

One more.

- no test: nothing to try.

## C-1

A claim.

- OpenTests/it (also) opens
- models/a.pv

## C-51

A claim of the relay's, which goes on.

- Outer/OpenTests/plain

## C-52

A claim of the sidecar's.

- interop/test_it
"""


class RulesTests(unittest.TestCase):
    def check(self, *options: str, **changes: tuple[str, str]) -> tuple[int, str, str]:
        """Runs the check on the project with one text of a file replaced; gives the page, too."""
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for name, text in PROJECT.items():
                change = changes.get(Path(name).stem.removeprefix("0101-"), ("", ""))
                self.assertIn(change[0], text)
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text.replace(*change) if change[0] else text)
            if not options:
                subprocess.run(["git", "init", "-q", root], check=True)
            run = subprocess.run([sys.executable, CHECK, *options, root], capture_output=True, text=True)
            page = root / ".build" / "docs" / "rules.md"
            return run.returncode, run.stdout + run.stderr, page.read_text() if page.exists() else ""

    def test_a_project_without_fault_passes_and_has_its_table(self) -> None:
        words = "rules: 7 rules and claims, 8 pairs with 5 tests and models: .build/docs/rules.md\n"
        self.assertEqual(self.check("--tests"), (0, words, PAGE))
        self.assertEqual(self.check()[0], 0)

    def test_each_fault_of_a_run_is_told(self) -> None:
        faults = [
            ({"interop": ("ok", "FAIL")}, "M-2 has no test that passed"),
            ({"rules": ("test_it\tM-2", "test_it\tM-1")}, "M-2 has no test that passed"),
            ({"rules": ("M-1 C-51", "M-1 C-1")}, "C-51 has no test that passed"),
            ({"rules": ("M-2 C-52", "M-2")}, "C-52 has no test that passed"),
            ({"rules": ("M-1 C-1", "M-1 C-2")}, "`it (also) opens`(_:) names C-2, which is no rule"),
            ({"rules": ("test_it", "test_other")}, "interop/test_other did not run"),
            ({"swift": ('<testcase classname="Module.Outer', '<case classname="Module.Outer')}, "plain() did not run"),
            ({"rules": ("M-1 C-1", "M-1 S-1")}, "S-1 has tests, and is listed under 'Without a test'"),
            ({"claims": ("- S-1: nothing", "S-1: nothing")}, "S-1 has no test that passed"),
            ({"a": ("Claims", "Shows")}, "models/a.pv names no claim"),
            ({"plain": ("M-3", "M-1")}, "M-3 has no test that passed"),
            ({"models": ("0.1 s", "FAILED: the header")}, "models/a.pv: failed"),
            ({"models": ("a.pv", "b.pv")}, "models/a.pv did not run"),
            ({"models": ("RESULT", "nothing")}, "models/a.pv: failed"),
        ]
        for change, words in faults:
            with self.subTest(words):
                status, output, _ = self.check("--tests", **change)
                self.assertEqual(status, 1, output)
                self.assertIn(words, output)

    def test_each_fault_of_a_citation_is_told(self) -> None:
        faults = [
            ({"senders": ("S-1", "M-1")}, "M-1 is given twice"),
            ({"relay": ("C-51", "C-1")}, "C-1 is given twice"),
            ({"sidecar": ("C-52", "C-51")}, "C-51 is given twice"),
            ({"Open": ("M-2, ", "")}, "M-2 is cited by no source file"),
            ({"Open": ("M-2", "M-2, M-9")}, "M-9 is cited, and is no rule"),
            ({"OpenTests": ("M-2", "W" "-2")}, "W" "-2 is cited, and is no rule"),
            ({"OpenTests": ("C-1", "C-2")}, "C-2 is cited, and is no rule"),
        ]
        for change, words in faults:
            with self.subTest(words):
                status, output, _ = self.check(**change)
                self.assertEqual(status, 1, output)
                self.assertIn(words, output)

    def test_what_did_not_run_is_no_evidence(self) -> None:
        status, output, page = self.check("--tests", swift=SKIPPED)
        self.assertEqual(status, 0, output)
        self.assertIn("- OpenTests/it (also) opens (not run)\n", page)

    def test_a_model_that_nothing_ran_is_told_and_has_not_passed(self) -> None:
        result, left = "  RESULT not attacker(s) is true.\n", "  NOT RUN by our checker (it needs ProVerif): a.pv\n"
        told = "1 models NOT RUN, which need ProVerif ('make models'): a.pv"
        status, output, page = self.check("--tests", models=(result, left))
        self.assertEqual(status, 0)
        self.assertIn(told, output)
        self.assertIn("- models/a.pv (not run)\n", page)
        proved = left + "a.pv (ProVerif):\n  ok: is true; expected: RESULT not attacker(s) is true.\n"
        status, output, page = self.check("--tests", models=(result, proved))
        self.assertEqual(status, 0)
        self.assertNotIn("NOT RUN", output)
        for one, other in [(left, "  FAILED: is false\n"), (result, "  FAILED: is false\n"), ("  FAILED\n", result)]:
            status, output, _ = self.check("--tests", models=(result, f"{one}a.pv (ProVerif):\n{other}"))
            self.assertIn("models/a.pv: failed", output)
            self.assertEqual(status, 1)


if __name__ == "__main__":
    unittest.main()
