# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Records, bundles, texts, statements, challenges, safety numbers and collapse ids (10xx to 15xx)."""

from collections.abc import Callable, Iterator
from typing import Any

from sealedpush._protocol import wire
from tools.dice import put

from .parts import (
    LOW_ORDER,
    MIXED_2,
    MIXED_8,
    NEUTRAL,
    NOT_CANONICAL,
    NOT_ON_CURVE,
    ORDER_8,
    SMALL_ORDERS,
    X25519_BASES,
    Row,
    by_mixed,
    challenge,
    flip,
    hash_of,
    name_of,
    record,
    scalar,
    sign,
    solved,
    statement,
    u,
    unreduced,
    with_mixed,
    with_neutral,
)

PHONE = name_of("phone-1")
RAW = record().raw[:-64]
NONE = bytes(64)


def top_bit(key: bytes) -> bytes:
    return put(key, 31, bytes([key[31] | 0x80]))


# 10xx: records

def r(slug: str, rule: str, comment: str, *puts: tuple[int, bytes],
      signed: Callable[..., Any] = lambda message: sign("phone-1", message), label: str = "prekey",
      damage: Callable[..., Any] = lambda data: data) -> Row:
    raw = RAW
    for at, new in puts:
        raw = put(raw, at, new)
    data = damage(raw + signed(wire.label(label) + PHONE + raw))
    return f"record-{slug}", rule, comment, {"kind": "record", "identity": PHONE.hex(), "record": data.hex()}


def records() -> Iterator[Row | int]:
    start, end, half = RAW[10:18], RAW[18:26], RAW[1210:]

    def key(point: bytes) -> tuple[int, bytes]:
        return 1210, point

    yield from (  # type: ignore[misc]  # numbers among rows
        1001,
        r("reusable", "M-24", "A reusable record."),
        r("one-time", "M-24", "A one-time record.", (1, b"\1")),
        r("largest-numbers", "M-24", "The largest epochs and times.", (2, b"\xff" * 8), (10, u(8, 2**53 - 2)),
          (18, u(8, 2**53 - 1))),
        r("smallest-numbers", "M-24", "Epoch 0, and a term of one millisecond from 1970.", (2, bytes(16)),
          (18, u(8, 1))),
        r("revokes-itself", "M-24", "min_epoch is above epoch.", (6, b"\xff" * 4)),
        r("key-own-top-bit", "M-10", "The top bit of the device's X25519 half is set.", key(top_bit(half))),
        *(r(f"key-{slug}", "M-10", "The X25519 half is u = 9.", key(base)) for slug, base in X25519_BASES.items()),
        r("no-byte", "M-24", "Nothing at all.", damage=lambda _: b""),
        r("one-byte", "M-24", "The version and nothing else.", damage=lambda _: b"\1"),
        r("one-byte-of-version-2", "M-24", "The version is read before the length.", damage=lambda _: b"\2"),
        r("cut", "M-1", "The last byte is missing.", damage=lambda data: data[:-1]),
        r("extended", "M-1", "A zero byte follows.", damage=lambda data: data + b"\0"),
        r("version-0", "M-24", "Version 0.", (0, b"\0")),
        r("version-2", "M-24", "Version 2.", (0, b"\2")),
        r("class-2", "M-24", "Class 2.", (1, b"\2")),
        r("empty-term", "M-24", "It ends when it begins.", (18, start)),
        r("ends-first", "M-24", "It ends before it begins.", (10, end + start)),
        r("end-too-large", "M-2", "It ends at 2^53.", (18, u(8, 2**53))),
        r("begin-too-large", "M-2", "It begins at 2^53, and ends a millisecond later.", (10, u(8, 2**53)),
          (18, u(8, 2**53 + 1))),
        r("class-before-key", "M-24", "Class 2, and a key that is refused.", (1, b"\2"), key(NEUTRAL)),
        *(r(f"key-low-order-{slug}", "M-9", "The X25519 half is refused.", key(point))
          for slug, point in LOW_ORDER.items()),
        *(r(f"key-low-order-{slug}-top-bit", "M-9", "The X25519 half is refused also with its top bit set.",
            key(top_bit(LOW_ORDER[slug]))) for slug in ("zero", "one", "order-8-second")),
        r("key-first-number", "M-12", "The first number is 3329.", (26, bytes([1, RAW[27] & 0xf0 | 0x0d]))),
        r("key-second-number", "M-12", "The second number is 3329.", (27, bytes([RAW[27] & 0x0f | 0x10, 0xd0]))),
        r("key-last-number", "M-12", "The last number is 4095.", (1176, bytes([RAW[1176] | 0xf0, 0xff]))),
        r("key-before-signature", "M-24", "A key that is refused, and no signature.", key(NEUTRAL),
          signed=lambda _: NONE),
        r("flipped", "M-24", "A bit of the epoch is flipped.", damage=lambda data: flip(data, 5)),
        r("other-device", "M-24", "Signed by another device.", signed=lambda message: sign("phone-2", message)),
        r("other-label", "M-5", "Signed under another label.", label="possession"),
        r("signature-unreduced", "M-14", "S + L in the place of S.",
          signed=lambda message: unreduced(sign("phone-1", message))),
        r("signature-neutral-first-half", "M-13", "R is the neutral element, and the equation holds.",
          signed=lambda message: with_neutral("phone-1", message)),
        r("signature-mixed-first-half", "M-15",
          "R has a part of order 8: a verifier that uses the cofactor accepts it.",
          signed=lambda message: with_mixed("phone-1", message)),
        r("key-largest-numbers", "M-12", "Numbers of 3328.", (26, bytes.fromhex("000dd0ff00d0"))),
        r("key-second-number-alone", "M-12", "The second number is 3329.", (26, bytes.fromhex("0010d0"))),
        r("times-before-key", "M-24", "It ends when it begins, and its key is refused.", (18, start), key(NEUTRAL)))


