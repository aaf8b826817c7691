// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushAPNs
import Testing

@testable import PushFindings

/// A push with a fault, and one that almost has it.
struct Planted: Sendable, CustomTestStringConvertible {
    typealias Change = @Sendable (inout Scene) -> Void

    let rule: FindingRule
    let testDescription: String
    private let faulty: Change
    private let almost: Change

    init(
        _ rule: FindingRule,
        _ what: String = "",
        _ faulty: @escaping Change,
        almost: @escaping Change
    ) {
        self.rule = rule
        testDescription = what.isEmpty ? rule.name : "\(rule.name): \(what)"
        self.faulty = faulty
        self.almost = almost
    }

    init(_ rule: Rule, _ what: String = "", _ faulty: @escaping Change, almost: @escaping Change) {
        self.init(FindingRule(rule), what, faulty, almost: almost)
    }

    /// A payload, and one that is almost as wrong.
    init(_ rule: Rule, _ faulty: String, almost: String) {
        self.init(rule, faulty, { $0.payload = faulty }, almost: { $0.payload = almost })
    }

    /// A header, and one that is almost as wrong.
    init(_ reason: APNsReason, _ header: String, _ faulty: String?, almost: String?) {
        self.init(
            FindingRule(reason),
            "\(header) \(faulty ?? "left out")",
            { $0[header] = faulty },
            almost: { $0[header] = almost }
        )
    }

    var withFault: Scene { scene(faulty) }
    var withoutFault: Scene { scene(almost) }

    private func scene(_ change: Change) -> Scene {
        var scene = Scene()
        change(&scene)
        return scene
    }

    static let all = answered + requests + payloads + phones + reports
}
