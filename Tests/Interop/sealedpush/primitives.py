# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Bytes, times, labels, hashes, MAC and base64url (sections 2 to 5)."""

import base64
import hashlib
import hmac as _hmac
import os
import re
from collections.abc import Callable

Random = Callable[[int], bytes]
"""Draws that many bytes. M-10: the system's generator, except where a test repeats a run."""

system_random: Random = os.urandom

VERSION = 1
LAST_TIME = 2**53 - 1
HOUR = 3_600_000
GRACE = 24 * HOUR + 5 * 60_000
"""24 h 5 min (M-21, M-55)."""
KEPT = 7 * 24 * HOUR
"""How much longer a private half stays for messages that were kept (M-21)."""


class NotBase64URL(ValueError):
    """Not what M-11 asks for."""


def label(use: str) -> bytes:
    """A label of section 5."""
    return f"SealedPush v1 {use}\0".encode()


def u16(number: int) -> bytes:
    return number.to_bytes(2, "big")


def u64(number: int) -> bytes:
    return number.to_bytes(8, "big")


def number(data: bytes) -> int:
    return int.from_bytes(data, "big")


def later(milliseconds: int, by: int) -> int:
    """M-3: a sum of times, capped."""
    return min(milliseconds + by, LAST_TIME)


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def sha512(data: bytes) -> bytes:
    return hashlib.sha512(data).digest()


def hmac(key: bytes, data: bytes) -> bytes:
    """HMAC-SHA-256; an empty key counts as 32 zero bytes, as HMAC itself has it."""
    return _hmac.digest(key, data, "sha256")


def hkdf_expand(prk: bytes, info: bytes, length: int) -> bytes:
    """Section 12; no use takes more than one block of 32 bytes."""
    return hmac(prk, info + b"\x01")[:length]


def base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def from_base64url(text: bytes) -> bytes:
    """M-11: one text for each byte string."""
    if not re.fullmatch(rb"[A-Za-z0-9_-]*", text) or len(text) % 4 == 1:
        raise NotBase64URL
    data = base64.urlsafe_b64decode(text + b"=" * (-len(text) % 4))
    if base64url(data).encode() != text:  # unused bits that are not zero
        raise NotBase64URL
    return data
