// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The flow-control window of a connection, which its streams share (RFC 9113, section 5.2).
///
/// It is wide enough for the bodies of all streams, and opened again when half of it is used. That
/// of each stream is never opened again: its 65,535 bytes are more than any push has.
enum ReceiveWindow {
    /// How wide it is.
    static let size = 1 << 24
    /// How wide it is at first by the protocol.
    static let protocolSize = 65_535

    /// By how much it is opened when a connection begins.
    static var firstIncrement: Int { size - protocolSize }

    /// By how much it is to be opened where so much of it is left; nil where that is enough.
    static func increment(left: Int) -> Int? {
        left > size / 2 ? nil : size - left
    }
}
