# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""References to encrypted files, and opening the files: section 22."""

import re
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from .errors import AttachmentError
from .primitives import base64url, from_base64url, hkdf_expand, hmac, number, sha256
from .strict_json import NotJSON, Number, read

RECORD_SIZE = 65_536
HEADER = 21
CAPACITY = RECORD_SIZE - 17
MEGABYTE = 1 << 20
LIMITS = {
    **dict.fromkeys(("audio/aiff", "audio/wave", "audio/mpeg", "audio/mp4"), 5 * MEGABYTE),
    **dict.fromkeys(("image/jpeg", "image/gif", "image/png"), 10 * MEGABYTE),
    **dict.fromkeys(("video/mpeg", "video/mp4", "video/avi"), 50 * MEGABYTE),
}

MOST = 10
MOST_BYTES = 64 * MEGABYTE
"""Of the references of a message, and of their sizes together."""

# Host, port, then path or query: RFC 3986 without user, fragment and brackets.
_CHARACTER = r"[A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2}"
_URL = re.compile(rf"https://(?:{_CHARACTER})+(?::([0-9]+))?(?:[/?](?:{_CHARACTER}|[:@/?])*)?")


def encrypted_size(size: int) -> int:
    """Of a file of `size` bytes, without padding."""
    return HEADER + size + 17 * -(-size // CAPACITY)


class Reference:
    """M-71: one entry of `attachments`."""

    def __init__(self, value: Any) -> None:
        AttachmentError.unless(isinstance(value, dict), "malformedReference")
        url, kind, size = value.get("url"), value.get("type"), value.get("size")
        self.key = self._bytes(value.get("key"), 16)
        self.sha256 = self._bytes(value.get("sha256"), 32)
        AttachmentError.unless(isinstance(url, str) and isinstance(kind, str), "malformedReference")
        whole = isinstance(size, Number) and re.fullmatch(r"-?[0-9]+", size.text)
        AttachmentError.unless(whole and -(2**63) <= int(size.text) < 2**63, "malformedReference")
        self.url, self.type, self.size = url, kind, int(size.text)
        match = _URL.fullmatch(url)
        AttachmentError.unless(match, "urlRefused")
        AttachmentError.unless(match[1] is None or 0 < int(match[1]) < 65_536, "urlRefused")
        AttachmentError.unless(kind in LIMITS, "unknownType")
        AttachmentError.unless(self.size > 38, "empty")
        AttachmentError.unless(self.size <= encrypted_size(LIMITS[kind]), "tooLarge")

    @classmethod
    def of_text(cls, text: bytes) -> "Reference":
        try:
            value = read(text)
        except NotJSON as error:
            raise AttachmentError("malformedReference") from error
        return cls(value)

    @property
    def members(self) -> dict[str, str | int]:
        """M-70."""
        key, digest = base64url(self.key), base64url(self.sha256)
        return {
            "url": self.url, "key": key, "sha256": digest, "size": self.size, "type": self.type,
        }  # fmt: skip

    @staticmethod
    def _bytes(value: Any, count: int) -> bytes:
        AttachmentError.unless(isinstance(value, str), "malformedReference")
        try:
            data = from_base64url(value.encode())
        except ValueError as error:
            raise AttachmentError("malformedReference") from error
        AttachmentError.unless(len(data) == count, "malformedReference")
        return data


def read_list(value: Any) -> tuple[list[Reference], list[str]]:
    """M-71: the references of a message that serve, and the classes of the others."""
    if not isinstance(value, list):
        return [], ["malformedReference"]
    references: list[Reference] = []
    refused: list[str] = []
    for place, entry in enumerate(value):
        try:
            AttachmentError.unless(place < MOST, "tooMany")
            reference = Reference(entry)
            size = reference.size + sum(earlier.size for earlier in references)
            AttachmentError.unless(size <= MOST_BYTES, "tooLarge")
            references.append(reference)
        except AttachmentError as error:
            refused.append(error.name)
    return references, refused


def open_file(reference: Reference, file: bytes) -> bytes:
    """M-76."""
    AttachmentError.unless(len(file) == reference.size, "wrongSize")
    AttachmentError.unless(sha256(file) == reference.sha256, "wrongHash")
    AttachmentError.unless(number(file[16:20]) == RECORD_SIZE and file[20] == 0, "malformedFile")
    prk = hmac(file[:16], reference.key)
    cipher = AESGCM(hkdf_expand(prk, b"Content-Encoding: aes128gcm\0", 16))
    base = number(hkdf_expand(prk, b"Content-Encoding: nonce\0", 12))
    content, is_complete = b"", False
    for index, start in enumerate(range(HEADER, len(file), RECORD_SIZE)):
        AttachmentError.unless(not is_complete, "malformedFile")
        record = file[start : start + RECORD_SIZE]
        AttachmentError.unless(len(record) >= 17, "truncated")
        try:
            plaintext = cipher.decrypt((base ^ index).to_bytes(12, "big"), record, None).rstrip(b"\0")
        except InvalidTag as error:
            raise AttachmentError("cannotOpen") from error
        AttachmentError.unless(plaintext[-1:] in (b"\1", b"\2"), "malformedFile")
        is_complete = plaintext.endswith(b"\2")
        AttachmentError.unless(is_complete or len(record) == RECORD_SIZE, "truncated")
        content += plaintext[:-1]
    AttachmentError.unless(is_complete, "truncated")
    AttachmentError.unless(content, "empty")
    return content
