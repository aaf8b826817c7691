# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""`python -m sealedpush`."""

import sys

from ._command import main

sys.exit(main())
