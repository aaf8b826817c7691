# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Replays a derivation as a run of the processes: real fresh names, real conditions, one input for each `in` of a session.

The clauses forget how often and in which order things happen, so a derivation may be no attack. What runs here is one.
"""

import itertools

from .terms import match, matches_all, replace, show, size


class Unconfirmed(Exception):
    """The derivation could not be replayed: it is perhaps no attack."""


class Values(dict):
    """Ground terms for a clause's variables. One that nothing names is a value of the attacker's own, or a session of its own."""
    numbers = itertools.count(1)

    def __missing__(self, variable):
        self[variable] = (f"own~{next(self.numbers)}",)
        return self[variable]


def rule_instances(goal):
    """The instances of the model's rules that the derivation of a clause is made of."""
    found, seen, queue = {}, set(), [(goal, Values())]
    while queue:
        clause, values = queue.pop()
        if not clause.parents:
            hypotheses = tuple(replace(fact, values) for fact in clause.hypotheses)
            conclusion = replace(clause.conclusion, values)
            identity = id(clause) if clause.script else clause.rule
            found.setdefault((identity, hypotheses, conclusion), (clause, values, hypotheses, conclusion))
        for parent, by in clause.parents:
            theirs = Values({v: replace(term, values) for v, term in by.items()})
            mark = (id(parent), tuple(theirs.items()))
            if mark not in seen:
                seen.add(mark)
                queue.append((parent, theirs))
    return list(found.values())


