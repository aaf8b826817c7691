# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""A receiver (receiver.md), with its state in memory. `line N` means a line of R-1."""

from dataclasses import dataclass, field

from . import SealedPushError, Unavailable, check, crypto, later, wire

SECOND, HOUR, DAY = 1000, 3_600_000, 86_400_000
GRACE, FULL, MAX_DEFERRED, MAX_REMOVE = 300 * SECOND, 65_536, 2_000, 50


@dataclass(frozen=True)
class Prekey:
    record: wire.Record
    seed: bytes


@dataclass(frozen=True)
class Claim:
    """An unfinished claim (R-29); `id` is its prekey, `key` its place in the claim directory."""

    id: bytes
    key: bytes
    hash: bytes
    expiry: int
    idS: bytes
    created: int
    name: str
    content: bytes


@dataclass(frozen=True)
class Tombstone:
    hash: bytes
    death: int


@dataclass(frozen=True)
class Deferred:
    payload: bytes
    arrival: int
    name: str
    id: bytes
    hash: bytes


@dataclass(frozen=True)
class Shown:
    """A message that was handed over; it may alert only if its outcome is `opened` (R-35)."""

    outcome: str
    idS: bytes
    created: int
    name: str
    hash: bytes
    content: bytes


@dataclass
class Contact:
    trust: str = "unverified"  # verified, changed, blocked
    details: dict = field(default_factory=dict)  # names, codes, picture, preview policy
    changed_later: bool = False