# 11xx: bundles

def b(slug: str, comment: str, data: bytes, rule: str = "V-13") -> Row:
    return f"bundle-{slug}", rule, comment, {"kind": "bundle", "bundle": data.hex()}


def of(*raws: bytes) -> bytes:
    return wire.write_bundle(PHONE, raws)


def under(public: bytes, order: int, sound: bool = True) -> bytes:
    """A bundle of a key of mixed order with one record."""
    signature = by_mixed(wire.label("prekey") + public + RAW, public, order, sound)
    return wire.write_bundle(public, [RAW + signature])


def bundles() -> Iterator[Row | int]:
    reusable, later, first = record().raw, record(epoch=486_112).raw, record("one-time-1").raw
    second, foreign = record("one-time-2", epoch=486_112).raw, record(device="phone-2").raw
    head, version2 = b"\1" + PHONE, b"\2" + reusable[1:]
    yield from (
        1101,
        b("empty", "A bundle without records.", of()),
        b("reusable", "A reusable record.", of(reusable)),
        b("one-time", "A one-time record alone.", of(first)),
        b("mixed", "Both classes and two epochs, in any order.", of(first, reusable, second)),
        b("no-byte", "Nothing at all.", b""),
        b("one-byte-of-version-2", "The version comes first.", b"\2"),
        b("head-cut", "34 bytes.", head + b"\0"),
        b("version-2", "Version 2.", b"\2" + PHONE + bytes(2)),
        b("identity-small-order", "The identity is a point of order 8.", wire.write_bundle(ORDER_8, []), "M-16"),
        b("identity-mixed-order", "The identity has a part of order 8.", under(MIXED_8, 8), "M-15"),
        b("identity-not-on-curve", "The identity is no point, so no signature fits it.",
          wire.write_bundle(NOT_ON_CURVE, [reusable]), "M-15"),
        b("identity-not-canonical", "The identity is not reduced.", wire.write_bundle(NOT_CANONICAL, []), "M-16"),
        b("identity-before-length", "The identity is a point of order 8, and a byte follows the bundle.",
          wire.write_bundle(ORDER_8, []) + b"\0"),
        b("fewer-records", "A second one is missing.", head + u(2, 2) + reusable),
        b("record-cut", "The record ends early.", of(reusable)[:-1]),
        b("trailing", "A byte follows the last.", of(reusable) + b"\0"),
        b("record-version-2", "A record of version 2.", of(version2)),
        b("length-before-records", "A byte follows a record of version 2.", of(version2) + b"\0"),
        b("record-of-another-device", "A record that another device signed.", of(foreign)),
        b("records-in-turn", "A record of another device before one of version 2: the first fault counts.",
          of(foreign, version2)),
        b("repeated-prekey", "A one-time record twice.", of(first, first)),
        b("records-before-repeats", "A record twice, then one of version 2: repeats are looked for behind the last.",
          of(first, first, version2)),
        b("two-reusable", "Two reusable records, of different epochs.", of(reusable, later)),
        b("reusable-twice", "A reusable record twice: prekey ids are checked before classes.",
          of(reusable, reusable)),
        b("identity-mixed-order-2", "The identity has a part of order 2.", under(MIXED_2, 2), "M-15"),
        b("identity-p-plus-1", "The identity is the neutral element, not reduced.",
          wire.write_bundle(LOW_ORDER["p-plus-1"], []), "M-16"),
        b("head-before-identity", "34 bytes, and the identity is a point of order 8.", b"\1" + ORDER_8 + b"\0"),
        b("256-records-missing", "256 records, none is there.", head + u(2, 256)),
        b("of-256-records", "256 records, the most there can be; they have version 0.", of(*[bytes(1306)] * 256)),
        b("of-257-records", "257 records, one too many; they have version 0.", of(*[bytes(1306)] * 257)),
        b("identity-mixed-cofactor",
          "The identity has a part of order 8: a verifier that uses the cofactor accepts it.",
          under(MIXED_8, 8, sound=False), "M-15"))
    for slug, key in SMALL_ORDERS.items():
        yield b(f"identity-{slug}", "The identity is of small order.", wire.write_bundle(key, []), "M-16")
        yield b(f"identity-{slug}-top-bit", "The same, its top bit set.", wire.write_bundle(top_bit(key), []), "M-16")


