// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCoding

/// A channel, by which one push reaches all devices that follow it: for live activities alone
/// ("Setting up broadcast push notifications").
public struct APNsChannel: Hashable, Sendable {
    /// The limit in bytes for the payload of a push to a channel.
    public static let byteLimit = 5120
    /// The limit of channels of an app in each environment.
    public static let countLimit = 10_000

    /// The storage of a channel for devices that are offline.
    ///
    /// It cannot be changed.
    public enum Storage: Int, CaseIterable, Hashable, Sendable {
        /// Nothing: for frequent updates, of which APNs takes more then.
        case nothing = 0
        /// It stores the latest for up to eight hours.
        case latest = 1
    }

    /// The app that channels belong to.
    public struct App: Hashable, Sendable {
        /// Its bundle id.
        public let bundleID: String

        /// Takes a bundle id: letters, digits, hyphens and dots, at most 255, without a suffix.
        ///
        /// - Throws: ``APNsError/invalidTopic``.
        public init(_ bundleID: String) throws(APNsError) {
            guard (1...255).contains(bundleID.utf8.count),
                bundleID.utf8.allSatisfy({ $0.isLetterOrDigit || $0 == 0x2D || $0 == 0x2E })
            else { throw .invalidTopic }
            self.bundleID = bundleID
        }
    }

    /// Its id as APNs gave it: base64 of any length.
    public let id: String

    /// Takes the id of a channel.
    ///
    /// - Throws: ``APNsError/invalidChannel`` for what is no base64, or longer than 1,024 bytes.
    public init(_ id: String) throws(APNsError) {
        guard (1...1024).contains(id.utf8.count),
            id.utf8.allSatisfy({ $0.isLetterOrDigit || [0x2B, 0x2F, 0x3D].contains($0) })
        else { throw .invalidChannel }
        self.id = id
    }
}
