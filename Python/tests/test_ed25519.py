# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Keys and signatures with a part of small order: three verifiers agree, so no test for such a part is needed (M-15, M-16)."""

import json
import os
import random
import subprocess
import tempfile
import unittest
from collections import Counter
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from sealedpush import crypto
from tests import rules

SEED = int(os.environ.get("SEALEDPUSH_SEED", "20261121"))
LABEL = b"SealedPush v1 revocation\0"


def openssl_verifies(key, signature, message):
    """What OpenSSL says, asked by those who do without curve arithmetic: M-13 and M-14 come first."""
    s = int.from_bytes(signature[32:], "little")
    if not (crypto.encoding_ok(key) and crypto.encoding_ok(signature[:32]) and s < crypto.L):
        return False
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def small_orders(dice):
    """The eight points of small order, as multiples of one of order 8."""
    while True:
        point = crypto.decode_point(dice.randbytes(32))
        found = [crypto.NEUTRAL]
        while point and len(found) < 8:
            found.append(crypto.add(found[-1], crypto.multiply(crypto.L, point)))
        if len({crypto.encode_point(one) for one in found}) == 8:
            return found


class MixedOrderTests(unittest.TestCase):
    """Needs the Swift build: `SEALEDPUSH_BUILD` is the folder of its executables."""

    def revocations(self):
        """(key, signature, whether M-15 accepts it) of keys aB + iT and first halves rB + jT."""
        dice = random.Random(SEED)
        orders = small_orders(dice)
        for i, j, secret in [(i, j, dice.randrange(1, crypto.L)) for i in range(8) for j in range(8) for _ in range(4)]:
            r = dice.randrange(1, crypto.L)
            key = crypto.encode_point(crypto.add(crypto.multiply(secret, crypto.BASE), orders[i]))
            first = crypto.encode_point(crypto.add(crypto.multiply(r, crypto.BASE), orders[j]))
            k = int.from_bytes(crypto.sha512(first, key, LABEL, b"\1", key), "little") % crypto.L
            s = (r + k * secret) % crypto.L
            yield key, first + s.to_bytes(32, "little"), (j + k * i) % 8 == 0

    @rules("M-16")
    def test_no_verifier_tells_a_part_of_small_order_otherwise_than_another(self):
        counts = Counter()
        with tempfile.TemporaryDirectory() as folder:
            for number, (key, signature, is_valid) in enumerate(self.revocations()):
                message = LABEL + b"\1" + key
                self.assertEqual(crypto.verify(key, signature, message), is_valid)
                self.assertEqual(openssl_verifies(key, signature, message), is_valid)
                name = f"{number:04}-revocation"
                vector = {"name": name, "comment": "A part of small order.", "rule": "M-15", "kind": "revocation",
                          "expected": "accepted" if is_valid else "wrongSignature",
                          "bytes": (b"\1" + key + signature).hex()}
                vector |= {"identities": [key.hex()]} if is_valid else {}
                Path(folder, f"{name}.json").write_text(json.dumps(vector))
                counts[is_valid] += 1
            command = [Path(os.environ["SEALEDPUSH_BUILD"], "sealedpush-lab"), "vectors", "check", folder]
            swift = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertEqual(swift.stdout, "256 passed, 0 failed\n", swift.stderr)
        self.assertGreater(min(counts.values()), 20)
