#!/usr/bin/env python3
# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Successions, candidates and revocations: a search of every order of events, and chains for other programs.

    succession.py [--long]           search; status 1 if a property fails, or if a mutant of the rules breaks none
    succession.py chains COUNT SEED  print COUNT random chains of events
    Claims                           C-19

It is written from the text of the protocol, not from the code. `Rules` is the text; each mutant takes one clause of it away,
and a property has to notice. Events come in any order: statements of the owner and of a thief who holds A's and B's keys,
acts of the person and of the app, and kills of a process that takes a candidate.

A line of `chains` is one chain, a JSON object: `start` is a state; `steps` is a list of objects with `event`, `refused` and
`state`. All begins with no contact. Identities and codes are words that stand for keys and codes.

    event    {"succession": [old, new]}                     as a message or a file brings it
             {"revocation": id, "by": "way" | "file"}
             {"add": id, "name": n, "code": c | null}       a person or the app; `name` is that of the code, if there is one
             {"import": id, "name": n, "code": c}           the same by an import
             {"verify": id}, {"take": id}                   the number was compared; without a number. With `"killed": n` the
                                                            process was killed behind step n of D-10, if it takes a candidate
             {"block": id}, {"unblock": id}, {"remove": id}
    refused  [] if the event was taken, else each reason that applies:
             unknownPredecessor, knownSuccessor, hasSuccessor, tooManyCandidates      (a succession)
             unknownIdentity                                                         (a revocation on the way)
             noCandidate, contactBlocked, identityRevoked                            (verify, take; a contact is no candidate)
             identityChanged           (add, import: the code stays with another contact, which is changed; nothing is added)
    state    {"codes": {code: contact}, "identities": {id: {...}}} after the event, of each identity that was named so far:
             is         "contact", "candidate" or "neither"
             of         the contact of a candidate (also of a removed or blocked one), else null
             record     "open", "removed", "blocked" or null: of a candidate that is no contact. One that counts as gone has null
             trust      of a contact: "unverified", "verified", "changed", "blocked"; else null
             successor  the successor of a contact, else null
             names      {"": its own name, code: the name of that code}; of an open candidate those of its contact
             silenced, labelled, revoked    true or false

The events of a chain are those that the text speaks about: `verify` of a contact only if it is neither blocked nor revoked.
"""

import argparse
import sys

from successions.chains import chains
from successions.search import check


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--long", action="store_true", help="one event more behind each start, and more random paths")
    parser.add_argument("chains", nargs="*", metavar="chains COUNT SEED")
    options = parser.parse_args()
    if not options.chains:
        return check(options.long)
    if len(options.chains) != 3 or options.chains[0] != "chains":
        parser.error("chains COUNT SEED")
    chains(int(options.chains[1]), int(options.chains[2]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
