# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""The sender: its keys, its recipients and all that it has to remember."""

import os
import shutil
import sqlite3
import time
import unicodedata
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from . import _identities, _memory, _sealer
from ._delivery import PATIENCE, Delivery, Postman, Target, targets
from ._message import DAY, Options, Payload, Placeholder, check_time, json_of
from ._pairing import Pairing
from ._protocol import crypto, names
from ._protocol.text import b64encode
from ._protocol.wire import (
    Bundle,
    open_text,
    read_bundle,
    read_statement,
    read_text,
    safety_number,
    text_ok,
    write_text,
)
from ._relay import new_key, origin_of, public_point
from ._sealer import Sealed
from ._shorten import shorten
from ._store import Store, default_path
from .errors import SealingError, StoreError, UsageError, WireError


class Untracked:
    """The type of `UNTRACKED`."""

    def __repr__(self) -> str:
        return "UNTRACKED"


UNTRACKED: Final = Untracked()
"""In the place of a recipient: no list of devices is kept, and a new device raises no error."""


@dataclass(frozen=True)
class Recipient:
    """A list of devices, such as those of one person.

    Attributes:
        name: The name that the protocol knows: random for a recipient that was paired, else the
            caller's.
        label: The word for it that `to` takes.
        state: `confirmed` if a device gets what is sent, `pending`, `unconfirmed` (since a
            restore), or `empty`.
        devices: How many devices are listed.
    """

    name: str
    label: str
    state: str
    devices: int


@dataclass(frozen=True)
class ListedDevice:
    """A device on a recipient's list.

    Attributes:
        device: Its identity, 32 bytes.
        state: `known`, `unconfirmed` (since a restore), `pending`, `retired` or `removed`.
    """

    device: bytes
    state: str


