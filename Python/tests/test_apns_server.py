# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""The server that plays APNs, met by clients that others wrote: aioapns, and h2 frame by frame."""

import asyncio
import json
import logging
import os
import signal
import socket
import ssl
import subprocess
import tempfile
import time
import unittest
from pathlib import Path
from typing import Any
from unittest import mock

import jwt
from aioapns import APNs, NotificationRequest, PushType
from aioapns.connection import APNsProductionClientProtocol
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from h2.config import H2Configuration
from h2.connection import H2Connection
from h2.events import ConnectionTerminated, Event, RemoteSettingsChanged, ResponseReceived, StreamEnded, StreamReset
from h2.settings import SettingCodes

TOPIC = "com.example.app"
TOKEN = "a1" * 32
GONE = "b2" * 32
PATIENCE = 300
KEY_ID, TEAM_ID = "KEY0000001", "TEAM000001"
DEVICES = [
    {"token": TOKEN, "app": TOPIC, "device": "phone"},
    {"token": GONE, "app": TOPIC, "unregistered": 1_700_000_000_123},
]


class Server:
    """`sealedpush-lab apns` as a program, and what it prints."""

    def __init__(self, folder: Path, faults: list[dict[str, Any]], *options: str) -> None:
        self.folder = folder
        self.key = ec.generate_private_key(ec.SECP256R1())
        public = serialization.PublicFormat.SubjectPublicKeyInfo
        (folder / "key.pem").write_bytes(self.key.public_key().public_bytes(serialization.Encoding.PEM, public))
        for name, lines in (("devices", DEVICES), ("faults", faults)):
            (folder / name).write_text("".join(json.dumps(line) + "\n" for line in lines))
        program = Path(os.environ["SEALEDPUSH_BUILD"]) / "sealedpush-lab"
        given = ["--root", "root.pem", "--key", "key.pem", "--key-id", KEY_ID, "--team-id", TEAM_ID]
        given += ["--devices", "devices", "--faults", "faults", *options]
        self.process = subprocess.Popen([program, "apns", *given], cwd=folder, stdout=subprocess.PIPE, text=True)
        listening = self.line()
        self.port = listening["port"]
        self.trust = ssl.create_default_context(cafile=folder / listening["root"])
        self.trust.set_alpn_protocols(["h2"])
        # As aioapns makes one by itself, without a choice of protocols.
        self.bare_trust = ssl.create_default_context(cafile=folder / listening["root"])

    def line(self) -> Any:
        assert self.process.stdout
        return json.loads(self.process.stdout.readline())

    def stop(self) -> Any:
        """Ends it; what it counted."""
        self.process.send_signal(signal.SIGTERM)
        output, _ = self.process.communicate(timeout=PATIENCE)
        assert self.process.returncode == 0, self.process.returncode
        return json.loads(output.splitlines()[-1])

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()

    def pem(self) -> str:
        plain = serialization.NoEncryption()
        pem = self.key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
        return pem.decode()

    def bearer(self, age: int = 0) -> str:
        claims = {"iss": TEAM_ID, "iat": int(time.time()) - age}
        return "bearer " + jwt.encode(claims, self.pem(), algorithm="ES256", headers={"kid": KEY_ID})


class Connection:
    """A connection of h2's, event by event."""

    def __init__(self, server: Server, name: str = "localhost") -> None:
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as plain:
            self.socket = server.trust.wrap_socket(plain, server_hostname=name)
        self.h2 = H2Connection(H2Configuration(client_side=True, header_encoding="utf-8"))
        self.h2.initiate_connection()
        self.flush()

    def flush(self) -> None:
        self.socket.sendall(self.h2.data_to_send())

    def push(self, bearer: str | None, token: str = TOKEN, body: bytes = b'{"aps":{}}', **fields: str) -> int:
        stream = self.h2.get_next_available_stream_id()
        headers = {":method": "POST", ":scheme": "https", ":authority": "localhost", ":path": f"/3/device/{token}"}
        headers |= {"apns-topic": TOPIC} | {name.replace("_", "-"): value for name, value in fields.items()}
        if bearer:
            headers["authorization"] = bearer
        self.h2.send_headers(stream, list(headers.items()))
        self.h2.send_data(stream, body, end_stream=True)
        self.flush()
        return stream

    def until(self, kind: type[Event]) -> list[Event]:
        """What comes up to the first of a kind."""
        events: list[Event] = []
        while not any(isinstance(event, kind) for event in events):
            data = self.socket.recv(65_536)
            if not data:
                raise EOFError
            events += self.h2.receive_data(data)
            self.flush()
        return events

    def answer(self) -> dict[str, str]:
        """The header of the next answer, when it is complete."""
        (answer,) = [event for event in self.until(StreamEnded) if isinstance(event, ResponseReceived)]
        return dict(answer.headers)  # type: ignore[arg-type]

    def close(self) -> None:
        self.socket.close()


