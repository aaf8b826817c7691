# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""The models of docs/models can fail: each change below takes away what a result rests on, and the result changes."""

import contextlib
import io
import tempfile
import unittest
from argparse import Namespace
from pathlib import Path

import proverif
from check import MODELS, PROVERIF_ONLY, TOO_LONG, agrees
from checker.expected import agree, expected_results
from checker.queries import answers
from checker.syntax import ModelError
from proverif import verdicts

CHANGES = [
    # model, its query (from 0), what is changed, to what, the new verdict
    ("activation", 0, "if verify(d, (possessionLabel, d, o, h), sig) = true then                     (* V-24 *)", "", "is false"),
    ("agreement", 0, "(messageLabel, (hash(i), a, x))", "(messageLabel, (hash(i), a))", "is false"),
    ("agreement", 0, "(otherLabel, statement)", "(messageLabel, statement)", "is false"),
    ("agreement", 0, "info(t, k, ", "info(t, alert, ", "is false"),
    ("attachments", 1, "if hash(e) = h then", "", "is false"),
    ("attachments", 2, "get contact(=idR, =idS) in", "", "is false"),
    ("attachments", 4, "if hash(e) = h then", "", "is false"),
    ("agreement", 0, "out(net, sign(sk, (otherLabel, statement)))", "out(net, sign(sk, statement))", "is false"),
    ("agreement", 2, "!Sending(skS)", "0", "is true"),
    ("dishonest-recipients", 0, "let i = info(t, idR, hash(r), id) in", "in(net, i: bitstring);", "is false"),
    ("dishonest-recipients", 1, "if verify(to, (prekeyLabel, to, c, e, pk), sig) = true then", "", "is false"),
    ("forward-secrecy", 0, "event Erased(public(sk));  ", "", "is false"),
    ("injective-agreement", 0, "(messageLabel, hash(i), a, x)", "(messageLabel, hash(i), x)", "is false"),
    ("injective-agreement", 1, "event Claimed((idR, prekey), run);", "event Claimed((idR, prekey, hash(a)), run);", "is false"),
    ("injective-agreement", 3, "hash((a, ciphertext))", "hash(a)", "is false"),
    ("repeated-randomness", 0, "(messageIdLabel, random, hash(r), hash(x))", "(messageIdLabel, random)", "is false"),
    ("repeated-randomness", 1, "new coins: scalar;", "in(net, coins: scalar);", "is false"),
    ("stolen-device", 0, "get known(=d) in\n  event Sealed0", "event Sealed0", "is false"),
    ("stolen-device", 1, "get known(=d) in\n  if d", "if d", "is false"),
    ("stolen-device", 2, "if d <> phone then ", "", "is false"),
    ("stolen-device", 3, "(otherLabel, m)", "(retirementLabel, m)", "is false"),
    ("subscription", 3, "(subscriptionLabel, s, u, app, e)", "(subscriptionLabel, u, app, e)", "is false"),
    ("secrecy", 0, "if verify(to, (prekeyLabel, to, c, e, pk), sig) = true then", "", "is false"),
]


