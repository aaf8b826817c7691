# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Faults of messages: each changes a draft in one way that an opener may mind."""

from collections.abc import Callable

from .. import published
from ..messages import LARGEST_ENVELOPE
from ..primitives import GRACE, LAST_TIME, base64url, label, u16, u64
from . import contents, odd_keys
from .dice import Dice, put
from .drafts import DAY, Draft
from .wire import SENDERS

_HEAD = (0, 1, 2, 3, 255)
_LETTERS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_MESSAGE = label("message")


def _not_sealed(dice: Dice, draft: Draft, outer: bytes) -> bytes:
    name, colon, _ = outer.partition(b'"encrypted-content":')
    new = dice.choice((b"1", b"null", b'["AQEAAA"]', b'{"a":"b"}', b"true"))
    renamed = outer.replace(b"encrypted-content", b"Encrypted-content")
    return dice.choice((b"[]", renamed, name + colon + new + b"}", name + colon + new + b"}"))


def _not_base64url(dice: Dice, draft: Draft, text: bytes) -> bytes:
    at = dice.randrange(len(text) + 1)
    odd = dice.choice((b"=", b" ", b"+", b"/", b".", "é".encode()))
    unused = text[:-1] + bytes([dice.choice(_LETTERS)])
    return dice.choice((text[:at] + odd + text[at:], text + b"=" * 2, text[:at], unused))


def _too_long(dice: Dice, draft: Draft, text: bytes) -> bytes:
    return dice.choice((
        b"A" * dice.choice((5031, 5032, 5033, 5100)),
        base64url(dice.randbytes(3775)).encode(),
        base64url(b"\1\1\0\0" + bytes(3770 + dice.randrange(3))).encode(),
        "é".encode() * dice.choice((2516, 2517, 3000)),
    ))  # fmt: skip


def _cut(dice: Dice, draft: Draft, envelope: bytes) -> bytes:
    overhead = draft.target.record.suite.overhead
    edges = (0, 1, 3, 4, 5, 185, overhead - 1, overhead, overhead + 1, len(envelope) - 1)
    return envelope[: dice.choice(edges)]


def _extended(dice: Dice, draft: Draft, envelope: bytes) -> bytes:
    largest = envelope.ljust(LARGEST_ENVELOPE + dice.choice((0, 1)), b"\0")
    return dice.choice((largest, envelope + bytes(dice.choice((1, 2, 3, 16)))))


def _id_of_another(dice: Dice, draft: Draft, data: bytes) -> bytes:
    ids = [prekey.record.prekey_id for prekey in draft.prekeys]
    return put(data, 4, dice.choice([*ids, dice.randbytes(8)]))


def _enc_bit(dice: Dice, draft: Draft, enc: bytes) -> bytes:
    """Not the KEM's; the last bit counts for nothing in the agreement."""
    topped = enc[:-1] + bytes([enc[-1] ^ 0x80])
    return dice.choice((topped, dice.flip_bit(enc), dice.flip_bit(enc)))


def _odd_created(dice: Dice, draft: Draft, rest: bytes) -> bytes:
    ahead = (draft.now + DAY, draft.now + DAY + 1)
    return put(rest, 0, u64(dice.choice((0, LAST_TIME, LAST_TIME + 1, 2**63, 2**64 - 1, *ahead))))


def _odd_ttl(dice: Dice, draft: Draft, rest: bytes) -> bytes:
    odd = dice.choice((0, 1, 2_592_000, 2_592_001, 2**32 - 1))
    return put(rest, 8, odd.to_bytes(4, "big"))


def _odd_length(dice: Dice, draft: Draft, rest: bytes) -> bytes:
    room, length = len(rest) - 46, int.from_bytes(rest[44:46], "big")
    odd = dice.choice((0, room, room + 1, length - 1, length + 1, 65_535))
    return put(rest, 44, u16(odd % 65_536))


def _odd_padding(dice: Dice, draft: Draft, rest: bytes) -> bytes:
    start = 46 + int.from_bytes(rest[44:46], "big")
    return dice.flip_bit(rest, start) if start < len(rest) else rest + b"\1"


def _signed_otherwise(dice: Dice, draft: Draft, message: bytes) -> bytes:
    """Another bit, label or length; or signed once, and sealed anew by somebody else."""
    other = dice.choice((b"", label("prekey"), label("message id"), _MESSAGE[:-1]))
    enc = dice.randbytes(draft.target.record.suite.enc_size)
    sealed_anew = put(message, len(_MESSAGE) + 64 + 28, enc)
    relabelled = other + message[len(_MESSAGE) :]
    changed = (dice.flip_bit(message), relabelled, message[:-1], message + b"\0", sealed_anew)
    return dice.choice(changed)


