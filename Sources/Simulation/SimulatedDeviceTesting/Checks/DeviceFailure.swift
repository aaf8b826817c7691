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
