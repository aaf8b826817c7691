// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension Payload {
    /// A text of `aps.alert` that people read.
    public enum AlertField: String, CaseIterable, Hashable, Sendable {
        /// `aps.alert.title`.
        case title
        /// `aps.alert.subtitle`.
        case subtitle
        /// `aps.alert.body`, or `aps.alert` itself if it is a string.
        case body
    }
}
