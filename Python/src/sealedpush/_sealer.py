# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Sealing with a sender's memory, in one transaction: rows 2 to 9 of S-8."""

import os
import sqlite3
from dataclasses import dataclass

from . import _memory
from ._identities import Keys, statements
from ._message import Options
from ._protocol import later, messages, sealing
from ._protocol.sealing import Own
from ._protocol.text import b64encode, mend
from ._protocol.wire import Bundle


@dataclass(frozen=True)
class Sealed:
    """A sealed message for one device.

    Attributes:
        envelope: The envelope, which a relay takes as `application/sealedpush`; 2048 bytes and more.
        payload: The JSON that APNs takes.
        headers: The headers of APNs by their names: topic, push type, expiration and collapse id.
        device: The identity of the device, 32 bytes.
        one_time: True if a one-time prekey serves: forward secrecy begins when the message is opened.
        expires: The end of the message, in Unix milliseconds; a prekey's end may be before the time
            to live.
        statements: How many of the sender's statements go along.
        mended: True if halves of surrogate pairs in the payload became U+FFFD.
    """

    envelope: bytes
    payload: bytes
    headers: dict[str, str]
    device: bytes
    one_time: bool
    expires: int
    statements: int
    mended: bool


def prepare(payload: bytes, options: Options, own: Own, now: int) -> tuple[bytes, int]:
    """Rows 2 to 5 of S-8, which need no device: the content, and the size of the envelope."""
    return sealing.prepare(payload, options.push, options.padding, options.alert, own, now)


def seal(db: sqlite3.Connection, keys: Keys, payload: bytes, options: Options, bundle: Bundle,
         recipient: str | None, now: int, *, trusts_directory: bool = False,
         retirement: bytes | None = None, subscribed: bool = False, paired: bytes = b"") -> Sealed:
    """Seals for one device; the caller commits, also if a SealingError is raised.

    Raises:
        SealingError: In the order of S-8.
    """
    own = options.own._replace(paired=paired, statements=statements(db))
    content, size = prepare(payload, options, own, now)
    gone = _memory.take_given(db, bundle.idR, retirement, recipient, subscribed)
    is_new = _memory.check(db, bundle.idR, recipient, trusts_directory, gone)
    record = _memory.choose(db, bundle, now)
    topic = messages.topic_of(options.topic.encode(), options.push)
    envelope = sealing.seal_content(content, record, bundle.idR, keys.key, keys.secret, topic,
                                    options.ttl, now, size, os.urandom(32))
    if is_new and recipient is not None:
        _memory.put_on_list(db, recipient, bundle.idR, "known")
    expires = min(later(now, 1000 * options.ttl), record.not_after)
    collapse = b64encode(envelope[9:25]) if options.collapse is None else \
        sealing.collapse_id(keys.secret, bundle.idR, options.collapse)
    headers = {"apns-topic": topic.decode(), "apns-push-type": options.push,
               "apns-expiration": str(expires // 1000), "apns-collapse-id": collapse}
    sent = messages.own_member(content, "statements")
    return Sealed(envelope, sealing.outer(options.alert, b64encode(envelope)), headers, bundle.idR,
                  record.one_time, expires, len(sent) if isinstance(sent, list) else 0,
                  mend(payload) != payload)
