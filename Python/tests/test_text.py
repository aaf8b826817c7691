# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""JSON here against Python's own."""

import json
import random
import unittest
from decimal import Decimal
from fractions import Fraction
from typing import Any

from sealedpush._protocol.text import JSONError, Number, compact, integer, mend, parse, quote

PIECES = ("\\u6d88", "\\u00E9", "\\ud83d\\ude00", "\\uD83D\\uDE00", "\\/", "\\\\", "\\\"", "\\b", "\\f", "\\n",
          "\\r", "\\t", "\\u0000", "\\u001F", "\\u0022", "\\u005c", "\\u007f", "\\u2028", "消", "🏥", "/", "a", "\x7f")
HALVES = ("\\ud83d", "\\uDE00", "\\uDBFF", "\\udc00")


def text(dice: Any, pieces: Any, depth: Any = 0) -> Any:
    """A JSON text with white space, which json reads as well."""
    def string() -> Any:
        return '"' + "".join(dice.choices(pieces, k=dice.randrange(8))) + '"'
    space = dice.choice(("", "", " ", "\n\t"))
    kind = dice.randrange(4 if depth < 3 else 2)
    if kind == 0:
        return space + dice.choice(("null", "true", "false", "1.50", "-0", "1E400", "12345678901234567890.5"))
    if kind == 1:
        return space + string()
    inner = [text(dice, pieces, depth + 1) for _ in range(dice.randrange(4))]
    if kind == 2:
        return f"{space}[{','.join(inner)}{space}]"
    return f"{space}{{{','.join(f'{string()}{space}:{value}' for value in inner)}}}"


def dumps(data: Any) -> Any:
    """The compact text of what json reads, in json's own form of strings; None if a key comes twice."""
    def once(pairs: Any) -> Any:
        if len({key for key, _ in pairs}) < len(pairs):
            raise KeyError
        return dict(pairs)
    try:
        value = json.loads(data, parse_int=Number, parse_float=Number, object_pairs_hook=once)
    except KeyError:
        return None

    def write(value: Any) -> Any:
        if isinstance(value, Number):
            return str(value)
        if isinstance(value, list):
            return "[" + ",".join(map(write, value)) + "]"
        if isinstance(value, dict):
            return "{" + ",".join(f"{write(key)}:{write(inner)}" for key, inner in value.items()) + "}"
        return json.dumps(value, ensure_ascii=False)
    return write(value).encode("utf-8", "surrogatepass")


class TextTests(unittest.TestCase):
    def test_compacting_is_what_json_writes_without_ascii(self) -> None:
        dice, repeated = random.Random(8259), 0
        for _ in range(3000):
            data = text(dice, PIECES).encode()
            expected = dumps(data)
            if expected is None:
                repeated += 1
                self.assertRaises(JSONError, compact, data)
                continue
            found = compact(data)
            self.assertEqual(found, expected)
            self.assertLessEqual(len(found), len(data))
            self.assertEqual(compact(found), found)
        self.assertTrue(10 < repeated < 1500)

    def test_halves_are_mended_where_json_reads_surrogates(self) -> None:
        dice = random.Random(0xD83D)
        for _ in range(3000):
            data = text(dice, PIECES + HALVES).encode()
            found = dumps(data)
            if found is None:
                continue
            # What json reads has a surrogate for each half, in three bytes like U+FFFD.
            expected = "".join("\ufffd" if 0xD800 <= ord(c) < 0xE000 else c
                               for c in found.decode("utf-8", "surrogatepass")).encode()
            if dumps(expected) is not None:
                self.assertEqual(compact(mend(data)), expected)
            self.assertEqual(len(mend(data)), len(data))

    def test_each_character_is_written_as_json_does(self) -> None:
        for code in (*range(0xD800), *range(0xE000, 0x110000, 97)):
            self.assertEqual(quote(chr(code)), json.dumps(chr(code), ensure_ascii=False))

    def test_integers_are_those_of_exact_fractions(self) -> None:
        dice = random.Random(64)
        for _ in range(5000):
            digits = dice.choice((str(dice.randrange(2 ** dice.randrange(1, 70))), str(2**63), str(2**63 - 1)))
            point = dice.choice(("", "." + "0" * dice.randrange(1, 22) + dice.choice(("", "5"))))
            number = Number(dice.choice(("", "-")) + digits + point + dice.choice(("", f"e{dice.randrange(-9, 9)}")))
            exact = Fraction(Decimal(number))
            sound = exact.denominator == 1 and -2**63 <= exact < 2**63
            self.assertEqual(integer(number), int(exact) if sound else None, number)

    def test_a_half_is_refused_where_it_is_not_mended(self) -> None:
        for half in HALVES:
            self.assertRaises(JSONError, parse, f'"{half}"'.encode())
