// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// A number and what there are so many of: "1 message", "2 messages".
package func counted(_ count: Int, _ one: String, _ many: String? = nil) -> String {
    "\(count) \(count == 1 ? one : many ?? one + "s")"
}
