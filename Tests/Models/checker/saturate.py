# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Resolution on Horn clauses with free selection, until nothing new follows."""

import heapq
import itertools
import time

from .terms import apply, match, matches_all, replace, size, symbols, unify, variables
from .translate import Clause, attacker


class LimitReached(Exception):
    """More clauses or seconds than a run may take."""


class Limits:
    def __init__(self, clauses=20000, seconds=120):
        self.clauses, self.end, self.used = clauses, time.process_time() + seconds, 0

    def spend(self):
        self.used += 1
        if self.used > self.clauses:
            raise LimitReached(f"{self.clauses} clauses")
        if time.process_time() > self.end:
            raise LimitReached("the time is up")


class Simplifier:
    """Turns a clause into equivalent, simpler ones, and keeps how each came about."""

    def __init__(self, translator):
        self.translator = translator
        self.restrictions = []
        for restriction in translator.model.restrictions:
            scope = {name: -1 - index for index, (name, _) in enumerate(restriction.variables)}
            premises = [("mev", translator.plain(fact.term, scope)) for fact in restriction.premises]
            facts = [fact for facts in restriction.conclusions for fact in facts]
            equalities = [(translator.plain(fact.term, scope), translator.plain(fact.right, scope)) for fact in facts]
            self.restrictions.append((premises, equalities, not restriction.conclusions))

    def simplified(self, hypotheses, conclusion, parents):
        hypotheses, parents = self.taken_apart(list(hypotheses), list(parents))
        while True:
            changes = self.restricted(hypotheses)
            if changes is None:
                return
            if not changes:
                break
            hypotheses = [apply(fact, changes) for fact in hypotheses]
            conclusion = apply(conclusion, changes)
            parents = [(clause, {v: apply(t, changes) for v, t in by.items()}) for clause, by in parents]
            hypotheses, parents = self.taken_apart(hypotheses, parents)
        hypotheses = unequal(hypotheses)
        if hypotheses is None:
            return
        for conclusion, more in self.parts(conclusion):
            kept, later = self.needed(hypotheses, conclusion)
            if conclusion not in kept:
                yield normalised(kept, conclusion, parents + more + later)

    def taken_apart(self, hypotheses, parents):
        """With every tuple that the attacker must have replaced by its parts, and nothing twice."""
        found, queue = {}, hypotheses[::-1]
        while queue:
            fact = queue.pop()
            if fact[0].startswith("att/") and self.translator.is_data(fact[1]):
                name, arguments = fact[1][0], tuple(range(len(fact[1]) - 1))
                rule = Clause(tuple((fact[0], x) for x in arguments), (fact[0], (name,) + arguments), rule=("data", name))
                parents = parents + [(rule, dict(enumerate(fact[1][1:])))]
                queue.extend((fact[0], part) for part in reversed(fact[1][1:]))
            else:
                found[fact] = True
        return list(found), parents

    def parts(self, conclusion):
        """The conclusion, or its parts where it is a tuple that the attacker gets."""
        if not (conclusion[0].startswith("att/") and self.translator.is_data(conclusion[1])):
            yield conclusion, []
            return
        term = conclusion[1]
        whole = (conclusion[0], (term[0],) + tuple(range(len(term) - 1)))
        for index, part in enumerate(term[1:]):
            rule = Clause((whole,), (conclusion[0], index), rule=("part", term[0], index))
            for fact, more in self.parts((conclusion[0], part)):
                yield fact, [(rule, dict(enumerate(term[1:])))] + more

    def needed(self, hypotheses, conclusion):
        """Without what the attacker has anyhow: a term that it has earlier, a free choice that nothing else names."""
        later, kept = [], []
        have = set(hypotheses)
        for fact in hypotheses:
            if fact[0].startswith("att/"):
                phase = int(fact[0][4:])
                earlier = [p for p in range(phase) if attacker(p, fact[1]) in have]
                if earlier:
                    later += [(self.translator.later(p), {0: fact[1]}) for p in range(earlier[0] + 1, phase + 1)]
                    continue
            kept.append(fact)
        # An inequality with a variable that is otherwise free always can be met. To drop it costs
        # proofs, never soundness.
        named = [variables(fact) for fact in kept if fact[0] != "neq" and not isinstance(fact[1], int)] + [variables(conclusion)]
        bound = set().union(*named)
        kept = [fact for fact in kept if fact[0] != "neq" or bound.issuperset(variables(fact))]
        used = [variables(fact) for fact in kept] + [variables(conclusion)]
        return [fact for fact in kept if not (fact[0].startswith("att/") and isinstance(fact[1], int)
                                              and sum(fact[1] in one for one in used) == 1)], later

    def restricted(self, hypotheses):
        """What the restrictions make equal; None if they rule the clause out."""
        events = [fact for fact in hypotheses if fact[0] == "mev"]
        for premises, equalities, never in self.restrictions:
            for found in matches_all(premises, events, {}):
                if never:
                    return None
                changes = {}
                for left, right in equalities:
                    if not unify(replace(left, found), replace(right, found), changes):
                        return None
                if changes:
                    return changes
        return {}


