// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCoding

/// What the JSON says that APNs sends with a refusal and with a GOAWAY: a reason, and of a device
/// that is gone, since when.
///
/// Whatever the bytes are, there is a value: what can't be read is absent.
struct APNsBody: Hashable {
    /// How many bytes are looked at; APNs sends less than a hundred.
    static let byteLimit = 4096
    /// How many characters of a reason are kept; the longest that Apple documents has 27.
    static let textLimit = 32

    /// The reason as it was written, cut, and with `?` for all but the letters of ASCII: whatever
    /// else may stand there, such as a device token, is not kept.
    let text: String?
    /// The reason, if it is one that Apple documents.
    let reason: APNsReason?
    /// The `timestamp` of a device that is gone.
    let timestamp: Timestamp?

    init(reading bytes: [UInt8]) {
        guard (1...Self.byteLimit).contains(bytes.count),
            let root = try? JSONDocument(reading: bytes).root
        else {
            text = nil
            reason = nil
            timestamp = nil
            return
        }
        let string = root["reason"]?.string
        text = string.map(Self.letters)
        reason = string.flatMap(APNsReason.init(sent:))
        timestamp = root["timestamp"]?.integer.flatMap { UInt64(exactly: $0) }
            .flatMap(Timestamp.init(milliseconds:))
    }

    private static func letters(_ string: String) -> String {
        String(
            String.UnicodeScalarView(
                string.unicodeScalars.prefix(textLimit).map { scalar in
                    scalar.isASCII && scalar.properties.isAlphabetic ? scalar : "?"
                }
            )
        )
    }
}
