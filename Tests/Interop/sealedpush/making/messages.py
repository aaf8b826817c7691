# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Message vectors: sound ones, and refusals by one or more faults."""

import copy

from .. import published
from ..bundles import make_bundle, write_text
from ..errors import SealingError
from ..vectors import BadVector, Vector, device_of, run_opening, write_attachments
from .dice import Dice
from .drafts import Draft, build, run_of, sound_draft
from .faults import add_fault
from .wire import SENDERS


def _earlier(dice: Dice, sound: Draft, draft: Draft, outer: bytes) -> Vector:
    """An opening that the device did before: of this message, of another, or of a bad one."""
    is_same = dice.chance(0.5)
    other = copy.copy(draft) if is_same else copy.deepcopy(sound)
    if not is_same:
        other.created = max(0, other.created - dice.choice((0, 0, 1000)))
        if dice.chance(0.3):
            other.target = dice.choice(other.prekeys)
        if dice.chance(0.3):
            other.sender = dice.choice(SENDERS)
        if dice.chance(0.4):
            add_fault(dice, other)
    other.run = {}
    if dice.chance(0.3):
        other.contacts, other.unknown_senders = dice.some(SENDERS), "show"
    if dice.chance(0.5):
        is_one_time = other.target.record.is_one_time and dice.chance(0.5)
        other.run = {"stop": "afterErasure" if is_one_time else "afterClaim"}
    return run_of(other, outer if is_same else build(dice, other)[0])


def _once(dice: Dice, name: str, faults: int) -> Vector:
    draft = sound_draft(dice, name)
    sound = copy.deepcopy(draft)
    for _ in range(faults):
        add_fault(dice, draft)
    if dice.chance(0.05):
        draft.run["stop"] = "afterClaim"
    outer, steps = build(dice, draft)
    before: list[Vector] = []
    if dice.chance(0.35 if faults < 2 else 0.15):
        before = [_earlier(dice, sound, draft, outer) for _ in range(dice.randint(1, 3))]
        draft.notes.append("after others")
    records = [prekey.record for prekey in draft.prekeys]
    bundle = make_bundle(published.identity(draft.device).public, records)
    vector = {
        "kind": "message", "rule": "section 16", "suite": draft.target.record.suite_number,
        "device": draft.device, "topic": draft.topic,
        "bundle": write_text("device", bundle.encoded), "prekeys": draft.names,
        "sender": draft.sender, "notes": draft.notes,
    }  # fmt: skip
    vector |= ({"before": before} if before else {}) | run_of(draft, outer)
    device = device_of(vector)
    for run in [*before, vector]:
        end, results, opened = run_opening(device, run)
        run |= {"expected": end} | results
    vector |= write_attachments(opened) if opened else {}
    return vector | ({"steps": steps} if steps and vector["expected"] == "opened" else {})


def _make(dice: Dice, name: str, accepted: bool) -> Vector:
    """Tries until a case comes out as it is to, and as the README of the vectors gives it a
    meaning (`stop`)."""
    while True:
        faults = 0 if accepted else dice.choice((0, 1, 1, 1, 2, 2, 3))
        try:
            vector = _once(dice, name, faults)
        except (BadVector, SealingError):
            continue
        if faults or (vector["expected"] in ("opened", "recovered")) == accepted:
            return vector


def make_accepted(dice: Dice, name: str) -> Vector:
    return _make(dice, name, accepted=True)


def make_refused(dice: Dice, name: str) -> Vector:
    """Or, by chance, a fault at the right side of an edge."""
    return _make(dice, name, accepted=False)
