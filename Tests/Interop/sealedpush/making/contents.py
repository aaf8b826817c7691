# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Random texts and JSON: payloads, fields and placeholders, and what is no JSON."""

from ..payloads import Texts, make_content
from ..strict_json import DEEPEST, write
from .dice import Dice

_PLAIN = [
    *"abcdefgh XYZ0189/.:-_{}[],'\"\\", "é", "e\u0301", "ß", "Ω", "語", "\u2028", "\u200d",
    "\ufeff", "\uffff", "🏥", "👩‍⚕️", "\U0010ffff", "{sender}",
]  # fmt: skip
_PIECES = [*_PLAIN, *"\n\r\t\b\f\x00\x0b\x1b\x1f\x7f\x85"]
_NUMBERS = "0 -0 1 -1 17 1.50 0.0e0 1E+5 -2e-7 1e999 0.1e00001 12345678901234567890123".split()


def text(dice: Dice, most: int = 12) -> str:
    return "".join(dice.choices(_PIECES, k=dice.randint(0, most)))


def plain_text(dice: Dice, most: int) -> str:
    """Without control characters, and never empty."""
    return "".join(dice.choices(_PLAIN, k=dice.randint(1, most)))


def _unit(dice: Dice, code: int) -> str:
    return "\\u" + dice.choice(("{:04x}", "{:04X}")).format(code)


def _written(dice: Dice, character: str) -> str:
    code = ord(character)
    if dice.chance(0.8) and character not in '"\\' and code >= 0x20:
        return character
    if character in '"\\\b\f\n\r\t/' and dice.chance(0.5):
        return "\\" + character.translate(str.maketrans("\b\f\n\r\t", "bfnrt"))
    if code < 0x10000:
        return _unit(dice, code)
    code -= 0x10000
    return _unit(dice, 0xD800 + (code >> 10)) + _unit(dice, 0xDC00 + (code & 0x3FF))


def string(dice: Dice, value: str) -> str:
    """One of the many ways to write a string."""
    return '"' + "".join(_written(dice, character) for character in value) + '"'


def _white(dice: Dice) -> str:
    return "".join(dice.choices(" \t\r\n", k=dice.randint(1, 3))) if dice.chance(0.2) else ""


def _joined(dice: Dice, entries: list[str]) -> str:
    joined = ",".join(_white(dice) + entry + _white(dice) for entry in entries)
    return joined or _white(dice)


def array(dice: Dice, values: list[str]) -> str:
    return f"[{_joined(dice, values)}]"


def members(dice: Dice, values: list[tuple[str, str]]) -> str:
    """An object of written values."""
    entries = [f"{string(dice, key)}{_white(dice)}:{_white(dice)}{entry}" for key, entry in values]
    return "{" + _joined(dice, entries) + "}"


def value(dice: Dice, depth: int) -> str:
    """Any value that takes at most `depth` more levels."""
    match dice.randrange(8):
        case 0 if depth:
            return array(dice, [value(dice, depth - 1) for _ in range(dice.randint(0, 3))])
        case 1 if depth:
            return members(dice, random_members(dice, 3, depth - 1))
        case 2 | 3:
            return dice.choice(_NUMBERS)
        case 4:
            return dice.choice(("true", "false", "null"))
    return string(dice, text(dice))


def random_members(dice: Dice, most: int, depth: int) -> list[tuple[str, str]]:
    """Members with keys that differ in bytes, perhaps not once normalised."""
    keys = {text(dice, 4) for _ in range(dice.randint(0, most))}
    return [(key, value(dice, depth)) for key in sorted(keys)]


def _nested(dice: Dice, levels: int) -> str:
    """So many arrays and objects inside each other."""
    inner = dice.choice(("{}", "[]"))
    for _ in range(levels - 1):
        inner = dice.choice((f"[{inner}]", f'{{"x":{inner}}}'))
    return inner


def payload(dice: Dice, extra: list[tuple[str, str]] | None = None) -> bytes:
    """A sound payload with white space and escapes as they fall."""
    alert = string(dice, text(dice))
    if dice.chance(0.7):
        alert = members(dice, [("title", string(dice, text(dice))), ("body", alert)])
    aps = [("alert", alert), *random_members(dice, 2, 4)]
    found = [("aps", members(dice, aps)), *random_members(dice, 3, 5), *(extra or [])]
    if dice.chance(0.1):
        found.append(("deep at the edge", _nested(dice, DEEPEST - 1)))
    dice.shuffle(found)
    return (_white(dice) + members(dice, found) + _white(dice)).encode()


def with_member(sound: bytes, member: bytes) -> bytes:
    """One more at the end of an object that is not empty."""
    end = sound.rindex(b"}")
    return sound[:end] + b"," + member + sound[end:]


