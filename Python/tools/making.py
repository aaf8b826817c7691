# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Makes test vectors at random, sound and faulty, from a seed."""

import copy
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from sealedpush._protocol import MAX_TIME, attachments, crypto, messages, pairing, sealing, wire
from sealedpush._protocol.sealing import Own
from sealedpush._protocol.text import b64encode
from sealedpush.errors import SealedPushError, SealingError

from .building import payload_member, seal, secret
from .dice import BASE_URL, Dice, put, with_member
from .vectors import fields_of, new_device, own_of, run, run_opening

DAY, NOW = 86_400_000, 1_800_000_000_000
DEVICES, SENDERS = ("phone-1", "phone-2"), ("server-1", "server-2", "person-1")
TIMES = (0, 1, MAX_TIME - 1, MAX_TIME, MAX_TIME + 1, 2**64 - 1)
PADDINGS = ("buckets", "buckets", "constant", "none")


def u64(number: int) -> bytes:
    return number.to_bytes(8)


def name_of(who: str) -> bytes:
    return crypto.identity(secret("identity", who))


def fault_count(dice: Dice) -> int:
    return dice.choice((0, 0, 1, 1, 1, 2, 3))


def ended(dice: Dice, signed: bytes, signatures: list[bytes], faults: Sequence[str | None]) -> bytes:
    """Signatures behind what they sign, with faults of this end."""
    for fault in faults:
        if fault == "signature" and signatures:
            signatures[-1] = dice.signature(signatures[-1])
            dice.shuffle(signatures)
    data = signed + b"".join(signatures)
    for fault in faults:
        if fault == "bit":
            data = dice.flip(data)
        elif fault == "cut":
            data = data[:dice.choice((0, 1, 2, 33, 35, 67, len(data) - 1, dice.randrange(len(data) + 1)))]
        elif fault == "longer":
            data += bytes(dice.choice((1, 64, 1306)))
    return data


ENDS = ("signature", "bit", "cut", "longer")


# Records, bundles, statements, texts, numbers

def terms(dice: Dice) -> tuple[int, ...]:
    """Sound (class, epoch, min_epoch, not_before, not_after) of any record."""
    epoch, start = dice.choice((0, 486_111, 2**32 - 1)), dice.choice((0, MAX_TIME - 1, NOW))
    end = dice.choice((start + 1, MAX_TIME, dice.randint(start + 1, MAX_TIME)))
    return dice.randrange(2), epoch, dice.choice((0, epoch, dice.getrandbits(32))), start, end


def record(dice: Dice, device: str, prekey: str, fields: tuple[int, ...], faults: int = 0) -> bytes:
    key, label, ends = secret("identity", device), b"SealedPush v1 prekey\0", []
    public = crypto.xwing_public_key(secret("prekey", f"{device} {prekey}"))
    raw = wire.RECORD_HEAD.pack(1, *fields) + public
    for _ in range(faults):
        odd = dice.choice(((0, bytes([dice.choice((0, 2, 255))])), (1, dice.choice((b"\2", b"\xff"))),
                           (10, u64(dice.choice(TIMES))), (18, u64(dice.choice(TIMES))),
                           (26, dice.public_key()), (26, dice.public_key()), None, *ENDS))
        if odd is None:
            label = dice.choice((b"SealedPush v1 prekey id\0", b"SealedPush v1 message\0", b""))
        elif isinstance(odd, str):
            ends.append(odd)
        else:
            raw = put(raw, *odd)
    return ended(dice, raw, [crypto.sign(key, label + crypto.identity(key) + raw)], ends)


def make_record(dice: Dice, name: str) -> dict[str, str]:
    device, reader = dice.choice(DEVICES), dice.choice(DEVICES)
    made = record(dice, device, name, terms(dice), fault_count(dice))
    reader = reader if dice.chance(0.1) else device
    return {"kind": "record", "rule": "M-24", "identity": name_of(reader).hex(), "record": made.hex()}


def bundle(dice: Dice, name: str, faults: int) -> bytes:
    device = dice.choice(DEVICES)
    version, key, tail = b"\1", name_of(device), b""
    fields = [terms(dice) for _ in range(dice.randint(0, 4))]
    if dice.chance(0.8):  # one reusable record at most
        fields = [(int(i > 0), *f[1:]) for i, f in enumerate(fields)]
    spoilt = dice.randrange(4) if faults and dice.chance(0.4) else None
    records = [record(dice, device, f"{name}-{i}", f, int(i == spoilt)) for i, f in enumerate(fields)]
    count = None
    for _ in range(faults):
        match dice.randrange(5):
            case 0:
                version = dice.choice((b"\0", b"\2", b"\xff"))
            case 1:
                key = dice.identity(key)
            case 2:
                count = dice.choice((0, 1, 255, 256, 257, 65_535))
            case 3:
                tail = dice.choice((b"\0", bytes(2), bytes(1306)))
            case _ if records:
                records.append(dice.choice(records))
    data = b"".join(records) + tail
    data = version + key + (len(records) if count is None else count).to_bytes(2) + data
    return ended(dice, data, [], dice.choices(("bit", "cut", ""), (1, 1, 8)) if faults else [])


