# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Every order of events from some states, and the properties that no step may break."""

import itertools
import random
import time
from collections import deque

from .rules import BLOCKED, CHANGED, MUTANTS, OPEN, UNVERIFIED, VERIFIED, Rules, State

TRUTH = {"Ann": "AB", "Mal": "XM"}         # whose number is right if a person compares it under the name


def plain(rules, s):
    """Who is shown under a name without a label."""
    shown = [k for k in [*s.trust, *s.records] if not rules.silenced(s, k) and not rules.labelled(s, k)]
    return frozenset((name, k) for k in shown for _, name in rules.names_of(s, k))


def statements():
    """The thief holds A, B, X and M, so what the owner signs is among this, too."""
    for old, new in itertools.permutations("ABXM", 2):
        yield "succession", old, new
    for k in "ABX":
        yield "revocation", k, "way"
    yield "revocation", "X", "file"


def acts(rules, s):
    for k in "ABXM":
        root, contact = rules.root(s, k), k in s.trust
        if contact or root is not None:
            names = rules.names_of(s, k)
            usable = not (contact and (s.trust[k] == BLOCKED or k in s.revoked))
            if usable and names and all(k in TRUTH[name] for _, name in names):
                for steps in (4,) if contact else (1, 2, 3, 4):
                    yield "verify", k, steps
            yield "remove", k
        if root is not None:
            for steps in (1, 2, 3, 4):
                yield "take", k, steps
        blocked = s.trust.get(k) == BLOCKED or (not contact and k in s.records and s.records[k][1] == BLOCKED)
        if blocked:
            yield "unblock", k
        elif contact or root is not None:
            yield "block", k
    for k, name in (("A", "Ann"), ("B", "Ann"), ("X", "Mal"), ("M", "Mal")):
        yield "add", k, name
    yield "add", "B", "Ann", "ann-7"
    yield "add", "M", "Mal", "ann-7"
    yield "import", "M", "Mal", "ann-7"


def starts(rules):
    """States to begin with, each made by events."""
    ann, code, mal = ("add", "A", "Ann"), ("add", "A", "Ann", "ann-7"), ("add", "M", "Mal")
    to_b, to_x = ("succession", "A", "B"), ("succession", "A", "X")
    for events in [
        (ann,), (code, ("verify", "A")), (ann, mal), (code, mal, ("verify", "M")), (ann, ("verify", "A"), to_b, to_x),
        (code, to_x, ("remove", "X")), (ann, mal, to_x, ("block", "X")), (code, to_b, ("take", "B", 4)),
        (ann, to_b, to_x, ("take", "B", 1)), (code, to_b, to_x, ("take", "B", 3)), (ann, to_x, ("block", "A")),
        (ann, to_b, ("verify", "B"), mal), (code, to_b, ("take", "B", 2)), (code, to_b, ("revocation", "A", "way")),
    ]:
        s = State()
        for event in events:
            rules.apply(s, event)
        yield s, "; ".join(map(words, events))


def words(event):
    return " ".join(str(part) for part in event if part is not None)


