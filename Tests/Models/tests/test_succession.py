# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""The chains of succession.py are the same for one seed, and reach every kind of event and refusal."""

import contextlib
import io
import json
import unittest

from successions.chains import chains, told
from successions.rules import Rules, State
from successions.search import search


class Chains(unittest.TestCase):
    def printed(self, count, seed):
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            chains(count, seed)
        return output.getvalue()

    def test_one_seed_makes_the_same_chains(self):
        self.assertEqual(self.printed(3, 5), self.printed(3, 5))
        self.assertNotEqual(self.printed(3, 5), self.printed(3, 6))

    def test_chains_reach_each_event_each_refusal_and_the_bound(self):
        steps = [step for line in self.printed(300, 1).splitlines() for step in json.loads(line)["steps"]]
        events = {next(iter(step["event"])) for step in steps}
        self.assertEqual(events, {"succession", "revocation", "add", "import", "verify", "take", "block", "unblock", "remove"})
        self.assertEqual({reason for step in steps for reason in step["refused"]},
                         {"unknownPredecessor", "knownSuccessor", "hasSuccessor", "tooManyCandidates", "unknownIdentity",
                          "noCandidate", "contactBlocked", "identityRevoked", "identityChanged"})
        found = {(one["is"], one["record"], one["trust"]) for step in steps for one in step["state"]["identities"].values()}
        self.assertEqual(found, {("neither", None, None), ("neither", "removed", None), ("neither", "blocked", None),
                                 ("candidate", "open", None), ("contact", None, "unverified"), ("contact", None, "verified"),
                                 ("contact", None, "changed"), ("contact", None, "blocked")})

    def test_a_candidate_is_told_as_the_header_says(self):
        s, rules = State(), Rules()
        for event in [("add", "a", "Ann", "c"), ("verify", "a"), ("succession", "a", "b"), ("block", "a")]:
            self.assertEqual(rules.apply(s, event), [])
        state = told(rules, s, {"a", "b"})
        self.assertEqual(state["codes"], {"c": "a"})
        self.assertEqual(state["identities"]["b"], {
            "is": "candidate", "of": "a", "record": "open", "trust": None, "successor": None, "names": {"c": "Ann"},
            "silenced": True, "labelled": True, "revoked": False})

    def test_the_search_finds_what_a_mutant_breaks_and_nothing_else(self):
        self.assertEqual(search(Rules(bound=2), 2)[0], {})
        found, _ = search(Rules("into-a-contact", bound=2), 1)
        self.assertIn("a name without a label belongs to whom a person or the app connected to it", found)
