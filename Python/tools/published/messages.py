# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Messages that are opened or refused (01xx to 08xx)."""

from collections.abc import Callable, Iterator
from typing import Any

from sealedpush._protocol import messages, sealing, wire
from sealedpush._protocol.text import b64encode
from sealedpush._protocol.wire import Record
from tools.building import payload_member, seal
from tools.dice import put
from tools.vectors import fields_of, new_device, run_opening

from . import samples
from .parts import (
    BASE,
    DAY,
    ED25519_BASE,
    END,
    LOW_ORDER,
    MIXED_8,
    NEUTRAL,
    NOT_CANONICAL,
    NOT_ON_CURVE,
    ORDER_8,
    X25519_BASES,
    Row,
    by_mixed,
    flip,
    hash_of,
    name_of,
    record,
    sign,
    statement_text,
    u,
    unreduced,
    with_mixed,
    with_neutral,
)

APP, HELLO = "com.example.app", '{"aps":{"alert":{"title":"Hello","body":"How are you?"}}}'
ONE = "one-time-1"
ORDER = """push now arrival contacts blocked revoked unknownSenders strangers stop erasedMeanwhile payload payloadHex
    content candidateOf""".split()
OPENING = {*ORDER[:10]}  # what a row may say of an opening; all else is of the message that is sealed for it


def sealed(name: str, held: Record, topic: str, salt: str = "", sender: str = "server-1",
           content: bytes | str = HELLO, to: Record | None = None, created: int = BASE, ttl_s: int = 86_400,
           pad: int = 0, **changes: Callable[..., Any] | bytes | tuple[int, bytes]) -> tuple[bytes, dict[str, bytes]]:
    """The envelope of a message of the vector `name`, and the values on the way.

    A change is a function, new bytes, or new bytes with the place where they are put.
    """
    def changed(layer: str, value: Any, *context: bytes) -> Any:
        change = changes.get(layer)
        if callable(change):
            return change(value, *context)
        return put(value, *change) if isinstance(change, tuple) else change if change is not None else value
    content = content if isinstance(content, bytes) else content.encode()
    random = b"".join(hash_of(f"SealedPush vector {name}{salt} {what}") for what in ("message id", "ML-KEM", "X25519"))
    steps = seal(to or held, name_of("phone-1"), sender, content, topic.encode(), created, ttl_s,
                 1271 + len(content) + pad, random, changed)
    return changed("envelope", steps["associatedData"] + steps["ciphertext"]), steps


def outer(text: str) -> bytes:
    return sealing.outer({"body": "New notification"}, text)


def message(name: str, openings: list[dict[str, Any]], prekey: str, terms: dict[str, Any],
            prekeys: list[str] | None, topic: str, steps: bool) -> dict[str, Any]:
    """The vector of a device with one opening or several; each says what is other than in the one before."""
    held = record(prekey, **terms)
    prekeys = prekeys or [prekey]
    bundle = wire.write_bundle(name_of("phone-1"), [record(p, **(terms if p == prekey else {})).raw for p in prekeys])
    vector: dict[str, Any] = {"kind": "message", "device": "phone-1", "topic": topic,
                              "bundle": wire.write_text("device", bundle), "prekeys": prekeys}
    device, _, _ = new_device(vector)
    state, done, payload = {"now": BASE, "contacts": ["server-1"], "unknownSenders": "show"}, [], None
    for opening in openings:
        draft = {k: v for k, v in opening.items() if k not in OPENING}
        text, wrap = draft.pop("text", b64encode), draft.pop("outer", lambda p: p)
        if draft or payload is None:
            envelope, made = sealed(name, held, **{"topic": topic} | draft)
            payload, who = outer(text(envelope)), draft.get("sender", "server-1")
        payload = wrap(payload)
        state = {k: v for k, v in (state | {"stop": None} | opening).items() if k in OPENING and v is not None}
        result = run_opening(device, state | payload_member(payload))
        given = state | payload_member(payload) | result
        done.append({"expected": result["expected"], **{k: given[k] for k in ORDER if k in given}})
    vector |= {"sender": who} | ({"before": done[:-1]} if done[1:] else {}) | done[-1]
    shown = {name: value.hex() for name, value in made.items()}
    return vector | fields_of(vector.get("content")) | ({"steps": shown} if steps else {})


def m(slug: str, rule: int | str, comment: str, *later: dict[str, Any], prekey: Any = "reusable", terms: Any = {},
      prekeys: Any = None, app: Any = APP, steps: Any = False, **first: Any) -> Row:
    """A row: what is said of the first opening and its message, and of later ones. A number of a rule is a line."""
    rule = f"M-38 line {rule}" if isinstance(rule, int) else rule
    return slug, rule, comment, lambda name: message(name, [first, *later], prekey, terms, prekeys, app, steps)


then = dict[str, Any]
AGAIN, SECOND, OTHER = then(), then(salt=" second"), then(salt=" other")
REFUSE = {"contacts": [], "unknownSenders": "refuse"}
UNSIGNED = {"signature": bytes(64)}
DEVICE_AT = len(wire.label("info")) + 2 + len(APP)  # in info
CONTENT_END = 46 + len(HELLO)  # in what stands behind the signature


def signed_by(name: str) -> Callable[..., Any]:
    return lambda signature, signed: sign(name, signed)


# 01xx: opened

def own(members: str) -> str:
    return f'{{"aps":{{}},"sealedpush":{{{members}}}}}'


def longest(size: int) -> Callable[..., Any]:
    """With one more member, so that the payload has `size` bytes."""
    return lambda p: b'{"x":"' + b"x" * (size - len(p) - 7) + b'",' + p[1:]


