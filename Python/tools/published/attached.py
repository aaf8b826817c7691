# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""References to files, and the files (18xx)."""

import re
from collections.abc import Callable, Iterator
from typing import Any

from sealedpush._protocol import crypto
from sealedpush._protocol.attachments import RS, keys
from sealedpush._protocol.text import b64encode

from .parts import Row, flip, hash_of, u

PICTURE, BYTES = b"a picture", bytes(range(16))


def drawn(name: str) -> tuple[bytes, bytes, Callable[..., Any]]:
    """(key, salt, what encrypts a record under its number) of the file of a vector."""
    key, salt = (hash_of(f"SealedPush attachment vector {what} {name}")[:16] for what in ("key", "salt"))
    cipher, nonce = keys(key, salt)
    return key, salt, lambda number, plaintext: cipher.encrypt(nonce(number), plaintext, None)


def vector(file: bytes, key: bytes, surplus: Any = 0, damage: Any = lambda file: file, members: Any = (),
           by_pieces: Any = False) -> dict[str, Any]:
    """The reference fits the file, but for `members` as they are written; None leaves one out."""
    written = {"url": '"https://files.example.com/7f3a"', "key": f'"{b64encode(key)}"',
               "sha256": f'"{b64encode(crypto.sha256(file))}"', "size": len(file) + surplus, "type": '"image/png"'}
    written |= dict(members)
    entries = [f'"{name}":{value}' for name, value in written.items() if value is not None]
    file = damage(file)
    # Long files are mostly zeros, which stand as their number.
    pieces = [len(p) if p[:32] == bytes(32) else p.hex() for p in re.findall(rb"\0{32,}|(?:(?!\0{32}).)+", file, re.S)]
    return {"kind": "attachment", "reference": "{" + ",".join(entries) + "}",
            "file": pieces if by_pieces else file.hex()}


def a(slug: str, rule: str, comment: str, name: str | None = None, plaintext: bytes = PICTURE + b"\2",
      record_size: int = RS, key_id: bytes = b"", **options: Callable[..., Any] | dict[str, Any] | int) -> Row:
    """A file of one record."""
    key, salt, encrypted = drawn(name or slug)
    file = salt + u(4, record_size) + u(1, len(key_id)) + key_id + encrypted(0, plaintext)
    return f"attachment-{slug}", rule, comment, vector(file, key, **options)


def with_members(slug: str, rule: str, comment: str, **members: str | None) -> Row:
    return a(slug, rule, comment, members=members)


def with_url(slug: str, comment: str, url: str) -> Row:
    return a(f"url-{slug}", "A-3", comment, slug, members={"url": f'"{url}"'})


URLS = (
    ("port-and-query", "A port, escapes and a query.", "https://a.example:8443/%7e/b?c=d/?"),
    ("no-path", "A host alone.", "https://a.example"),
    ("query-alone", "A query behind the host.", "https://a.example?b"),
    ("host-escape", "An escape and other characters in the host.", "https://a%2fb!$&'()*+,;=/"),
    ("port-65535", "The largest port.", "https://a.example:65535/1"),
    ("port-zeros", "A port with leading zeros.", "https://a.example:00443/1"),
    ("at-in-path", "Colon and at sign in the path.", "https://a.example/b:c@d"),
    ("http", "Not https.", "http://a.example/1"),
    ("relative", "No scheme.", "//a.example/1"),
    ("scheme-in-capitals", "Capitals in the scheme.", "HTTPS://a.example/1"),
    ("user", "A user.", "https://ann@a.example/1"),
    ("password", "A user and a password.", "https://ann:b@a.example/1"),
    ("fragment", "A fragment.", "https://a.example/#1"),
    ("no-host", "No host.", "https:///1"),
    ("port-alone", "No host.", "https://:443/1"),
    ("ipv6", "An IPv6 address.", "https://[2001:db8::1]/1"),
    ("port-empty", "No digit behind the colon.", "https://a.example:/1"),
    ("port-0", "Port 0.", "https://a.example:0/1"),
    ("port-sign", "Port +443.", "https://a.example:+443/1"),
    ("port-65536", "Port 65536.", "https://a.example:65536/1"),
    ("port-wrapped", "Port 443 plus 2^16.", "https://a.example:65979/1"),
    ("port-wrapped-32", "Port 443 plus 2^32.", "https://a.example:4294967739/1"),
    ("two-ports", "Two ports.", "https://a.example:443:443/1"),
    ("escape-cut", "An escape is cut.", "https://a.example/%2"),
    ("escape-letter", "An escape of other letters.", "https://a.example/%2g"),
    ("space", "A space.", "https://a.example/ 1"),
    ("not-ascii", "A letter outside ASCII.", "https://a.example/ö"),
    ("backslash", "A backslash.", r"https://a.example\\b"),
    ("control", "An escaped line feed.", r"https://a.example/\n1"))