def broken(rules, s, event, refused, t):
    """The properties that the step from s to t breaks."""
    kind, k = event[0], event[1]
    statement = kind in ("succession", "revocation")
    before, after = plain(rules, s), plain(rules, t)
    if after - t.connected:
        yield "a name without a label belongs to whom a person or the app connected to it"
    if statement and {pair for pair in before - after if not (kind == "revocation" and pair[1] == k)}:
        yield "no statement changes how a contact is shown but the revocation of that very key"
    if statement and any(t.trust.get(one) != trust for one, trust in s.trust.items()):
        yield "no statement changes a trust"
    if statement and any(rules.silenced(t, one) and not rules.silenced(s, one) and not (kind == "revocation" and one == k)
                         for one in [*s.trust, *s.records] if one in s.trust or rules.root(s, one) is not None):
        yield "a statement silences nobody but the key that revokes itself"
    for one in t.records:
        root = rules.root(t, one)
        if root is not None and t.trust[root] == BLOCKED and not rules.silenced(t, one):
            yield "the candidates of a blocked contact are silenced"
        if one in t.removed and root is not None and not (kind == "unblock" and k == one):
            yield "a candidate that a person removed stays away until a person adds it"
        if root is not None and root in t.successor and t.successor[root] != one:
            yield "a contact with a successor has no other candidates"
        if one not in t.trust and root is None and t.records[one][1] == OPEN and t.records[one][0] not in t.trust:
            yield "each open candidate is a candidate of a contact"
    for contact in t.trust:
        if kind == "succession" and not refused and len(rules.candidates(t, contact)) > rules.bound:
            yield "a contact has so many open candidates at most"
    if s.revoked - t.revoked:
        yield "a revocation stays"
    root = rules.root(s, k) if k not in s.trust else None
    if kind in ("verify", "take") and root is not None:
        done = not refused and event[2:3] in ((), (4,))
        open_ones = [one for one, record in s.records.items() if record == (root, OPEN)]
        given = {code: name for code, name in s.names[root] if s.codes.get(code, root) in (root, k)}
        if not refused and (k in s.revoked or s.trust[root] == BLOCKED
                            or kind == "take" and {root, *open_ones} & s.revoked):
            yield "nobody is taken who is revoked or of a blocked contact, nor without a number after a revocation"
        if refused and s.key() != t.key():
            yield "a refused taking changes nothing"
        if not refused and any((name, root) in after for _, name in t.names[root]):
            yield "once a successor is taken, the old key has a label"
        if done and (dict(t.names[k]) != given or root in t.codes.values()
                     or set(t.names[root]) != set(s.names[root])):
            yield "a successor has all names and codes of the old contact, but those that moved, and the old one keeps its names"
        if done and t.trust.get(k) != (VERIFIED if kind == "verify" else UNVERIFIED):
            yield "only a number makes a successor verified"
        if not refused and not done and k in t.trust and not set(given.items()) <= set(t.names.get(k, ())):
            yield "a killed taking leaves no contact without its names"
        if not refused and k in t.trust and any(r == (root, OPEN) for one, r in t.records.items() if one != k):
            yield "once a successor is a contact, no record of another candidate is left"
        if not refused and not done and event[2] < 3 and any(pair[1] == k for pair in after):
            yield "until its contact is written, a successor has its label"
    if kind == "unblock" and k in s.was_changed and not rules.labelled(t, k):
        yield "blocking and unblocking gives no trust"
    if kind == "unblock" and k not in s.trust and s.records[k][0] in t.trust and s.records[k][0] not in t.successor \
            and rules.root(t, k) is None:
        yield "a candidate that a person unblocks is one again"
    if kind == "verify" and k in s.trust and k in t.records:
        yield "deciding again completes a taking that was killed"
    if kind in ("add", "import") and not refused and k not in s.trust and (
            t.names[k] != (("".join(event[3:]), event[2]),) or [c for c, owner in t.codes.items() if owner == k] != [*event[3:]]):
        yield "who is added gets nothing of another contact"
    if kind == "import" and not refused and rules.silenced(s, k) and not rules.silenced(t, k):
        yield "an import unblocks nobody"
    if kind in ("add", "remove") and k in s.trust and kind == "remove" and rules.root(t, k) is not None:
        yield "a contact that a person removed is no candidate"
    if kind == "succession":
        yield from listed(rules, s, event, refused, t)
    if kind == "revocation":
        if s.key()[:6] != t.key()[:6]:
            yield "a revocation changes nothing else"
        known = k in s.trust or root is not None
        if (k in t.revoked) != (k in s.revoked or known or event[2] == "file"):
            yield "a revocation is kept of a contact, an open candidate, or if it comes by file"
    if kind in ("add", "import") and len(event) > 3:
        owner = s.codes.get(event[3], k)
        moves = owner == k or owner not in s.trust or (kind == "add" and (owner in s.revoked or owner in s.successor))
        if t.codes.get(event[3]) != (k if moves else owner) or bool(refused) == moves:
            yield "a code moves only if its contact is revoked or has a successor, and not by an import"
        if not moves and t.trust[owner] not in (CHANGED, BLOCKED):
            yield "a contact whose code another identity claims is changed"
        if refused and (t.names, t.records, set(t.trust)) != (s.names, s.records, set(s.trust)):
            yield "an add that is refused for its code adds nothing"


