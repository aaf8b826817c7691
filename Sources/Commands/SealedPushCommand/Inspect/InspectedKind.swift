// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

/// The kind of a file that is to be inspected, by how it begins.
enum InspectedKind {
    /// A bundle, alone.
    case bundle
    /// A sender's identity, alone.
    case sender
    /// A device's identity in hex, alone.
    case device(String)
    /// Lines, of which one at least is, or was, a text that proves itself.
    case statements
    /// A payload, or the text of an envelope.
    case push

    /// The kind of a file; nil if it is like none of them.
    init?(of bytes: [UInt8]) {
        let content = bytes[...].trimmingWhiteSpace()
        // Strings of JSON may have any line in them.
        if content.first == UInt8(ascii: "{") {
            self = .push
            return
        }
        let lines = content.split(separator: UInt8(ascii: "\n")).map {
            String(decoding: $0[...].trimmingWhiteSpace(), as: UTF8.self)
        }
        .filter { !$0.isEmpty }
        if lines.contains(where: { $0.hasPrefix("sealedpush-") }) {
            if lines.count == 1, CheckedText.device.isPrefix(of: lines[0]) {
                self = .bundle
            } else if lines.count == 1, CheckedText.sender.isPrefix(of: lines[0]) {
                self = .sender
            } else {
                self = .statements
            }
            return
        }
        guard lines.count == 1, let text = lines.first else { return nil }
        if let identity = Hex.decode(text), (try? DeviceIdentity(reading: identity.span)) != nil {
            self = .device(Hex.encode(identity.span))
        } else if text.wholeMatch(of: #/A[A-Za-z0-9_=-]+/#) != nil {
            // The version of every envelope is below 4, so its text begins with this letter.
            self = .push
        } else {
            return nil
        }
    }
}
