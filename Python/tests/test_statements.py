# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Parts of statements that no vector can hold."""

import unittest

from sealedpush import SealedPushError
from sealedpush._protocol.wire import possession_challenge


class ChallengeTests(unittest.TestCase):
    def test_a_part_that_its_length_cannot_tell_is_malformed(self) -> None:
        for size, is_taken in ((65_535, True), (65_536, False), (1 << 20, False)):
            origin = b"https://" + b"a" * (size - 8)
            with self.subTest(size=size):
                if is_taken:
                    self.assertEqual(len(possession_challenge("activation", origin, b"a", bytes(32))), 32)
                    continue
                with self.assertRaises(SealedPushError) as refused:
                    possession_challenge("activation", origin, b"a", bytes(32))
                self.assertEqual(refused.exception.name, "malformed")
