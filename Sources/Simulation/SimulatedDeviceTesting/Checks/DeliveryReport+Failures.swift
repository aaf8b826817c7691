// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SimulatedDevice

extension DeliveryReport {
    /// The failures of an extension that should have handed over once with content that is used.
    ///
    ///     #expect(report.handOverFailures == [])
    public var handOverFailures: [DeviceFailure] {
        var failures: [DeviceFailure] = []
        if ![.handedOver, .suppressed, .badgeOnly].contains(outcome) {
            failures.append(handOvers == 0 ? .notHandedOver(outcome) : .notCounted(outcome))
        }
        if handOvers > 1 { failures.append(.handedOver(times: handOvers)) }
        return failures
    }

    /// The failures if the user should see or hear the notification within a time of the device's
    /// clock, counted from the push's arrival.
    public func failures(shownWithin limit: Duration) -> [DeviceFailure] {
        guard shown != nil else { return [.notShown(outcome)] }
        let time = (time(of: .shown) ?? .zero) - (time(of: .arrived) ?? .zero)
        return time <= limit ? [] : [.shownLate(after: time)]
    }

    private func time(of kind: DeliveryReport.Event.Kind) -> Duration? {
        events.first { $0.kind == kind }?.time
    }
}
