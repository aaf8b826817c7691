# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""M-7, M-8 and M-9: the libraries behind them do what the rules say."""

import random
import unittest

from sealedpush import curves

from . import reference_ed25519 as reference

TORSION = curves.ORDER_8_Y[1]


class Ed25519Tests(unittest.TestCase):
    def setUp(self) -> None:
        self.random = random.Random(8032)

    def _signed_with_torsion(self, on_key: int, on_r: int) -> tuple[bytes, bytes, bytes]:
        """Key, message and signature; key and R are moved by so many points of order 8."""
        torsion = reference.decode(TORSION)
        a = self.random.randrange(reference.L)
        r = self.random.randrange(reference.L)
        message = self.random.randbytes(20)

        def encoded(scalar: int, times: int) -> bytes:
            point = reference.multiply(scalar, reference.BASE)
            return reference.encode(reference.add(point, reference.multiply(times, torsion)))

        key, first = encoded(a, on_key), encoded(r, on_r)
        s = (r + reference.challenge(first, key, message) * a) % reference.L
        return key, message, first + s.to_bytes(32, "little")

    def test_signatures_are_verified_without_a_cofactor(self) -> None:
        answers = set()
        for on_key, on_r in ((0, 0), (1, 0), (0, 1), (1, 1), (4, 4)) * 12:
            key, message, signature = self._signed_with_torsion(on_key, on_r)
            expected = reference.equation_holds(key, message, signature)
            found = curves.signature_is_valid(key, message, signature)
            self.assertEqual(found, expected)
            answers.add((on_key, found))
        self.assertLessEqual({(0, True), (0, False), (1, False), (4, True)}, answers)

    def test_only_keys_of_order_l_are_identities(self) -> None:
        for on_key in range(8):
            key, _, _ = self._signed_with_torsion(on_key, 0)
            self.assertEqual(curves.identity_passes(key), reference.is_of_order_l(key))
            self.assertEqual(curves.identity_passes(key), on_key == 0)

    def test_random_encodings_off_the_curve_or_of_mixed_order_are_no_identities(self) -> None:
        for _ in range(40):
            key = self.random.randbytes(32)
            self.assertEqual(curves.identity_passes(key), reference.is_of_order_l(key))


if __name__ == "__main__":
    unittest.main()
