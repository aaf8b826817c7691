# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""QR codes of links (ISO/IEC 18004): byte mode, level L, versions 1 to 20."""

import itertools
from collections.abc import Callable, Iterator

# For each version: check bytes of a block, and blocks.
CHECKS = (7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28)
BLOCKS = (1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8)
MASKS: tuple[Callable[[int, int], int], ...] = (
    lambda x, y: (x + y) % 2, lambda x, y: y % 2, lambda x, y: x % 3, lambda x, y: (x + y) % 3,
    lambda x, y: (x // 3 + y // 2) % 2, lambda x, y: x * y % 2 + x * y % 3,
    lambda x, y: (x * y % 2 + x * y % 3) % 2, lambda x, y: ((x + y) % 2 + x * y % 3) % 2)
FINDER = [[max(abs(x - 3), abs(y - 3)) not in (2, 4) for x in range(7)] for y in range(7)]
QUIET = 2

_EXP = [1]
for _ in range(254):
    _EXP.append(_EXP[-1] << 1 ^ (_EXP[-1] >> 7) * 0x11D)
_LOG = {power: i for i, power in enumerate(_EXP)}


def _times(a: int, b: int) -> int:
    return _EXP[(_LOG[a] + _LOG[b]) % 255] if a and b else 0


def _check_bytes(data: bytes, count: int) -> bytes:
    """Reed-Solomon: the remainder of the data by the generator of this degree."""
    generator = [1]
    for i in range(count):
        longer = [*generator, 0]
        for j, factor in enumerate(generator):
            longer[j + 1] ^= _times(factor, _EXP[i])
        generator = longer
    rest = [0] * count
    for byte in data:
        factor = byte ^ rest[0]
        rest = [old ^ _times(g, factor) for old, g in zip([*rest[1:], 0], generator[1:], strict=True)]
    return bytes(rest)


def _codewords(version: int) -> int:
    """The bytes of a code, checks included."""
    modules = (16 * version + 128) * version + 64
    if version > 1:
        aligned = version // 7 + 2
        modules -= (25 * aligned - 10) * aligned - 55
    return (modules - 36 * (version >= 7)) // 8


def _content(text: bytes) -> tuple[int, bytes]:
    """The smallest version that takes a text, and its bytes with checks, interleaved."""
    for version in range(1, 21):
        total, blocks, checks = _codewords(version), BLOCKS[version - 1], CHECKS[version - 1]
        room, size = total - blocks * checks, 8 if version < 10 else 16
        if 4 + size + 8 * len(text) <= 8 * room:
            break
    else:
        raise ValueError("the text is too long for a code")
    bits = f"0100{len(text):0{size}b}" + "".join(f"{byte:08b}" for byte in text)
    bits += "0" * min(4, 8 * room - len(bits))
    data = int(bits.ljust(-(-len(bits) // 8) * 8, "0"), 2).to_bytes(-(-len(bits) // 8))
    data += (b"\xec\x11" * room)[:room - len(data)]
    short, parts, at = room // blocks, [], 0
    for i in range(blocks):
        length = short + (i >= blocks - room % blocks)
        parts.append(data[at:at + length])
        at += length
    ends = [_check_bytes(part, checks) for part in parts]
    rows = [[part[i] for part in group if i < len(part)]
            for group in (parts, ends) for i in range(max(map(len, group)))]
    return version, bytes(byte for row in rows for byte in row)


def _with_checks(value: int, generator: int, width: int) -> int:
    """A value with the remainder of a binary polynomial of this degree behind it."""
    rest = value << width
    for i in range(rest.bit_length() - 1, width - 1, -1):
        if rest >> i & 1:
            rest ^= generator << i - width
    return value << width | rest


class _Grid:
    """The modules of a code: True is dark; what is fixed is in a second grid."""

    def __init__(self, version: int) -> None:
        self.version, self.side = version, 17 + 4 * version
        self.dark = [[False] * self.side for _ in range(self.side)]
        self.fixed = [[False] * self.side for _ in range(self.side)]
        self._patterns()

    def put(self, x: int, y: int, dark: bool) -> None:
        self.dark[y][x], self.fixed[y][x] = dark, True

    def _patterns(self) -> None:
        end = self.side - 7
        for left, top in ((0, 0), (end, 0), (0, end)):
            for y in range(-1, 8):
                for x in range(-1, 8):
                    if 0 <= left + x < self.side and 0 <= top + y < self.side:
                        self.put(left + x, top + y, 0 <= x < 7 and 0 <= y < 7 and FINDER[y][x])
        for i in range(8, self.side - 8):
            self.put(i, 6, i % 2 == 0)
            self.put(6, i, i % 2 == 0)
        places = self._alignments()
        for cy in places:
            for cx in places:
                if (cx, cy) in ((6, 6), (6, places[-1]), (places[-1], 6)):
                    continue
                for y in range(-2, 3):
                    for x in range(-2, 3):
                        self.put(cx + x, cy + y, max(abs(x), abs(y)) != 1)
        self.format(0)
        if self.version >= 7:
            bits = _with_checks(self.version, 0x1F25, 12)
            for i in range(18):
                self.put(self.side - 11 + i % 3, i // 3, bits >> i & 1 == 1)
                self.put(i // 3, self.side - 11 + i % 3, bits >> i & 1 == 1)

    def _alignments(self) -> list[int]:
        if self.version == 1:
            return []
        count = self.version // 7 + 2
        step = (self.version * 4 + count * 2 + 1) // (count * 2 - 2) * 2
        return [6, *(self.side - 7 - i * step for i in range(count - 2, -1, -1))]

    def format(self, mask: int) -> None:
        """The level L (1) and the mask, twice, and the dark module."""
        bits = _with_checks(1 << 3 | mask, 0x537, 10) ^ 0x5412
        for i in range(15):
            dark = bits >> i & 1 == 1
            down = i if i < 6 else i + 1 if i < 8 else self.side - 15 + i
            self.put(8, down, dark)
            along = self.side - 1 - i if i < 8 else 7 if i == 8 else 14 - i
            self.put(along, 8, dark)
        self.put(8, self.side - 8, True)

    def _path(self) -> Iterator[tuple[int, int]]:
        """The free modules, in the order in which they are filled."""
        for pair, right in enumerate((*range(self.side - 1, 6, -2), *range(5, 0, -2))):
            for i in range(self.side):
                y = i if pair % 2 else self.side - 1 - i
                for x in (right, right - 1):
                    if not self.fixed[y][x]:
                        yield x, y

    def fill(self, data: bytes) -> None:
        """Puts the bytes in their places."""
        bits = "".join(f"{byte:08b}" for byte in data)
        for (x, y), bit in zip(self._path(), bits, strict=False):
            self.dark[y][x] = bit == "1"

    def mask(self, number: int) -> None:
        """Applies a mask, or takes it away again."""
        for y in range(self.side):
            for x in range(self.side):
                if not self.fixed[y][x] and MASKS[number](x, y) == 0:
                    self.dark[y][x] = not self.dark[y][x]

    def penalty(self) -> int:
        """How hard the code is to read."""
        total, dark = 0, sum(map(sum, self.dark))
        lines = ["".join("1" if cell else "0" for cell in row) for row in self.dark]
        for line in lines + ["".join(column) for column in zip(*lines, strict=True)]:
            runs = [len(run) for kind in "01" for run in line.split("1" if kind == "0" else "0")]
            total += sum(run - 2 for run in runs if run >= 5)
            total += 40 * sum(line.startswith(odd, i) for odd in ("10111010000", "00001011101")
                              for i in range(self.side - 10))
        for above, below in itertools.pairwise(lines):
            total += 3 * sum(len({*above[i:i + 2], *below[i:i + 2]}) == 1 for i in range(self.side - 1))
        return total + abs(20 * dark // self.side**2 - 10) * 10


def modules(text: str) -> list[list[bool]]:
    """The code of a text: rows of modules, of which the true ones are dark.

    Raises:
        ValueError: The text has more than 858 bytes.
    """
    version, data = _content(text.encode())
    grid = _Grid(version)
    grid.fill(data)
    penalties = []
    for mask in range(8):
        grid.format(mask)
        grid.mask(mask)
        penalties.append(grid.penalty())
        grid.mask(mask)
    best = penalties.index(min(penalties))
    grid.format(best)
    grid.mask(best)
    return grid.dark


def terminal(text: str, *, color: bool = True) -> str:
    """The code of a text in characters, two modules each, with a quiet zone of two modules.

    Args:
        text: The text, 858 bytes at most.
        color: True for black on white, whatever colours the terminal has; else the terminal's own,
            of which light text on a dark ground is assumed.
    """
    rows = modules(text)
    side = len(rows) + 2 * QUIET
    ends, margin = [[False] * side] * QUIET, [False] * QUIET
    rows = [*ends, *(margin + row + margin for row in rows), *ends]
    if len(rows) % 2:
        rows.append([False] * side)
    shapes = {(False, False): " ", (True, False): "\u2580", (False, True): "\u2584", (True, True): "\u2588"}
    lines = []
    for top, bottom in zip(rows[::2], rows[1::2], strict=True):
        pairs = zip(top, bottom, strict=True)
        line = "".join(shapes[a == color, b == color] for a, b in pairs)
        lines.append(f"\x1b[38;5;16;48;5;231m{line}\x1b[0m" if color else line)
    return "\n".join(lines)
