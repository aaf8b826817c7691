# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Sealing (section 13)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from .bundles import Bundle, Record
from .curves import Identity, KeyRefused
from .errors import SealingError
from .kem import derive_scalar, encapsulate, key_schedule
from .messages import (
    LONGEST_TTL, TAG, Envelope, expiry, make_aad, make_info, make_rest, message_to_sign,
    topic_passes,
)
from .payloads import DEFAULT_PLACEHOLDER, Texts, envelope_size, make_content, make_outer
from .pins import SenderMemory
from .primitives import (
    LAST_TIME, Random, base64url, hkdf_expand, hmac, label, later, sha256, system_random,
)


@dataclass(frozen=True)
class Sender:
    identity: Identity
    secret: bytes


@dataclass(frozen=True)
class Delivery:
    """How a message is to travel."""

    topic: str
    ttl_s: int
    push_type: str = "alert"
    padding: str = "buckets"
    placeholder: Texts = field(default_factory=lambda: DEFAULT_PLACEHOLDER)


@dataclass(frozen=True)
class Sealed:
    payload: bytes
    content: bytes
    envelope: Envelope
    expiry: int
    ends_early: bool
    """M-40: the prekey ends before the time to live does."""
    steps: Mapping[str, bytes]

    @property
    def apns_expiration(self) -> int:
        return self.expiry // 1000

    @property
    def apns_collapse_id(self) -> str:
        """M-41, where the caller has no key."""
        return base64url(self.envelope.message_id)


def collapse_id(secret: bytes, id_r: bytes, key: str) -> str:
    """M-41, for messages that replace each other."""
    return base64url(hmac(secret, label("collapse") + id_r + key.encode())[:16])


def make_message_id(secret: bytes, random: bytes, record: Record, rest: bytes) -> bytes:
    """Step 3; M-38 and M-39."""
    return hmac(secret, label("message id") + random + record.digest + sha256(rest))[:16]


def hedged_material(secret: bytes, random: bytes, info: bytes, rest: bytes) -> bytes:
    """Step 5, suite 1: ikm of the hedged ephemeral; M-39."""
    prk = hmac(b"", random + secret + sha256(info + rest))
    return hkdf_expand(prk, label("ephemeral"), 32)


def seal_rest(
    sender: Sender, record: Record, topic: str, rest: bytes, random: Random
) -> tuple[Envelope, Mapping[str, bytes]]:
    """Steps 3 to 8; also returns the values on the way."""
    id_random = random(32)
    message_id = make_message_id(sender.secret, id_random, record, rest)
    info = make_info(topic, record, message_id)
    steps = {"info": info, "messageIDRandom": id_random}
    scalar = random(32)
    if record.suite_number == 1:
        ikm = hedged_material(sender.secret, scalar, info, rest)
        steps |= {"ephemeralRandom": scalar, "ephemeralMaterial": ikm}
        scalar = steps["ephemeralPrivateKey"] = derive_scalar(ikm)
    try:
        shared_secret, enc = encapsulate(record.suite, record.public_key, scalar)
    except KeyRefused as error:
        raise SealingError("keyRefused") from error
    aad = make_aad(record, message_id, enc)
    plaintext = sender.identity.sign(message_to_sign(info, aad, rest)) + rest
    key, nonce = key_schedule(record.suite, shared_secret, info)
    steps |= {"sharedSecret": shared_secret, "key": key, "baseNonce": nonce}
    ciphertext = ChaCha20Poly1305(key).encrypt(nonce, plaintext, aad)
    return Envelope(aad + ciphertext), steps | {"plaintext": plaintext}


def seal(
    payload: bytes,
    sender: Sender,
    memory: SenderMemory,
    bundle: Bundle,
    delivery: Delivery,
    now: int,
    *,
    fields: Texts | None = None,
    named_suite: int | None = None,
    random: Random = system_random,
) -> Sealed:
    """All of section 13, in the order of its refusals."""
    if not (1 <= delivery.ttl_s <= LONGEST_TTL and 0 <= now <= LAST_TIME):
        raise ValueError("time or time to live out of range")
    if not topic_passes(delivery.topic):
        raise ValueError("no topic")
    content = make_content(payload, fields or {})
    around = len(make_outer("", delivery.placeholder))
    serving, pins = memory.serving(bundle, now, named_suite)
    suite = serving[0].suite
    size = envelope_size(suite, len(content), delivery.push_type, delivery.padding, around)
    record = memory.take(serving, pins)
    plaintext_size = size - suite.aad_size - TAG
    rest = make_rest(now, delivery.ttl_s, sender.identity.public, content, plaintext_size)
    envelope, steps = seal_rest(sender, record, delivery.topic, rest, random)
    outer = make_outer(base64url(envelope.encoded), delivery.placeholder)
    end = expiry(now, delivery.ttl_s, record)
    return Sealed(outer, content, envelope, end, end < later(now, 1000 * delivery.ttl_s), steps)
