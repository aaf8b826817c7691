# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Writes the published vectors into a folder; files of other names stay as they are."""

import sys

from .catalogue import write

print(write(sys.argv[1]), "vectors")
