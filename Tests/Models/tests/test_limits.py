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
        self.assertEqual(answer("query attacker(s). process if k = k then 0 else out(c, s)").verdict, "is true")
        self.assertEqual(answer("query attacker(s). process if s = k then 0 else out(c, s)").verdict, "is false")
        self.assertEqual(answer("query attacker(s). process let x = sdec(k, k) in 0 else out(c, s)").verdict, "is false")

    def test_a_branch_that_is_thought_possible_and_never_taken_is_no_attack(self):
        known = "query attacker(s). process if sdec(senc(k, k), k) = k then 0 else out(c, s)"
        self.assertEqual(answer(known).verdict, "cannot be proved")

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


class Inequalities(unittest.TestCase):
    def test_a_term_differs_from_every_other_and_never_from_itself(self):
        for condition, verdict in [
            ("k <> k", "is true"), ("senc(k, x) <> senc(k, x)", "is true"), ("x <> x", "is true"), ("s <> k", "is false"),
            ("x <> n", "is false"), ("x <> c", "differ in type"), ("(x, k) <> (x, k)", "is true"), ("(x, k) <> (k, x)", "is false"),
            ("x = n && x <> n", "is true"), ("x <> n && x = n", "is true"), ("x = c1 && x <> n", "is false"),
            ("x = c1 && x <> c1", "is true"), ("x <> k && (x = k || s = k)", "is true"), ("(x <> k) && (x = k || x = c1)", "is false"),
        ]:
            with self.subTest(condition):
                condition = condition.replace("c1", "senc(c2, c2)")
                text = f"free c2: bitstring. query attacker(s). process new n: bitstring; in(c, x: bitstring); if {condition} then out(c, s)"
                if verdict == "differ in type":
                    self.assertRaisesRegex(ModelError, verdict, answer, text)
                else:
                    self.assertEqual(answer(text).verdict, verdict)

    def test_the_other_branch_is_taken_only_if_no_alternative_holds(self):
        text = "query attacker(s). process in(c, (x: bitstring, y: bitstring)); if %s then 0 else out(c, s)"
        for condition, verdict in [("x = x", "is true"), ("x <> k", "is true"), ("x = k || y = k", "is false"),
                                   ("x = y || x <> y", "is true"), ("x = y && x <> y", "is false")]:
            with self.subTest(condition):
                self.assertEqual(answer(text % condition).verdict, verdict)

    def test_a_run_is_held_to_a_real_difference(self):
        text = "event done(bitstring, bitstring).\nquery x: bitstring, y: bitstring; event(done(x, y)) ==> x = y.\n" \
            "process in(c, x: bitstring); in(c, y: bitstring); if x %s y then event done(x, y)"
        self.assertEqual(answer(text % "=").verdict, "is true")
        self.assertEqual(answer(text % "<>").verdict, "is false")


