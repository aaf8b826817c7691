# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Pairing: links, their texts, answers, boxes, and `paired` in messages (22xx to 24xx)."""

from collections.abc import Callable, Iterator
from typing import Any

from sealedpush._protocol import crypto, pairing, wire
from sealedpush._protocol.text import b64encode
from tools.dice import put

from .messages import m, own
from .parts import MIXED_8, ORDER_8, Row, by_mixed, flip, hash_of, name_of, sign, statement_text, u, unreduced
from .senders import sized, z

SERVER, PHONE = name_of("server-1"), name_of("phone-1")
SECRET, SALT = (hash_of(f"SealedPush vector drop {what}")[:16] for what in ("secret", "salt"))
END = 1_750_000_600
NAMES = (  # slug, comment, name: what a reader takes or refuses by its own rule, then what D-17 changes
    (("not-ascii", "Letters, marks and an emoji that D-17 leaves.", "Zoë e\u0301 \U0001f3e5"),
     ("joiner", "A joiner inside.", "\U0001f469\u200d\U0001f4bb x"), ("empty", "No name.", ""),
     ("not-utf8", "A byte that is no UTF-8.", b"a\xc3"), ("surrogate", "A surrogate in UTF-8.", b"a\xed\xa0\x80")),
    (("space-first", "A space in front.", " a"), ("space-last", "A space behind.", "a "),
     ("spaces", "Two spaces.", "a  b"), ("tab", "A tab.", "a\tb"),
     ("no-break-space", "U+00A0 would be a space.", "a\xa0b"),
     ("control", "U+0007.", "a\x07"), ("direction", "U+202E turns the direction.", "a\u202eb"),
     ("marks", "Five marks on a letter.", "a" + "\u0301" * 5), ("joiner-last", "A joiner at the end.", "a\u200d")))


def raw(text: bytes | str) -> bytes:
    return text if isinstance(text, bytes) else text.encode()


def names(rule: str) -> Iterator[Any]:
    for of, rows in zip((rule, "D-17"), NAMES):
        for slug, comment, name in rows:
            yield slug, of, comment, name


# 22xx: links

def link(name: bytes | str = "Build server", relay: bytes | str = "relay.example", secret: bytes = SECRET,
         end: int = END, idS: bytes = SERVER) -> bytes:
    """The data of a link, with the relay as it stands there."""
    return b"\1" + secret + idS + u(4, end) + b"".join(u(1, len(f)) + f for f in map(raw, (name, relay)))


LINK = link()


def n(slug: str, rule: str, comment: str, data: bytes) -> Row:
    return f"pairing-link{slug}", rule, comment, {"kind": "pairingLink", "bytes": data.hex()}


def links() -> Iterator[Row | int]:
    yield from (
        2201,
        n("", "L-2", "A link.", LINK),
        n("-smallest", "L-2", "A byte of each, and end 0.", link("a", "b", end=0)),
        n("-largest", "L-2", "A name of 32 bytes, a relay of 100, and the last end.",
          link("é" * 16, "a" * 92 + "-.z:8443", end=2**32 - 1)),
        n("-port", "V-21", "A port.", link(relay="relay.example:8443")),
        n("-loopback", "V-21", "A relay without TLS stays whole.", link(relay="http://localhost:8080")),
        n("-no-byte", "L-2", "Nothing at all.", b""),
        n("-one-byte-of-version-2", "L-2", "The version comes first.", b"\2"),
        n("-version-0", "L-2", "Version 0.", put(LINK, 0, b"\0")),
        n("-version-2", "L-2", "Version 2.", put(LINK, 0, b"\2")),
        n("-head-cut", "L-2", "53 bytes, too few to tell a length.", LINK[:53]),
        n("-name-alone", "L-2", "It ends behind the name.", LINK[:66]),
        n("-name-length", "L-2", "The name ends behind the last byte.", put(LINK, 53, b"\xff")),
        n("-cut", "M-1", "The last byte is missing.", LINK[:-1]),
        n("-extended", "M-1", "A zero byte follows.", LINK + b"\0"),
        n("-identity-refused", "M-16", "A point of order 8.", link(idS=ORDER_8)),
        n("-identity-mixed-order", "M-16", "A part of order 8.", link(idS=MIXED_8)),
        n("-length-before-identity", "L-2", "The last byte is missing, and idS is of order 8.", link(idS=ORDER_8)[:-1]),
        n("-identity-before-name", "L-2", "A point of order 8, and no name.", link("", idS=ORDER_8)),
        n("-name-33", "L-2", "A name of 33 bytes.", link("a" * 33)),
        n("-relay-101", "L-2", "A relay of 101 bytes.", link(relay="a" * 101)))
    for slug, rule, comment, name in names("L-2"):
        yield n(f"-name-{slug}", rule, comment, link(name))
    for slug, comment, relay in (
            ("empty", "No relay.", ""), ("https", "A scheme that is left out stands there.", "https://relay.example"),
            ("http", "http to another machine.", "http://relay.example"),
            ("scheme", "A cut scheme.", "http:/localhost"),
            ("path", "A slash at the end.", "relay.example/"), ("upper-case", "A capital.", "Relay.example"),
            ("default-port", "443 behind https.", "relay.example:443"),
            ("default-port-of-http", "80 behind http.", "http://localhost:80"),
            ("not-utf8", "A byte that is no UTF-8.", b"relay.example\xc3")):
        yield n(f"-relay-{slug}", "V-21", comment, link(relay=relay))


