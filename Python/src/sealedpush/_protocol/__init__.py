# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Protocol 1 as values and functions, written from docs/protocol alone.

Nothing here reads a clock, a file or the network. The names below this package are not part of the
public interface.
"""

MAX_TIME = 2**53 - 1


def later(*times: int) -> int:
    """A sum of times in Unix milliseconds, at most 2^53-1 (M-3)."""
    return min(sum(times), MAX_TIME)
