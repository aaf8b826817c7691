// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// A type that holds content, a secret or a name, and shows none of it.
///
/// `print`, string interpolation, `dump` and a failed test show private properties as well. Of such
/// a type they show its name, or what it says of itself.
public protocol Redacted: CustomStringConvertible, CustomReflectable {}

extension Redacted {
    /// The name of the type.
    public var description: String { "\(Self.self)" }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