def make_bundle(dice: Dice, name: str) -> dict[str, str]:
    return {"kind": "bundle", "rule": "V-13", "bundle": bundle(dice, name, fault_count(dice)).hex()}


def origin(dice: Dice) -> bytes:
    """Sound, or with an odd character."""
    sound = dice.choice(("https://a-1.example", "https://[::1]:8443", "http://localhost", "http://127.0.0.1:1",
                         "https://a:65535"))
    at, odd = dice.randrange(len(sound)), dice.choice([*"Aa:/@?#[] é", ":443", ":80", ":65536", ":0"])
    return dice.choice((sound, sound, sound[:at] + odd + sound[at + 1:], sound + odd)).encode()


def subscription_fields(dice: Dice) -> bytes:
    """Mostly sound; lengths that do not fit now and then."""
    def pick(sound: tuple[Any, ...], odd: tuple[Any, ...]) -> Any:
        return dice.choice(odd if dice.chance(0.1) else sound)

    where = pick((b"https://a-1.example", b"http://[::1]:1"), (origin(dice), b"https://a_1", b"https:/"))
    body = b""
    for size, data in ((1, pick((b"user-7", "é".encode(), b" " * 64), (b"", b"a" * 65, b"\x1f", b"\xc2\x80"))),
                       (1, pick((b"com.example.app", b"a" * 250), (b"", b"\x7f", b"\xc3"))),
                       (2, where + pick((b"/e/Ab-._~9", b"/x"), (b"/", b"", b"/" + b"a" * 600, b"/a b", b"/?")))):
        length = len(data) + pick((0,), (-1, 1, 200))
        body += (length % 256**size).to_bytes(size) + data
    return body


def statement(dice: Dice, kind: str, faults: int) -> bytes:
    label, (count, signers, _) = wire.label(kind), wire.STATEMENTS[kind]
    people = dice.sample((*DEVICES, *SENDERS), count)
    version, ends = b"\1", []
    keys, proof = [name_of(who) for who in people], b""
    if kind == "possession":
        where = dice.choice((b"", b"\xff", b"x" * 65_535)) if dice.chance(0.05) else origin(dice)
        size = len(where) + (dice.choice((-1, 1, 300)) if dice.chance(0.05) else 0)
        proof = (size % 65_536).to_bytes(2) + where + dice.randbytes(32)
    elif kind == "subscription":
        proof = subscription_fields(dice)
    for _ in range(faults):
        match dice.randrange(6):
            case 0:
                version = dice.choice((b"\0", b"\2", b"\xff"))
            case 1:
                keys[-1] = dice.identity(keys[-1])
                dice.shuffle(keys)
            case 2:
                label = dice.choice((b"", *map(wire.label, wire.STATEMENTS)))
            case 3:
                people[-1], keys[-1] = people[0], keys[0]
            case _:
                ends.append(dice.choice(ENDS))
    body = version + b"".join(keys) + proof
    signatures = [crypto.sign(secret("identity", people[i]), label + body) for i in range(signers)]
    return ended(dice, body, signatures, ends)


def make_statement(dice: Dice, name: str) -> dict[str, str]:
    kind = dice.choice(list(wire.STATEMENTS))
    data = statement(dice, kind, fault_count(dice))
    return {"kind": kind, "rule": "V-18", "bytes": data.hex()}


