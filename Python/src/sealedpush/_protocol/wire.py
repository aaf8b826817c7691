# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Records, bundles, statements, texts and safety numbers (message.md, section 6; devices.md)."""

import re
import struct
from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple
from unicodedata import category

from ..errors import WireError
from . import MAX_TIME, crypto
from .text import b64decode, b64encode

RECORD = 1306
RECORD_HEAD = struct.Struct(">BBIIQQ")


class Record(NamedTuple):
    """A prekey record whose signature is valid."""

    raw: bytes
    id: bytes
    digest: bytes
    one_time: bool
    epoch: int
    min_epoch: int
    not_before: int
    not_after: int
    public_key: bytes


class Bundle(NamedTuple):
    """A device's bundle."""

    idR: bytes
    records: list[Record]


class Statement(NamedTuple):
    """A statement whose signatures are valid, with its fields by their names."""

    identities: list[bytes]
    fields: dict[str, bytes]


def check(condition: object, name: str) -> None:
    """Refuses with a class of devices.md, section 9, unless `condition` holds."""
    if not condition:
        raise WireError(name)


def label(name: str) -> bytes:
    """A label of message.md, section 5."""
    return f"SealedPush v1 {name}\0".encode()


def check_version(data: bytes) -> None:
    """Rows 1 and 2 of every reader's table."""
    check(data, "malformed")
    check(data[0] == 1, "unknownVersion")


# Records and bundles (message.md, section 6; devices.md, section 2)

def read_record(raw: bytes, idR: bytes) -> Record:
    """M-24; idR has passed the identity rule."""
    check_version(raw)
    check(len(raw) == RECORD, "malformed")
    _, kind, epoch, min_epoch, not_before, not_after = RECORD_HEAD.unpack(raw[:26])
    check(kind <= 1 and not_before < not_after <= MAX_TIME, "malformed")
    check(crypto.public_key_ok(raw[26:1242]), "keyRefused")
    check(crypto.verify(idR, raw[1242:], label("prekey") + idR + raw[:1242]), "wrongSignature")
    return Record(raw, crypto.sha256(label("prekey id"), idR, raw)[:8], crypto.sha256(raw),
                  kind == 1, epoch, min_epoch, not_before, not_after, raw[26:1242])


def write_record(seed: crypto.Secret, one_time: bool, epoch: int, min_epoch: int, not_before: int,
                 not_after: int, public_key: bytes) -> bytes:
    """A record that the identity of the private key `seed` signs; times in Unix milliseconds."""
    raw = RECORD_HEAD.pack(1, one_time, epoch, min_epoch, not_before, not_after) + public_key
    return raw + crypto.sign(seed, label("prekey") + crypto.identity(seed) + raw)


def read_bundle(data: bytes) -> Bundle:
    """V-13."""
    check_version(data)
    check(len(data) >= 35, "malformed")
    idR, count = data[1:33], int.from_bytes(data[33:35])
    check(crypto.encoding_ok(idR), "identityRefused")
    check(count <= 256 and len(data) == 35 + RECORD * count, "malformed")
    records = [read_record(data[i:i + RECORD], idR) for i in range(35, len(data), RECORD)]
    check(len({r.id for r in records}) == count, "repeatedPrekey")
    check(sum(not r.one_time for r in records) <= 1, "malformed")
    return Bundle(idR, records)


def write_bundle(idR: bytes, records: Iterable[bytes]) -> bytes:
    """The bundle of an identity and its records."""
    records = list(records)
    return b"\x01" + idR + struct.pack(">H", len(records)) + b"".join(records)


# Statements (devices.md, sections 5 and 6; senders.md, section 6)

_ORIGIN = re.compile(
    rb"(https://(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])|http://(?:127\.0\.0\.1|\[::1\]|localhost))"
    rb"(?::([1-9][0-9]{0,4}))?")


def origin_ok(origin: bytes) -> bool:
    """True for an origin that V-21 accepts."""
    match = _ORIGIN.fullmatch(origin)
    return match is not None and int(match[2] or b"0") <= 65535 and (
        match[2] != (b"443" if origin.startswith(b"https") else b"80"))


def text_ok(limit: int, data: bytes) -> bool:
    """True for 1 to limit bytes of UTF-8 without control characters (M-7, S-17)."""
    kinds = map(category, data.decode(errors="surrogateescape"))
    return 1 <= len(data) <= limit and {"Cc", "Cs"}.isdisjoint(kinds)


def endpoint_ok(endpoint: bytes) -> bool:
    """True for an endpoint that S-18 accepts."""
    match = re.fullmatch(rb"([^/]+//[^/]+)/[\w.~/-]+", endpoint)
    return match is not None and origin_ok(match[1]) and len(endpoint) <= 512


class Field(NamedTuple):
    """A field of a statement behind its identities."""

    name: str
    size: int  # bytes of its length
    is_ok: Callable[[bytes], bool]


