# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Calls with the sender of the usual file, and the same for asyncio."""

import asyncio
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypedDict, Unpack

from ._delivery import Delivery
from ._message import Payload, Placeholder
from ._pairing import Pairing, Phone
from ._sealer import Sealed
from ._sender import Recipient, Sender, Untracked


class SealOptions(TypedDict, total=False):
    """The options of `seal`, which `Sender.seal` explains."""

    ttl: int
    push: str
    padding: str
    placeholder: Placeholder
    code: str | None
    name: str | None
    template: Sequence[str]
    attachments: Sequence[Mapping[str, Any]]
    remove: Sequence[str]
    collapse: str | None
    trusts_directory: bool
    retirement: bytes | None
    now: int | None


class NotifyOptions(TypedDict, total=False):
    """The options of `notify`, which `Sender.notify` explains."""

    to: str | None
    title: str | None
    url: str | None
    sound: str | None
    collapse: str | None
    exact: bool
    payload: Payload | None
    ttl: int
    idempotency_key: str | None
    patience: float


def seal(payload: Payload, bundle: bytes | str, *, topic: str, recipient: str | Untracked,
         sender: Sender | None = None, **options: Unpack[SealOptions]) -> Sealed:
    """Seals an APNs payload for one device, to be sent by a transport of the caller's.

    Args:
        payload: An APNs payload: a mapping, or JSON.
        bundle: The device's bundle, as bytes or text.
        topic: The app's bundle id.
        recipient: Whose device it is, or `UNTRACKED`.
        sender: Whose keys and memory serve; without it those of the usual file, which is made if
            need be.
        **options: Those of `Sender.seal`, such as `ttl`, `push` and `collapse`.

    Returns:
        The envelope, the payload for APNs and its headers.

    Raises:
        UsageError: An argument makes no sense.
        WireError: The bundle is none.
        SealingError: Nothing was sealed.
        StoreError: The usual file cannot be used.
    """
    if sender is not None:
        return sender.seal(payload, bundle, topic=topic, recipient=recipient, **options)
    with Sender() as usual:
        return usual.seal(payload, bundle, topic=topic, recipient=recipient, **options)


def notify(text: str | None = None, *, sender: Sender | None = None,
           **options: Unpack[NotifyOptions]) -> list[Delivery]:
    """Sends a text to a phone that was paired.

    Args:
        text: The text.
        sender: Without it the sender of the usual file.
        **options: Those of `Sender.notify`, such as `to`, `title` and `idempotency_key`.

    Returns:
        A result for each device; `Delivery.error` says why a relay has not taken the message.

    Raises:
        UsageError: An argument makes no sense, or there is no recipient.
        SealingError: The content is refused.
        StoreError: The usual file cannot be used; `noStore` if no phone was ever paired.
    """
    if sender is not None:
        return sender.notify(text, **options)
    with Sender(create=False) as usual:
        return usual.notify(text, **options)


def show_on_terminal(pairing: Pairing) -> None:
    """Prints the code and the link on standard error."""
    print(pairing.qr(color="NO_COLOR" not in os.environ), pairing.link,
          "Scan it with the app, within 10 minutes.", sep="\n", file=sys.stderr)


def ask_at_terminal(phone: Phone) -> str:
    """Asks for the number on standard error."""
    print(f"{phone.name} has answered. Which number does your phone show? ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip()


def pair(relay: str, name: str, *, sender: Sender | None = None, to: str | None = None,
         app_link: str | None = None, show: Callable[[Pairing], None] = show_on_terminal,
         ask: Callable[[Phone], str | None] = ask_at_terminal, unasked: bool = False) -> Phone:
    """Pairs a phone: shows a code, waits for the phone up to 10 minutes, asks for its number.

    Args:
        relay: The public URL of the phone's relay, such as `https://relay.example`.
        name: What the sender calls itself, which the phone shows: 1 to 32 bytes.
        sender: Without it the sender of the usual file, which is made if need be.
        to: The label of a recipient that the phone joins.
        app_link: An https URL that opens the app, which then stands in front of the link.
        show: Shows the code; `Pairing.link` and `Pairing.qr` have it.
        ask: Asks a person for the number that the phone shows; None takes the phone back.
        unasked: True to ask for no number: the first phone that answers is paired, the right one
            or not.

    Returns:
        The phone, which is paired; `recipient` is its label.

    Raises:
        UsageError: An argument makes no sense.
        PairingError: No phone is paired; `name` says why.
        RelayError: The relay does not answer, or refuses.
        StoreError: The sender's file cannot be used.
    """
    with Sender() if sender is None else _Lent(sender) as used:
        pairing = used.pair(relay, name, to=to, app_link=app_link)
        pairing.reach()
        show(pairing)
        phone = pairing.answer()
        try:
            number = None if unasked else ask(phone)
        except BaseException:
            phone.withdraw()
            raise
        phone.confirm(number, unasked=unasked)
        return phone


class _Lent:
    """A caller's sender, which stays open."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def __enter__(self) -> Sender:
        return self._sender

    def __exit__(self, *ignored: object) -> None:
        pass


class AsyncSender:
    """The calls of a `Sender` for asyncio, each in a thread.

    Args:
        sender: The sender; what this class does not have is called on it with
            `asyncio.to_thread`.
    """

    def __init__(self, sender: Sender) -> None:
        self.sender = sender

    async def seal(self, payload: Payload, bundle: bytes | str, *, topic: str, recipient: str | Untracked,
                   **options: Unpack[SealOptions]) -> Sealed:
        """`Sender.seal`."""
        return await asyncio.to_thread(
            self.sender.seal, payload, bundle, topic=topic, recipient=recipient, **options)

    async def notify(self, text: str | None = None, **options: Unpack[NotifyOptions]) -> list[Delivery]:
        """`Sender.notify`."""
        return await asyncio.to_thread(self.sender.notify, text, **options)

    async def pair(self, relay: str, name: str, *, to: str | None = None, app_link: str | None = None) -> Pairing:
        """`Sender.pair`."""
        return await asyncio.to_thread(self.sender.pair, relay, name, to=to, app_link=app_link)

    async def answer(self, pairing: Pairing) -> Phone:
        """`Pairing.answer`: the thread waits up to 10 minutes, also if the task is cancelled."""
        return await asyncio.to_thread(pairing.answer)

    async def confirm(self, phone: Phone, number: str | int | None) -> None:
        """`Phone.confirm`."""
        await asyncio.to_thread(phone.confirm, number)

    async def recipients(self) -> list[Recipient]:
        """`Sender.recipients`."""
        return await asyncio.to_thread(self.sender.recipients)
