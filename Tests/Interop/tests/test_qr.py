# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""The safety number's QR code, as a picture and as characters, read by a reader that shares no code with its writer."""

import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

import zxingcpp

SCALE = 5
DARK_ABOVE, DARK_BELOW = " \u2584", " \u2580"


def decoded(rows: list[list[bool]]) -> list[str]:
    """The texts of the codes in a picture of modules, of which the true ones are dark."""
    pixels = bytes(
        0 if dark else 255 for row in rows for _ in range(SCALE) for dark in row for _ in range(SCALE)
    )
    picture = memoryview(pixels).cast("B", [len(rows) * SCALE, len(rows[0]) * SCALE])
    return [code.text for code in zxingcpp.read_barcodes(picture)]


def from_characters(lines: list[str]) -> list[list[bool]]:
    """What a terminal shows: each character is two modules, one above the other."""
    return [[character in dark for character in line] for line in lines for dark in (DARK_ABOVE, DARK_BELOW)]


def from_svg(text: str) -> list[list[bool]]:
    """The dark rectangles on the light ground."""
    side = int(re.search(r'viewBox="0 0 (\d+) ', text)[1])
    rows = [[False] * side for _ in range(side)]
    for x, y, width, height in re.findall(r'<rect x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)"/>', text):
        for row in range(int(y), int(y) + int(height)):
            rows[row][int(x) : int(x) + int(width)] = [True] * int(width)
    return rows


class QRCodeTests(unittest.TestCase):
    """Needs the Swift build: `SEALEDPUSH_BUILD` is the folder of its executables."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.run_swift("device", "init", "--store", "phone", "--topic", "com.example.app")
        self.identity = self.run_swift("sender", "init", "--store", "server").strip()

    def run_swift(self, *arguments: str) -> str:
        command = [Path(os.environ["SEALEDPUSH_BUILD"]) / "sealedpush", *arguments]
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=True).stdout

    def number(self, *options: str) -> str:
        return self.run_swift("contact", "number", "--store", "phone", "--identity", self.identity, *options)

    def test_a_reader_reads_the_code_of_the_terminal(self) -> None:
        number, empty, *lines = self.number().splitlines()
        self.assertRegex(number, r"^\d{5}( \d{5}){11}$")
        self.assertEqual(empty, "")
        rows = from_characters(lines)
        self.assertEqual(decoded(rows), ["sealedpush-number-1:" + number.replace(" ", "")])
        # The quiet zone is four modules wide on every side.
        self.assertFalse(any(any(row) for row in rows[:4] + rows[-4:]))
        self.assertFalse(any(any(row[:4] + row[-4:]) for row in rows))
        # A light terminal shows it inverted.
        inverted = [[not dark for dark in row] for row in rows]
        self.assertEqual(decoded(inverted), decoded(rows))

    def test_a_reader_reads_the_picture(self) -> None:
        number = self.number("--svg", "number.svg").strip()
        rows = from_svg((self.folder / "number.svg").read_text())
        self.assertEqual(decoded(rows), ["sealedpush-number-1:" + number.replace(" ", "")])

    def test_a_code_with_one_bit_in_ten_wrong_is_not_read(self) -> None:
        """The reader says nothing where there is nothing to read."""
        self.number("--svg", "number.svg")
        rows = from_svg((self.folder / "number.svg").read_text())
        damaged = [[dark ^ ((y * 41 + x) % 10 == 0) for x, dark in enumerate(row)] for y, row in enumerate(rows)]
        self.assertEqual(decoded(damaged), [])
