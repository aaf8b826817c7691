# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""schemathesis against a live relay, with live endpoints and credentials.

    run.py [--long]

The relay is that of SEALEDPUSH_BUILD, on SQLite, with the server that plays APNs. Holds that no
answer is a 5xx, that every answer is as docs/openapi.yaml says, that each status of the document
but those of ELSEWHERE is reached, and that 30 % of the answers at least are 2xx.
"""

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from driving import drive, judge

HERE = Path(__file__).parent
DOCUMENT = HERE.parents[1] / "docs" / "openapi.yaml"
PROGRAMS = Path(os.environ["SEALEDPUSH_BUILD"])
PROGRAM = PROGRAMS / "sealedpush-server"
KEY_ID, TEAM_ID = "KEY0000001", "TEAM000001"
def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def first_line(path: Path, process: subprocess.Popen) -> dict:
    while not (lines := path.read_text().splitlines(keepends=True)) or not lines[0].endswith("\n"):
        assert process.poll() is None, "the server did not start"
        time.sleep(0.02)
    return json.loads(lines[0])


class Servers:
    """A relay with three apps, and the server that plays APNs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes: list[subprocess.Popen] = []
        key = ec.generate_private_key(ec.SECP256R1())
        formats = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        (folder / "key.p8").write_bytes(key.private_bytes(*formats))
        (folder / "key.p8").chmod(0o600)
        given = ["--root", "root.pem", "--key", "key.p8", "--key-id", KEY_ID, "--team-id", TEAM_ID]
        apns = self.start("apns", PROGRAMS / "sealedpush-lab", "apns", *given)
        app = {
            "topic": "com.example.app", "key": "key.p8", "key-id": KEY_ID, "team-id": TEAM_ID,
            "apns-host": "localhost", "apns-port": apns["port"], "apns-root": "root.pem",
        }
        apps = {"chat": app, "quiet": app, "open": app | {"registration": "open"}}
        settings = {"apps": list(apps), "app": apps, "data": "relay", "listen": {"port": free_port()}}
        (folder / "relay.json").write_text(json.dumps(settings | {"operator": {"port": 0}}))
        self.key, self.narrow_key = (self.run("apikey", "make", name) for name in ("wide", "narrow"))
        # No command makes a key that may ask for nothing.
        with sqlite3.connect(folder / "relay" / "relay.sqlite") as database:
            database.execute("UPDATE api_key SET scopes = '' WHERE name = 'narrow'")
        database.close()
        self.url = self.start("relay", PROGRAM, "serve", "--config", "relay.json")["url"]

    def start(self, name: str, *command: str | Path) -> dict:
        output = self.folder / f"{name}.jsonl"
        with output.open("wb") as to, (self.folder / f"{name}.log").open("wb") as errors:
            process = subprocess.Popen(command, cwd=self.folder, stdout=to, stderr=errors)
        self.processes.append(process)
        return first_line(output, process)

    def run(self, *arguments: str) -> str:
        command = [PROGRAM, *arguments, "--config", "relay.json"]
        return subprocess.run(command, cwd=self.folder, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()

    def pause(self, info: dict) -> None:
        """Pauses the app `quiet` once its device is there."""
        while not Path(info["pause"]).exists():
            time.sleep(0.02)
        self.run("outbox", "pause", "quiet")
        Path(info["paused"]).touch()

    def stop(self) -> None:
        for process in reversed(self.processes):
            process.send_signal(signal.SIGTERM)
            assert process.wait(timeout=90) == 0, "a server did not end as it should"


# Answers that other tests hold: a token that can't be pushed to now, for an app that takes devices
# without invitations (ActivationBrakeTests). 503 needs a database that fails (OutageTests).
ELSEWHERE = {"PUT /v1/devices/{device}/token 429"}


def main() -> None:
    is_long = "--long" in sys.argv[1:]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        servers = Servers(folder)
        info = {
            "url": servers.url, "journal": str(folder / "apns.jsonl"), "key": servers.key,
            "narrowKey": servers.narrow_key,
        } | {name: str(folder / name) for name in ("answers", "pause", "paused")}
        (folder / "info.json").write_text(json.dumps(info))
        threading.Thread(target=servers.pause, args=(info,), daemon=True).start()
        drive(DOCUMENT, servers.url, "hooks", {"SEALEDPUSH_RELAY": str(folder / "info.json")}, is_long, folder)
        servers.stop()
        judge(DOCUMENT, folder, ELSEWHERE)


main()
