// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension DeviceProfile {
    /// The language of the user, with the string tables of the app.
    public struct Language: Sendable, Hashable {
        /// The identifier of the locale, such as `en_US`, which ``DeviceState/current`` returns.
        public var locale = "en_US"
        /// The texts of the app's `Localizable.strings` in this language, by key.
        ///
        /// The device shows a key that is missing here as it is.
        public var strings: [String: String] = [:]

        /// Creates American English for an app without string tables.
        public init() {}
    }
}
