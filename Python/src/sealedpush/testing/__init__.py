# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""For tests of programs that send: a device in memory, and a relay with phones in this process.

With pytest, the fixture `sealedpush_phone` is a phone that is paired with the sender of
`sealedpush.Sender()`, whose file is then in the test's own folder:

    def test_an_order_is_told(sealedpush_phone):
        my_app.order("42")
        assert sealedpush_phone.wait_for(text="42").title == "Shop"

Nothing here is durable, and nothing is for phones of people.
"""

from ._device import Device, Notification
from ._relay import Phone, Relay

__all__ = ["Device", "Notification", "Phone", "Relay"]
