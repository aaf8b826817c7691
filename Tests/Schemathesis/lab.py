# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""schemathesis against a live lab, with live phones, pushes and notifications.

    lab.py [--long]

The lab is `sealedpush-lab serve` of SEALEDPUSH_BUILD. Holds that no answer is a 5xx, that every
answer is as docs/lab.yaml says, that each status of the document but those of ELSEWHERE is reached,
and that 30 % of the answers at least are 2xx.
"""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from driving import drive, judge

DOCUMENT = Path(__file__).parents[2] / "docs" / "lab.yaml"
# What a path without a variable is asked by another site or name is generated too seldom, a lab with
# 1,000 phones, one that is a playground, a picture (all LabAPITests); a stream without an end
# (EventTests).
PLAIN = (
    "DELETE /phones", "GET /", "GET /apns", "GET /apns/faults", "GET /favicon.ico", "GET /page.js", "GET /phones",
    "GET /relay",
)
ELSEWHERE = {
    *(f"{operation} {status}" for operation in PLAIN for status in (403, 421)),
    "POST /phones 429", "GET /relay 200", *(f"POST /messages {status}" for status in (202, 400, 413, 415)),
    *(f"GET /events {status}" for status in (200, 403, 421)), "GET /files/{file} 200",
}


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        program = Path(os.environ["SEALEDPUSH_BUILD"]) / "sealedpush-lab"
        command = [program, "serve", "--port", "0", "--page-port", "0", "--keys", folder / "keys"]
        lab = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert lab.stdout
        try:
            _, page = lab.stdout.readline(), lab.stdout.readline()
            url = re.fullmatch(r"Page  (\S+)\n", page)[1]
            info = {"url": url, "answers": str(folder / "answers")}
            (folder / "info.json").write_text(json.dumps(info))
            variables = {"SEALEDPUSH_LAB": str(folder / "info.json")}
            more = ["--exclude-path", "/events"]
            drive(DOCUMENT, url, "lab_hooks", variables, "--long" in sys.argv[1:], folder, *more)
        finally:
            lab.send_signal(signal.SIGTERM)
            code = lab.wait(timeout=90)
        assert code == 0, "the lab did not end as it should"
        judge(DOCUMENT, folder, ELSEWHERE)


main()
