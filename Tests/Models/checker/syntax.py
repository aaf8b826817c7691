# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Reads the part of ProVerif's typed syntax that the models use. What is outside of it is an error, never skipped."""

from __future__ import annotations

import copy
import re
from dataclasses import dataclass, field


class ModelError(Exception):
    """A model that cannot be read or checked: file:line: what is wrong."""


class ProVerifNeeded(ModelError):
    """A model that uses a part of ProVerif's language which this checker lacks, and says which."""


RESERVED = frozenset(
    "among axiom channel choice clauses const def diff do elimtrue else equation equivalence event expand fail for forall"
    " foreach free fun get if implementation in insert lemma let letfun letproba new noninterf noselect not nounif or otherwise"
    " out param phase pred proba process proof public_vars putbegin query reduc restriction secret select set suchthat sync table then type"
    " weaksecret yield".split())

TOKEN = re.compile(r"inj-event|[A-Za-z][A-Za-z0-9_']*|[0-9]+|==>|&&|\|\||<>|[()\[\],;:.=|!<>+]")


@dataclass(eq=False)
class Term:
    """A name, variable or application; a tuple has the name "". Without brackets, `arguments` is None."""
    name: str
    arguments: list | None
    line: int


@dataclass(eq=False)
class Pattern:
    """`kind` is var (name, type), equal (term) or data (name, "" for a tuple; parts)."""
    kind: str
    line: int
    name: str = ""
    type: str | None = None
    term: Term | None = None
    parts: list = field(default_factory=list)


@dataclass(eq=False)
class Condition:
    """`left = right`, or `left <> right`."""
    left: Term
    equal: bool
    right: Term


@dataclass(eq=False)
class Process:
    """`kind` is nil, par, repl, new, in, out, let, if, event, phase, insert, get or call; each uses some of the fields.

    The conditions of an `if` are alternatives, each of which is a list of conditions that hold together.
    """
    kind: str
    line: int
    name: str = ""
    type: str = ""
    channel: Term | None = None
    pattern: Pattern | None = None
    term: Term | None = None
    conditions: list = field(default_factory=list)
    arguments: list = field(default_factory=list)
    parameters: list = field(default_factory=list)
    number: int = 0
    branches: list = field(default_factory=list)
    body: "Process | None" = None
    otherwise: "Process | None" = None


@dataclass(eq=False)
class Fact:
    """`kind` is event (term), attacker (term, phase) or equal (term, right)."""
    kind: str
    line: int
    term: Term
    phase: int | None = None
    right: Term | None = None


@dataclass(eq=False)
class Query:
    """`premises ==> one of conclusions`, each of which is a list of facts; no conclusion at all is `false`."""
    line: int
    text: str
    variables: list
    premises: list
    conclusions: list


@dataclass
class Model:
    path: str
    header: str
    types: dict = field(default_factory=dict)
    names: dict = field(default_factory=dict)         # name -> (type, private)
    functions: dict = field(default_factory=dict)     # name -> (argument types, type, options)
    destructors: dict = field(default_factory=dict)   # name -> [(variables, Term, Term)]
    secret: set = field(default_factory=set)          # destructors that the attacker cannot apply
    events: dict = field(default_factory=dict)        # name -> argument types
    tables: dict = field(default_factory=dict)        # name -> column types
    letfuns: dict = field(default_factory=dict)       # name -> (parameters, Term)
    macros: dict = field(default_factory=dict)        # name -> (parameters, Process)
    queries: list = field(default_factory=list)
    restrictions: list = field(default_factory=list)
    process: Process | None = None


def read_model(path, text):
    return _Parser(path, text).model()


def read_header(path, text):
    """The comments above the first declaration, also of a model that is outside the subset."""
    return _Parser(path, text).result.header


