# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""The models of docs/models can fail: each change below takes away what a result rests on, and the result changes."""

import unittest

from check import MODELS
from checker.expected import expected_results
from checker.queries import answers
from checker.syntax import ModelError
from proverif import verdicts

CHANGES = [
    # model, its query (from 0), what is changed, to what, the new verdict
    ("agreement", 0, "(messageLabel, hash(i), a, x)", "(messageLabel, hash(i), a)", "is false"),
    ("agreement", 0, "out(net, sign(sk, (otherLabel, statement)))", "out(net, sign(sk, statement))", "is false"),
    ("agreement", 2, "!Sending(skS)", "0", "is true"),
    ("dishonest-recipients", 0, "let i = info(x25519, t, idR, hash(r), id) in", "in(net, i: bitstring);", "is false"),
    ("dishonest-recipients", 1, "if verify(to, (prekeyLabel, to, s, c, e, pk), sig) = true then", "", "is false"),
    ("forward-secrecy", 0, "event Erased(public(sk));  ", "", "is false"),
    ("injective-agreement", 0, "(messageLabel, hash(i), a, x)", "(messageLabel, hash(i), x)", "is false"),
    ("injective-agreement", 1, "event Claimed((idR, prekey), run);", "event Claimed((idR, prekey, hash(a)), run);", "is false"),
    ("injective-agreement", 3, "hash((a, ciphertext))", "hash(a)", "is false"),
    ("repeated-randomness", 0, "(messageIdLabel, random, hash(r), hash(x))", "(messageIdLabel, random)", "is false"),
    ("repeated-randomness", 1, "derive(random, own, hash((i, x)))", "derive(random, random, random)", "is false"),
    ("secrecy", 0, "if verify(to, (prekeyLabel, to, s, c, e, pk), sig) = true then", "", "is false"),
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
