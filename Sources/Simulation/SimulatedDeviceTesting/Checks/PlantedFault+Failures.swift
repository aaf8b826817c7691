// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SimulatedDevice

extension PlantedFault {
    /// A failure if the first sentence of the report does not name the fault.
    public func failures(in report: DeliveryReport) -> [DeviceFailure] {
        report.explanation.contains(words) ? [] : [.notNamed(self)]
    }
}
