# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""What a screen shows of an opened message (19xx and 21xx)."""

from collections.abc import Iterator
from typing import Any

from .parts import Row, name_of


def d(slug: str, rule: str, comment: str, *lines: str, payload: Any = None, aps: Any = "", own: Any = "",
      contact: Any = True, others: Any = (), flags: Any = (), **changes: Any) -> Row:
    """A row: title, subtitle and body if they are others, more of aps, sealedpush; what the contact has otherwise."""
    title, subtitle, body = lines + ("Ann", "Urgent", "Hi")[len(lines):]
    alert = f'{{"title":"{title}","subtitle":"{subtitle}","body":"{body}"}}'
    own = f',"sealedpush":{own}' if own else ""
    given = {"kind": "display", "payload": payload or f'{{"aps":{{"alert":{alert}{aps}}}{own}}}',
             "sender": name_of("server-1").hex()}
    if contact:
        contact = {"kind": "person", "trust": "unverified", "preview": "full", "name": "Bob"} | changes
        given["contact"] = {name: value for name, value in contact.items() if value is not None}
    given |= {"otherNames": list(others)} if others else {}
    given |= {"flags": list(flags)} if flags else {}
    return f"display-{slug}", rule, comment, given


SERVICE, CHANGED, STRANGER, CODE = {"kind": "service"}, {"trust": "changed"}, {"contact": False}, '{"from":"c-7"}'
CRITICAL = ',"sound":{"critical":1,"name":"a.caf"},"interruption-level":"critical"'
LOUD = f',"badge":3{CRITICAL},"thread-id":"t"'
ROOM = ',"thread-id":"room"'
BREAKS = r"One\n\n  two\r\n\u202e\nthree\rfour\u2028five\u2029six"


def borrowed(slug: str, comment: str, title: str, other: str) -> Row:
    return d(f"borrows-{slug}", "D-24", comment, title, others=[other], **SERVICE)


def senders() -> Iterator[Row | int]:
    yield from (
        1901,
        d("person", "D-20", "The title is the device's name for who signed."),
        d("person-code", "D-16", "The code has a name.", own=CODE, codeName="Cleo"),
        d("person-own-name-as-title", "D-20", "A line that is the name in capitals is left out.", "BOB"),
        d("person-unseen-title", "D-17", "Nothing of the title is left; marks stay four in a row.", r"\u200b\u202e",
          r"a\u0301\u0301\u0301\u0301\u200d\u0301b"),
        d("person-template", "D-19", "The sender placeholder in two of three fields.", "{sender}!", "{sender}",
          "{sender}", own='{"template":["title","body"],"name":"Zed"}'),
        d("check-changed", "D-20", "The title warns.", **CHANGED),
        d("check-candidate", "D-20", "The title warns.", trust="candidate"),
        d("check-service", "D-20", "A service that changed is shown as a person.", own=CODE, codeName="Cleo",
          **SERVICE, **CHANGED),
        d("service", "D-20", "A service names its own users.", **SERVICE),
        d("service-borrows", "D-24", "Ann is the name of another contact.", others=["Ann"], **SERVICE),
        d("service-contact", "D-20", "The code of a service names a contact.", own=CODE, codeName="Cleo",
          trust="verified", **SERVICE),
        d("service-template", "D-19", "A service's sender placeholder is the name that it gives.", "{sender}", "",
          own='{"template":["title"],"name":"Zed"}', **SERVICE),
        d("stranger", "D-22", "The sealed title and subtitle are dropped.", **STRANGER),
        d("stranger-named", "D-16", "A name that only the sender vouches for has a label.",
          own=r'{"name":"Ann\u200b"}', **STRANGER),
        d("contact-without-name", "D-20", "The device has no name for the contact.", name=None),
        d("preview-senderOnly", "D-23", "The sealed words stay off the screen.", preview="senderOnly"),
        d("preview-hidden", "D-23", "The sealed words stay off the screen.", preview="hidden"),
        d("critical-not-allowed", "D-25", "The app allows the contact no critical alert.", aps=LOUD),
        d("critical-allowed", "D-25", "The app allows it.", aps=LOUD, flags=["critical"]),
        d("critical-changed", "D-20", "A changed contact has none, though the app allows it.", aps=LOUD,
          flags=["critical"], **CHANGED),
        d("stranger-loud", "D-22", "A stranger makes no sound and sets no badge.", aps=LOUD, flags=["critical"],
          **STRANGER),
        d("recovered", "M-38 line 38", "A recovered message is quiet.", aps=LOUD, flags=["recovered"]),
        d("badge-alone", "D-21", "Without a text the app's own stands for it.",
          payload='{"aps":{"badge":3,"sound":"default"}}'),
        d("badge-alone-filtered", "D-21", "An app that may filter shows nothing.", flags=["mayFilter"],
          payload='{"aps":{"badge":3,"sound":"default"}}'),
        d("thread-of-a-service", "D-28", "A group of a service stays together.", aps=ROOM, own=CODE, **SERVICE),
        d("thread-of-a-person", "D-28", "A person's thread has the code.", aps=ROOM, own=CODE),
        d("service-line-twice", "D-20", "Row 10 leaves out no line that repeats another.", "Ann", "Ann", **SERVICE),
        d("empty-loc-key", "D-20", "An empty key of a localised text is none.",
          payload='{"aps":{"alert":{"title":"Ann","title-loc-key":"","body":"Hi","loc-key":""}}}'))


