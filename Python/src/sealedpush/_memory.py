# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""A sender's memory: pins, uses, retirements and lists of devices (senders.md, devices.md).

Each function runs within a transaction of the caller.
"""

import sqlite3
from collections.abc import Sequence
from typing import NamedTuple

from ._protocol import MAX_TIME, sealing
from ._protocol.sealing import Pins
from ._protocol.wire import Bundle, Record, read_statement
from .errors import SealingError, WireError

GRACE, HOUR, DAY = 300_000, 3_600_000, 86_400_000
MAX_DEVICES = 64  # V-34 asks for 16


def setting(db: sqlite3.Connection, name: str, default: int = 0) -> int:
    """A number that is kept under a name."""
    row = db.execute("SELECT value FROM setting WHERE name = ?", (name,)).fetchone()
    return int(row[0]) if row else default


def set_setting(db: sqlite3.Connection, name: str, value: int | bytes) -> None:
    """Keeps a value under a name."""
    db.execute("INSERT OR REPLACE INTO setting VALUES (?, ?)", (name, value))


# Pins and uses (senders.md, sections 1 and 2)

def pins(db: sqlite3.Connection, idR: bytes) -> Pins:
    """The pins of a device; those of S-1 if it was never seen."""
    row = db.execute("SELECT epoch, digest, min_epoch FROM pin WHERE idR = ?", (idR,)).fetchone()
    return Pins(*row) if row else Pins()


def choose(db: sqlite3.Connection, bundle: Bundle, now: int) -> Record:
    """S-1: pins, notes the use, and returns the record to seal to.

    The pins stay also if line 12 ends the choice (S-2): the caller commits whatever is raised, as
    lines 2 to 7 come before anything is written.

    Raises:
        SealingError: No record serves, or the bundle contradicts the pins.
    """
    new, serve = sealing.serving(bundle, pins(db, bundle.idR), now)
    db.execute("INSERT OR REPLACE INTO pin VALUES (?, ?, ?, ?)", (bundle.idR, *new))
    restored = setting(db, "restored")
    for record in serve:
        if not record.one_time or record.not_before < restored:  # S-12
            continue
        note = (bundle.idR, record.id, record.not_after)
        if db.execute("INSERT OR IGNORE INTO used VALUES (?, ?, ?)", note).rowcount == 1:
            return record
    for record in serve:
        if not record.one_time:
            return record
    raise SealingError("noPrekey")


def maintain(db: sqlite3.Connection, now: int) -> None:
    """Lines 45 to 48 of V-14, then S-7; and pendings that are a day old (L-14)."""
    previous, last = setting(db, "previous"), setting(db, "last", now)
    if now < last:
        previous, last = min(previous, now), now
    elif now >= last + 20 * HOUR:
        previous, last = last, now
    set_setting(db, "previous", previous)
    set_setting(db, "last", last)
    db.execute("DELETE FROM used WHERE ? > min(not_after + ?, ?)", (previous, GRACE, MAX_TIME))
    end_pendings(db, now)
    # A relay forgets a message after a day; a clock that is set back by less loses nothing.
    db.execute("DELETE FROM posting WHERE made NOT BETWEEN ? AND ?", (now - DAY, now + DAY))
    db.execute("DELETE FROM message WHERE made NOT BETWEEN ? AND ?", (now - DAY, now + DAY))


def end_pendings(db: sqlite3.Connection, now: int) -> None:
    """Deletes what a pairing left that no person confirmed within 24 hours."""
    old = db.execute("SELECT recipient, idR FROM device WHERE pending_since IS NOT NULL "
                     "AND pending_since NOT BETWEEN ? AND ?", (now - DAY, now + DAY)).fetchall()
    for name, idR in old:
        drop_pending(db, name, idR)


def drop_pending(db: sqlite3.Connection, name: str, idR: bytes) -> None:
    """L-18: deletes a pending device, and the recipient that its pairing has made."""
    place = (name, idR)
    db.execute("DELETE FROM device WHERE recipient = ? AND idR = ? AND state = 'pending'", place)
    db.execute("UPDATE device SET pending_topic = NULL, pending_endpoint = NULL, pending_answer = NULL, "
               "pending_since = NULL WHERE recipient = ? AND idR = ?", place)
    db.execute("DELETE FROM recipient WHERE name = ? AND paired AND NOT EXISTS "
               "(SELECT 1 FROM device d WHERE d.recipient = recipient.name)", (name,))


# Retirements (V-27, V-28)

def is_retired(db: sqlite3.Connection, idR: bytes) -> bool:
    """True if the device's retirement is kept."""
    return db.execute("SELECT 1 FROM retirement WHERE idR = ?", (idR,)).fetchone() is not None


