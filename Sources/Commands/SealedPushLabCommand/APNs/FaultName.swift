// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SimulatedAPNs

/// What a fault is called in files and lines.
enum FaultName: String, CaseIterable {
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

    init(_ fault: Fault) {
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
