# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""The sender's file: one SQLite database that several processes and threads use."""

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from .errors import StoreError

APPLICATION, VERSION = 0x53505359, 1
WAIT = 15.0  # seconds until another process's transaction is over
_HEADER = b"SQLite format 3\0"

# Times are Unix milliseconds. A key that is erased is NULL, and secure_delete overwrites its bytes.
SCHEMA = """
CREATE TABLE identity (number INTEGER PRIMARY KEY, idS BLOB NOT NULL UNIQUE, key BLOB, secret BLOB,
    state TEXT NOT NULL CHECK (state IN ('current', 'succeeded')), revoked INTEGER,
    revocation TEXT NOT NULL);
CREATE TABLE statement (number INTEGER PRIMARY KEY, text TEXT NOT NULL, made INTEGER NOT NULL);
CREATE TABLE setting (name TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID;
CREATE TABLE pin (idR BLOB PRIMARY KEY, epoch INTEGER NOT NULL, digest BLOB,
    min_epoch INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE used (idR BLOB, prekey BLOB, not_after INTEGER NOT NULL, PRIMARY KEY (idR, prekey))
    WITHOUT ROWID;
CREATE TABLE retirement (idR BLOB PRIMARY KEY, statement BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE recipient (name TEXT PRIMARY KEY, label TEXT UNIQUE, paired INTEGER NOT NULL)
    WITHOUT ROWID;
CREATE TABLE device (recipient TEXT NOT NULL, idR BLOB NOT NULL, number INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('known', 'unconfirmed', 'pending', 'removed')),
    topic TEXT, endpoint TEXT, name TEXT, answer BLOB, told INTEGER NOT NULL DEFAULT 1,
    pending_topic TEXT, pending_endpoint TEXT, pending_answer BLOB, pending_since INTEGER,
    PRIMARY KEY (recipient, idR)) WITHOUT ROWID;
CREATE TABLE message (key TEXT PRIMARY KEY, digest BLOB NOT NULL, made INTEGER NOT NULL)
    WITHOUT ROWID;
CREATE TABLE posting (key TEXT NOT NULL, recipient TEXT NOT NULL, idR BLOB NOT NULL,
    endpoint TEXT NOT NULL, envelope BLOB, ttl INTEGER NOT NULL, topic TEXT, answer BLOB,
    state TEXT NOT NULL CHECK (state IN ('sealed', 'taken', 'refused')), made INTEGER NOT NULL,
    PRIMARY KEY (key, recipient, idR)) WITHOUT ROWID;
"""


def default_path() -> Path:
    """The place of the sender's file unless the caller names one.

    Returns:
        `sealedpush-py/sender.sqlite` in `$XDG_DATA_HOME`, else in `~/.local/share`.
    """
    data = os.environ.get("XDG_DATA_HOME", "")
    base = Path(data) if os.path.isabs(data) else Path.home() / ".local" / "share"
    return base / "sealedpush-py" / "sender.sqlite"


def failure(error: Exception) -> StoreError:
    """The class of an error of SQLite or of the system."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is not None:
        primary = code & 0xFF
        classes = {
            sqlite3.SQLITE_FULL: "full", sqlite3.SQLITE_BUSY: "busy", sqlite3.SQLITE_LOCKED: "busy",
            sqlite3.SQLITE_CORRUPT: "damaged", sqlite3.SQLITE_NOTADB: "damaged",
        }
        return StoreError(classes.get(primary, "unavailable"))
    if isinstance(error, OSError) and error.errno in (28, 122):  # ENOSPC, EDQUOT
        return StoreError("full")
    # Values that no release of ours writes.
    damaged = isinstance(error, (sqlite3.DatabaseError, ValueError, TypeError))
    return StoreError("damaged" if damaged else "unavailable")


class Store:
    """One file. Each transaction has a connection of its own, so threads and forks share nothing."""

    def __init__(self, path: Path, *, create: bool) -> None:
        self.path = path
        try:
            if create and not path.exists():
                self._make()
            self._check()
        except (OSError, sqlite3.Error) as error:
            raise failure(error) from None

    def _make(self) -> None:
        """Makes the file whole under another name first: no process sees half of it."""
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft = self.path.with_name(f".{self.path.name}.{os.getpid()}.{os.urandom(4).hex()}")
        os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        try:
            with closing(sqlite3.connect(draft, isolation_level=None)) as db:
                db.executescript(
                    f"PRAGMA synchronous=EXTRA; BEGIN; {SCHEMA} PRAGMA application_id={APPLICATION}; "
                    f"PRAGMA user_version={VERSION}; COMMIT;")
            try:
                os.link(draft, self.path)  # fails if another process was first
            except FileExistsError:
                return
            folder = os.open(self.path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
        finally:
            draft.unlink(missing_ok=True)

    def _check(self) -> None:
        """Refuses a file that is not there, not ours, open to others, or of a later version."""
        try:
            found, folder = os.stat(self.path), os.stat(self.path.parent)
        except FileNotFoundError:
            raise StoreError("noStore") from None
        loose = folder.st_mode & 0o022 and not folder.st_mode & stat.S_ISVTX
        if found.st_mode & 0o077 or found.st_uid not in (os.geteuid(), 0) or loose:
            raise StoreError("unsafePermissions")
        if not stat.S_ISREG(found.st_mode):
            raise StoreError("notAStore")
        with open(self.path, "rb") as file:
            if file.read(len(_HEADER)) != _HEADER:
                raise StoreError("notAStore" if found.st_size else "damaged")
        with closing(self._connect()) as db:
            application = db.execute("PRAGMA application_id").fetchone()[0]
            version = db.execute("PRAGMA user_version").fetchone()[0]
        if application != APPLICATION:
            raise StoreError("notAStore")
        if version > VERSION:
            raise StoreError("tooNew")

    def _connect(self) -> sqlite3.Connection:
        # The URI keeps SQLite from making a file that went away.
        uri = f"{self.path.absolute().as_uri()}?mode=rw"
        db = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=WAIT)
        db.execute("PRAGMA synchronous=EXTRA")
        db.execute("PRAGMA secure_delete=ON")
        return db

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """All or nothing: what is written is durable when the block is over.

        Raises:
            StoreError: The file cannot be read or written; nothing was changed.
        """
        try:
            db = self._connect()
        except sqlite3.Error as error:
            raise failure(error) from None
        try:
            with closing(db):
                db.execute("BEGIN IMMEDIATE")
                try:
                    yield db
                except BaseException:
                    if db.in_transaction:
                        db.execute("ROLLBACK")
                    raise
                db.execute("COMMIT")
        except sqlite3.Error as error:
            raise failure(error) from None

    def copy(self, to: Path) -> None:
        """Copies the file as it is at one moment to a new one, 0600."""
        try:
            os.close(os.open(to, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            with closing(self._connect()) as db, closing(sqlite3.connect(to)) as copy:
                db.backup(copy)
        except FileExistsError:
            raise StoreError("exists") from None
        except (OSError, sqlite3.Error) as error:
            to.unlink(missing_ok=True)
            raise failure(error) from None
