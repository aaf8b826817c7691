# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""JSON that careless readers judge otherwise (M-19): values of a member, and changes to the text of an object."""

from collections.abc import Callable, Iterator
from typing import Any

# Slug, comment, value.
BROKEN = (
    ("leading-zero", "A leading zero.", "01"),
    ("minus-leading-zero", "A leading zero.", "-01"),
    ("plus", "A plus before a number.", "+1"),
    ("point-at-end", "No digit behind the point.", "1."),
    ("point-first", "No digit before the point.", ".5"),
    ("no-exponent", "No digit in the exponent.", "1e+"),
    ("minus-alone", "A minus without a number.", "-"),
    ("nan", "NaN.", "NaN"),
    ("infinity", "Infinity.", "-Infinity"),
    ("hexadecimal", "A hexadecimal number.", "0x1"),
    ("raw-tab", "A tab in a string.", '"a\tb"'),
    ("raw-line-feed", "A line feed in a string.", '"a\nb"'),
    ("raw-nul", "U+0000 in a string.", '"\0"'),
    ("raw-1f", "U+001F in a string.", '"\x1f"'),
    ("raw-control-in-key", "U+0001 in a key.", '{"\x01":1}'),
    ("escape-a", "An unknown escape.", r'"\a"'),
    ("escape-x", "An unknown escape.", r'"\x41"'),
    ("escape-quote", "An unknown escape.", r'''"\'"'''),
    ("escape-upper", "An unknown escape.", r'"\U0041"'),
    ("escape-cut", "An escape of three digits.", r'"\u041"'),
    ("escape-digit", "An escape with a letter g.", r'"\u004g"'),
    ("high-surrogate", "A surrogate alone.", r'"\ud83d"'),
    ("low-surrogate", "A surrogate alone.", r'"\ude00"'),
    ("two-high-surrogates", "Two high surrogates.", r'"\ud83d\ud83d"'),
    ("surrogates-apart", "A character between two surrogates.", r'"\ud83d.\ude00"'),
    ("comma-in-array", "A trailing comma.", "[1,]"),
    ("comma-in-object", "A trailing comma.", '{"y":1,}'),
    ("comma-alone", "A comma and no value.", "[,]"),
    ("comma-twice", "Two commas in a row.", "[1,,2]"),
    ("comma-missing", "A comma is missing.", "[1 2]"),
    ("colon-missing", "A colon is missing.", '{"y" 1}'),
    ("form-feed", "A form feed between tokens.", "[\f1]"),
    ("vertical-tab", "A vertical tab between tokens.", "[\v1]"),
    ("no-break-space", "U+00A0 between tokens.", "[\xa01]"),
    ("comment", "A comment.", "/* 1 */1"),
    ("single-quotes", "Single quotes.", "'a'"),
    ("key-without-quotes", "A key without quotation marks.", "{y:1}"),
    ("key-number", "A number as key.", "{1:1}"),
    ("literal-in-capitals", "A literal in capitals.", "True"),
    ("literal-cut", "A literal that is cut.", "nul"),
    ("key-twice", "A key twice, once escapes are resolved.", r'[{"y":1,"\u0079":1}]'),
    ("depth-33", "Thirty-three levels of arrays and objects.", "[" * 32 + "]" * 32),
    ("bracket-wrong", "Another bracket closes.", "[1}"),
    ("overlong", "An overlong U+0000.", b'"\xc0\x80"'),
    ("surrogate-bytes", "A surrogate in UTF-8.", b'"\xed\xa0\x80"'),
    ("above-unicode", "A sequence for U+110000.", b'"\xf4\x90\x80\x80"'),
    ("sequence-cut", "A sequence of three bytes lacks the last.", b'"\xe2\x82"'),
    ("byte-ff", "The byte FF.", b'"\xff"'))

