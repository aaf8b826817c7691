# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""The QR codes of safety numbers and links, as pictures and as characters.

Their reader shares no code with their writer.
"""

import json
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path
from typing import Any

import zxingcpp

SEED = int(os.environ.get("SEALEDPUSH_SEED", "20261121"))
SCALE = 5
DARK_ABOVE, DARK_BELOW = " \u2584", " \u2580"
# How a line in colours begins and ends: the characters in one of 256 colours, on another.
COLORS = re.compile("\x1b\\[38;5;(\\d+);48;5;(\\d+)m([^\x1b]*)\x1b\\[0m")
# Of these 256 colours, black and white are the same in every terminal.
BLACK, WHITE = "16", "231"


def decoded(rows: list[list[bool]]) -> list[str]:
    """The texts of the codes in a picture of modules, of which the true ones are dark."""
    pixels = bytes(
        0 if dark else 255 for row in rows for _ in range(SCALE) for dark in row for _ in range(SCALE)
    )
    picture = memoryview(pixels).cast("B", [len(rows) * SCALE, len(rows[0]) * SCALE])
    # Of the other kinds a reader finds some wherever dark and light alternate.
    codes = zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormat.QRCode)  # type: ignore[arg-type]
    return [code.text for code in codes]


def from_characters(lines: list[str]) -> list[list[bool]]:
    """What a terminal shows: each character is two modules, one above the other."""
    return [[character in dark for character in line] for line in lines for dark in (DARK_ABOVE, DARK_BELOW)]


def from_svg(text: str) -> list[list[bool]]:
    """The dark rectangles on the light ground."""
    found = re.search(r'viewBox="0 0 (\d+) ', text)
    assert found
    side = int(found[1])
    rows = [[False] * side for _ in range(side)]
    for x, y, width, height in re.findall(r'<rect x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)"/>', text):
        for row in range(int(y), int(y) + int(height)):
            rows[row][int(x) : int(x) + int(width)] = [True] * int(width)
    return rows


def drawn(text: str, *, light: bool) -> list[list[bool]]:
    """The picture that a terminal shows: with a light ground and dark text, or the other way."""
    rows = []
    for line in text.split("\n"):
        colors = COLORS.fullmatch(line)
        characters, ground_is_dark = (colors[3], colors[2] == BLACK) if colors else (line, not light)
        if colors:
            assert {colors[1], colors[2]} == {BLACK, WHITE}, line
        for dark in from_characters([characters]):
            rows.append([module is ground_is_dark for module in dark])
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
        command: list[Any] = [Path(os.environ["SEALEDPUSH_BUILD"]) / "sealedpush", *arguments]
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


class PairingCodeTests(unittest.TestCase):
    """Needs the Swift build: `SEALEDPUSH_BUILD` is the folder of its executables."""

    codes: list[dict[str, Any]]

    @classmethod
    def setUpClass(cls: Any) -> None:
        command: list[Any] = [Path(os.environ["SEALEDPUSH_BUILD"]) / "PairingCodes", "50", str(SEED)]
        made = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        cls.codes = [json.loads(line) for line in made.splitlines()]

    def test_there_are_links_and_app_links(self) -> None:
        links = [code for code in self.codes if code["text"].startswith("sealedpush-pair-1:")]
        pages = [code for code in self.codes if code["text"].startswith("https://app.example/")]
        self.assertEqual((len(links), len(pages)), (50, 50))
        # From the shortest names and relays to the longest.
        lengths = [len(code["text"]) for code in links]
        self.assertLess(min(lengths), 150)
        self.assertGreater(max(lengths), 240)

    def test_a_reader_reads_each_code_of_a_terminal_dark_or_light(self) -> None:
        for code in self.codes:
            for name in ("plain", "colored"):
                for light in (False, True):
                    with self.subTest(code["text"], name=name, light=light):
                        self.assertEqual(decoded(drawn(code[name], light=light)), [code["text"]])

    def test_in_colours_the_code_is_dark_on_light_in_every_terminal(self) -> None:
        for code in self.codes:
            rows = drawn(code["colored"], light=False)
            self.assertEqual(rows, drawn(code["colored"], light=True))
            # The quiet zone is two modules wide, and one more below if the last row is half a
            # character.
            self.assertFalse(any(any(row) for row in rows[:2] + rows[-2:]))
            self.assertFalse(any(any(row[:2] + row[-2:]) for row in rows))
            self.assertTrue(all(rows[2][2:9]))
            self.assertEqual(len(rows), (len(rows[0]) + 1) // 2 * 2)

    def test_a_reader_reads_each_picture(self) -> None:
        for code in self.codes:
            with self.subTest(code["text"]):
                rows = from_svg(code["svg"])
                self.assertEqual(decoded(rows), [code["text"]])
                self.assertFalse(any(any(row) for row in rows[:4] + rows[-4:]))
                self.assertFalse(any(any(row[:4] + row[-4:]) for row in rows))

    def test_the_lines_of_a_narrow_terminal_are_not_read(self) -> None:
        """Why a terminal that is too narrow gets no code."""
        for code in self.codes:
            lines = code["plain"].split("\n")
            width = len(lines[0]) - 1
            broken = [part.ljust(width) for line in lines for part in (line[:width], line[width:])]
            self.assertEqual(decoded(from_characters(broken)), [])