def candidates() -> Iterator[Row | int]:
    def candidate(slug: str, rule: str, comment: str, *lines: str, **members: list[str] | str | None) -> Row:
        return d(f"candidate-{slug}", rule, comment, *lines, trust="candidate", **members)

    yield from (
        1960,
        candidate("code", "D-6", "The code has a name, and the title is that of the contact.", own=CODE,
                  codeName="Cleo"),
        candidate("code-alone", "D-6", "The contact has no name but that of the code.", own=CODE, name=None,
                  codeName="Cleo"),
        candidate("service", "D-6", "The candidate of a service is shown as a person.", aps=ROOM, own=CODE, **SERVICE),
        candidate("senderOnly", "D-23", "The preview policy is that of the contact.", preview="senderOnly"),
        candidate("hidden", "D-23", "The preview policy is that of the contact.", preview="hidden"),
        candidate("critical", "D-20", "A candidate has no critical alert, though the app allows it.", aps=CRITICAL,
                  flags=["critical"]),
        candidate("template", "D-19", "The sender placeholder is the name without its label.", "{sender}!", "",
                  own='{"template":["title"]}'))


def names() -> Iterator[Row | int]:
    """The characters are of old Unicode versions, and the unassigned ones are no characters in any."""
    family, flag = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466", "\U0001f1e9\U0001f1ea"
    yield 1930
    for slug, comment, name in (
            ("space", "No space is left at the end.", "a" * 63 + " bcd"),
            ("mark", "A letter goes with its mark.", "a" * 62 + "e\u0301"),
            ("joiner", "And with its joiner.", "a" * 63 + "\u200dbcd"),
            ("family", "Nothing is left of a family that does not fit.", "a" * 40 + family),
            ("flag", "A flag is not halved.", "a" + flag * 8),
            ("one", "Of characters that all belong together the first stays.", "\u200d".join([family] * 3))):
        yield d(f"name-cut-{slug}", "D-17", comment, own=f'{{"name":"{name}"}}', **STRANGER)
    england = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067"
    unseen = "Nothing of the contact's name can be seen."
    yield from (
        d("name-selector-sign", "D-17", "Signs that are no emoji have no selector.",
          name="$\ufe0f+\ufe0f\u20ac\ufe0f\u2764\ufe0f"),
        borrowed("vowel", "Two letters and the vowel sign behind them.", "vv\u093e", "w\u093e"),
        borrowed("several", "The prototype is two characters.", "\u02a5", "d\u0291"),
        1970)
    for slug, comment, name in (
            ("private", unseen, "\ue000\U000f0000"), ("unassigned", unseen, "\uffff\U0010fffe"),
            ("blank", unseen, "\u2800\ufffc"),
            ("flag", "The tags of a flag stay.", england + "\U000e007f Bob"),
            ("flag-unended", "Tags without an end go.", england + " Bob"),
            ("tags", "Tags behind no flag go.", "B\U000e0067o\U000e0062b\U000e007f"),
            ("ideograph", "The variant of an ideograph stays.", "\u845b\U000e0100\u57ce"),
            ("selector", "A selector behind a letter goes.", "B\U000e0100o\ufe0fb"),
            ("format", "Characters of format go.", "B\u070fo\u0600b")):
        yield d(f"name-{slug}", "D-17", comment, name=name)
    yield from (
        d("title-breaks", "D-17", "Line breaks and tabs are spaces.", r"Order 7\nshipped",
          r"\r\nto\tyou\u2028now\u0085", **SERVICE),
        borrowed("signs", "Signs and case make no other name.", "(ANN) !", "Ann"),
        borrowed("apostrophe", "Nor does another apostrophe.", "O\u2019Brien", "O'Brien"),
        borrowed("letter-apostrophe", "Nor one that is a letter.", "O\u02bcBrien", "O'Brien"),
        borrowed("cyrillic", "Cyrillic letters that look Latin.", "\u0405\u0441\u043e\u0440\u0435", "Scope"),
        borrowed("greek", "Greek letters that look Latin.", "\u0391\u039d\u039d", "Ann"),
        borrowed("mathematical", "Mathematical letters.", "\U0001d400\U0001d427\U0001d427", "Ann"),
        borrowed("labelled", "A name inside a label of the device.", "Check: \u0410nn", "Ann"),
        borrowed("not-more", "Another name.", "Anna", "Ann"),
        borrowed("not-accent", "Another name.", "\xc1nn", "Ann"))


