# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Tests of the backend, which know of APNs and phones only what the lab tells them."""

import pytest

ROUNDS = range(5)


@pytest.mark.parametrize("order", ROUNDS)
def test_customer_sees_the_order(orders, customer, phone, order):
    orders("shipped", customer, order)
    [shown] = phone.shown()
    assert shown["lines"] == ["Your order", f"Order {order} is on its way, Ann"]
    assert shown["audible"]
    assert shown["content"]["threadIdentifier"] == f"order-{order}"


@pytest.mark.parametrize("order", ROUNDS)
def test_later_news_replaces_the_earlier(orders, customer, phone, order):
    orders("shipped", customer, order)
    [first] = phone.shown()
    [name] = orders("delivered", customer, order)
    assert phone.push(name)["settled"]
    [last] = phone.shown()
    assert last["lines"] == [f"Order {order} was delivered"]
    assert last["id"] == first["id"]


@pytest.mark.parametrize("order", ROUNDS)
def test_phone_without_network_gets_the_last(orders, customer, phone, order):
    phone.change(online=False)
    orders("shipped", customer, order)
    orders("delivered", customer, order)
    assert phone.shown(wait=0) == []
    phone.change(online=True)
    assert [shown["lines"] for shown in phone.shown()] == [[f"Order {order} was delivered"]]


def test_customer_replies(orders, customer, phone):
    orders("shipped", customer, 1)
    [shown] = phone.shown()
    answer = phone.respond(shown, action="reply", text="Thank you")
    assert answer["text"] == "Thank you"
    assert phone.shown(wait=0) == []


def test_token_that_is_gone_is_forgotten(orders, customer, phone):
    phone.remove()
    assert orders("shipped", customer, 1) == []
    assert customer.tokens == []


def test_backend_tries_again(lab, orders, customer, phone):
    fault = {"fault": "refusal", "reason": "TooManyRequests", "first": 2, "token": phone.token}
    assert lab.put("/apns/faults", json={"faults": [fault]}).status_code == 204
    assert len(orders("shipped", customer, 1)) == 1
    assert [push["status"] for push in phone.pushes()] == [200, 429, 429]


def test_silent_push_shows_nothing(orders, customer, phone):
    [name] = orders("refresh", customer)
    push = phone.push(name)
    assert push["report"]["shown"] is None
    assert push["status"] == 200
    assert phone.shown(wait=0) == []


@pytest.mark.parametrize("number", range(8))
def test_pushes_of_other_tests_stay_away(orders, customer, phone, number):
    for order in range(5):
        orders("shipped", customer, 100 * number + order)
    shown = phone.shown(wait=5)
    assert [one["content"]["threadIdentifier"] for one in shown] == [
        f"order-{100 * number + order}" for order in reversed(range(5))]
    assert len(phone.pushes()) == 5