class Tables(unittest.TestCase):
    ROWS = "table t(bitstring, bitstring).\nquery attacker(s) phase %s.\nprocess (%s) | (%s)"

    def verdict(self, insert, get, phase=0):
        return answer(self.ROWS % (phase, insert, get)).verdict

    def test_a_row_is_found_only_if_one_was_inserted_that_fits(self):
        for insert, get, verdict in [
            ("insert t(k, k)", "get t(=k, x) in out(c, x); out(c, s)", "is false"),
            ("insert t(k, k)", "get t(=s, x) in out(c, s)", "is true"),
            ("insert t(k, s)", "get t(=k, x) in out(c, x)", "is false"),
            ("insert t(senc(k, k), k)", "get t(x, y) in if x = y then out(c, s)", "is true"),
            ("0", "get t(x, y) in out(c, s)", "is true"),
            ("0", "in(c, (x: bitstring, y: bitstring)); get t(=x, =y) in out(c, s)", "is true"),
            ("in(c, x: bitstring); insert t(x, x)", "get t(x, y) in if x = y then out(c, s)", "is false"),
        ]:
            with self.subTest(f"{insert} | {get}"):
                self.assertEqual(self.verdict(insert, get), verdict)

    def test_a_row_stays_in_later_phases_and_is_in_no_earlier_one(self):
        self.assertEqual(self.verdict("insert t(k, k)", "phase 1; get t(x, y) in out(c, s)", 1), "is false")
        self.assertEqual(self.verdict("phase 1; insert t(k, k)", "get t(x, y) in out(c, s)", 1), "is true")

    def test_a_table_tells_the_attacker_nothing(self):
        self.assertEqual(self.verdict("insert t(s, s)", "get t(x, y) in out(c, senc(x, k))"), "is true")

    def test_the_other_branch_of_get_is_replayed_only_without_a_row_that_fits(self):
        self.assertEqual(self.verdict("0", "get t(x, y) in 0 else out(c, s)"), "is false")
        late = "in(c, =k); insert t(k, k)"
        self.assertEqual(self.verdict(late, "get t(x, y) in 0 else out(c, s)"), "is false")
        first = "insert t(k, k); out(c, k); get t(x, y) in 0 else out(c, s)"
        self.assertEqual(answer("table t(bitstring, bitstring). query attacker(s). process " + first).verdict, "cannot be proved")

    def test_rows_that_lead_to_rows_are_followed_to_any_length(self):
        text = "table t(bitstring). query attacker(s). process insert t(senc(k, k)); out(c, senc(k, k)); " \
            "((!(in(c, (x: bitstring, y: bitstring)); get t(=x) in if y <> senc(c1, c1) then insert t(y))) | (get t(=%s) in out(c, s)))"
        for row, verdict in [("senc(c1, k)", "is true"), ("senc(c1, c1)", "is true"), ("(c1, c1)", "is false")]:
            self.assertEqual(answer("free c1: bitstring. " + text % row).verdict, verdict)


class Refusals(unittest.TestCase):
    def refused(self, text, reason):
        with self.assertRaisesRegex((ModelError, LimitReached), reason):
            answer(text)

    def test_what_is_outside_the_subset_or_wrong_is_an_error_with_its_line(self):
        for text, reason in [
            ("event e. query inj-event(e) ==> inj-event(e). process 0", r"test.pv:6: `inj-event` needs ProVerif"),
            ("equation forall x: bitstring; senc(x, x) = x. process 0", r"test.pv:6: expected type or free"),
            ("table t(what). process 0", "unknown type what"),
            ("\nprocess get t(x) in 0", r"test.pv:7: unknown table t"),
            ("process insert t(k)", "unknown table t"),
            ("table t(bitstring). process insert t(k, k)", r"t has the columns \(bitstring\)"),
            ("table t(bitstring). process insert t(c)", r"t has the columns \(bitstring\)"),
            ("table t(bitstring). process get t(x, y) in 0", r"t has the columns \(bitstring\)"),
            ("table t(bitstring). process get t(x: channel) in 0", "x meets a bitstring"),
            ("table t(bitstring). process get t(x) suchthat x = k in 0", "expected in"),
            ("table t(bitstring). table t(bitstring). process 0", "t is declared twice"),
            ("free p: channel [private]. process out(p, s)", "test.pv:6: a private channel needs ProVerif"),
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
            ("process if not(s = k) then 0", "expected an identifier"),
            ("process if s then 0", "expected = or <>"),
            ("process let (x: bitstring, y: bitstring) = c in 0", "a tuple meets a channel"),
            ("type s. process 0", "s is declared twice"),
            ("process 0 (*", "comment without an end"),
            ("process choice[s, k]", "expected an identifier"),
            ("process out(c, choice[s, k])", "observational equivalence needs ProVerif"),
            ("process out(c, choice[s, c])", "choice between a bitstring and a channel"),
            ("process out(c, choice[s])", "expected ,"),
            ("query attacker(choice[s, k]). process 0", "choice"),
            ("process 0 }", "outside the subset"),
            ("process if s > k then 0", "expected = or <>"),
            ("set ignoreTypes = false. process 0", "`set` needs ProVerif"),
            ("lemma event(e). process 0", "`lemma` needs ProVerif"),
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
