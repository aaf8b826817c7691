# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""The rules of successions, candidates and revocations, and their mutants. succession.py says what this is for."""

BLOCKED, CHANGED, VERIFIED, UNVERIFIED = "blocked", "changed", "verified", "unverified"
OPEN, REMOVED = "open", "removed"


class State:
    """What a device has stored, and two ghosts: whom a person or the app connected to a name, and what a person took away."""
    __slots__ = ("trust", "names", "successor", "was_changed", "codes", "records", "revoked", "connected", "removed")

    def __init__(self):
        self.trust = {}           # contact -> trust
        self.names = {}           # contact -> ((code or "", name), ...)
        self.successor = {}       # contact -> its successor
        self.was_changed = frozenset()
        self.codes = {}           # code -> the contact that it is known under
        self.records = {}         # candidate -> (its contact, open, removed or blocked)
        self.revoked = frozenset()
        self.connected = frozenset()
        self.removed = frozenset()

    def copy(self):
        other = State.__new__(State)
        for name in ("trust", "names", "successor", "codes", "records"):
            setattr(other, name, getattr(self, name).copy())
        for name in ("was_changed", "revoked", "connected", "removed"):
            setattr(other, name, getattr(self, name))
        return other

    def key(self):
        return (*(tuple(sorted(getattr(self, name).items())) for name in ("trust", "names", "successor", "codes", "records")),
                self.was_changed, self.revoked, self.connected, self.removed)


