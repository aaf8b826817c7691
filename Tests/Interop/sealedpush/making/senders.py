# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Vectors of what a sender does before it encrypts: choice of a prekey, payload and size."""

from .. import published
from ..bundles import Fields, Record, make_bundle, make_prekey
from ..kem import SUITES
from ..payloads import PUSH_TYPES, Texts, largest_envelope
from ..pins import Pins
from ..primitives import LAST_TIME, VERSION
from ..vectors import Vector, write_pins
from . import contents
from .dice import Dice
from .wire import DEVICES

_NOW = 1_800_000_000_000
PADDINGS = ("buckets", "buckets", "constant", "none")


def _choice_fields(dice: Dice, suite: int, kind: int, epoch: int) -> Fields:
    """Times around now, in one case of two so that it serves."""
    edges = (_NOW, _NOW + 1, _NOW - 1, _NOW - 10**9, _NOW + 10**9, 0, LAST_TIME)
    start, end = sorted(dice.sample(edges, 2))
    if dice.chance(0.5):
        start, end = _NOW - dice.choice((0, 10**9)), _NOW + dice.choice((1, 10**9))
    min_epoch = dice.choice((*[0] * 9, epoch, max(0, epoch - 1), epoch + 1))
    return Fields(VERSION, suite, kind, dice.choice((3, suite)), epoch, min_epoch, start, end)


def _pins(dice: Dice, records: list[Record], base: int) -> Pins:
    """Near what the bundle says: the same, older, newer, or contradicting."""
    epoch = dice.choice((*[base] * 5, base - 1, base + 1, 0))
    reusable = [record for record in records if not record.is_one_time]
    digests = {record.suite_number: record.digest for record in dice.some(reusable)}
    if dice.chance(0.3):
        digests[dice.choice((1, 2))] = dice.randbytes(32)
    return Pins(epoch, dice.choice((0, 0, 0, epoch, base)), digests, dice.choice((0, 1, 2, 3, 3)))


def make_choice(dice: Dice, name: str) -> Vector:
    device = dice.choice(DEVICES)
    identity = published.identity(device)
    base = dice.choice((486_111, 1, 2**32 - 3))
    epochs = [*[base] * 8, base - 1, base + 1]
    usual = dice.choice(epochs)
    records: list[Record] = []
    taken: set[int] = set()
    for index in range(dice.choice((0, 1, 2, 2, 3, 3, 4, 5, 6))):
        suite = dice.choice((1, 2))
        kind = 1 if suite in taken or dice.chance(0.4) else 0
        taken |= set() if kind else {suite}
        epoch = usual if dice.chance(0.8) else dice.choice(epochs)
        seed = published.prekey_seed(device, f"{name}-{index}")
        fields = _choice_fields(dice, suite, kind, epoch)
        records.append(make_prekey(identity, seed, fields).record)
    bundle = make_bundle(identity.public, records).encoded.hex()
    vector = {"kind": "choice", "rule": "section 10", "now": _NOW, "bundle": bundle}
    if dice.chance(0.6):
        vector["pins"] = write_pins(_pins(dice, records, base))
    if dice.chance(0.4):
        vector["namedSuite"] = dice.choice((1, 2))
    return vector


def sized_payload(
    dice: Dice, fields: Texts, suite: int, push: str, padding: str, around: int, over: int = 0
) -> bytes:
    """A payload of which the content is often at an edge of the sizes, or `over` the last one."""
    overhead = SUITES[suite].overhead
    most = largest_envelope(push, padding, around) - overhead
    buckets = [bucket - overhead for bucket in PUSH_TYPES[push].buckets if bucket > overhead]
    wanted = dice.choice((*buckets, *(bucket + 1 for bucket in buckets), dice.randint(0, most)))
    wanted = most + over if over else min(dice.choice((wanted, most)), most)
    payload = contents.payload(dice)
    return payload if dice.chance(0.2) else contents.content_of_size(dice, payload, fields, wanted)


def make_sealing(dice: Dice, name: str) -> Vector:
    """Sound, or with up to all four refusals, of which the first counts."""
    suite, push, padding = dice.choice((1, 2)), dice.choice(list(PUSH_TYPES)), dice.choice(PADDINGS)
    faults = dice.sample(("reserved", "empty", "wide", "large"), dice.choice((0, 0, 0, 1, 1, 2, 4)))
    placeholder = dict(contents.placeholder(dice))
    last = [key for key, entry in placeholder.items() if isinstance(entry, str) and entry][-1]
    if "wide" in faults or dice.chance(0.3):
        wanted = 256 + (dice.choice((1, 1, 2, 100)) if "wide" in faults else dice.choice((0, -1)))
        missing = wanted - contents.texts_size(placeholder)
        placeholder[last] += ("é" * (missing // 2)) + "x" * (missing % 2) if missing > 0 else ""
    if "empty" in faults:
        placeholder |= {key: "" for key, entry in placeholder.items() if isinstance(entry, str)}
        placeholder = dict(dice.choice((placeholder, {}, {"title": ""})))
    fields = contents.fields(dice)
    around = contents.texts_size(placeholder)
    over = dice.choice((1, 1, 2, 1000)) if "large" in faults else 0
    payload = sized_payload(dice, fields, suite, push, padding, around, over)
    if "reserved" in faults:
        key = contents.string(dice, "sealedpush")
        payload = contents.with_member(payload, f"{key}:{contents.value(dice, 2)}".encode())
    vector = {
        "kind": "sealing", "rule": "sections 13 to 15", "suite": suite, "push": push,
        "padding": padding, "placeholder": placeholder, "payload": payload.decode(),
    }  # fmt: skip
    return vector | ({"fields": fields} if fields or dice.chance(0.5) else {})