_BYTES: dict[str, tuple[str, Callable[[Dice, Draft, bytes], bytes]]] = {
    "payload is no json": ("outer", lambda dice, draft, data: contents.bad_json(dice, data)),
    "payload bit": ("outer", lambda dice, draft, data: dice.flip_bit(data)),
    "payload of 16384": ("outer", lambda dice, draft, data: data.ljust(dice.near(16_384))),
    "not sealed": ("outer", _not_sealed),
    "text is no base64url": ("text", _not_base64url),
    "text too long": ("text", _too_long),
    "envelope bit": ("envelope", lambda dice, draft, data: dice.flip_bit(data)),
    "head bit": ("envelope", lambda dice, draft, data: dice.flip_bit(data, 0, 28)),
    "head": (
        "envelope",
        lambda dice, draft, data: put(data, dice.randrange(4), bytes([dice.choice(_HEAD)])),
    ),
    "sealed head": (
        "aad",
        lambda dice, draft, data: put(data, dice.randrange(4), bytes([dice.choice(_HEAD)])),
    ),
    "envelope cut": ("envelope", _cut),
    "envelope extended": ("envelope", _extended),
    "id of another": ("envelope", _id_of_another),
    "sealed id of another": ("aad", _id_of_another),
    "low order enc": ("enc", lambda dice, draft, data: data[:-32] + odd_keys.x25519_key(dice)),
    "enc bit": ("enc", _enc_bit),
    "other info": ("info", lambda dice, draft, data: dice.flip_bit(data)),
    "created": ("rest", _odd_created),
    "time to live": ("rest", _odd_ttl),
    "content length": ("rest", _odd_length),
    "padding": ("rest", _odd_padding),
    "rest bit": ("rest", lambda dice, draft, data: dice.flip_bit(data)),
    "signature": (
        "signature", lambda dice, draft, data: odd_keys.refused_signature(dice, data),
    ),
    "signed otherwise": ("signed", _signed_otherwise),
}  # fmt: skip
"""Which bytes on the way are changed, and how."""


def _prekey_not_held(dice: Dice, draft: Draft) -> None:
    """The device has other prekeys than the one that was sealed to."""
    if draft.target in draft.prekeys and len(draft.prekeys) > 1:
        index = draft.prekeys.index(draft.target)
        del draft.prekeys[index], draft.names[index]


def _over_age(dice: Dice, draft: Draft) -> None:
    draft.now = dice.near(draft.target.record.not_after + GRACE)


def _other_topic(dice: Dice, draft: Draft) -> None:
    longer = draft.topic + "x" if len(draft.topic.encode()) < 255 else "z"
    draft.topic = dice.choice((longer, draft.topic[:-1] or "y", "com.example.app.other"))


def _refused_sender(dice: Dice, draft: Draft) -> None:
    draft.id_s = odd_keys.refused_identity(dice, published.identity(draft.sender).public)


def _policy(dice: Dice, draft: Draft) -> None:
    draft.unknown_senders, draft.contacts = "refuse", dice.some(SENDERS)


def _other_signer(dice: Dice, draft: Draft) -> None:
    draft.signer = dice.choice((*SENDERS, draft.device))


def _clock(dice: Dice, draft: Draft) -> None:
    """The device's clock at an edge, by chance on the right side of it."""
    not_after = draft.target.record.not_after
    lived = min(draft.created + 1000 * draft.delivery.ttl_s, not_after)
    edges = (lived + 300_000, draft.created - DAY, not_after + 300_000, not_after + GRACE)
    draft.now = dice.near(*edges, *edges, 0, LAST_TIME)


def _bad_content(dice: Dice, draft: Draft) -> None:
    content = contents.bad_content(dice)
    if draft.target.record.suite.overhead + len(content) <= LARGEST_ENVELOPE:
        draft.content = content
        draft.plain_size = 110 + len(content) + dice.choice((0, 5))


def _erased_meanwhile(dice: Dice, draft: Draft) -> None:
    draft.run["prekeyErasedMeanwhile"] = True


_INPUTS: dict[str, Callable[[Dice, Draft], None]] = {
    "prekey not held": _prekey_not_held,
    "over age": _over_age,
    "other topic": _other_topic,
    "refused sender": _refused_sender,
    "policy": _policy,
    "other signer": _other_signer,
    "clock": _clock,
    "bad content": _bad_content,
    "erased meanwhile": _erased_meanwhile,
}
"""Other things that decide a message."""

_SELDOM = {"payload bit", "envelope bit", "head bit", "other info", "other topic", "enc bit"}
"""Most of these end as `cannotOpen`, so they are drawn less often."""


def add_fault(dice: Dice, draft: Draft) -> None:
    names = [*_BYTES, *_INPUTS]
    name = dice.choices(names, [1 if name in _SELDOM else 3 for name in names])[0]
    draft.notes.append(name)
    draft.is_damaged = True
    if name in _INPUTS:
        _INPUTS[name](dice, draft)
    else:
        layer, change = _BYTES[name]
        draft.change(layer, lambda data: change(dice, draft, data))
