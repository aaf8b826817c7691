# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Tests of the shop: the fixture is a paired phone in this process, without a relay or a network."""

import shop

from sealedpush.testing import Phone


def test_an_order_is_on_the_phone_once(sealedpush_phone: Phone) -> None:
    client = shop.app.test_client()
    for _ in range(2):
        assert client.post("/orders/7", json={"item": "Tea"}).status_code == 201
    message = sealedpush_phone.wait_for(text="Order 7")
    assert (message.title, message.body) == ("New order", "Order 7: Tea")
    assert len(sealedpush_phone.messages) == 1


def test_an_order_is_taken_though_the_phone_is_gone(sealedpush_phone: Phone) -> None:
    sealedpush_phone.end()
    assert shop.app.test_client().post("/orders/8", json={"item": "Tea"}).status_code == 202
