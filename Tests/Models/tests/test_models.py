# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""The models of docs/models can fail: each change below takes away what a result rests on, and the result changes."""

import contextlib
import io
import tempfile
import unittest
from argparse import Namespace
from pathlib import Path

from check import MODELS, PROVERIF_ONLY, agrees
from checker.expected import agree, expected_results
from checker.queries import answers
from checker.syntax import ModelError
from proverif import verdicts

CHANGES = [
    # model, its query (from 0), what is changed, to what, the new verdict
    ("agreement", 0, "(messageLabel, hash(i), a, x)", "(messageLabel, hash(i), a)", "is false"),
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
    ("stolen-device", 0, "(event PhoneLinked; insert known(next))", "insert known(next)", "is false"),
    ("stolen-device", 5, "if d <> p then event Sealed1(d)", "event Sealed1(d)", "is false"),
    ("stolen-sender", 1, "if root <> revoked then event StandsAll", "if b <> revoked then event StandsAll", "is false"),
    ("stolen-sender", 2, "old <> next && old <> revoked && next", "old <> next && next", "is false"),
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
        for file, content, outcome, line in [
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
        self.assertTrue(all((MODELS / one).exists() for one in PROVERIF_ONLY))

    def test_proverifs_results_are_read_from_its_output(self):
        output = """-- Query not attacker(s[]) in process 0.
Completing...
RESULT not attacker(s[]) is true.
-- Query inj-event(e(x)) ==> inj-event(b(x)) in process 0.
RESULT inj-event(e(x_1)) ==>
 inj-event(b(x_1)) cannot be proved.
RESULT (but event(e(x_1)) ==> event(b(x_1)) is true.)
RESULT not attacker_p1(s[]) is false.

--------------------------------------------------------------
Verification summary:

Query not attacker(s[]) is true.
"""
        self.assertEqual(verdicts(output), ["is true", "cannot be proved", "is false"])