def all_escaped(payload: bytes) -> bytes:
    text = payload.split(b'"')[-2].decode()
    return b'{"aps":{},"encrypted-content":"' + "".join(f"\\u{ord(c):04x}" for c in text).encode() + b'"}'


def pairs(digits: str) -> str:
    """Two escapes for each of some hexadecimal digits."""
    return "".join(f"\\u{'dD'[i % 2]}{'89abAB'[i % 6]}{d}{d}\\u{'dD'[i % 2]}{'cdefCDEF'[i % 8]}{d}{d}"
                   for i, d in enumerate(digits))


def removals() -> Iterator[Row | int]:
    long = "é" * 32
    for slug, comment, remove in (
            ("one", "The name of one earlier notification.", '["a"]'),
            ("fifty-one", "51 entries, of which the first 50 count.",
             "[" + ",".join(f'"n{i}"' for i in range(1, 52)) + "]"),
            ("others-count", "Entries that are ignored are among the first 50.", "[" + "0," * 49 + '"a","b"]'),
            ("lengths", "Bytes of UTF-8 count: 1 and 64 of them, not 0 and 65.", f'["","x","{long}","{long}x"]'),
            ("other-types", "Entries that are no strings are ignored.", '[null,7,["a"],{"a":1},true,"b"]'),
            ("empty", "An empty remove.", "[]"),
            ("no-array", "A remove that is no array is ignored.", '"a"'),
            ("null", "A remove that is null is ignored.", "null")):
        yield m(f"remove-{slug}", "M-34" if slug == "null" else "T-23", comment, content=own(f'"remove":{remove}'))


def opened() -> Iterator[Row | int]:
    yield from (
        101,
        m("plain", "M-38", "A message without padding.", steps=True),
        m("bucket", "M-43", "A message padded to a bucket.", steps=True, pad=2048 - 1271 - len(HELLO)),
        m("one-byte-of-padding", "M-26", "A size that is no bucket: receivers check none.", pad=1),
        m("largest", "M-26", "3774 bytes of envelope, 5032 characters of text.", steps=True,
          content=f'{{"aps":{{"alert":"{"x" * 2483}"}}}}'),
        m("smallest", "M-34", "An empty aps is content.", content='{"aps":{}}'),
        m("one-time", 26, "A message to a one-time prekey.", prekey=ONE, steps=True),
        m("two-prekeys", 8, "The device finds the prekey that is named.", prekeys=[ONE, "reusable"]),
        m("unknown-sender", "D-3", "No contact; the policy shows it.", contacts=[]),
        m("contacts-only", "D-3", "A contact, under the policy refuse.", unknownSenders="refuse"),
        m("person", "M-38", "A message of a person's device.", sender="person-1", contacts=["server-1", "person-1"]),
        m("topic-1-byte", "M-7", "A topic of 1 byte.", app="a", steps=True),
        m("topic-250-bytes", "M-7", "A topic of 250 bytes.", app="a" * 250, steps=True),
        m("topic-not-ascii", "M-7", "A topic of 15 bytes, 11 characters.", app="org.größe.☃", steps=True),
        m("before-not-before", 15, "Openers do not check not_before.", terms={"start": BASE + 3_600_000}),
        m("escaped-text", 5, "Escapes in key and value are resolved.",
          outer=lambda p: p.replace(b'encrypted-content":"A', rb'encrypted\u002Dcontent":"\u0041')),
        m("escaped-beyond-5032-bytes", 5, "Every character of the text is escaped, which gives more than 5032 bytes.",
          outer=all_escaped),
        m("other-members", "M-30", "Other members are ignored, aps included.", outer=lambda p:
          b' { "aps" : 7, "sealedpush" : null, ' + p[p.index(b'"encrypted'):]),
        m("payload-of-16384-bytes", "M-29", "The longest payload that is read.", outer=longest(16_384)))
    for slug, rule, comment, change in samples.whole("payload-"):
        yield m(slug, rule, comment, outer=change)
    for slug, rule, comment, content in (
            ("toolkit-fields", "M-35", "Unknown members, and unknown and repeated entries of template.",
             '{"aps":{"alert":{"body":"From {sender}"}},"sealedpush":{"from":"ward-3",'
             '"name":"Ward 3","template":["body","footer","body"],"later":[1]}}'),
            ("not-compact", "M-34", "White space in the content stays as it was sealed.",
             '{\n\t"aps" : { "alert" : "Hello" } ,\r\n "n" : 1.50 }\n'),
            ("aps-member-types", "M-34", "Members of aps may have any type.", '{"aps":{"alert":7}}'),
            ("unicode", "M-19", "Emoji and scripts.", '{"aps":{"alert":"🏥 Größe 日本 \u05e9"}}'),
            *((slug, rule, comment, change(HELLO.encode()))
              for slug, rule, comment, change in samples.whole("content-"))):
        yield m(slug, rule, comment, content=content)
    yield m("enc-top-bit", "M-11", "The top bit of the X25519 half is set.", steps=True,
            half=lambda pair: (flip(pair[0], 31, 0x80), pair[1]))
    for slug, base in X25519_BASES.items():
        yield m(f"enc-{slug}", "M-11", "The X25519 half is u = 9, in an encoding that is not canonical.", steps=True,
                half=lambda _, base=base: (base, record().public_key[1184:]))
    yield from attachment_lists()
    yield from removals()
    yield from (
        m("shortest-life", 18, "A ttl_s of 1.", ttl_s=1),
        m("content-literals", "M-19", "Every literal, and numbers with a 9.",
          content='{"aps":{},"x":[true,false,null,9,19,0.9,1e9,-9E-9]}'),
        m("remove-escapes", "M-19", "Escapes with every digit, resolved.", content=own('"remove":["' + '","'.join((
            r"\"\\\/\b\f\n\r\t", r"\u0000\ud7ff\uE000\uFFFF", r"\u0123\u4567\u89ab\ucdef\uABCD\uEF01",
            pairs("0123456789a"), pairs("bcdefABCDEF"))) + '"]')))
    yield from attachment_limits()
    yield from statements_opened()
    yield 190
    for topic in (APP, "a" * 250, "com.example.voip"):
        yield m(f"call-topic-of-{len(topic)}", "M-25", f"A call: info has .voip behind a topic of {len(topic)} bytes.",
                app=topic, topic=topic + ".voip", push="voip", steps=True)
    yield m("call-deferred", "T-15", "A call that was deferred opens as a call.", topic=APP + ".voip", push="voip",
            arrival=BASE, now=BASE + DAY)


