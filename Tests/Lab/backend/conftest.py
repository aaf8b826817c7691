# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""What the backend's tests have of the lab: a phone each."""

import asyncio
import os
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from orders import Customer, Orders, Settings

LAB = os.environ["LAB"]


class Phone:
    """A phone of this test alone."""

    def __init__(self, lab: httpx.Client, **app: object) -> None:
        self.lab = lab
        made = lab.post("/phones", json={"apps": [{"topic": "com.example.app"} | app]})
        assert made.status_code == 201, made.text
        self.id = made.json()["id"]
        self.token = made.json()["apps"][0]["token"]

    def shown(self, wait: int = 1) -> list[dict]:
        query = {"wait": wait, "timeout": 30}
        return self.lab.get(f"/phones/{self.id}/notifications", params=query).json()["notifications"]

    def push(self, name: str) -> dict:
        """What became of a push, once the phone is done with it."""
        return self.lab.get(f"/pushes/{name}", params={"wait": 1, "timeout": 30}).json()

    def pushes(self) -> list[dict]:
        return self.lab.get("/pushes", params={"phone": self.id}).json()["pushes"]

    def change(self, **what: object) -> None:
        assert self.lab.patch(f"/phones/{self.id}", json=what).status_code == 200

    def respond(self, notification: dict, **what: object) -> dict:
        path = f"/phones/{self.id}/notifications/{notification['id']}/responses"
        return self.lab.post(path, json=what).json()

    def remove(self) -> None:
        self.lab.delete(f"/phones/{self.id}")


@pytest.fixture(scope="session")
def lab():
    with httpx.Client(base_url=LAB, timeout=60) as client:
        yield client


@pytest.fixture
def phone(lab):
    category = {"id": "order", "actions": [{"id": "reply", "title": "Reply", "reply": True}]}
    phone = Phone(lab, categories=[category])
    yield phone
    phone.remove()
    lab.delete("/pushes", params={"phone": phone.id})


@pytest.fixture
def customer(phone):
    return Customer("Ann", [phone.token])


@pytest.fixture
def orders(lab):
    """Calls the backend, each time as a process that starts anew."""
    access = lab.get("/apns").json()
    place, files = urlsplit(access["url"]), access["files"]
    settings = Settings(
        place.hostname, place.port, files["root"], Path(files["key"]).read_text(), access["keyId"], access["teamId"])

    def call(name: str, *arguments: object) -> list[str]:
        async def run() -> list[str]:
            backend = Orders(settings)
            try:
                return await getattr(backend, name)(*arguments)
            finally:
                await backend.close()

        return asyncio.run(run())

    return call