# Texts of links

def texts() -> Iterator[Row | int]:
    right = wire.write_text("pair", LINK)
    short = right.removeprefix(pairing.PREFIX)

    def text(slug: str, comment: str, given: str, rule: str = "L-4") -> Row:
        return f"text-pairing{slug}", rule, comment, {"kind": "pairingText", "text": given}
    yield from (
        2250,
        text("", "A text.", right, "V-16"),
        text("-white-space", "White space at both ends is dropped.", f" \t{right}\r\n", "V-16"),
        text("-other-prefix", "Another kind's text.", wire.write_text("sender", SERVER), "V-17"),
        text("-no-prefix", "The prefix is missing.", short, "V-17"),
        text("-other-check", "The check part is that of another prefix.",
             right[:-8] + wire.write_text("sender", LINK)[-8:], "V-17"),
        text("-mistyped", "A letter is another.", right[:30] + ("B" if right[30] == "A" else "A") + right[31:], "V-17"),
        text("-version-2", "A link of version 2.", wire.write_text("pair", put(LINK, 0, b"\2")), "V-17"),
        text("-app", "An app link.", f"https://app.example/pair#{short}"),
        text("-app-query", "An app link with a query.", f"https://app.example/?a=b:c#{short}"),
        text("-app-white-space", "White space at both ends of an app link is dropped.",
             f" \t\r\nhttps://app.example/pair#{short}\n\r\t "),
        text("-app-no-fragment", "A URL without a fragment.", "https://app.example/pair"),
        text("-app-empty-fragment", "Nothing behind the number sign.", "https://app.example/pair#"),
        text("-app-two-fragments", "A second number sign.", f"https://app.example/#pair#{short}"),
        text("-app-whole-text", "The prefix stands behind the number sign.", f"https://app.example/pair#{right}"),
        text("-app-other-check", "The check part is that of the URL's.",
             f"https://app.example/pair#{short[:-8]}{b64encode(wire.check_part('https://app.example/pair#', LINK))}"),
        text("-app-upper-case", "A scheme in capitals.", f"HTTPS://app.example/pair#{short}"),
        text("-app-http", "Another scheme.", f"http://app.example/pair#{short}"))


# 23xx: answers

CAPABILITY = hash_of("SealedPush vector capability")


def answer(idR: bytes = PHONE, capability: bytes = CAPABILITY, topic: bytes | str = "com.example.app",
           name: bytes | str = "Ann's phone", version: int = 1, link: bytes = LINK,
           signed: Callable[..., Any] = lambda message: sign("phone-1", message), label: str = "pairing") -> bytes:
    """An answer to a link."""
    data = u(1, version) + idR + capability + b"".join(u(1, len(f)) + f for f in map(raw, (topic, name)))
    signature: bytes = signed(wire.label(label) + crypto.sha256(link) + data)
    return data + signature


def a(slug: str, rule: str, comment: str, data: bytes, size: int = pairing.PLAINTEXT, to: bytes = LINK) -> Row:
    zeros = size - len(data)
    plaintext = [data.hex(), zeros] if zeros > 0 else data[:size].hex()
    return f"pairing-answer{slug}", rule, comment, {
        "kind": "pairingAnswer", "link": to.hex(), "plaintext": plaintext}


