#!/usr/bin/env python3
# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Checks models in ProVerif's syntax and compares each result with the one that the model's header expects.

A model that only ProVerif can run is in `PROVERIF_ONLY`: it is read as far as this checker can, and a line says that it was
not run. A model that asks for what this checker lacks and is not in the list fails; so does one that is listed for nothing.
One in `TOO_LONG` is read and its types are checked; it runs if it is the only file that is named.
"""

import argparse
import pathlib
import sys
import time

from checker.expected import agree, expected_results, lines
from checker.queries import answers
from checker.saturate import LimitReached
from checker.syntax import ModelError, ProVerifNeeded, read_model
from checker.typecheck import check_model

MODELS = pathlib.Path(__file__).resolve().parents[2] / "docs" / "models"
PROVERIF_ONLY = frozenset({"hidden-counter-hash-in-clear.pv", "hidden-counter-id-without-secret.pv", "hidden-from-guesses.pv",
                           "hidden-two-secrets.pv", "pairing-counter-endpoint-not-signed.pv",
                           "pairing-counter-lasting-secret.pv", "pairing-counter-paired-at-once.pv",
                           "pairing-counter-paired-names-link.pv", "pairing-counter-possession-label.pv",
                           "pairing-counter-sender-not-signed.pv", "pairing-counter-ten-digits.pv",
                           "pairing-counter-without-proof.pv", "pairing.pv", "pins.pv"})
TOO_LONG = frozenset({"activation-counter-code-in-clear.pv"})      # two minutes here, half a second with ProVerif


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=pathlib.Path, help="models; all of docs/models if none is named")
    parser.add_argument("--clauses", type=int, default=20000, help="the most clauses that one model may make")
    parser.add_argument("--seconds", type=float, default=60, help="the most processor time that one model may take")
    parser.add_argument("--left-out", action="store_true", help="only print which models need ProVerif")
    parser.add_argument("--details", action="store_true", help="show the run behind each false result")
    options = parser.parse_args()
    if options.left_out:
        print(", ".join(sorted(PROVERIF_ONLY | TOO_LONG)))
        return 0
    files = options.files or sorted(MODELS.glob("*.pv"))
    if not files:
        sys.exit("models: no model found")
    outcomes = [agrees(file, options, alone=len(options.files) == 1) for file in files]
    run = [outcome for outcome in outcomes if outcome is not None]
    print(f"models: {sum(run)} of {len(run)} files agree with their headers (our own checker, not ProVerif);"
          f" {len(files) - len(run)} NOT RUN (they need ProVerif)")
    return 0 if all(run) else 1


def agrees(file, options, alone=False):
    """Prints the results of one model; whether they are those of its header. None if only ProVerif runs it."""
    start = time.monotonic()
    print(f"{file.name}:")
    try:
        text = file.read_text(encoding="utf-8")
        if file.name in TOO_LONG and not alone:
            check_model(read_model(str(file), text))
            print(f"  NOT RUN by our checker (it takes minutes; ProVerif runs it): {file.name}")
            return None
        found, wanted = [], expected_results(str(file), text)
        for answer in answers(str(file), text, options.clauses, options.seconds):
            found.append((answer.query, answer.verdict))
            print(f"  {answer}")
            if options.details or answer.verdict == "cannot be proved":
                print("".join(f"      {line}\n" for line in answer.details), end="")
    except ProVerifNeeded as problem:
        if file.name in PROVERIF_ONLY:
            print(f"  NOT RUN by our checker ({str(problem).rpartition(': ')[2]}): {file.name}")
            return None
        print(f"  FAILED: {problem}, and {file.name} is not in PROVERIF_ONLY")
        return False
    except (ModelError, LimitReached, OSError, RecursionError) as problem:
        print(f"  FAILED: {problem}")
        return False
    print(f"  {time.monotonic() - start:.1f} s")
    if file.name in PROVERIF_ONLY:
        print("  FAILED: PROVERIF_ONLY names this file, but our checker can run it")
        return False
    if not agree(wanted, found):
        print("  FAILED: the header expects")
        print("".join(f"    {line}\n" for line in lines(wanted)), end="")
        return False
    return True


if __name__ == "__main__":
    sys.exit(main())
