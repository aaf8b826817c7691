# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Answers the queries of a model: true by saturation, false by a run, or neither."""

from __future__ import annotations

from dataclasses import dataclass, field

from .saturate import Limits, Simplifier, saturated
from .syntax import read_model
from .terms import matches_all, replace, show, size, variables
from .trace import Run, Unconfirmed
from .translate import Clause, attacker, translated
from .typecheck import check_model

TRUE, FALSE, OPEN = "is true", "is false", "cannot be proved"


@dataclass
class Answer:
    query: str
    verdict: str
    clauses: int                                 # the cases that are left after all resolution
    details: list = field(default_factory=list)  # the run that shows it false, or the clause that is open

    def __str__(self):
        return f"RESULT {self.query} {self.verdict}."


def answers(path, text, clauses=20000, seconds=120):
    """Reads, checks and saturates the model; an answer for each query in turn."""
    model = read_model(path, text)
    check_model(model)
    translator, limits = translated(model), Limits(clauses, seconds)
    simplifier = Simplifier(translator)
    goals = [Goal(query, translator) for query in model.queries]      # before saturation: their tuples count, too
    base = saturated(translator.clauses, simplifier, limits)
    for goal in goals:
        yield goal.answer(base, simplifier, limits)


class Goal:
    def __init__(self, query, translator):
        self.query, self.translator = query, translator
        names = {name: -1 - index for index, (name, _) in enumerate(query.variables)}
        self.premises = [self.fact(fact, names, "ev") for fact in query.premises]
        self.conclusions = []
        for facts in query.conclusions:
            events = [self.fact(fact, names, "mev") for fact in facts if fact.kind == "event"]
            equalities = [(translator.plain(f.term, names), translator.plain(f.right, names)) for f in facts if f.kind == "equal"]
            self.conclusions.append((events, equalities))
        self.names = names

    def fact(self, fact, names, predicate):
        term = self.translator.plain(fact.term, names)
        if fact.kind == "attacker":
            return attacker(fact.phase or 0, term)
        return predicate, (fact.term.name, *term[1:])

    def answer(self, base, simplifier, limits):
        numbers = {-1 - index: index for index in range(len(self.names))}
        goal = ("goal", ("query", *numbers.values()))
        start = Clause(tuple(replace(fact, numbers) for fact in self.premises), goal, rule=("query",))
        left = [clause for clause in saturated([start], simplifier, limits, rules=base) if clause.selected is None]
        broken = sorted((clause for clause in left if not self.concluded(clause)), key=lambda one: sum(map(size, one.hypotheses)))
        if not broken:
            return Answer(self.query.text, TRUE, len(left))
        reasons = []
        for clause in broken[:50]:
            run = Run(self.translator)
            try:
                run.replay(clause)
            except Unconfirmed as problem:
                reasons.append(str(problem))
                continue
            if run.keeps(simplifier.restrictions) and self.broken_by(run):
                return Answer(self.query.text, FALSE, len(left), list(run.lines()))
            reasons.append("the run does not break the query within the restrictions")
        needs = [f"needs {fact[0]} {show(fact[1])}" for fact in broken[0].hypotheses]
        return Answer(self.query.text, OPEN, len(left), needs + [f"not replayed: {reason}" for reason in dict.fromkeys(reasons)])

    def concluded(self, clause):
        """Whether some conclusion holds wherever the clause applies."""
        found = {-1 - index: term for index, term in enumerate(clause.conclusion[1][1:])}
        bound = variables(("", *self.premises))       # what only a conclusion names may be anything
        found = {v: term for v, term in found.items() if v in bound}
        return self.holds([fact for fact in clause.hypotheses if fact[0] == "mev"], found)

    def holds(self, events, found):
        for patterns, equalities in self.conclusions:
            for match in matches_all(patterns, events, found):
                if all(replace(left, match) == replace(right, match) for left, right in equalities):
                    return True
        return False

    def broken_by(self, run):
        events = [("mev", event) for event in run.events]
        return any(not self.holds(events, found) for found in matches_all(self.premises, run.facts(), {}))

