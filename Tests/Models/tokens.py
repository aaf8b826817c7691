#!/usr/bin/env python3
# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Devices of one push token at one relay (docs/relay.md, "Several devices of one token").

    tokens.py                     searches every order of events, and finds each mutant of the rule
    tokens.py chains COUNT SEED   prints random chains of events, one a line, as JSON
    Claims                        C-34

V is the phone's device, V2 the same identity after its app lost its credential, R the phone's app
after it was installed again. T1 to T4 are devices of somebody who reads pushes, and so answers
every code. Time is in minutes.
"""

import json
import random
import sys
from collections import deque
from dataclasses import dataclass, replace

VALIDITY, PATIENCE, LIMIT = 10, 14 * 24 * 60, 3
DAY, WEEK = 24 * 60, 7 * 24 * 60
ENDED = ("gone", "replaced")


@dataclass(frozen=True)
class Device:
    identity: str
    token: str | None = None
    held: int = 0               # since when it has had the token
    state: str = "new"          # active, unreachable, gone, replaced
    since: int = 0              # of a state
    code: int | None = None     # when the code was made that its app has not answered


# The rule

def activate(devices, name, token, now, rule=""):
    """The devices after one has answered the code that a token got, and those that get one."""
    devices, me = dict(devices), devices[name]
    others = [n for n, d in devices.items() if n != name and d.token == token]
    mine = [n for n in others if devices[n].identity == me.identity]
    held = me.held if me.token == token else now
    had = me.token == token or bool(mine)
    if rule == "each activation takes":
        had = False
    for n in mine if rule != "its own older one stays" else ():
        if rule != "a new registration is the newest":
            held = min(held, devices[n].held)
        devices[n] = replace(devices[n], token=None, state="replaced", since=now, code=None)
    lost = [] if had else [n for n in others if n not in mine and devices[n].state == "active"]
    lost.sort(key=lambda n: (devices[n].held, n), reverse=rule == "the newest get codes")
    called = lost[:LIMIT if rule != "each gets a code" else None]
    if rule in ("no codes", "ends"):
        called = []
    for n in lost:
        if rule == "ends":
            devices[n] = replace(devices[n], token=None, state="replaced", since=now, code=None)
        elif rule != "takes nothing":
            code = now if n in called else None
            devices[n] = replace(devices[n], state="unreachable", since=now, code=code)
    devices[name] = Device(me.identity, token, held, "active", now)
    return devices, called


def answer(devices, name, now, rule=""):
    """The devices after an app has answered the code of a takeover; None if it is refused."""
    d = devices[name]
    if d.code is None or now >= d.code + VALIDITY or d.state != "unreachable":
        return None
    if rule == "an answer takes":
        return activate({**devices, name: replace(d, token=None)}, name, d.token, now)[0]
    return {**devices, name: replace(d, state="active", since=now, code=None)}


def age(devices, now):
    return {n: replace(d, token=None, state="gone", since=now, code=None)
            if d.state == "unreachable" and now >= d.since + PATIENCE else d
            for n, d in devices.items()}


# The search

PEOPLE = {"V": "phone", "V2": "phone", "R": "new phone",
          **{f"T{i}": f"thief {i}" for i in range(1, 5)}}


@dataclass(frozen=True)
class World:
    devices: tuple              # (name, Device), sorted
    phone: str = "on"           # on, deaf (background pushes do not arrive), off
    lost: bool = False          # the phone's registration, by a reinstallation
    away: int = 0               # for how long the app was not started
    now: int = 0
    first: int = 0              # since when the phone's identity has had the token

    def canonical(self):
        """Times as ages, as far as they matter."""
        rank = sorted({self.first} | {d.held for _, d in self.devices}).index
        return (self.phone, self.lost, min(self.away, PATIENCE), rank(self.first), tuple(
            (n, d.token, rank(d.held), d.state,
             min(self.now - d.since, PATIENCE) if d.state == "unreachable" else 0,
             d.code is not None and self.now < d.code + VALIDITY) for n, d in self.devices))


def own(world):
    """The device whose registration the phone's app has."""
    devices = dict(world.devices)
    return "R" if world.lost else "V2" if "V2" in devices else "V"


def start():
    return World((("V", Device("phone", "t", 0, "active")),))


def steps(world, rule):
    """(event, the world after it, pushes)"""
    devices, now = dict(world.devices), world.now + 1

    def after(devices, **more):
        return replace(world, devices=tuple(sorted(devices.items())), **{"now": now, **more})

    for name, identity in PEOPLE.items():
        if name in ("V2", "R") and (world.phone == "off" or world.lost):
            continue
        if name.startswith("T") and name > "T1" and f"T{int(name[1]) - 1}" not in devices:
            continue                                        # the thieves are alike
        again = name.startswith("T") and name in devices
        if name in devices and (not again or devices[name].state in ENDED):
            continue
        new, called = activate({**devices, name: devices.get(name, Device(identity))}, name, "t",
                               now, rule)
        lost, first = (True, now) if name == "R" else (world.lost, world.first)
        app = name if name in ("V2", "R") else own(world)
        for n in called:
            if n.startswith("T") or (n == app and world.phone == "on"):
                new = answer(new, n, now, rule) or new
        yield f"activate {name}", after(new, lost=lost, first=first), 1 + len(called)
    for phone in ("on", "deaf", "off"):
        if phone != world.phone:
            yield f"phone {phone}", after(devices, phone=phone), 0
    me = own(world)
    if world.phone != "off" and me in devices:
        new = devices
        if devices[me].state == "unreachable":              # it names its token, and answers
            new = activate(devices, me, "t", now, rule)[0]
        yield "app starts", after(new, away=0), 1
        late = answer(devices, me, now, rule)
        if late:
            yield "late answer", after(late), 0
    then = world.now + WEEK
    yield "a week", after(age(devices, then), now=then, away=world.away + WEEK), 0


