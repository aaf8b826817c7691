# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Envelope, plaintext, info and what is signed (section 11)."""

import struct
from dataclasses import dataclass

from .bundles import Record
from .errors import OpeningError
from .kem import SUITES, Suite
from .primitives import LAST_TIME, NotBase64URL, from_base64url, label, later, sha256, sha512, u16

LARGEST_ENVELOPE = 3774
LONGEST_TEXT = 5032
LONGEST_TTL = 2_592_000
TAG = 16
FIXED = 110
"""Bytes of a plaintext in front of its content."""

_REST = struct.Struct(">QI32sH")


class Envelope:
    """An envelope with a known suite and at least an AAD."""

    def __init__(self, encoded: bytes) -> None:
        self.encoded = encoded
        self.suite: Suite = SUITES[encoded[1]]
        self.aad = encoded[: self.suite.aad_size]
        self.envelope_hash = sha256(encoded)[:16]
        self.prekey_id = encoded[4:12]
        self.message_id = encoded[12:28]
        self.enc = self.aad[28:]
        self.ciphertext = encoded[self.suite.aad_size :]
        """With the tag at its end."""


def read_envelope(text: bytes) -> Envelope:
    """Step 1 of section 16; M-45."""
    OpeningError.unless(len(text) <= LONGEST_TEXT, "textTooLong")
    try:
        data = from_base64url(text)
    except NotBase64URL as error:
        raise OpeningError("textNotBase64URL") from error
    OpeningError.unless(len(data) >= 4, "tooShort")
    OpeningError.unless(data[0] == 1, "unknownFormat")
    OpeningError.unless(data[1] in SUITES, "unknownSuite")
    OpeningError.unless(data[2] == 0, "flagsNotZero")
    OpeningError.unless(data[3] == 0, "reservedNotZero")
    fits = SUITES[data[1]].overhead <= len(data) <= LARGEST_ENVELOPE
    OpeningError.unless(fits, "wrongLength")
    return Envelope(data)


def make_aad(record: Record, message_id: bytes, enc: bytes) -> bytes:
    return bytes([1, record.suite_number, 0, 0]) + record.prekey_id + message_id + enc


def topic_passes(topic: str) -> bool:
    """M-2, as far as a topic's own bytes tell."""
    has_control = any(character < " " or "\x7f" <= character <= "\x9f" for character in topic)
    return 1 <= len(topic.encode()) <= 255 and not has_control


def make_info(topic: str, record: Record, message_id: bytes) -> bytes:
    head = label("info") + bytes([record.suite_number]) + u16(len(topic.encode()))
    return head + topic.encode() + record.id_r + record.digest + message_id


def message_to_sign(info: bytes, aad: bytes, rest: bytes) -> bytes:
    return label("message") + sha512(info) + aad + rest


def expiry(created: int, ttl_s: int, record: Record) -> int:
    return min(later(created, 1000 * ttl_s), record.not_after)


def make_rest(created: int, ttl_s: int, id_s: bytes, content: bytes, size: int) -> bytes:
    """A plaintext of `size` bytes without its signature."""
    return (_REST.pack(created, ttl_s, id_s, len(content)) + content).ljust(size - 64, b"\0")


@dataclass(frozen=True)
class Plaintext:
    signature: bytes
    rest: bytes
    created: int
    ttl_s: int
    id_s: bytes
    content: bytes


def read_plaintext(encoded: bytes) -> Plaintext:
    """The end of step 3 of section 16."""
    created, ttl_s, id_s, length = _REST.unpack_from(encoded, 64)
    end = FIXED + length
    is_sound = created <= LAST_TIME and 1 <= ttl_s <= LONGEST_TTL and end <= len(encoded)
    OpeningError.unless(is_sound, "malformedPlaintext")
    OpeningError.unless(not any(encoded[end:]), "paddingNotZero")
    return Plaintext(encoded[:64], encoded[64:], created, ttl_s, id_s, encoded[FIXED:end])
