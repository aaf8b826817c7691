# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Claims in memory (section 17). A lock stands for the atomic step that M-53 asks of a store."""

from dataclasses import dataclass
from threading import Lock

from .bundles import Record
from .errors import OpeningError
from .primitives import GRACE, later

_MOST = 65_536


@dataclass(frozen=True)
class Held:
    """A claim that still has its content."""

    envelope_hash: bytes
    expiry: int
    id_s: bytes
    content: bytes


@dataclass(frozen=True)
class Mark:
    """What is left of a claim that was handed over."""

    envelope_hash: bytes
    dies: int


class Claims:
    def __init__(self) -> None:
        self._lock = Lock()
        self._ready: set[bytes] = set()
        self._taken: dict[tuple[bytes, bytes | None], Held | Mark] = {}
        """By prekey id, and of a reusable prekey the envelope hash."""

    def make_ready(self, prekey_id: bytes) -> None:
        """M-56: before the record is published."""
        self._ready.add(prekey_id)

    def forget_prekey(self, prekey_id: bytes) -> None:
        """M-55: free places go with their prekey, held and marked ones stay."""
        self._ready.discard(prekey_id)

    def take(self, record: Record, claim: Held) -> Held | None:
        """M-53. None where the place was free and is now won, else the claim to recover."""
        place = (record.prekey_id, None if record.is_one_time else claim.envelope_hash)
        with self._lock:
            if place not in self._taken:
                OpeningError.unless(record.prekey_id in self._ready, "prekeyErased")
                self._taken[place] = claim
                return None
            return _found(self._taken[place], claim.envelope_hash)

    def recover(self, prekey_id: bytes, envelope_hash: bytes) -> Held:
        """Step 2 of section 16, where the private half is gone."""
        claim = self._taken.get((prekey_id, None))
        if claim is None:
            raise OpeningError("unknownPrekey")
        return _found(claim, envelope_hash)

    def empty(self, prekey_id: bytes, envelope_hash: bytes, now: int) -> None:
        """M-54 and M-55: the content was handed over; a mark takes its place."""
        with self._lock:
            for place in ((prekey_id, None), (prekey_id, envelope_hash)):
                claim = self._taken.get(place)
                if isinstance(claim, Held) and claim.envelope_hash == envelope_hash:
                    dies = later(max(claim.expiry, now), GRACE)
                    self._taken[place] = Mark(envelope_hash, dies)

    def sweep(self, now: int) -> None:
        """M-55: marks that may go. A one-time prekey's place goes with its mark."""
        with self._lock:
            for place, claim in list(self._taken.items()):
                if isinstance(claim, Mark) and now >= claim.dies:
                    del self._taken[place]
                    if place[1] is None:
                        self.forget_prekey(place[0])

    def held(self) -> list[Held]:
        """M-58: what was claimed and never handed over."""
        return [claim for claim in self._taken.values() if isinstance(claim, Held)]

    def is_full(self, prekey_id: bytes) -> bool:
        """M-59, of a reusable prekey."""
        return sum(place[0] == prekey_id for place in self._taken) >= _MOST


def _found(claim: Held | Mark, envelope_hash: bytes) -> Held:
    """The table of M-53."""
    OpeningError.unless(claim.envelope_hash == envelope_hash, "prekeyUsed")
    if isinstance(claim, Mark):
        raise OpeningError("replayed")
    return claim
