# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Vectors of records, bundles, texts, statements, safety numbers and collapse ids."""

from dataclasses import replace

from .. import published
from ..bundles import TEXTS, Fields, text_check, text_prefix
from ..kem import SUITES, public_key
from ..primitives import LAST_TIME, VERSION, base64url, label, u16, u64
from ..statements import KINDS
from ..vectors import Vector
from . import contents, odd_keys
from .dice import Dice

DEVICES = ("phone-1", "phone-2")
SENDERS = ("server-1", "server-2", "person-1")

_EDGES = (0, 1, LAST_TIME - 1, LAST_TIME, LAST_TIME + 1, 2**64 - 1)
_ODD_FIELDS = {
    "version": (0, 2, 255),
    "suite_number": (0, 1, 2, 3, 255),
    "kind": (0, 2, 255),
    "offers": (0, 1, 2, 4, 5, 7, 255),
    "not_before": _EDGES,
    "not_after": _EDGES,
}
_ENDS = ["signature", "bit", "cut", "longer"]
"""Faults of the end of what is signed."""


def random_fields(dice: Dice) -> Fields:
    """Sound ones of any record."""
    suite, epoch = dice.choice((1, 2)), dice.choice((0, 486_111, 2**32 - 1, dice.getrandbits(32)))
    start = dice.choice((0, LAST_TIME - 1, dice.randrange(LAST_TIME)))
    end = dice.choice((start + 1, LAST_TIME, dice.randint(start + 1, LAST_TIME)))
    min_epoch = dice.choice((0, epoch, dice.getrandbits(32)))
    kind, offers = dice.choice((0, 1)), dice.choice((3, suite))
    return Fields(VERSION, suite, kind, offers, epoch, min_epoch, start, end)


def _ended(dice: Dice, signed: bytes, signatures: list[bytes], faults: list[str]) -> bytes:
    """Signatures behind what they sign, with the faults of _ENDS."""
    if "signature" in faults:
        index = dice.randrange(len(signatures))
        signatures[index] = odd_keys.refused_signature(dice, signatures[index])
    data = signed + b"".join(signatures)
    if "bit" in faults:
        data = dice.flip_bit(data)
    if "cut" in faults:
        edges = (0, 1, 2, 3, 33, 34, 35, 67, 123, len(data) - 1)
        data = data[: dice.choice((*edges, dice.randrange(len(data))))]
    return data + bytes(dice.choice((1, 64, 124))) if "longer" in faults else data


def _record(dice: Dice, device: str, name: str, fields: Fields, faults: int) -> bytes:
    key, signed_label, ends = None, label("prekey"), []
    for _ in range(faults):
        match dice.choice((*_ODD_FIELDS, "key", "key", "label", *_ENDS)):
            case "key":
                key = odd_keys.public_key(dice, fields.suite_number)
            case "label":
                signed_label = dice.choice((label("prekey id"), label("message"), b""))
            case member if member in _ODD_FIELDS:
                fields = replace(fields, **{member: dice.choice(_ODD_FIELDS[member])})
            case end:
                ends.append(end)
    suite = SUITES.get(fields.suite_number, SUITES[1])
    unsigned = fields.encoded() + (key or public_key(suite, published.prekey_seed(device, name)))
    identity = published.identity(device)
    signature = identity.private.sign(signed_label + identity.public + unsigned)
    return _ended(dice, unsigned, [signature], ends)


def make_record(dice: Dice, name: str) -> Vector:
    device = reader = dice.choice(DEVICES)
    if dice.chance(0.1):
        reader = dice.choice(DEVICES)
    record = _record(dice, device, name, random_fields(dice), dice.fault_count())
    identity = published.identity(reader).public
    return {"kind": "record", "rule": "M-14", "identity": identity.hex(), "record": record.hex()}


def _bundle(dice: Dice, name: str, faults: int) -> bytes:
    device = dice.choice(DEVICES)
    key = published.identity(device).public
    records: list[Fields] = []
    for _ in range(dice.randint(0, 5)):
        fields = random_fields(dice)
        is_second = any(other.suite_number == fields.suite_number for other in records)
        records.append(replace(fields, kind=1) if is_second else fields)
    version, count, tail, spoilt, repeated = VERSION, None, b"", [0] * len(records), []
    for _ in range(faults):
        match dice.randrange(8):
            case 0:
                version = dice.choice((0, 2, 255))
            case 1:
                key = odd_keys.refused_identity(dice, key)
            case 2:
                count = dice.choice((0, 1, 255, 256, 257, 65_535))
            case 3:
                tail = dice.choice((b"\0", bytes(2), bytes(124), b"\1\1"))
            case 4 if records:
                repeated.append(dice.randrange(len(records)))
            case 5:
                records = [replace(fields, kind=0) for fields in records]
            case _ if records:
                spoilt[dice.randrange(len(records))] += 1
    encoded = [
        _record(dice, device, f"{name}-{index}", fields, spoilt[index])
        for index, fields in enumerate(records)
    ]
    encoded += [encoded[index] for index in repeated]
    if count == 256 and encoded:
        encoded = [encoded[0]] * 256
    count = len(encoded) if count is None else count
    data = bytes([version]) + key + u16(count) + b"".join(encoded) + tail
    if faults and dice.chance(0.2):
        return data[: dice.choice((0, 1, 2, 34, 35, 36, 37, dice.randrange(len(data) + 1)))]
    return dice.flip_bit(data) if faults and dice.chance(0.2) else data


