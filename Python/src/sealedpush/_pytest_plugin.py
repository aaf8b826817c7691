# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""The fixture of pytest; imported whenever pytest runs, so that it imports little."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from .testing import Phone


@pytest.fixture
def sealedpush_phone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> "Iterator[Phone]":
    """A phone that is paired with the sender of `sealedpush.Sender()`, in this process.

    The sender's file is in the test's own folder. A second relay and more phones are made with
    `sealedpush.testing.Relay`.
    """
    from . import Sender
    from .testing import Relay

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "sealedpush"))
    with Relay() as relay, Sender() as sender:
        phone = relay.phone()
        pairing = sender.pair(relay.url, "pytest")
        phone.pair(pairing.link)
        pairing.answer().confirm(phone.number())
        yield phone