class Sender:
    """A sender: its identity, its recipients, and its memory in one file.

    The file belongs to one user (mode 0600) and serves several processes and threads at once. Each
    method is a transaction or several; what a method has returned is durable.

    Use it as a context manager, or call `close`.

    Args:
        path: The file; without it `sealedpush-py/sender.sqlite` in `$XDG_DATA_HOME`, else in
            `~/.local/share`.
        create: False to refuse a file that is not there (`noStore`).

    Raises:
        StoreError: The file cannot be used: `unsafePermissions` if other users may read it,
            `tooNew` if a later version made it, `full` if the disk is full, and others.
    """

    def __init__(self, path: str | os.PathLike[str] | None = None, *, create: bool = True) -> None:
        self._store: Store | None = Store(Path(path) if path is not None else default_path(), create=create)
        with self._store.transaction() as db:
            self._idS = _identities.make(db)

    def __enter__(self) -> "Sender":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Sender({write_text('sender', self._idS)!r})"

    def close(self) -> None:
        """Ends the use of the file; private keys are in memory only while a message is sealed."""
        self._store = None

    def _open(self) -> Store:
        if self._store is None:
            raise StoreError("closed")
        return self._store

    # Identity

    @property
    def identity(self) -> str:
        """The sender's identity as a text, which a device takes as a contact."""
        with self._open().transaction() as db:
            return write_text("sender", _identities.own(db)[-1])

    @property
    def vapid_key(self) -> str:
        """The public key that signs requests to relays, in base64url; an app may bind endpoints to it."""
        with self._open().transaction() as db:
            key = _identities.vapid(db)
            if key is None:
                key = new_key()
                _memory.set_setting(db, "vapid", key)
        return public_point(key)

    def succeed(self) -> str:
        """Gives the sender its next identity (S-15); devices learn it from the next messages.

        Returns:
            The text of the new identity.
        """
        with self._open().transaction() as db:
            return write_text("sender", _identities.succeed(db, _now()))

    def revoke(self, *, earlier: bool = False) -> list[str]:
        """Publishes that a key may be in other hands (S-16), for ever.

        Args:
            earlier: True for the identities before the last `succeed`, which loses nothing;
                False ends the sender itself.

        Returns:
            The texts of the revocations.

        Raises:
            UsageError: `noEarlierIdentity`.
        """
        with self._open().transaction() as db:
            texts = _identities.revoke(db, _now(), earlier)
        if earlier and not texts:
            raise UsageError("noEarlierIdentity")
        return texts

    def safety_number(self, bundle: bytes | str) -> str:
        """The 60 digits by which two people compare keys.

        Args:
            bundle: The device's bundle, or its text.

        Raises:
            WireError: The bundle is none.
        """
        with self._open().transaction() as db:
            return safety_number(_identities.own(db)[-1], bundle_of(bundle).idR)

    # Sealing

    def seal(self, payload: Payload, bundle: bytes | str, *, topic: str, recipient: str | Untracked,
             ttl: int = DAY, push: str = "alert", padding: str = "buckets",
             placeholder: Placeholder = "New notification", code: str | None = None,
             name: str | None = None, template: Sequence[str] = (),
             attachments: Sequence[Mapping[str, Any]] = (), remove: Sequence[str] = (),
             collapse: str | None = None, trusts_directory: bool = False,
             retirement: bytes | None = None, now: int | None = None) -> Sealed:
        """Seals a payload for one device, to be sent by a transport of the caller's.

        Args:
            payload: An APNs payload: a mapping, or JSON.
            bundle: The device's bundle as bytes or text, from a directory of the caller's. A
                one-time prekey in it is used once and never again.
            topic: The app's bundle id, without a suffix.
            recipient: Whose device it is, 1 to 64 bytes: the first device of a recipient is taken,
                a further one is `newDevice` until `confirm`. Or `UNTRACKED`.
            ttl: The time to live in seconds, up to 30 days.
            push: `alert`, or `voip` for a call.
            padding: How much of the size is hidden: `buckets`, `constant` or `none`.
            placeholder: What everybody may read: a text, or members of `aps.alert`.
            code: The sender's code, by which the device finds the contact's name.
            name: What the sender calls itself.
            template: The fields of the alert in which `{sender}` stands for the contact's name.
            attachments: References to encrypted files.
            remove: Collapse ids of earlier messages that the device takes away, 50 at most.
            collapse: Messages with one such key replace each other.
            trusts_directory: True for a server that runs the directory itself: it takes a
                recipient's further devices without a question, up to 64.
            retirement: The retirement that came beside the bundle.
            now: The time in Unix milliseconds; the clock's without it.

        Returns:
            The envelope, the payload for APNs and its headers.

        Raises:
            UsageError: An argument makes no sense; nothing is noted.
            WireError: The bundle is none.
            SealingError: Nothing was sealed; `memoryUnavailable` if the file cannot be used.
        """
        data = json_of(payload)
        options = Options(topic=topic, ttl=ttl, push=push, padding=padding, placeholder=placeholder, code=code,
                          name=name, template=template, attachments=attachments, remove=remove, collapse=collapse)
        place = None if isinstance(recipient, Untracked) else recipient_name(recipient)
        moment = check_time(_now() if now is None else now)
        _sealer.prepare(data, options, options.own, moment)
        found = bundle_of(bundle)
        try:
            return self._seal(data, options, found, place, moment, trusts_directory, retirement)
        except StoreError as error:
            raise SealingError("memoryUnavailable") from error

    def _seal(self, data: bytes, options: Options, bundle: Bundle, place: str | None, now: int,
              trusts_directory: bool, retirement: bytes | None) -> Sealed:
        refused: SealingError | None = None
        with self._open().transaction() as db:
            keys = _identities.current(db)
            try:
                sealed = _sealer.seal(db, keys, data, options, bundle, place, now,
                                      trusts_directory=trusts_directory, retirement=retirement)
            except SealingError as error:
                refused = error  # what S-2 and V-27 keep stays
            finally:
                keys.wipe()
        if refused:
            raise refused
        return sealed

    # Pairing and sending

    def pair(self, relay: str, name: str, *, to: str | None = None, app_link: str | None = None) -> Pairing:
        """Makes a link that a phone scans; `Pairing.answer` waits for the phone.

        Args:
            relay: The public URL of the phone's relay, such as `https://relay.example`.
            name: What the sender calls itself, which the phone shows: 1 to 32 bytes.
            to: The label of a recipient that the phone joins; else it is a recipient of its own.
            app_link: An https URL that opens the app, which then stands in front of the link.

        Raises:
            UsageError: `relay`, `name`, `appLink`, `recipient` or `revoked`.
        """
        return Pairing(self, relay, name, to, app_link)

    def notify(self, text: str | None = None, *, to: str | None = None, title: str | None = None,
               url: str | None = None, sound: str | None = None, collapse: str | None = None,
               exact: bool = False, payload: Payload | None = None, ttl: int = DAY,
               idempotency_key: str | None = None, patience: float = PATIENCE) -> list[Delivery]:
        """Seals a text for each device of a recipient, and posts it to the devices' relays.

        Args:
            text: The text. The end of one that is too long is left out, unless `exact`.
            to: The recipient's label, or `all`; else the only recipient that there is.
            title: The title; the app may show the contact's name in its place.
            url: A link for the app, as the member `url`.
            sound: The sound's name, or `default`.
            collapse: A later message with this key takes the place of an earlier one.
            exact: True to refuse a text that is too long (`contentTooLarge`).
            payload: An APNs payload in the place of the text, title, url and sound.
            ttl: The time to live in seconds, up to 30 days.
            idempotency_key: A name of the message, such as an order's number. A call that was
                killed, or whose result was lost, is repeated with it within 24 hours: no device
                gets the message twice.
            patience: For how many seconds a relay that does not answer is asked again.

        Returns:
            A result for each device; `Delivery.error` says why a relay has not taken the message.

        Raises:
            UsageError: An argument makes no sense, there is no such recipient, or several.
            SealingError: The content is refused, or the file cannot be used.
        """
        if payload is None:
            payload = text_payload(text, title, url, sound)
        elif text is not None or title is not None or url is not None or sound is not None:
            raise UsageError("payload")
        data = json_of(payload)

        def options(topic: str) -> Options:
            return Options(topic=topic, ttl=ttl, collapse=collapse)
        digest = crypto.sha256(data, repr((to, collapse, exact, ttl)).encode())
        key = idempotency_key if idempotency_key is not None else b64encode(os.urandom(16))
        try:
            store = self._open()
            with store.transaction() as db:
                now = _now()
                _memory.maintain(db, now)
                _identities.current(db).wipe()
                found = self._targets(db, to)
                row = db.execute("SELECT digest FROM message WHERE key = ?", (key,)).fetchone()
                if row and bytes(row[0]) != digest:
                    raise UsageError("idempotencyKey")
                data = shorten(data, options("x"), now, exact or text is None)
                db.execute("INSERT OR IGNORE INTO message VALUES (?, ?, ?)", (key, digest, now))
            deadline = time.monotonic() + patience
            postman = Postman(store, key, data, options, deadline)
            with ThreadPoolExecutor(max_workers=min(8, len(found))) as pool:
                errors = list(pool.map(postman.deliver, found))
        except StoreError as error:
            raise SealingError("memoryUnavailable") from error
        return [Delivery(one.label, one.idR, error) for one, error in zip(found, errors, strict=True)]

    def _targets(self, db: sqlite3.Connection, to: str | None) -> list[Target]:
        by_name = {name: targets(db, name) for name, _ in _rows(db)}
        reached = {name: found for name, found in by_name.items() if found}
        if to == "all":
            chosen = list(reached)
        elif to is not None:
            chosen = [self._named(db, to)[0]]
        else:
            chosen = list(reached)
            if len(chosen) > 1:
                raise UsageError("ambiguous")
        if not chosen:
            raise UsageError("noRecipient")
        result = [target for name in chosen for target in by_name[name]]
        if not result:
            raise UsageError("noDevice")
        return result

    # Recipients

    @staticmethod
    def _named(db: sqlite3.Connection, to: str) -> tuple[str, str]:
        """The name and the label of a recipient by either."""
        for name, label in _rows(db):
            if to in (name, label):
                return name, label
        raise UsageError("recipient")

    def recipients(self) -> list[Recipient]:
        """The recipients, by their labels."""
        with self._open().transaction() as db:
            _memory.end_pendings(db, _now())
            result = []
            for name, label in _rows(db):
                states = [d.state for d in self._devices(db, name) if d.state not in ("removed", "retired")]
                state = next((s for s in ("known", "pending", "unconfirmed") if s in states), "empty")
                result.append(Recipient(name, label, "confirmed" if state == "known" else state, len(states)))
        return result

    @staticmethod
    def _devices(db: sqlite3.Connection, name: str) -> list[ListedDevice]:
        return [ListedDevice(bytes(d.idR), "retired" if _memory.is_retired(db, d.idR) else d.state)
                for d in _memory.listed(db, name)]

    def devices(self, recipient: str) -> list[ListedDevice]:
        """The devices of a recipient, by its label or name, with those that were removed."""
        with self._open().transaction() as db:
            _memory.end_pendings(db, _now())
            return self._devices(db, self._named(db, recipient)[0])

    def rename(self, recipient: str, label: str) -> None:
        """Gives a recipient another label, 1 to 64 bytes that no other one has."""
        if not text_ok(64, label.encode(errors="replace")) or names.clean(label) != label or label == "all":
            raise UsageError("label")
        with self._open().transaction() as db:
            name, _ = self._named(db, recipient)
            if any(label in (n, known) for n, known in _rows(db) if n != name):
                raise UsageError("label")
            db.execute("UPDATE recipient SET label = ? WHERE name = ?", (label, name))

    def confirm(self, recipient: str, device: bytes) -> None:
        """Says that a device is the recipient's: a person has named it (V-32).

        Args:
            recipient: A label, or a name; a new one makes a list.
            device: The device's identity, 32 bytes.

        Raises:
            SealingError: `deviceRetired`: it was retired, or removed from this recipient.
            WireError: `malformed` or `identityRefused`.
        """
        if len(device) != 32 or not crypto.encoding_ok(device):
            raise WireError("malformed" if len(device) != 32 else "identityRefused")
        with self._open().transaction() as db:
            rows = {label: name for name, label in _rows(db)}
            _memory.confirm(db, rows.get(recipient, recipient_name(recipient)), device)

    def confirm_all(self) -> int:
        """Confirms what a restore has left to be confirmed; returns how many devices."""
        with self._open().transaction() as db:
            return db.execute("UPDATE device SET state = 'known' WHERE state = 'unconfirmed' "
                              "AND idR NOT IN (SELECT idR FROM retirement)").rowcount

    def remove(self, recipient: str, device: bytes | None = None) -> None:
        """Says that a device is the recipient's no more, for ever; without a device, ends all.

        Raises:
            UsageError: `recipient`.
        """
        with self._open().transaction() as db:
            name, _ = self._named(db, recipient)
            chosen = [device] if device is not None else [d.idR for d in _memory.listed(db, name)]
            for idR in chosen:
                _memory.remove(db, name, idR)

    def retire(self, text: str) -> bytes:
        """Takes a device's retirement from a person: nothing is sealed to it any more, by any list.

        Args:
            text: The text that the device printed when it was made.

        Returns:
            The identity of the device.

        Raises:
            WireError: The text is no valid retirement.
        """
        data = open_text("retirement", text)
        idR = read_statement("retirement", data).identities[0]
        with self._open().transaction() as db:
            _memory.keep_retirement(db, idR, data)
        return idR

    def subscribe(self, text: str, *, recipient: str, topic: str, relays: Sequence[str]) -> bytes:
        """Takes a subscription that an app has given: a device of this recipient, at its endpoint.

        It confirms no device but the first: `confirm` does.

        Args:
            text: The text of the subscription.
            recipient: For whom it was given, which the caller knows by a login or the like.
            topic: The app's bundle id.
            relays: The origins of the relays that are asked; an endpoint elsewhere is refused.

        Returns:
            The identity of the device.

        Raises:
            WireError: The text is no valid subscription.
            UsageError: `wrongSender`, `wrongRecipient`, `wrongTopic` or `relay`.
        """
        statement = read_statement("subscription", open_text("subscription", text))
        idR, idS = statement.identities
        endpoint = statement.fields["endpoint"].decode()
        with self._open().transaction() as db:
            if idS not in _identities.own(db):  # S-20
                raise UsageError("wrongSender")
            if statement.fields["recipient"] != recipient_name(recipient).encode():
                raise UsageError("wrongRecipient")
            if statement.fields["topic"] != topic.encode():
                raise UsageError("wrongTopic")
            if origin_of(endpoint) not in relays:
                raise UsageError("relay")
            is_new = _memory.check(db, idR, recipient, True, False) and not _memory.listed(db, recipient)
            state = next((d.state for d in _memory.listed(db, recipient) if d.idR == idR), None)
            if state is None:
                _memory.put_on_list(db, recipient, idR, "known" if is_new else "unconfirmed")
            # S-21: the later one counts.
            db.execute("UPDATE device SET topic = ?, endpoint = ? WHERE recipient = ? AND idR = ?",
                       (topic, endpoint, recipient, idR))
        return idR

    # The file

    def maintain(self, now: int | None = None) -> None:
        """Clears away what is over: notes of prekeys that have ended, and pairings of a day ago.

        `notify` does this by itself; a sender that only seals calls it once a day.
        """
        with self._open().transaction() as db:
            _memory.maintain(db, check_time(_now() if now is None else now))

    def backup(self, to: str | os.PathLike[str]) -> None:
        """Copies the file as it is to a new one, with its private keys, 0600.

        Raises:
            StoreError: `exists`, `full` or another class.
        """
        self._open().copy(Path(to))

    @classmethod
    def restore(cls, backup: str | os.PathLike[str], path: str | os.PathLike[str] | None = None) -> "Sender":
        """Makes a sender's file of a backup, whose sender does not run any more.

        What happened since the backup is unknown. So every device is to be confirmed again
        (`confirm`, `confirm_all`), and one-time prekeys of before are passed over.

        Raises:
            StoreError: `exists`: there is a file at this place.
        """
        place, found = Path(path) if path is not None else default_path(), Path(backup)
        Store(found, create=False)
        if place.exists():
            raise StoreError("exists")
        try:
            place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            draft = place.with_name(f".{place.name}.{os.urandom(4).hex()}")
            try:
                os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
                shutil.copyfile(found, draft)
                with Store(draft, create=False).transaction() as db:
                    _memory.set_setting(db, "restored", _now())
                    db.execute("UPDATE device SET state = 'unconfirmed' WHERE state = 'known'")
                    for name, idR in db.execute("SELECT recipient, idR FROM device "
                                                "WHERE pending_since IS NOT NULL").fetchall():
                        _memory.drop_pending(db, name, idR)
                os.link(draft, place)
            finally:
                draft.unlink(missing_ok=True)
        except FileExistsError:
            raise StoreError("exists") from None
        except OSError as error:
            raise StoreError("full" if error.errno in (28, 122) else "unavailable") from None
        return cls(place, create=False)


def _now() -> int:
    return int(time.time() * 1000)


def _rows(db: sqlite3.Connection) -> list[tuple[str, str]]:
    return list(db.execute("SELECT name, coalesce(label, name) FROM recipient ORDER BY 2"))


def recipient_name(text: str) -> str:
    """S-17."""
    if not isinstance(text, str) or not text_ok(64, text.encode(errors="replace")):
        raise UsageError("recipient")
    return text


def bundle_of(bundle: bytes | str) -> Bundle:
    """The bundle of bytes or of a text."""
    if isinstance(bundle, bytes):
        return read_bundle(bundle)
    if not isinstance(bundle, str):
        raise UsageError("bundle")
    found = read_text("device", bundle)
    assert isinstance(found, Bundle)
    return found


def text_payload(text: str | None, title: str | None, url: str | None, sound: str | None) -> dict[str, Any]:
    """The APNs payload of a text."""
    if not text or not any(unicodedata.category(c)[0] not in "CZ" for c in text):
        raise UsageError("text")
    alert = ({"title": title} if title is not None else {}) | {"body": text}
    payload: dict[str, Any] = {"aps": {"alert": alert} | ({"sound": sound} if sound is not None else {})}
    return payload | ({"url": url} if url is not None else {})
