# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""The statements of section 8 with their texts, and the safety number of section 9."""

from dataclasses import dataclass

from .bundles import read_text
from .curves import identity_passes, signature_is_valid
from .errors import WireError
from .primitives import LAST_TIME, VERSION, label, number, sha512


@dataclass(frozen=True)
class Kind:
    """A row of section 8's table."""

    label: bytes
    identities: int = 1
    signatures: int = 1
    is_timed: bool = True
    has_origin: bool = False


KINDS = {
    "deviceLink": Kind(label("device link"), identities=2, signatures=2),
    "linkOffer": Kind(label("device link"), identities=2),
    "succession": Kind(label("succession"), identities=2, signatures=2),
    "revocation": Kind(label("revocation")),
    "retirement": Kind(label("retirement"), is_timed=False),
    "possession": Kind(label("possession"), has_origin=True),
}


@dataclass(frozen=True)
class Statement:
    """A statement that was read. Fields that its kind does not have are None. `time` is when it
    was made, or when a possession proof expires."""

    identities: tuple[bytes, ...]
    time: int | None = None
    origin: str | None = None
    challenge: bytes | None = None

    def answers(self, origin: str, challenge: bytes, now: int) -> bool:
        """M-27, for whoever asked for a possession proof."""
        if self.time is None or (self.origin, self.challenge) != (origin, challenge):
            return False
        return now <= self.time


def _utf8(data: bytes) -> str:
    """M-27."""
    WireError.unless(data, "wrongOrigin")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise WireError("wrongOrigin") from error


def read_statement(kind: str, data: bytes) -> Statement:
    """M-26."""
    layout = KINDS[kind]
    WireError.unless(len(data) >= 1, "wrongLength")
    WireError.unless(data[0] == VERSION, "unknownVersion")
    end_of_keys = 1 + 32 * layout.identities
    end = end_of_keys + 8 * layout.is_timed
    if layout.has_origin:
        WireError.unless(len(data) >= 35, "wrongLength")
        end_of_origin = 35 + number(data[33:35])
        end = end_of_origin + 32 + 8
    WireError.unless(len(data) == end + 64 * layout.signatures, "wrongLength")
    identities = tuple(data[i : i + 32] for i in range(1, end_of_keys, 32))
    WireError.unless(all(map(identity_passes, identities)), "identityRefused")
    time = origin = challenge = None
    if layout.has_origin:
        origin, challenge = _utf8(data[35:end_of_origin]), data[end_of_origin : end - 8]
    if layout.is_timed:
        time = number(data[end - 8 : end])
        WireError.unless(time <= LAST_TIME, "wrongTime")
    WireError.unless(len(set(identities)) == len(identities), "equalKeys")
    for i, identity in enumerate(identities[: layout.signatures]):
        signature = data[end + 64 * i :][:64]
        is_valid = signature_is_valid(identity, layout.label + data[:end], signature)
        WireError.unless(is_valid, "wrongSignature")
    return Statement(identities, time, origin, challenge)


def read_statement_text(kind: str, text: str) -> bytes:
    """M-25 and M-26; returns the statement."""
    data = read_text(kind, text)
    read_statement(kind, data)
    return data


def _half_number(role: int, key: bytes) -> str:
    """The 30 digits of one party."""
    tail = bytes([role]) + key
    h = sha512(label("safety number") + tail)
    for _ in range(5_199):
        h = sha512(h + tail)
    return "".join(f"{number(h[i : i + 5]) % 100_000:05}" for i in range(0, 30, 5))


def safety_number(id_s: bytes, id_r: bytes) -> str:
    """60 digits: the sender's, then the device's. M-31."""
    WireError.unless(identity_passes(id_s) and identity_passes(id_r), "identityRefused")
    WireError.unless(id_s != id_r, "equalKeys")
    return _half_number(1, id_s) + _half_number(2, id_r)