# Lists of references

def reference(number: int, size: int = 47, kind: str = "image/png") -> str:
    key = b64encode(hash_of(f"SealedPush attachment vector key entry {number}")[:16])
    digest = b64encode(hash_of(f"file {number}"))
    return (f'{{"url":"https://a.example/{number}","key":"{key}","sha256":"{digest}",'
            f'"size":{size},"type":"{kind}"}}')


def array(*entries: str) -> str:
    return "[" + ",".join(entries) + "]"


def look(attachments: str) -> str:
    return f'{{"aps":{{"alert":"Look"}},"sealedpush":{{"attachments":{attachments}}}}}'


FILM = 52_442_438


def attachment_lists() -> Iterator[Row | int]:
    for slug, comment, attachments in (
            ("twelve", "Behind the tenth everything is tooLarge, be it an object or not; a refused one counts.",
             array("7", *map(reference, range(2, 12)), "7")),
            ("some-refused", "What is no reference is left out, and the others stay in their order.",
             array(reference(1), "null", reference(3), '{"url":"http://a.example/4"}',
                   reference(5, kind="image/heic"), reference(6))),
            ("no-array", "One malformedReference, and the message is opened.", reference(1)),
            ("too-large-together",
             "The second film is too large beside the first; what follows fills the limit to the byte.",
             array(*(reference(i, FILM, "video/mp4") for i in (1, 2)),
                   reference(3, 67_108_864 - FILM - 10_000_000, "video/mp4"), reference(4, 10_000_000),
                   reference(5, 39)))):
        yield m(f"attachments-{slug}", "A-8", comment, content=look(attachments))


def attachment_limits() -> Iterator[Row | int]:
    limits = [*(("audio/" + kind, 5_244_278) for kind in ("aiff", "wave", "mpeg", "mp4")),
              *(("image/" + kind, 10_488_518) for kind in ("jpeg", "gif", "png")),
              *(("video/" + kind, FILM) for kind in ("mpeg", "mp4", "avi"))]

    def files(first: int, last: int, surplus: int = 0) -> str:
        return look(array(*(reference(i, limits[i][1] + surplus, limits[i][0]) for i in range(first, last))))
    for slug, first, last in (("sound-and-pictures", 0, 7), ("video-mpeg", 7, 8), ("video-mp4", 8, 9),
                              ("video-avi", 9, 10)):
        yield m(f"attachments-{slug}", "A-8", "The largest files.", content=files(first, last))
    yield m("attachments-above-limits", "A-8", "A byte more, of each type.", content=files(0, 10, 1))


# 02xx: payloads, texts and envelopes of a wrong form

def malformed() -> Iterator[Row | int]:
    def padded(count: int, cut: int = 0, more: str = "") -> Callable[..., Any]:
        """The text of the envelope and zero bytes; the envelope has 1328 bytes, 2 modulo 3."""
        return lambda envelope: (lambda text: text[:len(text) - cut] + more)(b64encode(envelope + bytes(count)))

    yield 201
    for slug, rule, comment, change in samples.broken("payload-"):
        yield m(slug, rule, comment, outer=change)
    for slug, comment, change in (
            ("array", "An array.", lambda p: b"[" + p + b"]"),
            ("string", "A string.", lambda p: b'"x"'),
            ("of-16385-bytes", "A byte more than is read, in a member that is ignored.", longest(16_385)),
            ("not-sealed", "There is no encrypted-content.", lambda p: b'{"aps":{"alert":"Hello"}}'),
            ("number", "encrypted-content is a number.", lambda p: b'{"aps":{},"encrypted-content":1}'),
            ("inside-aps", "encrypted-content is inside aps.", lambda p: b'{"aps":' + p + b"}")):
        yield m(f"payload-{slug}", "M-29" if slug[:2] == "of" else "M-28", comment, outer=change)
    for slug, rule, comment, text in (
            ("empty", "M-26", "An empty text.", lambda e: ""),
            ("too-long", "M-26", "3775 bytes, so 5034 characters.", lambda e: b64encode(e.ljust(3775, b"\0"))),
            ("too-long-in-bytes", "M-26", "2600 characters of two bytes.", lambda e: "é" * 2600),
            ("not-ascii", "M-18", "2500 characters of two bytes.", lambda e: "é" * 2500),
            ("space", "M-18", "A space at the end.", padded(0, 0, " ")),
            ("line-feed", "M-18", "A line feed at the end.", padded(0, 0, "\n")),
            ("padded-once", "M-18", "Padding.", padded(0, 0, "=")),
            ("padded-twice", "M-18", "Padding.", padded(2, 0, "==")),
            ("unused-bits-2", "M-18", "The last of two unused bits is set.", padded(3, 1, "B")),
            ("unused-bits-4", "M-18", "The first of four unused bits is set.", padded(2, 1, "I")),
            ("length", "M-18", "A length of 1 modulo 4.", padded(1, 0, "A")),
            ("base64-plus", "M-18", "A character of base64.", padded(0, 2, "+A")),
            ("base64-slash", "M-18", "A character of base64.", padded(0, 2, "/A"))):
        yield m(f"text-{slug}", rule, comment, text=text)
    yield from (
        m("version-0", 6, "Version 0; all else is right.", aad=(0, b"\0")),
        m("version-2", 6, "Version 2; all else is right.", aad=(0, b"\2")),
        m("version-before-length", 6, "One byte: version 2.", envelope=b"\2"),
        m("one-byte", "M-26", "One byte: version 1.", envelope=b"\1"),
        m("one-byte-short", "M-26", "1270 bytes, one fewer than an envelope without content has.",
          envelope=lambda e: e[:1270]),
        m("text-too-long-of-version-2", "M-26",
          "5034 characters; the length of the text is checked before the version.", envelope=b"\2" + bytes(3774)))


