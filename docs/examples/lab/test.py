# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
# pip install 'httpx[http2]'; start `sealedpush-lab serve` first.
import os, ssl, httpx

lab = httpx.Client(base_url=os.environ.get("LAB", "http://127.0.0.1:2198"), timeout=30)
phone = lab.post("/phones", json={"apps": [{"topic": "com.example.app"}]}).json()
apns = lab.get("/apns").json()

# Your backend, pointed at the lab: host, port, root certificate, key.
trust = ssl.create_default_context(cafile=apns["files"]["root"])
headers = {"apns-topic": "com.example.app", "authorization": "bearer " + apns["providerToken"]}
url = f"{apns['url']}/3/device/{phone['apps'][0]['token']}"
with httpx.Client(http2=True, verify=trust) as backend:
    backend.post(url, json={"aps": {"alert": "Dinner"}}, headers=headers).raise_for_status()

shown = lab.get(f"/phones/{phone['id']}/notifications?wait=1&timeout=10").json()["notifications"]
lab.delete(f"/phones/{phone['id']}")
lab.close()
assert [one["lines"] for one in shown] == [["Dinner"]], shown