# 13xx and 14xx: statements

NAMES = {"succession": ("server-1", "server-2"), "revocation": ("server-1",), "retirement": ("phone-1",),
         "possession": ("phone-1",), "subscription": ("phone-1", "server-1")}


def proof(origin: bytes | str = "https://push.example.com") -> bytes:
    origin = origin if isinstance(origin, bytes) else origin.encode()
    return u(2, len(origin)) + origin + hash_of("SealedPush vector challenge")


def terms(recipient: Any = b"user-7", topic: Any = "com.example.app",
          endpoint: Any = "https://relay.example/e/Zm9v-YmFy") -> Any:
    recipient = recipient if isinstance(recipient, bytes) else recipient.encode()
    return (u(1, len(recipient)) + recipient + u(1, len(topic)) + topic.encode()
            + u(2, len(endpoint)) + endpoint.encode())


FIELDS = {"possession": proof(), "subscription": terms()}


def made(kind: str, *puts: tuple[int, bytes], fields: bytes | None = None, **options: Any) -> tuple[bytes, bytes]:
    """(what is signed without its label, the statement), with changes of its bytes before it is signed."""
    fields = FIELDS.get(kind, b"") if fields is None else fields
    return statement(kind, *NAMES[kind], fields=fields, puts=puts, **options)


def s(kind: str, slug: str, rule: str, comment: str, *puts: tuple[int, bytes], data: bytes | None = None,
      **options: Any) -> Row:
    data = made(kind, *puts, **options)[1] if data is None else data
    return kind + slug, rule, comment, {"kind": kind, "bytes": data.hex()}


def common(kind: str) -> Iterator[Row | int]:
    """What every statement is refused for."""
    signed, data = made(kind)
    yield from (
        s(kind, "", "V-18", "A statement."),
        s(kind, "-no-byte", "V-18", "Nothing at all.", data=b""),
        s(kind, "-one-byte-of-version-2", "V-18", "The version comes first.", data=b"\2"),
        s(kind, "-version-2", "V-18", "Version 2.", (0, b"\2")),
        s(kind, "-cut", "M-1", "The last byte is missing.", data=data[:-1]),
        s(kind, "-extended", "M-1", "A zero byte follows.", data=data + b"\0"),
        s(kind, "-identity-refused", "M-16", "A point of order 8.", (1, ORDER_8)),
        s(kind, "-flipped", "V-18", "A bit of the first signature is flipped.", data=flip(data, len(signed))),
        s(kind, "-other-label", "M-5", "Signed under another label.", label="message"))


