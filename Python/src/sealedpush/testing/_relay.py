# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""A relay in this process, as far as senders see one (docs/openapi.yaml, tag `sender`)."""

import json
import os
import re
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

from .._protocol import crypto, pairing
from .._protocol.messages import MIN_ENVELOPE
from .._protocol.pairing import paired, read_scanned, seal_box
from .._protocol.text import b64encode
from .._protocol.wire import open_text
from ..errors import OpeningError
from ._device import Device, Notification

PROBLEM = "urn:sealedpush:problem:"


class Phone:
    """A phone at a relay: a device that opens what is posted to its endpoints.

    Attributes:
        device: The device.
        endpoint: The URL of its last endpoint.
        messages: The opened messages, in the order in which they came.
        refused: The classes of pushes that the device has refused.
    """

    def __init__(self, relay: "Relay", device: Device) -> None:
        self.device, self._relay = device, relay
        self.messages: list[Notification] = []
        self.refused: list[str] = []
        self.retirement: str | None = None
        self._answer: bytes | None = None
        self._paired = False
        self._changed = threading.Condition()
        self.endpoint = self.new_endpoint()

    def new_endpoint(self) -> str:
        """Makes another endpoint and returns its URL."""
        capability = os.urandom(32)
        self._relay._phones[b64encode(capability)] = self
        self._capability = capability
        self.endpoint = f"{self._relay.url}/e/{b64encode(capability)}"
        return self.endpoint

    def pair(self, link: str) -> None:
        """Answers a sender's link, as a person does who scans it and agrees."""
        found = read_scanned(link)
        self.new_endpoint()
        answer = self.device.answer(found, self._capability)
        self._answer = crypto.sha256(answer)[:16]
        self._paired = False
        self._relay.leave(pairing.drop_id(found.secret), seal_box(found.secret, os.urandom(16), answer))

    def number(self, timeout: float = 10) -> str:
        """The number that the phone shows once it is paired, two digits.

        Raises:
            TimeoutError: No message of the sender has named the answer in time.
        """
        self._wait(lambda: self._paired, timeout, "the phone is not paired")
        return f"{int.from_bytes((self._answer or b'')[:4]) % 100:02}"

    def end(self, *, with_retirement: bool = False) -> None:
        """Ends all endpoints of the phone: its relay answers `gone` from now on.

        Args:
            with_retirement: True if its owner has handed in its retirement.
        """
        self._relay.end(self, with_retirement=with_retirement)

    def wait_for(self, *, text: str = "", timeout: float = 10) -> Notification:
        """Waits for a message.

        Args:
            text: A part of its title, subtitle or body.
            timeout: For how many seconds.

        Raises:
            TimeoutError: None has come in time.
        """
        def found() -> list[Notification]:
            return [message for message in self.messages if text in message.text]
        self._wait(lambda: bool(found()), timeout, "no such message has come")
        return found()[0]

    def _wait(self, is_over: Callable[[], bool], timeout: float, what: str) -> None:
        with self._changed:
            if not self._changed.wait_for(is_over, timeout):
                raise TimeoutError(what)

    def _push(self, payload: bytes) -> None:
        with self._changed:
            try:
                message = self.device.open(payload)
                content = json.dumps(message.payload).encode()
                if self._answer is not None and paired(content) == self._answer:
                    self._paired = True
                    if message.text == "Paired":
                        return
                self.messages.append(message)
            except OpeningError as error:
                self.refused.append(error.name)
            finally:
                self._changed.notify_all()


