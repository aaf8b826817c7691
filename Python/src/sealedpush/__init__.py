# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""SealedPush protocol 1 in Python, written from docs/protocol alone."""


class SealedPushError(Exception):
    """A refusal; `name` is the error class of the documents."""

    def __init__(self, name):
        super().__init__(name)
        self.name = name


def check(condition, name):
    """Refuse with the class `name` unless `condition` holds."""
    if not condition:
        raise SealedPushError(name)


MAX_TIME = 2**53 - 1


def later(*times):
    """A sum of times, at most 2^53-1 (M-3)."""
    return min(sum(times), MAX_TIME)
