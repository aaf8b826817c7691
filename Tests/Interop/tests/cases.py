# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Keys, records and messages that several tests use."""

import unittest
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from sealedpush import published
from sealedpush.bundles import Bundle, Fields, Prekey, make_bundle, make_prekey
from sealedpush.errors import SealedPushError
from sealedpush.opening import Device
from sealedpush.pins import SenderMemory
from sealedpush.primitives import HOUR
from sealedpush.sealing import Delivery, Sealed, seal

NOW = 1_800_000_000_000
DAY = 24 * HOUR
TOPIC = "com.example.app"
CONTENT = b'{"aps":{"alert":"Hello"}}'
PHONE = published.identity("phone-1")
SERVER = published.sender("server-1")


class Case(unittest.TestCase):
    @contextmanager
    def refused(self, name: str) -> Iterator[None]:
        """What is inside has to end with this class."""
        with self.assertRaises(SealedPushError) as caught:
            yield
        self.assertEqual(caught.exception.name, name)


def prekey(suite: int = 1, one_time: bool = False, **changes: int) -> Prekey:
    fields = Fields(1, suite, int(one_time), 3, 500_000, 0, NOW - DAY, NOW + 45 * DAY)
    seed = published.prekey_seed("phone-1", f"suite{suite}-{one_time}")
    return make_prekey(PHONE, seed, replace(fields, **changes))


def bundle(*prekeys: Prekey) -> Bundle:
    return make_bundle(PHONE.public, [key.record for key in prekeys])


def device(*prekeys: Prekey) -> Device:
    return Device(TOPIC, prekeys, [SERVER.identity.public])


def message(key: Prekey, content: bytes = CONTENT, ttl_s: int = 3600, **how: object) -> Sealed:
    """Sealed by a sender that never saw the device."""
    delivery = {name: how.pop(name) for name in list(how) if name in Delivery.__annotations__}
    way = Delivery(**{"topic": TOPIC, "ttl_s": ttl_s} | delivery)
    memory, suite = SenderMemory(), key.record.suite_number
    return seal(content, SERVER, memory, bundle(key), way, NOW, named_suite=suite, **how)


def flipped(data: bytes, bit: int) -> bytes:
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)
