# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Checks test vectors, or makes some at random (docs/vectors/README.md)."""

import argparse

from .making import MAKERS, make_folder
from .vectors import check_folder

parser = argparse.ArgumentParser(prog="tools", description=__doc__)
commands = parser.add_subparsers(dest="command", required=True)
commands.add_parser("check").add_argument("folder")
make = commands.add_parser("make")
make.add_argument("folder")
make.add_argument("--seed", type=int, default=1)
make.add_argument("--count", type=int, default=1000)
make.add_argument("--only", choices=MAKERS)
options = parser.parse_args()
if options.command == "make":
    make_folder(options.folder, options.seed, options.count, options.only)
else:
    count, faults = check_folder(options.folder)
    print(*faults, f"{count} vectors, {len(faults)} failed", sep="\n")
    raise SystemExit(1 if faults or not count else 0)
