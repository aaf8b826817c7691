# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Checks names, arities and types of a model, and that it stays inside the subset."""

from .syntax import ModelError, ProVerifNeeded, expanded, nodes


def check_model(model):
    _Checker(model).model_()


class _Checker:
    def __init__(self, model):
        self.model = model
        self.letfuns, self.macros = {}, {}           # those that are declared above the current one
        self.choice = None                           # the first `choice`

    def fail(self, node_or_line, what):
        line = node_or_line if isinstance(node_or_line, int) else node_or_line.line
        raise ModelError(f"{self.model.path}:{line}: {what}")

    def model_(self):
        model = self.model
        for kind, _ in model.names.values():
            self.known(0, kind)
        for arguments, kind, _ in model.functions.values():
            for one in (*arguments, kind):
                self.known(0, one)
        for arguments in model.events.values():
            for one in arguments:
                self.known(0, one)
        for columns in model.tables.values():
            for one in columns:
                self.known(0, one)
        for rules in model.destructors.values():
            for rule in rules:
                self.rule(*rule)
        for name, (parameters, body) in model.letfuns.items():
            kind = self.type_of(body, self.scope(body, {}, parameters))
            self.letfuns[name] = [one for _, one in parameters], kind
        for name, (parameters, body) in model.macros.items():
            self.process(body, self.scope(body, {}, parameters), 0)
            self.macros[name] = [one for _, one in parameters]
        self.process(model.process, {}, 0)
        self.phases = any(node.kind == "phase" for node in nodes(expanded(model.process, model)))
        for query in model.queries:
            self.query(query)
        for restriction in model.restrictions:
            self.query(restriction)
            if any(fact.kind != "event" for fact in restriction.premises):
                self.fail(restriction, "a restriction over anything but events is outside the subset")
            if len(restriction.conclusions) > 1 or any(f.kind != "equal" for facts in restriction.conclusions for f in facts):
                self.fail(restriction, "a restriction that concludes anything but equalities or false is outside the subset")
        if self.choice:
            raise ProVerifNeeded(f"{model.path}:{self.choice.line}: observational equivalence needs ProVerif")

    def known(self, where, kind):
        if kind not in self.model.types and kind not in ("bitstring", "bool", "channel"):
            self.fail(where, f"unknown type {kind}")
        return kind

    def scope(self, where, scope, bindings):
        scope = dict(scope)
        for name, kind in bindings:
            model = self.model
            tables = (scope, model.names, model.functions, model.letfuns, model.destructors)
            if any(name in table for table in tables):
                self.fail(where, f"{name} is bound twice")
            scope[name] = self.known(where, kind)
        return scope

    def rule(self, quantified, left, right):
        scope = self.scope(left, {}, quantified)
        kinds = [self.type_of(argument, scope, plain=True) for argument in left.arguments or []]
        kind = self.type_of(right, scope, plain=True)
        missing = _names(right) - _names(left)
        if missing & scope.keys():
            self.fail(right, f"the rule's result has a variable that its left side lacks: {missing}")
        signature = self.model.destructors[left.name][0]
        if signature[1] is not left:
            first = signature[1]
            known = self.scope(first, {}, signature[0])
            if kinds != [self.type_of(a, known) for a in first.arguments] or kind != self.type_of(signature[2], known):
                self.fail(left, f"the rules of {left.name} differ in their types")

    def type_of(self, term, scope, plain=False):
        """The type of a term; `plain` allows no destructor and no letfun."""
        model, name = self.model, term.name
        if term.arguments is None:
            if name in scope:
                return scope[name]
            if name in ("true", "false"):
                return "bool"
            if name in model.names:
                return model.names[name][0]
            if name in model.functions and not model.functions[name][0]:
                return model.functions[name][1]
            self.fail(term, f"unknown name {name}")
        kinds = [self.type_of(argument, scope, plain) for argument in term.arguments]
        if name == "":
            return "bitstring"
        if name == "choice" and not plain:
            self.choice = self.choice or term
            if kinds[0] != kinds[1]:
                self.fail(term, f"choice between a {kinds[0]} and a {kinds[1]}")
            return kinds[0]
        if name in model.functions:
            wanted, kind, _ = model.functions[name]
        elif not plain and name in self.letfuns:
            wanted, kind = self.letfuns[name]
        elif not plain and name in model.destructors:
            quantified, left, right = model.destructors[name][0]
            wanted = [self.type_of(argument, dict(quantified)) for argument in left.arguments]
            kind = self.type_of(right, dict(quantified))
        else:
            self.fail(term, f"unknown function {name}" if not plain else f"{name} is no constructor")
        if kinds != wanted:
            self.fail(term, f"{name} takes ({', '.join(wanted)}), here ({', '.join(kinds)})")
        return kind

    def pattern(self, pattern, kind, scope):
        """The scope with what the pattern binds; `kind` is the type of what it meets."""
        if pattern.kind == "equal":
            if self.type_of(pattern.term, scope) != kind:
                self.fail(pattern, f"the pattern compares with a {kind}")
            return scope
        if pattern.kind == "var":
            if pattern.type is not None and kind is not None and pattern.type != kind:
                self.fail(pattern, f"{pattern.name} meets a {kind}")
            if pattern.type is None and kind is None:
                self.fail(pattern, f"{pattern.name} needs a type")
            return self.scope(pattern, scope, [(pattern.name, pattern.type or kind)])
        if pattern.name == "":
            if kind not in ("bitstring", None):
                self.fail(pattern, f"a tuple meets a {kind}")
            wanted = [self.part_type(part, scope) for part in pattern.parts]
        else:
            if pattern.name not in self.model.functions or "data" not in self.model.functions[pattern.name][2]:
                self.fail(pattern, f"{pattern.name} is no data constructor")
            wanted, result, _ = self.model.functions[pattern.name]
            if len(wanted) != len(pattern.parts) or kind not in (result, None):
                self.fail(pattern, f"{pattern.name} has {len(wanted)} parts and type {result}")
        for part, one in zip(pattern.parts, wanted):
            scope = self.pattern(part, one, scope)
        return scope

    def part_type(self, part, scope):
        if part.kind == "equal":
            return self.type_of(part.term, scope)
        if part.kind == "data":
            return self.model.functions[part.name][1] if part.name in self.model.functions else "bitstring"
        return part.type

    def process(self, node, scope, phase):
        kind = node.kind
        if kind == "par":
            for branch in node.branches:
                self.process(branch, scope, phase)
            return
        if kind == "nil":
            return
        if kind == "call":
            if node.name not in self.macros:
                self.fail(node, f"unknown process {node.name}")
            wanted = self.macros[node.name]
            kinds = [self.type_of(argument, scope) for argument in node.arguments]
            if kinds != wanted:
                self.fail(node, f"{node.name} takes ({', '.join(wanted)}), here ({', '.join(kinds)})")
            return
        if kind in ("in", "out"):
            name = node.channel.name
            if node.channel.arguments is None and self.model.names.get(name) == ("channel", True):
                raise ProVerifNeeded(f"{self.model.path}:{node.line}: a private channel needs ProVerif")
            if node.channel.arguments is not None or self.model.names.get(name) != ("channel", False):
                self.fail(node, "a channel other than a public free name is outside the subset")
        if kind == "new":
            scope = self.scope(node, scope, [(node.name, node.type)])
        elif kind == "in":
            scope = self.pattern(node.pattern, None if node.pattern.kind == "var" else "bitstring", scope)
        elif kind == "out":
            self.type_of(node.term, scope)
        elif kind == "event":
            self.event(node.term, scope)
        elif kind == "phase":
            if node.number <= phase:
                self.fail(node, "phases only go up")
            phase = node.number
        elif kind == "if":
            for one in (one for conditions in node.conditions for one in conditions):
                if self.type_of(one.left, scope) != self.type_of(one.right, scope):
                    self.fail(one.left, "the two sides differ in type")
            self.process(node.otherwise, scope, phase)
        elif kind == "insert":
            self.row(node, node.name, [self.type_of(argument, scope) for argument in node.arguments])
        elif kind == "get":
            self.process(node.otherwise, scope, phase)
            columns = self.row(node, node.pattern.name, node.pattern.parts)
            for part, one in zip(node.pattern.parts, columns):
                scope = self.pattern(part, one, scope)
        elif kind == "let":
            self.process(node.otherwise, scope, phase)
            scope = self.pattern(node.pattern, self.type_of(node.term, scope), scope)
        self.process(node.body, scope, phase)

    def row(self, node, table, found):
        """The types of the table's columns. `found` are the types, or the patterns, that meet them."""
        columns = self.model.tables.get(table)
        if columns is None:
            self.fail(node, f"unknown table {table}")
        if len(found) != len(columns) or (node.kind == "insert" and found != columns):
            self.fail(node, f"{table} has the columns ({', '.join(columns)})")
        return columns

    def event(self, term, scope, plain=False):
        wanted = self.model.events.get(term.name)
        if wanted is None:
            self.fail(term, f"unknown event {term.name}")
        kinds = [self.type_of(argument, scope, plain) for argument in term.arguments or []]
        if kinds != wanted:
            self.fail(term, f"{term.name} takes ({', '.join(wanted)}), here ({', '.join(kinds)})")

    def query(self, query):
        scope = self.scope(query, {}, query.variables)
        for fact in query.premises:
            if fact.kind == "equal":
                self.fail(fact, "an equality in the premise is outside the subset")
        for fact in query.premises + [fact for facts in query.conclusions for fact in facts]:
            if fact.kind == "event":
                self.event(fact.term, scope, plain=True)
            elif fact.kind == "equal":
                if self.type_of(fact.term, scope, plain=True) != self.type_of(fact.right, scope, plain=True):
                    self.fail(fact, "the two sides differ in type")
            else:
                self.type_of(fact.term, scope, plain=True)
                if self.phases and fact.phase is None:
                    self.fail(fact, "in a model with phases, attacker(...) names its phase")
        for facts in query.conclusions:
            known = set().union(*(_names(fact.term) for fact in query.premises + facts if fact.kind != "equal"))
            for fact in facts:
                if fact.kind == "equal" and (_names(fact.term) | _names(fact.right)) & scope.keys() - known:
                    self.fail(fact, "an equality over a variable that no event binds")
        if any(fact.kind == "attacker" for facts in query.conclusions for fact in facts):
            self.fail(query, "attacker(...) in a conclusion is outside the subset")


def _names(term):
    """All names in a term, of functions, too."""
    return {term.name}.union(*(_names(argument) for argument in term.arguments or []))

