#!/usr/bin/env python3
# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Says whose devices those are whose subscriptions lie here, sends a text, prints the results."""

import json, os, sys, time, urllib.error, urllib.request, uuid
from pathlib import Path

SIDECAR = os.environ.get("SIDECAR", "http://127.0.0.1:8081")


def ask(method, path, body=None, **headers):
    headers |= {"Authorization": "Bearer " + key, "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body, ensure_ascii=False).encode(errors="replace")
    request = urllib.request.Request(SIDECAR + path, data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.loads(answer.read() or b"null")
    except urllib.error.HTTPError as error:
        # What is not served gets a problem (RFC 9457), whose detail says why.
        sys.exit(f"send.py: {error.code}: {error.read().decode()}")
    except (OSError, ValueError) as error:
        sys.exit(f"send.py: no sidecar answers at {SIDECAR} (SIDECAR names another): {error}")


try:
    # What the operator's 'seal-service apikey make' printed.
    key = Path("backend.key").read_text().strip()
    devices = [file.read_text().strip() for file in Path().glob("*.subscription")]
except (OSError, ValueError) as error:
    sys.exit(f"send.py: the key or a subscription can't be read: {error}")

# Once for each user, when the app gives its devices' subscriptions.
ask("PUT", "/v1/recipients/user-7", {"subscriptions": devices})

# For each message; sent again under its key, the same request is the same message.
payload = {"aps": {"alert": {"body": "Your order is ready"}}}
message = {"to": ["user-7"], "payload": payload}
name = ask("POST", "/v1/messages", message, **{"Idempotency-Key": str(uuid.uuid4())})["id"]

# For who wants to know; a backend reads /v1/events now and then.
results = [{"result": "waiting"}]
while any(one["result"] == "waiting" for one in results):
    time.sleep(0.2)
    results = ask("GET", "/v1/messages/" + name)["results"]
print(json.dumps(results))