# 03xx: prekeys that do not serve

def prekeys() -> Iterator[Row | int]:
    late = {"created": END - 1, "ttl_s": 2_592_000}
    last = END + 300_000
    low_order = LOW_ORDER | {f"{name}-top-bit": flip(LOW_ORDER[name], 31, 0x80) for name in ("zero", "order-8-second")}
    yield from (  # type: ignore[misc]  # numbers among rows
        301,
        m("other-device", 10, "Sealed to another device.", to=record(device="phone-2"),
          info=(DEVICE_AT, name_of("phone-2"))),
        m("id-of-nobody", 8, "Sealed to the device's prekey, but under a prekey id of zeros.", aad=(1, bytes(8))),
        m("other-record-of-the-key", 8, "Sealed to a later record of the same key.", to=record(epoch=486_112)),
        m("prekey-last-moment", 15, "Opened 300 s after the end of its prekey, which ends the message, too.",
          **late, now=last),
        m("prekey-expired", 15, "Opened 300 s and a millisecond after the end of its prekey.", **late, now=last + 1),
        m("prekey-expired-erases-nothing", 15, "Too late by a false reading of the clock; by a right one it is opened.",
          then(now=END), **late, now=END + 99 * DAY),
        m("prekey-expired-one-time", 15, "The same under a one-time prekey.", then(now=BASE), prekey=ONE,
          now=END + 99 * DAY),
        m("prekey-expired-before-enc", 15, "The prekey has expired, and enc is of low order.", **late, now=last + 1,
          half=lambda _: (NEUTRAL, bytes(32))),
        m("prekey-expired-before-future", 15,
          "The prekey has expired, and the message was created two days after now.", now=last + 1,
          created=last + 1 + 2 * DAY),
        m("prekey-end-capped", "M-3", "The prekey ends at 2^53 - 1, which is now: not_after + 300 s is capped.",
          terms={"end": 2**53 - 1}, created=2**53 - 1, now=2**53 - 1),
        *(m(f"enc-low-order-{slug}", "M-9", "The X25519 half is refused; sealed with the agreement zero.",
            half=lambda _, point=point: (point, bytes(32))) for slug, point in low_order.items()))


# 04xx: what does not decrypt, malformed plaintext

def undecryptable() -> Iterator[Row | int]:
    def length(number: int) -> tuple[int, bytes]:
        return 44, u(2, number)

    yield 401
    for slug, comment, change in (
            ("flipped-message-id", "A bit of the message id is flipped.", lambda e: flip(e, 9)),
            ("flipped-ml-kem", "A bit of enc's ML-KEM half is flipped.", lambda e: flip(e, 25)),
            ("flipped-x25519", "A bit of enc's X25519 half is flipped.", lambda e: flip(e, 1113, 2)),
            ("flipped-top-bit", "The top bit of enc's X25519 half is flipped: it enters hashes.",
             lambda e: flip(e, 1144, 0x80)),
            ("flipped-ciphertext", "A bit of the ciphertext is flipped.", lambda e: flip(e, 1145)),
            ("flipped-tag", "The last bit of the tag is flipped.", lambda e: flip(e, -1, 0x80)),
            ("cut", "The last byte is missing.", lambda e: e[:-1]),
            ("extended", "A zero byte follows.", lambda e: e + b"\0")):
        yield m(slug, 17, comment, envelope=change)
    yield from (
        m("other-topic", 17, "Sealed for another app.", topic="com.example.other"),
        m("topic-with-suffix", 17, "Sealed for the topic of its VoIP pushes.", topic=APP + ".voip"),
        m("other-record", 17, "Info has another record of the same key.",
          info=(DEVICE_AT + 32, record(epoch=486_112).digest)),
        m("other-device-in-info", 17, "Info has another device.", info=(DEVICE_AT, name_of("phone-2"))),
        m("other-label", 17, "Info of a version 2.", info=(0, b"SealedPush v2")),
        m("other-prekey", 17, "Sealed to another key of the device.", to=record(ONE), aad=(1, record().id),
          info=(DEVICE_AT + 32, record().digest)),
        m("created-too-large", 18, "Created at 2^53.", created=2**53),
        m("created-largest", 18, "Created at 2^64 - 1.", created=2**64 - 1),
        m("ttl-zero", 18, "A ttl_s of 0.", ttl_s=0),
        m("ttl-too-long", 18, "A ttl_s of 30 days and a second.", ttl_s=2_592_001),
        m("content-too-long", 18, "The content ends a byte behind the plaintext.", rest=length(len(HELLO) + 1)),
        m("content-longest", 18, "The content has 65,535 bytes.", rest=length(65_535)),
        m("padding-first-byte", 19, "The first byte of the padding is 1.", pad=20, rest=(CONTENT_END, b"\1")),
        m("padding-last-byte", 19, "The last byte of the padding is 0x80.", pad=20, rest=(CONTENT_END + 19, b"\x80")),
        m("content-too-short", 19, "The content's last byte is padding.", rest=length(len(HELLO) - 1)),
        m("padding-before-signature", 19, "The padding is not zero, and there is no signature.", pad=1,
          rest=(CONTENT_END, b"\1"), **UNSIGNED),
        m("padding-before-sender", 19, "The padding is not zero, and the sender is not accepted.", pad=1,
          rest=(CONTENT_END, b"\1"), **REFUSE),
        490,
        m("call-as-alert", "M-25", "Sealed for a call, delivered as an alert.", topic=APP + ".voip"),
        m("alert-as-call", "M-25", "Sealed for an alert, delivered as a call.", push="voip"),
        m("call-and-back", "M-40", "Once as a call, which burns nothing.", then(push=None), prekey=ONE, push="voip"),
        m("topic-is-no-call", "M-25", "An alert of the app com.example.app.voip.", app=APP + ".voip", topic=APP))


