# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""`python -m sealedpush check FOLDER` checks test vectors (docs/vectors/README.md)."""

import argparse

from .vectors import check_folder

parser = argparse.ArgumentParser(prog="sealedpush", description=__doc__)
parser.add_argument("command", choices=["check"])
parser.add_argument("folder")
options = parser.parse_args()
count, faults = check_folder(options.folder)
print(*faults, f"{count} vectors, {len(faults)} failed", sep="\n")
raise SystemExit(1 if faults or not count else 0)
