// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Which pushes a fault meets.
public struct FaultRule: Sendable {
    /// Which of the pushes that a rule is for.
    public enum Occasion: Hashable, Sendable {
        /// Each of them.
        case always
        /// So many, the first ones.
        case first(Int)
        /// One: the first is 1.
        case number(Int)
        /// Each whose number can be divided by this.
        case every(Int)
        /// Each with this probability, from 0 to 1, as the script's seed has it.
        case chance(Double)
    }

    /// What goes wrong.
    public let fault: Fault
    /// Which of the pushes that ``isMeant`` names.
    public let occasion: Occasion
    /// Whether the rule is for a push; it counts these only.
    public let isMeant: @Sendable (PushRequest) -> Bool

    /// Makes a rule.
    ///
    /// - Parameters:
    ///   - fault: What goes wrong.
    ///   - occasion: Which of the pushes that `isMeant` names.
    ///   - isMeant: Whether the rule is for a push; all unless told. It is called under the server's lock.
    public init(
        _ fault: Fault,
        _ occasion: Occasion = .always,
        where isMeant: @escaping @Sendable (PushRequest) -> Bool = { _ in true }
    ) {
        self.fault = fault
        self.occasion = occasion
        self.isMeant = isMeant
    }
}

/// Which connections a fault meets that they have from their start.
public struct ConnectionFaultRule: Hashable, Sendable {
    /// What goes wrong.
    public let fault: ConnectionFault
    /// Which of the connections.
    public let occasion: FaultRule.Occasion

    /// Makes a rule.
    public init(_ fault: ConnectionFault, _ occasion: FaultRule.Occasion = .always) {
        self.fault = fault
        self.occasion = occasion
    }
}

/// What goes wrong with a connection from its start.
public enum ConnectionFault: Hashable, Sendable {
    /// It is closed as soon as it is there, before TLS.
    case refused
    /// It is there, and nothing comes on it, not even TLS.
    case silent
    /// TLS ends well, and so much later SETTINGS come, and everything else.
    case slowSettings(Duration)
    /// Each time that more streams are allowed, SETTINGS say so by so much later than the answer that brings it.
    case lateStreams(Duration)
}
