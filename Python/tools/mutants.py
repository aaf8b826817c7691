# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Changes the Python receiver and sender in one place at a time, and runs the vectors on each mutant.

    python -m tools.mutants VECTORS [--all] [MODULE...]

A mutant is caught if a vector ends otherwise than it says, crashes or takes too long. A mutant that
no vector catches has to be in equivalent.txt, with a reason. A line of that file that fits no such
mutant is an error. --all shows which vector caught which mutant.
"""

import ast
import copy
import importlib
import importlib.machinery
import json
import os
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
PACKAGE = "sealedpush._protocol"
MODULES = ("text", "wire", "messages", "attachments", "crypto", "pairing", "receiver", "sealing", "mlkem")


def dotted(module: Any) -> Any:
    """The full name of a module that is changed."""
    return f"tools.{module}" if module == "mlkem" else f"{PACKAGE}.{module}"



def source(module: Any) -> Any:
    """The file of a module that is changed."""
    return HERE / "mlkem.py" if module == "mlkem" else HERE.parent / "src/sealedpush/_protocol" / f"{module}.py"


# What is not changed, and why.
LEFT_OUT = {
    "wire write_bundle": "makes what vectors give",
    "wire write_record": "makes what vectors give",
    "wire write_statement": "makes what vectors give",
    "sealing Pins": "the pins of a device that was never seen, for tests/test_memory.py",
    "pairing write_answer": "makes what vectors give",
    "wire write_text": "makes what vectors give",
    "crypto xwing_public_key": "makes what vectors give",
    "crypto xwing_encapsulate": "draws its randomness; Swift opens what it seals (tests/test_seal.py)",
    "pairing write_link": "makes what vectors give",
}
NOT_WRITTEN = ("not in the package, as no kind of vector shows it: creation, maintenance, deferring, "
               "recovery, removal, taking of candidates, fetching; display is in tools, and a sender's memory "
               "and shortening have tests of their own")

# Slow functions, whose results are kept unless their module, or one that it imports, is changed.
PURE = {"mlkem": ("encapsulate", "xwing_encapsulate"),
        "crypto": ("identity", "public_key_ok", "sign", "verify",
                   "xwing_decapsulate")}
NEIGHBOURS = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}
PATTERNS = ("compile", "fullmatch", "match", "search", "strip", "lstrip", "rstrip")


@dataclass
class Mutant:
    module: str
    reach: str  # the qualified name of the innermost function around the change, or empty
    line: int
    name: str
    edits: list[Any]  # (list or node, index or field, new value)


# Making mutants

def put(edits: Any) -> None:
    for holder, key, value in edits:
        if isinstance(holder, list):
            holder[key] = value
        else:
            setattr(holder, key, value)


def called(node: Any) -> Any:
    """The last name of the function that a call calls."""
    function = getattr(node, "func", None)
    return getattr(function, "attr", None) or getattr(function, "id", "")


def is_guard(node: Any) -> Any:
    if isinstance(node, ast.Expr):
        return called(node.value) in ("check", "check_version")
    return isinstance(node, ast.If) and not node.orelse and len(node.body) == 1 and isinstance(
        node.body[0], (ast.Raise, ast.Return))


def shorter(items: Any) -> Any:
    return [items[:i] + items[i + 1:] for i in range(len(items))]


def patterns(text: Any) -> Iterator[Any]:
    """A pattern without each character, and with the neighbours of each letter and digit."""
    at = 0
    while at < len(text):
        size = 2 if text[at:at + 1] in ("\\", b"\\") else 1
        part, end = text[at:at + size], text[at + size:]
        yield text[:at] + end
        for other in (chr(ord(part) - 1), chr(ord(part) + 1)) if part.isalnum() else ():
            yield text[:at] + (other.encode() if isinstance(text, bytes) else other) + end
        at += size


def replacements(node: Any, parent: Any, classes: Any) -> Iterator[Any]:
    """What may stand in place of a node, each with one change."""
    def changed(**fields: Any) -> Any:
        new = copy.copy(node)
        for name, value in fields.items():
            setattr(new, name, value)
        return new

    match node:
        case ast.Expr(value=ast.Call()) | ast.Raise() | ast.AugAssign():
            yield ast.Pass()
        case ast.If(test=test) | ast.IfExp(test=test) if getattr(test, "ops", [0, 0])[1:]:
            yield from (changed(test=ast.Constant(value)) for value in (True, False))
        case ast.comprehension(ifs=ifs):
            yield from (changed(ifs=rest) for rest in shorter(ifs))
        case ast.BoolOp(values=values):
            yield from (changed(values=rest) if len(rest) > 1 else rest[0]
                        for rest in shorter(values))
        case ast.Compare(ops=ops, comparators=right):
            for i, op in enumerate(ops):
                if type(op) in NEIGHBOURS:
                    yield changed(ops=ops[:i] + [NEIGHBOURS[type(op)]()] + ops[i + 1:])
            if len(ops) == 1:
                yield from (ast.Constant(value) for value in (True, False))
            else:
                yield changed(left=right[0], ops=ops[1:], comparators=right[1:])
                yield changed(ops=ops[:-1], comparators=right[:-1])
        case ast.Call(func=ast.Name(id="min" | "max"), args=[_, _, *_] as values):
            yield from (changed(args=rest) if len(rest) > 1 else rest[0]
                        for rest in shorter(values))
        case ast.Set(elts=[_, _, *_] as values):
            yield from (changed(elts=rest) for rest in shorter(values))
        case ast.Tuple(elts=values, ctx=ast.Load()) if isinstance(
                parent, (ast.Compare, ast.comprehension, ast.For)):
            yield from (changed(elts=rest) for rest in shorter(values))
        case ast.Dict():
            yield from (changed(keys=keys, values=values)
                        for keys, values in zip(shorter(node.keys), shorter(node.values)))
        case ast.Slice():
            for name in ("lower", "upper"):
                bound = getattr(node, name)
                if bound and not isinstance(bound, ast.Constant):
                    for step in (ast.Add(), ast.Sub()):
                        yield changed(**{name: ast.BinOp(bound, step, ast.Constant(1))})
        case ast.Constant(value=int(value)) if not isinstance(value, bool):
            yield from (ast.Constant(value + 1), ast.Constant(value - 1))
        case ast.Constant(value=str(value)) if value in classes:
            yield ast.Constant(classes[(classes.index(value) + 1) % len(classes)])
        case ast.Constant(value=str(value) | bytes(value)) if called(parent) in PATTERNS \
                or (isinstance(parent, (ast.JoinedStr, ast.Assign)) and "[" in str(value)):
            yield from map(ast.Constant, patterns(value))


def orders(block: Any) -> Iterator[Any]:
    """Each guard and the next one, over assignments, with the edits that move it behind that."""
    for i, first in enumerate(block):
        for j in range(i + 1, len(block)) if is_guard(first) else ():
            if is_guard(block[j]):
                moved = block[i + 1:j + 1] + [first]
                yield first, block[j], [(block, i + k, s) for k, s in enumerate(moved)]
            if not isinstance(block[j], ast.Assign):
                break


def difference(old: Any, new: Any) -> Any:
    """The change between two texts, with what is around it."""
    start = len(os.path.commonprefix([old, new]))
    end = len(os.path.commonprefix([old[start:][::-1], new[start:][::-1]]))
    while start and old[start - 1].isalnum() and old[start - 1:start + 1].isalnum():
        start -= 1
    while end and old[-end].isalnum() and (old[-1 - end:] or " ")[0].isalnum():
        end -= 1
    last = len(old) - end
    change = f"[{old[start:last]} -> {new[start:len(new) - end]}]"
    return " ".join((old[max(0, start - 50):start] + change + old[last:last + 40]).split())


def make(module: Any, tree: Any) -> Any:
    """All mutants of a module."""
    refusals = ("check", "WireError", "OpeningError", "SealingError", "AttachmentError")
    classes = sorted({str(a.value) for n in ast.walk(tree) if isinstance(n, ast.Call) and called(n) in refusals
                      for a in n.args[-1:] if isinstance(a, ast.Constant)})
    result: list[Mutant] = []
    names: Counter[str] = Counter()

    def add(path: Any, reach: Any, line: Any, change: Any, edits: Any) -> None:
        name = f"{module}.py {'.'.join(path) or '-'}: {change}"
        names[name] += 1
        name += f" ({names[name]})" if names[name] > 1 else ""
        result.append(Mutant(module, reach, line, name, edits))

    def visit(node: Any, holder: Any, key: Any, parent: Any, statement: Any, path: Any, reach: Any) -> None:
        statement = node if isinstance(node, ast.stmt) else statement
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            path = path + [node.name]
            if f"{module} {'.'.join(path)}" in LEFT_OUT:
                return
        before = ast.unparse(statement) if statement else ""
        for new in replacements(node, parent, classes):
            put([(holder, key, new)])
            after = ast.unparse(new if node is statement else statement)
            put([(holder, key, node)])
            add(path, reach, getattr(node, "lineno", statement.lineno), difference(before, after),
                [(holder, key, new)])
        if isinstance(node, ast.FunctionDef):
            reach = f"{reach}.<locals>.{node.name}" if reach else ".".join(path)
        for name, value in ast.iter_fields(node):
            if name in ("decorator_list", "annotation", "returns", "format_spec"):
                continue
            if isinstance(value, ast.AST):
                visit(value, node, name, node, statement, path, reach)
            elif isinstance(value, list):
                for first, second, edits in orders(value):
                    texts = (ast.unparse(x).split("\n")[0] for x in (first, second))
                    add(path, reach, first.lineno, " behind ".join(texts), edits)
                for i, child in enumerate(value):
                    if isinstance(child, ast.AST):
                        visit(child, value, i, node, statement, path, reach)

    visit(tree, None, None, None, None, [], "")
    return sorted(result, key=lambda mutant: mutant.line)


# Running vectors

def load(codes: Any = (), wrap: Any = lambda module, name, function: function, modules: Any = ()) -> Any:
    """Loads the package anew, with `codes` for some modules: the function that checks a vector."""
    loader: Any = importlib.machinery.SourceFileLoader
    original = loader.get_code
    loader.get_code = lambda self, name: dict(codes).get(name) or original(self, name)
    for name in [n for n in sys.modules if n.split(".")[0] in ("sealedpush", "tools") and n != __name__]:
        del sys.modules[name]
    for module in modules:
        loaded = importlib.import_module(dotted(module))
        for name in PURE[module]:
            setattr(loaded, name, wrap(module, name, getattr(loaded, name)))
    vectors = importlib.import_module("tools.vectors")
    loader.get_code = original
    return vectors.check_vector


class Vectors:
    """The vectors, cheap ones first, with what they cost and the functions that they reach."""

    def __init__(self, folder: Any) -> None:
        self.all = [json.loads(p.read_bytes()) for p in sorted(folder.glob("*.json"))]
        self.reached: dict[str, set[tuple[str, str]]] = {}
        self.cost: dict[str, float] = {}
        self.known: dict[Any, Any] = {}
        self.caught: Counter[Any] = Counter()
        check_vector = load()
        for v in self.all:
            for module in [m for n, m in sys.modules.items() if n.startswith((f"{PACKAGE}.", "tools."))]:
                for function in vars(module).values():
                    getattr(function, "cache_clear", int)()
            codes, start = set(), time.process_time()
            sys.settrace(lambda frame, event, argument: codes.add(frame.f_code))
            try:
                check_vector(v)
            finally:
                sys.settrace(None)
            self.cost[v["name"]] = time.process_time() - start
            self.reached[v["name"]] = {(Path(c.co_filename).stem, c.co_qualname) for c in codes}
        self.all.sort(key=lambda v: self.cost[v["name"]])
        check_vector = load(wrap=self.keep, modules=PURE)
        for v in self.all:
            check_vector(v)

    def keep(self, module: Any, name: Any, function: Any) -> Any:
        def kept(*arguments: Any) -> Any:
            key = module, name, arguments
            if key not in self.known:
                self.known[key] = function(*arguments)
            return self.known[key]
        return kept

    def catcher(self, mutant: Any, tree: Any) -> Any:
        """The name of the first vector that catches a mutant, or ''. Changes this process."""
        put(mutant.edits)
        place, name = (mutant.module, mutant.reach), "import"
        modules = {"mlkem": ("crypto",), "crypto": ()}.get(mutant.module, PURE)
        signal.setitimer(signal.ITIMER_PROF, 5)
        try:
            code = compile(ast.fix_missing_locations(tree), f"{mutant.module}.py", "exec")
            check_vector = load({dotted(mutant.module): code}, self.keep, modules)
            for v in sorted(self.all, key=lambda v: -self.caught[place, v["name"]]):
                name = v["name"]
                if not mutant.reach or place in self.reached[name]:
                    signal.setitimer(signal.ITIMER_PROF, 2 + 10 * self.cost[name])
                    check_vector(v)
        except BaseException:  # whatever it is, the vector has not ended as it says
            return name
        return ""

    def run(self, mutants: Any, trees: Any) -> Iterator[Any]:
        """Each mutant with the vector that catches it; a process each, two at once."""
        todo = mutants[::-1]
        running: dict[int, tuple[Mutant, int]] = {}
        while todo or running:
            if todo and len(running) < 2:
                mutant = todo.pop()
                reader, writer = os.pipe()
                pid = os.fork()
                if pid == 0:
                    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
                    os.write(writer, self.catcher(mutant, trees[mutant.module]).encode())
                    os._exit(0)
                os.close(writer)
                running[pid] = mutant, reader
                continue
            pid, status = os.wait()
            mutant, reader = running.pop(pid)
            with open(reader, encoding="utf-8") as pipe:
                catcher = pipe.read() if status == 0 else "timeout"
            self.caught[(mutant.module, mutant.reach), catcher] += 1
            yield mutant, catcher


def equivalents() -> Any:
    """The names in equivalent.txt; an indented line says why those above it are equivalent."""
    lines = (HERE / "equivalent.txt").read_text(encoding="utf-8").splitlines()
    lines = [line for line in lines if line and not line.startswith("#")]
    if lines and not lines[-1].startswith(" "):
        sys.exit(f"equivalent.txt: no reason: {lines[-1]}")
    return {line for line in lines if not line.startswith(" ")}


def main(arguments: Any) -> Any:
    vectors, show_all = Vectors(Path(arguments.pop(0))), "--all" in arguments
    chosen = [a for a in arguments if a != "--all"] or MODULES
    trees = {m: ast.parse(source(m).read_text(encoding="utf-8")) for m in chosen}
    mutants = [mutant for module in chosen for mutant in make(module, trees[module])]
    named = {n for n in equivalents() if n.split(".py ")[0] in chosen}
    counts: Counter[tuple[str, str]] = Counter()
    used: set[str] = set()
    ends = ("caught", "equivalent", "survived")
    for mutant, catcher in vectors.run(mutants, trees):
        if catcher == "import":
            continue  # no program, so no mutant
        used |= set() if catcher else {mutant.name}
        end = "caught" if catcher else "equivalent" if mutant.name in named else "survived"
        counts[mutant.module, end] += 1
        if end == "survived" or show_all:
            print(f"{end} {catcher}line {mutant.line}:\n{mutant.name}", flush=True)
    for name, reason in LEFT_OUT.items():
        print(f"left out: {name}: {reason}")
    print(NOT_WRITTEN)
    for module in chosen:
        print(f"{module}.py: " + ", ".join(f"{counts[module, end]} {end}" for end in ends))
    for name in sorted(named - used):
        print(f"equivalent.txt: fits no mutant that survives: {name}")
    total = {end: sum(counts[module, end] for module in chosen) for end in ends}
    print(f"mutants: {sum(total.values())} made, "
          + ", ".join(f"{count} {end}" for end, count in total.items()))
    return 1 if total["survived"] or named - used or not total["caught"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
