// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The kind of message that is sent.
public enum INOutgoingMessageType: Int, Sendable, BitwiseCopyable {
    /// Nothing was said.
    case unknown = 0
    /// Text, perhaps with attachments.
    case outgoingMessageText = 1
    /// A recording of a voice.
    case outgoingMessageAudio = 2
}
