// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SimulatedDevice

extension DeliveryReport {
    /// What is wrong where the extension should have handed over, once, and its content be what counts; empty if nothing is.
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

    /// What is wrong where the user should see or hear the notification within a time of the device's clock, counted from the push's arrival; empty if nothing is.
    public func failures(shownWithin limit: Duration) -> [DeviceFailure] {
        guard shown != nil else { return [.notShown(outcome)] }
        let time = (time(of: .shown) ?? .zero) - (time(of: .arrived) ?? .zero)
        return time <= limit ? [] : [.shownLate(after: time)]
    }

    private func time(of kind: DeliveryEvent.Kind) -> Duration? {
        events.first { $0.kind == kind }?.time
    }
}
