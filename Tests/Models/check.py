#!/usr/bin/env python3
# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Checks models in ProVerif's syntax and compares each result with the one that the model's header expects."""

import argparse
import pathlib
import sys
import time

from checker.expected import expected_results
from checker.queries import answers
from checker.saturate import LimitReached
from checker.syntax import ModelError

MODELS = pathlib.Path(__file__).resolve().parents[2] / "docs" / "models"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=pathlib.Path, help="models; all of docs/models if none is named")
    parser.add_argument("--clauses", type=int, default=20000, help="the most clauses that one model may make")
    parser.add_argument("--seconds", type=float, default=60, help="the most processor time that one model may take")
    parser.add_argument("--details", action="store_true", help="show the run behind each false result")
    options = parser.parse_args()
    files = options.files or sorted(MODELS.glob("*.pv"))
    if not files:
        sys.exit("models: no model found")
    wrong = sum(not agrees(file, options) for file in files)
    print(f"models: {len(files) - wrong} of {len(files)} files agree with their headers (our own checker, not ProVerif)")
    return 1 if wrong else 0


def agrees(file, options):
    """Prints the results of one model; whether they are those of its header."""
    start = time.monotonic()
    print(f"{file.name}:")
    try:
        text = file.read_text(encoding="utf-8")
        found = []
        for answer in answers(str(file), text, options.clauses, options.seconds):
            found.append((answer.query, answer.verdict))
            print(f"  {answer}")
            if options.details or answer.verdict == "cannot be proved":
                print("".join(f"      {line}\n" for line in answer.details), end="")
        wanted = expected_results(str(file), text)
    except (ModelError, LimitReached, OSError) as problem:
        print(f"  FAILED: {problem}")
        return False
    print(f"  {time.monotonic() - start:.1f} s")
    if found != wanted:
        print("  FAILED: the header expects")
        print("".join(f"    RESULT {query} {verdict}.\n" for query, verdict in wanted), end="")
    return found == wanted


if __name__ == "__main__":
    sys.exit(main())
