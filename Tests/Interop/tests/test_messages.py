# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Sealing and opening (sections 11 to 17)."""

import random
import unittest
from contextlib import nullcontext
from unittest import mock

from sealedpush import claims
from sealedpush.errors import OpeningError
from sealedpush.payloads import PUSH_TYPES, make_outer
from sealedpush.primitives import GRACE, KEPT, base64url

from . import cases


def _content(size: int) -> bytes:
    return b'{"aps":{"alert":"%b"}}' % (b"x" * (size - 20))


class MessageTests(cases.Case):
    def test_a_message_opens_with_its_content_and_its_sender(self) -> None:
        for suite in (1, 2):
            key = cases.prekey(suite)
            opened = cases.device(key).open(cases.message(key).payload, cases.NOW)
            self.assertEqual(opened.claim.content, cases.CONTENT)
            self.assertEqual(opened.claim.id_s, cases.SERVER.identity.public)

    def test_every_bit_of_an_envelope_counts(self) -> None:
        for suite in (1, 2):
            key = cases.prekey(suite)
            sealed = cases.message(key, padding="none")
            device, envelope = cases.device(key), sealed.envelope.encoded
            bits = random.Random(1).sample(range(8 * len(envelope)), 1500)
            for bit in [*range(224), *bits]:
                text = base64url(cases.flipped(envelope, bit))
                with self.assertRaises(OpeningError, msg=f"bit {bit} of suite {suite}"):
                    device.open(make_outer(text), cases.NOW)
            device.open(sealed.payload, cases.NOW)

    def test_a_message_counts_once(self) -> None:
        for suite, one_time in ((1, False), (1, True), (2, False), (2, True)):
            key = cases.prekey(suite, one_time)
            device, sealed = cases.device(key), cases.message(key)
            opened = device.open(sealed.payload, cases.NOW)
            self.assertFalse(opened.is_recovered)
            self.assertTrue(device.open(sealed.payload, cases.NOW).is_recovered)
            device.hand_over(opened, cases.NOW)
            with self.refused("replayed"):
                device.open(sealed.payload, cases.NOW)

    def test_a_mark_may_go_when_its_message_and_its_grace_are_over(self) -> None:
        key = cases.prekey(one_time=True)
        device, sealed = cases.device(key), cases.message(key)
        device.hand_over(device.open(sealed.payload, cases.NOW), cases.NOW)
        device.claims.sweep(sealed.expiry + GRACE - 1)
        with self.refused("replayed"):
            device.open(sealed.payload, cases.NOW)
        device.claims.sweep(sealed.expiry + GRACE)
        with self.refused("unknownPrekey"):
            device.open(sealed.payload, cases.NOW)

    def test_a_kept_message_counts_by_its_arrival_or_by_now(self) -> None:
        key = cases.prekey()
        sealed = cases.message(key)
        end = key.record.not_after + GRACE
        for arrival, now, refusal in (
            (cases.NOW, end + KEPT - 1, None),
            (cases.NOW, end + KEPT, "prekeyOverAge"),
            (end, cases.NOW, None),
            (0, cases.NOW, None),
            (cases.NOW, 0, None),
            (0, 0, "createdInFuture"),
            (sealed.expiry + 300_001, sealed.expiry + 300_001, "expired"),
            (end, end, "prekeyOverAge"),
        ):
            device = cases.device(key)
            with self.refused(refusal) if refusal else nullcontext():
                device.open(sealed.payload, now, arrival)
            erased = refusal == "prekeyOverAge"
            self.assertEqual(key.record.prekey_id not in device.prekeys, erased)

    def test_held_content_and_marks_outlive_their_prekey(self) -> None:
        key = cases.prekey(one_time=True)
        device, sealed = cases.device(key), cases.message(key)
        opened = device.take(device.check(sealed.payload, cases.NOW))
        with self.refused("prekeyOverAge"):
            device.open(sealed.payload, cases.NOW + 50 * cases.DAY)
        self.assertEqual([held.content for held in device.claims.held()], [cases.CONTENT])
        self.assertTrue(device.open(sealed.payload, cases.NOW).is_recovered)
        device.hand_over(opened, cases.NOW)
        self.assertEqual(device.claims.held(), [])
        with self.refused("replayed"):
            device.open(sealed.payload, cases.NOW)

    def test_a_full_prekey_is_for_contacts_alone(self) -> None:
        key = cases.prekey()
        device = cases.device(key)
        with mock.patch.object(claims, "_MOST", 1):
            device.open(cases.message(key).payload, cases.NOW)
            device.contacts.clear()
            with self.refused("senderNotAccepted"):
                device.open(cases.message(key).payload, cases.NOW)
            device.contacts.add(cases.SERVER.identity.public)
            device.open(cases.message(key).payload, cases.NOW)

    def test_payloads_keep_to_their_limit_in_every_suite_and_padding(self) -> None:
        most = {
            (1, "alert"): (2694, 2831), (2, "alert"): (1606, 1743),
            (1, "voip"): (3462, 3588), (2, "voip"): (2374, 2500),
        }  # fmt: skip
        for (suite, push), (padded, exact) in most.items():
            key = cases.prekey(suite)
            for padding, size in (("buckets", padded), ("constant", padded), ("none", exact)):
                how = {"push_type": push, "padding": padding, "placeholder": {"body": "N"}}
                sealed = cases.message(key, _content(size), **how)
                self.assertLessEqual(len(sealed.payload), PUSH_TYPES[push].payload_limit)
                with self.refused("contentTooLarge"):
                    cases.message(key, _content(size + 1), **how)

    def test_sealing_refuses_payload_before_placeholder_before_choice_before_size(self) -> None:
        faults = {
            "reservedKey": {"content": b'{"aps":{},"sealedpush":{}}'},
            "emptyPlaceholder": {"placeholder": {"body": ""}},
            "prekeyExpired": {"key": cases.prekey(not_after=cases.NOW)},
            "contentTooLarge": {"content": _content(3000)},
        }
        how: dict[str, object] = {"key": cases.prekey()}
        for name, fault in reversed(faults.items()):
            how |= fault
            with self.refused(name):
                cases.message(**how)

    def test_what_no_opener_would_accept_is_not_sealed(self) -> None:
        for content in (b"[]", b"{}", b'{"aps":1}', b'{"aps":{}', b'{"aps":{},"a":1,"a":2}'):
            with self.assertRaises(ValueError):
                cases.message(cases.prekey(), content)

    def test_an_expiry_that_the_prekey_cuts_is_reported(self) -> None:
        for not_after, is_cut in ((3_599_999, True), (3_600_000, False)):
            sealed = cases.message(cases.prekey(not_after=cases.NOW + not_after))
            self.assertEqual(sealed.ends_early, is_cut)
            self.assertEqual(sealed.apns_expiration, (cases.NOW + not_after) // 1000)

    def test_randomness_that_repeats_gives_no_other_plaintext_the_same_key(self) -> None:
        contents = cases.CONTENT, cases.CONTENT, b'{"aps":{}}'
        made = [cases.message(cases.prekey(), content, random=bytes) for content in contents]
        first, second, other = (sealed.envelope for sealed in made)
        self.assertEqual(first.encoded, second.encoded)
        self.assertNotEqual(first.enc, other.enc)
        self.assertNotEqual(made[0].apns_collapse_id, made[2].apns_collapse_id)


if __name__ == "__main__":
    unittest.main()
