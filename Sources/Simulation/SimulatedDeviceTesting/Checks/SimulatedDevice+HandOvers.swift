// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SimulatedDevice

extension SimulatedDevice {
    /// The report of a push, with failures if the extension does not hand over once and then
    /// release its content handler.
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
