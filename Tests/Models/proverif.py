#!/usr/bin/env python3
# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Runs ProVerif on the models and compares its results with what their headers expect.

ProVerif renames variables and writes `==> false` as `not (...)`. So results are compared in their order, by verdict. They are
read from its verification summary: above that it prints a `RESULT` line for each attempt, two for an equivalence that it
cannot prove.
"""

import pathlib
import re
import subprocess
import sys

from checker.expected import agree, expected_results, lines
from checker.syntax import ModelError

SUMMARY = re.compile(r"^-+\nVerification summary:\n(.*?)^-+$", re.DOTALL | re.MULTILINE)
# A result may run over several lines. Lemmas stand beside their queries.
RESULT = re.compile(r"^(?: - )?(Query|Lemma|Axiom|Observational equivalence)\s(.*?)(is true|is false|cannot be proved)"
                    r"(?: in (?:bi)?process \d+(?: \([^)]*\))?)?\.$", re.DOTALL | re.MULTILINE)


def verdicts(output):
    """The verdicts of the queries in their order, and those of the lemmas; both empty without a summary."""
    summary = SUMMARY.search(output)
    found = [(kind, verdict) for kind, _, verdict in RESULT.findall(summary[1] if summary else "")]
    queries = [verdict for kind, verdict in found if kind in ("Query", "Observational equivalence")]
    return queries, [verdict for kind, verdict in found if kind in ("Lemma", "Axiom")]


def agrees(program, file, seconds=600):
    """Whether ProVerif's results for a model are those of its header; prints them."""
    print(f"{file.name} (ProVerif):")
    try:
        wanted = expected_results(str(file), file.read_text(encoding="utf-8"))
        run = subprocess.run([program, str(file)], capture_output=True, text=True, timeout=seconds, check=False)
    except (ModelError, OSError, subprocess.TimeoutExpired) as problem:
        print(f"  FAILED: {problem}")
        return False
    found, lemmas = verdicts(run.stdout)
    if run.returncode != 0 or not found or len(found) != len(wanted):
        print(f"  FAILED: status {run.returncode}, {len(found)} results instead of {len(wanted)}")
        print("".join(f"    {line}\n" for line in (run.stdout + run.stderr)[-2000:].splitlines()), end="")
        return False
    results = [agree([(None, expected)], [(None, verdict)]) for (_, expected), verdict in zip(wanted, found)]
    for line, verdict, ok in zip(lines(wanted), found, results):
        print(f"  {'ok' if ok else 'FAILED'}: {verdict}; expected: {line}")
    if any(verdict != "is true" for verdict in lemmas):
        print("  FAILED: a lemma is not proved")
        return False
    return all(results)


def main():
    program, *files = sys.argv[1:]
    results = [agrees(program, pathlib.Path(file)) for file in files]
    print(f"proverif: {sum(results)} of {len(results)} files agree with their headers")
    return 0 if results and all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
