// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// A script that is being played.
struct FaultRun {
    /// What goes wrong with one push.
    struct Hit {
        var latency = Duration.zero
        /// The limit that is set, where one is.
        var streamLimit: Int??
        /// What takes the place of the answer.
        var fault: Fault?
    }

    private let script: FaultScript
    private var counts: [Int]
    private var connectionCounts: [Int]
    private var generator: SplitMix

    init(_ script: FaultScript) {
        self.script = script
        counts = script.rules.map { _ in 0 }
        connectionCounts = script.connections.map { _ in 0 }
        generator = SplitMix(seed: script.seed)
    }

    /// What goes wrong with the next push.
    mutating func hit(_ request: PushRequest) -> Hit {
        var hit = Hit()
        for (index, rule) in script.rules.enumerated() where rule.isMeant(request) {
            counts[index] += 1
            guard rule.occasion.isNow(counts[index], using: &generator) else { continue }
            switch rule.fault {
            case .latency(let latency): hit.latency += latency
            case .streamLimit(let limit): hit.streamLimit = .some(limit)
            default: hit.fault = hit.fault ?? rule.fault
            }
        }
        return hit
    }

    /// What goes wrong with the next connection: what the first of the rules that meet it says.
    mutating func connectionFault() -> ConnectionFault? {
        var fault: ConnectionFault?
        for (index, rule) in script.connections.enumerated() {
            connectionCounts[index] += 1
            guard rule.occasion.isNow(connectionCounts[index], using: &generator) else { continue }
            fault = fault ?? rule.fault
        }
        return fault
    }
}

extension FaultRule.Occasion {
    /// Whether it is the turn of the `count`th.
    fileprivate func isNow(_ count: Int, using generator: inout SplitMix) -> Bool {
        switch self {
        case .always: true
        case .first(let limit): count <= limit
        case .number(let number): count == number
        case .every(let step): step > 0 && count.isMultiple(of: step)
        // The half-open range: at 1 always, at 0 never.
        case .chance(let share): Double.random(in: 0..<1, using: &generator) < share
        }
    }
}

/// SplitMix64: numbers that repeat for the same seed.
struct SplitMix: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
