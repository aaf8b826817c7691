# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Opening (message.md, section 11; storage.md), with the device's state in memory. `line N` means a line of M-38."""

from collections import Counter, namedtuple

from . import check, crypto, later, wire

GRACE, DAY = 300_000, 86_400_000

# An unfinished claim (T-2): `id` is its prekey, `key` its place in the claim directory.
Claim = namedtuple("Claim", "id key hash idS content")
Tombstone = namedtuple("Tombstone", "hash")


class Device:
    """One device. `at(line, outcome)` is called before some lines; it may kill the run."""

    def __init__(self, idR, topic):
        self.idR, self.topic, self.policy = idR, topic, "show"
        self.prekeys = {}  # id: (record, seed)
        self.directories = {}  # id: {b"" or envelope hash: Claim or Tombstone}
        self.contacts, self.blocked, self.revoked = set(), set(), set()
        self.strangers = Counter()  # day: messages of unknown senders that were counted
        self.candidates, self.learned = {}, set()  # candidate: contact; revocations of messages
        self.at = lambda line, outcome: None

    def add_prekey(self, record, seed):
        """V-12."""
        self.directories[record.id] = {}
        self.prekeys[record.id] = record, seed

    def contact(self, idS):
        """The contact whose names count: idS itself, or that of a candidate (D-6); or None."""
        contact = idS if idS in self.contacts else self.candidates.get(idS)
        return contact if contact in self.contacts else None

    def accepted(self, idS):
        return self.contact(idS) is not None or self.policy == "show"

    def silenced(self, idS):
        return self.contact(idS) in self.blocked or idS in self.revoked | self.learned

    def apply(self, statement):
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

    def open(self, payload, now, arrival, push="alert"):
        """Lines 2 to 34: (outcome, claim)."""
        early = min(arrival, now)
        envelope = wire.read_outer(payload)
        id_, hash_ = envelope[1:9], wire.envelope_hash(envelope)
        if id_ not in self.prekeys:
            found = self.directories.get(id_, {}).get(b"")
            check(found is not None, "unknownPrekey")
            check(found.hash == hash_, "prekeyUsed")
            check(isinstance(found, Claim), "replayed")
            if not self.accepted(found.idS) or self.silenced(found.idS):
                self._clear(found)
                check(False, "senderNotAccepted")
            return self._finish(found, "recovered")

        record, seed = self.prekeys[id_]
        check(early <= later(record.not_after, GRACE)
              and now <= later(record.not_after, 7 * DAY, GRACE), "prekeyExpired")
        aad, message_id = envelope[:1145], envelope[9:25]
        check(crypto.x25519_half_ok(aad), "cannotOpen")
        info = wire.info(wire.topic_of(self.topic, push), self.idR, record.digest, message_id)
        shared = crypto.xwing_decapsulate(seed, aad[25:])
        plaintext = crypto.decrypt(shared, info, aad, envelope[1145:])
        check(plaintext is not None, "cannotOpen")
        message = wire.read_plaintext(plaintext)
        idS = message.idS
        day, stranger = now // DAY, self.contact(idS) is None
        check(self.accepted(idS) and not (stranger and self.strangers[day] >= 256),
              "senderNotAccepted")
        check(crypto.verify(idS, plaintext[:64], wire.signed_part(info, aad, plaintext[64:])),
              "wrongSignature")
        check(not self.silenced(idS), "senderNotAccepted")
        check(early <= later(message.created, 1000 * message.ttl_s, GRACE), "expired")
        check(wire.read_content(message.content) is not None, "malformedMessage")

        key = b"" if record.one_time else hash_
        claim = Claim(id_, key, hash_, idS, message.content)
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
        check(isinstance(found, Claim), "replayed")
        return self._finish(found, "recovered")

    def _finish(self, claim, outcome):
        """Lines 35 to 40; handing over is the caller's."""
        self.at(37, outcome)
        if claim.key == b"":
            self.prekeys.pop(claim.id, None)
        self.at(38, outcome)
        statements = wire.sent_statements(claim.content)
        for statement in statements:
            self.apply(statement)
        self._clear(claim)
        check(not statements or not self.silenced(claim.idS), "senderNotAccepted")
        return outcome, claim

    def _clear(self, claim):
        """Line 40, without the death, which only maintenance reads."""
        self.directories[claim.id][claim.key] = Tombstone(claim.hash)
