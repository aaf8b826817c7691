// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCoding
import SimulatedAPNs

/// What goes wrong, as a request put it.
struct FaultList: Sendable {
    /// The most rules.
    static let limit = 1000

    private(set) var script = FaultScript()
    /// The rules as they came.
    private(set) var rules: [JSONValue] = []

    /// Nothing goes wrong.
    init() {}

    /// Reads the body of a request.
    init(_ root: JSONValue) throws(LineError) {
        var members = try Members(root)
        script.seed = UInt64(try members.count("seed") ?? 0)
        rules = try members.take("faults", \.elements).needed("faults")
        guard rules.count <= Self.limit else { throw .wrong("faults") }
        for rule in rules { try FaultLine.add(rule, to: &script) }
        try members.end()
    }

    /// Writes what came.
    func write(to object: inout JSONWriter.Object) {
        object.add("seed", script.seed)
        object.array("faults") { array in for rule in rules { array.add(rule) } }
    }
}
