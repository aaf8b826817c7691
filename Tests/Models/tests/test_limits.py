# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""What the checker must not claim, and what it must refuse."""

import unittest

from checker.queries import Goal, answers
from checker.saturate import LimitReached, Simplifier
from checker.syntax import ModelError, read_model
from checker.terms import unify
from checker.trace import Run
from checker.translate import translated

START = """free c: channel.
free s: bitstring [private].
free k: bitstring [private].
fun senc(bitstring, bitstring): bitstring.
reduc forall m: bitstring, x: bitstring; sdec(senc(m, x), x) = m.
"""


def answer(text):
    return list(answers("test.pv", START + text))[0]


class FalseAttacks(unittest.TestCase):
    def test_a_step_that_would_have_to_run_twice_is_no_attack(self):
        text = "query attacker(s). process out(c, senc(senc(s, k), k)); in(c, x: bitstring); out(c, sdec(x, k))"
        found = answer(text)
        self.assertEqual(found.verdict, "cannot be proved")
        self.assertIn("not replayed: line 6 would have to run twice in one session", found.details)
        self.assertEqual(answer(text.replace("in(c", "!(in(c") + ")").verdict, "is false")

    def test_a_branch_that_is_never_taken_is_no_attack(self):
        self.assertEqual(answer("query attacker(s). process if k = k then 0 else out(c, s)").verdict, "cannot be proved")
        self.assertEqual(answer("query attacker(s). process if s = k then 0 else out(c, s)").verdict, "is false")
        self.assertEqual(answer("query attacker(s). process let x = sdec(k, k) in 0 else out(c, s)").verdict, "is false")

    def test_a_run_that_a_restriction_forbids_is_no_attack(self):
        text = "event bad. query attacker(s). restriction event(bad) ==> false. process event bad; out(c, s)"
        self.assertEqual(answer(text).verdict, "is true")
        self.assertEqual(answer(text.replace("event bad; out(c, s)", "(event bad) | out(c, s)")).verdict, "is false")

    def test_a_phase_that_is_over_does_not_come_back(self):
        text = "query attacker(s) phase 1. process (in(c, =k); out(c, s)) | (phase 1; out(c, k))"
        self.assertEqual(answer(text).verdict, "is true")
        self.assertEqual(answer(text.replace("in(c, =k)", "phase 1; in(c, =k)")).verdict, "is false")

    def test_a_conclusion_may_be_any_of_several(self):
        text = "event a(bitstring). event b(bitstring). event done(bitstring).\nquery x: bitstring; event(done(x)) ==> %s.\n" \
            "process !(in(c, x: bitstring); ((event a(x); event done(x)) | (event b(x); event done(x))))"
        self.assertEqual(answer(text % "event(a(x)) || event(b(x))").verdict, "is true")
        self.assertEqual(answer(text % "event(a(x))").verdict, "is false")
        self.assertEqual(answer(text % "(event(a(x)) && event(b(x))) || event(a(x))").verdict, "is false")

    def test_a_conclusion_names_what_exists_and_not_what_is_wanted(self):
        text = "event a(bitstring, bitstring). event done(bitstring).\n" \
            "query x: bitstring, y: bitstring; event(done(x)) ==> event(a(%s)).\n" \
            "process !(in(c, x: bitstring); new y: bitstring; event a(x, y); event done(x))"
        self.assertEqual(answer(text % "x, y").verdict, "is true")
        self.assertEqual(answer(text % "y, x").verdict, "is false")

    def test_each_rule_of_a_destructor_and_a_letfun_count(self):
        text = "fun left(bitstring): bitstring. fun right(bitstring): bitstring.\n" \
            "reduc forall x: bitstring; inner(left(x)) = x; forall x: bitstring; inner(right(x)) = x.\n" \
            "letfun twice(x: bitstring) = inner(inner(x)). query attacker(s). process out(c, %s)"
        self.assertEqual(answer(text % "twice(left(right(s)))").verdict, "is false")
        self.assertEqual(answer(text % "twice(left(senc(s, k)))").verdict, "is true")
        self.assertEqual(answer(text % "left(right(s))").verdict, "is false")


