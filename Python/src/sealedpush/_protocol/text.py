# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Base64url and strict JSON (message.md, section 4)."""

import base64
import re
import sys
import unicodedata
from collections.abc import Iterator
from typing import TypeAlias, TypeGuard

JSON: TypeAlias = "dict[str, JSON] | list[JSON] | str | bool | None"
"""A value that `parse` gives; a number is a `Number`."""
Written: TypeAlias = "dict[str, Written] | list[Written] | tuple[Written, ...] | str | int"
"""A value that `write` takes."""

sys.set_int_max_str_digits(0)  # an exponent has any length
MAX_DEPTH = 32
_TOKEN = re.compile(
    r'[ \t\n\r]*(?:'
    r'(?P<mark>[{}\[\],:])|(?P<word>true|false|null)|'
    r'(?P<number>-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)|'
    r'(?P<string>"(?:[^"\\\x00-\x1f]|\\["\\/bfnrt]|\\u[0-9A-Fa-f]{4})*")|'
    r'(?P<end>\Z))')
_ESCAPE = re.compile(
    r'\\u([dD][89abAB][0-9A-Fa-f]{2})\\u([dD][c-fC-F][0-9A-Fa-f]{2})|\\u([0-9A-Fa-f]{4})|\\(.)')
_SHORT = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_WRITTEN = str.maketrans(
    {chr(code): f"\\u{code:04x}" for code in range(0x20)} | {'"': '\\"', "\\": "\\\\"}
    | {c: "\\" + name for name, c in _SHORT.items()})


class JSONError(ValueError):
    """A text that M-19 refuses."""


class Number(str):
    """A JSON number, as its text."""


def b64encode(data: bytes) -> str:
    """The text of bytes in base64url."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def b64decode(text: str) -> bytes | None:
    """The bytes of a base64url text, or None if M-18 refuses it."""
    if not re.fullmatch(r"[A-Za-z0-9_-]*", text) or len(text) % 4 == 1:
        return None
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    return data if b64encode(data) == text else None


def _resolve(match: re.Match[str]) -> str:
    high, low, one, short = match.groups()
    if high:
        return chr(0x10000 + (int(high, 16) - 0xD800) * 0x400 + int(low, 16) - 0xDC00)
    if one:
        if 0xD800 <= int(one, 16) < 0xE000:
            raise JSONError("lone surrogate")
        return chr(int(one, 16))
    return _SHORT.get(short, str(short))


def _unquote(text: str) -> str:
    return _ESCAPE.sub(_resolve, text[1:-1])


def mend(data: bytes) -> bytes:
    """S-9: the text with U+FFFD in the place of each half of a surrogate pair."""
    def mended(match: re.Match[str]) -> str:
        half = match[3] and unicodedata.category(chr(int(match[3], 16))) == "Cs"
        return "\\ufffd" if half else match[0]
    return _ESCAPE.sub(mended, data.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")


def _tokens(data: bytes) -> Iterator[tuple[str, str]]:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise JSONError("not UTF-8") from None
    at = 0
    while True:
        match = _TOKEN.match(text, at)
        if not match:
            raise JSONError("no token")
        kind = str(match.lastgroup)
        yield kind, match[kind]
        if kind == "end":
            return
        at = match.end()


def parse(data: bytes) -> JSON:
    """The value of a JSON text (M-19, M-20): dict, list, str, Number, True, False, None."""
    tokens = _tokens(data)

    def value(token: tuple[str, str], depth: int) -> JSON:
        kind, text = token
        if kind == "string":
            return _unquote(text)
        if kind == "number":
            return Number(text)
        if kind == "word":
            return {"true": True, "false": False, "null": None}[text]
        if text not in ("{", "[") or depth == MAX_DEPTH:
            raise JSONError("no value, or too deep")
        members: dict[str, JSON] = {}
        items: list[JSON] = []
        close = "}" if text == "{" else "]"
        result: JSON = members if text == "{" else items
        token = next(tokens)
        if token == ("mark", close):
            return result
        while True:
            if close == "}":
                if token[0] != "string":
                    raise JSONError("no key")
                key = _unquote(token[1])
                if key in members or next(tokens) != ("mark", ":"):
                    raise JSONError("duplicate key, or no colon")
                members[key] = value(next(tokens), depth + 1)
            else:
                items.append(value(token, depth + 1))
            token = next(tokens)
            if token == ("mark", close):
                return result
            if token != ("mark", ","):
                raise JSONError("no comma")
            token = next(tokens)

    result = value(next(tokens), 0)
    if next(tokens)[0] != "end":
        raise JSONError("trailing bytes")
    return result


def compact(data: bytes) -> bytes:
    """A JSON text without the white space between its tokens, and with the fewest escapes (M-23)."""
    parse(data)
    return "".join(quote(_unquote(text)) if kind == "string" else text
                   for kind, text in _tokens(data)).encode()


def integer(value: JSON) -> int | None:
    """M-21: the integer that a number is, or None."""
    if not isinstance(value, Number):
        return None
    mantissa, _, exponent = value.lower().partition("e")
    whole, _, fraction = mantissa.partition(".")
    if not int(whole + fraction):
        return 0
    digits = (whole + fraction).rstrip("0")
    zeros = int(exponent or 0) + len(whole) - len(digits)
    if not 0 <= zeros < 20:
        return None
    found = int(digits + "0" * zeros)
    return found if -2**63 <= found < 2**63 else None


def is_set(value: JSON) -> bool:
    """M-22: true if a flag is set."""
    return value is True or integer(value) == 1


def is_string(value: object) -> TypeGuard[str]:
    """True for a text, and false for a number, which is kept as its text."""
    return isinstance(value, str) and not isinstance(value, Number)


def quote(text: str) -> str:
    """A string as a sealer writes it (M-37)."""
    return '"' + text.translate(_WRITTEN) + '"'


def write(value: Written) -> str:
    """Compact JSON of what a sealer writes itself: strings, integers, lists, dicts."""
    if isinstance(value, dict):
        return "{" + ",".join(quote(k) + ":" + write(v) for k, v in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(map(write, value)) + "]"
    return quote(value) if is_string(value) else str(value)
