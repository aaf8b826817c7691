// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// A file that a notification shows, decrypted, on this machine.
public struct NotificationAttachment: Hashable, Sendable {
    /// Where the file is; whoever hands the notification to the system hands the file over with it.
    public let path: String
    /// What it is.
    public let type: AttachmentType

    /// Takes a file.
    public init(path: String, type: AttachmentType) {
        self.path = path
        self.type = type
    }
}
