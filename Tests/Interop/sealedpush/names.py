# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Names and texts as they are shown (D-17, D-18), and which names look alike (D-24)."""

import functools
import pathlib
import re
import unicodedata
from unicodedata import category, normalize

SPACES = "\t\n\v\f\r\x85\u2028\u2029"
BLANK = "\ufffc\u2800\U0001d159\U00016fe4\U00013441\U00013442"
# Of the ignorable characters, those of other categories than control and format.
IGNORABLE = [
    (0x34f, 0x34f), (0x115f, 0x1160), (0x17b4, 0x17b5), (0x180b, 0x180f), (0x3164, 0x3164),
    (0xfe00, 0xfe0f), (0xffa0, 0xffa0), (0xfff0, 0xfff8), (0xe0000, 0xe0fff)]
FLAG = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f")
LATIN = set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
OWN = dict(zip("μωипБᴀʙᴅᴇɢʜᴊᴋĸʟᴍʍɴᴘʀᴛʏ", "uwun6abdeghjkklmmnprty"))


def is_emoji(c):
    """Close enough: the standard library has no list of emoji."""
    return category(c)[0] == "S" or c in "#*0123456789\u203c\u2049\u2139\u3030"


def varies(c, base):
    """Whether a variation selector belongs to the character before it."""
    if c in "\ufe0e\ufe0f":
        return is_emoji(base)
    return "\U000e0100" <= c <= "\U000e01ef" and \
        unicodedata.name(base, "").startswith("CJK UNIFIED IDEOGRAPH")


def clean(text, limit=None):
    """D-17: steps 1 to 3, and with a limit step 4."""
    kept, marks = "", 0
    tags = {i for found in FLAG.finditer(text) for i in range(found.start() + 1, found.end())}
    for i, c in enumerate(text):
        kind = category(c)
        if kind == "Zs" or c in SPACES:
            kept, marks = kept + ("" if kept.endswith(" ") or not kept else " "), 0
            continue
        if i in tags or kept and varies(c, kept[-1]):
            kept += c
            continue
        joiner, mark = c in "\u200c\u200d", kind in ("Mn", "Me")
        hidden = c in BLANK or any(a <= ord(c) <= b for a, b in IGNORABLE)
        if (kind in ("Cc", "Cf", "Cn", "Co") or hidden) and not joiner:
            continue
        marks = marks + 1 if mark else marks if joiner else 0
        if (mark or joiner) and (not kept or kept.endswith(" ")) or marks > 4:
            continue
        kept += c
    kept = kept.rstrip(" \u200c\u200d")
    while limit and len(kept.encode()) > limit:
        kept = kept[:-1]
    return kept


def clean_lines(text):
    """D-18."""
    lines = re.split("[\n\r\u2028\u2029]", text)
    return "\n".join(c for c in map(clean, lines) if c)


@functools.cache
def confusables():
    """The prototype of each character, of Unicode's table."""
    lines = (pathlib.Path(__file__).parent / "confusables.txt").read_text().splitlines()
    rows = [[chr(int(h, 16)) for h in line.split()] for line in lines if line[0] != "#"]
    return {row[0]: "".join(row[1:]) for row in rows}


def small(text):
    return "".join(c.lower() for c in text.upper())


def step(c):
    """What a character becomes: a Latin prototype, also that of its capital, before another."""
    variants = [v for v in (c, c.upper(), small(c)) if len(v) == 1]
    plain = normalize("NFKD", c)
    for v in variants if plain == c else [c]:
        target = confusables().get(v)
        left = target and [d for d in normalize("NFKD", target) if category(d)[0] in "LN"]
        if v in OWN or target and category(target[0])[0] != "M" and set(left) <= LATIN:
            return OWN.get(v, "".join(left or []))
    if plain != c:
        return plain
    found = next((v for v in variants if v in confusables()), None)
    return confusables()[found] if found else small(c)


def skeleton(name):
    """D-24."""
    cleaned = clean(name)
    text, before = normalize("NFD", cleaned), None
    while text != before:
        text, before = "".join(map(step, text)), text
    text = normalize("NFC", text)
    kept = "".join(c for c in text if category(c)[0] in "LN" or category(c) == "Mc")
    return kept.replace("vv", "w") or normalize("NFKC", cleaned)


def skeletons(name, labels):
    """The skeletons of a name, and of what is inside the labels around it."""
    found = [skeleton(name)]
    while True:
        inner = [found[-1][len(label):] for label in map(skeleton, labels)
                 if found[-1].startswith(label)]
        if not any(inner):
            return found
        found.append(next(filter(None, inner)))
