# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Seals a message as senders that are faulty or forge do: each value on the way may be changed."""

from collections.abc import Callable
from typing import Any

from sealedpush._protocol import crypto, messages, wire
from sealedpush._protocol.wire import Record

from . import mlkem


def secret(what: str, name: str) -> bytes:
    """A secret of the folder keys."""
    return crypto.sha256(f"SealedPush published test {what} {name}".encode())


def seal(record: Record, idR: bytes, sender: str, content: bytes, topic: bytes, created: int, ttl_s: int, e: int,
         random: bytes, changed: Callable[..., Any]) -> dict[str, bytes]:
    """Steps 2 to 7 of M-42 with 96 random bytes: the values on the way, by their names in a vector.

    `changed(layer, value, *context)` gives the value that is used.
    """
    key = secret("identity", sender)
    rest = changed("rest", messages.rest_of_plaintext(created, ttl_s, crypto.identity(key), content, e - 1161))
    message_id = changed("message_id", crypto.mac(
        secret("secret", sender), wire.label("message id"), random[:32], record.digest, crypto.sha256(rest))[:16])
    info = changed("info", messages.info(topic, idR, record.digest, message_id))
    public, half = record.public_key[:1184], record.public_key[1184:]
    shared, enc = mlkem.xwing_encapsulate(record.public_key, random[32:])
    honest = enc[1088:], crypto.x25519(random[64:], half)
    ephemeral, agreed = changed("half", honest)
    if (ephemeral, agreed) != honest:
        enc = enc[:1088] + ephemeral
        shared = crypto.combine(mlkem.encapsulate(public, random[32:64])[0], agreed, ephemeral, half)
    aad = changed("aad", b"\1" + record.id + message_id + changed("enc", enc))
    signed = changed("signed", messages.signed_part(info, aad, rest), info, aad, rest)
    signature = changed("signature", crypto.sign(key, signed), signed)
    ciphertext = crypto.encrypt(shared, info, aad, signature + rest)
    message_key, nonce = crypto.key_schedule(shared, info)
    return {"recordDigest": record.digest, "prekeyID": record.id, "messageIDRandom": random[:32],
            "messageID": message_id, "info": info, "encapsulationRandom": random[32:], "encapsulatedKey": enc,
            "sharedSecret": shared, "key": message_key, "baseNonce": nonce, "associatedData": aad,
            "signature": signature, "plaintext": signature + rest, "ciphertext": ciphertext}


def payload_member(outer: bytes) -> dict[str, str]:
    """The member of an opening that has an outer payload."""
    try:
        text = outer.decode()
    except UnicodeDecodeError:
        text = "\ufeff"
    return {"payloadHex": outer.hex()} if text[:1] == "\ufeff" else {"payload": text}
