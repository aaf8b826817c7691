# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""The wheel and the sdist, and the examples that use them."""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path
from typing import Any
from unittest import mock

from sealedpush import Sender
from sealedpush.testing import Relay

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "docs" / "examples"
EPOCH = {"SOURCE_DATE_EPOCH": "1750000000"}


def run(*command: object, cwd: Path = ROOT, **environment: str) -> str:
    """Standard output of a Python program that has to succeed."""
    environment = os.environ | {"PYTHONPATH": str(ROOT / "Python" / "src")} | environment
    done = subprocess.run([sys.executable, *map(str, command)], cwd=cwd, env=environment,
                          capture_output=True, text=True, check=False)
    if done.returncode:
        raise AssertionError(done.stdout + done.stderr)
    return done.stdout


class PackageTests(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def build(self, name: str) -> Path:
        """A folder with wheel and sdist, of a copy of the sources elsewhere."""
        copy = self.folder / name
        shutil.copytree(ROOT / "Python", copy, ignore=shutil.ignore_patterns("__pycache__", "tests", "tools", ".*"))
        run("-m", "build", "--no-isolation", "--outdir", copy / "dist", cwd=copy, PYTHONPATH="", **EPOCH)
        return copy / "dist"

    def test_two_builds_in_two_folders_are_equal_and_hold_the_package_alone(self) -> None:
        first, second = self.build("one"), self.build("another folder")
        digests = [{path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}
                   for folder in (first, second)]
        self.assertEqual(digests[0], digests[1])
        self.assertEqual(len(digests[0]), 2)
        self.assertNotIn("FAILED", run("-m", "twine", "check", "--strict", *first.iterdir()))
        wheel = next(first.glob("*.whl"))
        names = zipfile.ZipFile(wheel).namelist()
        self.assertIn("sealedpush/py.typed", names)
        self.assertEqual({name.split("/")[0].split("-")[0] for name in names}, {"sealedpush"})
        self.assertFalse([name for name in names if "mlkem" in name or "vectors" in name or "confusables" in name])
        installed = self.folder / "installed"
        run("-m", "pip", "install", "-q", "--no-deps", "--no-index", "--disable-pip-version-check",
            "--target", installed, wheel)
        self.assertEqual(run(installed / "bin" / "sealedpush-py", "--version", PYTHONPATH=str(installed)), "0.1.0\n")
        from_wheel = "import sealedpush; print(sealedpush.__file__)"
        self.assertIn(str(installed), run("-c", from_wheel, PYTHONPATH=str(installed)))
        run("-m", "mypy", "--strict", "--cache-dir", self.folder / "cache", EXAMPLES / "python" / "shop.py",
            MYPYPATH=str(installed))

    def test_the_shop_in_flask_is_tested_with_pytest(self) -> None:
        shown = run("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:schemathesis",
                    "-p", "sealedpush._pytest_plugin", EXAMPLES / "python", cwd=self.folder)
        self.assertIn("2 passed", shown)

    def test_apprise_sends_by_its_plugin_and_tells_what_failed(self) -> None:
        with mock.patch.dict(os.environ, {"XDG_DATA_HOME": str(self.folder)}), Relay() as relay:
            phone = relay.phone("Ann")
            with Sender() as sender:
                link = sender.pair(relay.url, "Apprise")
                phone.pair(link.link)
                link.answer().confirm(phone.number())
            command: list[Any] = [Path(sys.executable).parent / "apprise", "--plugin-path", EXAMPLES / "apprise",
                                  "--title", "Nightly"]
            for url in ("sealedpush://", "sealedpush://Ann", "sealedpush://all"):
                run(*command, "--body", f"by {url[13:]}.", url)
            texts = [f"Nightly\nby {label}." for label in ("", "Ann", "all")]
            self.assertEqual([m.text for m in phone.messages], texts)
            with self.assertRaises(AssertionError) as failed:
                run(*command, "--body", "x", "sealedpush://Bob")
            self.assertIn("there is no such recipient", str(failed.exception))
