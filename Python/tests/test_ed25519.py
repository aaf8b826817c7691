# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Keys and signatures with a part of small order (M-15, M-16).

Three verifiers agree, so no test for such a part is needed.
"""

import json
import os
import random
import subprocess
import tempfile
import unittest
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sealedpush._protocol import crypto
from tests import rules
from tools import ed25519

SEED = int(os.environ.get("SEALEDPUSH_SEED", "20261121"))
LABEL = b"SealedPush v1 revocation\0"


def small_orders(dice: Any) -> Any:
    """The eight points of small order, as multiples of one of order 8."""
    while True:
        point = ed25519.decode_point(dice.randbytes(32))
        found = [ed25519.NEUTRAL]
        while point and len(found) < 8:
            found.append(ed25519.add(found[-1], ed25519.multiply(crypto.L, point)))
        if len({ed25519.encode_point(one) for one in found}) == 8:
            return found


class MixedOrderTests(unittest.TestCase):
    """Needs the Swift build: `SEALEDPUSH_BUILD` is the folder of its executables."""

    def revocations(self) -> Iterator[Any]:
        """(key, signature, whether M-15 accepts it) of keys aB + iT and first halves rB + jT."""
        dice = random.Random(SEED)
        orders = small_orders(dice)
        for i, j, secret in [(i, j, dice.randrange(1, crypto.L)) for i in range(8) for j in range(8) for _ in range(4)]:
            r = dice.randrange(1, crypto.L)
            key = ed25519.encode_point(ed25519.add(ed25519.multiply(secret, ed25519.BASE), orders[i]))
            first = ed25519.encode_point(ed25519.add(ed25519.multiply(r, ed25519.BASE), orders[j]))
            k = int.from_bytes(crypto.sha512(first, key, LABEL, b"\1", key), "little") % crypto.L
            s = (r + k * secret) % crypto.L
            yield key, first + s.to_bytes(32, "little"), (j + k * i) % 8 == 0

    @rules("M-16")
    def test_no_verifier_tells_a_part_of_small_order_otherwise_than_another(self) -> None:
        counts: Counter[bool] = Counter()
        with tempfile.TemporaryDirectory() as folder:
            for number, (key, signature, is_valid) in enumerate(self.revocations()):
                message = LABEL + b"\1" + key
                self.assertEqual(crypto.verify(key, signature, message), is_valid)
                self.assertEqual(ed25519.verify(key, signature, message), is_valid)
                name = f"{number:04}-revocation"
                vector = {"name": name, "comment": "A part of small order.", "rule": "M-15", "kind": "revocation",
                          "expected": "accepted" if is_valid else "wrongSignature",
                          "bytes": (b"\1" + key + signature).hex()}
                vector |= {"identities": [key.hex()]} if is_valid else {}
                Path(folder, f"{name}.json").write_text(json.dumps(vector))
                counts[is_valid] += 1
            command: list[Any] = [Path(os.environ["SEALEDPUSH_BUILD"], "sealedpush-lab"), "vectors", "check", folder]
            swift = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertEqual(swift.stdout, "256 passed, 0 failed\n", swift.stderr)
        self.assertGreater(min(counts.values()), 20)