class APNsServerTests(unittest.TestCase):
    """Needs the Swift build: `SEALEDPUSH_BUILD` is the folder of its executables."""

    def setUp(self) -> None:
        # It tells of each refusal, between the name of a test and its result.
        logging.getLogger("aioapns").setLevel(logging.CRITICAL)

    def start(self, faults: list[dict[str, Any]] | None = None, *options: str) -> Server:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        server = Server(Path(folder.name), faults or [], *options)
        self.addCleanup(server.kill)
        return server

    def connect(self, server: Server, name: str = "localhost") -> Connection:
        connection = Connection(server, name)
        self.addCleanup(connection.close)
        return connection

    def test_aioapns_meets_the_server(self) -> None:
        server = self.start()

        async def send(requests: list[Any]) -> list[Any]:
            client = APNs(
                key=server.pem(),
                key_id=KEY_ID,
                team_id=TEAM_ID,
                topic=TOPIC,
                max_connections=1,
                ssl_context=server.bare_trust,
            )
            results = await asyncio.gather(*[client.send_notification(request) for request in requests])
            client.pool.close()
            while client.pool.connections:
                await asyncio.sleep(0.001)
            return results

        requests = [
            NotificationRequest(token, {"aps": {"alert": str(number)}}, push_type=PushType.ALERT)
            for number, token in enumerate([TOKEN] * 60 + [GONE, "c3" * 32])
        ]
        # On a busy machine an answer may take longer than it waits by itself.
        place = {"APNS_SERVER": "localhost", "APNS_PORT": server.port, "INACTIVITY_TIME": PATIENCE}
        # Each client would sign a token of its own, of which APNs takes one every 20 minutes.
        token = server.bearer().removeprefix("bearer ")
        shared = mock.patch("aioapns.connection.jwt.encode", return_value=token)
        with shared, mock.patch.multiple(APNsProductionClientProtocol, **place):
            # It miscounts its streams when the limit rises, and sends nothing more once it falls, as after a refusal.
            results = [
                result for part in (requests[:60], requests[60:61], requests[61:]) for result in asyncio.run(send(part))
            ]
        self.assertEqual([result.status for result in results], ["200"] * 60 + ["410", "400"])
        self.assertEqual(results[60].description, "Unregistered")
        self.assertEqual(results[60].timestamp, 1_700_000_000_123)
        self.assertEqual(results[61].description, "BadDeviceToken")
        lines = [server.line() for _ in results]
        taken = {line["id"]: json.loads(bytes.fromhex(line["payload"])) for line in lines if "payload" in line}
        self.assertEqual(
            {result.notification_id: {"aps": {"alert": str(number)}} for number, result in enumerate(results[:60])},
            taken,
        )
        counts = server.stop()
        self.assertEqual((counts["requests"], counts["accepted"]), (62, 60))
        self.assertEqual(counts["refused"], {"BadDeviceToken": 1, "Unregistered": 1})

    def test_h2_meets_the_server(self) -> None:
        server = self.start()
        connection = self.connect(server)
        (settings,) = list(connection.until(RemoteSettingsChanged))[:1]
        self.assertIn(SettingCodes.MAX_CONCURRENT_STREAMS, settings.changed_settings)  # type: ignore[attr-defined]
        self.assertEqual(connection.h2.remote_settings.max_concurrent_streams, 1)
        bearer = server.bearer()
        connection.push(bearer, apns_id="123e4567-e89b-12d3-a456-426655440000", apns_expiration="0")
        answer = connection.answer()
        self.assertEqual(len(answer.pop("apns-unique-id")), 36)
        self.assertEqual(answer, {":status": "200", "apns-id": "123e4567-e89b-12d3-a456-426655440000"})
        self.assertEqual(connection.h2.remote_settings.max_concurrent_streams, 1000)
        line = server.line()
        wanted = {
            "event": "push",
            "number": 1,
            "connection": 1,
            "id": "123e4567-e89b-12d3-a456-426655440000",
            "outcome": "accepted",
            "fate": "delivered",
            "token": TOKEN,
            "device": "phone",
            "topic": TOPIC,
            "priority": 10,
            "expiration": 0,
            "payload": b'{"aps":{}}'.hex(),
        }
        self.assertLess(abs(line.pop("time") - time.time() * 1000), 600_000)
        self.assertEqual(line, wanted)
        connection.push(bearer, body=b" " * 5000)
        self.assertEqual(connection.answer()[":status"], "413")
        self.assertEqual(server.line()["reason"], "PayloadTooLarge")
        connection.push(server.bearer(4000))
        self.assertEqual(connection.answer()[":status"], "403")
        self.assertEqual(server.line()["reason"], "ExpiredProviderToken")
        # From now on the connection is stuck.
        connection.push(bearer)
        self.assertEqual(connection.answer()[":status"], "403")
        self.assertEqual(server.stop()["connections"], 1)

    def test_faults_reach_a_client(self) -> None:
        server = self.start(
            [
                {"fault": "refusal", "reason": "TooManyRequests", "retryAfter": 7, "number": 1},
                {"fault": "reset", "errorCode": 7, "number": 2},
                {"fault": "streamLimit", "limit": 2, "number": 3},
                {"fault": "latency", "milliseconds": 1, "every": 3},
                {"fault": "goAway", "reason": "Shutdown", "taken": True, "number": 4},
                {"fault": "refused", "number": 2},
                {"fault": "lateStreams", "milliseconds": 1, "number": 3},
                {"fault": "drop", "chance": 0},
                {"fault": "slowGoAway", "milliseconds": 1, "reason": "Shutdown", "chance": 0},
            ],
            "--sandbox",
            "--name",
            "push.example.com",
        )
        connection = self.connect(server, "push.example.com")
        connection.until(RemoteSettingsChanged)
        bearer = server.bearer()
        connection.push(bearer)
        answer = connection.answer()
        self.assertEqual((answer[":status"], answer["retry-after"]), ("429", "7"))
        connection.push(bearer)
        (reset,) = [event for event in connection.until(StreamReset) if isinstance(event, StreamReset)]
        self.assertEqual(reset.error_code, 7)
        connection.push(bearer)
        self.assertIn("apns-unique-id", connection.answer())
        self.assertEqual(connection.h2.remote_settings.max_concurrent_streams, 2)
        stream = connection.push(bearer)
        events = connection.until(ConnectionTerminated)
        end = events[-1]
        last: Any = end
        self.assertEqual((last.last_stream_id, last.additional_data), (stream, b'{"reason":"Shutdown"}'))
        lines = [server.line() for _ in range(4)]
        self.assertEqual([line.get("fault") for line in lines], ["refusal", "reset", None, "goAway"])
        self.assertEqual([line.get("latency") for line in lines], [None, None, 1, None])
        self.assertEqual([line["outcome"] for line in lines], ["refused", "notSeen", "accepted", "accepted"])
        with self.assertRaises(OSError):
            Connection(server)
        self.assertEqual(server.stop()["faults"], 3)

    def test_send_meets_the_server(self) -> None:
        server = self.start()
        folder = server.folder
        (folder / "key.p8").write_text(server.pem())
        (folder / "key.p8").chmod(0o600)
        (folder / "open.p8").write_text(server.pem())
        (folder / "open.p8").chmod(0o644)
        (folder / "push.apns").write_text(json.dumps({"aps": {"alert": "1"}, "Simulator Target Bundle": TOPIC}))
        (folder / "sealed.json").write_text('{"aps":{"alert":"New message"},"encrypted-content":"AQEA"}\n')
        headers = f"apns-topic: {TOPIC}\napns-push-type: alert\napns-priority: 5\napns-collapse-id: dinner\n"
        (folder / "headers").write_text(headers)
        program = Path(os.environ["SEALEDPUSH_BUILD"]) / "sealedpush-server"
        usual = ["--key", "key.p8", "--key-id", KEY_ID, "--team-id", TEAM_ID, "--host", "localhost"]
        here = ["--port", str(server.port), "--root", "root.pem", "--time-limit", str(PATIENCE)]
        sealed = ["--headers", "headers", "sealed.json"]
        for arguments, code, output, error in (
            ([*here, "--to", TOKEN, "push.apns"], 0, "accepted as ", ""),
            ([*here, "--to", TOKEN, "--json", *sealed], 0, '"result":"accepted"', ""),
            ([*here, "--to", GONE, "--json", *sealed], 8, '"since":1700000000123', "the device is gone"),
            ([*here, "--to", "c3", *sealed], 8, "", "BadDeviceToken (400)"),
            (["--port", "1", "--time-limit", "1", "--to", TOKEN, *sealed], 75, "", "hint: the same id: --id "),
            ([*here, "--to", TOKEN, "--key", "open.p8", *sealed], 6, "", "the key is open to other users"),
            ([*here, "--to", TOKEN, "--key", "headers", *sealed], 6, "", "the key is open to other users"),
            ([*here, "--too", "c0ffeec0ffee", "--port=c0ffeec0ffee", *sealed], 64, "", "'...' is invalid for '--port"),
            ([*here, "--to", TOKEN, "c0ffeec0ffee", *sealed], 64, "", "see 'sealedpush-server send --help'"),
            ([*here, "--to", TOKEN, "sealed.json"], 64, "", "there is no topic"),
            ([*here, "--to", TOKEN, "--headers", "push.apns", "sealed.json"], 64, "", "line 1 of the headers"),
        ):
            run: list[Any] = [program, "send", *usual, *arguments]
            # The runs share a provider token, in a file of this folder.
            cache = os.environ | {"XDG_CACHE_HOME": str(folder)}
            result = subprocess.run(
                run, cwd=folder, env=cache, capture_output=True, text=True, check=False, timeout=PATIENCE
            )
            self.assertEqual(result.returncode, code, (arguments, result.stderr))
            self.assertIn(output, result.stdout)
            self.assertIn(error, result.stderr)
            self.assertNotIn("c0ffeec0ffee", result.stderr)
        first, second, *_ = [server.line() for _ in range(4)]
        self.assertEqual(bytes.fromhex(first["payload"]), b'{"aps": {"alert": "1"}}')
        self.assertEqual((second["collapseID"], second["priority"]), ("dinner", 5))
        self.assertEqual(server.stop()["accepted"], 2)

    def test_what_makes_no_sense_is_told(self) -> None:
        program = Path(os.environ["SEALEDPUSH_BUILD"]) / "sealedpush-lab"
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            key = ec.generate_private_key(ec.SECP256R1())
            form = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
            (folder / "key.p8").write_bytes(key.private_bytes(*form))
            (folder / "bad").write_text('\n{"fault":"drop","ofen":3}\n')
            (folder / "token").write_text('{"token":"xx","app":"a"}\n')
            usual = ["--root", "root.pem", "--key-id", KEY_ID, "--team-id", TEAM_ID]
            for arguments, words in (
                (["--key", "key.p8", "--faults", "bad"], "line 2 of the list of faults"),
                (["--key", "key.p8", "--devices", "token"], "line 1 of the list of devices"),
                (["--key", "bad"], "the key can't be read"),
                (["--key", "none"], "the key can't be read"),
                (["--key", "key.p8", "--host", "0.0.0.0"], "other machines could reach"),
                (["--key", "key.p8", "--streams", "0"], "--streams is 1 to 10000"),
                ([], "missing expected argument"),
            ):
                run: list[Any] = [program, "apns", *usual, *arguments]
                result = subprocess.run(run, cwd=folder, capture_output=True, text=True, check=False, timeout=PATIENCE)
                self.assertEqual(result.returncode, 64, arguments)
                self.assertIn(words, result.stderr)
                self.assertEqual(result.stdout, "")