# 05xx: senders and signatures

def senders() -> Iterator[Row | int]:
    def signed_over(change: Callable[..., Any]) -> Callable[..., Any]:
        return lambda signed, *parts: messages.signed_part(*change(*parts))

    yield from (
        501,
        m("no-contact", 20, "No contact; the policy refuses it.", contacts=["person-1"], unknownSenders="refuse"),
        m("no-contact-not-signed", 20, "No contact, which the policy refuses; and no signature.", **UNSIGNED, **REFUSE))
    for slug, public, comment in (
            ("mixed-order", MIXED_8, "The sender's key plus a point of order 8."),
            ("small-order", ORDER_8, "The sender's key is of order 8."),
            ("not-on-curve", NOT_ON_CURVE, "The sender's key is no point."),
            ("not-canonical", NOT_CANONICAL, "The sender's key is not reduced.")):
        yield m(f"sender-{slug}", 21, comment, rest=(12, public), contacts=[])
    yield m("sender-neutral", "M-16", "The neutral element, under which this signature fits every message.",
            rest=(12, NEUTRAL), signature=ED25519_BASE + NEUTRAL, contacts=[])
    for slug, rule, comment, changes in (
            ("by-another", 21, "Signed by another sender.", {"signature": signed_by("server-2")}),
            ("zero", "M-13", "No signature at all.", UNSIGNED),
            ("no-label", "M-5", "Signed without the label.", {"signed": lambda s, *_: s[22:]}),
            ("other-label", "M-5", "Signed under the label of a record.",
             {"signed": lambda s, *_: wire.label("prekey") + s[22:]}),
            ("other-info", 21, "Signed for another message id.",
             {"signed": signed_over(lambda info, aad, rest: (flip(info, -1), aad, rest))}),
            ("other-associated-data", 21, "Signed over another enc: sealed anew.",
             {"signed": signed_over(lambda info, aad, rest: (info, flip(aad, 25), rest))}),
            ("other-content", 21, "Signed over other content.",
             {"signed": signed_over(lambda info, aad, rest: (info, aad, flip(rest, 46)))}),
            ("other-padding", 21, "Signed over a byte more of padding.", {"signed": lambda s, *_: s + b"\0"}),
            ("unreduced", "M-14", "S + L in the place of S.", {"signature": lambda s, _: unreduced(s)}),
            ("neutral-first-half", "M-13", "R is the neutral element, and the equation holds.",
             {"signature": lambda _, signed: with_neutral("server-1", signed)}),
            ("mixed-first-half", "M-15", "R has a part of order 8: a verifier that uses the cofactor accepts it.",
             {"signature": lambda _, signed: with_mixed("server-1", signed)})):
        yield m(f"signature-{slug}", rule, comment, **changes)
    yield m("signature-as-another", 21, "A contact signs in the name of another.", rest=(12, name_of("server-2")),
            contacts=["server-1", "server-2"])
    for slug, comment, silence in (
            ("blocked", "A contact that is blocked.", {"blocked": ["server-1"]}),
            ("revoked", "A contact that was revoked.", {"revoked": ["server-1"]}),
            ("revoked-no-contact", "No contact, and revoked; the policy shows others.",
             {"contacts": [], "revoked": ["server-1"]})):
        yield m(slug, 22, comment, **silence)
        yield m(f"{slug}-not-signed", 22, f"{comment} It is not signed.", **UNSIGNED, **silence)
        yield m(f"{slug}-and-expired", 22, f"{comment} It has expired.", **silence, now=BASE + 2 * DAY)
        yield m(f"{slug}-burns-nothing", 22, f"{comment} Then another sends.", then(OTHER, sender="server-2"),
                prekey=ONE, **silence)
    blocked = {"blocked": ["server-1"]}
    yield from (
        m("blocked-and-unblocked", 22, "Once unblocked, it is opened.", then(blocked=None), prekey=ONE, **blocked),
        m("blocked-another", 22, "Other senders are blocked and revoked.", contacts=["server-1", "server-2"],
          blocked=["server-2"], revoked=["person-1"]),
        m("blocked-and-created-in-future", 22, "A contact that is blocked. It was created in the future.", **blocked,
          now=BASE - 2 * DAY),
        m("blocked-and-malformed", 22, "A contact that is blocked. The content is no JSON.", **blocked, content="x"),
        m("blocked-after-hand-over", 22, "It was handed over before the sender was blocked.", blocked),
        m("blocked-after-claim", 22, "The claim stays unfinished: it is handed over once the sender is unblocked.",
          blocked, then(blocked=None), stop="afterClaim"))
    for sound in (True, False):
        yield m("sender-mixed-order-" + ("signed" if sound else "cofactor"), "M-15",
                "The sender's key has a part of order 8, and the signature fits it"
                + ("." if sound else " by the cofactor alone."),
                rest=(12, MIXED_8), signature=lambda _, signed, sound=sound: by_mixed(signed, sound=sound), contacts=[])


