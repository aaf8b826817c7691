// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SimulatedDevice

extension PlantedFault {
    /// What is wrong where the first sentence of the report doesn't name it; empty if nothing is.
    public func failures(in report: DeliveryReport) -> [DeviceFailure] {
        report.explanation.contains(words) ? [] : [.notNamed(self)]
    }
}
