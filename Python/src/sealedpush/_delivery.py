# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Posting sealed messages to relays, for a minute, across crashes (docs/openapi.yaml).

Envelopes are durable before the first request. So a call that was killed posts the same bytes when
it is repeated with its key, and relays take these for the same message.
"""

import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from . import _identities, _memory, _sealer
from ._message import Options
from ._relay import Answer, Endpoint, Offer, Refused
from ._store import Store
from .errors import RelayError, SealedPushError, SealingError

PATIENCE = 60.0  # seconds
BACKOFF = (1.0, 2.0, 4.0, 8.0)
RESEALS = 3


@dataclass(frozen=True)
class Delivery:
    """The result for one device.

    Attributes:
        recipient: The recipient's label, or the name that a subscription gave.
        device: The identity of the device, 32 bytes.
        error: None if the device's relay has taken the message, else why not.
    """

    recipient: str
    device: bytes
    error: SealedPushError | None

    @property
    def taken(self) -> bool:
        """True if the relay has taken the message."""
        return self.error is None


@dataclass(frozen=True)
class Target:
    """A device to which a message is to be posted."""

    recipient: str
    label: str
    idR: bytes
    topic: str
    endpoint: str
    is_subscribed: bool


def targets(db: sqlite3.Connection, name: str) -> list[Target]:
    """The devices of a recipient that are known and have an endpoint; others are no targets."""
    rows = db.execute(
        "SELECT d.recipient, coalesce(r.label, r.name), d.idR, d.topic, d.endpoint, NOT r.paired "
        "FROM device d JOIN recipient r ON r.name = d.recipient WHERE d.recipient = ? "
        "AND d.state = 'known' AND d.endpoint IS NOT NULL ORDER BY d.number", (name,))
    return [Target(r, label, bytes(idR), topic, endpoint, bool(s)) for r, label, idR, topic, endpoint, s in rows]


class Postman:
    """Posts one message to one device, from its sealing to the relay's answer."""

    def __init__(self, store: Store, key: str, payload: bytes, options: Callable[[str], Options],
                 deadline: float, *, alone: bool = False) -> None:
        self.store, self.key, self.payload, self.options = store, key, payload, options
        self.deadline, self.alone = deadline, alone
        with store.transaction() as db:
            self.vapid = _identities.vapid(db)

    def deliver(self, target: Target) -> SealedPushError | None:
        """None if the relay has taken the message, else why not."""
        tries = iter(range(100))
        for _ in range(1 + RESEALS):
            row = self._row(target)
            if row and row["state"] == "taken":
                return None
            try:
                endpoint = Endpoint(row["endpoint"] if row else target.endpoint, self.vapid)
                if not row or row["state"] == "refused":
                    self._seal(target, self._retry(tries, partial(self._offer, endpoint)))
                    row = self._row(target)
                if not row or row["envelope"] is None:
                    return SealingError("deviceRetired")
                answer = self._retry(tries, partial(
                    self._post, endpoint, row["envelope"], row["ttl"], row["topic"]))
            except SealedPushError as error:
                self._learn(target, error)
                return error
            if answer.status == 201:
                self._taken(target, row)
                return None
            # The relay has not taken these bytes and never will: others may take their place.
            self._refused(target)
        return RelayError("stale-prekey", status=409)

    def _offer(self, endpoint: Endpoint) -> Offer:
        return endpoint.offer(claim=True, timeout=self._left())

    def _post(self, endpoint: Endpoint, envelope: bytes, ttl: int, topic: str | None) -> Answer:
        answer = endpoint.post(envelope, ttl, topic, self._left())
        if answer.status == 201 or (answer.status == 409 and answer.error().name == "stale-prekey"):
            return answer
        raise Refused(answer)

    def _left(self) -> float:
        return max(0.2, min(30.0, self.deadline - time.monotonic()))

    def _retry(self, tries: Any, request: Callable[[], Any]) -> Any:
        """Repeats a request while the relay does not answer or asks for a pause."""
        while True:
            try:
                return request()
            except RelayError as error:
                passing = error.name in ("unreachable", "limit", "unavailable") or error.status >= 500
                number = next(tries, len(BACKOFF))
                pause = max(BACKOFF[min(number, len(BACKOFF) - 1)], error.retry_after)
                if not passing or time.monotonic() + pause >= self.deadline:
                    raise
                time.sleep(pause)

    # What is kept

    def _row(self, target: Target) -> dict[str, Any] | None:
        with self.store.transaction() as db:
            db.row_factory = sqlite3.Row
            row = db.execute("SELECT * FROM posting WHERE key = ? AND recipient = ? AND idR = ?",
                             (self.key, target.recipient, target.idR)).fetchone()
        return dict(row) if row else None

    def _seal(self, target: Target, offer: Offer) -> None:
        """Seals, unless another process has done so, and keeps the envelope."""
        refused: SealedPushError | None = None
        if offer.bundle.idR != target.idR:  # S-22
            raise SealingError("newDevice")
        options, now = self.options(target.topic), int(time.time() * 1000)
        with self.store.transaction() as db:
            place = (self.key, target.recipient, target.idR)
            found = db.execute("SELECT state FROM posting WHERE key = ? AND recipient = ? AND idR = ?",
                               place).fetchone()
            if found and found[0] != "refused":
                return
            told, answer = db.execute("SELECT told, answer FROM device WHERE recipient = ? AND idR = ?",
                                      place[1:]).fetchone()
            paired = b"" if told else bytes(answer)  # L-16
            keys = _identities.current(db)
            try:
                sealed = _sealer.seal(
                    db, keys, self.payload, options, offer.bundle, None if self.alone else target.recipient, now,
                    retirement=offer.retirement, subscribed=target.is_subscribed, paired=paired)
                topic = sealed.headers["apns-collapse-id"] if options.collapse is not None else None
                db.execute("INSERT OR REPLACE INTO posting VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'sealed', ?)",
                           (*place, target.endpoint, sealed.envelope, options.ttl, topic, paired or None, now))
            except SealingError as error:
                refused = error  # what it has noted stays
            finally:
                keys.wipe()
        if refused:
            raise refused

    def _taken(self, target: Target, row: dict[str, Any]) -> None:
        place = (self.key, target.recipient, target.idR)
        with self.store.transaction() as db:
            db.execute("UPDATE posting SET state = 'taken', envelope = NULL "
                       "WHERE key = ? AND recipient = ? AND idR = ?", place)
            if row["answer"] is not None:
                db.execute("UPDATE device SET told = 1 WHERE recipient = ? AND idR = ? AND answer = ?",
                           (*place[1:], row["answer"]))

    def _refused(self, target: Target) -> None:
        with self.store.transaction() as db:
            db.execute("UPDATE posting SET state = 'refused', envelope = NULL WHERE key = ? AND recipient = ? "
                       "AND idR = ? AND state = 'sealed'", (self.key, target.recipient, target.idR))

    def _learn(self, target: Target, error: SealedPushError) -> None:
        """Keeps what a relay says of an endpoint that has ended (V-27, V-28)."""
        if not isinstance(error, Refused) or error.name != "gone":
            return
        with self.store.transaction() as db:
            _memory.take_given(db, target.idR, error.answer.bytes_of("retirement"), target.recipient,
                               target.is_subscribed)
            # The device stays on the list, so that no other one can be the first.
            db.execute("UPDATE device SET endpoint = NULL WHERE recipient = ? AND idR = ? AND endpoint = ?",
                       (target.recipient, target.idR, target.endpoint))

