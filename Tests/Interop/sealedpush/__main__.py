# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""python -m sealedpush check FOLDER... | make FOLDER --seed N --count N [--only KIND]"""

import argparse
import sys
from pathlib import Path

from .making import MAKERS, make_folder
from .vectors import check_folder


def main() -> int:
    parser = argparse.ArgumentParser(prog="sealedpush")
    commands = parser.add_subparsers(dest="command", required=True)
    check = commands.add_parser("check", help="checks all vectors of the folders")
    check.add_argument("folder", type=Path, nargs="+")
    make = commands.add_parser("make", help="writes vectors made at random")
    make.add_argument("folder", type=Path)
    make.add_argument("--seed", type=int, required=True)
    make.add_argument("--count", type=int, required=True)
    make.add_argument("--only", choices=list(MAKERS))
    arguments = parser.parse_args()
    if arguments.command == "make":
        make_folder(arguments.folder, arguments.seed, arguments.count, arguments.only)
        return 0
    failures = [failure for folder in arguments.folder for failure in check_folder(folder)]
    for name, expected, got in failures:
        print(f"{name}: expected {expected}, got {got}")
    count = sum(len(list(folder.glob("*.json"))) for folder in arguments.folder)
    print(f"{count} vectors, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
