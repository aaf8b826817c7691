// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SimulatedDevice

/// Something that is not as a test wants it.
@nonexhaustive
public enum DeviceFailure: Sendable, Hashable {
    /// The extension handed nothing over; how the push ended instead.
    case notHandedOver(Outcome)
    /// Nothing of what the extension handed over counts; how the push ended instead.
    case notCounted(Outcome)
    /// The extension handed over more than once, in time or late.
    case handedOver(times: Int)
    /// The extension still holds its content handler, so that it may hand over again.
    case handlerHeld
    /// Nothing is shown; how the push ended.
    case notShown(Outcome)
    /// It was shown, but after this time.
    case shownLate(after: Duration)
    /// The first sentence of the report does not name this fault.
    case notNamed(PlantedFault)
    /// This many objects are still alive.
    case objectsLeft(Int)
    /// This many files are left in a folder that were not there before.
    case filesLeft(Int)
    /// This many file descriptors are open that were not open before.
    case descriptorsLeft(Int)
}

extension DeviceFailure: CustomStringConvertible {
    /// What is wrong, in a sentence without what is shown.
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
