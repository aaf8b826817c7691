// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SimulatedDevice

extension SimulatedDevice {
    /// What became of a push, and what is wrong where the extension should hand it over once and then let go of it.
    func handOvers(
        of delivery: Delivery,
        within limit: Duration
    ) async -> (report: DeliveryReport, failures: [DeviceFailure]) {
        if let report = await finalReport(of: delivery, within: limit) {
            return (report, report.handOverFailures)
        }
        let report = await report(of: delivery, within: .zero)
        return (report, report.handOverFailures + [.handlerHeld])
    }
}
