# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""A lab, met by a backend of another project's, by examples, curl and h2load.

The lab is `sealedpush-lab serve` of SEALEDPUSH_BUILD. The backend's tests run in four processes at
once, each test with a phone of its own.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[1] / "docs" / "examples" / "lab"
TOPIC = "com.example.app"
PROGRAMS = Path(os.environ["SEALEDPUSH_BUILD"])


class Lab:
    """The program, at ports that are free."""

    def __init__(self, folder: Path) -> None:
        self.command = [PROGRAMS / "sealedpush-lab", "serve", "--keys", folder / "keys", "--store", folder / "phone"]
        self.process = subprocess.Popen([*self.command, "--port", "0", "--page-port", "0"], stdout=subprocess.PIPE, text=True)
        assert self.process.stdout
        apns, page = self.process.stdout.readline(), self.process.stdout.readline()
        self.apns = re.match(r"APNs  (https://localhost:\d+)   trust, test keys: ", apns)[1]
        self.page = re.fullmatch(r"Page  (http://127\.0\.0\.1:\d+)\n", page)[1]

    def ask(self, method: str, path: str, body: object = None) -> object:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(self.page + path, data, headers, method=method)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.loads(answer.read() or b"null")

    def phone(self) -> tuple[str, str]:
        """A new phone: its path, and a token."""
        phone = self.ask("POST", "/phones", {"apps": [{"topic": TOPIC}]})
        return f"/phones/{phone['id']}", phone["apps"][0]["token"]

    def lines(self, phone: str, count: int = 1) -> list[list[str]]:
        shown = self.ask("GET", f"{phone}/notifications?wait={count}&timeout=30")
        return [one["lines"] for one in shown["notifications"]]

    def push(self, token: str, payload: str, headers: list[str] | None = None) -> None:
        """A push of curl's with the certificate."""
        files = self.ask("GET", "/apns")["files"]
        lines = headers or [f"apns-topic: {TOPIC}"]
        given = [part for line in lines for part in ("-H", line)]
        command = ["curl", "-sS", "--http2", "--fail", "--cacert", files["root"], "--cert", files["certificatePEM"], *given]
        subprocess.run([*command, "--data-binary", payload, f"{self.apns}/3/device/{token}"], check=True, timeout=60)

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(timeout=60) == 0, "the lab did not end as it should"


def backend(lab: Lab) -> None:
    """The tests of the backend, which have no other phones than their own."""
    command = [sys.executable, "-W", "error", "-m", "pytest", "-q", "-n", "4", "-p", "no:cacheprovider", HERE / "backend"]
    subprocess.run(command, env=os.environ | {"LAB": lab.page}, check=True)


def examples(lab: Lab) -> None:
    """Those whose languages are here; each fails if the phone shows anything else."""
    known = {"test.py": [sys.executable, "-W", "error"], "test.mjs": ["node"], "test.php": ["php"], "test.go": ["go", "run"]}
    assert {file.name for file in EXAMPLES.glob("test.*")} == set(known)
    for name, command in known.items():
        if shutil.which(command[0]):
            environment = os.environ | {"LAB": lab.page, "NODE_EXTRA_CA_CERTS": ""}
            subprocess.run([*command, EXAMPLES / name], env=environment, check=True, timeout=120)
            print(f"{name}: passed")
        else:
            print(f"{name}: not run, as {command[0]} is not here")
    for name in ("test.py", "test.mjs"):
        assert shutil.which(known[name][0]), f"{name} has to run"


def curl(lab: Lab) -> None:
    """A certificate, and a provider token that the lab made."""
    access = lab.ask("GET", "/apns")
    files = access["files"]
    certificate = ["--cert", files["certificate"], "--cert-type", "P12"]
    for credentials in (certificate, ["-H", f"authorization: bearer {access['providerToken']}"]):
        phone, token = lab.phone()
        payload = json.dumps({"aps": {"alert": {"title": "From curl", "body": "Ünïcode 🍽"}}})
        url = f"{lab.apns}/3/device/{token}"
        command = ["curl", "-sS", "--http2", "--fail", "--cacert", files["root"], *credentials, "-H", f"apns-topic: {TOPIC}"]
        subprocess.run([*command, "-H", "apns-push-type: alert", "-d", payload, url], check=True, timeout=60)
        assert lab.lines(phone) == [["From curl", "Ünïcode 🍽"]]
    print("curl: passed")