def expanded(node, model):
    """A copy of the process in which each call holds a copy of its macro: one object for each place in the text."""
    node = copy.copy(node)
    if node.kind == "call":
        parameters, body = model.macros[node.name]
        node.parameters, node.body = [name for name, _ in parameters], expanded(body, model)
        return node
    node.branches = [expanded(branch, model) for branch in node.branches]
    node.body, node.otherwise = node.body and expanded(node.body, model), node.otherwise and expanded(node.otherwise, model)
    return node


def nodes(node):
    if node is not None:
        yield node
        for inner in [*node.branches, node.body, node.otherwise]:
            yield from nodes(inner)


class _Parser:
    def __init__(self, path, text):
        self.path, self.tokens, self.position = path, [], 0
        comments = self._tokenise(text)
        self.result = Model(path, "\n".join(comments))

    def _tokenise(self, text):
        position, line, header = 0, 1, []
        while position < len(text):
            if text.startswith("(*", position):
                start, depth = position, 0
                while True:
                    following = re.compile(r"\(\*|\*\)").search(text, position)
                    if not following:
                        raise ModelError(f"{self.path}:{line}: comment without an end")
                    depth += 1 if following.group() == "(*" else -1
                    position = following.end()
                    if depth == 0:
                        break
                if not self.tokens:
                    header.append(text[start + 2:position - 2])
                line += text.count("\n", start, position)
            elif text[position].isspace():
                line += text[position] == "\n"
                position += 1
            else:
                token = TOKEN.match(text, position)
                if not token:
                    raise ModelError(f"{self.path}:{line}: {text[position]!r} is outside the subset")
                self.tokens.append((token.group(), line))
                position = token.end()
        self.tokens.append(("end of file", line))
        return header

    # Tokens

    @property
    def next(self):
        return self.tokens[self.position][0]

    @property
    def line(self):
        return self.tokens[self.position][1]

    def fail(self, what):
        raise ModelError(f"{self.path}:{self.line}: {what}")

    def take(self, *wanted):
        token = self.next
        if wanted and token not in wanted:
            self.fail(f"expected {' or '.join(wanted)}, found {token!r}")
        self.position += 1
        return token

    def have(self, token):
        if self.next == token:
            self.position += 1
            return True
        return False

    def identifier(self):
        token = self.next
        if not token[0].isalpha() or token in RESERVED or token in ("inj-event", "end of file"):
            self.fail(f"expected an identifier, found {token!r}")
        return self.take()

    def type_name(self):
        return self.take() if self.next == "channel" else self.identifier()

    def separated(self, item, separator=","):
        items = [item()]
        while self.have(separator):
            items.append(item())
        return items

    def bracketed(self, item):
        """`(item, ...)`, perhaps empty."""
        self.take("(")
        items = [] if self.next == ")" else self.separated(item)
        self.take(")")
        return items

    def typed(self):
        name = self.identifier()
        self.take(":")
        return name, self.type_name()

    def options(self, *allowed):
        if not self.have("["):
            return frozenset()
        found = self.separated(lambda: self.take(*allowed))
        self.take("]")
        return frozenset(found)

    # Declarations

    def model(self):
        model = self.result
        while not self.have("process"):
            if self.next in ("set", "lemma"):
                raise ProVerifNeeded(f"{self.path}:{self.line}: `{self.next}` needs ProVerif")
            kind = self.take("type", "free", "const", "fun", "reduc", "event", "table", "letfun", "let", "query", "restriction")
            getattr(self, "_declare_" + kind)()
            self.take(".")
        model.process = self.process()
        self.take("end of file")
        return model

    def declare(self, table, name, value):
        model = self.result
        tables = (model.names, model.functions, model.destructors, model.events, model.tables, model.letfuns, model.macros,
                  model.types)
        if any(name in other for other in tables) or name in ("true", "false", "bool", "bitstring"):
            self.fail(f"{name} is declared twice")
        table[name] = value

    def _declare_type(self):
        self.declare(self.result.types, self.identifier(), True)

    def _declare_free(self):
        names = self.separated(self.identifier)
        self.take(":")
        kind, private = self.type_name(), "private" in self.options("private")
        for name in names:
            self.declare(self.result.names, name, (kind, private))

    def _declare_const(self):
        names = self.separated(self.identifier)
        self.take(":")
        kind, options = self.type_name(), self.options("data", "private")
        for name in names:
            self.declare(self.result.functions, name, ([], kind, options))

    def _declare_fun(self):
        name, arguments = self.identifier(), self.bracketed(self.type_name)
        self.take(":")
        kind = self.type_name()
        self.declare(self.result.functions, name, (arguments, kind, self.options("data", "private")))

    def _declare_reduc(self):
        rules = []
        while True:
            quantified = []
            if self.have("forall"):
                quantified = self.separated(self.typed)
                self.take(";")
            left = self.term()
            self.take("=")
            rules.append((quantified, left, self.term()))
            if not self.have(";"):
                break
        if any(rule[1].name != rules[0][1].name for rule in rules):
            self.fail("the rules of one reduc must be of one destructor")
        name = rules[0][1].name
        self.declare(self.result.destructors, name, rules)
        if self.options("private"):
            self.result.secret.add(name)

    def _declare_event(self):
        name = self.identifier()
        self.declare(self.result.events, name, self.bracketed(self.type_name) if self.next == "(" else [])

    def _declare_table(self):
        self.declare(self.result.tables, self.identifier(), self.bracketed(self.type_name))

    def _declare_letfun(self):
        name, parameters = self.identifier(), self.bracketed(self.typed)
        self.take("=")
        self.declare(self.result.letfuns, name, (parameters, self.term()))

    def _declare_let(self):
        name = self.identifier()
        parameters = self.bracketed(self.typed) if self.next == "(" else []
        self.take("=")
        self.declare(self.result.macros, name, (parameters, self.process()))

    def _declare_query(self):
        self.result.queries.append(self.query())

    def _declare_restriction(self):
        self.result.restrictions.append(self.query())

    def query(self):
        line, quantified = self.line, []
        if self.next not in ("event", "attacker", "inj-event"):
            quantified = self.separated(self.typed)
            self.take(";")
        start = self.position
        premises = self.separated(self.fact, "&&")
        stated = self.have("==>")
        conclusions = self.disjunction() if stated else []
        text = " ".join(token for token, _ in self.tokens[start:self.position])
        text = re.sub(r"(?<=\w) (?=\()| (?=[),])|(?<=\() ", "", text)
        return Query(line, text if stated else "not " + text, quantified, premises, conclusions)

    def fact(self):
        line = self.line
        if self.next == "inj-event":
            raise ProVerifNeeded(f"{self.path}:{line}: `inj-event` needs ProVerif")
        if self.next == "event":
            self.take()
            self.take("(")
            term = self.term()
            self.take(")")
            return Fact("event", line, term)
        if self.next == "attacker":
            self.take()
            self.take("(")
            term = self.term()
            self.take(")")
            return Fact("attacker", line, term, int(self.take()) if self.have("phase") else None)
        left = self.term()
        self.take("=")
        return Fact("equal", line, left, right=self.term())

    def disjunction(self):
        return [facts for part in self.separated(self.conjunction, "||") for facts in part]

    def conjunction(self):
        """A conjunction as a list of alternatives, each a list of facts."""
        alternatives = [[]]
        for part in self.separated(self.factor, "&&"):
            alternatives = [facts + more for facts in alternatives for more in part]
        return alternatives

    def factor(self):
        if self.have("false"):
            return []
        if self.next == "(" and self.tokens[self.position + 1][0] in ("event", "("):
            self.take("(")
            alternatives = self.disjunction()
            self.take(")")
            return alternatives
        return [[self.fact()]]

    # Terms and patterns

    def term(self):
        line = self.line
        if self.next == "(":
            parts = self.bracketed(self.term)
            if not parts:
                self.fail("the empty tuple is outside the subset")
            return parts[0] if len(parts) == 1 else Term("", parts, line)
        if self.have("choice"):
            self.take("[")
            left = self.term()
            self.take(",")
            right = self.term()
            self.take("]")
            return Term("choice", [left, right], line)
        name = self.identifier()
        return Term(name, self.bracketed(self.term) if self.next == "(" else None, line)

    def pattern(self):
        line = self.line
        if self.have("="):
            return Pattern("equal", line, term=self.term())
        if self.next == "(":
            parts = self.bracketed(self.pattern)
            if len(parts) < 2:
                self.fail("a tuple has two parts or more")
            return Pattern("data", line, parts=parts)
        name = self.identifier()
        if self.next == "(":
            return Pattern("data", line, name=name, parts=self.bracketed(self.pattern))
        return Pattern("var", line, name=name, type=self.type_name() if self.have(":") else None)

    # Processes

    def process(self):
        line = self.line
        branches = self.separated(self.step, "|")
        return branches[0] if len(branches) == 1 else Process("par", line, branches=branches)

    def rest(self):
        """What follows after `;`, which may be left out together with it."""
        return self.step() if self.have(";") else Process("nil", self.line)

    def step(self):
        line = self.line
        if self.have("0"):
            return Process("nil", line)
        if self.have("("):
            inner = self.process()
            self.take(")")
            return inner
        if self.have("!"):
            return Process("repl", line, body=self.step())
        if self.have("new"):
            name, kind = self.typed()
            return Process("new", line, name=name, type=kind, body=self.rest())
        if self.have("in"):
            self.take("(")
            channel = self.term()
            self.take(",")
            pattern = self.pattern()
            self.take(")")
            return Process("in", line, channel=channel, pattern=pattern, body=self.rest())
        if self.have("out"):
            self.take("(")
            channel = self.term()
            self.take(",")
            term = self.term()
            self.take(")")
            return Process("out", line, channel=channel, term=term, body=self.rest())
        if self.have("event"):
            return Process("event", line, term=self.term(), body=self.rest())
        if self.have("phase"):
            number = self.take()
            if not number.isdigit():
                self.fail("a phase is a number")
            return Process("phase", line, number=int(number), body=self.rest())
        if self.have("if"):
            conditions = self.conditions()
            self.take("then")
            return Process("if", line, conditions=conditions, body=self.step(), otherwise=self.alternative())
        if self.have("insert"):
            return Process("insert", line, name=self.identifier(), arguments=self.bracketed(self.term), body=self.rest())
        if self.have("get"):
            name, parts = self.identifier(), self.bracketed(self.pattern)
            self.take("in")
            body = self.step()
            pattern = Pattern("data", line, name=name, parts=parts)
            return Process("get", line, pattern=pattern, body=body, otherwise=self.alternative())
        if self.have("let"):
            pattern = self.pattern()
            self.take("=")
            term = self.term()
            self.take("in")
            body = self.step()
            return Process("let", line, pattern=pattern, term=term, body=body, otherwise=self.alternative())
        name = self.identifier()
        return Process("call", line, name=name, arguments=self.bracketed(self.term) if self.next == "(" else [])

    def alternative(self):
        return self.step() if self.have("else") else Process("nil", self.line)

    def conditions(self):
        """Alternatives, each a list of conditions: `&&` binds more than `||`."""
        return [found for part in self.separated(self.all_of, "||") for found in part]

    def all_of(self):
        alternatives = [[]]
        for part in self.separated(self.condition, "&&"):
            alternatives = [found + more for found in alternatives for more in part]
        return alternatives

    def condition(self):
        start = self.position
        if self.have("("):                           # conditions in brackets, unless it is a tuple or a term in brackets
            try:
                found = self.conditions()
                self.take(")")
                return found
            except ModelError:
                self.position = start
        left, sign = self.term(), self.take("=", "<>")
        return [[Condition(left, sign == "=", self.term())]]
