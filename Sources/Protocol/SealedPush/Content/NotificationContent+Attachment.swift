// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension NotificationContent {
    /// A file that a notification shows, decrypted, on this machine.
    public struct Attachment: Hashable, Sendable {
        /// The path of the file.
        ///
        /// The caller hands the file to the system with the notification.
        public let path: String
        /// What it is.
        public let type: AttachmentType

        /// Takes a file.
        public init(path: String, type: AttachmentType) {
            self.path = path
            self.type = type
        }
    }
}
