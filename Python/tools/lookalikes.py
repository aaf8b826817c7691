# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Names that look alike (D-24)."""

import functools
import pathlib
from unicodedata import category, normalize

from sealedpush._protocol.names import clean

LATIN = set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
OWN = dict(zip("μωипБᴀʙᴅᴇɢʜᴊᴋĸʟᴍʍɴᴘʀᴛʏ", "uwun6abdeghjkklmmnprty"))
OWN |= dict.fromkeys("™℠\U0001D165\U0001D166" + "".join(map(chr, range(0x1D16D, 0x1D173))), "")


@functools.cache
def confusables() -> dict[str, str]:
    """The prototype of each character, of Unicode's table."""
    lines = (pathlib.Path(__file__).parent / "confusables.txt").read_text().splitlines()
    rows = [[chr(int(h, 16)) for h in line.split()] for line in lines if line[0] != "#"]
    return {row[0]: "".join(row[1:]) for row in rows}


def small(text: str) -> str:
    """The small letters of the capitals."""
    return "".join(c.lower() for c in text.upper())


def step(c: str) -> str:
    """What a character becomes: a Latin prototype, also that of its capital, before another."""
    variants = [v for v in (c, c.upper(), small(c)) if len(v) == 1]
    plain = normalize("NFKD", c)
    for v in variants if plain == c else [c]:
        target = OWN.get(v, prototype(v))
        if target is not None and set(target) <= LATIN:
            return target
    if plain != c:
        return plain
    return next((p for p in map(prototype, variants) if p is not None), small(c))


def prototype(c: str) -> str | None:
    """That of the table, without signs, and with marks only if it is one."""
    target = confusables().get(c)
    if target is None or category(target[0])[0] == "M":
        return target
    return "".join(d for d in normalize("NFKD", target) if category(d)[0] in "LN")


def skeleton(name: str) -> str:
    """What two names that look alike have in common (D-24)."""
    return letters(name) or normalize("NFKC", clean(name))


def letters(text: str) -> str:
    """Steps 1 to 4 of D-24."""
    text, before = normalize("NFD", clean(text)), ""
    while text != before:
        text, before = "".join(map(step, text)), text
    text = normalize("NFC", text)
    kept = "".join(c for c in text if category(c)[0] in "LN" or category(c) == "Mc")
    return kept.replace("vv", "w")


def skeletons(name: str, labels: list[tuple[str, str]]) -> list[str]:
    """The skeletons of a name, and of what is inside the labels, pairs of what is around it."""
    found, around = [skeleton(name)], [(letters(before), letters(after)) for before, after in labels]
    while inner := next(filter(None, (inside(found[-1], *ends) for ends in around)), ""):
        found.append(inner)
    return found


def inside(text: str, before: str, after: str) -> str:
    """What stands between the letters of a label; empty if they are not there, or none."""
    inner = text[len(before):len(text) - len(after)]
    return inner if before + after and before + inner + after == text else ""
