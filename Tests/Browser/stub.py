# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""A lab that says what a test wants it to say, in the shapes of docs/lab.yaml, and counts who asks for what.

The page comes from the real one; what senders put into pushes comes from the test.
"""

import json
import queue
import threading
import zlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs


class Server:
    """A server at a free port of this machine, whose requests are listed."""

    def __init__(self) -> None:
        self.requests: list[str] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self) -> None:
                outer.requests.append(f"{self.command} {self.path}")
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                outer.handle(self, body)

            do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_HEAD = do_OPTIONS = answer

            def log_message(self, *_: Any) -> None:
                """Says nothing."""

        class Quiet(ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_: Any) -> None:
                """A page that goes ends its requests."""

        self.server = Quiet(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def handle(self, request: BaseHTTPRequestHandler, body: bytes) -> None:
        """Answers a request; here with nothing."""
        send(request, 200, "text/plain", b"")

    def close(self) -> None:
        """Ends the server."""
        self.server.shutdown()
        self.server.server_close()


def send(request: BaseHTTPRequestHandler, status: int, kind: str, body: bytes, **fields: str) -> None:
    """Sends a whole answer."""
    request.send_response(status)
    for name, value in {"Content-Type": kind, "Content-Length": str(len(body)), **fields}.items():
        request.send_header(name, value)
    request.end_headers()
    request.wfile.write(body)


def png(width: int, height: int) -> bytes:
    """A picture of one colour, which takes few bytes and many pixels."""
    def chunk(kind: bytes, data: bytes) -> bytes:
        return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")
    head = width.to_bytes(4, "big") + height.to_bytes(4, "big") + bytes([1, 0, 0, 0, 0])
    rows = zlib.compress(bytes((1 + (width + 7) // 8) * height), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


class StubLab(Server):
    """The stub: its state is what its answers are made of."""

    def __init__(self, assets: dict[str, tuple[str, bytes, str]]) -> None:
        self.assets = assets
        self.phones: list[dict] = []
        self.notifications: dict[str, list[dict]] = {}
        self.pushes: dict[int, tuple[dict, dict]] = {}
        self.explanation: dict = {}
        self.relay: dict | None = None
        self.files: dict[str, bytes] = {}
        self.bodies: list[tuple[str, dict]] = []
        self.listeners: list[queue.Queue] = []
        super().__init__()

    def event(self, name: str, **data: Any) -> None:
        """Tells each page that something has changed."""
        for listener in list(self.listeners):
            listener.put(f"event: {name}\ndata: {json.dumps(data)}\n\n".encode())

    def handle(self, request: BaseHTTPRequestHandler, body: bytes) -> None:
        path, _, query = request.path.partition("?")
        parts = path.strip("/").split("/")
        if path in self.assets:
            kind, data, policy = self.assets[path]
            send(request, 200, kind, data, **{"Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff"})
        elif path == "/events":
            self._stream(request)
        elif parts[0] == "files" and parts[-1] in self.files:
            send(request, 200, "image/png", self.files[parts[-1]])
        elif request.command in ("GET", "HEAD"):
            value = self._value(path, parts, query)
            status = 200 if value is not None else 404
            problem = {"type": "urn:sealedpush:problem:unknown", "status": 404, "detail": "nothing is here"}
            self._json(request, status, value if value is not None else problem)
        else:
            self.bodies.append((f"{request.command} {path}", json.loads(body or b"null")))
            self._json(request, 200, self._done(path, parts))

    def _json(self, request: BaseHTTPRequestHandler, status: int, value: Any) -> None:
        send(request, status, "application/json", json.dumps(value).encode())

    def _value(self, path: str, parts: list[str], query: str) -> Any:
        if path == "/phones":
            return {"phones": self.phones}
        if parts[0] == "phones" and parts[-1] == "notifications":
            return {"notifications": self.notifications.get(parts[1], [])}
        if path == "/pushes":
            latest = [self.pushes[number][0] for number in sorted(self.pushes, reverse=True)]
            return {"pushes": latest[:int(parse_qs(query)["limit"][0])], "count": len(latest)}
        if parts[0] == "pushes" and parts[1].isdigit():
            return self.pushes.get(int(parts[1]), (None, None))[1]
        return self.relay if path == "/relay" else None

    def _done(self, path: str, parts: list[str]) -> Any:
        if path == "/inspections":
            return self.explanation
        if parts[-1] == "responses":
            return {"action": "com.apple.UNNotificationDefaultActionIdentifier", "opened": True, "launched": True,
                    "app": "noDelegate"}
        return {"message": "m1"} if path == "/messages" else {}

    def _stream(self, request: BaseHTTPRequestHandler) -> None:
        events: queue.Queue = queue.Queue()
        self.listeners.append(events)
        request.send_response(200)
        request.send_header("Content-Type", "text/event-stream")
        request.send_header("Connection", "close")
        request.end_headers()
        request.close_connection = True
        try:
            while True:
                request.wfile.write(events.get())
                request.wfile.flush()
        except OSError:
            self.listeners.remove(events)


# MARK: What a lab may say, with one text wherever a sender, an app or a person can put one.

def phone(number: int, text: str, **more: Any) -> dict:
    """A phone, all of whose texts are `text`."""
    return {"id": f"p{number}", "name": text, "lock": "locked", "online": True, "muted": False, "focus": False,
            "locale": "en_US", "clock": "virtual", "time": 1_750_000_000_000,
            "apps": [{"topic": text, "environment": "production", "token": "00" * 32, "state": "terminated",
                      "permission": "granted", "badge": 3}], **more}


def shown(text: str, **more: Any) -> dict:
    """What a phone shows, all of whose texts are `text`."""
    content = {"title": text, "subtitle": text, "body": text, "threadIdentifier": text, "categoryIdentifier": text,
               "interruptionLevel": "time-sensitive", "userInfo": {text: text}}
    return {"identifier": text, "content": content, "lines": [text, text, text],
            "sender": {"name": text, "group": text, "hasImage": True},
            "attachments": [{"identifier": text, "type": text, "size": 1}], "banner": True, "listed": True,
            "audible": True, "badge": 3, **more}


def notification(number: int, text: str, **more: Any) -> dict:
    """A notification on a lock screen, all of whose texts are `text`."""
    actions = [{"id": "like", "title": text}, {"id": "delete", "title": text, "destructive": True},
               {"id": "reply", "title": text, "reply": True}]
    return {**shown(text), "id": f"n{number}", "topic": text, "time": 1_750_000_000_000, "push": number,
            "actions": actions, **more}


def push(number: int, text: str, **more: Any) -> tuple[dict, dict]:
    """A push in short and in full, all of whose texts are `text`."""
    finding = {"rule": text, "sentence": text, "remedy": text, "source": text}
    both = {"number": number, "time": 1_750_000_000_000 + number, "id": text, "outcome": "accepted", "status": 200,
            "settled": True}
    short = {**both, "phone": "p1", "topic": text, "result": text, "title": text, "text": text, "findings": 1,
             "finding": text}
    report = {"outcome": text, "reason": text, "explanation": text, "faults": [text], "handOvers": 1,
              "shown": shown(text), "events": [{"at": 5, "event": text, "detail": text}], "peakMemory": 9_000_000}
    full = {**both, "connection": 1, "phone": "p1", "app": text, "method": "POST", "path": text,
            "headers": [[text, text]], "size": 100, "payload": text, "reason": text, "fate": "delivered", "fault": text,
            "findings": [finding], "report": report, "explanation": explanation(text), **more}
    return short, full


def explanation(text: str, **more: Any) -> dict:
    """The explanation of a sealed push, all of whose texts are `text`."""
    fields = [{"name": name, "offset": index, "size": 1, "hex": "01", "meaning": text, "rule": text}
              for index, name in enumerate(("version", "prekey id", text))]
    steps = [{"line": 3, "words": text, "rule": text, "result": "passed", "detail": text},
             {"line": 4, "words": text, "rule": text, "result": "decided", "detail": text}]
    bars = [{"name": text, "total": 3, "parts": [{"name": text, "size": 3, "color": 1}]}]
    return {"sentence": text, "outcome": text, "line": 4, "payloadBytes": 100, "payloadLimit": 4096, "envelopeBytes": 3,
            "bucket": 2048, "contentAtMost": 1, "contentBytes": None, "bars": bars, "fields": fields, "inside": fields,
            "steps": steps, **more}
