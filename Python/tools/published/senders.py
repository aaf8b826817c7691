# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""What senders choose and seal (16xx, 17xx and 20xx)."""

from collections.abc import Iterator
from typing import Any

from sealedpush._protocol import sealing, wire
from sealedpush._protocol.wire import Record
from tools.making import NOW

from .messages import array, reference
from .parts import BASE, DAY, END, Row, name_of, record, statement_text

# 16xx: the choice of a prekey

def c(slug: str, rule: str, comment: str, records: list[Record], pins: dict[str, Any] | None = None,
      now: int = BASE) -> Row:
    bundle = wire.write_bundle(name_of("phone-1"), [r.raw for r in records])
    given = {"kind": "choice", "now": now, "bundle": bundle.hex()}
    return f"choice-{slug}", rule, comment, given | ({"pins": pins} if pins else {})


def choices() -> Iterator[Row | int]:
    epoch, start = 486_111, BASE - DAY
    reusable, one_time = record(), record("one-time-1")
    later = record(epoch=epoch + 1, minimum=epoch + 1)
    earlier, older_one_time = record(epoch=epoch - 1), record("one-time-1", epoch=epoch - 9)
    other = record(end=END + 1)
    early, late = record("one-time-1", start=END - 1), record(end=start + 1)
    pins = {"epoch": epoch, "digest": reusable.digest.hex(), "minimumEpoch": 0}
    raised = pins | {"minimumEpoch": epoch + 1}
    no_digest, unseen = {"epoch": epoch, "minimumEpoch": 0}, {"epoch": 0, "minimumEpoch": 0}
    yield from (
        1601,
        c("first-contact", "S-1", "A device that was never seen.", [reusable]),
        c("one-time-first", "S-1", "One-time records first, in bundle order, whatever their epochs.",
          [record("one-time-2", epoch=epoch + 3), reusable, one_time]),
        c("one-time-alone", "S-1", "Without a reusable record neither epoch nor digest is pinned.", [one_time]),
        c("empty", "S-1", "An empty bundle.", []),
        c("seen-again", "S-1", "The very record that is pinned.", [reusable], pins),
        c("next-epoch", "S-1", "A record of a later epoch takes its place.", [later], pins),
        c("pinned-one-time-alone", "S-1", "Without a reusable record the pins stay.", [one_time], pins),
        c("one-time-of-earlier-epoch", "S-1", "A one-time record is not compared with the pins.",
          [reusable, older_one_time], pins),
        c("pinned-minimum-alone", "S-1", "min_epoch was seen, and no digest.", [reusable],
          {"epoch": 0, "minimumEpoch": epoch}),
        c("empty-but-pinned", "S-1", "An empty bundle of a known device.", [], pins),
        c("rolled-back", "S-1 line 2", "A record of the epoch before the pinned one.", [earlier], pins),
        c("rolled-back-beside-one-time", "S-1 line 2",
          "An earlier epoch, beside a one-time record that serves.", [one_time, earlier], pins),
        c("rolled-back-before-expired", "S-1 line 2", "A record of an earlier epoch that has expired, too.",
          [record(epoch=epoch - 1, end=BASE)], pins),
        c("contradicted", "S-1 line 3", "Another record of the pinned epoch.", [other], pins),
        c("contradicted-beside-one-time", "S-1 line 3",
          "Another record of the pinned epoch, beside a one-time record.", [one_time, other], pins),
        c("first-moment", "S-1 line 5", "now is not_before.", [reusable], now=start),
        c("not-yet-valid", "S-1 line 5", "now is a millisecond before not_before.", [reusable], now=start - 1),
        c("last-moment", "S-1 line 5", "now is a millisecond before not_after.", [reusable], now=END - 1),
        c("expired", "S-1 line 5", "now is not_after.", [reusable], now=END),
        c("early-and-late", "S-1 line 5", "One record has expired, one begins later.", [early, late]),
        c("one-serves", "S-1 line 5", "One record begins later, one serves.", [early, reusable]),
        c("one-time-serves", "S-1 line 5", "The reusable record has expired, a one-time record serves.",
          [late, one_time]),
        c("revoked-by-pin", "S-1 line 4", "A higher min_epoch was seen before.", [reusable], raised),
        c("revoked-and-not-yet-valid", "S-1 line 4", "A record that begins later, and is revoked.",
          [record("one-time-1", start=END - 1000)], raised),
        c("revoked-by-bundle", "S-1 line 4", "The reusable record revokes a one-time record.",
          [record("one-time-1", epoch=epoch - 1), record(minimum=epoch)]),
        c("revoked-by-one-time", "S-1 line 4", "A one-time record revokes the reusable one.",
          [reusable, record("one-time-2", epoch=epoch + 1, minimum=epoch + 1)]),
        c("revoked-by-expired", "S-1 line 4", "An expired one-time record revokes the reusable one.",
          [reusable, record("one-time-2", minimum=epoch + 1, end=BASE)]),
        c("epoch-0", "S-1 line 3", "Epoch 0, and no digest is pinned.", [record(epoch=0)], unseen),
        c("no-digest", "S-1 line 3", "An epoch is pinned without a digest: its record is pinned.", [reusable],
          no_digest),
        c("no-digest-later", "S-1 line 3", "A record of a later epoch.", [record(epoch=epoch + 1)], no_digest),
        c("no-digest-one-time", "S-1 line 3", "Without a reusable record the epoch stays.", [one_time], no_digest),
        c("no-digest-rolled-back", "S-1 line 2",
          "A record of an earlier epoch than the pinned one, of which no digest is pinned.", [one_time, earlier],
          no_digest))


