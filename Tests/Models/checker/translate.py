# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Horn clauses for a model: what the attacker can do, and what each output and event of the processes needs.

Facts: ("att/n", M), the attacker can have M in phase n; ("tab/n", row), a table can hold the row in phase n; ("ev", e), event e
can occur; ("mev", e), event e did occur, and ("neq", (_, l, r)), the terms l and r differ (both only in hypotheses). A name is ("name#k", ...) over the session numbers and messages above its `new`.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field, replace as changed

from .syntax import Condition, Term, expanded, nodes
from .terms import apply, unify


@dataclass(eq=False)
class Clause:
    hypotheses: tuple
    conclusion: tuple
    parents: tuple = ()              # (clause, its variables in terms of this clause's), ... ; none for a rule
    rule: tuple = ()                 # what it says; ("process",) comes with a script, the others are the attacker's
    script: tuple = ()               # of a process rule: the steps up to its output or event
    selected: int | None = None
    symbols: frozenset = frozenset()


@dataclass(eq=False)
class Step:
    """One step of one session: `detail` is the fact received, the name made, or whether the branch was `then`."""
    node: object
    sessions: tuple
    phase: int
    detail: object = None


@dataclass
class State:
    scope: dict
    substitution: dict = field(default_factory=dict)
    hypotheses: tuple = ()
    script: tuple = ()
    sessions: tuple = ()
    arguments: tuple = ()
    phase: int = 0


def attacker(phase, term):
    return (f"att/{phase}", term)


