# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""SealedPush protocol 1 in Python, written from docs/protocol alone."""

from .errors import SealedPushError

__all__ = ["SealedPushError"]
