# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""A sender (sender.md). Texts are never shortened (S-24 is left out)."""

import os
from dataclasses import dataclass, field

from . import MAX_TIME, check, crypto, later, wire
from .attachments import MAX_ATTACHMENTS, MAX_TOTAL
from .text import JSONError, b64encode, compact, parse, write

LIMITS = {"alert": 4096, "voip": 5120}
BUCKETS = {"alert": (2048, 2880), "voip": (2048, 2880, 3648)}
FIELDS = ("title", "subtitle", "body")
PLACEHOLDERS = (("title", "body"), ("title-loc-key", "title-loc-args", "loc-key", "loc-args"))


@dataclass(frozen=True)
class Pins:
    epoch: int = 0
    digest: bytes = None
    min_epoch: int = 0


@dataclass(frozen=True)
class Sealed:
    envelope: bytes
    payload: bytes
    headers: dict
    created: int
    expiry: int
    ends_early: bool  # S-20


def serving(bundle, pins, now):
    """Lines 1 to 7 of S-1: (the new pins, the records that serve)."""
    r = bundle.reusable
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
    """S-21: the size of the envelope."""
    need = 1271 + content
    sizes = {"buckets": BUCKETS[kind], "constant": BUCKETS[kind][-1:],
             "none": (need,) if need <= min(3774, 3 * (LIMITS[kind] - around) // 4) else ()}
    fitting = [e for e in sizes[padding] if e >= need]
    check(fitting, "contentTooLarge")
    return fitting[0]


def outer(placeholder, text):
    """S-25: the outer payload."""
    members = {k: placeholder[k] for row in PLACEHOLDERS for k in row if placeholder.get(k)}
    return write({"aps": {"alert": members, "mutable-content": 1},
                  "encrypted-content": text}).encode()


def add_options(payload, options):
    """S-28: the content, compact."""
    own = {k: options[k] for k in ("from", "name") if options.get(k) is not None}
    own["template"] = [f for f in FIELDS if f in options.get("template", ())]
    own["attachments"] = options.get("attachments", [])
    own["remove"] = options.get("remove", [])
    own = {k: v for k, v in own.items() if v or k in ("from", "name")}
    content = compact(payload)
    return content[:-1] + b',"sealedpush":' + write(own).encode() + b"}" if own else content


def prepare(payload, kind="alert", padding="buckets", placeholder=None, options=None):
    """Rows 2 to 5 of S-15: (content, size of the envelope)."""
    placeholder, options = placeholder or {}, options or {}
    check("sealedpush" not in parse(payload), "reservedKey")
    files = options.get("attachments", [])
    check(len(files) <= MAX_ATTACHMENTS and sum(f["size"] for f in files) <= MAX_TOTAL,
          "attachmentsTooLarge")
    around = len(outer(placeholder, ""))
    check(any(placeholder.get(k) for k in ("title", "body", "title-loc-key", "loc-key"))
          and around <= 256, "placeholderRefused")
    content = add_options(payload, options)
    return content, size_of(len(content), padding, kind, around)


def collapse_id(secret, idR, collapse_key):
    """S-30, with a collapse key."""
    return b64encode(crypto.mac(secret, b"SealedPush v1 collapse\0", idR,
                                collapse_key.encode())[:16])


def seal_content(content, record, idR, key, secret, topic, ttl_s, now, e, random=None):
    """Steps 2 to 7 of S-17: the envelope, with 96 random bytes; `key` is the private key of idS."""
    random = random or os.urandom(96)
    rest = wire.rest_of_plaintext(now, ttl_s, crypto.identity(key), content, e - 1161)
    message_id = crypto.mac(secret, b"SealedPush v1 message id\0", random[:32], record.digest,
                            crypto.sha256(rest))[:16]
    info = wire.info(topic, idR, record.digest, message_id)
    shared, enc = crypto.xwing_encapsulate(record.public_key, random[32:])
    aad = b"\x01" + record.id + message_id + enc
    signature = crypto.sign(key, wire.signed_part(info, aad, rest))
    return aad + crypto.encrypt(shared, info, aad, signature + rest)


@dataclass
class Sender:
    """A sender with its memory; `available` says whether that can be read and written (S-6)."""

    key: bytes  # the private key of idS
    secret: bytes
    trusts_directory: bool = False
    max_devices: int = 16
    restored: int = None
    available: bool = True
    pins: dict = field(default_factory=dict)  # idR: Pins
    used: dict = field(default_factory=dict)  # prekey id: not_after
    retired: set = field(default_factory=set)
    lists: dict = field(default_factory=dict)  # recipient: {idR: confirmed | unconfirmed | removed}

    def known(self, idR, recipient):
        return self.lists.get(recipient, {}).get(idR) == "confirmed" and idR not in self.retired

    def check_device(self, idR, recipient):
        """S-10."""
        check(self.available, "memoryUnavailable")
        check(idR not in self.retired, "deviceRetired")
        if recipient is None:
            return
        devices = self.lists.get(recipient, {})
        check(devices.get(idR) != "removed", "deviceRetired")
        if self.known(idR, recipient) or not devices:
            return
        check(self.trusts_directory, "newDevice")
        count = sum(s != "removed" and d not in self.retired for d, s in devices.items())
        check(idR in devices or count < self.max_devices, "tooManyDevices")

    def confirm(self, idR, recipient):
        """A person names the device, or it was sealed to (S-11, S-12)."""
        devices = self.lists.setdefault(recipient, {})
        check(idR not in self.retired and devices.get(idR) != "removed", "deviceRetired")
        devices[idR] = "confirmed"

    def accept_link(self, link, recipient):
        """S-11: a device link whose old device is known."""
        old, new = link.identities
        if self.known(old, recipient):
            self.confirm(new, recipient)

    def remove(self, idR, recipient):
        """S-13."""
        self.lists.setdefault(recipient, {})[idR] = "removed"

    def restore(self, now):
        """S-33; removals stay."""
        self.restored = now
        for devices in self.lists.values():
            for idR, state in devices.items():
                devices[idR] = "removed" if state == "removed" else "unconfirmed"

    def choose(self, bundle, now):
        """S-1, with S-2 to S-5 and S-32: the record, pinned and noted."""
        check(self.available, "memoryUnavailable")
        pins, serve = serving(bundle, self.pins.get(bundle.idR, Pins()), now)
        self.pins[bundle.idR] = pins
        for record in serve:
            old = self.restored is not None and record.not_before < self.restored
            if record.one_time and record.id not in self.used and not old:
                self.used[record.id] = record.not_after
                return record
        check(bundle.reusable in serve, "noPrekey")
        return bundle.reusable

    def forget_used(self, previous):
        """S-7, by the `previous` of a clock record."""
        self.used = {i: end for i, end in self.used.items() if previous <= later(end, 300_000)}

    def seal(self, payload, bundle, topic, ttl_s, now, *, recipient=None, kind="alert",
             padding="buckets", placeholder=None, options=None, collapse_key=None):
        """S-15 to S-30: a Sealed; a mistake of the caller is a ValueError."""
        placeholder, options = placeholder or {}, options or {}
        self._check_caller(payload, topic, ttl_s, now, placeholder, options)
        content, e = prepare(payload, kind, padding, placeholder, options)
        self.check_device(bundle.idR, recipient)
        record = self.choose(bundle, now)
        envelope = seal_content(content, record, bundle.idR, self.key, self.secret, topic,
                                ttl_s, now, e)
        self.check_device(bundle.idR, recipient)
        if recipient is not None:
            self.confirm(bundle.idR, recipient)
        expiry = min(later(now, 1000 * ttl_s), record.not_after)
        name = (b64encode(envelope[9:25]) if collapse_key is None
                else collapse_id(self.secret, bundle.idR, collapse_key))
        headers = {"apns-expiration": str(expiry // 1000), "apns-collapse-id": name}
        return Sealed(envelope, outer(placeholder, b64encode(envelope)), headers, now, expiry,
                      expiry < later(now, 1000 * ttl_s))

    @staticmethod
    def _check_caller(payload, topic, ttl_s, now, placeholder, options):
        """Row 1 of S-15."""
        try:
            value = parse(payload)
        except JSONError as error:
            raise ValueError(str(error)) from None
        remove = options.get("remove", [])
        if not (wire.topic_ok(topic) and 1 <= ttl_s <= wire.MAX_TTL and 0 <= now <= MAX_TIME
                and isinstance(value, dict) and isinstance(value.get("aps"), dict)
                and not all(any(k in placeholder for k in row) for row in PLACEHOLDERS)
                and set(options.get("template", ())) <= set(FIELDS)
                and len(remove) <= 50 and all(1 <= len(n.encode()) <= 64 for n in remove)):
            raise ValueError("a mistake of the caller")
