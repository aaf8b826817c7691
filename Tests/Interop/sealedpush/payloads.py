# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Sizes, outer payloads and contents (sections 14 and 15)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from . import strict_json
from .attachments import MOST, MOST_BYTES, Reference, read_list
from .errors import OpeningError, SealingError
from .kem import Suite
from .messages import LARGEST_ENVELOPE
from .strict_json import NotJSON

Texts = Mapping[str, str | Sequence[str]]
"""Members by name: those of a placeholder's `alert`, or the toolkit's fields."""

DEFAULT_PLACEHOLDER: Texts = {"body": "New notification"}

_LARGEST_OUTER = 16_384
_MOST_AROUND = 256
_TEXTS = ("title", "body")
_KEYS = ("title-loc-key", "title-loc-args", "loc-key", "loc-args")
_ALERT = _TEXTS + _KEYS
_MARKED = ("title", "subtitle", "body")
_FIELDS = {"from", "name", "template", "attachments"}


@dataclass(frozen=True)
class PushType:
    """A column of section 14's first table."""

    payload_limit: int
    buckets: tuple[int, ...]


PUSH_TYPES = {
    "alert": PushType(4096, (512, 1024, 2048, 2880)),
    "voip": PushType(5120, (512, 1024, 2048, 2880, 3648)),
}


def largest_envelope(push_type: str, padding: str, around: int) -> int:
    """`around` are the bytes of the outer payload around the envelope's text."""
    push = PUSH_TYPES[push_type]
    if padding == "none":
        return min(LARGEST_ENVELOPE, 3 * (push.payload_limit - around) // 4)
    return push.buckets[-1]


def envelope_size(suite: Suite, content: int, push_type: str, padding: str, around: int) -> int:
    """M-43, for so many bytes of content. `padding` is "buckets", "constant" or "none"."""
    exact = suite.overhead + content
    largest = largest_envelope(push_type, padding, around)
    SealingError.unless(exact <= largest, "contentTooLarge")
    sizes = {"none": [exact], "constant": [largest], "buckets": PUSH_TYPES[push_type].buckets}
    return min(size for size in sizes[padding] if size >= exact)


def make_outer(envelope_text: str, placeholder: Texts = DEFAULT_PLACEHOLDER) -> bytes:
    """M-46 and, of M-43, what may be around the text."""
    alert = {key: placeholder[key] for key in _ALERT if placeholder.get(key)}
    if not placeholder.keys() <= {*_ALERT} or {*_TEXTS} & {*alert} and {*_KEYS} & {*alert}:
        raise ValueError("a placeholder is of texts or of keys")
    SealingError.unless(any(not key.endswith("args") for key in alert), "emptyPlaceholder")
    aps = {"alert": alert, "mutable-content": 1}
    outer = strict_json.write({"aps": aps, "encrypted-content": envelope_text}).encode()
    SealingError.unless(len(outer) - len(envelope_text) <= _MOST_AROUND, "placeholderTooLarge")
    return outer


def read_outer(payload: bytes) -> bytes:
    """Step 0 of section 16 and M-47: the envelope's text."""
    OpeningError.unless(len(payload) <= _LARGEST_OUTER, "malformedPayload")
    try:
        value = strict_json.read(payload)
    except NotJSON as error:
        raise OpeningError("malformedPayload") from error
    if not isinstance(value, dict):
        raise OpeningError("malformedPayload")
    text = value.get("encrypted-content")
    if not isinstance(text, str):
        raise OpeningError("notSealed")
    return text.encode()


def _read_payload(data: bytes) -> dict[str, Any] | None:
    """An object with an object `aps`, or nothing."""
    try:
        value = strict_json.read(data)
    except NotJSON:
        return None
    is_payload = isinstance(value, dict) and isinstance(value.get("aps"), dict)
    return value if is_payload else None


def content_passes(content: bytes) -> bool:
    """M-49."""
    payload = _read_payload(content)
    fields = payload.get("sealedpush", {}) if payload is not None else None
    if not isinstance(fields, dict):
        return False
    template = fields.get("template", [])
    strings = [fields.get("from", ""), fields.get("name", "")]
    return isinstance(template, list) and all(isinstance(s, str) for s in strings + template)


def read_attachments(content: bytes) -> tuple[list[Reference], list[str]]:
    """Of content that passed: M-71."""
    fields = strict_json.read(content).get("sealedpush", {})
    return read_list(fields["attachments"]) if "attachments" in fields else ([], [])


def make_content(payload: bytes, fields: Texts) -> bytes:
    """M-37, M-48 and M-70: the compact content with its toolkit fields."""
    value = _read_payload(payload)
    if value is None or not fields.keys() <= _FIELDS:
        raise ValueError("no payload, or fields that there are not")
    SealingError.unless("sealedpush" not in value, "reservedKey")
    member = {key: fields[key] for key in ("from", "name") if key in fields}
    if template := [entry for entry in _MARKED if entry in fields.get("template", ())]:
        member["template"] = template
    references = [Reference.of_text(text.encode()) for text in fields.get("attachments", ())]
    SealingError.unless(len(references) <= MOST, "tooManyAttachments")
    total = sum(reference.size for reference in references)
    SealingError.unless(total <= MOST_BYTES, "attachmentsTooLarge")
    if references:
        member["attachments"] = [reference.members for reference in references]
    content = strict_json.compact(payload)
    if member:
        content = content[:-1] + b',"sealedpush":' + strict_json.write(member).encode() + b"}"
    return content