NEIGHBOURS = (
    ("all-characters", "Every character.",
     "https://ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=%09%AF%BE%af%be"),
    ("at-in-query", "Colon and at sign in the query.", "https://a.example/?b:c@d"),
    ("port-9", "Port 9.", "https://a.example:9"),
    ("two-short-ports", "Two ports.", "https://a.example:1:2/1"),
    ("bracket", "A bracket in the host.", "https://[/1"),
    ("grave", "A grave accent in the host.", "https://`/1"),
    ("brace", "A brace in the host.", "https://{/1"),
    ("escape-slash", "An escape with a slash.", "https://a.example/%2/"),
    ("escape-colon", "An escape with a colon.", "https://a.example/%2:"),
    ("escape-at", "An escape with an at sign.", "https://a.example/%2@"),
    ("escape-capital-g", "An escape with a letter G.", "https://a.example/%2G"),
    ("escape-grave", "An escape with a grave accent.", "https://a.example/%2`"))
SIZES = (
    ("text", "A string in place of a number.", '"47"'),
    ("fraction", "A size that is no integer.", "47.5"),
    ("exponent", "A size of 0.47.", "47e-2"),
    ("plus", "The size of the file with a plus, which JSON does not have.", "+47"),
    ("minus-1", "A size of -1.", "-1"),
    ("minus", "The size of the file with a minus.", "-47"),
    ("0", "A size of 0.", "0"),
    ("38", "No file of 38 bytes has content.", "38"),
    ("above-limit", "One byte more than a picture may have.", "10488519"),
    ("wrapped-32", "The size of the file plus 2^32.", "4294967343"),
    ("largest", "2^63 - 1 is a size, and too large.", "9223372036854775807"),
    ("2-63", "2^63 is no size.", "9223372036854775808"),
    ("wrapped-64", "The size of the file plus 2^64.", "18446744073709551663"))


def long(slug: str, comment: str, *parts: tuple[str, bytes],
         order: Callable[..., Any] = lambda records: records) -> Row:
    """A file of several records: whole ones by what ends their plaintext, shorter ones by their content, else bytes."""
    key, salt, encrypted = drawn(slug)
    records = []
    for number, (kind, value) in enumerate(parts):
        if kind == "full":
            # The key stream of GCM as plaintext gives zeros.
            stream = encrypted(number, bytes(RS - 16))[:RS - 16 - len(value)]
            records.append(encrypted(number, stream + value))
        else:
            records.append(encrypted(number, value) if kind == "short" else value)
    file = salt + u(4, RS) + b"\0" + b"".join(order(records))
    return f"attachment-{slug}", "A-15", comment, vector(file, key, by_pieces=True)


def long_files() -> Iterator[Row | int]:
    full, last = ("full", b"\1"), ("short", PICTURE + b"\2")
    whole, five = ("full", b"\2"), ("bytes", bytes([1, 2, 3, 4, 5]))
    yield from (
        long("two-records", "A record of 65,536 bytes, and a short one behind it.", full, last),
        long("three-records", "The number of a record counts from 0.", full, full, last),
        long("full-last-record", "The last record may have 65,536 bytes, too.", whole),
        long("padded-first-record", "Zero bytes stand behind the delimiter 1.", ("full", b"\1\0\0\0"), last),
        long("empty-last-record", "The last record has no content, the file has.", full, ("short", b"\2")),
        long("records-swapped", "The first two records have changed places.", full, full, last,
             order=lambda r: [r[1], r[0], r[2]]),
        long("record-repeated", "The first record is there twice.", full, last, order=lambda r: [r[0], *r]),
        long("record-gone", "The first record is not there.", full, last, order=lambda r: r[1:]),
        long("ends-behind-delimiter-1", "Another record should follow.", full),
        long("5-bytes-behind-delimiter-1", "No record has 5 bytes.", full, five),
        long("16-bytes-behind-delimiter-1", "No record has 16 bytes, a tag alone.", full, ("short", b"")),
        long("5-bytes-behind-delimiter-2", "5 bytes behind the last record.", whole, five),
        long("record-behind-delimiter-2", "A record that can be decrypted behind the last one.", whole, last))