def keep_retirement(db: sqlite3.Connection, idR: bytes, statement: bytes) -> None:
    """Keeps a valid retirement for ever."""
    db.execute("INSERT OR IGNORE INTO retirement VALUES (?, ?)", (idR, statement))


def retirement_of(idR: bytes, statement: bytes | None) -> bool:
    """V-28: true for a valid retirement of this device."""
    try:
        return statement is not None and read_statement("retirement", statement).identities == [idR]
    except WireError:
        return False


def take_given(db: sqlite3.Connection, idR: bytes, statement: bytes | None, name: str | None,
               subscribed: bool = False) -> bool:
    """V-27: a retirement that a relay gave beside a bundle; true if it is one of this device."""
    if statement is None or not retirement_of(idR, statement):
        return False
    listed = db.execute("SELECT 1 FROM device WHERE recipient = ? AND idR = ?", (name, idR)).fetchone()
    if subscribed or listed or pins(db, idR) != Pins():
        keep_retirement(db, idR, statement)
    return True


# Lists of devices (V-29 to V-34)

class Listed(NamedTuple):
    """A device on a recipient's list, or removed from it."""

    idR: bytes
    state: str


def listed(db: sqlite3.Connection, name: str) -> list[Listed]:
    """The list of a recipient, in order, with what is pending (L-14) and what was removed from it."""
    found = db.execute("SELECT idR, state FROM device WHERE recipient = ? ORDER BY number", (name,))
    return [Listed(*row) for row in found]


def check(db: sqlite3.Connection, idR: bytes, name: str | None, trusts_directory: bool,
          retired_beside: bool) -> bool:
    """V-31: true if the device is confirmed once the message is sealed; name None is untracked.

    Raises:
        SealingError: `deviceRetired`, `newDevice` or `tooManyDevices`.
    """
    if is_retired(db, idR) or retired_beside:
        raise SealingError("deviceRetired")
    if name is None:
        return False
    devices = listed(db, name)
    state = next((d.state for d in devices if d.idR == idR), None)
    if state == "removed":
        raise SealingError("deviceRetired")
    if state == "known":
        return False
    if not devices:
        return True
    if not trusts_directory or state == "pending":
        raise SealingError("newDevice")
    if state is None and places(devices) >= MAX_DEVICES:
        raise SealingError("tooManyDevices")
    return True


def places(devices: Sequence[Listed]) -> int:
    """V-34: how many places of a list are taken."""
    return sum(d.state != "removed" for d in devices)


def put_on_list(db: sqlite3.Connection, name: str, idR: bytes, state: str) -> None:
    """Lists a device as known or removed; the caller has a row of V-32 or a person's word."""
    db.execute("INSERT OR IGNORE INTO recipient VALUES (?, NULL, 0)", (name,))
    number = db.execute("SELECT coalesce(max(number), 0) + 1 FROM device WHERE recipient = ?", (name,))
    db.execute("INSERT INTO device (recipient, idR, number, state) VALUES (?, ?, ?, ?) "
               "ON CONFLICT DO UPDATE SET state = excluded.state", (name, idR, number.fetchone()[0], state))


def confirm(db: sqlite3.Connection, name: str, idR: bytes) -> None:
    """V-32, by a person, and V-33."""
    state = next((d.state for d in listed(db, name) if d.idR == idR), None)
    if is_retired(db, idR) or state == "removed":
        raise SealingError("deviceRetired")
    put_on_list(db, name, idR, "known")


def remove(db: sqlite3.Connection, name: str, idR: bytes) -> None:
    """V-30: a person removed the device; this stays for ever."""
    put_on_list(db, name, idR, "removed")
    db.execute("UPDATE device SET topic = NULL, endpoint = NULL, name = NULL, answer = NULL, "
               "pending_topic = NULL, pending_endpoint = NULL, pending_answer = NULL, pending_since = NULL "
               "WHERE recipient = ? AND idR = ?", (name, idR))
    db.execute("UPDATE posting SET state = 'refused', envelope = NULL WHERE recipient = ? AND idR = ?", (name, idR))
