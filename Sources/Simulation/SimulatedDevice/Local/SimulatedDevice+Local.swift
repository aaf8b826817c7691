// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import CoreLocation

extension SimulatedDevice {
    /// Moves the device to a place, which triggers local notifications of regions that it enters or
    /// leaves.
    ///
    /// Before the first move the device is outside every region.
    public func move(to place: CLLocationCoordinate2D) {
        center.move(to: place)
    }

    /// Sets the wall clock forward or, by a negative duration, back, while no time passes.
    ///
    /// Calendar notifications are scheduled anew, and notifications after an interval keep their
    /// times. ``DeviceProfile/showsSkipped`` decides whether skipped notifications are shown at
    /// once.
    public func setWallClock(by jump: Duration) {
        clock.setWallClock(by: jump)
        center.wallClockChanged()
    }
}