def statements() -> Iterator[Row | int]:
    yield 1310
    yield from common("succession")
    yield 1328
    yield from common("revocation")
    yield from common("retirement")
    old, both = name_of("server-1"), NAMES["succession"]
    _, data = made("revocation", (1, ORDER_8))
    yield from (
        1349,
        s("succession", "-new-refused", "M-16", "The new identity is of order 8.", (33, ORDER_8)),
        s("succession", "-equal-keys", "V-18", "From an identity to itself.", (33, old), signers=["server-1"] * 2),
        s("succession", "-equal-keys-not-signed", "V-18", "Equal keys are found before wrong signatures.",
          data=made("succession", (33, old))[0] + NONE * 2),
        1358,
        s("succession", "-signed-by-old-alone", "V-18", "Both signatures are the old one's.", signers=both[:1] * 2),
        s("succession", "-signed-by-new-alone", "V-18", "Both signatures are the new one's.", signers=both[1:] * 2),
        s("succession", "-signatures-swapped", "V-18", "The new one's comes first.", signers=both[::-1]),
        1364,
        s("revocation", "-length-before-identity", "V-18",
          "The last byte is missing, and the identity is a point of order 8.", data=data[:-1]))
    for slug, end, sound in (("", ".", True), ("-cofactor", " by the cofactor alone.", False)):
        signed, _ = made("revocation", (1, MIXED_8))
        yield s("revocation", f"-mixed-order{slug}", "M-15",
                f"The identity has a part of order 8, and the signature fits it{end}",
                data=signed + by_mixed(wire.label("revocation") + signed, sound=sound))
    signed, data = made("succession", (33, MIXED_8), signers=both[:1])
    yield s("succession", "-new-mixed-order", "M-15", "The new identity has a part of order 8, and signs as well.",
            data=data + by_mixed(wire.label("succession") + signed))


def subscriptions() -> Iterator[Row | int]:
    def sub(slug: str, rule: str, comment: str, *puts: tuple[int, bytes], **fields: bytes | str) -> Row:
        return s("subscription", f"-{slug}", rule, comment, *puts, fields=terms(**fields))

    phone = (33, PHONE)
    path = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/"
    endpoint = "https://relay.example:8443/".ljust(512 - len(path), "/") + path
    yield from (
        1368,
        sub("topic-long", "M-7", "A topic of 251 bytes.", topic="a" * 251),
        sub("recipient-before-equal-keys", "V-18", "No recipient, and a device that subscribes to itself.", phone,
            recipient=""),
        *common("subscription"),
        sub("sender-refused", "M-16", "The sender is of order 8.", (33, ORDER_8)),
        sub("equal-keys", "V-18", "A device subscribes to itself.", phone),
        sub("identity-before-recipient", "V-18", "A point of order 8, and no recipient.", (1, ORDER_8), recipient=""),
        s("subscription", "-head-cut", "V-18", "65 bytes, too few to tell a length.",
          data=made("subscription")[1][:65]),
        sub("length", "V-18", "The recipient ends behind the last byte.", (65, b"\xff")),
        sub("largest", "S-18", "A recipient of 64 bytes, a topic of 250, an endpoint of 512 with all characters.",
            recipient="é" * 32, topic="a" * 250, endpoint=endpoint),
        sub("smallest", "S-18", "A byte of each.", recipient=" ", topic="a", endpoint="https://a/~"),
        sub("endpoint-long", "S-18", "An endpoint of 513 bytes.", endpoint=endpoint.replace("8443/", "8443//")),
        sub("recipient-empty", "S-17", "No recipient.", recipient=""),
        sub("recipient-long", "S-17", "A recipient of 65 bytes.", recipient="a" * 65),
        sub("recipient-control", "S-17", "U+0080 in the recipient.", recipient="a\x80"),
        sub("recipient-not-utf8", "S-17", "A recipient that is no UTF-8.", recipient=b"a\xc3"),
        sub("topic-empty", "M-7", "No topic.", topic=""),
        sub("topic-control", "M-7", "U+007F in the topic.", topic="a\x7f"))
    for slug, rule, comment, endpoint in (
            ("http", "V-21", "http to another machine.", "http://relay.example/e/x"),
            ("underscore", "V-21", "A host with an underscore.", "https://re_lay.example/e/x"),
            ("no-path", "S-18", "Nothing behind the slash.", "https://relay.example/"),
            ("no-slash", "S-18", "An origin alone.", "https://relay.example"),
            ("query", "S-18", "A query.", "https://relay.example/e?x"),
            ("escape", "S-18", "An escape in the path.", "https://relay.example/e/%78")):
        yield sub(f"endpoint-{slug}", rule, comment, endpoint=endpoint)
    yield s("subscription", "-signed-by-sender", "V-18", "The sender's signature.", signers=["server-1"])
    yield sub("sender-mixed-order", "M-16", "A part of order 8.", (33, MIXED_8))