def make_text(dice: Dice, name: str) -> dict[str, str]:
    kind, faults = dice.choice(wire.TEXTS), fault_count(dice)
    inside = dice.choice(list(wire.STATEMENTS)) if faults and dice.chance(0.1) else kind
    data = name_of(dice.choice(SENDERS))
    if kind == "device":
        data = bundle(dice, name, faults and dice.randrange(2))
    elif kind != "sender":
        data = statement(dice, inside, faults and dice.randrange(2))
    elif faults and dice.chance(0.4):
        data = dice.choice((data[:31], data + b"\0", b"", dice.identity(data)))
    prefix, check, mistyped = f"sealedpush-{kind}-1:", None, 0
    for _ in range(faults):
        match dice.randrange(6):
            case 0:
                other = f"sealedpush-{dice.choice(wire.TEXTS)}-1:"
                prefix = dice.choice((other, prefix.upper(), "", prefix[:-1], " " + prefix, prefix + " "))
            case 1:
                size = dice.choice((0, 5, 7, 32))
                check = (wire.check_part(prefix, data) + bytes(26))[:size]
            case 2:
                mistyped += 1
    check = wire.check_part(prefix, data) if check is None else check
    text = f"{prefix}{b64encode(data)}.{b64encode(check)}"
    for _ in range(mistyped):
        at = dice.randrange(len(text) + 1)
        text = dice.choice((
            text[:at] + dice.choice(" \n.=+/Aé_-") + text[at:], text[:at] + dice.choice("Ab01_-.") + text[at + 1:],
            text[:at], text + dice.choice(("=", ".", ".AAAA", "A", "\x0b", "\xa0", "\0")),
            dice.choice(("\x0b", "\xa0", "\ufeff", "x")) + text))
    ends = (" ", "\t", "\r\n", "", "")
    return {"kind": kind + "Text", "rule": "V-17", "text": dice.choice(ends) + text + dice.choice(ends)}


def make_number(dice: Dice, name: str) -> dict[str, str]:
    """A safety number or a collapse id."""
    device = name_of(dice.choice(DEVICES))
    if dice.chance(0.5):
        return {"kind": "collapseID", "rule": "S-10", "sender": dice.choice(SENDERS),
                "device": device.hex(), "collapseKey": dice.text(60)}
    keys = [crypto.identity(dice.randbytes(32)), device]
    keys = [dice.identity(key) if dice.chance(0.2) else key for key in keys]
    keys[1] = keys[dice.choice((0, 1, 1, 1, 1))]
    return {"kind": "safetyNumber", "rule": "V-25", "sender": keys[0].hex(), "device": keys[1].hex()}


def make_challenge(dice: Dice, name: str) -> dict[str, str]:
    """What a possession proof answers, now and then of a size that has none."""
    return {"kind": "possessionChallenge", "rule": "V-22", "purpose": dice.choice(wire.CHALLENGES),
            "origin": origin(dice).decode(), "device": dice.text(dice.choice((0, 8, 60, 300))),
            "nonce": dice.randbytes(dice.choice((32, 32, 32, 0, 31, 33))).hex()}


# Pairing

def short_texts(dice: Dice, odd: str | None, *sound: tuple[bytes, ...]) -> bytes:
    """Texts behind a byte that has their length, one of them perhaps refused."""
    found = [dice.choice(texts) for texts in sound]
    at, size_at = dice.randrange(len(found)), dice.randrange(len(found))
    if odd == "text":
        found[at] = dice.choice((b"", b"a" * 33, b"a" * 65, b"a" * 101, b"a" * 255, b" a", b"a\t", b"a\x7f", b"a\xc3",
                                 "\u202ea".encode(), b"https://a", b"http://a", b"A", dice.text(20).encode()))
    lengths = [len(text) for text in found]
    if odd == "length":
        lengths[size_at] = (lengths[size_at] + dice.choice((-1, 1, 200))) % 256
    return b"".join(bytes([length]) + text for length, text in zip(lengths, found))


NAMES = (b"a", b"Ann's phone", "Zo\u00eb \U0001f3e5".encode(), "\u00e9".encode() * 16)
ODD = ("text", "text", "length", "version", "identity", "signature", "link", "label", "padding", *ENDS[1:])


def link(dice: Dice, odd: str | None) -> bytes:
    """The data of a link."""
    relays = (b"relay.example", b"a:1", b"http://[::1]", b"http://localhost:8080", b"a" * 100)
    identity = name_of(dice.choice(SENDERS))
    data = (dice.choice((b"\0", b"\2")) if odd == "version" else b"\1") + dice.randbytes(16)
    data += dice.identity(identity) if odd == "identity" else identity
    data += dice.choice((bytes(4), b"\xff" * 4, dice.randbytes(4))) + short_texts(dice, odd, NAMES, relays)
    return ended(dice, data, [], [odd])


