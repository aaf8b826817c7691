# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Devices of a live relay, made by its API: what requests need to be served, or refused for a reason."""

import base64
import itertools
import json
import os
import sys
import time
from pathlib import Path

import requests

sys.path.insert(0, str(Path(__file__).parents[2] / "Python" / "src"))
from sealedpush._protocol import crypto, wire  # noqa: E402

DAY = 86_400_000
BOX = bytes(1056)


def base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def drop_id() -> str:
    return base64url(os.urandom(16))


def from_base64url(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Relay:
    """A relay, and what its operator knows."""

    def __init__(self, info: dict) -> None:
        self.url, self.journal = info["url"], Path(info["journal"])
        self.key, self.narrow_key = info["key"], info["narrowKey"]
        self.session = requests.Session()

    def ask(self, method: str, path: str, bearer: str | None = None, **more) -> requests.Response:
        headers = {"Authorization": f"Bearer {bearer}"} if bearer else {}
        headers |= more.pop("headers", {})
        return self.session.request(method, self.url + path, headers=headers, timeout=20, **more)

    def invite(self, app: str = "chat") -> str:
        return self.ask("POST", "/v1/invitations", self.key, json={"app": app}).json()["invitation"]

    def code(self, token: str, after: int = 0) -> bytes:
        """The last activation code that was pushed to a token."""
        for _ in range(1500):
            found = []
            for line in self.journal.read_text().splitlines():
                push = json.loads(line)
                if push.get("token") != token or not push.get("payload"):
                    continue
                payload = json.loads(bytes.fromhex(push["payload"]))
                if "sealedpush-activation" in payload:
                    found.append(from_base64url(payload["sealedpush-activation"]["code"]))
            if len(found) > after:
                return found[-1]
            time.sleep(0.02)
        raise TimeoutError("no activation code was pushed")


class Device:
    """A device with keys, as its app registers it."""

    numbers = itertools.count(1)

    def __init__(self, relay: Relay, app: str = "chat", prekeys: str = "relay", invited: bool = True) -> None:
        self.relay, self.app, self.prekeys = relay, app, prekeys
        self.seed = os.urandom(32)
        self.identity = crypto.identity(self.seed)
        self.token = (next(Device.numbers)).to_bytes(32).hex()
        if invited:
            self.register()

    def record(self, one_time: bool = False, epoch: int = 1) -> bytes:
        now = int(time.time() * 1000)
        terms = wire.RECORD_HEAD.pack(1, int(one_time), epoch, 0, now - 1000, now + 30 * DAY)
        raw = terms + crypto.xwing_public_key(os.urandom(32))
        return raw + crypto.sign(self.seed, b"SealedPush v1 prekey\0" + self.identity + raw)

    def bundle(self, epoch: int = 1) -> bytes:
        self.reusable = self.record(epoch=epoch)
        return wire.write_bundle(self.identity, [self.reusable])

    def signed(self, kind: str, rest: bytes = b"") -> bytes:
        body = b"\1" + self.identity + rest
        return body + crypto.sign(self.seed, wire.label(kind) + body)

    def proof(self, nonce: bytes, purpose: str = "activation") -> dict:
        origin = self.relay.url.encode()
        challenge = wire.possession_challenge(purpose, origin, self.id.encode(), nonce)
        rest = len(origin).to_bytes(2) + origin + challenge
        return {"proof": base64url(self.signed("possession", rest))}

    def registration(self, **more) -> dict:
        return {
            "app": self.app, "token": self.token, "bundle": base64url(self.bundle()), "prekeys": self.prekeys, **more,
        }

    def register(self) -> None:
        invitation = self.relay.invite(self.app)
        answer = self.relay.ask("POST", "/v1/devices", json=self.registration(invitation=invitation))
        assert answer.status_code == 201, answer.text
        self.id, self.credential = answer.json()["device"], answer.json()["credential"]

    def ask(self, method: str, end: str = "", **more) -> requests.Response:
        return self.relay.ask(method, f"/v1/devices/{self.id}{end}", self.credential, **more)

    def activate(self) -> "Device":
        answer = self.ask("POST", "/activation", json=self.proof(self.relay.code(self.token)))
        assert answer.status_code == 204, answer.text
        return self

    def retire(self) -> "Device":
        assert self.ask("DELETE").status_code == 204
        return self

    def challenge(self) -> dict:
        answer = self.relay.ask("GET", f"/v1/devices/{self.id}/challenge")
        return self.proof(from_base64url(answer.json()["challenge"]), "credential")

    def endpoint(self, **terms) -> dict:
        """A new endpoint: its id, and the end of its URL."""
        made = self.ask("POST", "/endpoints", json=terms or {"unbound": True}).json()
        return {"id": made["id"], "secret": made["endpoint"].rsplit("/", 1)[1]}

    def leave(self, drop: str) -> requests.Response:
        headers = {"Content-Type": "application/octet-stream", "TTL": "900"}
        return self.ask("PUT", f"/drops/{drop}", headers=headers, data=BOX)

    def prekey_id(self) -> bytes:
        return crypto.sha256(b"SealedPush v1 prekey id\0", self.identity, self.reusable)[:8]

    def envelope(self, prekey: bytes | None = None) -> bytes:
        return b"\1" + (prekey or self.prekey_id()) + os.urandom(1391)

    def post(self, secret: str) -> requests.Response:
        headers = {"Content-Type": "application/sealedpush", "TTL": "3600"}
        return self.relay.ask("POST", f"/e/{secret}", headers=headers, data=self.envelope())
