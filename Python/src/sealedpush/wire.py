# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Records, bundles, texts, statements, safety numbers and messages (message.md, devices.md)."""

import re
import struct
from collections import namedtuple
from functools import partial
from unicodedata import category

from . import MAX_TIME, SealedPushError, check, crypto
from .text import JSONError, b64decode, b64encode, is_string, parse

RECORD, MAX_PAYLOAD, MAX_TTL = 1306, 16384, 2_592_000
MIN_ENVELOPE, MAX_TEXT = 1271, 5032
RECORD_HEAD = struct.Struct(">BBIIQQ")

Record = namedtuple(
    "Record", "raw id digest one_time epoch min_epoch not_before not_after public_key")
Bundle = namedtuple("Bundle", "idR records")
Statement = namedtuple("Statement", "identities fields")  # the fields by their names
Message = namedtuple("Message", "created ttl_s idS content")


def label(name):
    return f"SealedPush v1 {name}\0".encode()


def check_version(data):
    check(data, "malformed")
    check(data[0] == 1, "unknownVersion")


# Records and bundles (message.md, section 6; devices.md, section 2)

def read_record(raw, idR):
    """M-24; idR has passed the identity rule."""
    check_version(raw)
    check(len(raw) == RECORD, "malformed")
    _, kind, *terms, not_before, not_after = RECORD_HEAD.unpack(raw[:26])
    check(kind <= 1 and not_before < not_after <= MAX_TIME, "malformed")
    check(crypto.public_key_ok(raw[26:1242]), "keyRefused")
    check(crypto.verify(idR, raw[1242:], label("prekey") + idR + raw[:1242]), "wrongSignature")
    return Record(raw, crypto.sha256(label("prekey id"), idR, raw)[:8], crypto.sha256(raw),
                  kind == 1, *terms, not_before, not_after, raw[26:1242])


def read_bundle(data):
    """V-13."""
    check_version(data)
    check(len(data) >= 35, "malformed")
    idR, count = data[1:33], int.from_bytes(data[33:35])
    check(crypto.encoding_ok(idR), "identityRefused")
    check(count <= 256 and len(data) == 35 + RECORD * count, "malformed")
    records = [read_record(data[i:i + RECORD], idR) for i in range(35, len(data), RECORD)]
    check(len({r.id for r in records}) == count, "repeatedPrekey")
    check(sum(not r.one_time for r in records) <= 1, "malformed")
    return Bundle(idR, records)


def write_bundle(idR, records):
    return b"\x01" + idR + struct.pack(">H", len(records)) + b"".join(records)


# Statements (devices.md, sections 5 and 6; senders.md, section 6)

_ORIGIN = re.compile(
    rb"(https://(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])|http://(?:127\.0\.0\.1|\[::1\]|localhost))"
    rb"(?::([1-9][0-9]{0,4}))?")


def origin_ok(origin):
    """V-21."""
    match = _ORIGIN.fullmatch(origin)
    return match and int(match[2] or b"0") <= 65535 and (
        match[2] != (b"443" if origin.startswith(b"https") else b"80"))


def text_ok(limit, data):
    """1 to limit bytes of UTF-8 without control characters (M-7, S-17)."""
    kinds = map(category, data.decode(errors="surrogateescape"))
    return 1 <= len(data) <= limit and {"Cc", "Cs"}.isdisjoint(kinds)


def endpoint_ok(endpoint):
    """S-18."""
    match = re.fullmatch(rb"([^/]+//[^/]+)/[\w.~/-]+", endpoint)
    return match and origin_ok(match[1]) and len(endpoint) <= 512


STATEMENTS = {  # kind: identities, signatures; of each field its name, bytes of length and rule
    "succession": (2, 2, ()), "revocation": (1, 1, ()), "retirement": (1, 1, ()),
    "possession": (1, 1, (("origin", 2, origin_ok),)),
    "subscription": (2, 1, (("recipient", 1, partial(text_ok, 64)),
                            ("topic", 1, partial(text_ok, 250)), ("endpoint", 2, endpoint_ok)))}


