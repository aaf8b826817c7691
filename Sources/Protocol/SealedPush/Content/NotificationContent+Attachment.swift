// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension NotificationContent {
    /// A file that a notification shows, decrypted, on this machine.
    public struct Attachment: Hashable, Sendable {
        /// The path of the file.
        ///
        /// The caller hands the file to the system with the notification.
        public let path: String
        /// The type of the file.
        public let type: AttachmentReference.FileType

        /// Creates an attachment from a file.
        public init(path: String, type: AttachmentReference.FileType) {
            self.path = path
            self.type = type
        }
    }
}
