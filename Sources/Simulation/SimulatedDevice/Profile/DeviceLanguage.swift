// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The language that the user reads, and the app's string tables in it.
public struct DeviceLanguage: Sendable, Hashable {
    /// The identifier of the locale, as `en_US`, which ``DeviceState/current`` tells; the strings are for it.
    public var locale = "en_US"
    /// What stands behind the keys of the app's `Localizable.strings` in that language.
    ///
    /// A key that is not in it is shown itself.
    public var strings: [String: String] = [:]

    /// American English, and an app without string tables.
    public init() {}
}