def rows() -> Iterator[Row | int]:
    short_key = f'"{b64encode(BYTES)}"'
    yield from (  # type: ignore[misc]  # numbers among rows
        1801,
        a("plain", "A-15", "A file of one record."),
        a("padded", "A-15", "Zero bytes stand behind the delimiter.", plaintext=PICTURE + b"\2\0\0\0"),
        a("zeros", "A-15", "The content ends in zero bytes and in what looks like a delimiter.",
          plaintext=b"\1\0\0\2\2"),
        with_members("later-member", "A-8", "A member that nobody knows is ignored.", later="[1]"),
        with_members("no-url", "A-8", "There is no URL.", url=None),
        with_members("url-null", "A-8", "The URL is null.", url="null"),
        with_members("no-key", "A-8", "There is no key.", key=None),
        with_members("key-of-15-bytes", "A-8", "The key is too short.", key=f'"{b64encode(BYTES[:15])}"'),
        with_members("key-padded", "A-8", "The key has padding.", key=f'"{b64encode(BYTES)}=="'),
        with_members("no-hash", "A-8", "There is no digest.", sha256=None),
        with_members("hash-of-16-bytes", "A-8", "The digest is short.", sha256=short_key),
        with_members("no-size", "A-8", "There is no size.", size=None),
        with_members("no-type", "A-8", "There is no type.", type=None),
        with_members("type-null", "A-8", "The type is null.", type="null"),
        with_members("unknown-type", "A-8", "The type is none of the table.", type='"image/heic"'),
        with_members("type-in-capitals", "A-8", "The type is not in lower case.", type='"Image/PNG"'),
        with_members("type-parameter", "A-8", "The type has a parameter.", type='"image/png;q=1"'),
        *(with_url(*row) for row in URLS),
        *(a(f"size-{slug}", "A-1", comment, slug, members={"size": size}) for slug, comment, size in SIZES),
        with_members("type-before-limit", "A-8", "An unknown type of 2^40 bytes.", type='"image/heic"',
                     size="1099511627776"),
        a("cut", "A-15", "The last byte is gone.", damage=lambda file: file[:-1]),
        a("extended", "A-15", "A zero byte follows.", damage=lambda file: file + b"\0"),
        a("size-surplus", "A-15", "The reference says a byte more.", surplus=1),
        a("flipped", "A-15", "A bit of the file is flipped.", damage=lambda file: flip(file, 30)),
        a("hash-before-header", "A-15", "The header is refused, but first the hash is wrong.",
          damage=lambda file: flip(file, 20)),
        with_members("other-key", "A-15", "The key of the reference is another one.", key=short_key),
        a("record-size-4096", "A-15", "The header has another record size.", record_size=4096),
        a("key-id", "A-15", "The header has a key id.", key_id=b"a"),
        a("delimiter-1", "A-15", "The last record says that another follows.", plaintext=PICTURE + b"\1"),
        a("delimiter-3", "A-15", "A delimiter of 3.", plaintext=PICTURE + b"\3"),
        a("no-delimiter", "A-15", "The record has zero bytes alone.", plaintext=bytes(10)),
        a("padding-alone", "A-15", "A delimiter, padding and no content.", plaintext=b"\2\0\0"))
    yield from long_files()
    yield with_members("hash-padded", "M-18", "The digest has padding.", sha256='"' + "A" * 43 + '="')
    yield from (with_url(*row) for row in NEIGHBOURS)
    yield a("size-notation", "A-1", "An integer in another notation.", "notation", members={"size": "0.470E+2"})
