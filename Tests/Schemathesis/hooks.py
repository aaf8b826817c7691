# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Hooks of schemathesis: they give generated requests live endpoints, credentials and bodies.

For each operation they take turns: every other request is right, the others are as they were
generated, or wrong in one way each, so that every documented status is reached.
"""

import itertools
import json
import os
import time
from pathlib import Path
from types import SimpleNamespace

import schemathesis
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cases import as_generated, install, put
from world import BOX, Device, Relay, base64url, drop_id

INFO = json.loads(Path(os.environ["SEALEDPUSH_RELAY"]).read_text())
RELAY = Relay(INFO)
JSON, BYTES, ENVELOPE = "application/json", "application/octet-stream", "application/sealedpush"
UNKNOWN_PROOF = os.urandom(32)


@schemathesis.serializer(ENVELOPE)
def envelope_body(context, value):
    return value if isinstance(value, bytes) else json.dumps(value, default=str).encode()


class World:
    """Devices in each state that an answer depends on."""

    def __init__(self) -> None:
        self.live = Device(RELAY).activate()
        self.endpoint = self.live.endpoint()["secret"]
        public = ec.generate_private_key(ec.SECP256R1()).public_key()
        point = public.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        self.vapid = base64url(point)
        self.bound = self.live.endpoint(vapid=self.vapid)["secret"]
        revoked = self.live.endpoint()
        self.live.ask("DELETE", f"/endpoints/{revoked['id']}")
        self.revoked = revoked["secret"]
        self.elsewhere = Device(RELAY, prekeys="elsewhere").activate()
        self.gone = Device(RELAY).activate().retire()
        self.pending = Device(RELAY)
        self.asked = Device(RELAY)
        while self.asked.ask("POST", "/activation/retry").status_code == 204:
            pass
        # Its app is paused, so that its messages wait.
        quiet = Device(RELAY, app="quiet").activate()
        self.quiet, self.full = quiet, quiet.endpoint()["secret"]
        Path(INFO["pause"]).touch()
        while not Path(INFO["paused"]).exists():
            time.sleep(0.02)
        while quiet.post(self.full).status_code == 201:
            pass
        while quiet.ask("POST", "/endpoints", json={"unbound": True}).status_code == 201:
            pass
        self.drop = drop_id()
        self.live.leave(self.drop)
        self.crowded = Device(RELAY).activate()
        while self.crowded.leave(drop_id()).status_code == 201:
            pass
        self.open = Device(RELAY, app="open", invited=False)
        # Ten a second are taken, and twenty of one network an hour.
        while int(self.register_openly().headers.get("Retry-After", 0)) < 60:
            pass

    def register_openly(self):
        return RELAY.ask("POST", "/v1/devices", json=self.open.registration())


WORLD = World()


def as_device(device, end=None):
    """A request of a device, with the body that was generated."""
    def change(case):
        found = device() if callable(device) else device
        path = {"device": found.id} | ({"endpoint": "0000000000000001"} if end else {})
        put(case, path, found.credential)
    return change


def with_body(device, body, media=JSON):
    def change(case):
        found = device() if callable(device) else device
        put(case, {"device": found.id}, found.credential, body=body(found) if callable(body) else body, media=media)
    return change


def at(secret, headers=None, body=None, media=ENVELOPE):
    def change(case):
        put(case, {"endpoint": secret}, headers=headers, body=body() if callable(body) else body, media=media)
    return change


W = WORLD
LARGE = b"x" * 200_000
TTL = {"TTL": "600"}
SIGNED_WRONG = {"Authorization": "vapid x"}
SENDER = [at(W.bound), at(W.bound, SIGNED_WRONG), at(W.revoked)]
POST = W.live.envelope


def etag():
    return {"If-None-Match": RELAY.ask("GET", f"/e/{W.endpoint}").headers["ETag"]}


def many():
    """An endpoint that has room: each takes 1,000 messages a day."""
    count = next(W.counter)
    if count % 500 == 0:
        W.many = W.live.endpoint()["secret"]
    return W.many


W.counter, W.drops = itertools.count(), itertools.count()


def leaving(device, drop=None, box=BOX, media=BYTES):
    """A box that a device leaves, under a new id unless one is named."""
    def change(case):
        found = device() if callable(device) else device
        put(case, {"device": found.id, "drop": drop or drop_id()}, found.credential, {"TTL": "900"}, box, media)
    return change


def leaver():
    """A device that has room: each has 100 boxes."""
    if next(W.drops) % 90 == 0:
        W.leaver = Device(RELAY).activate()
    return W.leaver


def fetching(case):
    put(case, {"drop": W.drop})


def message(case):
    location = W.live.post(many()).headers["Location"]
    put(case, {"message": location.rsplit("/", 1)[1]})


def fresh_post(case):
    at(many(), TTL, POST())(case)


def registration(app="chat", invited=True):
    def change(case):
        device = Device(RELAY, app=app, invited=False)
        more = {"invitation": RELAY.invite(app)} if invited else {}
        put(case, body=device.registration(**more), media=JSON)
    return change


def fresh():
    return Device(RELAY)


def wrong_bodies(device, media=JSON):
    """400, 413 and 415, by a device that would be served."""
    wrong = {"wrong": 1} if media == JSON else b"wrong"
    large = {"wrong": "x" * 200_000} if media == JSON else LARGE
    return [
        with_body(device, wrong, media), with_body(device, large, media), with_body(device, b"x", "text/plain"),
    ]


def key_body(key, body, media=JSON):
    return lambda case: put(case, bearer=key, body=body, media=media)


UNKNOWN = SimpleNamespace(id="0123456789abcdef", credential=W.live.credential)
DEVICE_GONE = [as_device(W.gone), as_device(UNKNOWN), as_generated]
PROOF = lambda device: device.proof(UNKNOWN_PROOF)  # noqa: E731

# For each operation what is right, then what is wrong.
TURNS = {
    "GET /e/{endpoint}": (
        [at(W.endpoint), lambda case: at(W.endpoint, etag())(case)], [*SENDER, as_generated],
    ),
    "POST /e/{endpoint}": (
        [fresh_post], [
            *(at(W.bound, TTL | more, POST()) for more in ({}, SIGNED_WRONG)), at(W.revoked, TTL, POST()), as_generated,
            at(W.endpoint, TTL, b"wrong"), at(W.endpoint, {}, POST), at(W.endpoint, TTL, LARGE),
            at(W.endpoint, TTL, lambda: W.live.envelope(os.urandom(8))), at(W.endpoint, TTL, b"x", "text/plain"),
            at(W.full, TTL, lambda: W.quiet.envelope()),
        ],
    ),
    "POST /e/{endpoint}/prekey": ([at(W.endpoint)], [*SENDER, as_generated]),
    "DELETE /m/{message}": ([message], [as_generated]),
    "GET /d/{drop}": ([fetching], [as_generated]),
    "PUT /v1/devices/{device}/drops/{drop}": (
        [leaving(leaver), leaving(W.live, W.drop)], [
            *DEVICE_GONE, leaving(W.live, W.drop, b"x" * 1056), leaving(W.pending), leaving(W.crowded),
            leaving(W.live, box=b"wrong"), leaving(W.live, media="text/plain"),
        ],
    ),
    "POST /v1/devices": (
        [registration()], [
            as_generated, registration(invited=False), lambda case: put(case, body={"app": "x" * 90_000}, media=JSON),
            lambda case: put(case, body=b"x", media="text/plain"), lambda case: put(case, body={"app": 1}, media=JSON),
            lambda case: put(case, body=W.open.registration(), media=JSON),
        ],
    ),
    "GET /v1/devices/{device}": ([as_device(W.live)], DEVICE_GONE),
    "DELETE /v1/devices/{device}": ([as_device(fresh)], DEVICE_GONE),
    "PUT /v1/devices/{device}/retirement": (
        [with_body(fresh, lambda device: device.signed("retirement"), BYTES)],
        [as_generated, with_body(UNKNOWN, lambda _: W.live.signed("retirement"), BYTES), *wrong_bodies(W.elsewhere, BYTES)],
    ),
    "POST /v1/devices/{device}/activation": (
        [with_body(fresh, lambda device: device.proof(RELAY.code(device.token)))], [
            *DEVICE_GONE, *wrong_bodies(W.pending), with_body(W.pending, PROOF), with_body(W.live, PROOF),
        ],
    ),
    "POST /v1/devices/{device}/activation/retry": (
        [as_device(fresh)], [*DEVICE_GONE, as_device(W.live), as_device(W.asked)],
    ),
    "PUT /v1/devices/{device}/token": (
        [
            with_body(W.live, {"token": W.live.token}),
            with_body(fresh, lambda device: {"token": os.urandom(32).hex()}),
        ],
        [*DEVICE_GONE, *wrong_bodies(W.live)],
    ),
    "PUT /v1/devices/{device}/bundle": (
        [with_body(W.pending, lambda device: device.bundle(), BYTES)],
        [*DEVICE_GONE, *wrong_bodies(W.live, BYTES), with_body(W.elsewhere, lambda d: d.bundle(), BYTES)],
    ),
    "PUT /v1/devices/{device}/stock": (
        [with_body(W.live, lambda device: device.record(True), BYTES)],
        [*DEVICE_GONE, *wrong_bodies(W.live, BYTES), with_body(W.elsewhere, lambda d: d.record(True), BYTES)],
    ),
    "GET /v1/devices/{device}/challenge": ([as_device(W.live)], DEVICE_GONE),
    "PUT /v1/devices/{device}/credential": (
        [with_body(fresh, lambda device: device.challenge())], [
            as_generated, *wrong_bodies(W.elsewhere), with_body(W.live, PROOF),
        ],
    ),
    "POST /v1/devices/{device}/test": (
        [as_device(W.live), as_device(W.elsewhere)], [*DEVICE_GONE, as_device(W.pending), as_device(W.live)],
    ),
    "GET /v1/devices/{device}/endpoints": ([as_device(W.live)], DEVICE_GONE),
    "POST /v1/devices/{device}/endpoints": (
        [
            with_body(W.live, {"unbound": True}), with_body(W.elsewhere, {"vapid": W.vapid}),
            with_body(W.elsewhere, {"firstKey": True}),
        ], [
            *DEVICE_GONE, *wrong_bodies(W.live), with_body(W.pending, {"unbound": True}),
            with_body(W.quiet, {"unbound": True}),
        ],
    ),
    "DELETE /v1/devices/{device}/endpoints/{endpoint}": ([as_device(W.live, end=True)], DEVICE_GONE),
    "POST /v1/invitations": (
        [key_body(RELAY.key, {"app": "chat"})], [
            as_generated, key_body(None, {"app": "chat"}), key_body(RELAY.narrow_key, {"app": "chat"}),
            key_body(RELAY.key, {"app": 1}), key_body(RELAY.key, {"app": "x" * 90_000}),
            key_body(RELAY.key, b"x", "text/plain"),
        ],
    ),
}


install(TURNS, Path(INFO["answers"]))
