# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""The parts of a message (message.md, sections 7 and 9 to 11)."""

import contextlib
import struct
from typing import NamedTuple

from ..errors import OpeningError, WireError
from . import MAX_TIME, crypto
from .text import JSON, JSONError, b64decode, is_string, parse
from .wire import Statement, label, open_text, read_statement

MAX_PAYLOAD, MAX_TTL = 16384, 2_592_000
MIN_ENVELOPE, MAX_TEXT = 1271, 5032


class Message(NamedTuple):
    """The fields of a plaintext behind its signature."""

    created: int
    ttl_s: int
    idS: bytes
    content: bytes


def check(condition: object, name: str) -> None:
    """Refuses with a class of storage.md, section 8, unless `condition` holds."""
    if not condition:
        raise OpeningError(name)


def topic_of(topic: bytes, push: str) -> bytes:
    """M-25."""
    return topic + b".voip" if push == "voip" else topic


def info(topic: bytes, idR: bytes, digest: bytes, message_id: bytes) -> bytes:
    """The info of HPKE."""
    return (label("info") + struct.pack(">H", len(topic)) + topic + idR + digest
            + message_id)


def envelope_hash(envelope: bytes) -> bytes:
    """The hash by which a message counts once."""
    return crypto.sha256(envelope)[:16]


def signed_part(info_: bytes, aad: bytes, rest: bytes) -> bytes:
    """The bytes that a message's signature is over."""
    return label("message") + crypto.sha512(info_) + aad + rest


def rest_of_plaintext(created: int, ttl_s: int, idS: bytes, content: bytes, n: int) -> bytes:
    """The n - 64 bytes behind the signature."""
    head = struct.pack(">QI32sH", created, ttl_s, idS, len(content))
    return (head + content).ljust(n - 64, b"\0")


def read_plaintext(plaintext: bytes) -> Message:
    """The message of a plaintext (M-38 lines 18 and 19)."""
    created, ttl_s, idS, c = struct.unpack(">QI32sH", plaintext[64:110])
    check(created <= MAX_TIME and 1 <= ttl_s <= MAX_TTL and 110 + c <= len(plaintext)
          and not any(plaintext[110 + c:]), "malformedMessage")
    return Message(created, ttl_s, idS, plaintext[110:110 + c])


def read_outer(payload: bytes) -> bytes:
    """The envelope of an outer payload (M-26, M-28 to M-30; M-38 lines 3 to 7)."""
    check(len(payload) <= MAX_PAYLOAD, "malformedPayload")
    try:
        outer = parse(payload)
    except JSONError:
        outer = None
    if not isinstance(outer, dict):
        raise OpeningError("malformedPayload")
    text = outer.get("encrypted-content")
    if not is_string(text):
        raise OpeningError("notSealed")
    envelope = b64decode(text)
    if not envelope or len(text) > MAX_TEXT:
        raise OpeningError("malformedEnvelope")
    check(envelope[0] == 1, "unknownVersion")
    check(len(envelope) >= MIN_ENVELOPE, "malformedEnvelope")
    return envelope


def read_content(content: bytes) -> dict[str, JSON] | None:
    """The content rule (M-34, M-35): the object, or None if it is refused."""
    try:
        value = parse(content)
    except JSONError:
        return None
    if not isinstance(value, dict) or not isinstance(value.get("aps"), dict):
        return None
    own = value.get("sealedpush", {})
    if not isinstance(own, dict) or not all(is_string(own.get(k, "")) for k in ("from", "name")):
        return None
    template = own.get("template", [])
    return value if isinstance(template, list) and all(map(is_string, template)) else None


def own_member(content: bytes, name: str) -> JSON:
    """A member of `sealedpush` in content that obeys the content rule; of none, an empty array."""
    own = (read_content(content) or {}).get("sealedpush")
    return own.get(name, []) if isinstance(own, dict) else []


def _strings(content: bytes, name: str, most: int) -> list[str]:
    """The strings among the first entries of an array in `sealedpush`."""
    entries = own_member(content, name)
    return [e for e in (entries[:most] if isinstance(entries, list) else ()) if is_string(e)]


def names_to_remove(content: bytes) -> list[str]:
    """T-23: the entries of `remove` that count."""
    return [n for n in _strings(content, "remove", 50) if 1 <= len(n.encode()) <= 64]


def sent_statements(content: bytes) -> list[Statement]:
    """D-13: the valid successions and revocations among the first 8 entries of `statements`."""
    found = []
    for text in _strings(content, "statements", 8):
        for kind in ("succession", "revocation"):
            with contextlib.suppress(WireError):
                found.append(read_statement(kind, open_text(kind, text)))
    return found