def make_bundle(dice: Dice, name: str) -> Vector:
    bundle = _bundle(dice, name, dice.fault_count())
    return {"kind": "bundle", "rule": "M-23", "bundle": bundle.hex()}


def make_text(dice: Dice, name: str) -> Vector:
    kind, faults = dice.choice(("sender", "device", dice.choice(list(TEXTS)))), dice.fault_count()
    prefix, check_kind, check_size, mistyped = text_prefix(kind), kind, 6, 0
    data = published.identity(dice.choice(SENDERS)).public
    if kind == "device":
        data = _bundle(dice, name, 1 if faults and dice.chance(0.3) else 0)
    elif kind != "sender":
        inside = dice.choice(list(KINDS)) if faults and dice.chance(0.2) else kind
        data = _statement(dice, inside, 1 if faults and dice.chance(0.2) else 0)
    for _ in range(faults):
        match dice.randrange(8):
            case 0:
                others = (*map(text_prefix, TEXTS), prefix.upper(), "")
                others += (prefix[:-1], prefix.replace("1", "2"), " " + prefix, prefix + " ")
                prefix = dice.choice(others)
            case 1:
                check_kind = dice.choice(list(TEXTS))
            case 2:
                check_size = dice.choice((0, 5, 7, 32))
            case 3 if kind == "sender":
                data = dice.choice((data[:31], data + b"\0", b"", data[::-1]))
            case 4 if kind == "sender":
                data = odd_keys.refused_identity(dice, published.identity("server-1").public)
            case _:
                mistyped += 1
    check = (text_check(check_kind, data) + bytes(26))[:check_size]
    text = f"{prefix}{base64url(data)}.{base64url(check)}"
    for _ in range(mistyped):
        text = _mistyped(dice, text)
    if dice.chance(0.4):
        ends = [" ", "\t", "\r\n", "\n\n", "", ""]
        text = dice.choice(ends) + text + dice.choice(ends)
    return {"kind": kind + "Text", "rule": "M-25", "text": text}


def _mistyped(dice: Dice, text: str) -> str:
    at = dice.randrange(len(text) + 1)
    return dice.choice((
        text[:at] + dice.choice(" \n.=+/Aé_-") + text[at:],
        text[:at] + dice.choice("ABab01_-.") + text[at + 1 :],
        text[:at],
        text + dice.choice(("=", ".", ".AAAA", "A", "\x0b", "\xa0", "\0")),
        text.replace(".", dice.choice(("", "..", ":"))),
        dice.choice(("\x0b", "\xa0", "\ufeff", "x")) + text,
    ))  # fmt: skip


def _statement(dice: Dice, kind: str, faults: int) -> bytes:
    layout = KINDS[kind]
    people = SENDERS if kind in ("succession", "revocation") else (*DEVICES, "server-1")
    signers = dice.sample(people, layout.identities)
    time = dice.choice((0, LAST_TIME, dice.randrange(LAST_TIME)))
    origin = contents.text(dice, 20).encode() or b"x"
    if dice.chance(0.05):
        origin = b"x" * dice.choice((1, 65_535))
    version, signed_label = VERSION, layout.label
    keys = [published.identity(signer).public for signer in signers]
    stated_size, ends = len(origin), []
    for _ in range(faults):
        match dice.randrange(9):
            case 0:
                version = dice.choice((0, 2, 255))
            case 1:
                index = dice.randrange(len(keys))
                keys[index] = odd_keys.refused_identity(dice, keys[index])
            case 2:
                time = dice.choice(_EDGES)
            case 3:
                signed_label = dice.choice((b"", *(other.label for other in KINDS.values())))
            case 4:
                signers[-1], keys[-1] = signers[0], keys[0]
            case 5:
                signers = dice.sample(people, len(signers))
            case 6:
                origin = dice.choice((b"", b"\xff", b"\xed\xa0\x80", b"a\xc3", b"\xc0\xaf", b"\0"))
                stated_size = len(origin)
            case 7:
                stated_size = dice.choice((0, len(origin) + 1, 65_535, max(0, len(origin) - 1)))
            case _:
                ends.append(dice.choice(_ENDS))
    unsigned = bytes([version]) + b"".join(keys)
    if layout.has_origin:
        unsigned += u16(stated_size % 65_536) + origin + dice.randbytes(32)
    if layout.is_timed:
        unsigned += u64(time)
    signed = signed_label + unsigned
    signers = signers[: layout.signatures]
    signatures = [published.identity(signer).private.sign(signed) for signer in signers]
    return _ended(dice, unsigned, signatures, ends)


def make_statement(dice: Dice, name: str) -> Vector:
    kind = dice.choice((*KINDS, "possession"))
    data = _statement(dice, kind, dice.fault_count())
    return {"kind": kind, "rule": "M-26", "bytes": data.hex()}


def make_number(dice: Dice, name: str) -> Vector:
    """A safety number or a collapse id."""
    if dice.chance(0.5):
        device = published.identity(dice.choice(DEVICES)).public.hex()
        key = contents.text(dice, dice.choice((0, 12, 60)))
        given = {"sender": dice.choice(SENDERS), "device": device, "collapseKey": key}
        return {"kind": "collapseID", "rule": "M-41", **given}
    parties = [published.identity(f"{name} {role}").public for role in ("sender", "device")]
    for index in (0, 1):
        if dice.chance(0.2):
            parties[index] = odd_keys.refused_identity(dice, parties[index])
    if dice.chance(0.2):
        parties[1] = parties[0]
    sender, device = (party.hex() for party in parties)
    return {"kind": "safetyNumber", "rule": "M-31", "sender": sender, "device": device}