def answers() -> Iterator[Row | int]:
    sound, local = answer(), link(relay="http://127.0.0.1:8080")
    yield from (
        2301,
        a("", "L-5", "An answer.", sound),
        a("-smallest", "L-5", "A byte of each text, and a capability of zeros.",
          answer(topic="a", name="b", capability=bytes(32))),
        a("-largest", "L-5", "A topic of 250 bytes, and a name of 64.", answer(topic="a" * 250, name="é" * 32)),
        a("-loopback", "L-5", "At a relay without TLS.", answer(link=local), to=local),
        a("-small-number", "L-5", "A number below ten.", small_number()),
        a("-no-byte", "L-5", "Nothing at all.", b"", 0),
        a("-1023-bytes", "L-5", "A plaintext of 1023 bytes.", sound, 1023),
        a("-1025-bytes", "L-5", "A plaintext of 1025 bytes.", sound, 1025),
        a("-length-before-version", "L-5", "1023 bytes of version 2.", answer(version=2), 1023),
        a("-version-0", "L-5", "Version 0.", answer(version=0)),
        a("-version-2", "L-5", "Version 2.", answer(version=2)),
        a("-byte-behind", "L-5", "The byte behind the signature is 1.", sound + b"\1"),
        a("-last-byte", "L-5", "The last byte of the plaintext is 1.", sound.ljust(1023, b"\0") + b"\1"),
        a("-version-before-bytes", "L-5", "Version 2, and the byte behind the signature is 1.",
          answer(version=2) + b"\1"),
        a("-bytes-before-identity", "L-5", "A point of order 8, and the byte behind the signature is 1.",
          answer(idR=ORDER_8) + b"\1"),
        a("-zeros", "L-5", "A version, and zeros alone: idR is of small order.", b"\1"),
        a("-identity-refused", "M-16", "A point of order 8.", answer(idR=ORDER_8)),
        a("-identity-before-topic", "L-5", "A point of order 8, and no topic.", answer(idR=ORDER_8, topic="")),
        a("-topic-empty", "M-7", "No topic.", answer(topic="")),
        a("-topic-251", "M-7", "A topic of 251 bytes.", answer(topic="a" * 251)),
        a("-topic-control", "M-7", "U+007F in the topic.", answer(topic="a\x7f")),
        a("-topic-not-utf8", "M-7", "A topic that is no UTF-8.", answer(topic=b"a\xc3")),
        a("-name-65", "L-5", "A name of 65 bytes.", answer(name="a" * 65)),
        a("-texts-of-255", "L-5", "Texts of 255 bytes, the most that a length can tell.",
          answer(topic="a" * 255, name="b" * 255)))
    for slug, rule, comment, name in names("L-5"):
        yield a(f"-name-{slug}", rule, comment, answer(name=name))
    own_link, other = link(idS=PHONE), link(secret=SALT)
    mixed = answer(idR=MIXED_8, signed=lambda message: by_mixed(message))
    yield from (
        a("-equal-keys", "L-5", "The link's sender is the device itself.", answer(link=own_link), to=own_link),
        a("-name-before-equal-keys", "L-5", "The same, and no name.", answer(link=own_link, name=""), to=own_link),
        a("-equal-keys-not-signed", "L-5", "Equal keys are found before a wrong signature.",
          answer(link=own_link, signed=lambda _: bytes(64)), to=own_link),
        a("-flipped", "L-5", "A bit of the signature is flipped.", flip(sound, -64)),
        a("-flipped-capability", "L-5", "A bit of the capability is flipped.", flip(sound, 33)),
        a("-flipped-name", "L-5", "A letter of the name is another.", flip(sound, -65)),
        a("-other-link", "L-5", "Signed for a link with another secret.", answer(link=other)),
        a("-other-sender", "L-5", "Signed for the same link of another sender.",
          answer(link=link(idS=name_of("server-2")))),
        a("-other-relay", "L-5", "Signed for the same link at another relay.",
          answer(link=link(relay="relay.example:8443"))),
        a("-other-end", "L-5", "Signed for the same link with another end.", answer(link=link(end=END + 1))),
        a("-other-device", "L-5", "Signed by another device.", answer(signed=lambda message: sign("phone-2", message))),
        a("-other-label", "M-5", "Signed under the label of possession proofs.", answer(label="possession")),
        a("-no-link", "L-5", "No link is signed.",
          answer(signed=lambda message: sign("phone-1", message[:22] + message[54:]))),
        a("-unreduced", "M-14", "S + L in the place of S.",
          answer(signed=lambda message: unreduced(sign("phone-1", message)))),
        a("-mixed-order", "M-15", "idR has a part of order 8, and the signature fits it.", mixed),
        a("-mixed-cofactor", "M-15", "The same, and it fits by the cofactor alone.",
          answer(idR=MIXED_8, signed=lambda message: by_mixed(message, sound=False))))


def small_number() -> bytes:
    """The first answer with a number below ten, by its capability."""
    for i in range(1000):
        found = answer(capability=hash_of(f"SealedPush vector capability {i}"))
        if int.from_bytes(crypto.sha256(found)[:4]) % 100 < 10:
            return found
    raise AssertionError("no small number")


# 24xx: boxes