class Relay:
    """A relay at an address of this machine, until the end of a `with` block.

    It checks no VAPID signature but asks for one at endpoints of pairings, keeps nothing, and takes
    the same envelope once.

    Attributes:
        url: Its origin, such as `http://127.0.0.1:41234`.
        answers: Statuses that the next requests of a kind get instead of being served, such as
            `relay.answers["POST /e"].append((429, {"Retry-After": "1"}))`; the kinds are
            `GET /e`, `POST /e`, `POST /e/prekey` and `GET /d`.
        posted: All envelopes that were taken, with the endpoint of each.
    """

    def __init__(self) -> None:
        self._phones: dict[str, Phone] = {}
        self._drops: dict[str, bytes] = {}
        self._ended: set[int] = set()
        self._lock = threading.RLock()
        self._came = threading.Condition(self._lock)
        self.answers: defaultdict[str, list[tuple[int, dict[str, str]]]] = defaultdict(list)
        self.posted: list[tuple[str, bytes]] = []
        self.requests: list[str] = []
        relay = self

        class Handler(_Handler):
            served = relay
        self._server = _Server(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    def __enter__(self) -> "Relay":
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self._server.shutdown()
        self._server.server_close()

    def phone(self, name: str = "Test phone", *, topic: str = "com.example.app") -> Phone:
        """A new phone at this relay."""
        return Phone(self, Device(topic, name))

    def end(self, phone: Phone, *, with_retirement: bool = False) -> None:
        """Ends all endpoints of a phone: they answer `gone`."""
        if with_retirement:
            phone.retirement = phone.device.retirement()
        self._ended.add(id(phone))

    def leave(self, drop: bytes, box: bytes) -> None:
        """Keeps the first box of a drop."""
        with self._came:
            self._drops.setdefault(b64encode(drop), box)
            self._came.notify_all()

    def _serve(self, method: str, path: str, headers: Any, body: bytes) -> tuple[int, dict[str, str], bytes]:
        match = re.fullmatch(r"/(e|d)/([\w-]+)(/prekey)?", path)
        if not match:
            return problem(404, "unknown")
        kind = f"{method} /{match[1]}{match[3] or ''}"
        with self._lock:
            self.requests.append(kind)
            if self.answers[kind]:
                status, more = self.answers[kind].pop(0)
                return problem(status, more.pop("problem", "unavailable"), more)
        if match[1] == "d":
            return self._drop(match[2], headers)
        phone = self._phones.get(match[2])
        if phone is None:
            return problem(404, "unknown")
        if id(phone) in self._ended:
            gone = {"retirement": b64encode(open_text("retirement", phone.retirement))} if phone.retirement else {}
            return problem(410, "gone", members=gone)
        if phone._answer is not None and not str(headers.get("Authorization", "")).startswith("vapid t="):
            return problem(401, "vapid-required")
        if kind == "POST /e":
            return self._take(phone, match[2], headers, body)
        if kind not in ("GET /e", "POST /e/prekey"):
            return problem(405, "method-not-allowed")
        members: dict[str, Any] = {
            "bundle": b64encode(phone.device.bundle(one_time=int(method == "POST"))),
            "limits": {"queued": 100, "acceptedPerDay": 1000, "prekeysPerDay": 20, "bytes": 3774}}
        if phone.retirement:
            members["retirement"] = b64encode(open_text("retirement", phone.retirement))
        return 200, {"Content-Type": "application/json"}, json.dumps(members).encode()

    def _take(self, phone: Phone, secret: str, headers: Any, body: bytes) -> tuple[int, dict[str, str], bytes]:
        if headers.get("Content-Type") != "application/sealedpush":
            return problem(415, "unsupported-coding")
        if not re.fullmatch(r"[0-9]{1,10}", headers.get("TTL", "")):
            return problem(400, "wrong-header")
        if len(body) < MIN_ENVELOPE or body[:1] != b"\1":
            return problem(400, "not-an-envelope")
        with self._lock:
            is_new = (secret, body) not in self.posted
            if is_new:
                self.posted.append((secret, body))
        if is_new:
            alert = {"alert": {"body": "New notification"}, "mutable-content": 1}
            phone._push(json.dumps({"aps": alert, "encrypted-content": b64encode(body)}).encode())
        return 201, {"Location": f"{self.url}/m/{len(self.posted)}", "TTL": headers["TTL"]}, b""

    def _drop(self, drop: str, headers: Any) -> tuple[int, dict[str, str], bytes]:
        wait = re.fullmatch(r"wait=(\d+)", headers.get("Prefer", ""))
        end = time.monotonic() + min(25, int(wait[1]) if wait else 0)
        with self._came:
            while drop not in self._drops and time.monotonic() < end:
                self._came.wait(end - time.monotonic())
            box = self._drops.get(drop)
        if box is None:
            return problem(404, "unknown", {"Retry-After": "2"})
        return 200, {"Content-Type": "application/octet-stream"}, box


def problem(status: int, name: str, headers: dict[str, str] | None = None,
            members: dict[str, str] | None = None) -> tuple[int, dict[str, str], bytes]:
    """An answer of RFC 9457."""
    found = {"type": PROBLEM + name, "status": status, "detail": name} | (members or {})
    return status, {"Content-Type": "application/problem+json"} | (headers or {}), json.dumps(found).encode()


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that goes away is no news; anything else is."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    served: Relay

    def _answer(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        status, headers, data = self.served._serve(self.command, self.path, self.headers, body)
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    do_GET = do_POST = do_DELETE = _answer

    def log_message(self, format: str, *args: Any) -> None:
        """URLs are secrets, so nothing is logged."""
