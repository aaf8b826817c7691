# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Pins and the choice of a prekey (section 10)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import reduce
from operator import or_

from .bundles import Bundle, Record
from .errors import SealingError
from .kem import SUITES


@dataclass(frozen=True)
class Pins:
    """What a sender keeps for each idR; as it stands, for one that was never seen."""

    epoch: int = 0
    min_epoch: int = 0
    digests: Mapping[int, bytes] = field(default_factory=dict)
    offers: int = 0


def _offers(records: list[Record], pinned: int) -> int:
    return reduce(or_, (record.offers for record in records), pinned)


def _highest_epoch(reusable: list[Record], pins: Pins) -> int:
    """Steps 1 and 2; returns E."""
    highest = max([pins.epoch, *(record.epoch for record in reusable)])
    for record in reusable:
        SealingError.unless(record.epoch == highest, "prekeyRolledBack")
        pinned = pins.digests.get(record.suite_number, record.digest)
        is_other = highest == pins.epoch and pinned != record.digest
        SealingError.unless(not is_other, "prekeyContradicted")
    return highest


def _wanted_suite(records: list[Record], pins: Pins, named: int | None) -> int:
    """Steps 3 and 4; returns W."""
    offers = _offers(records, pins.offers)
    offered = [number for number, suite in SUITES.items() if offers & suite.bit]
    SealingError.unless(offered or named is not None, "noPrekey")
    wanted = max(offered) if named is None else named
    missing = "suiteDowngraded" if named is None else "suiteNotOffered"
    SealingError.unless(any(record.suite_number == wanted for record in records), missing)
    return wanted


def _obstacle(record: Record, min_epoch: int, now: int) -> str:
    """Steps 5 to 7 for one record: its class, or nothing where it serves."""
    if record.epoch < min_epoch:
        return "prekeyRevoked"
    if now < record.not_before:
        return "prekeyNotYetValid"
    return "prekeyExpired" if now >= record.not_after else ""


def serving_records(
    bundle: Bundle, pins: Pins, now: int, named: int | None = None
) -> tuple[list[Record], Pins]:
    """Steps 1 to 7: the records that serve, one-time ones first, and the pins of M-33."""
    records = list(bundle.records)
    reusable = [record for record in records if not record.is_one_time]
    epoch = _highest_epoch(reusable, pins)
    wanted = _wanted_suite(records, pins, named)
    min_epoch = max([pins.min_epoch, *(record.min_epoch for record in records)])
    of_suite = [record for record in records if record.suite_number == wanted]
    serving = [record for record in of_suite if not _obstacle(record, min_epoch, now)]
    SealingError.unless(serving, _obstacle(of_suite[-1], min_epoch, now))
    is_pinned = epoch == pins.epoch
    digests = {record.suite_number: record.digest for record in reusable}
    digests |= pins.digests if is_pinned else {}
    offers = _offers(reusable, pins.offers if is_pinned else 0)
    serving.sort(key=lambda record: not record.is_one_time)
    return serving, Pins(epoch, min_epoch, digests, offers)


@dataclass
class SenderMemory:
    """Pins by idR and the one-time prekeys that were used. In memory, so it can't fail."""

    pins: dict[bytes, Pins] = field(default_factory=dict)
    used: set[bytes] = field(default_factory=set)

    def serving(
        self, bundle: Bundle, now: int, named: int | None = None
    ) -> tuple[list[Record], Pins]:
        """M-32: steps 1 to 7; nothing is noted yet."""
        return serving_records(bundle, self.pins.get(bundle.id_r, Pins()), now, named)

    def take(self, serving: list[Record], pins: Pins) -> Record:
        """M-33 and M-34: keeps the pins, then step 8."""
        self.pins[serving[0].id_r] = pins
        for record in serving:
            if not record.is_one_time:
                return record
            if record.prekey_id not in self.used:
                self.used.add(record.prekey_id)
                return record
        raise SealingError("noPrekey")
