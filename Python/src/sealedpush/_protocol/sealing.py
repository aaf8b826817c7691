# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""The choice of a prekey and sealing (senders.md, and message.md, section 12)."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from ..errors import SealingError
from . import crypto, messages
from .attachments import MAX_ATTACHMENTS, MAX_TOTAL, Reference
from .text import Written, b64encode, compact, mend, parse, write
from .wire import Bundle, Record, label

LIMITS = {"alert": 4096, "voip": 5120}
BUCKETS = {"alert": (2048, 2880), "voip": (2048, 2880, 3648)}
FIELDS = ("title", "subtitle", "body")
PLACEHOLDERS = (("title", "body"), ("title-loc-key", "title-loc-args", "loc-key", "loc-args"))
RECENT, NEWEST = 34_560_000_000, 8  # of statements

Placeholder = Mapping[str, str | Sequence[str]]
Encapsulate = Callable[[bytes], tuple[bytes, bytes]]


class Pins(NamedTuple):
    """What a sender remembers of a device; without a reusable record, digest is None."""

    epoch: int = 0
    digest: bytes | None = None
    min_epoch: int = 0


class Own(NamedTuple):
    """The members of `sealedpush` that a caller gives, and the sender's statements with their times."""

    code: str | None = None
    name: str | None = None
    template: Sequence[str] = ()
    attachments: Sequence[Reference] = ()
    remove: Sequence[str] = ()
    paired: bytes = b""
    statements: Sequence[tuple[str, int]] = ()


def check(condition: object, name: str) -> None:
    """Refuses with a class of senders.md, section 8, unless `condition` holds."""
    if not condition:
        raise SealingError(name)


def serving(bundle: Bundle, pins: Pins, now: int) -> tuple[Pins, list[Record]]:
    """Lines 1 to 7 of S-1: the new pins, and the records that serve."""
    r = next((x for x in bundle.records if not x.one_time), None)
    if r:
        check(r.epoch >= pins.epoch, "prekeyRolledBack")
        check(r.epoch != pins.epoch or pins.digest in (None, r.digest), "prekeyContradicted")
    m = max([pins.min_epoch] + [x.min_epoch for x in bundle.records])
    current = [x for x in bundle.records if x.epoch >= m]
    serve = [x for x in current if x.not_before <= now < x.not_after]
    if not serve:
        check(not any(now < x.not_before for x in current), "prekeyNotYetValid")
        check(False, "noPrekey")
    return Pins(r.epoch, r.digest, m) if r else Pins(pins.epoch, pins.digest, m), serve


def size_of(content: int, padding: str, kind: str, around: int) -> int:
    """M-43: the size of the envelope."""
    need = 1271 + content
    sizes = {"buckets": BUCKETS[kind], "constant": BUCKETS[kind][-1:],
             "none": (need,) if need <= min(3774, 3 * (LIMITS[kind] - around) // 4) else ()}
    fitting = [e for e in sizes[padding] if e >= need]
    check(fitting, "contentTooLarge")
    return fitting[0]


def outer(placeholder: Placeholder, text: str) -> bytes:
    """M-31: the outer payload."""
    members: dict[str, Written] = {}
    for key in (k for row in PLACEHOLDERS for k in row):
        if value := placeholder.get(key):
            members[key] = value if isinstance(value, str) else list(value)
    return write({"aps": {"alert": members, "mutable-content": 1},
                  "encrypted-content": text}).encode()


def reference_members(ref: Reference) -> dict[str, Written]:
    """A-6: the members of a reference."""
    return {"url": ref.url, "key": b64encode(ref.key), "sha256": b64encode(ref.sha256),
            "size": ref.size, "type": ref.type}


def add_own(payload: bytes, own: Own, statements: Sequence[str] = ()) -> bytes:
    """M-36: the content, compact."""
    given = {"from": own.code, "name": own.name}
    members: dict[str, Written] = {k: v for k, v in given.items() if v is not None}
    arrays: dict[str, Written] = {
        "template": [f for f in FIELDS if f in own.template],
        "attachments": [reference_members(r) for r in own.attachments],
        "remove": list(own.remove), "statements": list(statements),
        "paired": b64encode(own.paired)}
    members |= {k: v for k, v in arrays.items() if v}
    content = compact(payload)
    return content[:-1] + b',"sealedpush":' + write(members).encode() + b"}" if members else content


def recent(statements: Sequence[tuple[str, int]], now: int) -> list[str]:
    """S-14: the texts of the statements that go along if there is room."""
    return [text for text, time in statements if time >= now - RECENT][-NEWEST:]


def prepare(payload: bytes, kind: str, padding: str, placeholder: Placeholder, own: Own,
            now: int) -> tuple[bytes, int]:
    """Rows 2 to 5 of S-8: the content, and the size of the envelope."""
    payload = mend(payload)
    members = parse(payload)
    check(isinstance(members, dict) and "sealedpush" not in members, "reservedKey")
    check(len(own.attachments) <= MAX_ATTACHMENTS
          and sum(r.size for r in own.attachments) <= MAX_TOTAL, "attachmentsTooLarge")
    around = len(outer(placeholder, ""))
    check(any(placeholder.get(k) for k in ("title", "body", "title-loc-key", "loc-key"))
          and around <= 256, "placeholderRefused")
    content = add_own(payload, own)
    e = size_of(len(content), padding, kind, around)
    texts = recent(own.statements, now)
    for i in range(len(texts)):
        longer = add_own(payload, own, texts[i:])
        # A size that the table does not have is another size, too.
        if 1271 + len(longer) <= e:
            return longer, e
    return content, e


def collapse_id(secret: crypto.Secret, idR: bytes, collapse_key: str) -> str:
    """S-10, with a collapse key."""
    return b64encode(crypto.mac(secret, label("collapse"), idR, collapse_key.encode())[:16])


def seal_content(content: bytes, record: Record, idR: bytes, key: crypto.Secret,
                 secret: crypto.Secret, topic: bytes, ttl_s: int, now: int, e: int, random: bytes,
                 encapsulate: Encapsulate = crypto.xwing_encapsulate) -> bytes:
    """Steps 2 to 7 of M-42: the envelope, with 32 random bytes; `key` is the private key of idS."""
    rest = messages.rest_of_plaintext(now, ttl_s, crypto.identity(key), content, e - 1161)
    message_id = crypto.mac(secret, label("message id"), random, record.digest,
                            crypto.sha256(rest))[:16]
    info = messages.info(topic, idR, record.digest, message_id)
    shared, enc = encapsulate(record.public_key)
    aad = b"\x01" + record.id + message_id + enc
    signature = crypto.sign(key, messages.signed_part(info, aad, rest))
    return aad + crypto.encrypt(shared, info, aad, signature + rest)