class Kind(NamedTuple):
    """The parts of a kind of statement."""

    identities: int
    signatures: int
    fields: tuple[Field, ...]


STATEMENTS = {
    "succession": Kind(2, 2, ()), "revocation": Kind(1, 1, ()), "retirement": Kind(1, 1, ()),
    "possession": Kind(1, 1, (Field("origin", 2, origin_ok),)),
    "subscription": Kind(2, 1, (Field("recipient", 1, partial(text_ok, 64)),
                                Field("topic", 1, partial(text_ok, 250)),
                                Field("endpoint", 2, endpoint_ok)))}


def read_statement(kind: str, data: bytes) -> Statement:
    """V-18; the caller tells the kind."""
    count, signatures, rules = STATEMENTS[kind]
    check_version(data)
    fields, end = {}, 1 + 32 * count
    for name, size, _ in rules:
        start = end + size
        end = start + int.from_bytes(data[end:start])
        fields[name] = data[start:end]
    if kind == "possession":
        fields["challenge"] = data[end:end + 32]
        end += 32
    check(len(data) == end + 64 * signatures, "malformed")
    identities = [data[1 + 32 * i:33 + 32 * i] for i in range(count)]
    check(all(map(crypto.encoding_ok, identities)), "identityRefused")
    check(all(is_ok(fields[name]) for name, _, is_ok in rules), "malformed")
    check(len(set(identities)) == count, "equalKeys")
    for i in range(signatures):
        at = end + 64 * i
        check(crypto.verify(identities[i], data[at:at + 64], label(kind) + data[:end]),
              "wrongSignature")
    return Statement(identities, fields)


def write_statement(kind: str, *seeds: crypto.Secret, fields: bytes = b"",
                    others: tuple[bytes, ...] = ()) -> bytes:
    """A statement about the identities of private keys, who sign, and then about `others`."""
    signed = b"\1" + b"".join((*map(crypto.identity, seeds), *others)) + fields
    return signed + b"".join(crypto.sign(seed, label(kind) + signed) for seed in seeds)


CHALLENGES = ("activation", "credential")


def possession_challenge(purpose: str, origin: bytes, device: bytes, nonce: bytes) -> bytes:
    """V-22."""
    sizes_ok = len(origin) < 1 << 16 and 1 <= len(device) <= 255 and len(nonce) == 32
    check(sizes_ok and origin_ok(origin), "malformed")
    return crypto.sha256(label(purpose), struct.pack(">H", len(origin)), origin,
                         bytes([len(device)]), device, nonce)


# Texts (devices.md, section 4)

TEXTS = ("device", "sender", "succession", "revocation", "retirement", "subscription")


def check_part(prefix: str, data: bytes) -> bytes:
    """The 6 bytes by which a mistyped text shows."""
    return crypto.sha256(label("text"), prefix.encode(), data)[:6]


def write_text(kind: str, data: bytes) -> str:
    """The text of data."""
    prefix = f"sealedpush-{kind}-1:"
    return f"{prefix}{b64encode(data)}.{b64encode(check_part(prefix, data))}"


def open_text(kind: str, text: str) -> bytes:
    """The data of a text, by rows 1 to 3 of V-17."""
    text, prefix = text.strip(" \t\n\r"), f"sealedpush-{kind}-1:"
    check(text.startswith(prefix), "wrongPrefix")
    parts = [b64decode(part) for part in text[len(prefix):].split(".")]
    if len(parts) != 2 or parts[0] is None or parts[1] is None:
        raise WireError("malformed")
    check(parts[1] == check_part(prefix, parts[0]), "wrongCheck")
    return parts[0]


def read_identity(data: bytes) -> bytes:
    """Rows 5 and 6 of V-17: the identity of a sender."""
    check(len(data) == 32, "malformed")
    check(crypto.encoding_ok(data), "identityRefused")
    return data


def read_text(kind: str, text: str) -> Bundle | Statement | bytes:
    """V-16 and V-17: a bundle, a statement, or the bytes of a sender identity."""
    data = open_text(kind, text)
    if kind == "device":
        return read_bundle(data)
    return read_identity(data) if kind == "sender" else read_statement(kind, data)


# Safety number (devices.md, section 7)

def safety_number(idS: bytes, idR: bytes) -> str:
    """The 60 digits; V-25."""
    check(crypto.encoding_ok(idS) and crypto.encoding_ok(idR), "identityRefused")
    check(idS != idR, "equalKeys")
    digits = ""
    for role, key in ((b"\x01", idS), (b"\x02", idR)):
        h = crypto.sha512(label("safety number"), role, key)
        for _ in range(5199):
            h = crypto.sha512(h, role, key)
        digits += "".join(f"{int.from_bytes(h[i:i + 5]) % 100000:05}" for i in range(0, 30, 5))
    return digits
