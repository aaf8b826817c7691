# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""A seeded source of choices, texts, JSON and keys, sound ones and odd ones."""

import random
from collections.abc import Sequence

from sealedpush._protocol import MAX_TIME, crypto
from sealedpush._protocol.text import MAX_DEPTH, b64encode

from . import ed25519

PIECES = [*"abcdefgh XYZ0189/.:-_{}[],'\"\\", "é", "e\u0301", "ß", "語", "\u2028", "\u200d", "\ufeff",
          "\uffff", "🏥", "\U0010ffff", "{sender}", *"\n\r\t\b\f\x00\x0b\x1b\x1f\x7f\x85"]
NUMBERS = "0 -0 1 -1 17 1.50 0.0e0 1E+5 -2e-7 1e999 0.1e00001 12345678901234567890123".split()
NO_VALUES = b'01 -01 +1 .5 1. 1e - tru NaN "\t" "\\x" "\\u12g4" \'a\' [1,] {,} {1:2} [1 2] {"a"} /**/0'
NO_UTF8 = [b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe2\x82", b"\xff", b"\x80"]
LONE = b"\\ud800 \\uDFFF \\ud83d\\u0041 \\udc00\\ud800 \\uD800\\uD800\\uDC00".split()
TWICE = [b'"k":1,"k":1', b'"k":1,"\\u006b":2', b'"":0,"":0', b'"bad":[{"x":{"a":0,"b":1,"a":0}}]']
BASE_URL = "https://a.b-c.example:8443/x/%2F?q=1&r=@"


def put(data: bytes, at: int, new: bytes) -> bytes:
    return data[:at] + new + data[at + len(new):]


def with_member(sound: bytes, member: bytes) -> bytes:
    """One more member at the end of an object that is not empty."""
    end = sound.rindex(b"}")
    return sound[:end] + b"," + member + sound[end:]


class Dice(random.Random):
    def chance(self, probability: float) -> bool:
        return self.random() < probability

    def some(self, values: list[str] | tuple[str, str, str]) -> list[str]:
        """Any of them in any order."""
        return self.sample(values, self.randint(0, len(values)))

    def near(self, *edges: int) -> int:
        """A time at an edge, or beside it."""
        return min(max(self.choice(edges) + self.choice((-1, 0, 0, 1)), 0), MAX_TIME)

    def flip(self, data: bytes, start: int = 0, end: int | None = None) -> bytes:
        """Any one bit of a part, if there is one."""
        start, end = 8 * start, 8 * min(len(data), end or len(data))
        bit = self.randrange(start, end) if start < end else None
        return data if bit is None else put(data, bit // 8, bytes([data[bit // 8] ^ 1 << bit % 8]))

    # Texts and JSON; written JSON is str, a whole payload bytes

    def text(self, most: int = 12) -> str:
        return "".join(self.choices(PIECES, k=self.randint(0, most)))

    def string(self, value: str) -> str:
        """One of the many ways to write a string."""
        def unit(code: int) -> str:
            return self.choice(("\\u{:04x}", "\\u{:04X}")).format(code)

        def written(c: str) -> str:
            code = ord(c)
            if self.chance(0.8) and c not in '"\\' and code >= 0x20:
                return c
            if c in '"\\\b\f\n\r\t/' and self.chance(0.5):
                return "\\" + c.translate(str.maketrans("\b\f\n\r\t", "bfnrt"))
            if code < 0x10000:
                return unit(code)
            return unit(0xD800 + (code - 0x10000 >> 10)) + unit(0xDC00 + (code & 0x3FF))
        return '"' + "".join(map(written, value)) + '"'

    def _white(self) -> str:
        return "".join(self.choices(" \t\r\n", k=self.randint(1, 3))) if self.chance(0.2) else ""

    def array(self, values: list[str]) -> str:
        return "[" + ",".join(self._white() + v + self._white() for v in values) + self._white() + "]"

    def members(self, pairs: list[tuple[str, str]]) -> str:
        """An object of written values."""
        entries = [f"{self.string(k)}{self._white()}:{self._white()}{v}" for k, v in pairs]
        return "{" + self.array(entries)[1:-1] + "}"

    def value(self, depth: int) -> str:
        """Any value that takes at most `depth` more levels."""
        kind = self.randrange(6)
        if kind == 0 and depth:
            return self.array([self.value(depth - 1) for _ in range(self.randint(0, 3))])
        if kind == 1 and depth:
            return self.members(self.pairs(3, depth - 1))
        if kind < 4:
            return self.choice((*NUMBERS, "true", "false", "null"))
        return self.string(self.text())

    def pairs(self, most: int, depth: int) -> list[tuple[str, str]]:
        """Members with keys that differ in bytes, perhaps not once normalised."""
        keys = {self.text(4) for _ in range(self.randint(0, most))}
        return [(key, self.value(depth)) for key in sorted(keys)]

    def nested(self, levels: int) -> str:
        inner = self.choice(("{}", "[]"))
        for _ in range(levels - 1):
            inner = self.choice((f"[{inner}]", f'{{"x":{inner}}}'))
        return inner

    def payload(self, extra: Sequence[tuple[str, str]] = ()) -> bytes:
        """A sound payload."""
        alert = self.string(self.text())
        if self.chance(0.7):
            alert = self.members([("title", self.string(self.text())), ("body", alert)])
        found = [("aps", self.members([("alert", alert), *self.pairs(2, 4)])), *self.pairs(3, 5), *extra]
        if self.chance(0.1):
            found.append(("deep at the edge", self.nested(MAX_DEPTH - 1)))
        self.shuffle(found)
        return (self._white() + self.members(found) + self._white()).encode()

    def bad_json(self, sound: bytes) -> bytes:
        """What M-19 refuses, made of a sound object."""
        if b"}" not in sound:
            return sound + b"x"
        string = self.choice((b'"bad":"%b"', b'"%b":1'))
        return self.choice((
            b"\xef\xbb\xbf" + sound,
            with_member(sound, string % self.choice(NO_UTF8)),
            with_member(sound, string % self.choice(LONE)),
            with_member(sound, self.choice(TWICE)),
            with_member(sound, b'"bad":' + self.nested(MAX_DEPTH).encode()),
            sound + self.choice((b"x", b"{}", b"\0", b"\xc2\xa0", b",", b"\x0c")),
            sound[:self.randrange(sound.rindex(b"}"))],
            with_member(sound, b'"bad":' + self.choice(NO_VALUES.split(b" ")))))

    def filled(self, sound: bytes, size: int) -> bytes:
        """The same with one more member, so that it has exactly `size` bytes; or as it was."""
        room, c = size - len(sound) - len(b',"fill":""'), self.choice("xé語").encode()
        fill = b'"fill":"' + (c * (room // len(c))).ljust(room) + b'"'
        return sound if room < 0 else with_member(sound, fill)

    # Values of `sealedpush`

    def reference(self, odd: bool) -> str:
        """A reference as JSON; an odd one is perhaps refused."""
        size = str(self.choice((39, 1000, 5_244_278, self.randint(39, 5_244_278))))
        found = {"url": self.string(BASE_URL), "key": self.string(b64encode(self.randbytes(16))),
                 "sha256": self.string(b64encode(self.randbytes(32))), "size": size,
                 "type": self.string(self.choice(("audio/mpeg", "image/png", "video/mp4")))}
        at = self.randrange(len(BASE_URL))
        url = BASE_URL[:at] + self.choice([*"%:/@?#[]\\ é\nA9", ":70000/"]) + BASE_URL[at + self.randint(0, 1):]
        sizes = ("0", "38", "1e3", "39.0", "-39", "9223372036854775807", "9223372036854775808", "52442439")
        name, value = self.choice((
            ("url", self.string(url)), ("url", self.string(url)), ("size", self.choice(sizes)),
            ("key", '"AAAA"'), ("sha256", '"AB=="'), ("type", '"image/PNG"'), ("more", self.value(2)),
            (self.choice(list(found)), self.value(1))))
        found |= {name: value} if odd else {}
        return self.members(self.sample(list(found.items()), len(found)))

    def own(self) -> str:
        """A sound value of `sealedpush`, as no sealer of ours writes it."""
        def template() -> str:
            return self.array([self.string(x) for x in self.choices(("body", "footer", ""), k=3)])

        def attachments() -> str:
            entry = (lambda: self.value(1), lambda: self.reference(False), lambda: self.reference(True))
            return self.array([self.choice(entry)() for _ in range(self.choice((0, 1, 3, 12)))])

        def remove() -> str:
            names = ("x", "", "é" * 32, "x" * 65, self.text(4))
            count = self.choice((0, 1, 5, 52))
            return self.array([self.value(0) if self.chance(0.3) else self.string(self.choice(names))
                               for _ in range(count)])
        def paired() -> str:
            text = b64encode(self.randbytes(self.choice((16, 16, 16, 15, 17))))
            return self.string(self.choice((text, text, text + "=")))
        made = {"from": lambda: self.string(self.text()), "name": lambda: self.string(self.text()),
                "template": template, "attachments": attachments, "remove": remove, "paired": paired}
        found = self.pairs(2, 3) + [(name, made[name]()) for name in self.some(list(made))]
        for name in ("attachments", "remove", "paired"):
            if self.chance(0.1) and name not in dict(found):
                found.append((name, self.value(1)))
        return self.members(found)

    def bad_content(self) -> bytes:
        """What M-34 refuses, or nearly."""
        if self.chance(0.4):
            return self.bad_json(self.payload())
        if self.chance(0.2):
            return self.choice((b"", b" ", b"null", b"[]", b'"aps"', b'[{"aps":{}}]', b"{}"))
        scalar, aps = self.value(0), ("aps", "{}")
        no_string = self.choice(("1", "null", "[]", "{}", "true"))
        no_template = self.choice(("1", "null", '"body"', "{}", '["body",1]', "[null]"))
        own = self.choice((("from", no_string), ("name", no_string), ("template", no_template)))
        return self.members(self.choice((
            [("aps", scalar)], [("aps", "[]")], [("APS", "{}")], [aps, ("sealedpush", scalar)],
            [aps, ("sealedpush", "[]")], *[[aps, ("sealedpush", self.members([own]))]] * 3))).encode()

    # Keys and signatures that are refused, or look as if they were

    def _topped(self, number: int) -> bytes:
        """An encoding, with its top bit set now and then."""
        return (number | self.chance(0.3) << 255).to_bytes(32, "little")

    def x25519_key(self) -> bytes:
        """One of M-9, or beside it."""
        beside = (2, crypto.P - 2, crypto.P + 2, 2**255 - 1)
        return self._topped(self.choice((*sorted(crypto.X25519_REFUSED), *beside)))

    def public_key(self) -> bytes:
        """Perhaps refused by M-9 or M-12."""
        sound = crypto.xwing_public_key(self.randbytes(32))
        if self.chance(0.5):
            return sound[:-32] + self.x25519_key()
        number, at = self.choice((3327, 3328, 3329, 3330, 4095)), 3 * self.choice((0, 383, 7))
        pair = int.from_bytes(sound[at:at + 3], "little")
        pair = pair & ~0xFFF | number if self.chance(0.5) else pair & 0xFFF | number << 12
        return put(sound, at, pair.to_bytes(3, "little"))

    def identity(self, sound: bytes) -> bytes:
        """A name that M-16 refuses, or of mixed order, or (perhaps) no point."""
        kind, point = self.randrange(4), ed25519.decode_point(sound)
        if kind == 0:
            return self._topped(self.choice(sorted(crypto.ED25519_REFUSED)))
        if kind == 1:
            return self._topped(self.randint(crypto.P, 2**255 - 1))
        other = self.randbytes(32)
        if kind == 2 and point and (second := ed25519.decode_point(other)):
            torsion = ed25519.multiply(crypto.L, second)
            return ed25519.encode_point(ed25519.add(point, torsion))
        return other

    def signature(self, sound: bytes) -> bytes:
        """A fault of form, or one flipped bit."""
        s = int.from_bytes(sound[32:], "little")
        halves = ((s + crypto.L) % 2**256, 0, crypto.L, crypto.L - 1, 2**256 - 1)
        return self.choice((
            lambda: bytes(64), lambda: self.flip(sound), lambda: self.identity(sound[:32]) + sound[32:],
            lambda: put(sound, 32, self.choice(halves).to_bytes(32, "little"))))()
