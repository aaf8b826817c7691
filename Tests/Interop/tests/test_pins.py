# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""Pins and the choice of a prekey (section 10)."""

import unittest

from sealedpush.bundles import Prekey, Record
from sealedpush.pins import SenderMemory

from . import cases


class PinTests(cases.Case):
    def setUp(self) -> None:
        self.memory = SenderMemory()

    def _choose(self, *keys: Prekey, named: int | None = None) -> Record:
        bundle = cases.bundle(*keys)
        return self.memory.take(*self.memory.serving(bundle, cases.NOW, named))

    def test_a_one_time_record_is_taken_once_and_the_reusable_one_after_it(self) -> None:
        keys = cases.prekey(1), cases.prekey(1, one_time=True)
        chosen = [self._choose(*keys, named=1) for _ in range(3)]
        self.assertEqual(chosen, [keys[1].record, keys[0].record, keys[0].record])

    def test_one_time_records_alone_run_out_and_the_pins_stay_updated(self) -> None:
        key = cases.prekey(2, one_time=True, min_epoch=9)
        self._choose(key)
        with self.refused("noPrekey"):
            self._choose(key)
        self.assertEqual(self.memory.pins[cases.PHONE.public].min_epoch, 9)

    def test_the_strongest_suite_ever_offered_is_given_up_only_by_name(self) -> None:
        self._choose(cases.prekey(1), cases.prekey(2))
        weaker = cases.prekey(1, epoch=500_001, offers=1)
        with self.refused("suiteDowngraded"):
            self._choose(weaker)
        with self.refused("suiteNotOffered"):
            self._choose(weaker, named=2)
        self._choose(weaker, named=1)
        self.assertEqual(self._choose(weaker), weaker.record)

    def test_a_bundle_that_does_not_serve_leaves_no_pins(self) -> None:
        with self.refused("prekeyExpired"):
            self._choose(cases.prekey(2, not_after=cases.NOW))
        self.assertEqual(self.memory.pins, {})


if __name__ == "__main__":
    unittest.main()
