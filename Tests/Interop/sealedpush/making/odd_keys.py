# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Keys and signatures that are to be refused, or that look as if they were."""

from nacl.bindings import crypto_core_ed25519_add, crypto_core_ed25519_is_valid_point

from .. import kem
from ..curves import ORDER_8_X, ORDER_8_Y, L, P, little
from .dice import Dice, put


def _bytes(number: int) -> bytes:
    return number.to_bytes(32, "little")


def _topped(dice: Dice, key: bytes) -> bytes:
    """With the top bit set, now and then."""
    return key[:31] + bytes([key[31] | 0x80 * dice.chance(0.3)])


def x25519_key(dice: Dice) -> bytes:
    """On M-5's list or right beside it."""
    listed = [*map(_bytes, (0, 1, P - 1, P, P + 1)), *ORDER_8_X]
    beside = [*map(_bytes, (2, P - 2, P + 2, 2**255 - 1))]
    return _topped(dice, dice.choice(dice.choice((listed, listed, beside))))


def public_key(dice: Dice, suite: int) -> bytes:
    """Of a record: perhaps refused by M-5 or M-6, perhaps at the right side of the edge."""
    x_key = x25519_key(dice)
    if suite != 2:
        return x_key
    sound = kem.public_key(kem.SUITES[2], dice.randbytes(32))
    if dice.chance(0.5):
        return sound[:-32] + x_key
    number = dice.choice((3327, 3328, 3329, 3330, 4095))
    at = 3 * dice.choice((0, 383, dice.randrange(384)))
    middle = sound[at + 1]
    if dice.chance(0.5):
        return put(sound, at, bytes([number % 256, middle & 0xF0 | number >> 8]))
    return put(sound, at + 1, bytes([middle & 0x0F | (number & 0x0F) << 4, number >> 4]))


def refused_identity(dice: Dice, sound: bytes) -> bytes:
    """A public key that fails M-7 or M-9: small order, not canonical, mixed order (where it was
    sound before), or off the curve (one random encoding in two)."""
    match dice.randrange(4):
        case 0:
            return _topped(dice, dice.choice([*map(_bytes, (0, 1, P - 1)), *ORDER_8_Y]))
        case 1:
            return _topped(dice, _bytes(dice.randint(P, 2**255 - 1)))
        case 2 if crypto_core_ed25519_is_valid_point(sound):
            return crypto_core_ed25519_add(sound, dice.choice(ORDER_8_Y))
    return dice.randbytes(32)


def refused_signature(dice: Dice, sound: bytes) -> bytes:
    """A signature with a fault of form, or one flipped bit."""
    match dice.randrange(5):
        case 0:
            return bytes(64)
        case 1:
            return put(sound, 32, _bytes((little(sound[32:]) + L) % 2**256))
        case 2:
            return refused_identity(dice, sound[:32]) + sound[32:]
        case 3:
            return put(sound, 32, _bytes(dice.choice((0, L, L - 1, 2**256 - 1))))
    return dice.flip_bit(sound)
