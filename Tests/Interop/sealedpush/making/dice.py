# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""A seeded source of choices and of "random" bytes, so that a run repeats."""

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Dice(random.Random):
    def chance(self, probability: float) -> bool:
        return self.random() < probability

    def flip_bit(self, data: bytes, start: int = 0, end: int | None = None) -> bytes:
        """Any one bit of data[start ..< end], where there is one."""
        end = len(data) if end is None else min(end, len(data))
        if start >= end:
            return data
        bit = self.randrange(8 * start, 8 * end)
        return put(data, bit // 8, bytes([data[bit // 8] ^ 1 << bit % 8]))

    def near(self, *edges: int, last: int = 2**53 - 1) -> int:
        """An edge, or one beside it, kept within 0...last."""
        return min(max(self.choice(edges) + self.choice((-1, 0, 0, 1)), 0), last)

    def some(self, values: Sequence[T]) -> list[T]:
        """Any of them in any order."""
        return self.sample(values, self.randint(0, len(values)))

    def fault_count(self) -> int:
        return self.choice((0, 0, 1, 1, 1, 2, 3))


def put(data: bytes, at: int, new: bytes) -> bytes:
    """Overwrites bytes in place."""
    return data[:at] + new + data[at + len(new) :]
