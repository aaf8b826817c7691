# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""The public parts of a push, a bundle, a statement or an identity, for people and as JSON."""

import time
from collections.abc import Callable
from typing import Any, ClassVar

from ._protocol import messages
from ._protocol.text import b64decode
from ._protocol.wire import STATEMENTS, Bundle, open_text, read_bundle, read_identity, read_statement, write_text
from .errors import SealedPushError, UsageError, WireError

Report = tuple[str, Any]
FIELDS = (("version", 0, 1), ("prekey id", 1, 8), ("message id", 9, 16), ("encapsulated key", 25, 1120))
MEANINGS = {
    "succession": "the new identity is a candidate for the old one's place",
    "revocation": "the identity is not to be believed any more",
    "retirement": "nothing is to be sealed to the device any more",
    "subscription": "the sender reaches the recipient's device at the endpoint"}
ROLES = {"succession": ("old", "new"), "revocation": ("sender",), "retirement": ("device",),
         "subscription": ("device", "sender")}


def date(milliseconds: int) -> str:
    """A time as people read it, or as a number if it is beyond the years."""
    try:
        return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(milliseconds // 1000))
    except (OverflowError, ValueError):
        return str(milliseconds)


def inspect(data: bytes, note: Callable[[str], None]) -> list[Report]:
    """Reports, each as lines and as what JSON shows.

    Args:
        data: A payload, bare text of an envelope, a bundle, an identity, or statements a line each.
        note: Takes a sentence for each statement that is not shown.

    Raises:
        WireError, OpeningError: What it is, is malformed.
        UsageError: `nothingToShow`: it is none of these, or a statement was not shown.
    """
    text = data.decode("utf-8", "replace").strip(" \t\r\n")
    if text.startswith("{"):
        return [push(messages.read_outer(data), len(data))]
    if text.startswith("sealedpush-device-1:"):
        return [bundle(read_bundle(open_text("device", text)))]
    if text.startswith("sealedpush-sender-1:"):
        identity = write_text("sender", read_identity(open_text("sender", text)))
        return [(f"sender     {identity}", {"sender": identity})]
    if text.startswith("sealedpush-"):
        return statements(text, note)
    if len(text) == 64 and not set(text) - set("0123456789abcdef"):
        return [(f"device     {text}", {"device": text})]
    envelope = b64decode(text)
    if text and envelope and len(text) >= 1000:
        return [push(messages.read_outer(b'{"encrypted-content":"%s"}' % text.encode()), None)]
    raise UsageError("nothingToShow")


def push(envelope: bytes, payload_bytes: int | None) -> Report:
    """The fields of an envelope."""
    end = len(envelope) - 16
    fields = [*FIELDS, ("ciphertext", 1145, end - 1145), ("tag", end, 16)]
    lines = [f"payload   {payload_bytes} bytes"] if payload_bytes is not None else []
    lines += [f"envelope  {len(envelope)} bytes, with at most {len(envelope) - 1271} bytes of content", "",
              "first  last  size  field             value"]
    members = []
    for name, offset, size in fields:
        raw = envelope[offset:offset + size].hex()
        value = "1" if name == "version" else raw if size <= 16 else raw[:32] + "..."
        lines.append(f"{offset:5}  {offset + size - 1:4}  {size:4}  {name:16}  {value}")
        members.append({"name": name, "offset": offset, "size": size, "hex": raw})
    return "\n".join(lines), {"payloadBytes": payload_bytes, "envelopeBytes": len(envelope),
                              "contentAtMost": len(envelope) - 1271, "fields": members}


def bundle(found: Bundle) -> Report:
    """The records of a bundle: those with equal terms are one line."""
    lines = [f"device     {found.idR.hex()}"]
    groups: dict[tuple[str, int, int, int], int] = {}
    for r in found.records:
        terms = ("one-time" if r.one_time else "reusable", r.epoch, r.not_before, r.not_after)
        groups[terms] = groups.get(terms, 0) + 1
    for (kind, epoch, start, end), count in groups.items():
        lines.append(f"{kind}   {count} of epoch {epoch}, from {date(start)} until {date(end)}")
    minimum = max([r.min_epoch for r in found.records], default=0)
    lines.append(f"revoked    below epoch {minimum}" if minimum else "revoked    none")
    records = [{"id": r.id.hex(), "class": "one-time" if r.one_time else "reusable", "epoch": r.epoch,
                "notBefore": r.not_before, "notAfter": r.not_after} for r in found.records]
    return "\n".join(lines), {"device": found.idR.hex(), "minimumEpoch": minimum, "records": records}


def statements(text: str, note: Callable[[str], None]) -> list[Report]:
    """Those of several lines whose signatures are valid."""
    reports, lines, refused = [], [line for line in text.split("\n") if line.strip()], 0
    for number, line in enumerate(lines, 1):
        try:
            reports.append(statement(line))
        except WireError as error:
            refused += 1
            note(f"line {number}: {error}")
    if refused:
        raise NotShown(reports, f"{refused} of {len(lines)} statements were not shown")
    return reports


def statement(text: str) -> Report:
    """One statement, and who signed it."""
    kind = next((k for k in MEANINGS if text.strip().startswith(f"sealedpush-{k}-1:")), None)
    if kind is None:
        raise WireError("wrongPrefix")
    found, members = read_statement(kind, open_text(kind, text)), {"statement": kind}
    for role, identity in zip(ROLES[kind], found.identities, strict=True):
        members[role] = identity.hex() if role == "device" else write_text("sender", identity)
    members |= {name: value.decode() for name, value in found.fields.items()}
    signers = list(ROLES[kind][:STATEMENTS[kind].signatures])
    lines = [f"{name:10} {value}" for name, value in members.items()]
    lines += [f"signed by  {', '.join(signers)}", f"meaning    {MEANINGS[kind]}"]
    return "\n".join(lines), members | {"signedBy": signers}


class NotShown(SealedPushError):
    """Statements that were not shown, beside those that were."""

    classes: ClassVar[dict[str, str]] = {"notShown": "statements were not shown"}

    def __init__(self, reports: list[Report], sentence: str) -> None:
        super().__init__("notShown")
        self.reports, self.sentence = reports, sentence

