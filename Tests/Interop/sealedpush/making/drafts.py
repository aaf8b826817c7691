# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Messages in the making: all that decides one, open to faults before it is sealed."""

from collections.abc import Callable
from dataclasses import dataclass, field

from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from .. import published
from ..bundles import Fields, Prekey, make_bundle, make_prekey
from ..kem import encapsulate, key_schedule
from ..messages import (
    LARGEST_ENVELOPE, LONGEST_TTL, TAG, expiry, make_aad, make_info, make_rest, message_to_sign,
)  # fmt: skip
from ..payloads import PUSH_TYPES, Texts, envelope_size, make_content, make_outer
from ..pins import SenderMemory
from ..primitives import HOUR, LAST_TIME, VERSION, base64url
from ..sealing import Delivery, seal
from ..vectors import Vector, write_steps
from . import contents
from .dice import Dice
from .senders import PADDINGS, sized_payload
from .wire import DEVICES, SENDERS

DAY = 24 * HOUR
Change = Callable[[bytes], bytes]


@dataclass
class Draft:
    """All that decides a message, open to faults before it is sealed."""

    device: str
    topic: str
    """The device's; the one that is sealed for is in `delivery`."""
    names: list[str]
    prekeys: list[Prekey]
    target: Prekey
    sender: str
    contacts: list[str]
    unknown_senders: str
    now: int
    created: int
    payload: bytes
    fields: Texts
    delivery: Delivery
    content: bytes | None = None
    """Content as no sealer would seal it."""
    plain_size: int = 0
    """Another size of the plaintext than padding gives."""
    id_s: bytes | None = None
    signer: str | None = None
    changes: dict[str, list[Change]] = field(default_factory=dict)
    """Of the bytes of that name, on their way."""
    run: Vector = field(default_factory=dict)
    """Further members of the vector: `stop`, `prekeyErasedMeanwhile`."""
    is_damaged: bool = False
    notes: list[str] = field(default_factory=list)

    def changed(self, name: str, data: bytes) -> bytes:
        for change in self.changes.get(name, []):
            data = change(data)
        return data

    def change(self, name: str, change: Change) -> None:
        self.changes.setdefault(name, []).append(change)


def _prekeys(dice: Dice, device: str, name: str, created: int, ttl_s: int) -> dict[str, Prekey]:
    """One to six; one reusable of each suite at most (M-23). Their terms may be close."""
    found: dict[str, Prekey] = {}
    taken: set[int] = set()
    for index in range(dice.randint(1, 6)):
        suite = dice.choice((1, 2))
        kind = 1 if suite in taken or dice.chance(0.4) else 0
        taken |= set() if kind else {suite}
        start = max(0, created - dice.choice((-1000, 0, 1, DAY, 40 * DAY)))
        lived = 1000 * ttl_s
        room = dice.choice((1, lived - 1, lived, lived + 1, 45 * DAY, dice.randint(1, 60 * DAY)))
        end = max(min(created + room, LAST_TIME), min(start, LAST_TIME - 1) + 1)
        epoch = dice.choice((486_111, 0, 2**32 - 1, dice.getrandbits(32)))
        min_epoch, offers = dice.choice((0, epoch)), dice.choice((3, 3, suite))
        fields = Fields(VERSION, suite, kind, offers, epoch, min_epoch, min(start, end - 1), end)
        seed = published.prekey_seed(device, f"{name}-{index}")
        found[f"{name}-{index}"] = make_prekey(published.identity(device), seed, fields)
    return found


def _topic(dice: Dice) -> str:
    topic = contents.plain_text(dice, dice.choice((3, 20)))
    longest = topic + "x" * (255 - len(topic.encode()))
    return dice.choice(("com.example.app", "com.example.app", "com.example.app", topic, longest))


def sound_draft(dice: Dice, name: str) -> Draft:
    """A message that opens, at an edge of its times or within."""
    device, sender = dice.choice(DEVICES), dice.choice(SENDERS)
    usual = dice.randint(1_700_000_000_000, 1_900_000_000_000)
    created = dice.choice((usual, usual, dice.randrange(LAST_TIME), 2 * DAY, LAST_TIME - 1))
    ttl_s = dice.choice((1, 60, 3600, LONGEST_TTL, dice.randint(1, LONGEST_TTL)))
    prekeys = _prekeys(dice, device, name, created, ttl_s)
    target = dice.choice(list(prekeys.values()))
    last = min(expiry(created, ttl_s, target.record) + 300_000, LAST_TIME)
    first = min(max(0, created - DAY), last)
    now = dice.choice((first, min(created, last), last, dice.randint(first, last)))
    contacts, policy = dice.some(SENDERS), dice.choice(("show", "refuse"))
    if policy == "refuse" and sender not in contacts:
        contacts.append(sender)
    push, padding = dice.choice(list(PUSH_TYPES)), dice.choice(PADDINGS)
    delivery = Delivery(_topic(dice), ttl_s, push, padding, contents.placeholder(dice))
    fields = contents.fields(dice)
    around = len(make_outer("", delivery.placeholder))
    suite = target.record.suite_number
    payload = sized_payload(dice, fields, suite, push, padding, around)
    draft = Draft(
        device, delivery.topic, list(prekeys), list(prekeys.values()), target, sender, contacts,
        policy, now, created, payload, fields, delivery,
    )  # fmt: skip
    if dice.chance(0.15):
        draft.change("outer", dice.choice((_escaped, _widened, _filled))(dice))
        draft.notes.append("rewrapped")
    if dice.chance(0.1):
        _seal_loosely(dice, draft)
    return draft