def unequal(hypotheses):
    """With every inequality in its simplest form, and without those that always hold; None if one never does."""
    found = {}
    for fact in hypotheses:
        if fact[0] == "neq":
            unifier = {}
            if not unify(fact[1][1], fact[1][2], unifier):
                continue
            if not unifier:
                return None
            known = sorted(unifier)
            fact = "neq", ("differ", ("all", *known), ("all", *[apply(variable, unifier) for variable in known]))
        found[fact] = True
    return list(found)


def normalised(hypotheses, conclusion, parents):
    """The clause with variables 0, 1, ... in the order in which they occur."""
    hypotheses = sorted(hypotheses, key=size, reverse=True)       # large ones first: subsumption then guesses less
    numbers = itertools.count()
    order = {v: next(numbers) for v in variables(("", conclusion, *hypotheses))}

    def renamed(term):
        for variable in variables(term):
            if variable not in order:
                order[variable] = next(numbers)
        return replace(term, order)

    parents = tuple((clause, {v: renamed(t) for v, t in by.items()}) for clause, by in parents)
    clause = Clause(tuple(map(renamed, hypotheses)), renamed(conclusion), parents)
    clause.symbols = symbols(("", clause.conclusion, *clause.hypotheses), set())
    clause.selected = selection(clause)
    return clause


def selection(clause):
    """The hypothesis to resolve on: an event to be reached, or the largest term that the attacker must have."""
    best, weight = None, 0
    for index, fact in enumerate(clause.hypotheses):
        if fact[0] == "ev":
            return index
        if fact[0] not in ("mev", "neq") and not isinstance(fact[1], int) and size(fact[1]) > weight:
            best, weight = index, size(fact[1])
    return best


def narrowest(clause, rules):
    """Of the hypotheses that may be resolved on, the one with the fewest rules for it, so that what cannot be ends early."""
    best, fewest = None, None
    for index, fact in enumerate(clause.hypotheses):
        if fact[0] == "ev" or (fact[0] not in ("mev", "neq") and not isinstance(fact[1], int)):
            count = sum(_meets(rule, fact) for rule in rules.concluding(fact))
            if fewest is None or count < fewest:
                best, fewest = index, count
    return best


def _meets(rule, fact):
    apart = {v: -1 - v for v in variables(fact)}
    return unify(rule.conclusion, replace(fact, apart), {})


def key(fact):
    """Facts that unify have equal keys, or one of them a variable."""
    return fact[0], None if isinstance(fact[1], int) else fact[1][0]


def subsumes(general, special):
    """Whether the special clause says nothing that the general one does not: one hypothesis of it for each of the other's."""
    if len(general.hypotheses) > len(special.hypotheses) or not general.symbols <= special.symbols:
        return False
    start = {}
    if not match(general.conclusion, special.conclusion, start):
        return False
    return _contained(general.hypotheses, list(special.hypotheses), start)