def strangers() -> Iterator[Row | int]:
    def day(count: int) -> dict[str, Any]:
        return {"contacts": [], "strangers": count}

    on = {"strangers": None}
    yield from (
        590,
        m("stranger-256", "T-20", "The 256th unknown sender of the day.", **day(255)),
        m("stranger-257", "T-20", "The 257th unknown sender of the day.", **day(256)),
        m("stranger-257-not-signed", 20, "The 257th unknown sender of the day; it is not signed.", **day(256),
          **UNSIGNED),
        m("contact-among-256", "T-20",
          "A contact is not counted, and is opened after the 256th unknown sender of the day.",
          SECOND | on | {"contacts": []}, then(salt=" third", contacts=["server-1"]), strangers=255),
        m("stranger-next-day", "T-20", "Refused, and opened the next day.", then(on, now=BASE + DAY), **day(256)),
        m("stranger-clock-set-back", "T-22", "A day of 256, the next one, and the first again: its count was kept.",
          then(on, now=BASE + DAY), then(now=BASE), **day(256)),
        m("stranger-counted", "T-21", "The 256th, and then another one.", OTHER | on, **day(255)),
        m("stranger-refused-is-not-counted", "T-21", "A forgery counts nothing.", then(on, salt=""), salt=" forged",
          **UNSIGNED, **day(255)),
        m("stranger-recovered", "T-21",
          "A message that is recovered is not counted again, so another one is the 256th.", on, OTHER,
          stop="afterClaim", **day(254)),
        m("stranger-claim-without-prekey", 14,
          "The claim of a one-time prekey that is gone is recovered on a day of 256 strangers.", then(strangers=256),
          prekey=ONE, stop="afterErasure", **day(255)))


# 06xx: times and content

def contents() -> Iterator[Row | int]:
    expiry = BASE + DAY + 300_000
    ahead = BASE - DAY - 1000
    yield from (
        601,
        m("last-moment", 23, "Opened 300 s after its expiry.", now=expiry),
        m("expired", 23, "Opened 300 s and a millisecond after its expiry.", now=expiry + 1),
        m("created-a-day-ahead", 23, "Created more than 24 h ahead of the device's clock.", now=ahead),
        m("created-decades-ahead", 23, "Opened by a clock that stands at its beginning.", now=0),
        m("longest-life", "M-2", "A ttl_s of 30 days, opened after 30 days.", ttl_s=2_592_000, now=BASE + 30 * DAY),
        m("expired-before-content", 23, "Expired, and the content is no JSON.", content="x", now=expiry + 1),
        m("content-of-a-message-ahead", 24,
          "Created more than 24 h ahead of the device's clock, and the content is no JSON.", content="x", now=ahead))
    for slug, rule, comment, change in samples.broken("content-"):
        yield m(slug, rule, comment, content=change(HELLO.encode()))
    for slug, comment, content in (
            ("array", "An array.", '[{"aps":{}}]'),
            ("no-aps", "An object without aps.", '{"x":1}'),
            ("aps-string", "aps is a string.", '{"aps":"x"}'),
            ("aps-array", "aps is an array.", '{"aps":[]}'),
            ("sealedpush-array", "sealedpush is an array.", '{"aps":{},"sealedpush":[]}'),
            ("sealedpush-null", "sealedpush is null.", '{"aps":{},"sealedpush":null}'),
            ("from-number", "from is a number.", own('"from":7')),
            ("name-null", "name is null.", own('"name":null')),
            ("template-string", "template is a string.", own('"template":"title"')),
            ("template-number", "An entry of template is a number.", own('"template":["title",1]'))):
        yield m(f"content-{slug}", "M-34", comment, content=content)
    for slug, comment, value in samples.NEIGHBOURS:
        yield m(f"content-{slug}", "M-19", comment, content=f'{{"aps":{{}},"x":{value}}}')


# 07xx: claims, replays, recovery

def same_head(name: str, slug: str) -> dict[str, Any]:
    """Two messages with one AAD: both have the random bytes of the vector's name."""
    honest = {"sender": "server-1"}
    forged = {"content": '{"aps":{"alert":"Other content."}}', "sender": "person-1",
              "message_id": sealed(name, record(), APP)[1]["messageID"]}
    openings: list[dict[str, Any]] = [forged, honest] if slug == "before" else [honest, forged]
    return message(name, openings, "reusable", {}, None, APP, False)


