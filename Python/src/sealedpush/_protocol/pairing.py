# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Links, answers, and the boxes of drops (pairing.md)."""

import struct
from typing import NamedTuple

from ..errors import WireError
from . import crypto
from .messages import own_member
from .names import clean
from .text import b64decode, b64encode, is_string
from .wire import check, check_version, label, open_text, origin_ok, text_ok

PREFIX = "sealedpush-pair-1:"
PLAINTEXT, BOX = 1024, 1056


class Link(NamedTuple):
    """What a sender shows to be paired; `end` is in Unix seconds."""

    data: bytes
    secret: bytes
    idS: bytes
    end: int
    name: bytes
    relay: bytes


class Answer(NamedTuple):
    """What a device has signed for a link."""

    idR: bytes
    endpoint: bytes
    topic: bytes
    name: bytes
    hash: bytes
    number: str


def name_ok(limit: int, data: bytes) -> bool:
    """True for 1 to limit bytes of UTF-8 that D-17 leaves as they are."""
    return 1 <= len(data) <= limit and clean(data.decode(errors="ignore")).encode() == data


def fields(data: bytes, start: int) -> tuple[bytes, bytes, int]:
    """Two fields, each behind a byte that has its length, and where they end."""
    found = []
    for _ in range(2):
        end = start + 1 + int.from_bytes(data[start:start + 1])
        found.append(data[start + 1:end])
        start = end
    return found[0], found[1], start


# Links

def read_link(data: bytes) -> Link:
    """L-2."""
    check_version(data)
    name, relay, end = fields(data, 53)
    check(len(data) == end, "malformed")
    idS = data[17:49]
    check(crypto.encoding_ok(idS), "identityRefused")
    check(name_ok(32, name) and len(relay) <= 100, "malformed")
    relay = relay if relay.startswith(b"http://") else b"https://" + relay
    check(origin_ok(relay), "malformed")
    return Link(data, data[1:17], idS, int.from_bytes(data[49:53]), name, relay)


def write_link(secret: bytes, idS: bytes, end: int, name: bytes, relay: bytes) -> bytes:
    """The data of a link; the origin of the relay is whole."""
    relay = relay.removeprefix(b"https://")
    return b"".join((b"\1", secret, idS, struct.pack(">I", end), bytes([len(name)]), name,
                     bytes([len(relay)]), relay))


def read_scanned(text: str) -> Link:
    """L-4: the link of a text or of an app link."""
    text = text.strip(" \t\n\r")
    if text.startswith("https://"):
        _, found, text = text.partition("#")
        check(found, "wrongPrefix")
        text = PREFIX + text
    return read_link(open_text("pair", text))


def last_moment(link: Link) -> int:
    """L-3: the last moment at which a device takes it, in Unix milliseconds."""
    return 1000 * link.end + 3_600_000


# Answers

def signed(link: Link, answer: bytes) -> bytes:
    """The bytes that an answer's signature is over; `answer` ends before it."""
    return label("pairing") + crypto.sha256(link.data) + answer


def read_answer(plaintext: bytes, link: Link) -> Answer:
    """L-5."""
    check(len(plaintext) == PLAINTEXT, "malformed")
    check_version(plaintext)
    topic, name, end = fields(plaintext, 65)
    check(not any(plaintext[end + 64:]), "malformed")
    idR = plaintext[1:33]
    check(crypto.encoding_ok(idR), "identityRefused")
    check(text_ok(250, topic) and name_ok(64, name), "malformed")
    check(idR != link.idS, "equalKeys")
    check(crypto.verify(idR, plaintext[end:end + 64], signed(link, plaintext[:end])),
          "wrongSignature")
    found = crypto.sha256(plaintext[:end + 64])[:16]
    return Answer(idR, link.relay + b"/e/" + b64encode(plaintext[33:65]).encode(), topic, name,
                  found, f"{int.from_bytes(found[:4]) % 100:02}")


def write_answer(seed: crypto.Secret, link: Link, capability: bytes, topic: bytes,
                 name: bytes) -> bytes:
    """The answer of the device with the private key `seed`."""
    answer = b"".join((b"\1", crypto.identity(seed), capability, bytes([len(topic)]), topic,
                       bytes([len(name)]), name))
    return answer + crypto.sign(seed, signed(link, answer))


def paired(content: bytes) -> bytes | None:
    """L-8: the hash in content that obeys the content rule, or None."""
    text = own_member(content, "paired")
    found = b64decode(text) if is_string(text) else None
    return found if found and len(found) == 16 else None


# Boxes

def drop_id(secret: bytes) -> bytes:
    """The name of the drop of a secret."""
    return crypto.expand(crypto.mac(b"", secret), label("drop id"), 16)


def keys(secret: bytes, salt: bytes) -> tuple[bytes, bytes]:
    """The key and the nonce of a box."""
    prk = crypto.mac(salt, secret)
    return crypto.expand(prk, label("drop key"), 32), crypto.expand(prk, label("drop nonce"), 12)


def seal_box(secret: bytes, salt: bytes, data: bytes) -> bytes:
    """The box of a plaintext that begins with `data`."""
    return salt + crypto.chacha_encrypt(*keys(secret, salt), b"", data.ljust(PLAINTEXT, b"\0"))


def open_box(secret: bytes, box: bytes) -> bytes:
    """L-7: the plaintext."""
    check(len(box) == BOX, "malformed")
    plaintext = crypto.chacha_decrypt(*keys(secret, box[:16]), b"", box[16:])
    if plaintext is None:
        raise WireError("cannotOpen")
    return plaintext