ORIGINS = (  # slug, comment, origin; then those at the edges of their characters
    (("port", "https://push.example.com:8443"), ("port-1", "https://a:1"), ("port-65535", "https://a:65535"),
     ("port-80", "https://a:80"), ("ipv4", "https://192.0.2.1"), ("ipv6", "https://[2001:db8::1]:8443"),
     ("other-characters", "https://a-b.c.1"), ("long", "https://" + "a" * 300),
     ("loopback-ipv4", "http://127.0.0.1"), ("loopback-ipv6", "http://[::1]:8080"),
     ("loopback-name", "http://localhost:443")),
    (("empty", "An empty origin.", ""), ("path", "A path.", "https://a/"), ("query", "A query.", "https://a?b"),
     ("user", "A user.", "https://a@b"), ("upper-case", "A capital in the host.", "https://A.example"),
     ("scheme-upper-case", "A capital in the scheme.", "Https://a.example"),
     ("scheme", "Another scheme.", "wss://a.example"), ("no-scheme", "No scheme.", "a.example"),
     ("no-host", "No host.", "https://"), ("port-alone", "No host.", "https://:8443"),
     ("default-port", "443 behind https.", "https://a:443"),
     ("default-port-of-http", "80 behind http.", "http://localhost:80"),
     ("http", "http to another machine.", "http://a.example"),
     ("http-loopback", "http to another address of this machine.", "http://127.0.0.2"),
     ("port-empty", "No digit behind the colon.", "https://a:"), ("port-0", "Port 0.", "https://a:0"),
     ("port-leading-zero", "Port 08443.", "https://a:08443"), ("port-sign", "Port +8443.", "https://a:+8443"),
     ("port-65536", "Port 65536.", "https://a:65536"), ("port-wrapped", "Port 8443 plus 65536.", "https://a:73979"),
     ("space", "A space at the end.", "https://a "), ("not-ascii", "A letter outside ASCII.", "https://ä"),
     ("escape", "An escape.", "https://%61"), ("ipv6-open", "The bracket is not closed.", "https://[::1"),
     ("ipv6-empty", "Nothing in the brackets.", "https://[]"),
     ("not-utf8", "A byte that is no UTF-8.", b"https://a\xc3")),
    (("all-characters", "https://abcdefghijklmnopqrstuvwxyz-0123456789."),
     ("ipv6-all-characters", "https://[0123:4567:89ab:cdef::192.0.2.1]:9"), ("port-19", "https://a:19")),
    (("grave", "A grave accent in the host.", "https://`"), ("brace", "A brace in the host.", "https://{"),
     ("ipv6-slash", "A slash in the brackets.", "https://[1/2]"),
     ("ipv6-grave", "A grave accent in the brackets.", "https://[::`]"),
     ("ipv6-letter", "A letter g in the brackets.", "https://[::g]"),
     ("port-colon", "A colon in the port.", "https://a:1:"),
     ("port-colons", "Two colons before the port.", "https://a::1"),
     ("port-slash", "A slash behind the port.", "https://a:1/")))


def mixed_halves() -> bytes:
    """The statement whose signature has the key itself as its first half; challenges are tried until it fits."""
    number = 0
    while True:
        fields = FIELDS["possession"][:-32] + hash_of(f"SealedPush vector challenge {number}")
        signed, _ = made("possession", (1, MIXED_8), fields=fields)
        message = wire.label("possession") + signed
        if challenge(MIXED_8, MIXED_8, message) % 8 == 7:
            return signed + solved(MIXED_8, scalar("server-1"), MIXED_8, "server-1", message)
        number += 1


