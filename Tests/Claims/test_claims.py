# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""The check of docs/claims.md can fail: each project here has one fault, which is told."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

CHECK = Path(__file__).resolve().parents[2] / ".ci" / "claims"

PROJECT = {
    "docs/protocol/message.md": "- **M-1** A rule.\n- **M-2** Another.\n",
    "docs/protocol/senders.md": "- **S-1** One more.\n",
    "docs/claims.md": (
        "| property | tests | model |\n| --- | --- | --- |\n"
        "| proper | `OpenTests/it opens` | `models/a.pv` |\n"
        "\n| section | tests |\n| --- | --- |\n| 11 | `OpenTests/it opens` |\n"
        "| M-1, S-1 | word | `OpenTests/it opens`, `OpenTests/it (also) closes` |\n"
        "| M-2 | word | `interop/test_it` |\n"
    ),
    "docs/models/a.pv": "",
    "Tests/OpenTests.swift": "",
    "docs/extra.md": "",
    ".build/results/swift.xml": (
        '<testsuites><testsuite><testcase classname="Module.OpenTests" name="`it opens`(_:)"/>'
        '<testcase classname="Module.OpenTests" name="`it (also) closes`()"/>'
        '<testcase classname="Module.OpenTests" name="plain(_:as:)"/></testsuite></testsuites>'
    ),
    ".build/results/interop.log": "test_it (tests.test_a.ATests.test_it) ... ok\n",
    ".build/results/models.log": "a.pv:\n  RESULT not attacker(s) is true.\n  0.1 s\nmodels: 1 of 1\n",
}

SKIPPED = ('it opens`(_:)"/>', 'it opens`(_:)"><skipped/></testcase>')


class ClaimsTests(unittest.TestCase):
    def check(self, *options: str, **changes: tuple[str, str] | None) -> tuple[int, str]:
        """Runs the check on the project with one text of a file replaced, or without the file.

        `late` changes a file after the run began.
        """
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for name, text in PROJECT.items():
                change = changes.get(Path(name).name.replace(".", "_"), ("", ""))
                if change is None:
                    continue
                self.assertIn(change[0], text)
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text.replace(*change) if change[0] else text)
            subprocess.run([sys.executable, CHECK, "--begin", root], check=True)
            if late := changes.get("late"):
                (root / late[0]).rename(root / late[1])
            run = subprocess.run(
                [sys.executable, CHECK, *options, root], capture_output=True, text=True
            )
            return run.returncode, run.stdout + run.stderr

    def test_a_project_without_fault_passes(self) -> None:
        words = "claims: every test and model that is named and ran passed; 0 tests did not run\n"
        self.assertEqual(self.check(), (0, words))

    def test_each_fault_is_told(self) -> None:
        gone = "there is no such test, or it did not run"
        changed = "was changed since the tests ran"
        faults = [
            ({"claims_md": ("it opens", "it opened")}, f"OpenTests/it opened: {gone}"),
            ({"claims_md": ("OpenTests/it o", "OpenTest/it o")}, f"OpenTest/it opens: {gone}"),
            ({"swift_xml": SKIPPED}, "OpenTests/it opens: skipped"),
            ({"interop_log": ("ok", "FAIL")}, "interop/test_it: FAIL"),
            ({"interop_log": ("test_it (", "test_other (")}, f"interop/test_it: {gone}"),
            ({"models_log": ("0.1 s", "FAILED: the header")}, "models/a.pv: failed"),
            ({"models_log": ("a.pv", "b.pv")}, f"models/a.pv: {gone}"),
            ({"claims_md": ("| `models/a.pv`", "|")}, "models/a.pv is not named"),
            ({"claims_md": ("`OpenTests/it opens` | `models/a.pv`", "-")}, "no test is named for: prop"),
            ({"models_log": ("RESULT", "nothing")}, "models/a.pv: failed"),
            ({"claims_md": ("| M-2 |", "| M-3 |")}, "M-2 has no row"),
            ({"claims_md": ("| M-1, S-1 |", "| M-1 |")}, "S-1 has no row"),
            ({"claims_md": ("| M-2 |", "| M-1 |")}, "M-1 has 2 rows"),
            ({"claims_md": ("| M-2 |", "| M-3 |")}, "M-3 is no rule of the protocol"),
            ({"claims_md": ("`interop/test_it`", "-")}, "M-2 names no test and does not say"),
            ({"swift_xml": None}, "no swift.xml of a test run: run 'make test' first"),
            ({"late": ("Tests/OpenTests.swift", "gone")}, f"Tests/OpenTests.swift {changed}"),
            ({"late": ("docs/extra.md", "Tests/new")}, f"Tests/new {changed}"),
        ]
        for change, words in faults:
            with self.subTest(words):
                status, output = self.check(**change)
                self.assertEqual(status, 1)
                self.assertIn(words, output)

    def test_without_the_published_vectors_a_skipped_test_is_told_and_no_fault(self) -> None:
        status, output = self.check("--without-published-vectors", swift_xml=SKIPPED)
        self.assertEqual(status, 0)
        self.assertIn("OpenTests/it opens: skipped", output)
        self.assertIn("1 tests did not run", output)

    def test_a_model_that_nothing_ran_is_told_and_has_not_passed(self) -> None:
        result, left = "  RESULT not attacker(s) is true.\n", "  NOT RUN by our checker (it needs ProVerif): a.pv\n"
        told = "1 models NOT RUN, which need ProVerif ('make models'): a.pv"
        status, output = self.check(models_log=(result, left))
        self.assertEqual(status, 0)
        self.assertIn(told, output)
        proved = left + "a.pv (ProVerif):\n  ok: is true; expected: RESULT not attacker(s) is true.\n"
        status, output = self.check(models_log=(result, proved))
        self.assertEqual(status, 0)
        self.assertNotIn("NOT RUN", output)
        for one, other in [(left, "  FAILED: is false\n"), (result, "  FAILED: is false\n"), ("  FAILED\n", result)]:
            status, output = self.check(models_log=(result, f"{one}a.pv (ProVerif):\n{other}"))
            self.assertIn("models/a.pv: failed", output)
            self.assertEqual(status, 1)

    def test_a_search_passes_by_its_section(self) -> None:
        row = ("`models/a.pv` |", "`models/a.pv`, `models/b.py` |")
        for section, status in [("b.py:\n  RESULT no counterexample\n", 0), ("b.py:\n  FAILED\n", 1), ("", 1)]:
            found, output = self.check(claims_md=row, models_log=("models: 1 of 1\n", section))
            self.assertEqual(found, status, output)

    def test_a_rule_may_say_that_it_is_not_tested(self) -> None:
        self.assertEqual(self.check(claims_md=("`interop/test_it`", "not tested: why"))[0], 0)


if __name__ == "__main__":
    unittest.main()
