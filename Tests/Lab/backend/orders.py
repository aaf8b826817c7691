# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""A backend as others write them: it tells customers what becomes of their orders."""

import asyncio
import ssl
from dataclasses import dataclass, field
from uuid import uuid4

from aioapns import APNs, NotificationRequest, PushType
from aioapns.connection import APNsProductionClientProtocol


@dataclass
class Settings:
    host: str
    port: int
    root: str
    key: str
    key_id: str
    team_id: str
    topic: str = "com.example.app"


@dataclass
class Customer:
    name: str
    tokens: list[str] = field(default_factory=list)


class Orders:
    """Sends pushes, and forgets tokens that are gone."""

    patience = 5

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

        class Protocol(APNsProductionClientProtocol):
            APNS_SERVER = settings.host
            APNS_PORT = settings.port

        self.client = APNs(
            key=settings.key,
            key_id=settings.key_id,
            team_id=settings.team_id,
            topic=settings.topic,
            max_connections=1,
            ssl_context=ssl.create_default_context(cafile=settings.root),
        )
        self.client.pool.protocol_class = Protocol

    async def close(self) -> None:
        for connection in self.client.pool.connections:
            connection.close()
        await asyncio.sleep(0)

    async def send(self, customer: Customer, message: dict, push_type: PushType, **more: object) -> list[str]:
        """Sends to each device; the ids of the pushes that were taken."""
        sent = []
        for token in list(customer.tokens):
            for attempt in range(self.patience):
                name = str(uuid4())
                request = NotificationRequest(token, message, notification_id=name, push_type=push_type, **more)
                result = await self.client.send_notification(request)
                if result.is_successful:
                    sent.append(name)
                elif result.description in ("Unregistered", "BadDeviceToken", "ExpiredToken"):
                    customer.tokens.remove(token)
                elif result.status in ("429", "503"):
                    await asyncio.sleep(0.05 * 2**attempt)
                    continue
                break
        return sent

    async def shipped(self, customer: Customer, order: int) -> list[str]:
        alert = {"title": "Your order", "body": f"Order {order} is on its way, {customer.name}"}
        message = {"aps": {"alert": alert, "sound": "default", "category": "order", "thread-id": f"order-{order}"}}
        return await self.send(customer, message, PushType.ALERT, collapse_key=f"order-{order}")

    async def delivered(self, customer: Customer, order: int) -> list[str]:
        message = {"aps": {"alert": f"Order {order} was delivered", "badge": 1, "thread-id": f"order-{order}"}}
        return await self.send(customer, message, PushType.ALERT, collapse_key=f"order-{order}")

    async def refresh(self, customer: Customer) -> list[str]:
        return await self.send(customer, {"aps": {"content-available": 1}}, PushType.BACKGROUND, priority=5)
