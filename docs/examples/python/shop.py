# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""A shop in Flask that tells its owner's phone of each order.

Pair the phone once: `sealedpush-py pair --relay https://relay.example --name Shop`
"""

from flask import Flask, request

import sealedpush

app = Flask(__name__)


@app.post("/orders/<number>")
def order(number: str) -> tuple[dict[str, bool], int]:
    """Takes an order. Sent again, the same order is told once."""
    text = f"Order {number}: {request.get_json()['item']}"
    deliveries = sealedpush.notify(text, title="New order", idempotency_key=f"order {number}", patience=5)
    told = all(delivery.taken for delivery in deliveries)
    return {"told": told}, 201 if told else 202
