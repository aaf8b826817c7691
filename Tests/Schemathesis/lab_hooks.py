# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Hooks of schemathesis for a lab: generated requests get phones, pushes and notifications."""

import json
import os
import subprocess
from pathlib import Path

import requests
from cases import as_generated, install, put

INFO = json.loads(Path(os.environ["SEALEDPUSH_LAB"]).read_text())
JSON, TOPIC = "application/json", "com.example.app"
LARGE = {"wrong": "x" * 300_000}
REPLY = {"id": "reply", "title": "Reply", "reply": True}


def ask(method: str, path: str, **more) -> requests.Response:
    return requests.request(method, INFO["url"] + path, timeout=60, **more)


class Phone:
    """A phone that has shown a push."""

    def __init__(self, clock: str = "virtual") -> None:
        app = {"topic": TOPIC, "categories": [{"id": "chat", "actions": [REPLY]}]}
        made = ask("POST", "/phones", json={"clock": clock, "apps": [app]}).json()
        self.id, self.token = made["id"], made["apps"][0]["token"]

    def pushed(self) -> "Phone":
        access = ask("GET", "/apns").json()
        files = access["files"]
        command = ["curl", "-sS", "--http2", "--cacert", files["root"], "--cert", files["certificatePEM"]]
        payload = json.dumps({"aps": {"alert": "Hi", "category": "chat"}})
        url = f"{access['url']}/3/device/{self.token}"
        subprocess.run([*command, "-H", f"apns-topic: {TOPIC}", "-d", payload, url], check=True)
        return self

    def notification(self) -> str:
        return ask("GET", f"/phones/{self.id}/notifications").json()["notifications"][0]["id"]


class World:
    """What is there when the requests begin; some of them take it away."""

    def __init__(self) -> None:
        self.renew()

    def renew(self) -> None:
        self.phone = Phone().pushed()
        self.push = ask("GET", "/pushes?limit=1").json()["pushes"][0]["number"]


W = World()


def at(path=None, body=None, media=JSON):
    """A request at a live place, with a body if the operation has one."""
    def change(case):
        if ask("GET", f"/phones/{W.phone.id}").status_code == 404 or ask("GET", f"/pushes/{W.push}").status_code == 404:
            W.renew()
        put(case, path() if path else None, body=body() if callable(body) else body, media=media)
        case.query = {}
    return change


def strange(headers):
    """A request of another site's, or by another name."""
    def change(case):
        put(case, headers=headers)
    return change


def with_query(path, **query):
    def change(case):
        at(path)(case)
        case.query = query
    return change


def phone():
    return {"phone": W.phone.id}


def app():
    return {"phone": W.phone.id, "topic": TOPIC}


def fresh():
    """A phone that is taken away."""
    return {"phone": Phone().id}


def real():
    return {"phone": Phone("real").id}


def push():
    return {"push": str(W.push)}


def shown():
    made = Phone().pushed()
    return {"phone": made.id, "notification": made.notification()}


STRANGE = [strange({"Origin": "http://evil.example"}), strange({"Host": "evil.example"})]


def without_body(path=None, wrong=()):
    return [at(path)], [*STRANGE, as_generated, *wrong]


def with_body(path, right, wrong=()):
    """What is right, then 400, 413 and 415."""
    bad = [at(path, {"unknown": 1}), at(path, LARGE), at(path, "x", "text/plain")]
    return [at(path, body) for body in right], [*STRANGE, *bad, as_generated, *wrong]


def new_phone(**more):
    return {"name": "Ann", "apps": [{"topic": TOPIC} | more]}


def taken():
    return new_phone(token=W.phone.token)


def nothing():
    return {"phone": "x", "topic": "x", "notification": "x", "push": "x", "file": "x"}


SLOW = {"wait": 1, "timeout": 0}
# For each operation what is right, then what is wrong.
TURNS = {
    "GET /": without_body(),
    "GET /page.js": without_body(),
    "GET /favicon.ico": without_body(),
    "GET /phones": without_body(),
    "POST /phones": with_body(None, [new_phone], [at(None, taken)]),
    "DELETE /phones": without_body(),
    "GET /phones/{phone}": without_body(phone, [at(nothing)]),
    "PATCH /phones/{phone}": with_body(phone, [{"lock": "locked"}, {"online": True}], [at(nothing, {})]),
    "DELETE /phones/{phone}": without_body(fresh, [at(nothing)]),
    "POST /phones/{phone}/clock": with_body(
        phone, [{"seconds": 1}], [at(nothing, {"seconds": 1}), at(real, {"seconds": 1})]),
    "PATCH /phones/{phone}/apps/{topic}": with_body(app, [{"state": "foreground"}], [at(nothing, {})]),
    "GET /phones/{phone}/notifications": (
        [at(phone), with_query(phone, **SLOW)], [*STRANGE, at(nothing), with_query(phone, wait="x")]),
    "DELETE /phones/{phone}/notifications": without_body(phone, [at(nothing)]),
    "POST /phones/{phone}/notifications/{notification}/responses": with_body(
        shown, [{"action": "reply", "text": "Yes"}, {}], [at(nothing, {}), at(shown, {"action": "other"})]),
    "GET /files/{file}": without_body(nothing),
    "GET /pushes": ([at(None)], [*STRANGE, with_query(None, limit="x"), with_query(None, phone="x")]),
    "DELETE /pushes": ([at(None)], [*STRANGE, with_query(None, phone="x")]),
    "GET /pushes/{push}": ([at(push), with_query(push, **SLOW)], [*STRANGE, at(nothing), with_query(push, wait="2")]),
    "GET /apns": without_body(),
    "GET /apns/faults": without_body(),
    "PUT /apns/faults": with_body(None, [{"faults": []}]),
    "POST /inspections": with_body(None, [{"push": "{}"}]),
    "GET /relay": without_body(),
    "POST /messages": with_body(None, [{"text": "Hi"}]),
}

install(TURNS, Path(INFO["answers"]))
