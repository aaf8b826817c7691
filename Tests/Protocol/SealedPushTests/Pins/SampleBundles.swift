// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

extension SampleDevice {
    /// A record with the terms that a test is about, the others as usual.
    func record(
        _ class: PrekeyRecord.Class = .reusable,
        epoch: UInt32 = 7,
        minimumEpoch: UInt32 = 0,
        from notBefore: Duration = .days(-1),
        to notAfter: Duration = .days(45),
        key number: UInt8 = 0
    ) throws -> PrekeyRecord {
        try record(
            key: number,
            PrekeyRecord.Terms(
                class: `class`,
                epoch: epoch,
                minimumEpoch: minimumEpoch,
                notBefore: Self.now.advanced(by: notBefore),
                notAfter: Self.now.advanced(by: notAfter)
            )
        )
    }

    func bundle(_ records: PrekeyRecord...) throws -> DeviceBundle {
        try DeviceBundle(device: device, records: records)
    }

    /// What a sender pins that has seen these records only.
    func pins(_ records: PrekeyRecord...) throws -> DeviceBundle.Pins {
        DeviceBundle.Pins(seeing: try DeviceBundle(device: device, records: records), after: nil)
    }
}
