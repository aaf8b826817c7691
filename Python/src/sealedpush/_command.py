# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""The command `sealedpush-py`: pair, notify and inspect, with the words and codes of `sealedpush`."""

import argparse
import json
import os
import signal
import sys
import threading
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar, NoReturn

from . import __version__, _calls
from ._inspect import NotShown, inspect
from ._pairing import Pairing, Phone
from ._sender import Sender
from .errors import (
    OpeningError,
    PairingError,
    RelayError,
    SealedPushError,
    SealingError,
    StoreError,
    UsageError,
    WireError,
)

MAX_INPUT = 1 << 20  # bytes
USAGE, LATER = 64, 75
HINTS = {
    "noRecipient": "'sealedpush-py pair' shows a code for a phone",
    "noStore": "'sealedpush-py pair' makes one",
    "ambiguous": "'--to' names one, or 'all'",
    "unreachable": "check its name, the network, and its certificate",
    "noDrops": "--relay takes the URL of the relay at which the phone's app is registered",
    "noPrekey": "the phone's app has to be opened",
    "contentTooLarge": "send less, or leave out --exact",
    "malformedEnvelope": "it was cut or altered on the way",
}


def visible(text: str) -> str:
    """A text without characters that a terminal would obey."""
    return "".join(f"\\u{{{ord(c):X}}}" if unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp", "Cs") else c
                   for c in text)


def say(kind: str, text: str) -> None:
    """A line on standard error."""
    print(f"sealedpush-py: {kind}: {visible(text)}", file=sys.stderr)


def exit_code(error: SealedPushError) -> int:
    """The exit code of an error, as docs/command.md lists them."""
    if isinstance(error, UsageError):
        return {"noDevice": 10, "revoked": 6, "payload": 4, "nothingToShow": 4}.get(error.name, USAGE)
    if isinstance(error, SealingError):
        return 6 if error.name == "memoryUnavailable" else 2
    if isinstance(error, StoreError):
        return 6
    if isinstance(error, PairingError):
        return 8 if error.name in ("noAnswer", "noDrops", "wrongClock", "deviceEnded", "otherDevice") else 7
    if isinstance(error, RelayError):
        return LATER if error.name in ("unreachable", "limit", "unavailable") else 8
    return 4 if isinstance(error, (WireError, OpeningError, NotShown)) else 1


class Parser(argparse.ArgumentParser):
    """Errors of usage end with 64, and show no argument."""

    def error(self, message: str) -> NoReturn:
        """Ends the command."""
        say("error", message if "'" not in message and ":" not in message else "the arguments make no sense")
        say("hint", f"see '{self.prog} --help'")
        raise SystemExit(USAGE)


def parser() -> Parser:
    """The arguments of the command."""
    whole = Parser("sealedpush-py", description="Send end-to-end encrypted notifications to phones.",
                   allow_abbrev=False)
    whole.add_argument("--version", action="version", version=__version__)
    commands = whole.add_subparsers(dest="command", required=True, parser_class=Parser)

    def command(name: str, run: Callable[[argparse.Namespace], None], text: str, more: str) -> Parser:
        made = commands.add_parser(name, help=text, description=f"{text} {more}", allow_abbrev=False)
        made.set_defaults(run=run)
        if name != "inspect":
            made.add_argument("--store", metavar="FILE", help="the sender's file; else sealedpush-py/sender.sqlite "
                              "in XDG_DATA_HOME, or in ~/.local/share")
        return made

    pair = command("pair", run_pair, "Show a code that a phone scans, and make the phone a recipient.",
                   "The phone answers within 10 minutes, and shows a number, which a person types here.")
    pair.add_argument("--relay", required=True, metavar="URL", help="the public URL of the phone's relay")
    pair.add_argument("--name", required=True, help="what the sender calls itself, which the phone shows: "
                      "1 to 32 bytes")
    pair.add_argument("--to", metavar="WHO", help="the recipient whose phone it is, by its label")
    pair.add_argument("--app-link", metavar="URL", help="show a link that opens the app, at this https URL")
    pair.add_argument("--yes", action="store_true", help="ask for no number: the first phone that answers is "
                      "paired, the right one or not")
    pair.add_argument("--link", action="store_true", help="print the link on standard output")
    notify = command("notify", run_notify, "Send a text to a phone that was paired.",
                     "Prints nothing if all relays have taken it. If one has not, a note says why, and the "
                     "command ends with 10.")
    notify.add_argument("--to", metavar="WHO", help="the recipient's label, or all; else the only recipient "
                        "that there is")
    notify.add_argument("--title", metavar="TEXT", help="the title; the app may show the contact's name instead")
    notify.add_argument("--url", help="a link for the app, as the member 'url'")
    notify.add_argument("--sound", metavar="NAME", help="the sound: its name, or default")
    notify.add_argument("--collapse", metavar="KEY", help="a later message with this key takes the place of an "
                        "earlier one")
    notify.add_argument("--exact", action="store_true", help="refuse a text that is too long, and shorten none")
    notify.add_argument("--json", metavar="FILE", help="an APNs payload in the place of a text, or - for "
                        "standard input")
    notify.add_argument("text", nargs="?", help="the text, or - for standard input")
    show = command("inspect", run_inspect, "Show what a sealed push, a bundle, a statement or an identity says, "
                   "without keys.", "Of a sealed push nothing is checked but the form.")
    show.add_argument("--json", action="store_true", help="print a JSON object, of statements one for each")
    show.add_argument("file", nargs="?", default="-", help="the file, or - for standard input")
    return whole