def possessions() -> Iterator[Row | int]:
    yield from (
        1401,
        *common("possession"),
        s("possession", "-head-cut", "V-18", "34 bytes, too few to tell the length.",
          data=made("possession")[1][:34]),
        s("possession", "-length", "V-18", "The origin is a byte longer than it says.", (33, u(2, 23))),
        s("possession", "-identity-before-origin", "V-18", "A point of order 8, and no origin.", (1, ORDER_8),
          fields=proof("")))
    for origins in ORIGINS:
        for slug, *comment, origin in origins:
            yield s("possession", f"-origin-{slug}", "V-21", *(comment or ("An origin.",)), fields=proof(origin))
    yield s("possession", "-mixed-halves", "M-15", "The key's part of order 8 and that of R cancel each other.",
            data=mixed_halves())


def challenges() -> Iterator[Row | int]:
    origin, nonce = "https://push.example.com", hash_of("SealedPush vector nonce")
    sound = {"kind": "possessionChallenge", "purpose": "activation", "origin": origin, "device": "0123456789abcdef",
             "nonce": nonce.hex()}
    yield 1470
    for slug, comment, changes in (
            ("activation", "A pushed code is the nonce.", {}),
            ("credential", "The same, for another purpose.", {"purpose": "credential"}),
            ("other-origin", "The same, from another origin.", {"origin": "https://push.example.net"}),
            ("other-device", "The same, for another device.", {"device": "d"}),
            ("device-255", "A name of 255 bytes.", {"device": "é" * 127 + "e"}),
            ("moved-byte", "A byte is of the name, not of the origin.",
             {"origin": origin[:-1], "device": "m0123456789abcdef"}),
            ("port", "Of a machine itself.", {"origin": "http://localhost:8080"}),
            ("origin-slash", "A slash behind it.", {"origin": origin + "/"}),
            ("origin-upper-case", "A capital.", {"origin": "https://Push.example.com"}),
            ("origin-default-port", "443 behind https.", {"origin": origin + ":443"}),
            ("origin-empty", "No origin.", {"origin": ""}),
            ("device-empty", "A name without a byte.", {"device": ""}),
            ("device-256", "A name of 256 bytes, and of 128 characters.", {"device": "é" * 128}),
            ("nonce-31", "31 bytes.", {"nonce": nonce[:-1].hex()}),
            ("nonce-33", "33 bytes.", {"nonce": nonce.hex() + "00"}),
            ("nonce-empty", "No byte.", {"nonce": ""})):
        yield f"challenge-{slug}", "V-22", comment, sound | changes


# 12xx: texts

DATA = {"sender": name_of("server-1"), "device": of(),
        **{kind: made(kind)[1] for kind in ("succession", "revocation", "retirement", "subscription")}}


def t(kind: str, slug: str, comment: str, text: str, rule: str = "V-17") -> Row:
    return f"text-{slug}", rule, comment, {"kind": kind + "Text", "text": text}


def text_rows(kind: str, other: str) -> tuple[tuple[str, str, str, dict[str, Any]],
              tuple[str, str, str, dict[str, Any]], tuple[str, str, str, dict[str, Any]],
              tuple[str, str, str, dict[str, Any]]]:
    """What every kind of text is refused for; `other` is another one."""
    data = DATA[kind]
    right = wire.write_text(kind, data)
    return (
        t(kind, kind, "A text.", right, "V-16"),
        t(kind, f"{kind}-other-prefix", "Another kind's text.", wire.write_text(other, DATA[other])),
        t(kind, f"{kind}-other-check", "The check part is that of another prefix.",
          right[:-8] + wire.write_text(other, data)[-8:]),
        t(kind, f"{kind}-data-cut", "The data lacks its last byte; its check fits.",
          wire.write_text(kind, data[:-1])))


def wrong(kind: str, comment: str) -> Row:
    return t(kind, f"{kind}-wrong-signature", comment, wire.write_text(kind, flip(DATA[kind], -40)))


