# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""The published test keys that vectors name: every secret is SHA-256 of a text."""

from functools import cache

from .curves import Identity
from .primitives import sha256
from .sealing import Sender


def _secret(kind: str, name: str) -> bytes:
    return sha256(f"SealedPush published test {kind} {name}".encode())


@cache
def identity(name: str) -> Identity:
    return Identity(_secret("identity", name))


def sender(name: str) -> Sender:
    return Sender(identity(name), _secret("secret", name))


def prekey_seed(device: str, prekey: str) -> bytes:
    return _secret("prekey", f"{device} {prekey}")
