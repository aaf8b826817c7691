#!/usr/bin/env python3
# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Runs ProVerif on the models and compares its results with what their headers expect.

ProVerif renames variables and writes `==> false` as `not (...)`. So results are compared in their order, by verdict.
"""

import pathlib
import re
import subprocess
import sys

from checker.expected import agree, expected_results, lines

# A result begins a line and may run over several. Those in brackets are remarks on the one before.
RESULT = re.compile(r"^RESULT (?!\()(.*?)\s(is true|is false|cannot be proved)\.", re.DOTALL | re.MULTILINE)


def verdicts(output):
    return [verdict for _, verdict in RESULT.findall(output)]


def agrees(program, file, seconds=600):
    """Whether ProVerif's results for a model are those of its header; prints what is not."""
    wanted = expected_results(str(file), file.read_text(encoding="utf-8"))
    try:
        run = subprocess.run([program, str(file)], capture_output=True, text=True, timeout=seconds, check=False)
    except (OSError, subprocess.TimeoutExpired) as problem:
        print(f"{file.name}: FAILED: {problem}")
        return False
    found = verdicts(run.stdout)
    if run.returncode != 0 or len(found) != len(wanted):
        print(f"{file.name}: FAILED: status {run.returncode}, {len(found)} results instead of {len(wanted)}")
        print((run.stdout + run.stderr)[-2000:])
        return False
    results = [agree([(None, expected)], [(None, verdict)]) for (_, expected), verdict in zip(wanted, found)]
    for line, verdict, ok in zip(lines(wanted), found, results):
        print(f"{file.name}: {'ok' if ok else 'FAILED'}: {verdict}; expected: {line}")
    return all(results)


def main():
    program, *files = sys.argv[1:]
    results = [agrees(program, pathlib.Path(file)) for file in files]
    print(f"proverif: {sum(results)} of {len(results)} files agree with their headers")
    return 0 if results and all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