def inside(kind: str, other: str, comment: str) -> Row:
    return t(kind, f"{kind}-{other}-inside", comment, wire.write_text(kind, DATA[other]))


def texts() -> Iterator[Row | int]:
    right = wire.write_text("sender", DATA["sender"])

    def form(slug: str, comment: str, text: str, *rule: str) -> Row:
        return t("sender", slug, comment, text, *rule)

    yield from (  # type: ignore[misc]  # numbers among rows
        1201, *text_rows("sender", "device"), *text_rows("device", "succession"),
        1217, *text_rows("succession", "revocation"), *text_rows("revocation", "retirement"),
        *text_rows("retirement", "sender"),
        form("white-space", "White space at both ends is dropped.", f" \t{right}\r\n", "V-16"),
        form("empty", "No text at all.", ""),
        form("upper-case", "The prefix begins with a capital.", "S" + right[1:]),
        form("no-break-space", "Other white space stays.", "\xa0" + right),
        form("vertical-tab", "Other white space stays.", "\v" + right),
        form("form-feed", "Other white space stays.", right + "\f"),
        form("no-check", "No check part.", right[:-9]),
        form("two-checks", "Two check parts.", right + right[-9:]),
        form("padded", "Padding.", right[:-9] + "=" + right[-9:]),
        form("inner-space", "A space.", right[:30] + " " + right[30:]),
        form("not-ascii", "A letter outside ASCII.", right + "é"),
        form("mistyped", "A letter is another.", right[:30] + ("B" if right[30] == "A" else "A") + right[31:]),
        form("check-cut", "The check part has 3 bytes.", right[:-4]),
        form("check-extended", "The check part has 9 bytes.", right + "AAAA"),
        form("check-empty", "Nothing behind the point.", right[:-8]),
        form("sender-refused", "A point of order 8.", wire.write_text("sender", ORDER_8)),
        form("sender-empty", "No data.", wire.write_text("sender", b"")),
        t("device", "device-version-2", "A bundle of version 2.", wire.write_text("device", b"\2" + of()[1:])),
        1249,
        *(wrong(kind, "A bit of a signature is flipped.") for kind in ("succession", "revocation", "retirement")),
        1254,
        inside("revocation", "retirement", "A retirement, of the same length."),
        inside("retirement", "revocation", "A revocation, of the same length."),
        1270, *text_rows("subscription", "sender"),
        inside("retirement", "subscription", "A subscription."),
        inside("subscription", "retirement", "A retirement."),
        wrong("subscription", "A bit of the signature is flipped."),
        1280,
        *(t("succession", f"{name}-prefix", "A prefix of no kind.", wire.write_text(name, DATA["succession"]))
          for name in ("link", "link-offer")))


# 15xx: safety numbers and collapse ids

def n(slug: str, comment: str, one: bytes, other: bytes) -> Row:
    given = {"kind": "safetyNumber", "sender": one.hex(), "device": other.hex()}
    return f"safety-number-{slug}", "V-25", comment, given


def numbers() -> Iterator[Row | int]:
    server = name_of("server-1")
    yield from (
        1501,
        n("server-1", "Sixty digits.", server, PHONE),
        n("person-1", "Sixty digits.", name_of("person-1"), PHONE),
        n("equal-keys", "One key on both sides.", PHONE, PHONE),
        n("sender-refused", "The sender's key is of order 8.", ORDER_8, PHONE),
        n("device-refused", "The device's key is of order 8.", server, ORDER_8),
        n("both-refused", "One key on both sides, of order 8.", ORDER_8, ORDER_8))
    for slug, key in (("ascii", "chat-7"), ("unicode", "Größe 🏥"), ("empty", "")):
        yield f"collapse-id-{slug}", "S-10", "The id for a caller's key.", {
            "kind": "collapseID", "sender": "server-1", "device": PHONE.hex(), "collapseKey": key}
    yield n("mixed-order", "A key has a part of order 8.", MIXED_8, PHONE)
    yield n("not-on-curve", "A key is no point of the curve.", NOT_ON_CURVE, PHONE)


def rows() -> Iterator[Row | int]:
    for part in (records, bundles, texts, statements, subscriptions, possessions, challenges, numbers):
        yield from part()