def read_statement(kind, data):
    """V-18; the caller tells the kind."""
    count, signatures, rules = STATEMENTS[kind]
    check_version(data)
    fields, end = {}, 1 + 32 * count
    for name, size, _ in rules:
        start = end + size
        end = start + int.from_bytes(data[end:start])
        fields[name] = data[start:end]
    if kind == "possession":
        fields["challenge"] = data[end:end + 32]
        end += 32
    check(len(data) == end + 64 * signatures, "malformed")
    identities = [data[1 + 32 * i:33 + 32 * i] for i in range(count)]
    check(all(map(crypto.encoding_ok, identities)), "identityRefused")
    check(all(is_ok(fields[name]) for name, _, is_ok in rules), "malformed")
    check(len(set(identities)) == count, "equalKeys")
    for i in range(signatures):
        at = end + 64 * i
        check(crypto.verify(identities[i], data[at:at + 64], label(kind) + data[:end]),
              "wrongSignature")
    return Statement(identities, fields)


CHALLENGES = ("activation", "credential")


def possession_challenge(purpose, origin, device, nonce):
    """V-22."""
    sizes_ok = len(origin) < 1 << 16 and 1 <= len(device) <= 255 and len(nonce) == 32
    check(sizes_ok and origin_ok(origin), "malformed")
    return crypto.sha256(label(purpose), struct.pack(">H", len(origin)), origin,
                         bytes([len(device)]), device, nonce)


# Texts (devices.md, section 4)

TEXTS = ("device", "sender", "succession", "revocation", "retirement", "subscription")


def check_part(prefix, data):
    return crypto.sha256(label("text"), prefix.encode(), data)[:6]


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


# Safety number (devices.md, section 7)

def safety_number(idS, idR):
    """The 60 digits; V-25."""
    check(crypto.encoding_ok(idS) and crypto.encoding_ok(idR), "identityRefused")
    check(idS != idR, "equalKeys")
    digits = ""
    for role, key in ((b"\x01", idS), (b"\x02", idR)):
        h = crypto.sha512(label("safety number"), role, key)
        for _ in range(5199):
            h = crypto.sha512(h, role, key)
        digits += "".join(f"{int.from_bytes(h[i:i + 5]) % 100000:05}" for i in range(0, 30, 5))
    return digits


# Messages (message.md, sections 7 and 9 to 11)

def topic_of(topic, push):
    """M-25."""
    return topic + b".voip" if push == "voip" else topic


def info(topic, idR, digest, message_id):
    return (label("info") + struct.pack(">H", len(topic)) + topic + idR + digest
            + message_id)


def envelope_hash(envelope):
    return crypto.sha256(envelope)[:16]


def signed_part(info_, aad, rest):
    return label("message") + crypto.sha512(info_) + aad + rest


def rest_of_plaintext(created, ttl_s, idS, content, n):
    """The n - 64 bytes behind the signature."""
    head = struct.pack(">QI32sH", created, ttl_s, idS, len(content))
    return (head + content).ljust(n - 64, b"\0")


def read_plaintext(plaintext):
    """The Message of a plaintext (M-38 lines 18 and 19)."""
    created, ttl_s, idS, c = struct.unpack(">QI32sH", plaintext[64:110])
    check(created <= MAX_TIME and 1 <= ttl_s <= MAX_TTL and 110 + c <= len(plaintext)
          and not any(plaintext[110 + c:]), "malformedMessage")
    return Message(created, ttl_s, idS, plaintext[110:110 + c])


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
    envelope = b64decode(text)
    check(envelope and len(text) <= MAX_TEXT, "malformedEnvelope")
    check(envelope[0] == 1, "unknownVersion")
    check(len(envelope) >= MIN_ENVELOPE, "malformedEnvelope")
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


def own_member(content, name):
    """A member of `sealedpush` in content that obeys the content rule; of none, an empty array."""
    return read_content(content).get("sealedpush", {}).get(name, [])


def _strings(content, name, most):
    """The strings among the first entries of an array in `sealedpush`."""
    entries = own_member(content, name)
    return list(filter(is_string, entries[:most] if isinstance(entries, list) else ()))


def names_to_remove(content):
    """T-23: the entries of `remove` that count."""
    return [n for n in _strings(content, "remove", 50) if 1 <= len(n.encode()) <= 64]


def sent_statements(content):
    """D-13: the valid successions and revocations among the first 8 entries of `statements`."""
    found = []
    for text in _strings(content, "statements", 8):
        for kind in ("succession", "revocation"):
            try:
                found.append(read_text(kind, text))
            except SealedPushError:
                pass
    return found