def filled(dice: Dice, sound: bytes, size: int) -> bytes:
    """The same with one more member, so that it has exactly `size` bytes; or as it was."""
    room = size - len(sound) - len(b',"fill":""')
    if room < 0:
        return sound
    filling = dice.choice(("x", "é", "語")).encode()
    return with_member(sound, b'"fill":"' + (filling * (room // len(filling))).ljust(room) + b'"')


def content_of_size(dice: Dice, sound: bytes, fields: Texts, size: int) -> bytes:
    """A payload of which the content has exactly `size` bytes, where that can be."""
    growth = size - len(make_content(sound, fields))
    if growth < 10:
        sound = b'{"aps":{}}'
        growth = size - len(make_content(sound, fields))
    return filled(dice, sound, len(sound) + growth)


def fields(dice: Dice) -> Texts:
    """The toolkit's fields in a caller's order."""
    found = {
        "from": text(dice),
        "name": text(dice),
        "template": dice.choices(("body", "title", "subtitle"), k=dice.randint(0, 4)),
    }
    return {key: found[key] for key in dice.some(list(found))}


def placeholder(dice: Dice) -> Texts:
    """Texts or keys, never all empty."""
    title, body, args = text(dice, 4), text(dice, 6), [text(dice, 3) for _ in range(2)]
    found: Texts = dice.choice((
        {"body": "New notification"}, {"title": title, "body": body}, {"body": body},
        {"loc-args": args, "title-loc-key": title, "loc-key": body, "title-loc-args": args[:1]},
        {"loc-key": body, "loc-args": dice.choice((args, args[:1], []))},
    ))  # fmt: skip
    last = [key for key in found if not key.endswith("args")][-1]
    return found if title and body else {**found, last: "New"}


def sealedpush(dice: Dice) -> str:
    """A sound value of `sealedpush`, as no sealer of ours writes it."""
    entries = [string(dice, entry) for entry in dice.choices(("body", "footer", ""), k=3)]
    found = random_members(dice, 2, 3) + [("attachments", value(dice, 1))] * dice.chance(0.2)
    found += [(key, string(dice, text(dice))) for key in dice.some(("from", "name"))]
    found += [("template", array(dice, entries))] * dice.chance(0.5)
    dice.shuffle(found)
    return members(dice, found)


_NO_VALUE = b'01 +1 .5 1. 1e -  tru NaN "\t" "\\x" "\\u12g4" \'a\' [1,] {,} {1:2} [1 2] {"a"} /**/0'
_NO_UTF8 = [b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe2\x82", b"\xff", b"\x80"]
_LONE = b"\\ud800 \\uDFFF \\ud83d\\u0041 \\udc00\\ud800 \\uD800\\uD800\\uDC00".split()
_TWICE = [
    '"k":1,"k":1', '"k":1,"\\u006b":2', '"":0,"":0', '"bad":{"é":1,"\\u00e9":2}',
    '"bad":[{"a":{"x":0,"y":1,"x":0}}]',
]  # fmt: skip


def bad_json(dice: Dice, sound: bytes) -> bytes:
    """What M-12 refuses, one way or another, made of a sound object."""
    if b"}" not in sound:
        return sound + b"x"
    string_of = dice.choice((b'"bad":"%b"', b'"%b":1'))
    match dice.randrange(8):
        case 0:
            return b"\xef\xbb\xbf" + sound
        case 1:
            return with_member(sound, string_of % dice.choice(_NO_UTF8))
        case 2:
            return with_member(sound, string_of % dice.choice(_LONE))
        case 3:
            return with_member(sound, dice.choice(_TWICE).encode())
        case 4:
            return with_member(sound, b'"bad":' + _nested(dice, DEEPEST).encode())
        case 5:
            return sound + dice.choice((b"x", b"{}", b"\0", b"\xc2\xa0", b",", b"\x0c"))
        case 6:
            return sound[: dice.randrange(sound.rindex(b"}"))]
    return with_member(sound, b'"bad":' + dice.choice(_NO_VALUE.split(b" ")))


def bad_content(dice: Dice) -> bytes:
    """JSON, or nearly, that M-49 refuses."""
    if dice.chance(0.4):
        return bad_json(dice, payload(dice))
    if dice.chance(0.2):
        return dice.choice((b"", b" ", b"null", b"[]", b'"aps"', b'[{"aps":{}}]', b"{}"))
    scalar, aps = value(dice, 0), ("aps", "{}")
    no_string = dice.choice(("1", "null", "[]", "{}", "true"))
    no_template = dice.choice(("1", "null", '"body"', "{}", '["body",1]', "[null]", '[["body"]]'))
    fields = dice.choice((("from", no_string), ("name", no_string), ("template", no_template)))
    wrong = [
        [("aps", scalar)], [("aps", "[]")], [("APS", "{}")], [aps, ("sealedpush", scalar)],
        [aps, ("sealedpush", "[]")], *[[aps, ("sealedpush", members(dice, [fields]))]] * 3,
    ]  # fmt: skip
    return members(dice, dice.choice(wrong)).encode()


def texts_size(placeholder: Texts) -> int:
    """Bytes around the envelope's text, also where a sealer refuses them."""
    kept = {key: entry for key, entry in placeholder.items() if entry}
    aps = {"alert": kept, "mutable-content": 1}
    return len(write({"aps": aps, "encrypted-content": ""}).encode())
