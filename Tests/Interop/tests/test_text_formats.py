# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Base64url and strict JSON (sections 4 and 15)."""

import json
import unittest

from sealedpush import strict_json
from sealedpush.making import contents
from sealedpush.making.dice import Dice
from sealedpush.primitives import NotBase64URL, base64url, from_base64url


class TextFormatTests(unittest.TestCase):
    def test_compacting_changes_no_value_and_is_done_once(self) -> None:
        dice = Dice(8259)
        for _ in range(300):
            text = contents.payload(dice)
            strict_json.read(text)
            compact = strict_json.compact(text)
            self.assertEqual(json.loads(compact), json.loads(text))
            self.assertEqual(strict_json.compact(compact), compact)

    def test_tokens_stay_as_they_are_written(self) -> None:
        text = b' { "a\\u0062 \\"" : [ 1.50e+3 , -0 , "\\/ \\u00E9" , null ] }\n'
        compact = b'{"a\\u0062 \\"":[1.50e+3,-0,"\\/ \\u00E9",null]}'
        self.assertEqual(strict_json.compact(text), compact)

    def test_json_with_a_fault_is_refused(self) -> None:
        dice = Dice(3629)
        for _ in range(1000):
            text = contents.bad_json(dice, contents.payload(dice))
            with self.assertRaises(strict_json.NotJSON, msg=repr(text)):
                strict_json.read(text)

    def test_depth_counts_to_32_outside_strings(self) -> None:
        strict_json.read(b'["' + b"[" * 50 + b'"]')
        for opening, end in ((b"[", b"]"), (b'{"a":', b"}")):
            strict_json.read(opening * 31 + b"[]" + end * 31)
            for levels in (32, 8000):
                with self.assertRaises(strict_json.NotJSON):
                    strict_json.read(opening * levels + b"{}" + end * levels)

    def test_numbers_of_any_size_are_read(self) -> None:
        for number in (b"9" * 9000, b"-1e999999", b"0.5E-400"):
            self.assertEqual(strict_json.read(number).text, number.decode())

    def test_a_byte_string_has_one_base64url_text(self) -> None:
        for size in range(40):
            text = base64url(bytes(range(size))).encode()
            self.assertEqual(len(text), (4 * size + 2) // 3)
            self.assertEqual(from_base64url(text), bytes(range(size)))
        for text in (b"A", b"AB", b"AAB", b"AA==", b"AA\n", b" AA", b"A+", b"AAAAA"):
            with self.assertRaises(NotBase64URL):
                from_base64url(text)


if __name__ == "__main__":
    unittest.main()