class Rules:
    """The text. `mutant` names the clause that is taken away."""

    def __init__(self, mutant=None, bound=8):
        self.mutant, self.bound = mutant, bound

    # What is so

    def root(self, s, k):
        """The contact that k is an open candidate of, or None. One whose contact has another successor counts as gone."""
        if k in s.trust or k not in s.records:
            return None
        contact, record = s.records[k]
        here = record == OPEN and contact in s.trust
        return contact if here and (s.successor.get(contact) in (None, k) or self.mutant == "others-stay") else None

    def candidates(self, s, contact):
        return [k for k in s.records if self.root(s, k) == contact]

    def gone(self, s, k):
        """Whether a record that says open counts for nothing."""
        return k in s.records and s.records[k][1] == OPEN and k not in s.trust and self.root(s, k) is None

    def silenced(self, s, k):
        root = self.root(s, k)
        return (k in s.revoked or s.trust.get(k) == BLOCKED
                or (k not in s.trust and k in s.records and s.records[k][1] == BLOCKED)
                or (root is not None and s.trust[root] == BLOCKED and self.mutant != "block-not-inherited"))

    def labelled(self, s, k):
        root = self.root(s, k)
        if root is not None:
            return not (self.mutant == "plain-if-unverified" and s.trust[root] == UNVERIFIED)
        return s.trust.get(k) == CHANGED

    def names_of(self, s, k):
        root = self.root(s, k)
        return s.names.get(k if root is None else root, ())

    # Events; each returns the reasons of a refusal

    def apply(self, s, event):
        return getattr(self, "do_" + event[0])(s, *event[1:])

    def do_succession(self, s, old, new):
        root = old if old in s.trust else self.root(s, old)
        if root is None and self.mutant == "from-a-blocked-candidate" and old in s.records and s.records[old][0] in s.trust:
            root = s.records[old][0]
        reasons = []
        if root is None:
            reasons.append("unknownPredecessor")
        left = new in s.records and not (self.gone(s, new) and self.mutant == "gone-is-replaced")
        kind = s.records[new][1] if left else None
        known = (new in s.trust and self.mutant != "to-a-contact", kind == OPEN and self.mutant != "candidate-moves",
                 kind in (REMOVED, BLOCKED) and self.mutant != "removed-forgotten")
        if any(known):
            reasons.append("knownSuccessor")
        if root in s.successor and self.mutant != "after-taken":
            reasons.append("hasSuccessor")
        counted = self.candidates(s, root)
        if self.mutant == "blocked-count":
            counted = [k for k, (contact, _) in s.records.items() if contact == root]
        if root is not None and len(counted) >= self.bound and self.mutant != "no-bound":
            reasons.append("tooManyCandidates")
        if self.mutant == "not-from-revoked" and {old, root} & s.revoked:
            reasons.append("revoked")
        if self.mutant == "not-to-revoked" and new in s.revoked:
            reasons.append("revoked")
        if self.mutant == "not-of-unverified" and root is not None and s.trust[root] == UNVERIFIED:
            reasons.append("unverified")
        if self.mutant == "into-a-contact" and new in s.trust and root is not None:
            s.names[new] = tuple(sorted({*s.names[new], *s.names[root]}))
        if reasons:
            return reasons
        s.records[new] = (root if self.mutant != "chain-of-candidates" else old, OPEN)
        if self.mutant == "succession-changes-old" and s.trust[root] != BLOCKED:
            s.trust[root] = CHANGED
        return []

    def do_revocation(self, s, k, by):
        known = k in s.trust or self.root(s, k) is not None
        kept = {"way": self.mutant == "way-keeps-all", "file": self.mutant != "file-keeps-known"}
        if not known and not kept[by]:
            return ["unknownIdentity"]
        s.revoked |= {k}
        if self.mutant == "revocation-touches-successor" and s.trust.get(s.successor.get(k)) in (VERIFIED, UNVERIFIED):
            s.trust[s.successor[k]] = CHANGED
        if self.mutant == "revocation-ends-candidates":
            for other in self.candidates(s, k):
                s.records[other] = (k, REMOVED)
        return []

    def do_verify(self, s, k, steps=4):
        if k in s.trust:
            s.trust[k] = VERIFIED
            self.complete(s, k)
            return []
        return self.take(s, k, VERIFIED, steps)

    def do_take(self, s, k, steps=4):
        if s.trust.get(k) not in (None, BLOCKED):
            self.complete(s, k)
        return self.take(s, k, UNVERIFIED, steps)

    def complete(self, s, k):
        """Step 4 of a taking that was killed before it."""
        if self.mutant != "never-completed":
            s.records.pop(k, None)

    def take(self, s, k, trust, steps=4):
        """Taking, or its first steps: then the process was killed."""
        root = self.root(s, k)
        if root is None:
            blocked = s.trust[k] == BLOCKED if k in s.trust else k in s.records and s.records[k][1] == BLOCKED
            return ["contactBlocked" if blocked else "noCandidate", *(["identityRevoked"] if k in s.revoked else [])]
        reasons = []
        if s.trust[root] == BLOCKED and self.mutant != "take-of-blocked":
            reasons.append("contactBlocked")
        line = {other for other, record in s.records.items() if record == (root, OPEN)}
        if self.mutant == "take-after-gone-candidate":
            line = set(self.candidates(s, root))
        if self.mutant == "take-after-candidate":
            line = {root}
        line = line | {root} if self.mutant != "take-after-revocation" else line - {root}
        bad = k in s.revoked and self.mutant != "take-of-revoked"
        if bad or (trust == UNVERIFIED and line - {k} & s.revoked):
            reasons.append("identityRevoked")
        if reasons:
            return reasons
        s.connected |= {(name, k) for _, name in s.names[root]}
        if steps == 4 or self.mutant != "old-last":
            s.successor[root] = k
            if self.mutant != "old-stays-plain":
                s.trust[root] = CHANGED
        if steps > (3 if self.mutant == "others-last" else 1) and self.mutant != "others-stay":
            for other in [o for o, record in s.records.items() if record == (root, OPEN) and o != k]:
                del s.records[other]
        if steps > 1:
            s.names[k] = tuple((code, name) for code, name in s.names[root] if self.mutant != "take-lacks-names" and (
                s.codes.get(code, root) in (root, k) or self.mutant == "take-names-moved-codes"))
            for code, contact in s.codes.items():
                if contact == root and self.mutant != "take-lacks-codes":
                    s.codes[code] = k
            if self.mutant == "contact-first":
                s.trust[k] = trust
        if steps > 2:
            s.trust[k] = trust if self.mutant != "take-verifies" else VERIFIED
        if steps > 3:
            s.records.pop(k, None)
        return []

    def forget(self, s, k):
        """What a taking that was killed gave to an identity that is no contact."""
        if self.mutant != "leftovers-stay":
            s.names.pop(k, None)
            s.codes = {code: contact for code, contact in s.codes.items() if contact != k}

    def do_add(self, s, k, name, code=None, person=True):
        owner = s.codes.get(code, k)
        if owner != k and owner in s.trust:       # else a process was killed while it took the owner
            ended = owner in s.revoked or owner in s.successor
            if not (ended and person or self.mutant == "code-moves" or ended and self.mutant == "import-moves-code") \
                    or self.mutant == "code-never-moves":
                self.change(s, owner)
                return ["identityChanged"]
        if k not in s.trust:
            root = self.root(s, k)
            self.forget(s, k)
            blocked = not person and (root is not None and s.trust[root] == BLOCKED and self.mutant != "import-unblocks-heir"
                                      or k in s.records and s.records[k][1] == BLOCKED and self.mutant != "import-unblocks")
            s.trust[k] = BLOCKED if blocked else UNVERIFIED
            s.names[k] = s.names[root] if root is not None and self.mutant == "add-keeps-names" else s.names.get(k, ())
        s.records.pop(k, None)
        s.removed -= {k}
        if self.mutant == "add-clears-revocation":
            s.revoked -= {k}
        if code:
            s.codes[code] = k
        s.names[k] = tuple(sorted({**dict(s.names[k]), code or "": name}.items()))
        s.connected |= {(name, k)}
        return []

    def do_import(self, s, k, name, code=None):
        return self.do_add(s, k, name, code, person=False)

    def change(self, s, k):
        if s.trust[k] == BLOCKED:
            s.was_changed |= {k}
        else:
            s.trust[k] = CHANGED

    def do_block(self, s, k):
        if k in s.trust:
            s.was_changed = s.was_changed - {k} | ({k} if s.trust[k] == CHANGED else set())
            s.trust[k] = BLOCKED
        else:
            s.records[k] = (s.records[k][0], BLOCKED)
        return []

    def do_unblock(self, s, k):
        if k in s.trust:
            s.trust[k] = CHANGED if k in s.was_changed and self.mutant != "unblocking-forgets" else UNVERIFIED
            s.was_changed -= {k}
        else:
            s.records[k] = (s.records[k][0], OPEN if self.mutant != "unblocked-stays-closed" else REMOVED)
            if self.root(s, k) is None:           # its contact is gone or has a successor
                del s.records[k]
        return []

    def do_remove(self, s, k):
        if k not in s.trust:
            s.records[k] = (s.records[k][0], REMOVED)
            s.removed |= {k}
            if self.mutant == "removal-forgets":
                del s.records[k]
            return []
        for other, (contact, record) in list(s.records.items()):
            if contact == k and (record == OPEN and self.mutant != "candidates-stay" or self.mutant == "removed-with-contact"):
                del s.records[other]
        if self.mutant != "removal-leaves-record":
            s.records.pop(k, None)                # left by a process that was killed while it took k
        if s.successor.get(k, k) not in s.trust:
            self.forget(s, s.successor[k])
        for table in (s.trust, s.names, s.successor):
            table.pop(k, None)
        s.was_changed -= {k}
        s.codes = {code: contact for code, contact in s.codes.items() if contact != k}
        return []


MUTANTS = [
    "into-a-contact", "to-a-contact", "candidate-moves", "add-keeps-names", "plain-if-unverified", "removed-forgotten",
    "removal-forgets", "removed-with-contact", "revocation-touches-successor", "revocation-ends-candidates",
    "succession-changes-old", "old-stays-plain", "block-not-inherited", "not-from-revoked", "not-to-revoked",
    "not-of-unverified", "take-after-revocation", "take-after-candidate", "take-of-revoked", "take-of-blocked",
    "take-lacks-names", "take-lacks-codes", "take-verifies", "contact-first", "after-taken", "others-stay",
    "others-last",
    "unblocking-forgets", "from-a-blocked-candidate", "chain-of-candidates", "old-last", "unblocked-stays-closed",
    "candidates-stay", "no-bound", "blocked-count", "way-keeps-all", "file-keeps-known", "add-clears-revocation",
    "code-moves", "code-never-moves", "import-moves-code", "removal-leaves-record",
    "gone-is-replaced", "never-completed", "take-after-gone-candidate", "take-names-moved-codes", "leftovers-stay",
    "import-unblocks", "import-unblocks-heir",
]