def bodies() -> Iterator[Row | int]:
    """The sealed body of rows 7 and 8 is cleaned line by line, that of other rows is not."""
    yield from (
        1990,
        d("body-lines", "D-18", "Five line breaks of an unknown sender; empty lines go.", "", "", BREAKS, **STRANGER),
        d("body-controls", "D-18", "A tab and U+0085 end no line, and are spaces; NUL and U+202E go.", "", "",
          r"a\u0000b\tc\u0085d\u202ee", **STRANGER),
        d("body-marks", "D-18", "200 combining marks on one letter: four stay.", "", "", "a" + r"\u0301" * 200 + "b",
          **STRANGER),
        d("body-check", "D-18", "A contact that changed.", "", "", BREAKS, **CHANGED),
        d("body-of-a-person", "D-18", "The body of a person stays as it was sealed.", "", "", r"One\n\n  two\u202e"),
        d("body-template", "D-18", "A name that is filled in makes no line.", "", "", r"From {sender}\n{sender}",
          own=r'{"template":["body"],"name":"Zed\nDee"}', **STRANGER))


def numbers() -> Iterator[Row | int]:
    """Integers and flags in each notation."""
    yield 2101
    badges = """3.0 3e0 0.3E+1 30e-1 300.00e-2 -0 -0.0e5 0e999999999999999999999 9223372036854775807
        9223372036854775807.0 922337203685477580.7e1 9223372036854775808 9223372036854775806.9 9007199254740993 3.5 3e-1
        -1 1e19 1e-999999999999999999999 1e999999999999999999999 3.0000000000000000000000001 "3" true null"""
    for place, badge in enumerate(badges.split(), 1):
        yield d(f"badge-{place}", "M-21", f"A badge of {badge}.", aps=f',"badge":{badge}')
    flags = """1 true 1.0 1e0 10E-1 0.01e2 0 false 2 -1 1.0000000000000000000000001 0.99999999999999999999999999 "1"
        "true" null [1]"""
    for place, flag in enumerate(flags.split(), 1):
        yield d(f"flag-{place}", "M-22", f"A critical sound whose flag is {flag}.", flags=["critical"],
                aps=f',"sound":{{"critical":{flag},"name":"a.caf"}}')
    for digit in "90":
        yield d(f"badge-exponent-{digit}", "M-21", f"A badge of 1e and 5000 times {digit}.",
                aps=f',"badge":1e{digit * 5000}')


def rows() -> Iterator[Row | int]:
    for part in (senders, names, candidates, bodies, numbers):
        yield from part()