def read(name: str) -> bytes:
    """A file, or standard input, up to 1 MiB."""
    try:
        if name == "-":
            data = sys.stdin.buffer.read(MAX_INPUT + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(MAX_INPUT + 1)
    except OSError:
        raise Unreadable("unreadable") from None
    if len(data) > MAX_INPUT:
        raise Unreadable("tooLarge")
    return data


class Unreadable(UsageError):
    """A file that is not read."""

    classes: ClassVar[dict[str, str]] = {
        "unreadable": "the file can't be read",
        "tooLarge": "the file has more than 1 MiB",
        "notText": "the text is no UTF-8",
        "oneOf": "give either a text, - for standard input, or --json",
        "noScreen": "the code needs a terminal: without one give --link",
        "noTerminal": "the number is typed at a terminal: without one give --yes",
        "empty": "an option that names something is empty",
    }


def run_pair(options: argparse.Namespace) -> None:
    """Shows the code and waits for the phone."""
    if not options.yes and not sys.stdin.isatty():
        raise Unreadable("noTerminal")
    if not options.link and not sys.stderr.isatty():
        raise Unreadable("noScreen")

    def show(pairing: Pairing) -> None:
        if options.link:
            print(pairing.link, flush=True)
        if sys.stderr.isatty():
            _calls.show_on_terminal(pairing)

    def ask(phone: Phone) -> str | None:
        print(f"{visible(phone.name)} has answered. Which number does your phone show? ", end="", file=sys.stderr,
              flush=True)
        return sys.stdin.readline().strip() or None
    with Sender(options.store) as sender:
        phone = _calls.pair(options.relay, options.name, sender=sender, to=options.to, app_link=options.app_link,
                            show=show, ask=ask, unasked=options.yes)
    say("note", f"{phone.recipient} is paired")


def run_notify(options: argparse.Namespace) -> None:
    """Sends a text, and says which relay has not taken it."""
    if (options.text is None) == (options.json is None):
        raise Unreadable("oneOf")
    if any(value == "" for value in (options.to, options.url, options.sound)):
        raise Unreadable("empty")
    text, payload = options.text, None
    if options.json is not None:
        payload = read(options.json)
    elif text == "-":
        try:
            text = read("-").decode().rstrip("\r\n")
        except UnicodeDecodeError:
            raise Unreadable("notText") from None
    with Sender(options.store, create=False) as sender:
        results = sender.notify(text, to=options.to, title=options.title, url=options.url, sound=options.sound,
                                collapse=options.collapse, exact=options.exact, payload=payload)
    refused = [one for one in results if one.error]
    for one in refused:
        say("note", f"{one.recipient}: {one.error}")
    if refused:
        say("error", "not every phone's relay has taken the message (notTaken)")
        raise SystemExit(10)


def run_inspect(options: argparse.Namespace) -> None:
    """Prints what a file says."""
    error: NotShown | None = None
    try:
        reports = inspect(read(options.file), lambda sentence: say("note", sentence))
    except NotShown as refused:
        error, reports = refused, refused.reports
    if options.json:
        for _, members in reports:
            print(json.dumps(members, indent=2, ensure_ascii=sys.stdout.isatty()))
    elif reports:
        print("\n\n".join("\n".join(map(visible, lines.split("\n"))) for lines, _ in reports))
    if error:
        say("error", error.sentence)
        raise SystemExit(4)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command.

    Args:
        arguments: Those behind the program's name; without them those of the process.

    Returns:
        The exit code: 0 if all is done; docs/command.md lists the others.
    """
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, stop)
    try:
        options = parser().parse_args(arguments)
        options.run(options)
        sys.stdout.flush()
    except SealedPushError as error:
        say("error", str(error))
        if hint := HINTS.get(error.name):
            say("hint", hint)
        return exit_code(error)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def stop(number: int, frame: object) -> NoReturn:
    """SIGTERM: what is pending is withdrawn on the way out."""
    raise KeyboardInterrupt