class Refusals(unittest.TestCase):
    def refused(self, text, reason):
        with self.assertRaisesRegex((ModelError, LimitReached), reason):
            answer(text)

    def test_what_is_outside_the_subset_or_wrong_is_an_error_with_its_line(self):
        for text, reason in [
            ("event e. query inj-event(e) ==> inj-event(e). process 0", r"test.pv:6: expected an identifier"),
            ("equation forall x: bitstring; senc(x, x) = x. process 0", r"test.pv:6: expected type or free"),
            ("table t(bitstring). process 0", "expected type or free"),
            ("\nprocess get t(x) in 0", r"test.pv:7: expected an identifier"),
            ("free p: channel [private]. process out(p, s)", "channel other than a public free name"),
            ("process in(c, x: channel); out(x, s)", "channel other than a public free name"),
            ("process out(c, nothing)", "unknown name nothing"),
            ("process out(c, senc(s))", r"senc takes \(bitstring, bitstring\), here \(bitstring\)"),
            ("type t. free y: t. process out(c, senc(y, k))", r"here \(t, bitstring\)"),
            ("process in(c, s: bitstring)", "s is bound twice"),
            ("process in(c, x)", "x needs a type"),
            ("process new x: what", "unknown type what"),
            ("query attacker(sdec(s, k)). process 0", "sdec is no constructor"),
            ("query attacker(s). process phase 1; out(c, s)", "names its phase"),
            ("process phase 2; phase 1", "phases only go up"),
            ("event e. process event f", "unknown event f"),
            ("event e. query event(e) ==> attacker(s). process 0", "attacker.* in a conclusion"),
            ("event e(bitstring). query x: bitstring, y: bitstring; event(e(x)) ==> x = y. process 0", "no event binds"),
            ("restriction attacker(s) ==> false. process 0", "anything but events"),
            ("event e. restriction event(e) ==> event(e). process 0", "anything but equalities"),
            ("let P = P. process P", "unknown process P"),
            ("letfun f(y: bitstring) = f(y). process 0", "unknown function f"),
            ("process if s <> k then 0", "expected ="),
            ("process let (x: bitstring, y: bitstring) = c in 0", "a tuple meets a channel"),
            ("type s. process 0", "s is declared twice"),
            ("process 0 (*", "comment without an end"),
            ("process choice[s, k]", "expected an identifier"),
            ("process 0 }", "outside the subset"),
        ]:
            with self.subTest(text):
                self.refused(text, reason)

    def test_a_run_over_its_bound_fails(self):
        with self.assertRaises(LimitReached):
            list(answers("test.pv", START + "query attacker(s). process !(in(c, x: bitstring); out(c, senc(x, k)))", clauses=3))
        with self.assertRaises(LimitReached):
            list(answers("test.pv", START + "query attacker(s). process out(c, s)", seconds=0))


class Parts(unittest.TestCase):
    def test_no_term_contains_itself(self):
        self.assertFalse(unify(("f", 0), ("f", ("g", 0)), {}))
        self.assertFalse(unify(("f", 0, 1), ("f", ("g", 1), ("g", 0)), {}))

    def test_a_run_is_held_to_restrictions_and_to_the_query(self):
        model = read_model("test.pv", START + "event a. event b. restriction event(b) ==> false. query event(a) ==> event(b). process 0")
        translator = translated(model)
        run, query, restrictions = Run(translator), Goal(model.queries[0], translator), Simplifier(translator).restrictions
        self.assertFalse(query.broken_by(run))
        run.events = [("a",)]
        self.assertTrue(query.broken_by(run) and run.keeps(restrictions))
        run.events = [("a",), ("b",)]
        self.assertFalse(query.broken_by(run) or run.keeps(restrictions))

    def test_a_run_keeps_the_order_of_phases(self):
        for process in ["out(c, senc(s, k)) | (phase 1; out(c, k))", "(phase 1; out(c, senc(s, k))) | out(c, k)"]:
            what = [line.split()[2] for line in answer(f"query attacker(s) phase 1. process {process}").details]
            self.assertEqual(what, ["out", "phase", "out"])
