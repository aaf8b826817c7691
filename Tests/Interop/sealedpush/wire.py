# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Records, bundles, texts, statements, safety numbers and messages (message.md, devices.md)."""

import re
import struct
from dataclasses import dataclass

from . import MAX_TIME, SealedPushError, check, crypto, later
from .text import JSONError, b64decode, b64encode, is_string, parse

RECORD, MAX_PAYLOAD, MAX_TTL = 1306, 16384, 2_592_000
MIN_ENVELOPE, MAX_ENVELOPE, MAX_TEXT = 1271, 3774, 5032


def _version(data):
    check(len(data) >= 1, "malformed")
    check(data[0] == 1, "unknownVersion")


# Records (section 6)

@dataclass(frozen=True)
class Record:
    raw: bytes
    id: bytes
    digest: bytes
    one_time: bool
    epoch: int
    min_epoch: int
    not_before: int
    not_after: int
    public_key: bytes


RECORD_HEAD = struct.Struct(">BBIIQQ")


def read_record(raw, idR):
    """M-24; idR has passed the identity rule."""
    _version(raw)
    check(len(raw) == RECORD, "malformed")
    _, kind, epoch, min_epoch, not_before, not_after = RECORD_HEAD.unpack(raw[:26])
    check(kind <= 1, "malformed")
    check(not_before < not_after <= MAX_TIME, "malformed")
    check(crypto.public_key_ok(raw[26:1242]), "keyRefused")
    check(crypto.verify(idR, raw[1242:], b"SealedPush v1 prekey\0" + idR + raw[:1242]),
          "wrongSignature")
    return Record(raw, crypto.sha256(b"SealedPush v1 prekey id\0", idR, raw)[:8],
                  crypto.sha256(raw), kind == 1, epoch, min_epoch, not_before, not_after,
                  raw[26:1242])


# Bundles (section 7)

@dataclass(frozen=True)
class Bundle:
    idR: bytes
    records: tuple

    @property
    def reusable(self):
        return next((r for r in self.records if not r.one_time), None)


def read_bundle(data):
    """V-13."""
    _version(data)
    check(len(data) >= 35, "malformed")
    idR, count = data[1:33], int.from_bytes(data[33:35])
    check(crypto.encoding_ok(idR), "identityRefused")
    check(count <= 256 and len(data) == 35 + RECORD * count, "malformed")
    records = tuple(read_record(data[i:i + RECORD], idR) for i in range(35, len(data), RECORD))
    check(len({r.id for r in records}) == count, "repeatedPrekey")
    check(sum(not r.one_time for r in records) <= 1, "malformed")
    return Bundle(idR, records)


def write_bundle(idR, records):
    return b"\x01" + idR + struct.pack(">H", len(records)) + b"".join(records)


# Statements (section 9)

_ORIGIN = re.compile(
    rb"(https://(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])|http://(?:127\.0\.0\.1|\[::1\]|localhost))"
    rb"(?::([1-9][0-9]{0,4}))?")

# kind: (label, identities, length, signers in the order of their signatures)
STATEMENTS = {
    "succession": (b"SealedPush v1 succession\0", 2, 193, (0, 1)),
    "revocation": (b"SealedPush v1 revocation\0", 1, 97, (0,)),
    "retirement": (b"SealedPush v1 retirement\0", 1, 97, (0,)),
    "possession": (b"SealedPush v1 possession\0", 1, None, (0,)),
    "subscription": (b"SealedPush v1 subscription\0", 2, None, (0,)),
}


@dataclass(frozen=True)
class Statement:
    kind: str
    identities: tuple
    origin: bytes = b""
    challenge: bytes = b""
    fields: tuple = ()


def origin_ok(origin):
    """V-21."""
    match = _ORIGIN.fullmatch(origin)
    if not match or not match[2]:
        return bool(match)
    return int(match[2]) <= 65535 and match[2] != (b"443" if origin[4:5] == b"s" else b"80")