class Device:
    """One device. `at(line)` is called before a line, for tests that interleave runs or fail."""

    def __init__(self, idR, topic, policy="show", full=FULL):
        self.idR, self.topic, self.policy, self.full = idR, topic, policy, full
        self.locked = False
        self.at = lambda line: None
        self.prekeys = {}  # id: Prekey
        self.directories = {}  # id: {b"" or envelope hash: Claim or Tombstone}
        self.deferred = []
        self.clock = None  # (previous, last); R-16
        self.contacts = {}  # idS: Contact
        self.blocked, self.revoked, self.refused = set(), set(), set()
        self.successions, self.followed = {}, set()  # old: [new, another new]; (old, new)
        self.listed = []  # the notifications that the system lists
        self.handed_over = []  # every Shown, in order
        self.new_run()

    def new_run(self):
        """A process starts: forget what belongs to one run (R-50, R-77, R-78)."""
        self.removed, self.kept = [], set()

    def add_prekey(self, record, seed):
        """R-15."""
        self.directories[record.id] = {}
        self.prekeys[record.id] = Prekey(record, seed)

    #

    def accepted(self, idS):
        return idS not in self.refused and (idS in self.contacts or self.policy == "show")

    def silenced(self, idS):
        contact = self.contacts.get(idS)
        return (idS in self.blocked or idS in self.revoked
                or contact is not None and contact.trust == "blocked")

    def receive(self, payload, now, name=None):
        """A current push: (outcome, claim), ("deferred", None) or ("placeholder", None)."""
        try:
            if not self.locked:
                return self.open(payload, now, now, name)
        except Unavailable:
            pass
        except SealedPushError:
            self.kept.add(name)
            raise
        self.kept.add(name)
        return ("deferred" if self._defer(payload, now, name) else "placeholder"), None

    def _defer(self, payload, now, name):
        """R-43 to R-46."""
        try:
            envelope = wire.read_outer(payload)
        except SealedPushError:
            return False
        id_, hash_ = envelope[1:9], wire.envelope_hash(envelope)
        if id_ not in self.directories or len(self.deferred) >= MAX_DEFERRED:
            return False
        if all(d.hash != hash_ for d in self.deferred):
            self.deferred.append(Deferred(payload, now, name, id_, hash_))
        return True

    def open(self, payload, now, arrival, name=None, afterwards=False):
        """Lines 2 to 35."""
        early, late = min(arrival, now), max(arrival, now)
        envelope = wire.read_outer(payload)
        id_, hash_ = envelope[1:9], wire.envelope_hash(envelope)
        self.at(8)
        prekey = self.prekeys.get(id_)
        if prekey is None:
            found = self.directories.get(id_, {}).get(b"")
            check(found is not None, "unknownPrekey")
            check(found.hash == hash_, "prekeyUsed")
            check(isinstance(found, Claim), "replayed")
            if not self.accepted(found.idS) or self.silenced(found.idS):
                self._clear(found, now)
                check(False, "senderNotAccepted")
            return self._finish(found, "recovered", now, afterwards)

        record = prekey.record
        check(early <= later(record.not_after, GRACE)
              and now <= later(record.not_after, 7 * DAY, GRACE), "prekeyExpired")
        aad, message_id = envelope[:1145], envelope[9:25]
        check(crypto.x25519_half_ok(aad), "cannotOpen")
        info = wire.info(self.topic, self.idR, record.digest, message_id)
        shared = crypto.xwing_decapsulate(prekey.seed, aad[25:])
        plaintext = crypto.decrypt(shared, info, aad, envelope[1145:])
        check(plaintext is not None, "cannotOpen")
        message = wire.read_plaintext(plaintext, record)
        idS = message.idS
        full = not record.one_time and len(self.directories.get(id_, ())) >= self.full
        check(self.accepted(idS) and (idS in self.contacts or not full), "senderNotAccepted")
        check(crypto.identity_ok(idS) and crypto.verify(
            idS, plaintext[:64], wire.signed_part(info, aad, plaintext[64:])), "wrongSignature")
        check(not self.silenced(idS), "senderNotAccepted")
        check(early <= later(message.expiry, GRACE), "expired")
        check(message.created <= later(late, DAY), "createdInFuture")
        check(wire.read_content(message.content) is not None, "malformedMessage")

        key = b"" if record.one_time else hash_
        claim = Claim(id_, key, hash_, message.expiry, idS, message.created, name, message.content)
        self.at(28)
        check(id_ in self.directories, "unknownPrekey")
        found = self.directories[id_].setdefault(key, claim)
        self.at(30)
        if found is claim:
            gone = not record.one_time and id_ not in self.prekeys
            return self._finish(claim, "recovered" if gone else "opened", now, afterwards)
        if record.one_time:
            self.prekeys.pop(id_, None)
        check(found.hash == hash_, "prekeyUsed")
        check(isinstance(found, Claim), "replayed")
        return self._finish(found, "recovered", now, afterwards)

    def _finish(self, claim, outcome, now, afterwards):
        """Lines 36 to 40; `afterwards` in `recover` and `open_deferred` (R-40)."""
        self.at(37)
        if claim.key == b"":
            self.prekeys.pop(claim.id, None)
        self.at(38)
        if not (afterwards and self._counts_as_shown(claim)):
            shown = Shown(outcome, claim.idS, claim.created, claim.name, claim.hash, claim.content)
            self.handed_over.append(shown)
            self.listed = [n for n in self.listed if n.name is None or n.name != claim.name]
            self.listed.append(shown)
        self.at(39)
        self._remove(claim)
        self.at(40)
        self._clear(claim, now)
        return outcome, claim

    def _clear(self, claim, now):
        """Line 40 (R-38)."""
        death = later(max(claim.expiry, now), DAY, GRACE)
        self.directories[claim.id][claim.key] = Tombstone(claim.hash, death)

    def _counts_as_shown(self, claim):
        """R-40 and R-78."""
        return claim.name is not None and (
            any(n.name == claim.name and n.idS == claim.idS and n.created > claim.created
                for n in self.listed)
            or any(name == claim.name and idS == claim.idS and claim.created <= created
                   for name, idS, created in self.removed))

    def _remove(self, claim):
        """R-72 to R-78."""
        names = wire.names_to_remove(claim.content)
        self.listed = [n for n in self.listed if not (
            n.name in names and n.idS == claim.idS and n.created <= claim.created
            and n.hash != claim.hash)]
        self.removed += [(n, claim.idS, claim.created) for n in names]
        self.removed = self.removed[-MAX_REMOVE:]

    def unfinished(self):
        """R-39."""
        claims = (c for d in self.directories.values() for c in d.values() if isinstance(c, Claim))
        return sorted(claims, key=lambda c: c.created)

    def recover(self, now):
        """Lines 41 and 42."""
        for claim in self.unfinished():
            if claim.name is not None and claim.name in self.kept:
                continue
            if not self.accepted(claim.idS) or self.silenced(claim.idS):
                self._clear(claim, now)
            else:
                self._finish(claim, "recovered", now, True)

    def open_deferred(self, now):
        """Lines 43 and 44: the results, in the order of arrival."""
        results = []
        for push in sorted(self.deferred, key=lambda d: d.arrival):
            if self.locked or push.name is not None and push.name in self.kept:
                continue
            try:
                results.append(self.open(push.payload, now, push.arrival, push.name, True)[0])
            except SealedPushError as error:
                results.append(error.name)
            except Unavailable:
                continue
            self.deferred.remove(push)
        return results

    def maintain(self, now):
        """Lines 45 to 50 (R-16 to R-19)."""
        if self.clock is None:
            self.clock = 0, now
        elif now < self.clock[1]:
            self.clock = min(self.clock[0], now), now
        elif now >= later(self.clock[1], 20 * HOUR):
            self.clock = self.clock[1], now
        previous, needed = self.clock[0], {d.id for d in self.deferred}
        for id_, prekey in list(self.prekeys.items()):
            wait = 7 * DAY if id_ in needed else 0
            if previous > later(prekey.record.not_after, wait, GRACE):
                del self.prekeys[id_]
        for id_, directory in list(self.directories.items()):
            dead = [k for k, f in directory.items() if isinstance(f, Tombstone)
                    and previous > f.death and id_ not in self.prekeys]
            for key in dead:
                del directory[key]
            if dead and not directory:
                del self.directories[id_]

    def maintenance_due(self, now):
        """R-20."""
        return self.clock is None or now < self.clock[1] or now >= later(self.clock[1], 20 * HOUR)

    # Successions and revocations (section 12)

    def contradicted(self, identity):
        return len(self.successions.get(identity, ())) > 1

    def apply_succession(self, statement):
        """R-61 to R-71; again, it completes what is missing."""
        old, new = statement.identities
        known = self.successions.setdefault(old, [])
        if new not in known and len(known) < 2:
            known.append(new)
            if self.contradicted(old):
                self._change(old)
                self._change_descendants(old)
        if old in self.contacts and not self.contradicted(old) \
                and not {old, new} & self.revoked and (old, new) not in self.followed:
            self._follow(old, new)

    def apply_revocation(self, statement):
        if statement.identities[0] not in self.revoked:
            self.revoked.add(statement.identities[0])
            self._change_descendants(statement.identities[0])

    def add_contact(self, identity, contact=None):
        """R-66: also a later contact is changed if it is contradicted."""
        self.contacts[identity] = contact or Contact()
        if self.contradicted(identity):
            self._change(identity)

    def _follow(self, old, new):
        """R-63 and R-64."""
        source, target = self.contacts[old], self.contacts.setdefault(new, Contact())
        target.details = {**source.details, **target.details}
        trusts = source.trust, target.trust
        target.trust = ("blocked" if "blocked" in trusts else
                        "verified" if target.trust == "verified" else
                        "changed" if "changed" in trusts else "unverified")
        target.changed_later |= source.changed_later
        self.followed.add((old, new))
        if target.trust == "blocked":
            for contact in filter(None, map(self.contacts.get, self._descendants(new))):
                contact.trust = "blocked"
        if self.contradicted(new):
            self._change(new)
        for tainted in self.revoked | set(filter(self.contradicted, self.successions)):
            self._change_descendants(tainted)

    def _change(self, identity):
        """R-66 and R-69."""
        contact = self.contacts.get(identity)
        if contact and contact.trust == "blocked":
            contact.changed_later = True
        elif contact:
            contact.trust = "changed"

    def _change_descendants(self, root):
        """R-67."""
        for identity in self._descendants(root, "verified"):
            self._change(identity)

    def _descendants(self, root, stop=None):
        """R-68: what descends from an identity, up to contacts of the trust `stop`."""
        seen, todo = [root], [root]
        while todo:
            old = todo.pop()
            for new in [n for o, n in self.followed if o == old and n not in seen]:
                if new not in self.contacts or self.contacts[new].trust != stop:
                    seen.append(new)
                    todo.append(new)
        return seen[1:]

    def unblock(self, identity):
        """R-69; what a contact was before it was blocked is the caller's to know."""
        self.blocked.discard(identity)
        contact = self.contacts.get(identity)
        if contact and contact.trust == "blocked":
            contact.trust = "changed" if contact.changed_later else "unverified"
