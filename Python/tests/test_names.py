# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Names that look alike (D-24)."""

import unicodedata
import unittest

from sealedpush._protocol.names import clean
from tests import rules
from tools.lookalikes import LATIN, confusables, skeleton, skeletons


class NameTests(unittest.TestCase):
    @rules("D-24")
    def test_each_character_that_looks_latin_has_the_skeleton_of_its_prototype(self) -> None:
        # Python does not know the youngest characters.
        known = {c: p for c, p in confusables().items()
                 if set(p) <= LATIN and unicodedata.category(c) != "Cn"}
        self.assertGreater(len(known), 1400)
        for c, prototype in known.items():
            with self.subTest(f"U+{ord(c):04X}"):
                self.assertEqual(skeleton(c), skeleton(prototype))

    def test_the_signs_of_a_label_hide_no_name_inside_it(self) -> None:
        labels = [("(", ")"), ("Unknown (", ")"), ("(", ") is unknown")]
        for title in ("Unknown (Ann)", "(Ann) is unknown"):
            self.assertIn(skeleton("Ann"), skeletons(title, labels))
        self.assertEqual(skeletons("!!!", labels), ["!!!"])

    def test_what_cannot_be_seen_is_no_name(self) -> None:
        for c in map(chr, [*range(0xD800), *range(0xE000, 0x20000), *range(0xE0000, 0xE0200)]):
            if unicodedata.category(c) in ("Cc", "Cf", "Cn", "Co", "Mn", "Me", "Zs", "Zl", "Zp"):
                self.assertEqual(clean(c), "", f"U+{ord(c):04X}")
