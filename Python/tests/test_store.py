# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""The sender's file: who may read it, what becomes of damage, and several processes and threads."""

import os
import sqlite3
import tempfile
import unittest
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from unittest import mock

from sealedpush import UNTRACKED, SealingError, Sender, StoreError
from sealedpush._store import Store, default_path
from sealedpush.testing import Device
from tests import rules

TOPIC, PAYLOAD = "com.example.app", {"aps": {"alert": "Hello"}}


class FileTests(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.path = self.folder / "a" / "b" / "sender.sqlite"

    def refuses(self, name: str, call: Callable[[], object]) -> None:
        with self.assertRaises(StoreError) as refused:
            call()
        self.assertEqual(refused.exception.name, name)

    def test_the_file_is_made_for_its_owner_alone_at_the_usual_place(self) -> None:
        with mock.patch.dict(os.environ, {"XDG_DATA_HOME": str(self.folder)}), Sender() as sender:
            path = default_path()
            self.assertEqual(path, self.folder / "sealedpush-py" / "sender.sqlite")
            self.assertEqual((path.stat().st_mode & 0o777, path.parent.stat().st_mode & 0o777), (0o600, 0o700))
            identity = sender.identity
            with Sender(create=False) as again:
                self.assertEqual(again.identity, identity)
        with mock.patch.dict(os.environ, {"XDG_DATA_HOME": "relative", "HOME": "/home-of-ann"}):
            self.assertEqual(str(default_path()), "/home-of-ann/.local/share/sealedpush-py/sender.sqlite")

    def test_nothing_but_the_file_is_left_in_its_folder(self) -> None:
        with Sender(self.path) as sender:
            sender.seal(PAYLOAD, Device().bundle(), topic=TOPIC, recipient=UNTRACKED)
        self.assertEqual([p.name for p in self.path.parent.iterdir()], ["sender.sqlite"])

    @rules("S-15")
    def test_what_is_deleted_is_overwritten_and_what_is_written_is_synced(self) -> None:
        Sender(self.path).close()
        with Store(self.path, create=False).transaction() as db:
            for name, value in (("secure_delete", 1), ("synchronous", 3)):
                self.assertEqual(db.execute(f"PRAGMA {name}").fetchone()[0], value)

    def test_a_file_that_others_can_read_or_replace_is_refused(self) -> None:
        Sender(self.path).close()
        for place, mode in ((self.path, 0o640), (self.path, 0o604), (self.path.parent, 0o770)):
            before = place.stat().st_mode & 0o777
            place.chmod(mode)
            self.refuses("unsafePermissions", lambda: Sender(self.path))
            place.chmod(before)
        Sender(self.path).close()

    def test_a_file_of_a_later_version_is_refused_and_stays_as_it_is(self) -> None:
        Sender(self.path).close()
        with closing(sqlite3.connect(self.path)) as db:
            db.execute("PRAGMA user_version=2")
        before = self.path.read_bytes()
        self.refuses("tooNew", lambda: Sender(self.path))
        self.assertEqual(self.path.read_bytes(), before)

    def test_what_is_no_file_of_a_sender_is_refused(self) -> None:
        self.refuses("noStore", lambda: Sender(self.path, create=False))
        other = self.folder / "other"
        with closing(sqlite3.connect(other)) as db:
            db.execute("CREATE TABLE identity (x)")
        other.chmod(0o600)
        self.refuses("notAStore", lambda: Sender(other))
        for name, data in (("notAStore", b"x" * 5000), ("damaged", b"")):
            other.write_bytes(data)
            self.refuses(name, lambda: Sender(other))
        self.refuses("notAStore", lambda: Sender(self.folder))

    @rules("S-6")
    def test_damage_seals_nothing(self) -> None:
        sender = Sender(self.path)
        data = self.path.read_bytes()
        self.path.write_bytes(data[:4096] + os.urandom(len(data) - 4096))
        with self.assertRaises(SealingError) as refused:
            sender.seal(PAYLOAD, Device().bundle(), topic=TOPIC, recipient="ann")
        self.assertEqual(refused.exception.name, "memoryUnavailable")
        self.assertEqual(str(refused.exception.__cause__), str(StoreError("damaged")))
        self.refuses("damaged", lambda: Sender(self.path))

    @rules("S-6")
    def test_a_full_disk_seals_nothing_and_leaves_the_file_as_it_was(self) -> None:
        sender, device = Sender(self.path), Device()
        with closing(sqlite3.connect(self.path)) as db:
            pages = db.execute("PRAGMA page_count").fetchone()[0]
        connect = Store._connect

        def narrow(store: Store) -> sqlite3.Connection:
            db = connect(store)
            db.execute(f"PRAGMA max_page_count={pages}")  # SQLite's own way to be full
            return db
        count, bundles = 0, [Device().bundle(one_time=1) for _ in range(3)]
        with mock.patch.object(Store, "_connect", narrow):
            for number in range(2000):
                try:
                    sender.confirm("ann" + "x" * 50 + str(number), device.identity)
                except StoreError as error:
                    self.assertEqual(error.name, "full")
                    break
            for bundle in bundles:
                try:
                    sender.seal(PAYLOAD, bundle, topic=TOPIC, recipient="bob" * 20)
                except SealingError as error:
                    count += 1
                    self.assertEqual((error.name, str(error.__cause__)), ("memoryUnavailable", str(StoreError("full"))))
        self.assertGreater(count, 0)
        self.assertEqual(len(sender.devices("ann" + "x" * 50 + "0")), 1)
        sender.seal(PAYLOAD, device.bundle(), topic=TOPIC, recipient=UNTRACKED)

    def test_a_disk_that_is_full_from_the_start_makes_no_file(self) -> None:
        with mock.patch("os.link", side_effect=OSError(28, "")):
            self.refuses("full", lambda: Sender(self.path))
        self.assertEqual(list(self.path.parent.iterdir()), [])

    def test_a_closed_sender_says_so(self) -> None:
        with Sender(self.path) as sender:
            pass
        self.refuses("closed", lambda: sender.identity)

    def test_processes_that_make_the_file_at_once_agree_on_one_identity(self) -> None:
        reader, writer = os.pipe()
        children = []
        for _ in range(6):
            if (child := os.fork()) == 0:
                code = 1
                try:
                    with Sender(self.path) as sender:
                        os.write(writer, sender.identity.encode() + b"\n")
                    code = 0
                finally:
                    os._exit(code)
            children.append(child)
        self.assertEqual([os.waitpid(child, 0)[1] for child in children], [0] * 6)
        os.close(writer)
        with open(reader) as pipe:
            self.assertEqual(len(set(pipe.read().split())), 1)

    @rules("S-5")
    def test_processes_and_threads_never_share_a_one_time_prekey(self) -> None:
        device, threads, processes = Device(), 4, 3
        bundle = device.bundle(one_time=40)
        Sender(self.path).close()
        reader, writer = os.pipe()

        def work(_: int) -> None:
            with Sender(self.path) as sender:
                for _ in range(3):
                    os.write(writer, sender.seal(PAYLOAD, bundle, topic=TOPIC, recipient="ann").envelope[:9])
        children = []
        for _ in range(processes):
            if (child := os.fork()) == 0:
                code = 1
                try:
                    with ThreadPoolExecutor(threads) as pool:
                        list(pool.map(work, range(threads)))
                    code = 0
                finally:
                    os._exit(code)
            children.append(child)
        os.close(writer)
        with open(reader, "rb") as pipe:
            used = pipe.read()
        self.assertEqual([os.waitpid(child, 0)[1] for child in children], [0] * processes)
        ids = [used[i:i + 9] for i in range(0, len(used), 9)]
        self.assertEqual((len(ids), len(set(ids))), (36, 36))

    @rules("S-3")
    def test_processes_that_pin_at_once_never_lower_a_pin(self) -> None:
        device = Device()
        old = device.bundle()
        device.rotate()
        new = device.bundle()
        Sender(self.path).close()
        children = []
        for bundle in (old, new) * 3:
            if (child := os.fork()) == 0:
                try:
                    with Sender(self.path) as sender:
                        sender.seal(PAYLOAD, bundle, topic=TOPIC, recipient=UNTRACKED)
                except SealingError:
                    pass
                finally:
                    os._exit(0)
            children.append(child)
        for child in children:
            os.waitpid(child, 0)
        with closing(sqlite3.connect(self.path)) as db:
            epoch = db.execute("SELECT epoch FROM pin").fetchone()[0]
        self.assertEqual(epoch, device._epoch)