def answer_vector(dice: Dice, odd: str | None) -> dict[str, str]:
    """An answer to a sound link, in a plaintext."""
    to, device = link(dice, None), dice.choice((*DEVICES, *SENDERS))
    data = (dice.choice((b"\0", b"\2")) if odd == "version" else b"\1")
    data += dice.identity(name_of(device)) if odd == "identity" else name_of(device)
    data += dice.randbytes(32) + short_texts(dice, odd, (b"com.example.app", b"a" * 250), (*NAMES, b"a" * 64))
    signed = pairing.signed(pairing.read_link(link(dice, None) if odd == "link" else to), data)
    signed = b"SealedPush v1 possession\0" + signed[22:] if odd == "label" else signed
    data = ended(dice, data, [crypto.sign(secret("identity", device), signed)], [odd])
    data = data + dice.choice((b"\1", bytes(300) + b"\x80")) if odd == "padding" else data
    plaintext = data.ljust(pairing.PLAINTEXT if dice.chance(0.95) else dice.choice((1023, 1025)), b"\0")
    return {"kind": "pairingAnswer", "rule": "L-5", "link": to.hex(), "plaintext": plaintext.hex()}


def make_pairing(dice: Dice, name: str) -> dict[str, str]:
    """A link, its text, an answer or a box."""
    odd = dice.choice((None, *ODD))
    match dice.randrange(5):
        case 0:
            return {"kind": "pairingLink", "rule": "L-2", "bytes": link(dice, odd).hex()}
        case 1:
            text = wire.write_text("pair", link(dice, odd if dice.chance(0.3) else None))
            if dice.chance(0.5):
                text = dice.choice(("https://a.example/#", "https://a/?b=c#", "https://a", "http://a#")) + text[18:]
            at = dice.randrange(len(text))
            text = text[:at] + dice.choice("#.A_ ") + text[at:] if dice.chance(0.3) else text
            text = dice.choice(("", " ", "\r\n")) + text + dice.choice(("", "\t"))
            return {"kind": "pairingText", "rule": "L-4", "text": text}
        case 2:
            key = dice.randbytes(16)
            box = pairing.seal_box(key, dice.randbytes(16), dice.randbytes(dice.choice((0, 300, 1024))))
            box = ended(dice, box, [], [odd])
            key = dice.flip(key) if dice.chance(0.1) else key
            return {"kind": "dropBox", "rule": "L-7", "secret": key.hex(), "box": box.hex()}
        case _:
            return answer_vector(dice, odd)


# Choices and sealings

def make_choice(dice: Dice, name: str) -> dict[str, Any]:
    device, base = dice.choice(DEVICES), dice.choice((486_111, 1, 2**32 - 3))
    edges = (NOW, NOW + 1, NOW - 1, NOW - 10**9, NOW + 10**9, 0, MAX_TIME)
    records, reusable = [], dice.randrange(5)
    for i in range(dice.choice((0, 1, 2, 3, 4, 5))):
        epoch = dice.choice((*[base] * 8, base - 1, base + 1))
        minimum = dice.choice((*[0] * 9, epoch, epoch - 1, epoch + 1)) if epoch else 0
        start, end = sorted(dice.sample(edges, 2))
        if dice.chance(0.5):
            start, end = NOW - dice.choice((0, 10**9)), NOW + dice.choice((1, 10**9))
        elif dice.chance(0.3):
            start, end = NOW + 1, NOW + 2
        fields = int(i != reusable), epoch, minimum, start, end
        records.append(record(dice, device, f"{name}-{i}", fields))
    data = wire.write_bundle(name_of(device), records)
    vector: dict[str, Any] = {"kind": "choice", "rule": "S-1", "now": NOW, "bundle": data.hex()}
    if dice.chance(0.6):
        vector["pins"] = {"epoch": 0, "minimumEpoch": dice.choice((0, 0, 0, base))}
        digests = [dice.randbytes(32), *map(crypto.sha256, records[reusable:reusable + 1])]
        if dice.chance(0.8):
            vector["pins"]["epoch"] = dice.choice((*[base] * 4, base - 1, base + 1))
            if dice.chance(0.8):
                vector["pins"]["digest"] = dice.choice(digests[-1:] * 3 + digests).hex()
    return vector


def placeholder(dice: Dice) -> dict[str, Any]:
    """Texts or keys, never all empty."""
    title, body, args = dice.text(4), dice.text(6) or "New", [dice.text(3) for _ in range(2)]
    return dice.choice((
        {"body": "New notification"}, {"title": title, "body": body}, {"title": body, "body": ""},
        {"loc-args": args, "title-loc-key": title, "loc-key": body, "title-loc-args": args[:1]},
        {"loc-key": body, "loc-args": dice.choice((args, []))}))


def notification_name(dice: Dice) -> str:
    """1 to 64 bytes of UTF-8."""
    return dice.choice((b64encode(dice.randbytes(16)), "x", "é" * 32, '"\\ \n', "n" * 64))


