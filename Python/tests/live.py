# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""A relay, the server that plays APNs and simulated phones, of the Swift build."""

import json
import os
import re
import socket
import subprocess
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

KEY = ("--key", "key.p8", "--key-id", "KEY0000001", "--team-id", "TEAM000001")


def program(name: str) -> Path:
    """An executable of the Swift build."""
    return Path(os.environ["SEALEDPUSH_BUILD"]) / name


def until(found: Callable[[], object], what: str) -> None:
    """Waits up to a minute."""
    end = time.monotonic() + 60
    while not found():
        if time.monotonic() > end:
            raise TimeoutError(what)
        time.sleep(0.02)


class Live:
    """A relay with one app, whose publisher invites everybody."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes: list[subprocess.Popen[bytes]] = []
        key = ec.generate_private_key(ec.SECP256R1())
        (folder / "key.p8").write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
        (folder / "key.p8").chmod(0o600)
        apns = self.start("apns", "sealedpush-lab", "apns", "--root", "root.pem", *KEY)
        self.port = free_port()
        self.publisher = self.run("sealedpush-server", "apikey", "make", "publisher", "--data", "relay")
        self.arguments = ("serve", "--data", "relay", "--port", str(self.port), "--operator-port", "0",
                          "--topic", "com.example.app", *KEY, "--apns-host", "localhost",
                          "--apns-port", str(apns["port"]), "--apns-root", "root.pem")
        self.url = str(self.start("relay", "sealedpush-server", *self.arguments)["url"])

    def start(self, name: str, *command: str) -> dict[str, object]:
        """Starts a server, and returns the first line that it prints."""
        output = self.folder / f"{name}.jsonl"
        with output.open("wb") as to, (self.folder / f"{name}.log").open("wb") as errors:
            self.processes.append(subprocess.Popen([program(command[0]), *command[1:]], cwd=self.folder,
                                                   stdout=to, stderr=errors, start_new_session=True))
        until(lambda: b"\n" in output.read_bytes(), f"{name} did not start")
        found: dict[str, object] = json.loads(output.read_text().splitlines()[0])
        return found

    def run(self, name: str, *arguments: str, stdin: bytes = b"") -> str:
        """Runs a command to its end."""
        done = subprocess.run([program(name), *arguments], cwd=self.folder, input=stdin, capture_output=True,
                              check=False)
        if done.returncode:
            raise AssertionError(f"{name}: {done.returncode}: {done.stderr.decode()}")
        return done.stdout.decode().strip()

    def stop_relay(self) -> None:
        """Ends the relay, as a power cut does."""
        self.processes[-1].kill()
        self.processes.pop().wait()

    def stop(self) -> None:
        """Ends all."""
        for process in self.processes:
            process.kill()
            process.wait()

    def pushes(self, token: str) -> list[bytes]:
        """The payloads that came for a token, as they came."""
        lines = [json.loads(line) for line in (self.folder / "apns.jsonl").read_text().splitlines()]
        return [bytes.fromhex(line["payload"]) for line in lines if line.get("token") == token and line.get("payload")]


class LivePhone:
    """A phone that is registered and activated at the relay."""

    def __init__(self, live: Live, name: str, token: str) -> None:
        self.live, self.name, self.token, self.seen = live, name, token, 1
        live.run("sealedpush", "device", "init", "--store", name, "--topic", "com.example.app")
        request = urllib.request.Request(f"{live.url}/v1/invitations", b'{"app":"com.example.app"}', {
            "Authorization": f"Bearer {live.publisher}", "Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=20) as answer:
            invitation = json.loads(answer.read())["invitation"]
        register = ("device", "register", "--store", name, "--registration", f"{name}.relay")
        live.run("sealedpush", *register, "--app", "com.example.app", "--relay", live.url, "--token", token,
                 f"--invitation={invitation}")
        live.run("sealedpush", *register, "--answer", self.push(0))

    def push(self, number: int) -> str:
        """The file with a push of this phone's, once it is there."""
        until(lambda: len(self.live.pushes(self.token)) > number, "no push has come")
        path = self.live.folder / f"{self.name}-{number}.push"
        path.write_bytes(self.live.pushes(self.token)[number])
        return path.name

    def screen(self) -> str:
        """What the phone shows of the next push."""
        self.seen += 1
        shown = self.live.run("sealedpush-lab", "run", "--store", self.name, self.push(self.seen - 1))
        return "\n".join(re.findall(r"^  \| ?(.*)", shown, re.MULTILINE))

    def pair(self, link: str) -> subprocess.Popen[bytes]:
        """Answers a link; the process prints the number once the phone is paired."""
        command: list[Any] = [program("sealedpush"), "device", "pair", "--store", self.name, "--registration",
                   f"{self.name}.relay", "--device-name", f"Ann's {self.name}", "--yes", "-"]
        path = self.live.folder / f"{self.name}.link"
        path.write_text(link)
        with path.open("rb") as text:
            return subprocess.Popen(command, cwd=self.live.folder, stdin=text, stdout=subprocess.PIPE,
                                    stderr=subprocess.DEVNULL)


def free_port() -> int:
    """A port at which nothing listens."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])
