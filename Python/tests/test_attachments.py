# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Encrypted files, both ways, against http-ece, another implementation of RFC 8188."""

import hashlib
import json
import os
import random
import subprocess
import tempfile
import unittest
from base64 import urlsafe_b64decode, urlsafe_b64encode
from pathlib import Path
from typing import Any

import http_ece

from tests import rules

RECORD_SIZE = 65_536
CAPACITY = RECORD_SIZE - 17
SIZES = (1, 1000, CAPACITY - 1, CAPACITY, CAPACITY + 1, 2 * CAPACITY, 200_000)
URL = "https://files.example.com/7f3a"


def encode(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def reference(key: bytes, file: bytes, kind: str = "image/png") -> str:
    digest = hashlib.sha256(file).digest()
    return json.dumps({"url": URL, "key": encode(key), "sha256": encode(digest), "size": len(file), "type": kind})


class AttachmentTests(unittest.TestCase):
    """Needs the Swift build: `SEALEDPUSH_BUILD` is the folder of its executables."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.generator = random.Random(8188)

    def run_swift(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        command: list[Any] = [Path(os.environ["SEALEDPUSH_BUILD"]) / "sealedpush", "attachment", *arguments]
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)

    def open_in_swift(self, key: bytes, file: bytes) -> bytes | str:
        """The content, or what the command says against the file."""
        (self.folder / "reference").write_text(reference(key, file))
        (self.folder / "file").write_bytes(file)
        opened = self.folder / "opened"
        opened.unlink(missing_ok=True)
        result = self.run_swift("open", "file", "--reference", "reference", "--out", "opened")
        return opened.read_bytes() if result.returncode == 0 else result.stderr

    @rules("A-4 A-5 C-10")
    def test_http_ece_opens_our_files(self) -> None:
        for size in SIZES:
            content = self.generator.randbytes(size)
            (self.folder / "photo.png").write_bytes(content)
            sealed = self.run_swift("seal", "photo.png", "--out", f"sealed-{size}", "--url", URL)
            described = json.loads(sealed.stdout)
            file = (self.folder / f"sealed-{size}").read_bytes()
            self.assertEqual(described["size"], len(file))
            self.assertEqual(decode(described["sha256"]), hashlib.sha256(file).digest())
            self.assertEqual(http_ece.decrypt(file, key=decode(described["key"])), content)

    @rules("A-15 C-10")
    def test_we_open_files_of_http_ece(self) -> None:
        for size in SIZES:
            content, key = self.generator.randbytes(size), self.generator.randbytes(16)
            file = http_ece.encrypt(content, key=key, rs=RECORD_SIZE)
            self.assertEqual(self.open_in_swift(key, file), content)

    @rules("A-15")
    def test_files_of_another_record_size_or_with_a_key_id_are_refused(self) -> None:
        key = self.generator.randbytes(16)
        for options in ({"rs": 4096}, {"rs": RECORD_SIZE, "keyid": "a1"}, {"rs": RECORD_SIZE + 1}):
            file = http_ece.encrypt(b"I am the walrus", key=key, **options)
            self.assertIn("(malformedFile)", self.open_in_swift(key, file))
