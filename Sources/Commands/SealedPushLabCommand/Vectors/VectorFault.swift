// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// What is wrong with a vector, or with what this implementation makes of it.
struct VectorFault: Error, Hashable {
    let reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}

extension VectorFault {
    /// Throws where two values that should be the same are not.
    static func compare<Value: Equatable>(
        _ what: String,
        _ found: Value,
        with expected: Value
    ) throws(VectorFault) {
        guard found != expected else { return }
        guard let found = found as? String, let expected = expected as? String else {
            throw VectorFault("\(what) differs")
        }
        throw VectorFault("\(what) is \(found), expected \(expected)")
    }
}
