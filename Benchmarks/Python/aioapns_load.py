# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Pushes with aioapns as fast as it can, and prints what it got done: PORT ROOT STREAMS CONNECTIONS SECONDS.

It finds out which push an answer is for by the `apns-id` in it, and takes any body for a refusal's. nghttpd echoes no
header, and ends each answer with an empty DATA frame; so the id is added here by the stream, and that frame left out.
"""

import asyncio
import json
import ssl
import sys
import time
from unittest import mock

from aioapns import APNs, NotificationRequest, PushType
from aioapns.connection import APNsProductionClientProtocol
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from h2.connection import H2Connection
from h2.events import DataReceived, Event, ResponseReceived

WARM_UP = 1


class Answers(H2Connection):
    """A connection whose answers look like those of APNs."""

    ids: dict[int, bytes]

    def send_headers(self, stream_id: int, headers: list, **options: object) -> None:
        if not hasattr(self, "ids"):
            self.ids = {}
        self.ids[stream_id] = dict(headers)["apns-id"].encode()
        super().send_headers(stream_id, headers, **options)

    def receive_data(self, data: bytes) -> list[Event]:
        events = super().receive_data(data)
        for event in events:
            if isinstance(event, ResponseReceived):
                event.headers.append((b"apns-id", self.ids.pop(event.stream_id)))
        return [event for event in events if not isinstance(event, DataReceived) or event.data]


async def measure(port: int, root: str, streams: int, connections: int, seconds: int) -> dict:
    form = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    trust = ssl.create_default_context(cafile=root)
    trust.set_alpn_protocols(["h2"])
    client = APNs(
        key=ec.generate_private_key(ec.SECP256R1()).private_bytes(*form).decode(),
        key_id="KEY0000001",
        team_id="TEAM000001",
        topic="com.example.app",
        max_connections=connections,
        ssl_context=trust,
    )
    # With what is around it, 2,048 bytes.
    message = {"aps": {"alert": "x" * 2022}}
    start = time.monotonic() + WARM_UP
    end = start + seconds
    count = 0

    async def send() -> None:
        nonlocal count
        now = time.monotonic()
        while now < end:
            request = NotificationRequest("a1" * 32, message, push_type=PushType.ALERT)
            result = await client.send_notification(request)
            if result.status != "200":
                raise RuntimeError(f"answered with {result.status}: {result.description}")
            now = time.monotonic()
            if start <= now < end:
                count += 1

    await asyncio.gather(*[send() for _ in range(streams * connections)])
    client.pool.close()
    return {"pushes": count, "perSecond": count / seconds}


def main() -> None:
    port, root, streams, connections, seconds = sys.argv[1:]
    place = mock.patch.multiple(APNsProductionClientProtocol, APNS_SERVER="127.0.0.1", APNS_PORT=int(port))
    with place, mock.patch("aioapns.connection.H2Connection", Answers):
        print(json.dumps(asyncio.run(measure(int(port), root, int(streams), int(connections), int(seconds)))))


main()