def h2load(lab: Lab, folder: Path) -> None:
    """2,000 pushes, if it is here: all are answered 200, and the phone shows the last."""
    if not shutil.which("h2load"):
        print("h2load: not run, as it is not here")
        return
    phone, token = lab.phone()
    (folder / "payload").write_text('{"aps":{"alert":"Load"}}')
    bearer = lab.ask("GET", "/apns")["providerToken"]
    fields = {"authorization": f"bearer {bearer}", "apns-topic": TOPIC}
    headers = [part for name, value in fields.items() for part in ("-H", f"{name}: {value}")]
    command = ["h2load", "-n", "2000", "-c", "4", "-m", "20", "-d", folder / "payload", *headers]
    url = f"{lab.apns}/3/device/{token}"
    output = subprocess.run([*command, url], check=True, timeout=120, stdout=subprocess.PIPE, text=True).stdout
    assert "2000 succeeded, 0 failed" in output, output
    assert lab.lines(phone, 1000) == [["Load"]] * 1000
    assert lab.ask("GET", f"/pushes?limit=1&phone={phone.rsplit('/', 1)[1]}")["count"] == 2000
    print("h2load: passed")


def sealedpush(folder: Path, *arguments: str | Path) -> str:
    command = [PROGRAMS / "sealedpush", *arguments]
    return subprocess.run(command, cwd=folder, check=True, stdout=subprocess.PIPE, text=True, timeout=60).stdout


def make_stores(folder: Path) -> None:
    """A device's store and a sender's, which know each other."""
    sealedpush(folder, "device", "init", "--store", "phone", "--topic", TOPIC)
    (folder / "phone.bundle").write_text(sealedpush(folder, "device", "bundle", "--store", "phone", "--one-time", "5"))
    identity = sealedpush(folder, "sender", "init", "--store", "server").strip()
    sealedpush(folder, "contact", "add", "--store", "phone", "--name", "Ann", "--identity", identity)


def sealed(lab: Lab, folder: Path) -> None:
    """A sealed push is opened by the extension of a store, and kept while the phone was never unlocked."""
    (folder / "plain.json").write_text('{"aps":{"alert":{"body":"Supper at seven"}}}')
    given = ["--store", "server", "--to", "phone.bundle", "--recipient", "bob", "--topic", TOPIC, "--headers", "headers"]
    app = {"topic": TOPIC, "extension": "phone"}
    for lock in ("unlocked", "beforeFirstUnlock"):
        phone = lab.ask("POST", "/phones", {"lock": lock, "apps": [app]})
        payload = sealedpush(folder, "seal", *given, "plain.json")
        lab.push(phone["apps"][0]["token"], payload, (folder / "headers").read_text().splitlines())
        number = lab.ask("GET", f"/pushes?phone={phone['id']}")["pushes"][0]["number"]
        push = lab.ask("GET", f"/pushes/{number}?wait=1&timeout=60")
        assert push["settled"] and push["report"]["outcome"] == "handedOver", push["report"]
        outcome = push["explanation"]["outcome"]
        assert (outcome is not None) == (lock == "unlocked"), outcome
        lines = push["report"]["shown"]["lines"]
        assert (lines == ["Ann", "Supper at seven"]) == (lock == "unlocked"), lines
        assert ("Supper" in json.dumps(push)) == (lock == "unlocked"), push
    print("sealed: passed")


def ports(lab: Lab) -> None:
    """A port that is taken is an error that names its option."""
    for option, other, url in (("--port", "--page-port", lab.apns), ("--page-port", "--port", lab.page)):
        command = [*lab.command, option, url.rsplit(":", 1)[1], other, "0"]
        ended = subprocess.run(command, capture_output=True, text=True, timeout=60)
        assert ended.returncode == 1 and f": {option}, " in ended.stderr and ended.stdout == "", ended
    print("ports: passed")


def events(lab: Lab) -> None:
    """A stream tells of a phone and its push, and ends with the lab."""
    with urllib.request.urlopen(lab.page + "/events", timeout=60) as stream:
        assert stream.headers["Content-Type"] == "text/event-stream"
        assert stream.readline() == b": the lab\n"
        phone, token = lab.phone()
        lab.push(token, '{"aps":{"alert":"Hi"}}')
        seen = b""
        while b"event: push\n" not in seen or b"event: phone\n" not in seen:
            seen += stream.readline()
        lab.stop()
        assert b"event: reset\n" in stream.read()
    print("events: passed")


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make_stores(folder)
        lab = Lab(folder)
        try:
            backend(lab)
            assert lab.ask("GET", "/phones") == {"phones": []}, "a test left its phone"
            examples(lab)
            curl(lab)
            h2load(lab, folder)
            sealed(lab, folder)
            ports(lab)
            events(lab)
        finally:
            lab.process.kill()


main()
