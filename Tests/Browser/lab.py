# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""A lab of the build, with ports and keys of its own."""

import json
import os
import re
import subprocess
import tempfile
import urllib.request
from pathlib import Path
from typing import Any


class Lab:
    """`sealedpush-lab serve` in a process that ends with it."""

    def __init__(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        program = Path(os.environ["SEALEDPUSH_BUILD"]) / "sealedpush-lab"
        arguments = [program, "serve", "--port", "0", "--page-port", "0", "--keys", Path(self.folder.name) / "keys"]
        self.process = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)
        try:
            self.apns = self._line(r"APNs +(\S+)")
            self.url = self._line(r"Page +(\S+)")
            self.access = self.ask("GET", "/apns")
        except BaseException:
            self.close()
            raise

    def _line(self, pattern: str) -> str:
        line = self.process.stdout.readline()
        found = re.match(pattern, line)
        if not found:
            raise AssertionError(f"the lab says {line!r}")
        return found[1]

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """The answer of the lab's REST."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, {"Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(request, timeout=30) as answer:
            text = answer.read()
        return json.loads(text) if text else None

    def push(self, token: str, payload: str, topic: str, **headers: str) -> int:
        """Sends a push as any client does; the status that APNs answers."""
        fields = {"authorization": f"bearer {self.access['providerToken']}", "apns-topic": topic,
                  "apns-push-type": "alert", **headers}
        options = [part for name, value in fields.items() for part in ("-H", f"{name}: {value}")]
        command = ["curl", "-sS", "--http2", "--cacert", self.access["files"]["root"], "-o", os.devnull, "-w",
                   "%{http_code}", *options, "--data-binary", "@-", f"{self.apns}/3/device/{token}"]
        done = subprocess.run(command, input=payload.encode(), capture_output=True, timeout=30, check=True)
        return int(done.stdout)

    def close(self) -> None:
        """Ends the lab."""
        self.process.terminate()
        self.process.wait(30)
        self.process.stdout.close()
        self.folder.cleanup()