class Translator:
    def __init__(self, model):
        self.model, self.clauses = model, []
        self.used = 0
        self.numbers = {}
        self.process = expanded(model.process, model)
        concluded = {f.term.name for q in model.queries for facts in q.conclusions for f in facts if f.kind == "event"}
        self.remembered = concluded | {f.term.name for q in model.restrictions for f in q.premises}
        self.asked = {f.term.name for q in model.queries for f in q.premises if f.kind == "event"}
        asked = [fact.phase or 0 for query in model.queries for fact in query.premises]
        self.phases = 1 + max([node.number for node in nodes(self.process)] + asked)

    def fresh(self):
        self.used += 1
        return self.used

    # Terms

    def evaluate(self, term, scope, state):
        """Every (value, state) that the term can have."""
        model, name = self.model, term.name
        if term.arguments is None:
            return [(scope[name] if name in scope else (name,), state)]
        results = [((), state)]
        for argument in term.arguments:
            results = [(v + (w,), later) for v, s in results for w, later in self.evaluate(argument, scope, s)]
        if name in model.letfuns:
            parameters, body = model.letfuns[name]
            return [found for v, s in results for found in self.evaluate(body, dict(zip([p for p, _ in parameters], v)), s)]
        if name in model.destructors:
            found = []
            for values, before in results:
                for left, right in self.rules(name):
                    substitution = dict(before.substitution)
                    if all(unify(value, wanted, substitution) for value, wanted in zip(values, left)):
                        found.append((right, changed(before, substitution=substitution)))
            return found
        return [((self.symbol(name, values),) + values, later) for values, later in results]

    def symbol(self, name, parts):
        return name or f"tuple/{len(parts)}"

    def rules(self, name):
        """The destructor's rules over fresh variables: (arguments, result)."""
        for quantified, left, right in self.model.destructors[name]:
            scope = {variable: self.fresh() for variable, _ in quantified}
            yield self.plain(left, scope)[1:], self.plain(right, scope)

    def plain(self, term, scope):
        """The term without evaluation, for rules and queries."""
        if term.arguments is None:
            return scope[term.name] if term.name in scope else (term.name,)
        parts = tuple(self.plain(argument, scope) for argument in term.arguments)
        return (self.symbol(term.name, parts),) + parts

    def bind(self, pattern, value, state):
        """Every state in which the pattern meets the value."""
        if pattern.kind == "var":
            return [changed(state, scope={**state.scope, pattern.name: value})]
        if pattern.kind == "equal":
            found = []
            for wanted, later in self.evaluate(pattern.term, state.scope, state):
                substitution = dict(later.substitution)
                if unify(wanted, value, substitution):
                    found.append(changed(later, substitution=substitution))
            return found
        parts = tuple(self.fresh() for _ in pattern.parts)
        substitution = dict(state.substitution)
        if not unify((self.symbol(pattern.name, parts),) + parts, value, substitution):
            return []
        states = [changed(state, substitution=substitution)]
        for part, one in zip(pattern.parts, parts):
            states = [later for s in states for later in self.bind(part, one, s)]
        return states

    # Processes

    def walk(self, node, state):
        if node.kind == "nil":
            return
        if node.kind == "par":
            for branch in node.branches:
                self.walk(branch, state)
            return
        getattr(self, "walk_" + node.kind)(node, state)

    def step(self, node, state, detail=None, **more):
        return changed(state, script=state.script + (Step(node, state.sessions, state.phase, detail),), **more)

    def walk_repl(self, node, state):
        session = self.fresh()
        self.walk(node.body, changed(state, sessions=state.sessions + (session,), arguments=state.arguments + (session,)))

    def walk_call(self, node, state):
        states = [((), state)]
        for argument in node.arguments:
            states = [(v + (w,), later) for v, s in states for w, later in self.evaluate(argument, state.scope, s)]
        for values, later in states:
            self.walk(node.body, self.step(node, later, scope=dict(zip(node.parameters, values))))

    def walk_new(self, node, state):
        number = self.numbers.setdefault(id(node), len(self.numbers))
        name = (f"{node.name}#{number}",) + state.arguments
        self.walk(node.body, self.step(node, state, name, scope={**state.scope, node.name: name}))

    def walk_in(self, node, state):
        message = self.fresh()
        fact = attacker(state.phase, message)
        state = self.step(node, state, fact, hypotheses=state.hypotheses + (fact,), arguments=state.arguments + (message,))
        for later in self.bind(node.pattern, message, state):
            self.walk(node.body, later)

    def walk_out(self, node, state):
        for value, later in self.evaluate(node.term, state.scope, state):
            later = self.step(node, later)
            self.emit(later, attacker(state.phase, value))
            self.walk(node.body, later)

    def walk_event(self, node, state):
        for value, later in self.evaluate(Term("", node.term.arguments or [], node.line), state.scope, state):
            event, name = (node.term.name,) + value[1:], node.term.name
            later = self.step(node, later)
            if name in self.remembered:
                later = changed(later, hypotheses=later.hypotheses + (("mev", event),))
            if name in self.asked:
                self.emit(later, ("ev", event))
            self.walk(node.body, later)

    def walk_let(self, node, state):
        for value, later in self.evaluate(node.term, state.scope, state):
            for bound in self.bind(node.pattern, value, later):
                self.walk(node.body, self.step(node, bound, True))
        # The other branch is taken to be always possible: sound for proofs; a trace is held to the real condition.
        self.walk(node.otherwise, self.step(node, state, False))

    def walk_if(self, node, state):
        states = [state]
        for later in [found for conditions in node.conditions for found in self.meeting(conditions, state)]:
            self.walk(node.body, self.step(node, later, True))
        if any(self.may_fail(term) for conditions in node.conditions for one in conditions for term in (one.left, one.right)):
            self.walk(node.otherwise, self.step(node, state, False))      # always possible: as with `let`
            return
        for failing in itertools.product(*node.conditions):               # one of each alternative does not hold
            opposite = [Condition(one.left, not one.equal, one.right) for one in failing]
            for later in self.meeting(opposite, state):
                self.walk(node.otherwise, self.step(node, later, False))

    def meeting(self, conditions, state):
        """Every state in which all the conditions hold."""
        states = [state]
        for one in conditions:
            found, states = [v for s in states for v in self.evaluate(Term("", [one.left, one.right], 0), s.scope, s)], []
            for (_, left, right), later in found:
                substitution = dict(later.substitution)
                if not one.equal:
                    states.append(changed(later, hypotheses=later.hypotheses + (("neq", ("differ", left, right)),)))
                elif unify(left, right, substitution):
                    states.append(changed(later, substitution=substitution))
        return states

    def may_fail(self, term):
        if term.name in self.model.destructors or term.name in self.model.letfuns:
            return True
        return any(self.may_fail(argument) for argument in term.arguments or [])

    def walk_insert(self, node, state):
        for value, later in self.evaluate(Term("", node.arguments, node.line), state.scope, state):
            later = self.step(node, later)
            self.emit(later, (f"tab/{state.phase}", (node.name,) + value[1:]))
            self.walk(node.body, later)

    def walk_get(self, node, state):
        columns = tuple(self.fresh() for _ in node.pattern.parts)
        row = (f"tab/{state.phase}", (node.pattern.name,) + columns)
        states = [self.step(node, state, row, hypotheses=state.hypotheses + (row,), arguments=state.arguments + columns)]
        for part, column in zip(node.pattern.parts, columns):
            states = [later for s in states for later in self.bind(part, column, s)]
        for later in states:
            self.walk(node.body, later)
        self.walk(node.otherwise, self.step(node, state, False))

    def walk_phase(self, node, state):
        self.walk(node.body, self.step(node, changed(state, phase=node.number)))

    # Clauses

    def emit(self, state, conclusion):
        def closed(term):
            return apply(term, state.substitution) if isinstance(term, (int, tuple)) and not isinstance(term, bool) else term

        script = tuple(Step(s.node, tuple(map(closed, s.sessions)), s.phase, closed(s.detail)) for s in state.script)
        hypotheses = tuple(map(closed, state.hypotheses))
        self.clauses.append(Clause(hypotheses, closed(conclusion), rule=("process",), script=script))

    def attacker_rules(self):
        """What the attacker can do by itself, in every phase. Data constructors and tuples are left to the simplification."""
        public = [name for name, (_, private) in self.model.names.items() if not private]
        rules = [Clause((), attacker(0, (name,)), rule=("name",)) for name in public]
        for phase in range(self.phases):
            for name, (kinds, _, options) in [*self.model.functions.items(), ("true", ([], "", ())), ("false", ([], "", ()))]:
                parts = tuple(range(len(kinds)))
                if "private" not in options and not ("data" in options and parts):
                    needs = tuple(attacker(phase, part) for part in parts)
                    rules.append(Clause(needs, attacker(phase, (name,) + parts), rule=("constructor", name)))
            for name in [one for one in self.model.destructors if one not in self.model.secret]:
                for left, right in self.rules(name):
                    needs = tuple(attacker(phase, part) for part in left)
                    rules.append(Clause(needs, attacker(phase, right), rule=("destructor", name)))
            if phase:
                rules.append(self.later(phase))
                for table, columns in self.model.tables.items():
                    row = (table, *range(len(columns)))
                    rules.append(Clause(((f"tab/{phase - 1}", row),), (f"tab/{phase}", row), rule=("phase",)))
        return rules

    def later(self, phase):
        return Clause((attacker(phase - 1, 0),), attacker(phase, 0), rule=("phase",))

    def is_data(self, term):
        """Whether the attacker can take the term apart and put it together at will."""
        if isinstance(term, int) or len(term) == 1:
            return False
        return term[0].startswith("tuple/") or "data" in self.model.functions.get(term[0], ((), "", ()))[2]


def translated(model):
    """The translator, with all clauses of the model in `clauses`."""
    translator = Translator(model)
    translator.walk(translator.process, State({}))
    translator.clauses += translator.attacker_rules()
    return translator

