# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Opening (message.md, section 11; storage.md), with the device's state in memory.

`line N` means a line of M-38.
"""

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from ..errors import OpeningError
from . import crypto, later, messages
from .messages import check
from .wire import Record, Statement

GRACE, DAY = 300_000, 86_400_000


class Claim(NamedTuple):
    """An unfinished claim (T-2): `id` is its prekey, `key` its place in the claim directory."""

    id: bytes
    key: bytes
    hash: bytes
    idS: bytes
    content: bytes


class Tombstone(NamedTuple):
    """What stays of a claim."""

    hash: bytes


Directory: TypeAlias = dict[bytes, Claim | Tombstone]


class Device:
    """One device. `at(line, outcome)` is called before some lines; it may kill the run."""

    def __init__(self, idR: bytes, topic: bytes) -> None:
        self.idR, self.topic, self.policy = idR, topic, "show"
        self.prekeys: dict[bytes, tuple[Record, bytes]] = {}  # by their ids, with their seeds
        self.directories: dict[bytes, Directory] = {}  # by prekey id, then b"" or envelope hash
        self.contacts: set[bytes] = set()
        self.blocked: set[bytes] = set()
        self.revoked: set[bytes] = set()
        self.strangers: Counter[int] = Counter()  # messages of unknown senders, by day
        self.candidates: dict[bytes, bytes] = {}  # the contact of each
        self.learned: set[bytes] = set()  # those that messages have revoked
        self.at: Callable[[int, str | None], None] = lambda line, outcome: None

    def add_prekey(self, record: Record, seed: bytes) -> None:
        """V-12."""
        self.directories[record.id] = {}
        self.prekeys[record.id] = record, seed

    def contact(self, idS: bytes) -> bytes | None:
        """The contact whose names count: idS itself, or that of a candidate (D-6); or None."""
        contact = idS if idS in self.contacts else self.candidates.get(idS)
        return contact if contact in self.contacts else None

    def accepted(self, idS: bytes) -> bool:
        """True if the policy takes messages of this sender."""
        return self.contact(idS) is not None or self.policy == "show"

    def silenced(self, idS: bytes) -> bool:
        """True if the sender was blocked or revoked."""
        return self.contact(idS) in self.blocked or idS in self.revoked | self.learned

    def apply(self, statement: Statement) -> None:
        """D-7, D-8 and D-14; no candidate is taken, removed or blocked here."""
        old, *new = statement.identities
        contact = self.contact(old)
        if contact is None:
            return
        if not new:
            self.learned.add(old)
        for successor in new:
            if successor not in self.contacts | self.candidates.keys() and \
                    list(self.candidates.values()).count(contact) < 8:
                self.candidates[successor] = contact

    def open(self, payload: bytes, now: int, arrival: int, push: str = "alert") -> tuple[str, Claim]:
        """Lines 2 to 34: (outcome, claim)."""
        early = min(arrival, now)
        envelope = messages.read_outer(payload)
        id_, hash_ = envelope[1:9], messages.envelope_hash(envelope)
        if id_ not in self.prekeys:
            found = self.directories.get(id_, {}).get(b"")
            if found is None:
                raise OpeningError("unknownPrekey")
            check(found.hash == hash_, "prekeyUsed")
            if not isinstance(found, Claim):
                raise OpeningError("replayed")
            if not self.accepted(found.idS) or self.silenced(found.idS):
                self._clear(found)
                check(False, "senderNotAccepted")
            return self._finish(found, "recovered")

        record, seed = self.prekeys[id_]
        check(early <= later(record.not_after, GRACE)
              and now <= later(record.not_after, 7 * DAY, GRACE), "prekeyExpired")
        aad, message_id = envelope[:1145], envelope[9:25]
        check(crypto.x25519_half_ok(aad), "cannotOpen")
        info = messages.info(messages.topic_of(self.topic, push), self.idR, record.digest, message_id)
        shared = crypto.xwing_decapsulate(seed, aad[25:])
        plaintext = crypto.decrypt(shared, info, aad, envelope[1145:])
        if plaintext is None:
            raise OpeningError("cannotOpen")
        created, ttl_s, idS, content = messages.read_plaintext(plaintext)
        day, stranger = now // DAY, self.contact(idS) is None
        check(self.accepted(idS) and not (stranger and self.strangers[day] >= 256),
              "senderNotAccepted")
        check(crypto.verify(idS, plaintext[:64], messages.signed_part(info, aad, plaintext[64:])),
              "wrongSignature")
        check(not self.silenced(idS), "senderNotAccepted")
        check(early <= later(created, 1000 * ttl_s, GRACE), "expired")
        check(messages.read_content(content) is not None, "malformedMessage")

        key = b"" if record.one_time else hash_
        claim = Claim(id_, key, hash_, idS, content)
        if stranger and key not in self.directories[id_]:
            self.strangers[day] += 1
        self.at(28, None)
        check(id_ in self.directories, "unknownPrekey")
        found = self.directories[id_].setdefault(key, claim)
        if found is claim:
            gone = not record.one_time and id_ not in self.prekeys
            return self._finish(claim, "recovered" if gone else "opened")
        if record.one_time:
            self.prekeys.pop(id_, None)  # lines 31 and 32
        check(found.hash == hash_, "prekeyUsed")
        if not isinstance(found, Claim):
            raise OpeningError("replayed")
        return self._finish(found, "recovered")

    def _finish(self, claim: Claim, outcome: str) -> tuple[str, Claim]:
        """Lines 35 to 40; handing over is the caller's."""
        self.at(37, outcome)
        if claim.key == b"":
            self.prekeys.pop(claim.id, None)
        self.at(38, outcome)
        statements = messages.sent_statements(claim.content)
        for statement in statements:
            self.apply(statement)
        self._clear(claim)
        check(not statements or not self.silenced(claim.idS), "senderNotAccepted")
        return outcome, claim

    def _clear(self, claim: Claim) -> None:
        """Line 40, without the death, which only maintenance reads."""
        self.directories[claim.id][claim.key] = Tombstone(claim.hash)
