# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Attachments (attachments.md): references and encrypted files."""

import re
from dataclasses import dataclass

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from . import SealedPushError, check, crypto
from .text import b64decode, integer, is_string

_MIB = 1024 * 1024
MAX_ATTACHMENTS, MAX_TOTAL, RS = 10, 64 * _MIB, 65536


def encrypted_size(n):
    return 21 + n + 17 * -(-n // (RS - 17))


LIMITS = {"audio/aiff": 5, "audio/wave": 5, "audio/mpeg": 5, "audio/mp4": 5,
          "image/jpeg": 10, "image/gif": 10, "image/png": 10,
          "video/mpeg": 50, "video/mp4": 50, "video/avi": 50}  # MiB, decrypted

_CHAR = r"(?:[A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2}"  # unreserved, sub-delims, pct-encoded
_URL = re.compile(rf"https://{_CHAR})+(?::([0-9]+))?(?:/{_CHAR}|[:@/])*)?(?:\?{_CHAR}|[:@/?])*)?")


@dataclass(frozen=True)
class Reference:
    url: str
    key: bytes
    sha256: bytes
    size: int
    type: str


def url_ok(url):
    """A-3."""
    match = _URL.fullmatch(url)
    if not match or match[1] is None:
        return bool(match)
    port = match[1].lstrip("0")
    return 1 <= len(port) <= 5 and int(port) <= 65535


def _read(value):
    """Row 3 of A-8, with A-1 to A-3."""
    check(isinstance(value, dict), "malformedReference")
    url, key, digest, size, kind = map(value.get, ("url", "key", "sha256", "size", "type"))
    check(all(map(is_string, (url, key, digest, kind))), "malformedReference")
    key, digest = b64decode(key), b64decode(digest)
    check(url_ok(url) and key is not None and len(key) == 16
          and digest is not None and len(digest) == 32 and kind in LIMITS, "malformedReference")
    size = integer(size)
    check(size is not None and size >= 39, "malformedReference")
    return Reference(url, key, digest, size, kind)


def read_references(attachments):
    """A-7 and A-8: for each entry a Reference, or the name of its error class."""
    if not isinstance(attachments, list):
        return ["malformedReference"]
    result, left = [], MAX_TOTAL
    for i, value in enumerate(attachments):
        try:
            check(i < MAX_ATTACHMENTS, "tooLarge")
            reference = _read(value)
            check(reference.size <= encrypted_size(LIMITS[reference.type] * _MIB), "tooLarge")
            check(reference.size <= left, "tooLarge")
            left -= reference.size
            result.append(reference)
        except SealedPushError as error:
            result.append(error.name)
    return result


def _keys(key, salt):
    prk = crypto.mac(salt, key)
    cek = crypto.expand(prk, b"Content-Encoding: aes128gcm\0", 16)
    base = int.from_bytes(crypto.expand(prk, b"Content-Encoding: nonce\0", 12))
    return AESGCM(cek), lambda i: (base ^ i).to_bytes(12)


def open_file(ref, file):
    """The content of an encrypted file, by the checks of A-15."""
    check(len(file) == ref.size, "wrongFile")
    check(crypto.sha256(file) == ref.sha256, "wrongFile")
    return decrypt_file(ref.key, file)


def decrypt_file(key, file):
    """Rows 3 to 6 of A-15."""
    check(file[16:21] == RS.to_bytes(4) + b"\0", "malformedFile")
    cipher, nonce = _keys(key, file[:16])
    out, starts = [], range(21, len(file), RS)
    for i, at in enumerate(starts):
        record = file[at:at + RS]
        check(len(record) >= 17, "malformedFile")
        try:
            plain = cipher.decrypt(nonce(i), record, None).rstrip(b"\0")
        except InvalidTag:
            raise SealedPushError("malformedFile") from None
        check(plain.endswith(b"\2" if i + 1 == len(starts) else b"\1"), "malformedFile")
        out.append(plain[:-1])
    content = b"".join(out)
    check(content, "malformedFile")
    return content