def claims() -> Iterator[Row | int]:
    claimed, alone = {"stop": "afterClaim"}, {"stop": "afterErasure", "prekey": ONE}
    gone = {"erasedMeanwhile": "claimDirectory"}
    yield from (
        701,
        m("reusable-replayed", 32, "The same envelope again.", AGAIN),
        m("one-time-replayed", 12, "The same envelope again.", AGAIN, prekey=ONE),
        m("replayed-otherwise-wrapped", 26, "The same envelope in another outer payload.",
          then(outer=lambda p: b" " + p)),
        m("second-message", 26, "A reusable prekey opens many messages.", SECOND),
        m("one-time-used", 11, "Another message to a used one-time prekey.", SECOND, prekey=ONE),
        m("one-time-used-by-zeros", 11, "Zeros behind the id of a used prekey: only the hash is looked at.",
          then(envelope=b"\1" + record(ONE).id + bytes(1262)), prekey=ONE))
    for slug in ("before", "after"):
        yield (f"other-content-{slug}", "M-38 line 26",
               "The holder of the prekey seals other content under the AAD of a message.",
               lambda name, slug=slug: same_head(name, slug))
    yield from (
        m("reusable-recovered", 33, "A run was stopped after its claim; the next one goes on.", AGAIN, **claimed),
        m("one-time-recovered", 33, "A run was stopped before it erased the one-time key.", AGAIN, **claimed,
          prekey=ONE),
        m("recovered-then-replayed", 40, "The third run finds what the second handed over.", AGAIN, AGAIN, **claimed),
        m("unfinished-and-expired", 23, "A run was stopped after its claim; by now the message has expired.",
          then(now=BASE + 2 * DAY), **claimed),
        m("unfinished-and-used", 31, "Another message, while the claimed one-time key is still there.", SECOND,
          **claimed, prekey=ONE),
        m("used-erases-key", 31, "The run that found it erased the key: then damage is not looked at.", SECOND,
          then(SECOND, envelope=lambda e: flip(e, -1)), **claimed, prekey=ONE),
        m("forgery-under-a-claim", 8,
          "While the private half is there, the claim key is not looked at before line 27.",
          then(salt=" forged", signature=signed_by("server-2")), **claimed, prekey=ONE),
        m("claim-alone", 14, "A run was stopped after the erasure: the claim's content is handed over.", AGAIN,
          **alone),
        m("claim-alone-used", 11, "Another message, where only the claim is left.", SECOND, **alone),
        m("claim-alone-late", "T-7", "Only the claim is left, after the end of message and prekey.",
          then(now=END + 99 * DAY), **alone))
    for slug, comment, change in (
            ("no-contact", "By now no contact; the policy refuses it.", REFUSE),
            ("blocked", "By now the sender is blocked.", {"blocked": ["server-1"]}),
            ("revoked", "By now the sender is revoked.", {"revoked": ["server-1"]})):
        yield m(f"claim-alone-{slug}", 13, comment, change, **alone)
        yield m(f"claim-alone-{slug}-cleared", 13, f"{comment} The claim is cleared.", change, AGAIN, **alone)
    yield from (
        m("claim-alone-shown", 13, "By now no contact; the policy shows it.", then(contacts=[]), **alone),
        m("tombstone-alone-no-contact", 12, "Handed over before; by now no contact, and the policy refuses it.", REFUSE,
          prekey=ONE),
        m("reusable-directory-gone", 28, "The claim directory is gone before the claim.", **gone),
        m("one-time-directory-gone", 28, "The claim directory is gone before the claim.", **gone, prekey=ONE),
        m("reusable-key-gone", 29, "The key was erased meanwhile: the message may have been shown before.",
          erasedMeanwhile="privateHalf"),
        m("one-time-key-gone", 29, "The key was erased meanwhile; a one-time claim is the only one.", prekey=ONE,
          erasedMeanwhile="privateHalf"),
        m("unfinished-key-gone", 30, "The prekey goes meanwhile; what is at the claim key stays.", gone, **claimed),
        m("tombstone-key-gone", 30, "The prekey goes meanwhile; what is at the claim key stays.", gone),
        m("used-key-gone", 31, "The prekey goes meanwhile; what is at the claim key stays.", SECOND | gone, **claimed,
          prekey=ONE))
    changes: tuple[tuple[str, dict[str, Any]], ...] = (
        ("forgery", {"signature": signed_by("server-2")}), ("expired", {"created": BASE - 100 * DAY}),
        ("malformed", {"content": "x"}))
    for slug, change in changes:
        yield m(f"{slug}-burns-nothing", "M-38", "A refused message before it leaves the one-time prekey as it was.",
                then(salt=""), salt=" refused", **change, prekey=ONE)
    yield from statements_recovered()


# 08xx: deferred messages

def deferred() -> Iterator[Row | int]:
    yield 801
    late = {"created": END - 1, "ttl_s": 2_592_000}
    expiry, last = BASE + DAY + 300_000, END + 300_000
    for slug, line, comment, arrival, now, changes in (
            ("", 2, "Opened three days later: its arrival counts.", BASE + 60_000, BASE + 3 * DAY, {}),
            ("-last-arrival", 23, "It came 300 s after its expiry.", expiry, BASE + 3 * DAY, {}),
            ("-expired", 23, "It came 300 s and a millisecond after its expiry.", expiry + 1, BASE + 3 * DAY, {}),
            ("-clock-set-back", 23, "It came too late by a clock that was wrong: now it is early.",
             BASE + 30 * DAY, BASE + 60_000, {}),
            ("-clock-set-back-expired", 23, "It came too late, and is too late by a clock that was set back.",
             BASE + 30 * DAY, BASE + 2 * DAY, {}),
            ("-prekey-last-arrival", 15, "It came 300 s after the end of its prekey.", last, last + 3 * DAY, late),
            ("-prekey-expired", 15, "It came 300 s and a millisecond after the end of its prekey.",
             last + 1, last + 3 * DAY, late),
            ("-prekey-last-opening", 15, "It is opened 7 days and 300 s after the end of its prekey.",
             END, last + 7 * DAY, {"created": END - 1}),
            ("-prekey-expired-by-now", 15,
             "It is opened 7 days, 300 s and a millisecond after the end of its prekey.",
             END, last + 7 * DAY + 1, {"created": END - 1}),
            ("-prekey-clock-set-back", 15, "It came after the end of its prekey by a clock that was wrong.",
             END + 30 * DAY, BASE + 60_000, {}),
            ("-created-ahead", 23,
             "Created years ahead of its arrival, and of the clock by which it is opened.",
             BASE - 3000 * DAY, BASE - 2000 * DAY, {})):
        yield m(f"deferred{slug}", line, comment, arrival=arrival, now=now, **changes)


