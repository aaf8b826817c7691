# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Prekey records, bundles, and the texts of bundles and senders (sections 6 and 7)."""

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from .curves import Identity, identity_passes, signature_is_valid
from .errors import WireError
from .kem import SUITES, Suite, public_key
from .primitives import (
    GRACE, LAST_TIME, VERSION, NotBase64URL, base64url, from_base64url, label, later,
    number, sha256, u16,
)

REUSABLE = 0
ONE_TIME = 1
MOST_RECORDS = 256

_FIELDS = struct.Struct(">4B2I2Q")


@dataclass(frozen=True)
class Fields:
    """What stands in a record in front of its public key, in this order."""

    version: int
    suite_number: int
    kind: int
    offers: int
    epoch: int
    min_epoch: int
    not_before: int
    not_after: int

    def encoded(self) -> bytes:
        return _FIELDS.pack(*(getattr(self, name) for name in Fields.__dataclass_fields__))


@dataclass(frozen=True)
class Record(Fields):
    """A prekey's public half as its device signed it."""

    id_r: bytes
    whole: bytes

    @property
    def suite(self) -> Suite:
        return SUITES[self.suite_number]

    @property
    def is_one_time(self) -> bool:
        return self.kind == ONE_TIME

    @property
    def public_key(self) -> bytes:
        return self.whole[28:-64]

    @cached_property
    def digest(self) -> bytes:
        return sha256(self.whole)

    @cached_property
    def prekey_id(self) -> bytes:
        return sha256(label("prekey id") + self.id_r + self.whole)[:8]

    def is_over_age(self, now: int) -> bool:
        """M-21."""
        return now >= later(self.not_after, GRACE)


@dataclass(frozen=True)
class Prekey:
    """A record with its private seed."""

    record: Record
    seed: bytes


@dataclass(frozen=True)
class Bundle:
    id_r: bytes
    records: tuple[Record, ...]

    @property
    def encoded(self) -> bytes:
        head = bytes([VERSION]) + self.id_r + u16(len(self.records))
        return head + b"".join(record.whole for record in self.records)


def make_prekey(identity: Identity, seed: bytes, fields: Fields) -> Prekey:
    """Makes and signs the record of the prekey with this seed."""
    unsigned = fields.encoded() + public_key(SUITES[fields.suite_number], seed)
    signature = identity.sign(label("prekey") + identity.public + unsigned)
    return Prekey(read_record(unsigned + signature, identity.public), seed)


def make_bundle(id_r: bytes, records: Sequence[Record]) -> Bundle:
    """Refuses what a reader would refuse."""
    return read_bundle(Bundle(id_r, tuple(records)).encoded)


def _record_size(data: bytes) -> int:
    """The size that the first two bytes of a record tell (M-14)."""
    WireError.unless(len(data) >= 2, "wrongLength")
    WireError.unless(data[0] == VERSION, "unknownVersion")
    WireError.unless(data[1] in SUITES, "unknownSuite")
    return SUITES[data[1]].record_size


def read_record(data: bytes, id_r: bytes) -> Record:
    """M-14, M-15, M-16. The identity is one that passed M-9."""
    WireError.unless(len(data) == _record_size(data), "wrongLength")
    record = Record(*_FIELDS.unpack_from(data), id_r, data)
    WireError.unless(record.kind in (REUSABLE, ONE_TIME), "unknownClass")
    WireError.unless(record.offers & record.suite.bit and record.offers <= 3, "wrongOffers")
    WireError.unless(record.not_before < record.not_after <= LAST_TIME, "wrongTime")
    WireError.unless(record.suite.key_passes(record.public_key), "publicKeyRefused")
    signed = label("prekey") + id_r + data[:-64]
    WireError.unless(signature_is_valid(id_r, signed, data[-64:]), "wrongSignature")
    return record


def read_bundle(data: bytes) -> Bundle:
    """M-23, M-24."""
    WireError.unless(len(data) >= 1, "wrongLength")
    WireError.unless(data[0] == VERSION, "unknownVersion")
    WireError.unless(len(data) >= 35, "wrongLength")
    id_r, count, rest = data[1:33], number(data[33:35]), data[35:]
    WireError.unless(identity_passes(id_r), "identityRefused")
    WireError.unless(count <= MOST_RECORDS, "tooManyRecords")
    records = []
    for _ in range(count):
        size = _record_size(rest)
        records.append(read_record(rest[:size], id_r))
        rest = rest[size:]
    WireError.unless(not rest, "wrongLength")
    WireError.unless(len({record.prekey_id for record in records}) == count, "repeatedPrekey")
    reusable = [record.suite_number for record in records if not record.is_one_time]
    WireError.unless(len(set(reusable)) == len(reusable), "repeatedReusable")
    return Bundle(id_r, tuple(records))


TEXTS = {
    "device": ("device", "bundle text"),
    "sender": ("sender", "sender text"),
    "deviceLink": ("link", "link text"),
    "linkOffer": ("link-offer", "link offer text"),
    "succession": ("succession", "succession text"),
    "revocation": ("revocation", "revocation text"),
    "retirement": ("retirement", "retirement text"),
}
"""The table in front of M-25: what stands in the prefix, and the label of the check."""


def text_prefix(kind: str) -> str:
    return f"sealedpush-{TEXTS[kind][0]}-1:"


def text_check(kind: str, data: bytes) -> bytes:
    """The check part of a text of M-25."""
    return sha256(label(TEXTS[kind][1]) + data)[:6]


def write_text(kind: str, data: bytes) -> str:
    return f"{text_prefix(kind)}{base64url(data)}.{base64url(text_check(kind, data))}"


def read_text(kind: str, text: str) -> bytes:
    """M-25, up to the data."""
    prefix = text_prefix(kind)
    text = text.strip(" \t\n\r")
    WireError.unless(text.startswith(prefix), "wrongPrefix")
    parts = text.removeprefix(prefix).encode("utf-8", "surrogatepass").split(b".")
    WireError.unless(len(parts) == 2, "notBase64URL")
    try:
        data, check = map(from_base64url, parts)
    except NotBase64URL as error:
        raise WireError("notBase64URL") from error
    WireError.unless(check == text_check(kind, data), "wrongCheck")
    return data


def read_device_text(text: str) -> Bundle:
    """M-25 and M-23."""
    return read_bundle(read_text("device", text))


def read_sender_text(text: str) -> bytes:
    """M-25; returns idS."""
    id_s = read_text("sender", text)
    WireError.unless(len(id_s) == 32, "wrongLength")
    WireError.unless(identity_passes(id_s), "identityRefused")
    return id_s