def faults(world, event, after, pushes, losses):
    """What is wrong with a step, as a sentence each."""
    old, new = ({n: d.state for n, d in w.devices} for w in (world, after))
    me = own(world)
    mayGetCode = sum(d.state == "active" and d.held < world.first for n, d in world.devices
                     if n.startswith("T")) < LIMIT
    if event.startswith("activate T") and world.phone == "on" and old.get(me) == "active" \
            and new[me] != "active" and mayGetCode:
        yield "a phone that background pushes reach stays active, unless three had its token before"
    if old.get(me) not in (None, *ENDED) and new[me] in ENDED and after.away < PATIENCE \
            and event != "activate V2":
        yield "a device ends only if its app does not start for 14 days, or is new"
    if event in ("activate R", "activate V2") and new[event.split()[1]] != "active":
        yield "a reinstalled app is active at once"
    if event == "activate R" and "active" in (new.get("V"), new.get("V2")):
        yield "the lost registration gets no pushes after a reinstallation"
    if event == "activate V2" and old["V"] not in ENDED and new["V"] != "replaced":
        yield "an older registration of one identity ends"
    if event in ("late answer", "app starts") and any(
            old[n] == "active" != new[n] for n in old):
        yield "an answer takes nothing from another device"
    if pushes > 1 + LIMIT:
        yield "an activation makes the relay push four times at most"
    if losses > sum(n.startswith("T") for n in new):
        yield "an identity takes a token once"


def search(rule, depth):
    """The number of steps, and a shortest counterexample of each claim."""
    queue, seen, bad, count = deque([(start(), (), 0)]), set(), {}, 0
    while queue:
        world, path, losses = queue.popleft()
        if len(path) >= depth:
            continue
        for event, after, pushes in steps(world, rule):
            count += 1
            me, then = own(world), dict(after.devices)
            isLoss = event.startswith("activate T") and me in then \
                and dict(world.devices)[me].state == "active" != then[me].state
            now = losses + isLoss
            for fault in faults(world, event, after, pushes, now):
                bad.setdefault(fault, path + (event,))
            key = (after.canonical(), now)
            if key not in seen:
                seen.add(key)
                queue.append((after, path + (event,), now))
    return count, bad


MUTANTS = ("ends", "no codes", "takes nothing", "an answer takes", "the newest get codes",
           "each gets a code", "each activation takes", "its own older one stays",
           "a new registration is the newest")


def main():
    count, bad = search("", 7)
    print(f"the rule: {count} steps, {'no counterexample' if not bad else bad}")
    missed = []
    for mutant in MUTANTS:
        _, found = search(mutant, 6)
        if not found:
            missed.append(mutant)
        for claim, path in found.items():
            print(f"mutant \"{mutant}\": not \"{claim}\": {', '.join(path)}")
    for mutant in missed:
        print(f"mutant \"{mutant}\" was not found")
    return 1 if bad or missed else 0


# Chains

def chain(dice):
    """Random events with what each makes of all devices: of several identities and two tokens."""
    devices, now, lines, starts, endpoints = {}, 0, [], {}, {}
    identities = [f"i{i}" for i in range(dice.choice((2, 4, 6)))]
    for _ in range(dice.randint(5, 30)):
        now += dice.choice((0, 0, 1, 5, 9, 10, 30, 90, DAY, 6 * DAY))
        devices = age(devices, now)
        kind = dice.choice(("register", "start", "answer") * 3 + ("dead", "wait"))
        event, called = {}, []
        live = [n for n, d in devices.items() if d.state not in ENDED]
        if kind != "wait" and kind != "register" and not live:
            kind = "register"
        name = dice.choice(live) if live else None
        if kind == "register":
            name, token = f"d{len(devices)}", dice.choice("ttu")
            devices[name] = Device(dice.choice(identities))
            event = {"identity": devices[name].identity, "token": token}
            starts[name] = [now]
            endpoints[name] = name
        elif kind == "start":
            token = dice.choice((devices[name].token, devices[name].token, "t", "u"))
            recent = [s for s in starts[name] if now - s < 60]
            if len(recent) >= 3:                            # its codes of this hour
                kind = "wait"
            event = {"token": token}
        isAccepted = True
        if kind == "register" or (kind == "start" and (devices[name].state, devices[name].token)
                                  != ("active", token)):
            if kind == "start":
                starts[name] = recent + [now]
            before = {n for n, d in devices.items() if d.state == "replaced"}
            devices, called = activate(devices, name, token, now)
            for n, d in devices.items():
                if d.state == "replaced" and n not in before:
                    endpoints = {e: name if o == n else o for e, o in endpoints.items()}
        elif kind == "answer":
            new = answer(devices, name, now)
            isAccepted, devices = new is not None, new or devices
        elif kind == "dead" and devices[name].state == "active":
            devices[name] = replace(devices[name], state="unreachable", since=now)
        if kind == "wait":
            name, event = None, {}
        lines.append({"now": now, "event": kind, **({"device": name} if name else {}), **event,
                      "accepted": isAccepted, "codes": called,
                      "states": {n: d.state for n, d in devices.items()},
                      "endpoints": dict(endpoints)})
    return lines


if __name__ == "__main__":
    if len(sys.argv) == 1:
        sys.exit(main())
    if len(sys.argv) != 4 or sys.argv[1] != "chains":
        sys.exit(__doc__)
    for number in range(int(sys.argv[2])):
        print(json.dumps(chain(random.Random(f"{sys.argv[3]} {number}"))))