def box(slug: str, rule: str, comment: str, data: bytes, secret: bytes = SECRET) -> Row:
    return f"drop-box{slug}", rule, comment, {"kind": "dropBox", "secret": secret.hex(), "box": data.hex()}


def boxes() -> Iterator[Row | int]:
    data = answer()
    sound = pairing.seal_box(SECRET, SALT, data)
    bare = crypto.expand(crypto.mac(b"", SECRET), wire.label("drop key"), 32)
    swapped = pairing.keys(SECRET, SALT)
    yield from (
        2401,
        box("", "L-7", "A box with an answer.", sound),
        box("-zeros", "L-7", "A plaintext of zeros.", pairing.seal_box(SECRET, SALT, b"")),
        box("-full", "L-7", "A plaintext without a zero byte: a box does not look at it.",
            pairing.seal_box(SECRET, bytes(16), b"\xff" * 1024)),
        box("-no-byte", "L-7", "Nothing at all.", b""),
        box("-salt-alone", "L-7", "A salt alone.", SALT),
        box("-1055-bytes", "L-7", "The last byte is missing.", sound[:-1]),
        box("-1057-bytes", "L-7", "A zero byte follows.", sound + b"\0"),
        box("-of-1023-bytes", "L-7", "It can be decrypted, to 1023 bytes.", SALT + crypto.chacha_encrypt(
            *swapped, b"", data.ljust(1023, b"\0"))),
        box("-other-secret", "L-7", "Another secret.", sound, flip(SECRET, 15)),
        box("-flipped-salt", "L-7", "A bit of the salt is flipped.", flip(sound, 0)),
        box("-flipped-ciphertext", "L-7", "A bit of the ciphertext is flipped.", flip(sound, 16)),
        box("-flipped-tag", "L-7", "The last bit is flipped.", flip(sound, -1, 0x80)),
        box("-aad", "L-7", "The salt is authenticated once more, as AAD.", SALT + crypto.chacha_encrypt(
            *swapped, SALT, data.ljust(1024, b"\0"))),
        box("-key-without-salt", "L-7", "The key does not depend on the salt.", SALT + crypto.chacha_encrypt(
            bare, swapped[1], b"", data.ljust(1024, b"\0"))))


# `paired` as it is opened and sealed

HASH = hash_of("SealedPush vector answer hash")[:16]


def opened() -> Iterator[Row | int]:
    text = b64encode(HASH)
    escaped = "".join(f"\\u{ord(c):04x}" for c in text)
    yield 2420
    for slug, comment, value in (
            ("", "A hash.", f'"{text}"'), ("-escaped", "Its escapes are resolved.", f'"{escaped}"'),
            ("-zeros", "A hash of zeros.", f'"{b64encode(bytes(16))}"'),
            ("-15-bytes", "15 bytes. It is ignored.", f'"{b64encode(HASH[:15])}"'),
            ("-17-bytes", "17 bytes. It is ignored.", f'"{b64encode(HASH + bytes(1))}"'),
            ("-padded", "Padding. It is ignored.", f'"{text}=="'),
            ("-unused-bits", "Unused bits are set. It is ignored.", f'"{text[:-1]}{chr(ord(text[-1]) + 1)}"'),
            ("-empty", "An empty text. It is ignored.", '""'), ("-number", "A number. It is ignored.", "47"),
            ("-null", "Null. It is ignored.", "null"), ("-array", "An array. It is ignored.", f'["{text}"]'),
            ("-object", "An object. It is ignored.", "{}")):
        yield m(f"paired{slug}", "L-8", comment, content=own(f'"paired":{value}'))


def sealings() -> Iterator[Row | int]:
    def sealing(slug: str, comment: str, *payload: str, **fields: Any) -> Row:
        return z(f"paired{slug}", "M-36", comment, *payload, paired=HASH.hex(), **fields)
    revocation = [{"text": statement_text("revocation", "server-1"), "time": 1_800_000_000_000}]
    member = len(f',"sealedpush":{{"paired":"{b64encode(HASH)}"}}')
    yield from (
        2440,
        sealing("", "Alone."),
        sealing("-last", "Behind all others, statements among them.", sender="", remove=["x"], statements=revocation),
        sealing("-fits", "Just room for it.", sized(777 - member)),
        sealing("-next-bucket", "A byte more than the first bucket has.", sized(778 - member)),
        sealing("-no-room", "A byte too many.", sized(1610 - member)),
        sealing("-before-statements", "It has its room before a statement.", sized(777 - member),
                statements=revocation))


def rows() -> Iterator[Row | int]:
    for part in (links, texts, answers, boxes, opened, sealings):
        yield from part()