def _contained(hypotheses, others, found):
    if not hypotheses:
        return True
    for index, other in enumerate(others):
        if other[0] == hypotheses[0][0]:
            extended = dict(found)
            if match(hypotheses[0], other, extended):
                if _contained(hypotheses[1:], others[:index] + others[index + 1:], extended):
                    return True
    return False


def resolved(rule, clause, simplifier):
    """The clauses that follow from putting the rule's conclusion in the place of the clause's selected hypothesis."""
    shift = 1 + max(itertools.chain(*(variables(fact) for fact in (rule.conclusion, *rule.hypotheses))), default=-1)
    moved = {v: v + shift for fact in (clause.conclusion, *clause.hypotheses) for v in variables(fact)}
    substitution = {}
    if not unify(rule.conclusion, replace(clause.hypotheses[clause.selected], moved), substitution):
        return
    others = [replace(fact, moved) for index, fact in enumerate(clause.hypotheses) if index != clause.selected]
    hypotheses = [apply(fact, substitution) for fact in (*rule.hypotheses, *others)]
    parents = [(rule, {v: apply(v, substitution) for fact in (rule.conclusion, *rule.hypotheses) for v in variables(fact)}),
               (clause, {v: apply(w, substitution) for v, w in moved.items()})]
    yield from simplifier.simplified(hypotheses, apply(replace(clause.conclusion, moved), substitution), parents)


class Base:
    """Clauses indexed by the conclusion, and, where one is selected, by that hypothesis."""

    def __init__(self):
        self.by_conclusion, self.by_selected = {}, {}

    def add(self, clause):
        self.by_conclusion.setdefault(key(clause.conclusion), []).append(clause)
        if clause.selected is not None:
            self.by_selected.setdefault(key(clause.hypotheses[clause.selected]), []).append(clause)

    def remove(self, clause):
        self.by_conclusion[key(clause.conclusion)].remove(clause)
        if clause.selected is not None:
            self.by_selected[key(clause.hypotheses[clause.selected])].remove(clause)

    def __iter__(self):
        return itertools.chain(*self.by_conclusion.values())

    @staticmethod
    def near(table, fact):
        predicate, symbol = key(fact)
        if symbol is None:
            return [clause for (other, _), clauses in table.items() if other == predicate for clause in clauses]
        return [*table.get((predicate, symbol), ()), *table.get((predicate, None), ())]

    def subsumed(self, clause):
        return any(subsumes(other, clause) for other in self.near(self.by_conclusion, clause.conclusion))

    def subsumed_by(self, clause):
        return [other for other in self.near(self.by_conclusion, clause.conclusion) if subsumes(clause, other)]

    def concluding(self, fact):
        return [clause for clause in self.near(self.by_conclusion, fact) if clause.selected is None]

    def selecting(self, fact):
        return self.near(self.by_selected, fact)


def saturated(initial, simplifier, limits, rules=None):
    """All that follows from the clauses. With `rules`, a saturated base, they meet those only, and not each other."""
    base, queue, order = Base(), [], itertools.count()

    def enqueue(clauses):
        for clause in clauses:
            limits.spend()
            if not base.subsumed(clause):
                heapq.heappush(queue, (size(clause.conclusion) + sum(map(size, clause.hypotheses)), next(order), clause))

    for clause in initial:
        same = {v: v for fact in (clause.conclusion, *clause.hypotheses) for v in variables(fact)}
        enqueue(simplifier.simplified(clause.hypotheses, clause.conclusion, [(clause, same)]))
    while queue:
        clause = heapq.heappop(queue)[2]
        if base.subsumed(clause):
            continue
        for other in base.subsumed_by(clause):
            base.remove(other)
        if rules:
            clause.selected = narrowest(clause, rules)
        base.add(clause)
        if clause.selected is not None:
            for rule in (rules or base).concluding(clause.hypotheses[clause.selected]):
                enqueue(resolved(rule, clause, simplifier))
        elif rules is None:
            for other in base.selecting(clause.conclusion):
                enqueue(resolved(clause, other, simplifier))
    return base