def options(dice: Dice) -> dict[str, Any]:
    """Options of a sealing in a caller's order."""
    def references() -> list[str]:
        kind = dice.choice(list(attachments.LIMITS))
        files = ({"type": kind, "size": dice.choice((39, attachments.LIMITS[kind])), "url": BASE_URL, "more": [1],
                  "sha256": b64encode(dice.randbytes(32)), "key": b64encode(dice.randbytes(16))}
                 for _ in range(dice.choice((0, 1, 1, 2, 3, 11))))
        return [json.dumps(file) for file in files]
    found = {"from": dice.text(), "name": dice.text(), "attachments": references(),
             "template": dice.choices(("body", "title", "subtitle"), k=dice.randint(0, 4)),
             "remove": [notification_name(dice) for _ in range(dice.choice((0, 1, 3)))],
             "paired": dice.randbytes(16).hex(),
             "statements": [{"text": dice.choice(("r" * 163, "s" * 291)),
                             "time": NOW - 34_560_000_000 + dice.choice((-1, 0, 1, DAY))}
                            for _ in range(dice.choice((0, 1, 2, 9)))]}
    return {name: found[name] for name in dice.some(list(found))}


def sized_payload(dice: Dice, fields: Own, push: str, padding: str, around: int, over: int = 0) -> bytes:
    """A payload whose content is often at an edge of the sizes, or `over` the last one."""
    limit = min(3774, 3 * (sealing.LIMITS[push] - around) // 4)
    sizes = [size - 1271 for size in (*sealing.BUCKETS[push], limit)]
    most = sizes[-1 if padding == "none" else -2]
    wanted = most + over if over else min(dice.choice((*sizes, sizes[0] + 1, dice.randint(0, most))), most)
    payload = dice.payload()
    for sound in (payload, b'{"aps":{}}'):
        growth = wanted - len(sealing.add_own(sound, fields))
        if growth >= 10:
            return dice.filled(sound, len(sound) + growth)
    return payload


def make_sealing(dice: Dice, name: str) -> dict[str, Any]:
    """Sound, or with up to all refusals, of which the first counts."""
    push, padding = dice.choice(("alert", "voip")), dice.choice(PADDINGS)
    faults = dice.sample(("reserved", "empty", "wide", "large"), dice.choice((0, 0, 0, 1, 1, 2, 4)))
    given, fields = placeholder(dice), options(dice)
    if "wide" in faults or dice.chance(0.3):
        key = dice.choice([k for k, v in given.items() if isinstance(v, str) and v])
        missing = 256 + ("wide" in faults) * dice.choice((1, 2, 100)) - len(sealing.outer(given, ""))
        given[key] += "é" * (missing // 2) + "x" * (missing % 2) if missing > 0 else ""
    if "empty" in faults:
        given = dice.choice(({k: "" if isinstance(v, str) else v for k, v in given.items()}, {}, {"title": ""}))
    over = dice.choice((1, 1, 2, 1000)) if "large" in faults else 0
    payload = sized_payload(dice, own_of(fields), push, padding, len(sealing.outer(given, "")), over)
    if dice.chance(0.1):  # S-9
        payload = with_member(payload, b'"\\udc00":"\\ud83d\\ud83d\\ude00"')
    if "reserved" in faults:
        member = f'{dice.string("sealedpush")}:{dice.value(2)}'
        payload = with_member(payload, member.encode())
    vector = {"kind": "sealing", "rule": "S-8", "push": push, "padding": padding, "placeholder": given,
              "payload": payload.decode()}
    now = {"now": NOW} if "statements" in fields else {}
    return vector | ({"fields": fields} if fields else {}) | now


# Messages

def records_around(dice: Dice, device: str, name: str, created: int, ttl_s: int) -> dict[str, bytes]:
    """One to four records by the names of their prekeys; their terms may be close."""
    found, lived = {}, 1000 * ttl_s
    for i in range(dice.randint(1, 4)):
        start = max(0, created - dice.choice((-1000, 0, 1, DAY, 40 * DAY)))
        room = dice.choice((1, lived - 1, lived, lived + 1, 45 * DAY))
        end = max(min(created + room, MAX_TIME), min(start, MAX_TIME - 1) + 1)
        one_time = int(i > 0 or dice.chance(0.4))
        fields = one_time, dice.getrandbits(32), dice.choice((0, 9)), min(start, end - 1), end
        found[f"{name}-{i}"] = record(dice, device, f"{name}-{i}", fields)
    return found


def sound_draft(dice: Dice, name: str) -> SimpleNamespace:
    """All that decides a message that opens, at an edge of its times or within."""
    d = SimpleNamespace(device=dice.choice(DEVICES), sender=dice.choice(SENDERS), run={},
                        changes={}, idS=None, signer=None)
    usual = dice.randint(NOW - 10**11, NOW + 10**11)
    d.created = dice.choice((usual, usual, dice.randrange(MAX_TIME), 2 * DAY, MAX_TIME - 1))
    d.ttl_s = dice.choice((1, 60, 3600, messages.MAX_TTL))
    d.records = records_around(dice, d.device, name, d.created, d.ttl_s)
    target = dice.choice(list(d.records))
    d.target = wire.read_record(d.records[target], name_of(d.device))
    d.placeholder, push, padding = placeholder(dice), dice.choice(("alert", "voip")), dice.choice(PADDINGS)
    around = len(sealing.outer(d.placeholder, ""))
    if dice.chance(0.6):
        fields = own_of(options(dice))
        payload = sized_payload(dice, fields, push, padding, around)
        d.content, e = sealing.prepare(payload, push, padding, d.placeholder, fields, NOW)
    else:  # as no sealer of ours writes it
        d.content = dice.payload([("sealedpush", dice.own())])
        need = 1271 + len(d.content)
        e = dice.choice((need, min(need + 1, 3774), 3774))
        if need > 3774:
            raise SealingError("contentTooLarge")
    d.n = e - 1161
    d.topic = dice.choice(("com.example.app", "com.example.app", "é", "日" * 83))
    d.sealed_topic = messages.topic_of(d.topic.encode(), push)
    if push == "voip":
        d.run["push"] = push
    last = min(min(d.created + 1000 * d.ttl_s, d.target.not_after) + 300_000, MAX_TIME)
    first = min(dice.choice((0, max(0, d.created - DAY))), last)
    d.now = dice.choice((first, min(d.created, last), last, dice.randint(first, last)))
    d.unknown, d.contacts = dice.choice(("show", "refuse")), {*dice.some(SENDERS), d.sender}
    if d.unknown == "show" and dice.chance(0.3):
        d.contacts.remove(d.sender)
    if dice.chance(0.2):
        d.run["arrival"] = dice.choice((first, d.now))
        d.now = min(d.now + dice.choice((0, DAY, 7 * DAY)), d.target.not_after + 7 * DAY + 300_000, MAX_TIME)
    if dice.chance(0.15):
        d.changes["outer"] = [dice.choice((escaped, widened, longest))]
    return d


def escaped(dice: Dice, d: SimpleNamespace, outer: bytes) -> bytes:
    head, name, text = outer.partition(b'"encrypted-content":')
    return head + name + dice.string(text[1:-2].decode()).encode() + b"}"


def widened(dice: Dice, d: SimpleNamespace, outer: bytes) -> bytes:
    more = dice.members([("more", "1"), *dice.pairs(3, 4)])
    return b" " + more[:-1].encode() + b" ,\n" + outer[1:] + b"\r\n"


def longest(dice: Dice, d: SimpleNamespace, outer: bytes) -> bytes:
    return dice.choice((dice.filled(outer, 16_384), outer.ljust(16_384), outer.rjust(16_384)))


def not_sealed(dice: Dice, d: SimpleNamespace, outer: bytes) -> bytes:
    head, name, _ = outer.partition(b'"encrypted-content":')
    new = dice.choice((b"1", b"null", b'["AQEAAA"]', b'{"a":"b"}', b"true"))
    renamed = outer.replace(b"encrypted-content", b"Encrypted-content")
    return dice.choice((b"[]", renamed, head + name + new + b"}"))


def not_base64url(dice: Dice, d: SimpleNamespace, text: bytes) -> bytes:
    at = dice.randrange(len(text) + 1)
    odd = dice.choice((b"=", b" ", b"+", b"/", b".", "é".encode()))
    return dice.choice((text[:at] + odd + text[at:], text + b"==", text[:at], text[:-1] + b"7"))


def too_long(dice: Dice, d: SimpleNamespace, text: bytes) -> bytes:
    return dice.choice((b"A" * dice.choice((5031, 5032, 5033)), b"AQ" + b"A" * dice.choice((5030, 5031)),
                        b64encode(b"\1" + bytes(3774)).encode(), "é".encode() * dice.choice((2516, 2517))))


def head(dice: Dice, d: SimpleNamespace, data: bytes) -> bytes:
    return put(data, 0, dice.choice((b"\0", b"\2", b"\xff")))


def other_id(dice: Dice, d: SimpleNamespace, data: bytes) -> bytes:
    ids = [wire.read_record(raw, name_of(d.device)).id for raw in d.records.values()]
    return put(data, 1, dice.choice([*ids, dice.randbytes(8)]))


def padding(dice: Dice, d: SimpleNamespace, rest: bytes) -> bytes:
    start = 46 + int.from_bytes(rest[44:46])
    return dice.flip(rest, start) if start < len(rest) else rest + b"\1"


def signed_otherwise(dice: Any, d: Any, message: Any) -> Any:
    return dice.choice((dice.flip(message), b"SealedPush v1 prekey\0" + message[22:], message[:-1], message + b"\0"))


LENGTHS = (0, 1, 8, 9, 1144, 1145, 1270, 1271)
FAULTS = {  # layer, change of its bytes
    "payload is no json": ("outer", lambda dice, d, b: dice.bad_json(b)),
    "payload bit": ("outer", lambda dice, d, b: dice.flip(b)),
    "payload size": ("outer", lambda dice, d, b: b.ljust(dice.near(16_384))),
    "not sealed": ("outer", not_sealed),
    "text": ("text", not_base64url),
    "text too long": ("text", too_long),
    "no text": ("text", lambda dice, d, b: b""),
    "envelope bit": ("envelope", lambda dice, d, b: dice.flip(b, 0, dice.choice((25, None)))),
    "version": ("envelope", head),
    "sealed version": ("aad", head),
    "cut": ("envelope", lambda dice, d, b: b[:dice.choice((*LENGTHS, len(b) - 1))]),
    "extended": ("envelope", lambda dice, d, b: b.ljust(dice.choice((len(b) + 1, 3774, 3775)), b"\0")),
    "id of another": ("envelope", other_id),
    "sealed id of another": ("aad", other_id),
    "low order": ("enc", lambda dice, d, b: b[:-32] + dice.x25519_key()),
    "enc bit": ("enc", lambda dice, d, b: dice.choice((dice.flip(b), put(b, 1119, bytes([b[1119] ^ 128]))))),
    "other info": ("info", lambda dice, d, b: dice.flip(b)),
    "created": ("rest", lambda dice, d, b: put(b, 0, u64(dice.choice(TIMES)))),
    "ttl": ("rest", lambda dice, d, b: put(b, 8, dice.choice((0, 1, 2_592_000, 2_592_001)).to_bytes(4))),
    "content length": ("rest", lambda dice, d, b: put(
        b, 44, (dice.choice((0, d.n - 110, d.n - 109, len(d.content) - 1, len(d.content) + 1)) % 65_536).to_bytes(2))),
    "padding": ("rest", padding),
    "rest bit": ("rest", lambda dice, d, b: dice.flip(b)),
    "signature": ("signature", lambda dice, d, b: dice.signature(b)),
    "signed otherwise": ("signed", signed_otherwise)}


def add_fault(dice: Dice, d: SimpleNamespace) -> None:
    """One more fault that an opener may mind: of bytes on their way, or of what decides the message."""
    inputs = ("held", "now", "now", "topic", "push", "idS", "policy", "silenced", "signer", "content", "content",
              "erased")
    name = dice.choice((*FAULTS, *inputs))
    if name in FAULTS:
        layer, change = FAULTS[name]
        d.changes.setdefault(layer, []).append(change)
    elif name == "held" and len(d.records) > 1:
        d.records = {k: r for k, r in d.records.items() if r != d.target.raw}
    elif name == "now":
        lived, end = min(d.created + 1000 * d.ttl_s, d.target.not_after), d.target.not_after
        edges = (lived + 300_000, end + 300_000, end + 7 * DAY + 300_000, 0, MAX_TIME)
        d.now = dice.near(*edges)
        d.run |= {"arrival": dice.near(*edges)} if dice.chance(0.5) else {}
    elif name == "push":
        d.run["push"] = dice.choice(("alert", "voip"))
    elif name == "topic":
        d.topic = dice.choice((d.topic[:-1] or "y", "com.example.app.other"))
    elif name == "idS":
        d.idS = dice.identity(name_of(d.sender))
    elif name == "policy":
        d.unknown, d.contacts = "refuse", set(dice.some(SENDERS))
    elif name == "silenced":
        d.run[dice.choice(("blocked", "revoked"))] = dice.some(sorted(d.contacts))
    elif name == "signer":
        d.signer = dice.choice((*SENDERS, d.device))
    elif name == "content":
        content = dice.bad_content()
        d.content = content if len(content) <= d.n - 110 else b"[]"
    elif name == "erased":
        d.run["erasedMeanwhile"] = dice.choice(("privateHalf", "claimDirectory"))


def build(dice: Dice, d: SimpleNamespace) -> Any:
    """The outer payload, made step by step with the changes."""
    def changed(layer: str, data: Any, *context: bytes) -> Any:
        if layer == "rest" and d.idS:
            data = put(data, 12, d.idS)
        if layer == "signature" and d.signer:
            data = crypto.sign(secret("identity", d.signer), *context)
        for change in d.changes.get(layer, ()):
            data = change(dice, d, data)
        return data
    steps = seal(d.target, name_of(d.device), d.sender, d.content, d.sealed_topic, d.created, d.ttl_s, d.n + 1161,
                 dice.randbytes(96), changed)
    envelope = changed("envelope", steps["associatedData"] + steps["ciphertext"])
    text = changed("text", b64encode(envelope).encode())
    return changed("outer", sealing.outer(d.placeholder, "")[:-2] + text + b'"}')


def opening(d: SimpleNamespace, outer: bytes) -> dict[str, Any]:
    """The members of one opening."""
    members: dict[str, Any] = {"now": d.now, "contacts": sorted(d.contacts), "unknownSenders": d.unknown} | d.run
    return members | payload_member(outer)


def earlier(dice: Dice, sound: SimpleNamespace, d: SimpleNamespace, outer: bytes) -> dict[str, Any]:
    """An opening before: of this message, of another, or of a bad one."""
    if dice.chance(0.5):
        other = copy.copy(d)
    else:
        other = copy.deepcopy(sound)
        other.sender = dice.choice((other.sender, *SENDERS))
        for _ in range(dice.choice((0, 0, 1))):
            add_fault(dice, other)
        outer = build(dice, other)
    other.run = {name: other.run[name] for name in ("arrival",) if name in other.run}
    if dice.chance(0.5):
        other.run["stop"] = dice.choice(("afterClaim", "afterErasure"))
    return opening(other, outer)


def message(dice: Dice, name: str, faults: int) -> dict[str, Any]:
    d = sound_draft(dice, name)
    sound = copy.deepcopy(d)
    for _ in range(faults):
        add_fault(dice, d)
    outer, before = build(dice, d), []
    if dice.chance(0.35):
        before = [earlier(dice, sound, d, outer) for _ in range(dice.randint(1, 3))]
    data = wire.write_bundle(name_of(d.device), d.records.values())
    vector = {"kind": "message", "rule": "M-38", "device": d.device, "topic": d.topic,
              "bundle": wire.write_text("device", data), "prekeys": list(d.records), "sender": d.sender}
    vector |= ({"before": before} if before else {}) | opening(d, outer)
    device, _, _ = new_device(vector)
    for one in (*before, vector):
        if "stop" in one and not d.target.one_time:
            one["stop"] = "afterClaim"
        if "stop" in one and run_opening(copy.deepcopy(device), one)["expected"] != "opened":
            del one["stop"]  # a run that wins no claim
        one |= run_opening(device, one)
    return vector | fields_of(vector.get("content"))


def make_message(dice: Dice, name: str, accepted: bool) -> dict[str, Any]:
    while True:
        faults = 0 if accepted else dice.choice((0, 1, 1, 1, 2, 3))
        try:
            vector = message(dice, name, faults)
        except SealedPushError:  # the random content fits nowhere
            continue
        if faults or accepted == (vector["expected"] in ("opened", "recovered")):
            return vector


MAKERS: dict[str, tuple[int, Callable[[Dice, str], dict[str, Any]]]] = {  # how often each is drawn, and what makes it
    "messages": (20, lambda dice, name: make_message(dice, name, True)),
    "refusals": (45, lambda dice, name: make_message(dice, name, False)),
    "records": (8, make_record), "bundles": (6, make_bundle), "texts": (6, make_text),
    "statements": (7, make_statement), "numbers": (2, make_number), "challenges": (2, make_challenge),
    "choices": (10, make_choice), "pairings": (8, make_pairing),
    "sealings": (10, make_sealing)}


def make_folder(folder: str | Path, seed: int, count: int, only: str | None = None) -> None:
    """Writes so many vectors, of one kind or of any; `expected` is what this implementation says."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    kinds = [only] if only else list(MAKERS)
    for i in range(1, count + 1):
        dice = Dice(f"made-{seed}-{i}")
        kind, = dice.choices(kinds, [MAKERS[kind][0] for kind in kinds])
        vector = MAKERS[kind][1](dice, f"made-{seed}-{i}")
        if "expected" not in vector:
            expected, results = run(vector)
            vector |= {"expected": expected, **results}
        name = f"{i:04}-{kind}"
        vector = {"name": name, "comment": "Made at random.", **vector}
        text = json.dumps(vector, ensure_ascii=False, indent=2)
        Path(folder, f"{name}.json").write_text(text + "\n", encoding="utf-8")
