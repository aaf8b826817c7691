# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""A sender's keys, and the statements about its identities (senders.md, section 5)."""

import os
import sqlite3

from ._protocol import crypto
from ._protocol.wire import write_statement, write_text
from .errors import UsageError


class Keys:
    """The private keys of an identity, in memory until `wipe`.

    Python copies bytes as it likes, so wiping ends what can be reached and promises no more.
    """

    def __init__(self, idS: bytes, key: bytes, secret: bytes) -> None:
        self.idS = idS
        self.key = bytearray(key)
        self.secret = bytearray(secret)

    def __repr__(self) -> str:
        return "Keys(...)"

    def wipe(self) -> None:
        """Overwrites the keys."""
        for held in (self.key, self.secret):
            held[:] = bytes(len(held))


def make(db: sqlite3.Connection, key: bytes | None = None, secret: bytes | None = None) -> bytes:
    """Makes the sender's identity if there is none, and returns its public key."""
    row = db.execute("SELECT idS FROM identity WHERE state = 'current'").fetchone()
    if row:
        return bytes(row[0])
    return _insert(db, key or os.urandom(32), secret or os.urandom(32))


def _insert(db: sqlite3.Connection, key: bytes, secret: bytes) -> bytes:
    idS = crypto.identity(key)
    # S-15: it is kept, and published only if a person says so.
    revocation = write_text("revocation", write_statement("revocation", key))
    db.execute("INSERT INTO identity (idS, key, secret, state, revocation) VALUES (?, ?, ?, 'current', ?)",
               (idS, key, secret, revocation))
    return idS


def current(db: sqlite3.Connection) -> Keys:
    """The keys that sign and seal.

    Raises:
        UsageError: `revoked`: the sender has ended.
    """
    idS, key, secret, revoked = db.execute(
        "SELECT idS, key, secret, revoked FROM identity WHERE state = 'current'").fetchone()
    if revoked is not None:
        raise UsageError("revoked")
    return Keys(idS, key, secret)


def own(db: sqlite3.Connection) -> list[bytes]:
    """All identities of the sender, the current one last."""
    return [bytes(row[0]) for row in db.execute("SELECT idS FROM identity ORDER BY number")]


def statements(db: sqlite3.Connection) -> list[tuple[str, int]]:
    """The texts of S-14 with the times at which they were made, in their order."""
    return list(db.execute("SELECT text, made FROM statement ORDER BY number"))


def succeed(db: sqlite3.Connection, now: int) -> bytes:
    """S-15: the next identity; the old private keys are gone when the transaction is over."""
    old = current(db)
    key, secret = os.urandom(32), os.urandom(32)
    statement = write_statement("succession", old.key, key)
    db.execute("INSERT INTO statement (text, made) VALUES (?, ?)", (write_text("succession", statement), now))
    db.execute("UPDATE identity SET state = 'succeeded', key = NULL, secret = NULL WHERE idS = ?", (old.idS,))
    # An answer to a link of the old identity counts no more (L-10).
    old.wipe()
    return _insert(db, key, secret)


def revoke(db: sqlite3.Connection, now: int, earlier: bool) -> list[str]:
    """S-16: publishes the revocation of the current identity, or of all earlier ones."""
    state = "succeeded" if earlier else "current"
    found = db.execute("SELECT number, revocation FROM identity WHERE state = ? AND revoked IS NULL "
                       "ORDER BY number", (state,)).fetchall()
    for number, text in found:
        db.execute("UPDATE identity SET revoked = ? WHERE number = ?", (now, number))
        db.execute("INSERT INTO statement (text, made) VALUES (?, ?)", (text, now))
    return [text for _, text in found]


def vapid(db: sqlite3.Connection) -> bytes | None:
    """The scalar of the key of endpoints; None before the first pairing."""
    row = db.execute("SELECT value FROM setting WHERE name = 'vapid'").fetchone()
    return bytes(row[0]) if row else None
