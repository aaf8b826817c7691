// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// A value whose object describes itself by its members, as Apple's does.
package protocol DescribedValues: ObjectValues {
    /// The members in Apple's order and words, each with its value, between commas.
    var describedMembers: String { get }
}

extension Optional {
    /// What Objective-C prints of it.
    package var described: String { map { "\($0)" } ?? "(null)" }
}