# A character beside those that are allowed, or one that ends a surrogate's range.
NEIGHBOURS = (
    ("minus-colon", "A colon behind a minus.", "-:"),
    ("digit-colon", "A colon behind a digit.", "1:"),
    ("digit-slash", "A slash behind a digit.", "1/"),
    ("fraction-colon", "A colon behind the point.", "1.:"),
    ("fraction-slash", "A slash behind the point.", "1./"),
    ("exponent-colon", "A colon behind the e.", "1e:"),
    ("exponent-slash", "A slash behind the e.", "1e/"),
    ("escape-slash", "An escape with a slash.", r'"\u004/"'),
    ("escape-colon", "An escape with a colon.", r'"\u004:"'),
    ("escape-at", "An escape with an at sign.", r'"\u004@"'),
    ("escape-capital-g", "An escape with a letter G.", r'"\u004G"'),
    ("escape-grave", "An escape with a grave accent.", r'"\u004`"'),
    ("first-surrogate", "The first surrogate alone.", r'"\ud800"'),
    ("last-surrogate", "The last surrogate alone.", r'"\udfff"'),
    ("high-before-last-high", "Two high surrogates.", r'"\ud800\udbff"'),
    ("high-before-last-high-in-capitals", "Two high surrogates.", r'"\uD800\uDBFF"'),
    ("two-low-surrogates", "Two low surrogates.", r'"\udc00\udc00"'),
    ("key-array", "An array as key.", "{[1]:2}"),
    ("comma-for-colon", "A comma in place of a colon.", '{"y",1}'))

# What is JSON all the same.
WHOLE = (
    ("numbers", "Numbers of any notation and size.", "[0,-0,-1.50E-2,1e+400,12345678901234567890]"),
    ("escapes", "Every escape there is.", r'["\"\\\/\b\f\n\r\t\u0000\ud83D\uDe00"]'),
    ("delete", "U+007F and other odd characters, not escaped.", '"\x7f\ufeff\u2028"'),
    ("white-space", "White space of all four kinds between tokens.", " \t\r\n[ 1 ,\t2\r\n]\n"),
    ("keys-of-two-forms", "Keys that differ by normalisation.", '{"\xe9":1,"e\u0301":2}'),
    ("keys-of-two-cases", "Keys that differ by case, and an empty one.", '{"y":1,"Y":2,"":3}'),
    ("depth-32", "Thirty-two levels of arrays and objects.", "[" * 31 + "]" * 31))

# Slug, comment, change of an object's text.
TEXTS = (
    ("cut", "The last brace is missing.", lambda o: o[:-1]),
    ("trailing-comma", "A comma behind the last member.", lambda o: o[:-1] + b",}"),
    ("trailing-value", "A second value.", lambda o: o + b"{}"),
    ("trailing-nul", "U+0000 behind the value.", lambda o: o + b"\0"),
    ("trailing-form-feed", "A form feed behind the value.", lambda o: o + b"\f"),
    ("byte-order-mark", "A byte order mark.", lambda o: b"\xef\xbb\xbf" + o),
    ("first-key-twice", "The first key twice.", lambda o: o[:o.index(b":")] + b":{}," + o[1:]),
    ("empty", "An empty text.", lambda o: b""),
    ("white-space-alone", "White space alone.", lambda o: b" \n"))


def _member(value: bytes | str) -> Callable[..., Any]:
    value = value if isinstance(value, bytes) else value.encode()
    return lambda o: b'{"x":' + value + b"," + o[1:]


def whole(prefix: str) -> Iterator[Any]:
    """(slug, rule, comment, change of an object's text) of each sample that is JSON."""
    for slug, comment, value in WHOLE:
        yield prefix + slug, "M-20" if slug == "keys-of-two-forms" else "M-19", comment, _member(value)


def broken(prefix: str) -> Iterator[Any]:
    """The same of each sample that is none."""
    for slug, comment, value in BROKEN:
        yield prefix + slug, "M-19", comment, _member(value)
    for slug, comment, change in TEXTS:
        yield prefix + slug, "M-19", comment, change
