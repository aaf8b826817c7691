// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension Payload {
    /// The kinds of push that a sealed payload travels in, and to which it is bound: neither opens
    /// as the other (M-25).
    public enum PushKind: String, CaseIterable, Hashable, Sendable {
        /// A push that shows an alert.
        case alert
        /// A push that announces a call.
        case voip

        /// The limit of APNs in bytes for the payload of such a push.
        public var byteLimit: Int {
            switch self {
            case .alert: 4096
            case .voip: 5120
            }
        }
    }
}
