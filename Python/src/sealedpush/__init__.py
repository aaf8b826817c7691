# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""End-to-end encrypted push notifications: seal, pair and notify (SealedPush protocol 1).

The first message, after `sealedpush-py pair --relay https://relay.example --name "Build server"`
and a scan by the phone's app:

    import sealedpush

    for delivery in sealedpush.notify("Build done", title="Nightly"):
        if delivery.error:
            print(delivery.recipient, delivery.error)

Pairing from a program:

    phone = sealedpush.pair("https://relay.example", "Build server")
    sealedpush.notify("Hello", to=phone.recipient)

A server with a transport of its own (aioapns, firebase) seals for a device whose bundle it has:

    with sealedpush.Sender("/var/lib/shop/sender.sqlite") as sender:
        sealed = sender.seal({"aps": {"alert": "Your order is ready"}}, bundle,
                             topic="com.example.app", recipient="user-7")
        send(sealed.payload, sealed.headers)

`Sender` has all that a sender remembers, in one file of SQLite that only its user may read. Threads
and processes may share it. `AsyncSender` has the same calls for asyncio. Every exception is a
`SealedPushError` with a class in `name`; none holds content, keys or names.

`sealedpush.testing` has devices and a relay for tests, and a fixture of pytest.

Keys are in memory while a message is sealed. They are overwritten then as far as Python allows:
copies that Python or a library made stay until their memory is used again. Side channels of Python
are not considered.
"""

from ._calls import AsyncSender, notify, pair, seal
from ._delivery import Delivery
from ._pairing import Pairing, Phone
from ._sealer import Sealed
from ._sender import UNTRACKED, ListedDevice, Recipient, Sender, Untracked
from .errors import (
    AttachmentError,
    OpeningError,
    PairingError,
    RelayError,
    SealedPushError,
    SealingError,
    StoreError,
    UsageError,
    WireError,
)

__version__ = "0.1.0"

__all__ = [
    "UNTRACKED",
    "AsyncSender",
    "AttachmentError",
    "Delivery",
    "ListedDevice",
    "OpeningError",
    "Pairing",
    "PairingError",
    "Phone",
    "Recipient",
    "RelayError",
    "Sealed",
    "SealedPushError",
    "SealingError",
    "Sender",
    "StoreError",
    "Untracked",
    "UsageError",
    "WireError",
    "notify",
    "pair",
    "seal",
]
