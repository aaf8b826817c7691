# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Pairing, as a sender does it (docs/protocol/pairing.md, section 5)."""

import hmac
import os
import sqlite3
import time
from typing import TYPE_CHECKING

from . import _identities, _memory, _qr, _relay, _sealer
from ._message import Options
from ._protocol import pairing
from ._protocol.text import b64encode
from ._protocol.wire import origin_ok, write_text
from ._relay import Endpoint, Offer, Refused
from ._store import Store
from .errors import PairingError, RelayError, SealingError, UsageError, WireError

if TYPE_CHECKING:
    from ._sender import Sender

TERM = 600  # seconds
PAUSE = 2.0  # seconds between two requests for a drop, at least (L-13)
WAIT = 25  # seconds that a relay lets a request wait
# A person sees it if the app has no screen for it; the number is nowhere in it.
PAYLOAD = b'{"aps":{"alert":{"body":"Paired"},"interruption-level":"passive"}}'


class Pairing:
    """A link that waits for a phone, in memory alone (L-9).

    Attributes:
        link: The text that a phone reads; a secret until the pairing is over.
    """

    link: str

    def __init__(self, sender: "Sender", relay: str, name: str, to: str | None, app_link: str | None) -> None:
        if not origin_ok(relay.encode(errors="replace")) or len(relay.removeprefix("https://")) > 100:
            raise UsageError("relay")
        if not pairing.name_ok(32, name.encode(errors="replace")):
            raise UsageError("name")
        if app_link is not None and (not app_link.startswith("https://") or "#" in app_link):
            raise UsageError("appLink")
        self._sender, self._relay, self._store = sender, relay, sender._open()
        self._deadline, self._next = time.monotonic() + TERM, 0.0
        with self._store.transaction() as db:
            self._to = sender._named(db, to)[0] if to is not None else None
            keys = _identities.current(db)
            if _identities.vapid(db) is None:
                _memory.set_setting(db, "vapid", _relay.new_key())
            _memory.end_pendings(db, int(time.time() * 1000))
        keys.wipe()
        secret, end = os.urandom(16), int(time.time()) + TERM
        self._link = pairing.read_link(
            pairing.write_link(secret, keys.idS, end, name.encode(), relay.encode()))
        text = write_text("pair", self._link.data)
        self.link = f"{app_link}#{text.removeprefix(pairing.PREFIX)}" if app_link else text

    def __repr__(self) -> str:
        return "Pairing(...)"

    def qr(self, *, color: bool = True) -> str:
        """The link as a QR code of characters, for a terminal.

        Args:
            color: True for black on white by the terminal's escapes; False for plain characters,
                which are right on a dark ground.
        """
        return _qr.terminal(self.link, color=color)

    def reach(self) -> None:
        """Asks the relay once, before a code is shown: a wrong URL is told at once.

        Raises:
            RelayError: The relay does not answer, or refuses.
            PairingError: `noDrops`.
        """
        self._ask(0)

    def answer(self) -> "Phone":
        """Waits for a phone that answers, up to 10 minutes from the link on, and writes to it.

        Returns:
            The phone, which is pending until `Phone.confirm`.

        Raises:
            PairingError: No phone answered, or the one that did cannot be paired.
            RelayError: The relay does not answer, or refuses.
            StoreError: The sender's file cannot be used.
        """
        answer = self._await()
        offer = self._offer(answer)
        with self._store.transaction() as db:
            self._check_identity(db)
            vapid = _identities.vapid(db)
            retired = _memory.take_given(db, answer.idR, offer.retirement, None)
            retired = retired or _memory.is_retired(db, answer.idR)
            phone = None if retired else self._keep(db, answer)
        if phone is None:
            raise PairingError("deviceRetired")
        self._tell(phone, answer, offer, vapid)
        return phone

    def _await(self) -> pairing.Answer:
        while True:
            left = self._deadline - time.monotonic()
            if left <= 0:
                raise PairingError("noAnswer")
            with self._store.transaction() as db:
                self._check_identity(db)
            pause = min(self._next - time.monotonic(), left)
            if pause > 0:
                time.sleep(pause)
            try:
                box = self._ask(min(WAIT, int(left)))
            except RelayError as error:
                if error.name != "unreachable":
                    raise
                continue  # it answered before, or the code is shown by now
            if box is not None and time.monotonic() < self._deadline:
                try:  # L-11
                    return pairing.read_answer(pairing.open_box(self._link.secret, box), self._link)
                except WireError:
                    pass

    def _ask(self, wait: int) -> bytes | None:
        """The box of the drop, or None; notes when the relay may be asked again (L-13)."""
        url = f"{self._relay}/d/{b64encode(pairing.drop_id(self._link.secret))}"
        self._next = time.monotonic() + PAUSE
        found = _relay.ask("GET", url, {"Prefer": f"wait={wait}"}, timeout=wait + 15)
        self._next = time.monotonic() + max(PAUSE, found.retry_after)
        if found.status == 404 and found.headers.get("Retry-After") is None:
            raise PairingError("noDrops")
        if found.status not in (200, 404, 429, 503):
            raise Refused(found)
        return found.body if found.status == 200 else None

    def _check_identity(self, db: sqlite3.Connection) -> None:
        """L-10: the identity was neither succeeded nor revoked."""
        try:
            keys = _identities.current(db)
        except UsageError:
            raise PairingError("senderEnded") from None
        keys.wipe()
        if keys.idS != self._link.idS:
            raise PairingError("senderEnded")

    def _offer(self, answer: pairing.Answer) -> Offer:
        """L-12."""
        with self._store.transaction() as db:
            vapid = _identities.vapid(db)
        endpoint = Endpoint(answer.endpoint.decode(), vapid)
        for attempt in range(4):
            try:
                offer = endpoint.offer(claim=False)
                break
            except Refused as error:
                if error.status in (401, 403):
                    late = error.answer.clock_is_off()
                    raise PairingError("wrongClock" if late else "endpointTaken") from None
                if error.status in (404, 410):
                    raise PairingError("deviceEnded") from None
                if attempt == 3 or error.status < 429:
                    raise
                time.sleep(max(PAUSE, error.retry_after))
            except RelayError:
                if attempt == 3:
                    raise
                time.sleep(PAUSE)
        if offer.bundle.idR != answer.idR:
            raise PairingError("otherDevice")
        return offer

    def _keep(self, db: sqlite3.Connection, answer: pairing.Answer) -> "Phone | None":
        """L-14 and L-19: keeps the device as pending; None if it was removed from the recipient."""
        now = int(time.time() * 1000)
        mine = db.execute("SELECT d.recipient FROM device d JOIN recipient r ON r.name = d.recipient "
                          "WHERE d.idR = ? AND r.paired AND d.state IN ('known', 'unconfirmed')",
                          (answer.idR,)).fetchone()
        if mine and self._to is not None and mine[0] != self._to:
            raise PairingError("otherRecipient")
        name = mine[0] if mine else self._to or b64encode(os.urandom(16))
        device = answer.name.decode()
        if not mine and self._to is None:
            db.execute("INSERT INTO recipient VALUES (?, ?, 1)", (name, free_label(db, device)))
        state = next((d.state for d in _memory.listed(db, name) if d.idR == answer.idR), None)
        if state == "removed":
            return None
        if state is None:
            _memory.put_on_list(db, name, answer.idR, "pending")
        db.execute("UPDATE device SET name = ?, pending_topic = ?, pending_endpoint = ?, pending_answer = ?, "
                   "pending_since = ? WHERE recipient = ? AND idR = ?",
                   (device, answer.topic.decode(), answer.endpoint.decode(), answer.hash, now, name, answer.idR))
        label = db.execute("SELECT coalesce(label, name) FROM recipient WHERE name = ?", (name,)).fetchone()[0]
        return Phone(self._store, name, label, device, answer)

    def _tell(self, phone: "Phone", answer: pairing.Answer, offer: Offer, vapid: bytes | None) -> None:
        """L-15: the message that names the answer; `told` is kept if the relay has taken it."""
        options = Options(topic=answer.topic.decode(), ttl=86_400)
        refused: SealingError | None = None
        with self._store.transaction() as db:
            keys = _identities.current(db)
            try:
                sealed = _sealer.seal(db, keys, PAYLOAD, options, offer.bundle, None, int(time.time() * 1000),
                                      paired=answer.hash)
            except SealingError as error:
                refused = error
            finally:
                keys.wipe()
        if refused:
            raise refused
        endpoint = Endpoint(answer.endpoint.decode(), vapid)
        for pause in (1.0, 2.0, 4.0, 8.0, 0.0):
            try:
                found = endpoint.post(sealed.envelope, options.ttl, None)
            except RelayError:
                time.sleep(pause)
                continue
            if found.status == 201:
                phone._told = True
                return
            if found.status in (404, 410):
                raise PairingError("deviceEnded")
            if found.status not in (429, 503):
                return  # the next message to the device has it, too (L-16)
            time.sleep(min(60.0, max(pause, found.retry_after)))