class Run:
    def __init__(self, translator):
        self.translator, self.model = translator, translator.model
        self.known, self.done, self.events, self.steps, self.rows = {}, {}, [], [], []
        self.numbers, self.phase = itertools.count(1), 0

    def replay(self, goal):
        pending = [one for one in rule_instances(goal) if one[0].rule != ("query",)]
        for self.phase in range(self.translator.phases):
            while any([self.advance(*instance) for instance in pending]):
                pass

    # Rules

    def value(self, fact):
        """What the attacker really has for a fact, or None."""
        if fact[1][0].startswith("own~") and fact not in self.known:
            self.known[fact] = fact[1]
        return self.known.get(fact)

    def advance(self, clause, values, hypotheses, conclusion):
        """Goes as far as it can; whether anything is new."""
        if clause.rule == ("process",):
            return self.session(clause, values, conclusion)
        if conclusion in self.known or any(self.value(fact) is None for fact in hypotheses):
            return False
        kind, terms = clause.rule[0], [self.value(fact) for fact in hypotheses]
        if kind in ("constructor", "data"):
            result = (clause.rule[1], *terms)
        elif kind == "destructor":
            result = self.reduced(clause.rule[1], terms)
        elif kind == "part":
            result = terms[0][1 + clause.rule[2]]
        else:
            result = terms[0] if terms else conclusion[1]
        if result is None:
            raise Unconfirmed(f"{clause.rule[1]} fails")
        self.known[conclusion] = result
        return True

    def session(self, clause, values, conclusion):
        scope, new, result = {}, False, None
        for step in clause.script:
            detail = replace(step.detail, values) if isinstance(step.detail, tuple) else step.detail
            place = id(step.node), tuple(replace(session, values) for session in step.sessions)
            if place not in self.done:
                if step.phase > self.phase or (step.node.kind in ("in", "get") and detail and self.value(detail) is None):
                    return new
                if step.phase < self.phase:
                    raise Unconfirmed(f"line {step.node.line} would have to run in phase {step.phase}, which is over")
                self.done[place] = (detail, *self.execute(step, detail, scope))
                new = True
            before, scope, result = self.done[place]
            if before != detail:
                raise Unconfirmed(f"line {step.node.line} would have to run twice in one session")
        if conclusion[0].startswith(("att/", "tab/")) and conclusion not in self.known:
            self.known[conclusion] = result
            return True
        return new

    # Processes

    def execute(self, step, detail, scope):
        """The scope behind the step, and the term that an output sends."""
        node, kind = step.node, step.node.kind
        if kind == "call":
            return dict(zip(node.parameters, [self.sure(argument, scope) for argument in node.arguments])), None
        if kind == "new":
            return {**scope, node.name: (f"{node.name}~{next(self.numbers)}",)}, None
        if kind == "in":
            message = self.value(detail)
            self.note("in", message, node)
            bound = self.bound(node.pattern, message, scope)
            if bound is None:
                raise Unconfirmed(f"line {node.line} takes no such message")
            return bound, None
        if kind == "get":
            row = self.value(detail) if detail else None
            if row is None and any(self.bound(node.pattern, one, scope) is not None for one in self.rows):
                raise Unconfirmed(f"line {node.line} would find a row")
            bound = scope if row is None else self.bound(node.pattern, row, scope)
            if bound is None:
                raise Unconfirmed(f"line {node.line} takes no such row")
            self.note("get", row or ("nothing",), node)
            return bound, None
        if kind in ("out", "event", "insert"):
            if kind == "out":
                term = self.sure(node.term, scope)
            elif kind == "insert":
                term = (node.name, *[self.sure(argument, scope) for argument in node.arguments])
                self.rows.append(term)
            else:
                term = (node.term.name, *[self.sure(argument, scope) for argument in node.term.arguments or []])
                self.events.append(term)
            self.note(kind, term, node)
            return scope, term
        if kind == "phase":
            self.note("phase", (str(node.number),), node)
            return scope, None
        if kind == "if":
            met = [[(self.sure(one.left, scope) == self.sure(one.right, scope)) == one.equal for one in conditions]
                   for conditions in node.conditions]
            holds, bound = any(map(all, met)), scope
        else:
            value = self.evaluate(node.term, scope)
            bound = None if value is None else self.bound(node.pattern, value, scope)
            holds = bound is not None
        if holds != detail:
            raise Unconfirmed(f"line {node.line} would go the other way")
        return (bound if holds else scope), None

    def note(self, what, term, node):
        self.steps.append((node.line, what, term))

    def sure(self, term, scope):
        value = self.evaluate(term, scope)
        if value is None:
            raise Unconfirmed(f"line {term.line}: {term.name} fails")
        return value

    def evaluate(self, term, scope):
        """The value of a term, or None where a destructor fails."""
        if term.arguments is None:
            return scope.get(term.name, (term.name,))
        values = [self.evaluate(argument, scope) for argument in term.arguments]
        if None in values:
            return None
        if term.name in self.model.letfuns:
            parameters, body = self.model.letfuns[term.name]
            return self.evaluate(body, dict(zip([name for name, _ in parameters], values)))
        if term.name in self.model.destructors:
            return self.reduced(term.name, values)
        return (self.translator.symbol(term.name, values), *values)

    def reduced(self, name, values):
        results = set()
        for left, right in self.translator.rules(name):
            found = {}
            if all(match(pattern, value, found) for pattern, value in zip(left, values)):
                results.add(replace(right, found))
        if len(results) > 1:
            raise Unconfirmed(f"{name} has two results")
        return results.pop() if results else None

    def bound(self, pattern, value, scope):
        """The scope with the pattern's variables, or None where it does not fit."""
        if pattern.kind == "var":
            return {**scope, pattern.name: value}
        if pattern.kind == "equal":
            return scope if self.evaluate(pattern.term, scope) == value else None
        if value[0] != self.translator.symbol(pattern.name, pattern.parts) or len(value) != len(pattern.parts) + 1:
            return None
        for part, one in zip(pattern.parts, value[1:]):
            scope = self.bound(part, one, scope)
            if scope is None:
                return None
        return scope

    # What the run shows

    def lines(self):
        """The steps for people. A large term that comes again gets a name where it comes first."""
        seen, names = {}, {}
        for _, _, term in self.steps:
            _count(term, seen)
        for line, what, term in self.steps:
            _name(term, seen, names, new := [])
            for name, value in new:
                yield f"{'':14}{name} = {value}"
            yield f"line {line:3}  {what:5} {show(_named(term, names))}"

    def facts(self):
        return [("ev", event) for event in self.events] + [(fact[0], term) for fact, term in self.known.items()]

    def keeps(self, restrictions):
        events = [("mev", event) for event in self.events]
        for premises, equalities, never in restrictions:
            for found in matches_all(premises, events, {}):
                if never or any(replace(left, found) != replace(right, found) for left, right in equalities):
                    return False
        return True


def _count(term, seen):
    seen[term] = seen.get(term, 0) + 1
    if seen[term] == 1:
        for part in term[1:]:
            _count(part, seen)


def _name(term, seen, names, new):
    for part in term[1:]:
        _name(part, seen, names, new)
    if term not in names and seen[term] > 1 and size(term) > 4:
        value = show(_named(term, names))
        names[term] = (f"${len(names) + 1}",)
        new.append((names[term][0], value))


def _named(term, names):
    return names[term] if term in names else (term[0], *[_named(part, names) for part in term[1:]])