def _escaped(dice: Dice) -> Change:
    """The envelope's text with escapes."""

    def change(outer: bytes) -> bytes:
        head, _, rest = outer.rpartition(b':"')
        text, quote, tail = rest.partition(b'"')
        escaped = contents.string(dice, text.decode()).encode()
        return head + b":" + escaped + tail if quote else outer

    return change


def _widened(dice: Dice) -> Change:
    """Other members and white space."""
    inner = contents.random_members(dice, 3, 4)
    joined = "".join(f"{contents.string(dice, key)} : {entry} ," for key, entry in inner)
    return lambda outer: b" {\n" + joined.encode() + outer[1:] + b"\r\n"


def _filled(dice: Dice) -> Change:
    """Around 16,384 bytes (M-47), by a member or by white space on either side."""
    size, way = dice.near(16_384), dice.randrange(3)
    fill: Change = lambda outer: contents.filled(dice, outer, size)
    return (fill, lambda outer: outer.ljust(size), lambda outer: outer.rjust(size))[way]


def _seal_loosely(dice: Dice, draft: Draft) -> None:
    """Content that is sound but not compact, or has fields of its own; any size (M-45)."""
    own = [("sealedpush", contents.sealedpush(dice))] if dice.chance(0.7) else []
    content = contents.payload(dice, own)
    most = LARGEST_ENVELOPE - draft.target.record.suite.overhead
    if len(content) > most:
        content = b' { "aps" : { } } '
    room = most - len(content)
    draft.content = content
    draft.plain_size = 110 + len(content) + dice.choice((0, min(1, room), room))
    draft.notes.append("loosely sealed")


def build(dice: Dice, draft: Draft) -> tuple[bytes, Vector | None]:
    """The outer payload and, where the sealer itself could make it, the values on the way."""
    record, sender, way = draft.target.record, published.sender(draft.sender), draft.delivery
    is_in_term = record.not_before <= draft.created < record.not_after
    if draft.is_damaged or draft.content is not None or not is_in_term:
        outer = make_outer("", way.placeholder)
        text = draft.changed("text", base64url(_envelope(dice, draft)).encode())
        return draft.changed("outer", outer[:-2] + text + outer[-2:]), None
    sealed = seal(
        draft.payload, sender, SenderMemory(), make_bundle(record.id_r, [record]), way,
        draft.created, fields=draft.fields, named_suite=record.suite_number,
        random=dice.randbytes,
    )  # fmt: skip
    steps = write_steps(sealed.envelope, record, dict(sealed.steps))
    return draft.changed("outer", sealed.payload), steps


def _envelope(dice: Dice, draft: Draft) -> bytes:
    """Seals step by step with the changes; without a hedge, which no receiver can see."""
    record, way = draft.target.record, draft.delivery
    content = draft.content
    if content is None:
        content = make_content(draft.payload, draft.fields)
    around = len(make_outer("", way.placeholder))
    size = draft.plain_size or (
        envelope_size(record.suite, len(content), way.push_type, way.padding, around)
        - record.suite.aad_size
        - TAG
    )
    id_s = draft.id_s or published.identity(draft.sender).public
    rest = draft.changed("rest", make_rest(draft.created, way.ttl_s, id_s, content, size))
    message_id = dice.randbytes(16)
    info = draft.changed("info", make_info(way.topic, record, message_id))
    secret, enc = encapsulate(record.suite, record.public_key, dice.randbytes(32))
    aad = draft.changed("aad", make_aad(record, message_id, draft.changed("enc", enc)))
    signed = draft.changed("signed", message_to_sign(info, aad, rest))
    signature = published.identity(draft.signer or draft.sender).private.sign(signed)
    plaintext = draft.changed("signature", signature) + rest
    key, nonce = key_schedule(record.suite, secret, info)
    return draft.changed("envelope", aad + ChaCha20Poly1305(key).encrypt(nonce, plaintext, aad))


def run_of(draft: Draft, outer: bytes) -> Vector:
    """The members of one opening."""
    run = {
        "now": draft.now, "contacts": draft.contacts, "unknownSenders": draft.unknown_senders,
    } | draft.run  # fmt: skip
    try:
        text = outer.decode("utf-8")
    except UnicodeDecodeError:
        text = "\ufeff"
    return run | ({"payloadHex": outer.hex()} if text[:1] == "\ufeff" else {"payload": text})