def _name_ok(data, limit):
    """1 to limit bytes of UTF-8 without control characters (M-7, S-17)."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return False
    return 1 <= len(data) <= limit and not re.search("[\0-\x1f\x7f-\x9f]", text)


def endpoint_ok(endpoint):
    """S-18."""
    match = re.fullmatch(rb"(https?://[^/]+)/[A-Za-z0-9._~/-]+", endpoint)
    return bool(match) and origin_ok(match[1]) and len(endpoint) <= 512


def _subscription_fields(data):
    """recipient, topic, endpoint, and where they end"""
    fields, at = [], 65
    for size in (1, 1, 2):
        check(len(data) >= at + size, "malformed")
        start, at = at + size, at + size + int.from_bytes(data[at:at + size])
        fields.append(data[start:at])
    return tuple(fields), at


def read_statement(kind, data):
    """V-18; the caller tells the kind."""
    label, count, length, signers = STATEMENTS[kind]
    _version(data)
    signed = 1 + 32 * count
    origin, challenge, fields = b"", b"", ()
    if kind == "possession":
        check(len(data) >= 35, "malformed")
        n = int.from_bytes(data[33:35])
        signed, length = 67 + n, 131 + n
        origin, challenge = data[35:35 + n], data[35 + n:signed]
    if kind == "subscription":
        fields, signed = _subscription_fields(data)
        length = signed + 64
    check(len(data) == length, "malformed")
    identities = tuple(data[1 + 32 * i:33 + 32 * i] for i in range(count))
    check(all(map(crypto.encoding_ok, identities)), "identityRefused")
    check(kind != "possession" or origin_ok(origin), "malformed")
    if kind == "subscription":
        recipient, topic, endpoint = fields
        check(_name_ok(recipient, 64) and _name_ok(topic, 250) and endpoint_ok(endpoint),
              "malformed")
    check(len(set(identities)) == count, "equalKeys")
    for i, signer in enumerate(signers):
        at = signed + 64 * i
        check(crypto.verify(identities[signer], data[at:at + 64], label + data[:signed]),
              "wrongSignature")
    return Statement(kind, identities, origin, challenge, fields)


CHALLENGES = {"activation": b"SealedPush v1 activation\0",
              "credential": b"SealedPush v1 credential\0"}


def possession_challenge(purpose, origin, device, nonce):
    """V-22."""
    check(origin_ok(origin) and len(origin) <= 65_535, "malformed")
    check(1 <= len(device) <= 255 and len(nonce) == 32, "malformed")
    return crypto.sha256(CHALLENGES[purpose], struct.pack(">H", len(origin)), origin,
                         bytes([len(device)]), device, nonce)


# Texts (section 8)

TEXTS = ("device", "sender", "succession", "revocation", "retirement", "subscription")


def check_part(prefix, data):
    return crypto.sha256(b"SealedPush v1 text\0", prefix.encode(), data)[:6]


def write_text(kind, data):
    prefix = f"sealedpush-{kind}-1:"
    return f"{prefix}{b64encode(data)}.{b64encode(check_part(prefix, data))}"


def open_text(kind, text):
    """The data of a text, by rows 1 to 3 of V-17."""
    text, prefix = text.strip(" \t\n\r"), f"sealedpush-{kind}-1:"
    check(text.startswith(prefix), "wrongPrefix")
    parts = [b64decode(part) for part in text[len(prefix):].split(".")]
    check(len(parts) == 2 and None not in parts, "malformed")
    check(parts[1] == check_part(prefix, parts[0]), "wrongCheck")
    return parts[0]


def read_text(kind, text):
    """V-16 and V-17: a Bundle, a Statement, or the bytes of a sender identity."""
    data = open_text(kind, text)
    if kind == "device":
        return read_bundle(data)
    if kind != "sender":
        return read_statement(kind, data)
    check(len(data) == 32, "malformed")
    check(crypto.encoding_ok(data), "identityRefused")
    return data


# Safety number (section 10)

def safety_number(idS, idR):
    """The 60 digits; V-25."""
    check(crypto.encoding_ok(idS) and crypto.encoding_ok(idR), "identityRefused")
    check(idS != idR, "equalKeys")
    digits = ""
    for role, key in ((b"\x01", idS), (b"\x02", idR)):
        h = crypto.sha512(b"SealedPush v1 safety number\0", role, key)
        for _ in range(5199):
            h = crypto.sha512(h, role, key)
        digits += "".join(f"{int.from_bytes(h[i:i + 5]) % 100000:05}" for i in range(0, 30, 5))
    return digits


# Messages (section 11)

@dataclass(frozen=True)
class Message:
    created: int
    ttl_s: int
    idS: bytes
    content: bytes
    expiry: int


def topic_of(topic, push):
    """M-25."""
    return topic + b".voip" if push == "voip" else topic


def info(topic, idR, digest, message_id):
    return (b"SealedPush v1 info\0" + struct.pack(">H", len(topic)) + topic + idR + digest
            + message_id)


def envelope_hash(envelope):
    return crypto.sha256(envelope)[:16]


def signed_part(info_, aad, rest):
    return b"SealedPush v1 message\0" + crypto.sha512(info_) + aad + rest


def rest_of_plaintext(created, ttl_s, idS, content, n):
    """The n - 64 bytes behind the signature."""
    head = struct.pack(">QI32sH", created, ttl_s, idS, len(content))
    return (head + content).ljust(n - 64, b"\0")


def read_plaintext(plaintext, record):
    """The Message of a plaintext (M-38 lines 18 and 19)."""
    created, ttl_s, idS, c = struct.unpack(">QI32sH", plaintext[64:110])
    check(created <= MAX_TIME and 1 <= ttl_s <= MAX_TTL and 110 + c <= len(plaintext),
          "malformedMessage")
    check(not any(plaintext[110 + c:]), "malformedMessage")
    expiry = min(later(created, 1000 * ttl_s), record.not_after)
    return Message(created, ttl_s, idS, plaintext[110:110 + c], expiry)


# Outer payload and content (sections 13 and 14)

def read_outer(payload):
    """The envelope of an outer payload (M-26, M-28 to M-30; M-38 lines 3 to 7)."""
    check(len(payload) <= MAX_PAYLOAD, "malformedPayload")
    try:
        outer = parse(payload)
    except JSONError:
        outer = None
    check(isinstance(outer, dict), "malformedPayload")
    text = outer.get("encrypted-content")
    check(is_string(text), "notSealed")
    check(0 < len(text.encode()) <= MAX_TEXT, "malformedEnvelope")
    envelope = b64decode(text)
    check(envelope is not None, "malformedEnvelope")
    check(envelope[0] == 1, "unknownVersion")
    check(MIN_ENVELOPE <= len(envelope) <= MAX_ENVELOPE, "malformedEnvelope")
    return envelope


def read_content(content):
    """The content rule (M-34, M-35): the object, or None if it is refused."""
    try:
        value = parse(content)
    except JSONError:
        return None
    if not isinstance(value, dict) or not isinstance(value.get("aps"), dict):
        return None
    own = value.get("sealedpush", {})
    if not isinstance(own, dict) or not all(is_string(own.get(k, "")) for k in ("from", "name")):
        return None
    template = own.get("template", [])
    return value if isinstance(template, list) and all(map(is_string, template)) else None


def own_member(content, name, default=None):
    """A member of `sealedpush` in content that obeys the content rule."""
    return read_content(content).get("sealedpush", {}).get(name, default)


def names_to_remove(content):
    """T-23: the entries of `remove` that count."""
    names = own_member(content, "remove")
    return [n for n in (names if isinstance(names, list) else [])[:50]
            if is_string(n) and 1 <= len(n.encode()) <= 64]


def sent_statements(content):
    """D-13: the valid successions and revocations among the first 8 entries of `statements`."""
    texts, found = own_member(content, "statements"), []
    for text in filter(is_string, (texts if isinstance(texts, list) else [])[:8]):
        for kind in ("succession", "revocation"):
            try:
                found.append(read_text(kind, text))
            except SealedPushError:
                pass
    return found