# 17xx: what is sealed

EMPTY, GENERIC = '{"aps":{}}', {"body": "New notification"}


def z(slug: str, rule: str, comment: str, payload: str = EMPTY, push: Any = "alert", padding: Any = "buckets",
      placeholder: Any = GENERIC, **fields: Any) -> Row:
    """A sealing; `sender` among the fields is their `from`."""
    given = {"kind": "sealing", "push": push, "padding": padding, "placeholder": placeholder}
    given |= {"now": NOW} if "statements" in fields else {}
    names = {"from": "sender"} | {name: name for name in (
        "name", "template", "attachments", "remove", "statements", "paired")}
    fields = {name: fields[given_as] for name, given_as in names.items() if given_as in fields}
    return f"sealing-{slug}", rule, comment, given | {"payload": payload} | ({"fields": fields} if fields else {})


def sized(count: int) -> str:
    """A payload of `count` bytes."""
    return EMPTY if count == len(EMPTY) else f'{{"aps":{{}},"x":"{"x" * (count - len(EMPTY) - 7)}"}}'


def around(count: int) -> dict[str, str]:
    """A placeholder that makes everything around the text `count` bytes."""
    return {"body": "b" * (count + 1 - len(sealing.outer({"body": "b"}, "")))}


def sealings() -> Iterator[Row | int]:
    yield from (
        1701,
        z("compacted", "M-23", "White space and escapes that JSON does not need go, numbers stay.",
          ' {\n"aps" : { "alert":"a \\u0041\\/" },\t"n":1.50E+2 } \r\n'),
        z("fields", "M-36", "sealedpush is the last member; its own are in the order of the table.",
          '{"aps":{},"x":[]}', sender="ann-7", name="Ann", template=["body", "title"]),
        z("fields-escaped", "M-37",
          "The short escape of each character that has one, four digits for the rest below U+0020.",
          sender='"\\/\n\r\t\b\f\0\x1f\x7fé\u2028🏥'),
        z("fields-empty", "M-36", "Empty texts are written, an empty template is not.", sender="", name="",
          template=[]),
        z("remove", "M-36", "remove is its last member, in the caller's order.", name="Ann",
          remove=["BBBBBBBBBBBBBBBBBBBBBA", "AAAAAAAAAAAAAAAAAAAAAA"]),
        z("template-empty", "M-36", "A template without fields is left out.", template=[]),
        z("reserved-key", "S-8", "The payload has sealedpush, whatever its value is.", '{"aps":{},"sealedpush":5}'),
        z("reserved-key-first", "S-8", "The payload has sealedpush, and the placeholder is empty.",
          '{"aps":{},"sealedpush":{}}', placeholder={"body": ""}))
    for slug, rule, comment, placeholder in (
            ("texts", "M-31", "Title and body, escaped where JSON must.",
             {"title": 'A "title"\x01', "body": "Größe"}),
            ("title-key-alone", "M-31", "The key of a title is enough.", {"title-loc-key": "T"}),
            ("title-alone", "M-31", "An empty body is left out.", {"title": "T"}),
            ("keys", "M-31", "Keys of a string table, in this order.",
             {"title-loc-key": "T", "title-loc-args": ["1", "2"], "loc-key": "B", "loc-args": ["3"]}),
            ("key-alone", "M-31", "Empty arguments are left out.", {"loc-key": "B", "loc-args": []}),
            ("empty", "M-32", "Neither title nor body.", {"title": "", "body": ""}),
            ("arguments-alone", "M-32", "Neither title nor body.", {"loc-key": "", "loc-args": ["1"]})):
        yield z(f"placeholder-{slug}", rule, comment, placeholder=placeholder)
    for padding in ("buckets", "none"):
        for count, end in ((256, ", its quotation marks among them."), (257, ".")):
            yield z(f"placeholder-{count}-{padding}", "M-44", f"{count} bytes around the text{end}", padding=padding,
                    placeholder=around(count))
    yield z("placeholder-first", "S-8", "257 bytes around the text, and content that is too large.", sized(5000),
            placeholder=around(257))
    for push, padding, count, end in (
            ("alert", "buckets", 10, ""), ("alert", "buckets", 777, ""), ("alert", "buckets", 778, ""),
            ("alert", "buckets", 1609, ""), ("alert", "constant", 10, ""), ("alert", "constant", 1609, ""),
            ("voip", "buckets", 777, ""), ("voip", "buckets", 1609, ""), ("voip", "buckets", 1610, ""),
            ("voip", "buckets", 2377, ""), ("voip", "constant", 10, ""), ("alert", "none", 10, ""),
            # floor(3/4 (4096 - 88)) = 3006, and 3774 for VoIP.
            ("alert", "none", 1735, ""), ("voip", "none", 2503, ""),
            *((*row, ", one too many") for row in (
                ("alert", "buckets", 1610), ("alert", "constant", 1610), ("voip", "buckets", 2378),
                ("voip", "constant", 2378), ("alert", "none", 1736), ("voip", "none", 2504)))):
        yield z(f"{push}-{padding}-{count}", "M-43", f"{count} bytes of content{end}.", sized(count), push, padding)
    # With a shorter placeholder it is the envelope that has no more than 3774 bytes.
    for slug, count in (("largest-envelope", 2503), ("envelope-too-large", 2504)):
        yield z(slug, "M-26", f"{1271 + count} bytes of envelope.", sized(count), "voip", "none", {"body": "N"})
    # And with the longest placeholder the outer payload has no more than 4096 bytes.
    for count in (1609, 1610):
        yield z(f"none-{count}", "M-43", f"{count} bytes, with 256 around the text.", sized(count), "alert", "none",
                around(256))
    yield from attachments()
    # 3/4 (4096 - 87) = 3006.75, and 3/4 (5120 - 255) = 3648.75.
    for push, size, count in (("alert", 87, 1736), ("voip", 255, 2378)):
        yield z(f"{push}-none-{count}-rounded", "M-43",
                f"{count} bytes with {size} around the text: the size is rounded down.", sized(count), push, "none",
                around(size))
    eleven = [reference(i) for i in range(1, 12)]
    yield z("reserved-key-before-attachments", "S-8", "The payload has sealedpush, and there are eleven references.",
            '{"aps":{},"sealedpush":{}}', attachments=eleven)
    yield z("attachments-before-placeholder", "S-8", "Eleven references, and the placeholder is empty.",
            placeholder={"body": ""}, attachments=eleven)
    yield from statements()
    yield z("remove-any-name", "M-36", "Names of 1 and of 64 bytes, as another server of the app gave them.",
            remove=["x", "é" * 32, 'a "b"\n'])


