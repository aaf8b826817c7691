// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SimulatedDevice

/// A failure of a check.
@nonexhaustive
public enum DeviceFailure: Sendable, Hashable {
    /// The extension handed nothing over; the value is the outcome instead.
    case notHandedOver(DeliveryReport.Outcome)
    /// The device did not use what the extension handed over; the value is the outcome instead.
    case notCounted(DeliveryReport.Outcome)
    /// The extension handed over more than once, in time or late.
    case handedOver(times: Int)
    /// The extension still holds its content handler, so it may hand over again.
    case handlerHeld
    /// Nothing is shown; the value is the outcome.
    case notShown(DeliveryReport.Outcome)
    /// The notification was shown too late, after this time.
    case shownLate(after: Duration)
    /// The first sentence of the report does not name this fault.
    case notNamed(PlantedFault)
    /// This many objects are still alive.
    case objectsLeft(Int)
    /// This many files were left in watched folders.
    case filesLeft(Int)
    /// This many file descriptors were left open.
    case descriptorsLeft(Int)
}

extension DeviceFailure: CustomStringConvertible {
    /// The failure in words, without the content of notifications.
    public var description: String {
        switch self {
        case .notHandedOver(let outcome): "the extension handed nothing over: \(outcome.name)"
        case .notCounted(let outcome):
            "nothing is shown of what the extension handed over: \(outcome.name)"
        case .handedOver(let times): "the extension handed over \(times) times"
        case .handlerHeld:
            "the extension still holds its content handler, so that it may hand over again"
        case .notShown(let outcome): "nothing is shown: \(outcome.name)"
        case .shownLate(let time): "it was shown late, after \(time)"
        case .notNamed(let fault):
            "the first sentence of the report does not name the fault: \(fault.rawValue)"
        case .objectsLeft(let count): "\(count) watched objects are still alive"
        case .filesLeft(let count): "\(count) files are left in watched folders"
        case .descriptorsLeft(let count): "\(count) file descriptors were left open"
        }
    }
}

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

extension PlantedFault {
    /// A failure if the first sentence of the report does not name the fault.
    public func failures(in report: DeliveryReport) -> [DeviceFailure] {
        report.explanation.contains(words) ? [] : [.notNamed(self)]
    }
}

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
