// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushAPNs
package import SealedPushCoding
package import SimulatedAPNs

/// What goes wrong, as an object of JSON says it: one rule, of pushes or of connections.
package enum FaultLine {
    /// Reads a line of a file, and adds its rule.
    package static func add(
        _ line: [UInt8],
        to script: inout FaultScript
    ) throws(LineError) {
        try add(Members(line), to: &script)
    }

    /// Reads an object, and adds its rule.
    static func add(_ value: JSONValue, to script: inout FaultScript) throws(LineError) {
        try add(Members(value), to: &script)
    }

    private static func add(_ read: Members, to script: inout FaultScript) throws(LineError) {
        var members = read
        let name = try members.take("fault") { $0.string.flatMap(FaultName.init) }.needed(
            "fault"
        )
        let occasion = try occasion(&members)
        if let fault = try connectionFault(name, &members) {
            script.connections.append(ConnectionFaultRule(fault, occasion))
        } else if let fault = try fault(name, &members) {
            let token = try members.take("token") { value in
                value.string.flatMap { try? APNsDeviceToken(hex: $0) }
            }
            script.rules.append(
                FaultRule(fault, occasion) { request in
                    token.map { request.path == "/3/device/\($0.text)" } ?? true
                }
            )
        }
        try members.end()
    }

    /// Which pushes or connections: all where nothing is said.
    private static func occasion(
        _ members: inout Members
    ) throws(LineError) -> FaultRule.Occasion {
        let occasions: [FaultRule.Occasion?] = [
            try members.ordinal("first").map { .first($0) },
            try members.ordinal("number").map { .number($0) },
            try members.ordinal("every").map { .every($0) },
            try members.take("chance") {
                $0.numberText.flatMap { Double($0) }.flatMap(Self.chance)
            }
            .map { .chance($0) },
        ]
        let said = occasions.compactMap(\.self)
        guard said.count <= 1 else { throw .tooMany(["first", "number", "every", "chance"]) }
        return said.first ?? .always
    }

    private static func connectionFault(
        _ name: FaultName,
        _ members: inout Members
    ) throws(LineError) -> ConnectionFault? {
        switch name {
        case .refused: .refused
        case .silent: .silent
        case .slowSettings: .slowSettings(try milliseconds(&members))
        case .lateStreams: .lateStreams(try milliseconds(&members))
        default: nil
        }
    }

    private static func fault(
        _ name: FaultName,
        _ members: inout Members
    ) throws(LineError) -> Fault? {
        switch name {
        case .refusal:
            .refusal(
                try reason(&members).needed("reason"),
                since: try members.moment("timestamp"),
                retryAfter: try members.count("retryAfter").map { .seconds($0) }
            )
        case .answer:
            .answer(
                status: try members.take("status") { $0.integer.flatMap(Self.status) }.needed(
                    "status"
                ),
                body: Array((try members.string("body") ?? "").utf8)
            )
        case .reset:
            .reset(errorCode: try errorCode(&members).needed("errorCode"), try stage(&members))
        case .goAway:
            .goAway(
                errorCode: try errorCode(&members) ?? 0,
                reason: try reason(&members),
                try stage(&members)
            )
        case .slowGoAway:
            .slowGoAway(try milliseconds(&members), reason: try reason(&members))
        case .drop: .drop(try stage(&members))
        case .silence: .silence(try stage(&members))
        case .latency: .latency(try milliseconds(&members))
        case .streamLimit:
            .streamLimit(try members.take("limit") { $0.integer.flatMap(Self.limit) })
        case .refused, .silent, .slowSettings, .lateStreams: nil
        }
    }

    private static func reason(_ members: inout Members) throws(LineError) -> APNsReason? {
        try members.take("reason") { $0.string.flatMap(APNsReason.init) }
    }

    private static func errorCode(_ members: inout Members) throws(LineError) -> UInt32? {
        try members.take("errorCode") { $0.integer.flatMap(UInt32.init(exactly:)) }
    }

    /// Whether the push was taken: not unless told.
    private static func stage(_ members: inout Members) throws(LineError) -> Fault.Stage {
        try members.take("taken") { $0.bool } == true ? .after : .before
    }

    private static func milliseconds(_ members: inout Members) throws(LineError) -> Duration {
        .milliseconds(try members.count("milliseconds").needed("milliseconds"))
    }

    private static func status(_ number: Int) -> Int? {
        (200...599).contains(number) ? number : nil
    }

    private static func chance(_ number: Double) -> Double? {
        (0...1).contains(number) ? number : nil
    }

    private static func limit(_ number: Int) -> Int? {
        (0...10_000).contains(number) ? number : nil
    }
}

/// What a fault is called in files and lines.
package enum FaultName: String, CaseIterable {
    case refusal
    case answer
    case reset
    case goAway
    case slowGoAway
    case drop
    case silence
    case latency
    case streamLimit
    // Those of connections.
    case refused
    case silent
    case slowSettings
    case lateStreams

    package init(_ fault: Fault) {
        self =
            switch fault {
            case .refusal: .refusal
            case .answer: .answer
            case .reset: .reset
            case .goAway: .goAway
            case .slowGoAway: .slowGoAway
            case .drop: .drop
            case .silence: .silence
            case .latency: .latency
            case .streamLimit: .streamLimit
            }
    }
}
