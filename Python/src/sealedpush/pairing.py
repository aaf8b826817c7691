# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Links, answers, and the boxes of drops (pairing.md)."""

import struct
from collections import namedtuple

from . import check, crypto
from .names import clean
from .text import b64decode, b64encode, is_string
from .wire import check_version, label, open_text, origin_ok, own_member, text_ok

PREFIX = "sealedpush-pair-1:"
PLAINTEXT, BOX = 1024, 1056

Link = namedtuple("Link", "data secret idS end name relay")
Answer = namedtuple("Answer", "idR endpoint topic name hash number")


def name_ok(limit, data):
    """1 to limit bytes of UTF-8 that D-17 leaves as they are."""
    return 1 <= len(data) <= limit and clean(data.decode(errors="ignore")).encode() == data


def fields(data, start):
    """Two fields, each behind a byte that has its length, and where they end."""
    found = []
    for _ in range(2):
        end = start + 1 + int.from_bytes(data[start:start + 1])
        found.append(data[start + 1:end])
        start = end
    return *found, start


# Links

def read_link(data):
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


def write_link(secret, idS, end, name, relay):
    """The data of a link; the origin of the relay is whole."""
    relay = relay.removeprefix(b"https://")
    return b"".join((b"\1", secret, idS, struct.pack(">I", end), bytes([len(name)]), name, bytes([len(relay)]), relay))


def read_scanned(text):
    """L-4: the link of a text or of an app link."""
    text = text.strip(" \t\n\r")
    if text.startswith("https://"):
        _, found, text = text.partition("#")
        check(found, "wrongPrefix")
        text = PREFIX + text
    return read_link(open_text("pair", text))


def last_moment(link):
    """L-3: the last moment at which a device takes it."""
    return 1000 * link.end + 3_600_000


# Answers

def signed(link, answer):
    """What the signature of an answer is over; `answer` ends before it."""
    return label("pairing") + crypto.sha256(link.data) + answer


def read_answer(plaintext, link):
    """L-5."""
    check(len(plaintext) == PLAINTEXT, "malformed")
    check_version(plaintext)
    topic, name, end = fields(plaintext, 65)
    check(not any(plaintext[end + 64:]), "malformed")
    idR = plaintext[1:33]
    check(crypto.encoding_ok(idR), "identityRefused")
    check(text_ok(250, topic) and name_ok(64, name), "malformed")
    check(idR != link.idS, "equalKeys")
    check(crypto.verify(idR, plaintext[end:end + 64], signed(link, plaintext[:end])), "wrongSignature")
    found = crypto.sha256(plaintext[:end + 64])[:16]
    return Answer(idR, link.relay + b"/e/" + b64encode(plaintext[33:65]).encode(), topic, name, found,
                  f"{int.from_bytes(found[:4]) % 100:02}")


def paired(content):
    """L-8: the hash in content that obeys the content rule, or None."""
    text = own_member(content, "paired")
    found = b64decode(text) if is_string(text) else None
    return found if found and len(found) == 16 else None


# Boxes

def drop_id(secret):
    return crypto.expand(crypto.mac(b"", secret), label("drop id"), 16)


def keys(secret, salt):
    prk = crypto.mac(salt, secret)
    return crypto.expand(prk, label("drop key"), 32), crypto.expand(prk, label("drop nonce"), 12)


def seal_box(secret, salt, data):
    """The box of a plaintext that begins with `data`."""
    return salt + crypto.chacha_encrypt(*keys(secret, salt), b"", data.ljust(PLAINTEXT, b"\0"))


def open_box(secret, box):
    """L-7: the plaintext."""
    check(len(box) == BOX, "malformed")
    plaintext = crypto.chacha_decrypt(*keys(secret, box[:16]), b"", box[16:])
    check(plaintext is not None, "cannotOpen")
    return plaintext