def listed(rules, s, event, refused, t):
    """Whether a succession is refused for the listed reasons only, and what it does else. Said without `Rules`."""
    _, old, new = event
    live = {k: c for k, (c, r) in s.records.items()
            if r == OPEN and k not in s.trust and c in s.trust and s.successor.get(c) in (None, k)}
    root = old if old in s.trust else live.get(old)
    fits = (root is not None and root not in s.successor and new not in s.trust and new not in s.records
            and sum(c == root for c in live.values()) < rules.bound)
    if fits != (not refused):
        yield "a succession is refused for the listed reasons only, and for each of them"
    if not refused and t.records.get(new) != (root, OPEN):
        yield "a succession makes a candidate of the contact"
    if refused and s.key() != t.key():
        yield "a refused succession changes nothing"


def search(rules, depth, first=False):
    """Breadth first from every start: the first break of each property, and the number of steps."""
    found, steps = {}, 0
    for start, label in starts(rules):
        seen, queue = {start.key()}, deque([(start, ())])
        while queue:
            s, path = queue.popleft()
            for event in itertools.chain(statements(), acts(rules, s)):
                t = s.copy()
                refused = rules.apply(t, event)
                steps += 1
                for name in broken(rules, s, event, refused, t):
                    found.setdefault(name, (label, (*path, event)))
                    if first:
                        return found, steps
                if len(path) + 1 < depth:
                    key = t.key()
                    if key not in seen:
                        seen.add(key)
                        queue.append((t, (*path, event)))
    return found, steps


def orders(rules, size):
    """Every set of statements in every order, again and again until nothing changes: the same is shown without a label."""
    pool = [*statements()]
    count = 0
    for start, label in starts(rules):
        for some in itertools.combinations(pool, size):
            results = set()
            for order in itertools.permutations(some):
                s = start.copy()
                for event in order * 2:
                    rules.apply(s, event)
                count += 1
                results.add(plain(rules, s))
            if len(results) > 1:
                return count, f"{label}; then {', '.join(map(words, some))}"
    return count, None


def told(found):
    for name, (label, path) in found.items():
        print(f"COUNTEREXAMPLE: {name}: [{label}] {', '.join(map(words, path))}")


def walks(rules, count, length, seed=1):
    """Random paths that go deeper than the search: the first break of each property, and the number of steps."""
    dice, found = random.Random(seed), {}
    begin = list(starts(rules))
    for _ in range(count):
        s, label = dice.choice(begin)
        path = ()
        for _ in range(length):
            event = dice.choice([*statements(), *acts(rules, s)])
            t = s.copy()
            refused = rules.apply(t, event)
            path = (*path, event)
            for name in broken(rules, s, event, refused, t):
                found.setdefault(name, (label, path))
            s = t
    return found, count * length


def check(long):
    """The text at full depth, then each mutant until a property breaks."""
    begin, failed = time.monotonic(), False
    depth = 5 if long else 4
    found, steps = search(Rules(bound=2), depth)
    failed |= bool(found)
    print(f"the text: {steps} steps, to {depth} events behind each start, {time.monotonic() - begin:.0f} s", flush=True)
    told(found)
    found, steps = walks(Rules(bound=2), 20000 if long else 2000, 25)
    failed |= bool(found)
    print(f"random paths of 25 events: {steps} steps, {time.monotonic() - begin:.0f} s", flush=True)
    told(found)
    count, odd = orders(Rules(bound=2), 3 if long else 2)
    failed |= odd is not None
    print(f"orders of statements: {count}, {'all show the same without a label' if odd is None else f'COUNTEREXAMPLE: {odd}'}")
    for mutant in MUTANTS:
        found, steps = {}, 0
        for deeper in range(1, 5):
            found, more = search(Rules(mutant, bound=2), deeper, first=True)
            steps += more
            if found:
                break
        for name, (label, path) in found.items():
            print(f"mutant {mutant}, {steps} steps: {name}: [{label}] {', '.join(map(words, path))}")
        if not found:
            failed = True
            print(f"NOT FOUND: mutant {mutant}, {steps} steps")
    print(f"{len(MUTANTS)} mutants, {time.monotonic() - begin:.0f} s")
    return 1 if failed else 0
