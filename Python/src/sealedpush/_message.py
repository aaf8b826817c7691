# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""A message before it is sealed: the payload, and how it is sealed."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from ._protocol import MAX_TIME, sealing
from ._protocol.attachments import Reference, read_references
from ._protocol.messages import MAX_TTL
from ._protocol.sealing import Own
from ._protocol.text import JSONError, mend, parse
from ._protocol.wire import text_ok
from .errors import AttachmentError, UsageError

Payload: TypeAlias = Mapping[str, Any] | str | bytes
"""An APNs payload: a mapping that `json` writes, or the JSON itself."""
Placeholder: TypeAlias = str | Mapping[str, str | Sequence[str]]
"""A text, or members of `aps.alert` (message.md, section 9)."""
DAY = 86_400  # seconds


def json_of(payload: Payload) -> bytes:
    """The JSON of a payload.

    Raises:
        UsageError: `payload`: it is no JSON object with an object `aps` (S-8, row 1).
    """
    try:
        if isinstance(payload, Mapping):
            payload = json.dumps(payload, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
        data = payload if isinstance(payload, bytes) else payload.encode("utf-8")
        members = parse(mend(data))
    except (JSONError, TypeError, ValueError, RecursionError):
        raise UsageError("payload") from None
    if not isinstance(members, dict) or not isinstance(members.get("aps"), dict):
        raise UsageError("payload")
    return data


def references(given: Sequence[Mapping[str, Any]]) -> list[Reference]:
    """The references of a caller, each as `sealedpush attachment seal` prints it."""
    found = []
    for one in given:
        try:
            read = read_references([parse(json.dumps(one).encode())])[0]
        except (JSONError, TypeError, ValueError):
            raise UsageError("attachment") from None
        if isinstance(read, AttachmentError):
            raise UsageError("attachment")
        found.append(read)
    return found


@dataclass(frozen=True, kw_only=True)
class Options:
    """How a message is sealed; `Sender.seal` explains each."""

    topic: str
    ttl: int = DAY
    push: str = "alert"
    padding: str = "buckets"
    placeholder: Placeholder = "New notification"
    code: str | None = None
    name: str | None = None
    template: Sequence[str] = ()
    attachments: Sequence[Mapping[str, Any]] = ()
    remove: Sequence[str] = ()
    collapse: str | None = None
    own: Own = field(init=False)

    def __post_init__(self) -> None:
        """Row 1 of S-8 but for the payload."""
        if not text_ok(250, utf8(self.topic)):
            raise UsageError("topic")
        if self.push not in sealing.LIMITS:
            raise UsageError("push")
        if self.padding not in ("buckets", "constant", "none"):
            raise UsageError("padding")
        if isinstance(self.ttl, bool) or not isinstance(self.ttl, int) or not 1 <= self.ttl <= MAX_TTL:
            raise UsageError("ttl")
        members = self.alert.keys()
        if not any(members <= set(row) for row in sealing.PLACEHOLDERS):
            raise UsageError("placeholder")
        if not set(self.template) <= set(sealing.FIELDS):
            raise UsageError("template")
        if len(self.remove) > 50 or not all(1 <= len(utf8(name)) <= 64 for name in self.remove):
            raise UsageError("remove")
        utf8(self.code or ""), utf8(self.name or ""), utf8(self.collapse or "")
        object.__setattr__(self, "own", Own(
            self.code, self.name, tuple(self.template), references(self.attachments), tuple(self.remove)))

    @property
    def alert(self) -> Mapping[str, str | Sequence[str]]:
        """The members of the placeholder."""
        return {"body": self.placeholder} if isinstance(self.placeholder, str) else self.placeholder


def utf8(text: str) -> bytes:
    """The bytes of a text; half a surrogate pair is refused."""
    try:
        return text.encode()
    except (UnicodeEncodeError, AttributeError):
        raise UsageError("name") from None


def check_time(now: int) -> int:
    """A time of the protocol, in Unix milliseconds."""
    if not 0 <= now <= MAX_TIME:
        raise UsageError("time")
    return now