class Phone:
    """A phone that has answered, and waits for its number.

    Attributes:
        name: What the device calls itself.
        recipient: The label of the recipient that it is or joins.
        device: Its identity, 32 bytes.
    """

    def __init__(self, store: Store, place: str, label: str, name: str, answer: pairing.Answer) -> None:
        self._store, self._place, self._answer, self._told = store, place, answer, False
        self.name, self.recipient, self.device = name, label, answer.idR

    def __repr__(self) -> str:
        return f"Phone(recipient={self.recipient!r})"

    def confirm(self, number: str | int | None, *, unasked: bool = False) -> None:
        """Pairs the phone, if a person has typed the number that it shows.

        Args:
            number: The number that a person has typed; None takes the phone back.
            unasked: True if the person has said before that no number is asked for. The first
                phone that answers is then paired, the right one or not.

        Raises:
            PairingError: `wrongNumber`, `noNumber`: the phone is deleted. `pairingEnded`: a day
                is over, or another pairing took its place.
        """
        typed = "" if number is None else str(number).strip().zfill(2)
        is_right = unasked or hmac.compare_digest(typed.encode(), self._answer.number.encode())
        now = int(time.time() * 1000)
        with self._store.transaction() as db:
            _memory.end_pendings(db, now)
            place = (self._place, self._answer.idR)
            row = db.execute("SELECT state FROM device WHERE recipient = ? AND idR = ? AND pending_answer = ?",
                             (*place, self._answer.hash)).fetchone()
            retired = _memory.is_retired(db, self._answer.idR)
            if row and (not is_right or retired):  # L-18
                _memory.drop_pending(db, *place)
            elif row:  # V-32, L-19
                db.execute("UPDATE device SET state = 'known', topic = pending_topic, endpoint = pending_endpoint, "
                           "answer = pending_answer, told = ?, pending_topic = NULL, pending_endpoint = NULL, "
                           "pending_answer = NULL, pending_since = NULL WHERE recipient = ? AND idR = ?",
                           (self._told, *place))
        if not row:
            raise PairingError("pairingEnded")
        if not is_right:
            raise PairingError("noNumber" if number is None else "wrongNumber")
        if retired:
            raise PairingError("deviceRetired")

    def withdraw(self) -> None:
        """Takes the phone back: nothing is paired."""
        with self._store.transaction() as db:
            _memory.drop_pending(db, self._place, self._answer.idR)


def free_label(db: sqlite3.Connection, wanted: str) -> str:
    """The label, with a number behind it if another recipient has it."""
    number, label = 1, wanted
    while db.execute("SELECT 1 FROM recipient WHERE label = ?", (label,)).fetchone():
        number += 1
        label = f"{wanted} {number}"
    return label
