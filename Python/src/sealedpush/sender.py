# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""The choice of a prekey and sealing (senders.md, and message.md, section 12). Texts are never shortened."""

from collections import namedtuple

from . import check, crypto, wire
from .attachments import MAX_ATTACHMENTS, MAX_TOTAL
from .text import b64encode, compact, mend, parse, write

LIMITS = {"alert": 4096, "voip": 5120}
BUCKETS = {"alert": (2048, 2880), "voip": (2048, 2880, 3648)}
FIELDS = ("title", "subtitle", "body")
PLACEHOLDERS = (("title", "body"), ("title-loc-key", "title-loc-args", "loc-key", "loc-args"))

Pins = namedtuple("Pins", "epoch digest min_epoch")  # without a reusable record, digest is None


def serving(bundle, pins, now):
    """Lines 1 to 7 of S-1: (the new pins, the records that serve)."""
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


def size_of(content, padding, kind, around):
    """M-43: the size of the envelope."""
    need = 1271 + content
    sizes = {"buckets": BUCKETS[kind], "constant": BUCKETS[kind][-1:],
             "none": (need,) if need <= min(3774, 3 * (LIMITS[kind] - around) // 4) else ()}
    fitting = [e for e in sizes[padding] if e >= need]
    check(fitting, "contentTooLarge")
    return fitting[0]


def outer(placeholder, text):
    """M-31: the outer payload."""
    members = {k: placeholder[k] for row in PLACEHOLDERS for k in row if placeholder.get(k)}
    return write({"aps": {"alert": members, "mutable-content": 1},
                  "encrypted-content": text}).encode()


def add_options(payload, options, statements=()):
    """M-36: the content, compact."""
    own = {k: options[k] for k in ("from", "name") if options.get(k) is not None}
    own["template"] = [f for f in FIELDS if f in options.get("template", ())]
    own["attachments"] = options.get("attachments", [])
    own["remove"] = options.get("remove", [])
    own["statements"] = statements
    own["paired"] = b64encode(options.get("paired", b""))
    own = {k: v for k, v in own.items() if v or k in ("from", "name")}
    content = compact(payload)
    return content[:-1] + b',"sealedpush":' + write(own).encode() + b"}" if own else content


def recent(statements, now):
    """S-14: the texts of the statements that go along if there is room."""
    return [s["text"] for s in statements if s["time"] >= now - 34_560_000_000][-8:]


def prepare(payload, kind, padding, placeholder, options, now):
    """Rows 2 to 5 of S-8: (content, size of the envelope)."""
    payload = mend(payload)
    check("sealedpush" not in parse(payload), "reservedKey")
    files = options.get("attachments", [])
    check(len(files) <= MAX_ATTACHMENTS and sum(f["size"] for f in files) <= MAX_TOTAL,
          "attachmentsTooLarge")
    around = len(outer(placeholder, ""))
    check(any(placeholder.get(k) for k in ("title", "body", "title-loc-key", "loc-key"))
          and around <= 256, "placeholderRefused")
    content = add_options(payload, options)
    e = size_of(len(content), padding, kind, around)
    texts = recent(options.get("statements", ()), now)
    for i in range(len(texts)):
        longer = add_options(payload, options, texts[i:])
        # A size that the table does not have is another size, too.
        if 1271 + len(longer) <= e:
            return longer, e
    return content, e


def collapse_id(secret, idR, collapse_key):
    """S-10, with a collapse key."""
    return b64encode(crypto.mac(secret, wire.label("collapse"), idR,
                                collapse_key.encode())[:16])


def seal_content(content, record, idR, key, secret, topic, ttl_s, now, e, random):
    """Steps 2 to 7 of M-42: the envelope, with 96 random bytes; `key` is the private key of idS."""
    rest = wire.rest_of_plaintext(now, ttl_s, crypto.identity(key), content, e - 1161)
    message_id = crypto.mac(secret, wire.label("message id"), random[:32], record.digest,
                            crypto.sha256(rest))[:16]
    info = wire.info(topic, idR, record.digest, message_id)
    shared, enc = crypto.xwing_encapsulate(record.public_key, random[32:])
    aad = b"\x01" + record.id + message_id + enc
    signature = crypto.sign(key, wire.signed_part(info, aad, rest))
    return aad + crypto.encrypt(shared, info, aad, signature + rest)
