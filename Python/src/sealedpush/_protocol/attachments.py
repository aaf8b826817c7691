# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Attachments (attachments.md): references and encrypted files."""

import re
from collections.abc import Callable
from typing import NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from ..errors import AttachmentError
from . import crypto
from .text import JSON, b64decode, integer, is_string

MAX_ATTACHMENTS, MAX_TOTAL, RS = 10, 67_108_864, 65536
LIMITS = {  # of encrypted files
    **dict.fromkeys(("audio/aiff", "audio/wave", "audio/mpeg", "audio/mp4"), 5_244_278),
    **dict.fromkeys(("image/jpeg", "image/gif", "image/png"), 10_488_518),
    **dict.fromkeys(("video/mpeg", "video/mp4", "video/avi"), 52_442_438)}

_CHAR = r"[\w.~!$&'()*+,;=-]|%[0-9A-Fa-f]{2}"  # unreserved, sub-delims, pct-encoded
_URL = re.compile(rf"https://(?:{_CHAR})+(?::0*(\d{{1,5}}))?(?:/(?:{_CHAR}|[:@/])*)?"
                  rf"(?:\?(?:{_CHAR}|[:@/?])*)?", re.ASCII)


class Reference(NamedTuple):
    """An encrypted file that belongs to a message (attachments.md, section 1)."""

    url: str
    key: bytes
    sha256: bytes
    size: int
    type: str


def check(condition: object, name: str) -> None:
    """Refuses with a class of attachments.md, section 6, unless `condition` holds."""
    if not condition:
        raise AttachmentError(name)


def url_ok(url: str) -> bool:
    """True for a URL that A-3 accepts."""
    match = _URL.fullmatch(url)
    return match is not None and 1 <= int(match[1] or "1") <= 65535


def _read(value: JSON) -> Reference:
    """Row 3 of A-8, with A-1 to A-3."""
    if not isinstance(value, dict):
        raise AttachmentError("malformedReference")
    url, key, digest, kind = (
        v if is_string(v) else "" for v in map(value.get, ("url", "key", "sha256", "type")))
    raw_key, raw_digest, size = b64decode(key) or b"", b64decode(digest) or b"", integer(value.get("size"))
    if size is None or size < 39:
        raise AttachmentError("malformedReference")
    check(url_ok(url) and len(raw_key) == 16 and len(raw_digest) == 32 and kind in LIMITS,
          "malformedReference")
    return Reference(url, raw_key, raw_digest, size, kind)


def read_references(attachments: JSON) -> list[Reference | AttachmentError]:
    """A-7 and A-8: for each entry a reference, or why it is refused."""
    if not isinstance(attachments, list):
        return [AttachmentError("malformedReference")]
    result: list[Reference | AttachmentError] = []
    left = MAX_TOTAL
    for i, value in enumerate(attachments):
        try:
            check(i < MAX_ATTACHMENTS, "tooLarge")
            reference = _read(value)
            check(reference.size <= min(LIMITS[reference.type], left), "tooLarge")
            left -= reference.size
            result.append(reference)
        except AttachmentError as error:
            result.append(error)
    return result


def keys(key: bytes, salt: bytes) -> tuple[AESGCM, Callable[[int], bytes]]:
    """The cipher of a file, and the nonce of each of its records."""
    prk = crypto.mac(salt, key)
    cek = crypto.expand(prk, b"Content-Encoding: aes128gcm\0", 16)
    base = int.from_bytes(crypto.expand(prk, b"Content-Encoding: nonce\0", 12))
    return AESGCM(cek), lambda i: (base ^ i).to_bytes(12)


def open_file(ref: Reference, file: bytes) -> bytes:
    """The content of an encrypted file, by the checks of A-15."""
    check(len(file) == ref.size and crypto.sha256(file) == ref.sha256, "wrongFile")
    check(file[16:21] == RS.to_bytes(4) + b"\0", "malformedFile")
    cipher, nonce = keys(ref.key, file[:16])
    out, starts = [], range(21, len(file), RS)
    for i, at in enumerate(starts):
        record = file[at:at + RS]
        try:
            plain = cipher.decrypt(nonce(i), record, None).rstrip(b"\0")
        except InvalidTag:
            raise AttachmentError("malformedFile") from None
        check(plain.endswith(b"\2" if i + 1 == len(starts) else b"\1"), "malformedFile")
        out.append(plain[:-1])
    content = b"".join(out)
    check(content, "malformedFile")
    return content
