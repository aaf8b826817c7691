# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Random chains of events with the state after each. succession.py describes their form."""

import json
import random

from .rules import BLOCKED, Rules, State

CHAIN = ["ann", "bob", *(f"k{n}" for n in range(1, 13))]


def chain_event(rules, s, dice):
    k, other = dice.sample(CHAIN, 2)
    kind = dice.choices(["succession", "revocation", "add", "import", "verify", "take", "block", "unblock", "remove"],
                        [40, 6, 10, 2, 6, 8, 6, 8, 6])[0]
    speakers = [one for one in CHAIN if one in s.trust or rules.root(s, one) is not None]
    known = k in s.trust or rules.root(s, k) is not None
    if kind == "succession":
        old = dice.choice(speakers) if speakers and dice.random() < 0.9 else k
        return (kind, old, other) if old != other else None     # an identity signs none to itself
    if kind == "revocation":
        return kind, k, dice.choice(["way", "file"])
    if kind in ("add", "import"):
        code = dice.choice(["c1", "c2", "c3"])
        k = dice.choice(["ann", "bob", k])
        return kind, k, dice.choice(["Ann", "Bob", "Carol"]), code if kind == "import" or dice.random() < 0.5 else None
    if kind == "unblock":
        blocked = [one for one in CHAIN if s.trust.get(one) == BLOCKED
                   or one not in s.trust and one in s.records and s.records[one][1] == BLOCKED]
        return (kind, dice.choice(blocked)) if blocked else None
    if kind in ("verify", "take"):
        waiting = [one for one in CHAIN if rules.root(s, one) is not None]
        k = dice.choice(waiting) if waiting and dice.random() < 0.8 else k
        if kind == "verify" and (s.trust.get(k) == BLOCKED or k in s.trust and k in s.revoked):
            return None
        killed = rules.root(s, k) is not None and dice.random() < 0.4
        return (kind, k, dice.choice([1, 2, 3])) if killed else (kind, k)
    if not known or kind == "block" and s.trust.get(k) == BLOCKED:
        return None
    return kind, k


def told(rules, s, named):
    def one(k):
        root, contact = rules.root(s, k), k in s.trust
        record = s.records[k] if not contact and k in s.records and not rules.gone(s, k) else (None, None)
        return {"is": "contact" if contact else "candidate" if root is not None else "neither", "of": record[0],
                "record": record[1], "trust": s.trust.get(k), "successor": s.successor.get(k),
                "names": dict(rules.names_of(s, k)) if contact or root is not None else {}, "silenced": rules.silenced(s, k),
                "labelled": rules.labelled(s, k), "revoked": k in s.revoked}
    return {"codes": {code: k for code, k in sorted(s.codes.items()) if k in s.trust},
            "identities": {k: one(k) for k in sorted(named)}}


def chains(count, seed):
    dice, rules = random.Random(seed), Rules()
    for _ in range(count):
        s, named, steps = State(), set(), []
        while len(steps) < 40:
            event = chain_event(rules, s, dice)
            if event is None:
                continue
            refused = rules.apply(s, event)
            named |= set(event[1:3]) & set(CHAIN)
            kind = event[0]
            shown = {"succession": lambda e: {"succession": list(e[1:])},
                     "revocation": lambda e: {"revocation": e[1], "by": e[2]},
                     "add": lambda e: {"add": e[1], "name": e[2], "code": e[3]},
                     "import": lambda e: {"import": e[1], "name": e[2], "code": e[3]},
                     }.get(kind, lambda e: {e[0]: e[1], **({"killed": e[2]} if len(e) > 2 else {})})(event)
            steps.append({"event": shown, "refused": sorted(refused), "state": told(rules, s, named)})
        print(json.dumps({"start": told(rules, State(), ()), "steps": steps}))