class Models(unittest.TestCase):
    def test_each_model_rests_on_what_it_says(self):
        for name, index, old, new, verdict in CHANGES:
            with self.subTest(f"{name}: {old}"):
                text = (MODELS / f"{name}.pv").read_text(encoding="utf-8")
                self.assertIn(old, text)
                self.assertNotEqual(expected_results(name, text)[index][1], verdict)
                found = answers(name, text.replace(old, new))
                self.assertEqual([next(found).verdict for _ in range(index + 1)][index], verdict)

    def test_the_header_is_read_and_may_not_be_empty(self):
        text = "(* RESULT event(a(x))\n  ==> event(b(x)) is true.\n RESULT not attacker(s) cannot be proved. *)\nprocess 0"
        wanted = [("event(a(x)) ==> event(b(x))", "is true"), ("not attacker(s)", "cannot be proved")]
        self.assertEqual(expected_results("m.pv", text), wanted)
        with self.assertRaises(ModelError):
            expected_results("m.pv", "(* nothing *) process (* RESULT not attacker(s) is true. *) 0")

    def test_a_header_may_number_its_results(self):
        self.assertEqual(expected_results("m.pv", "(* 9 true\n Expected\n 1 true  yes\n 2, 3 false (no) *)\nprocess 0"),
                         [(None, "is true"), (None, "is false"), (None, "is false")])
        for numbers in ["1 true\n 3 true", "2 true", "2, 1 true"]:
            with self.assertRaisesRegex(ModelError, "number"):
                expected_results("m.pv", f"(* Expected\n {numbers} *)\nprocess 0")

    def test_a_header_may_expect_an_equivalence_or_none(self):
        for words, verdict in [("Observational equivalence is true.", "is true"), ("not true: a guess", "is not true")]:
            wanted = expected_results("m.pv", f"(* Expected   {words} *)\nprocess 0")
            self.assertEqual(wanted, [("Observational equivalence", verdict)])

    def test_results_agree_by_query_and_verdict(self):
        found = [("event(a)", "is true"), ("event(b)", "cannot be proved")]
        for wanted, same in [
            ([("event(a)", "is true"), (None, "cannot be proved")], True), ([("event(a)", "is true"), (None, "is not true")], True),
            ([("event(b)", "is true"), (None, "cannot be proved")], False), ([(None, "is not true"), (None, "is not true")], False),
            ([(None, "is true")], False), ([(None, "is true"), (None, "is false")], False),
        ]:
            self.assertEqual(agree(wanted, found), same, wanted)

    def test_what_only_proverif_can_run_is_listed_and_said(self):
        name = "hidden-from-guesses.pv"
        text, small = (MODELS / name).read_text(encoding="utf-8"), "free c: channel. type t. free a, b: t. process out(c, %s)"
        listed = "pins.pv"
        for file, content, outcome, line in [
            (listed, (MODELS / listed).read_text(encoding="utf-8"), None, f"NOT RUN by our checker (`set` needs ProVerif): {listed}"),
            ("other.pv", (MODELS / listed).read_text(encoding="utf-8"), False, "FAILED"),
            (name, text, None, f"NOT RUN by our checker (observational equivalence needs ProVerif): {name}"),
            ("other.pv", text, False, "FAILED"), (name, text.replace("type class.", ""), False, "FAILED"),
            (name, "(* Expected not true *)" + small % "choice[a, b]", None, "NOT RUN"),
            (name, "(* Expected not true *)" + small % "choice[a, c]", False, "FAILED"),
            (name, "(* RESULT not attacker(c) is false. *) query attacker(c). " + small % "a", False, "FAILED: PROVERIF_ONLY names"),
        ]:
            with self.subTest(file), tempfile.TemporaryDirectory() as folder:
                path, output = Path(folder) / file, io.StringIO()
                path.write_text(content, encoding="utf-8")
                with contextlib.redirect_stdout(output):
                    self.assertIs(agrees(path, Namespace(clauses=2000, seconds=10, details=False)), outcome)
                self.assertIn(line, output.getvalue())
        self.assertTrue(all((MODELS / one).exists() for one in PROVERIF_ONLY | TOO_LONG))

    def test_proverifs_results_are_read_from_its_summary(self):
        recorded = (Path(__file__).parent / "recorded" / "equivalence-not-proved.txt").read_text(encoding="utf-8")
        self.assertEqual(recorded.count("RESULT Observational equivalence cannot be proved."), 2)
        self.assertEqual(verdicts(recorded), (["cannot be proved"], []))
        output = """RESULT not attacker(s[]) is true.

--------------------------------------------------------------
Verification summary:

Query(ies):
 - Query event(e(x_1)) ==> x_1 \u2265 1 ||
 event(b(x_1)) cannot be proved.
 - Query not attacker_p1(s[]) is false.
Associated restriction(s):
 - Restriction event(e(x_1)) ==> x_1 = a in process 1.
Associated lemma(s):
 - Lemma event(e(x_1)) ==> event(d(x_1)) is true in process 1.
 - Lemma event(e(x_1)) ==> event(c(x_1)) cannot be proved in process 1 (that is, process 0 with restrictions).

Query not attacker(s[]) is true.

--------------------------------------------------------------
"""
        self.assertEqual(verdicts(output), (["cannot be proved", "is false", "is true"], ["is true", "cannot be proved"]))
        self.assertEqual(verdicts("RESULT not attacker(s[]) is true.\n"), ([], []))

    def test_a_model_that_proverif_does_not_answer_as_its_header_says_has_not_passed(self):
        summary = "-----\nVerification summary:\n\n%s\n\n-----\n"
        for printed, status, outcome in [
            (summary % "Query not attacker(s[]) is false.", 0, True), (summary % "Query not attacker(s[]) is true.", 0, False),
            (summary % "Query not attacker(s[]) is false.\n - Lemma event(e) cannot be proved in process 1.", 0, False),
            (summary % "Query not attacker(s[]) is false.", 2, False), (summary % "", 0, False), ("", 0, False),
            (summary % "Query not attacker(s[]) is false.\nQuery not attacker(s[]) is false.", 0, False),
        ]:
            with self.subTest(printed), tempfile.TemporaryDirectory() as folder:
                program, model, output = Path(folder) / "proverif", Path(folder) / "m.pv", io.StringIO()
                program.write_text(f"#!/bin/sh\ncat <<'END'\n{printed}END\nexit {status}\n", encoding="utf-8")
                program.chmod(0o755)
                model.write_text("(* Expected\n 1 false *)\nprocess 0", encoding="utf-8")
                with contextlib.redirect_stdout(output):
                    self.assertIs(proverif.agrees(str(program), model), outcome)
                self.assertEqual("FAILED" in output.getvalue(), not outcome)
        with contextlib.redirect_stdout(io.StringIO()):
            self.assertIs(proverif.agrees("/nowhere/proverif", MODELS / "secrecy.pv"), False)
