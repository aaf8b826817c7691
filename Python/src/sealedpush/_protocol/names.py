# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Names and texts as they are shown (D-17, D-18)."""

import functools
import re
import unicodedata
from unicodedata import category

SPACES = "\t\n\v\f\r\x85\u2028\u2029"
BLANK = "\ufffc\u2800\U0001d159\U00016fe4\U00013441\U00013442"
# Of the ignorable characters, those of other categories than control and format.
IGNORABLE = [
    (0x34f, 0x34f), (0x115f, 0x1160), (0x17b4, 0x17b5), (0x180b, 0x180f), (0x3164, 0x3164),
    (0xfe00, 0xfe0f), (0xffa0, 0xffa0), (0xfff0, 0xfff8), (0xe0000, 0xe0fff)]
FLAG = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f")
INDICATORS = "".join(map(chr, range(0x1f1e6, 0x1f200)))


# The characters with the property Emoji, of Unicode's emoji-data.txt.
EMOJI = """
    23 2a 30-39 a9 ae 203c 2049 2122 2139 2194-2199 21a9-21aa 231a-231b 2328 23cf 23e9-23f3
    23f8-23fa 24c2 25aa-25ab 25b6 25c0 25fb-25fe 2600-2604 260e 2611 2614-2615 2618 261d 2620
    2622-2623 2626 262a 262e-262f 2638-263a 2640 2642 2648-2653 265f-2660 2663 2665-2666 2668
    267b 267e-267f 2692-2697 2699 269b-269c 26a0-26a1 26a7 26aa-26ab 26b0-26b1 26bd-26be
    26c4-26c5 26c8 26ce-26cf 26d1 26d3-26d4 26e9-26ea 26f0-26f5 26f7-26fa 26fd 2702 2705
    2708-270d 270f 2712 2714 2716 271d 2721 2728 2733-2734 2744 2747 274c 274e 2753-2755 2757
    2763-2764 2795-2797 27a1 27b0 27bf 2934-2935 2b05-2b07 2b1b-2b1c 2b50 2b55 3030 303d 3297
    3299 1f004 1f0cf 1f170-1f171 1f17e-1f17f 1f18e 1f191-1f19a 1f1e6-1f1ff 1f201-1f202 1f21a
    1f22f 1f232-1f23a 1f250-1f251 1f300-1f321 1f324-1f393 1f396-1f397 1f399-1f39b 1f39e-1f3f0
    1f3f3-1f3f5 1f3f7-1f4fd 1f4ff-1f53d 1f549-1f54e 1f550-1f567 1f56f-1f570 1f573-1f57a 1f587
    1f58a-1f58d 1f590 1f595-1f596 1f5a4-1f5a5 1f5a8 1f5b1-1f5b2 1f5bc 1f5c2-1f5c4 1f5d1-1f5d3
    1f5dc-1f5de 1f5e1 1f5e3 1f5e8 1f5ef 1f5f3 1f5fa-1f64f 1f680-1f6c5 1f6cb-1f6d2 1f6d5-1f6d9
    1f6dc-1f6e5 1f6e9 1f6eb-1f6ec 1f6f0 1f6f3-1f6fc 1f7e0-1f7eb 1f7f0 1f90c-1f93a 1f93c-1f945
    1f947-1f9ff 1fa70-1fa7c 1fa80-1fac6 1fac8 1facc-1fadd 1fadf-1faeb 1faef-1fafa
"""


def is_emoji(c: str) -> bool:
    """True for a character with the property Emoji."""
    return ord(c) in emoji()


@functools.cache
def emoji() -> set[int]:
    """The code points with the property Emoji."""
    ends = ([int(end, 16) for end in part.split("-")] for part in EMOJI.split())
    return {c for part in ends for c in range(part[0], part[-1] + 1)}


def varies(c: str, base: str) -> bool:
    """True for a variation selector that belongs to the character before it."""
    if c in "\ufe0e\ufe0f":
        return is_emoji(base)
    return "\U000e0100" <= c <= "\U000e01ef" and \
        unicodedata.name(base, "").startswith("CJK UNIFIED IDEOGRAPH")


def clean(text: str, limit: int | None = None) -> str:
    """D-17: steps 1 to 3, and with a limit step 4."""
    kept, marks = "", 0
    tags = {i for found in FLAG.finditer(text) for i in range(found.start() + 1, found.end())}
    for i, c in enumerate(text):
        kind = category(c)
        if kind == "Zs" or c in SPACES:
            kept, marks = kept + ("" if kept.endswith(" ") or not kept else " "), 0
            continue
        if i in tags or (kept and varies(c, kept[-1])):
            kept += c
            continue
        joiner, mark = c in "\u200c\u200d", kind in ("Mn", "Me")
        hidden = c in BLANK or any(a <= ord(c) <= b for a, b in IGNORABLE)
        if (kind in ("Cc", "Cf", "Cn", "Co") or hidden) and not joiner:
            continue
        marks = marks + 1 if mark else marks if joiner else 0
        if ((mark or joiner) and (not kept or kept.endswith(" "))) or marks > 4:
            continue
        kept += c
    return (cut(kept, limit) if limit else kept).rstrip(" \u200c\u200d")


def cut(text: str, limit: int) -> str:
    """D-17: step 4, but for what goes from the end."""
    if len(text.encode()) <= limit:
        return text
    return text[:max((i for i in range(1, len(text))
                      if len(text[:i].encode()) <= limit and not is_split(text, i)), default=1)]


def is_split(text: str, i: int) -> bool:
    """True if the characters before and behind a boundary belong together."""
    before, c = text[:i], text[i]
    flags = len(before) - len(before.rstrip(INDICATORS))
    return category(c)[0] == "M" or c in "\u200c\u200d" or before[-1] == "\u200d" or \
        "\U0001f3fb" <= c <= "\U0001f3ff" or "\U000e0020" <= c <= "\U000e007f" or \
        (c in INDICATORS and flags % 2 == 1)


def clean_lines(text: str) -> str:
    """Several lines, each clean (D-18)."""
    lines = re.split("[\n\r\u2028\u2029]", text)
    return "\n".join(c for c in map(clean, lines) if c)