def attachments() -> Iterator[Row | int]:
    def files(slug: str, rule: str, comment: str, references: list[str], **fields: list[str] | str) -> Row:
        return z(f"attachments{slug}", rule, comment, '{"aps":{"alert":"Look"}}', attachments=references, **fields)

    def reordered(text: str) -> str:
        return '{ "later":[1], ' + ", ".join(text[1:-1].split(",")[::-1]) + " }"

    half = 33_554_432
    yield from (
        files("", "A-6", "In the caller's order; each with the members of the table in its order, and no others.",
              [reordered(reference(i)) for i in (2, 1)], sender="ann-7", template=["body"]),
        files("-ten", "S-8", "Ten references.", [reference(i) for i in range(1, 11)]),
        files("-eleven", "S-8", "Eleven references.", [reference(i) for i in range(1, 12)]),
        files("-largest", "S-8", "67,108,864 bytes together.",
              [reference(i, half, "video/mp4") for i in (1, 2)]),
        files("-too-large", "S-8", "67,108,865 bytes together.",
              [reference(1, half, "video/mp4"), reference(2, half + 1, "video/mp4")]))


def statements() -> Iterator[Row | int]:
    succession = statement_text("succession", "server-1", "server-2")
    revocation = statement_text("revocation", "server-1")
    both, age = [succession, revocation], 34_560_000_000  # 400 days

    def signed(slug: str, comment: str, texts: list[str], *payload: str, rule: str = "S-14", age: int = 0,
               ages: list[int] | None = None, **members: Any) -> Row:
        times = [NOW - age for age in ages or [age] * len(texts)]
        return z(f"statements{slug}", rule, comment, *payload, **members,
                 statements=[{"text": text, "time": time} for text, time in zip(texts, times)])

    one, two = (len(',"sealedpush":{"statements":}' + array(*(f'"{text}"' for text in texts)))
                for texts in ([revocation], both))
    nine = [succession] + [revocation] * 8
    yield from (
        1780,
        signed("", "A succession and a revocation go along, in their order.", both),
        signed("-order", "In their order, whatever they are.", both[::-1]),
        signed("-last", "Behind remove.", [revocation], rule="M-36", sender="ann-7",
               remove=["AAAAAAAAAAAAAAAAAAAAAA"]),
        signed("-none", "None were made.", [], rule="M-36"),
        signed("-nine", "The newest 8 of 9, with room for all.", nine, push="voip", padding="constant"),
        signed("-eight", "All of 8.", nine[:8], padding="constant"),
        signed("-room-for-two", "Just room for both.", both, sized(777 - two)),
        signed("-room-for-one", "The newest alone has room.", both, sized(778 - two)),
        signed("-room-for-newest", "Just room for the newest.", both, sized(777 - one)),
        signed("-no-room", "One byte too many: none goes along.", both, sized(778 - one)),
        signed("-full", "The bucket is full.", both, sized(777)),
        signed("-next-bucket", "The next bucket has room.", both, sized(778)),
        signed("-newest-is-longer", "The newest has no room, so no older one goes along.", both[::-1],
               sized(777 - one)),
        signed("-no-padding", "Without padding each statement changes the size.", both, padding="none"),
        signed("-voip", "A call.", both, sized(1610), push="voip"),
        signed("-400-days", "400 days old.", [revocation], age=age),
        signed("-older", "A millisecond older.", [revocation], age=age + 1),
        signed("-ahead", "Made while the clock was ahead.", [revocation], age=-age),
        signed("-first-is-older", "Only the second is recent.", both, ages=[age + 1, 0]))


