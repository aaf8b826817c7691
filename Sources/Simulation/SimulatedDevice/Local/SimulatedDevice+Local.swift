// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import CoreLocation

extension SimulatedDevice {
    /// Brings the device to a place: local notifications of regions that it enters or leaves come.
    ///
    /// The first place is reached from outside of every region.
    public func move(to place: CLLocationCoordinate2D) {
        centre.move(to: place)
    }

    /// Sets the device's calendar and clock forward or, by a negative duration, back, without any time passing.
    ///
    /// Calendar notifications are planned anew; what comes after an interval is not touched. What was
    /// skipped comes at once or not, as ``DeviceProfile/showsSkipped`` says.
    public func setWallClock(by jump: Duration) {
        clock.setWallClock(by: jump)
        centre.wallClockChanged()
    }
}
