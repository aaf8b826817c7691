# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""JSON of M-12, read strictly; compacting (M-13); and the writer of section 15.

Grammar and escapes are the standard library's; what it forgives is refused here.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

DEEPEST = 32

_WHITE_OR_STRING = re.compile(r'[ \t\n\r]++|("(?:[^"\\]++|\\.)*+")', re.DOTALL)
_WRITTEN = {code: f"\\u{code:04x}" for code in range(0x20)} | {
    ord(character): "\\" + short for character, short in zip('"\\\n\r\t', '"\\nrt')
}


class NotJSON(ValueError):
    """Not what M-12 asks for."""


class Number:
    """A number, of which no value is needed here; it may be of any size."""

    def __init__(self, text: str) -> None:
        self.text = text


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) < len(pairs):
        raise NotJSON("duplicate key")
    return dict(pairs)


def _refuse(constant: str) -> NoReturn:
    raise NotJSON(constant)  # NaN and the infinities are no JSON


def _check_depth(text: str) -> None:
    depth = 0
    for bracket in re.findall(r"[][{}]", _WHITE_OR_STRING.sub("", text)):
        depth += 1 if bracket in "[{" else -1
        if depth > DEEPEST:
            raise NotJSON("too deep")


def read(data: bytes) -> Any:
    """M-12."""
    if data.startswith(b"\xef\xbb\xbf"):
        raise NotJSON("byte order mark")
    try:
        text = data.decode("utf-8")
        _check_depth(text)
        value = json.loads(
            text, object_pairs_hook=_unique, parse_constant=_refuse, parse_int=Number,
            parse_float=Number,
        )  # fmt: skip
        json.dumps(value, ensure_ascii=False, default=str).encode("utf-8")
    except ValueError as error:  # a lone surrogate has no UTF-8
        raise NotJSON(str(error)) from error
    return value


def compact(data: bytes) -> bytes:
    """M-13, of what was read: every token as it was, nothing between them."""
    return _WHITE_OR_STRING.sub(lambda found: found.group(1) or "", data.decode()).encode()


def write(value: Mapping | Sequence | str | int) -> str:
    """As section 15 has it."""
    if isinstance(value, Mapping):
        return "{" + ",".join(f"{write(key)}:{write(entry)}" for key, entry in value.items()) + "}"
    if isinstance(value, str):
        return '"' + value.translate(_WRITTEN) + '"'
    if isinstance(value, int):
        return str(value)
    return "[" + ",".join(map(write, value)) + "]"