# 20xx: payloads as senders' languages write them

def written() -> Iterator[Row | int]:
    def alert(text: str) -> str:
        return f'{{"aps":{{"alert":"{text}"}}}}'

    yield 2001
    for slug, comment, payload in (
            ("resolved", "Escapes of characters that need none, of either case, and pairs.",
             alert(r"\u6d88\u6D88\/\u0041\u007f\u00E9\u2028\uFEFF\uFFFF\ud83c\uDFE5")),
            ("shortest", "Characters that need an escape get the shortest one.",
             alert(r"\u0022\u005c\u005C\u0008\u0009\u000a\u000C\u000d\b\f\n\r\t\"\\")),
            ("digits", "Four digits in lower case where there is no shorter escape.",
             alert(r"\u0000\u0001\u000B\u000e\u001F")),
            ("backslashes", "What follows an escaped backslash is no escape.", alert(r"\\u0041\\\u0041\\n\\\\u0041")),
            ("keys", "Keys too, and members keep their order.",
             r'{"\u007a":1,"\u0061ps":{"alert":{"b\u006fdy":"x"}},"\u00e9\/":2,"e\u0301/":3,"\u0022":4}')):
        yield z(f"escapes-{slug}", "M-23", comment, payload)
    yield z("numbers-kept", "M-23", "Every number keeps its text.",
            '{"aps":{"badge":3.0},"n":[1E0,-0,-0.0,1e400,10000000000000000000000.50]}')
    yield z("escapes-fit", "M-23", "300 characters as ASCII, in 1,826 bytes: they fit in 926.",
            '{"aps":{"alert":{"body":"' + r"\u6d88" * 300 + '"}}}')
    for slug, comment, text in (
            ("first", "The first half, at the end of a text.", r"cut \ud83d"),
            ("second", "The second half, at its beginning.", r"\uDE00 cut"),
            ("swapped", "Two halves in the wrong order.", r"\udfe5\ud83c"),
            ("pair-behind", "A first half before a pair.", r"\ud83c\ud83c\udfe5"),
            ("pair-before", "A second half behind a pair.", r"\ud83c\udfe5\udfe5"),
            ("escape-behind", "Another escape behind it.", r"\ud83c\n\u0041"),
            ("backslash", "An escaped backslash before it.", r"\\\ud83c\\ud83c")):
        yield z(f"half-{slug}", "S-9", comment, f'{{"aps":{{"alert":"{text}"}},"{text}":0}}')


def rows() -> Iterator[Row | int]:
    yield from choices()
    yield from sealings()
    yield from written()
