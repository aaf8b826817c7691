// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The name of a notification.
public struct CFNotificationName: RawRepresentable, Hashable, @unchecked Sendable {
    // An `NSString` does not change; a mutable one is copied.
    /// The name.
    public let rawValue: CFString

    /// The name that is this text.
    public init(rawValue: CFString) {
        self.rawValue = NSString(string: rawValue.description)
    }

    /// The name that is this text.
    public init(_ rawValue: CFString) {
        self.init(rawValue: rawValue)
    }
}