# Statements in messages

SUCCESSION = statement_text("succession", "server-1", "server-2")
NEXT = statement_text("succession", "server-2", "person-1")
REVOKED_1, REVOKED_2 = (statement_text("revocation", name) for name in ("server-1", "server-2"))


def says(statements: list[str] | str) -> dict[str, str]:
    if not isinstance(statements, str):
        statements = "[" + ",".join(f'"{text}"' for text in statements) + "]"
    return {"content": f'{{"aps":{{"alert":"Hi"}},"sealedpush":{{"statements":{statements}}}}}'}


def new(**members: Any) -> dict[str, Any]:
    """A plain message of server-2 behind the others."""
    return then(salt=" then", sender="server-2", **members)


NAMED, BY_NEW = says([SUCCESSION]), {"sender": "server-2"}


def statements_opened() -> Iterator[Row | int]:
    yield from (
        161,
        m("statements-named", "D-7", "A contact names its successor.", new(unknownSenders="refuse"), **NAMED),
        m("statements-own", "D-13", "A successor brings its own succession.", **BY_NEW, **NAMED),
        m("statements-chain", "D-7", "A candidate names the next one.", sender="person-1", **says([SUCCESSION, NEXT])),
        m("statements-order", "D-13", "The chain's second part stands first.", sender="person-1",
          **says([NEXT, SUCCESSION])),
        m("statements-to-a-contact", "D-7", "A contact that is named as a successor gets nothing.", **BY_NEW, **NAMED,
          contacts=["server-1", "server-2"]),
        m("statements-of-a-stranger", "D-7", "Nothing is kept of a stranger, also if it is a contact later.",
          new(contacts=["server-1"]), **NAMED, contacts=[]),
        m("statements-eighth", "D-13", "The eighth entry is read.", **BY_NEW, **says(f'[{"0," * 7}"{SUCCESSION}"]')),
        m("statements-ninth", "D-13", "The ninth entry is not read.", **BY_NEW,
          **says(f'[{"0," * 8}"{SUCCESSION}"]')))
    for slug, comment, statements in (
            ("other-types", "Entries that are no strings.", '[null,7,["x"],{"a":1},true]'),
            ("other-texts", "Texts that are no successions or revocations.",
             ["", "x", wire.write_text("sender", name_of("server-1")), statement_text("retirement", "phone-1")]),
            ("damaged", "A succession that was cut.", [SUCCESSION[:-1]]),
            ("empty", "An empty array.", "[]"),
            ("no-array", "A text.", f'"{SUCCESSION}"'),
            ("null", "It is null.", "null")):
        yield m(f"statements-{slug}", "D-13", f"{comment} They are ignored.", **BY_NEW, **says(statements))
    yield m("statements-white-space", "V-16", "White space around a statement's text is dropped.", **BY_NEW,
            **says(rf'[" \n{SUCCESSION}\t"]'))


def statements_silence() -> Iterator[Row | int]:
    yield from (
        560,
        m("statements-own-revocation", "D-13", "A contact revokes itself.", AGAIN, **says([REVOKED_1])),
        m("statements-stranger-revocation", "D-14", "Of a stranger that revokes itself nothing is kept.",
          then(salt=" then"), **says([REVOKED_1]), contacts=[]),
        m("statements-candidate-revocation", "D-8", "A candidate is named and revoked by one message.", new(),
          **says([SUCCESSION, REVOKED_2])),
        m("statements-revocation-first", "D-14",
          "The revocation stands before the succession that makes its identity a candidate.", new(),
          **says([REVOKED_2, SUCCESSION])),
        m("candidate-of-a-revoked-contact", "D-8", "A revocation silences no candidate.", new(revoked=["server-1"]),
          **NAMED),
        m("candidate-blocked", "D-6", "The candidate of a contact that is blocked.", new(blocked=["server-1"]),
          **NAMED),
        m("candidate-revoked", "D-6", "A candidate that was revoked.", new(revoked=["server-2"]), **NAMED),
        m("candidate-of-a-removed-contact", "D-6", "Its contact is none any more, and the policy refuses it.",
          new(**REFUSE), **NAMED),
        m("candidate-is-a-contact", "D-7",
          "A succession to a contact makes it no candidate, also once it is a contact no more.",
          new(contacts=["server-1"], unknownSenders="refuse"), **NAMED, contacts=["server-1", "server-2"]))
    for slug, comment, count in (("eighth", "The eighth open candidate of a contact is one.", 7),
                                 ("ninth", "A contact has 8 open candidates, so the ninth is none.", 8)):
        others = [statement_text("succession", "server-1", f"candidate-{i}") for i in range(1, count + 1)]
        # All of them have no room in one message.
        yield m(f"candidate-{slug}", "D-7", comment, says(others[4:]), NAMED, new(unknownSenders="refuse"),
                **says(others[:4]))
    yield from strangers()
    yield 600
    yield m("candidate-among-256", "T-20",
            "An open candidate is no unknown sender: opened after the 256th of the day.", new(strangers=256), **NAMED)


def statements_recovered() -> Iterator[Row | int]:
    yield from (
        760,
        m("statements-after-claim", "D-13", "The run was killed before it applied them, and the next one does.", AGAIN,
          **BY_NEW, **NAMED, stop="afterClaim"),
        m("statements-after-claim-revocation", "D-13",
          "What is recovered brings its sender's revocation: it is cleared.", AGAIN, **says([REVOKED_1]),
          stop="afterClaim"))


def rows() -> Iterator[Row | int]:
    for part in (opened, malformed, prekeys, undecryptable, senders, statements_silence, contents, claims, deferred):
        yield from part()
