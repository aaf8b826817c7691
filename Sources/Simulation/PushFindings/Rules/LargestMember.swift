// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCoding

/// The member that has most of a payload's bytes.
struct LargestMember {
    let path: String
    /// The number of its bytes, without its key.
    let size: Int

    /// Looks for the innermost member that has more than half of the bytes around it; nil if the
    /// object is empty.
    init?(of object: JSONValue) {
        var path: [String] = []
        var value = object
        while let (key, next) = Self.largest(in: value),
            path.isEmpty || next.bytes.count > value.bytes.count / 2
        {
            path.append(key)
            value = next
        }
        guard !path.isEmpty else { return nil }
        self.path = Quoted.path(path)
        size = value.bytes.count
    }

    private static func largest(in value: JSONValue) -> (String, JSONValue)? {
        let largest = value.members?.max { $0.value.bytes.count < $1.value.bytes.count }
        return largest.map { ($0.key, $0.value) }
    }
}
