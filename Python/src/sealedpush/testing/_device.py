# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""A device in memory."""

import json
import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .._protocol import crypto, receiver
from .._protocol.pairing import Link, write_answer
from .._protocol.wire import (
    open_text,
    read_identity,
    read_record,
    write_bundle,
    write_record,
    write_statement,
    write_text,
)
from .._sealer import Sealed

HOUR, DAY = 3_600_000, 86_400_000


@dataclass(frozen=True)
class Notification:
    """An opened push.

    Attributes:
        title: The title of the alert; empty without one.
        subtitle: The subtitle of the alert; empty without one.
        body: The body of the alert; empty without one.
        payload: The whole content, as `json` reads it.
        sender: The identity of the sender, as a text.
        is_quiet: True if it was opened before, by a run that did not finish.
    """

    title: str
    subtitle: str
    body: str
    payload: dict[str, Any]
    sender: str
    is_quiet: bool

    @property
    def text(self) -> str:
        """Title, subtitle and body, a line each, without those that are empty."""
        return "\n".join(part for part in (self.title, self.subtitle, self.body) if part)


class Device:
    """A device with an identity and prekeys, which opens each message once (message.md, section 11).

    Args:
        topic: The app's bundle id.
        name: What the device calls itself when it is paired.
        accepts_strangers: False to refuse senders that `add_contact` has not named.
    """

    def __init__(self, topic: str = "com.example.app", name: str = "Test phone", *,
                 accepts_strangers: bool = True) -> None:
        self.topic, self.name = topic, name
        self._seed, self._epoch = os.urandom(32), int(time.time() * 1000) // HOUR
        self.identity = crypto.identity(self._seed)
        self._state = receiver.Device(self.identity, topic.encode())
        self._state.policy = "show" if accepts_strangers else "refuse"
        self._reusable = self._prekey(one_time=False)

    def _prekey(self, *, one_time: bool) -> bytes:
        seed, now = os.urandom(32), int(time.time() * 1000)
        raw = write_record(self._seed, one_time, self._epoch, 0, now - DAY, now + 45 * DAY,
                           crypto.xwing_public_key(seed))
        self._state.add_prekey(read_record(raw, self.identity), seed)
        return raw

    def rotate(self) -> None:
        """Makes the next reusable prekey; what was sealed to the last one still opens."""
        self._epoch += 1
        self._reusable = self._prekey(one_time=False)

    def bundle(self, *, one_time: int = 0) -> bytes:
        """A bundle, for one sender.

        Args:
            one_time: How many new one-time prekeys are in it, 255 at most.
        """
        return write_bundle(self.identity, [self._reusable, *(self._prekey(one_time=True) for _ in range(one_time))])

    def bundle_text(self, *, one_time: int = 0) -> str:
        """A bundle as a text."""
        return write_text("device", self.bundle(one_time=one_time))

    def retirement(self) -> str:
        """The text that retires the device for ever (V-26)."""
        return write_text("retirement", write_statement("retirement", self._seed))

    def subscription(self, sender: str, *, recipient: str, endpoint: str) -> str:
        """The text by which a sender reaches the device at an endpoint (senders.md, section 6).

        Args:
            sender: The sender's identity, as a text.
            recipient: What the sender's backend calls the user.
            endpoint: The URL of the endpoint.
        """
        parts = ((recipient, 1), (self.topic, 1), (endpoint, 2))
        fields = b"".join(len(text.encode()).to_bytes(size) + text.encode() for text, size in parts)
        identity = read_identity(open_text("sender", sender))
        data = write_statement("subscription", self._seed, fields=fields, others=(identity,))
        return write_text("subscription", data)

    def add_contact(self, sender: str) -> None:
        """Makes a sender a contact, by the text of its identity."""
        self._state.contacts.add(read_identity(open_text("sender", sender)))

    def answer(self, link: Link, capability: bytes) -> bytes:
        """The answer to a sender's link (pairing.md, section 2)."""
        return write_answer(self._seed, link, capability, self.topic.encode(), self.name.encode())

    def open(self, push: Sealed | Mapping[str, Any] | bytes | str, *, kind: str = "alert",
             now: int | None = None) -> Notification:
        """Opens a push as it comes from APNs.

        Args:
            push: The payload, or what `seal` has returned.
            kind: `alert`, or `voip` for a call.
            now: The time in Unix milliseconds; the clock's without it.

        Raises:
            OpeningError: The push is refused; `name` says why.
        """
        if isinstance(push, Sealed):
            push = push.payload
        elif isinstance(push, Mapping):
            push = json.dumps(push)
        moment = int(time.time() * 1000) if now is None else now
        outcome, claim = self._state.open(push.encode() if isinstance(push, str) else push, moment, moment, kind)
        payload = json.loads(claim.content)
        alert = payload["aps"].get("alert", "")
        texts = alert if isinstance(alert, dict) else {"body": alert}
        title, subtitle, body = (
            text if isinstance(text, str) else "" for text in map(texts.get, ("title", "subtitle", "body")))
        return Notification(title, subtitle, body, payload, write_text("sender", claim.idS), outcome != "opened")
