// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushCoding

/// APNs's address of one app on one device; Apple promises no length.
public struct APNsDeviceToken: Hashable, Sendable {
    /// The limit in bytes; Apple's tokens have 32 today.
    public static let byteLimit = 1024

    /// The token as the path has it: hexadecimal, in lower case.
    package let text: String

    /// Takes the token as the app got it.
    ///
    /// - Throws: ``APNsError/invalidDeviceToken`` if it is empty, or longer than ``byteLimit``.
    public init(_ bytes: [UInt8]) throws(APNsError) {
        guard (1...Self.byteLimit).contains(bytes.count) else { throw .invalidDeviceToken }
        text = Hex.encode(bytes.span)
    }

    /// Takes the token in hexadecimal, in either case.
    ///
    /// - Throws: ``APNsError/invalidDeviceToken`` for anything else.
    public init(hex text: String) throws(APNsError) {
        guard text.utf8.count <= 2 * Self.byteLimit, let bytes = Hex.decode(text.lowercased())
        else { throw .invalidDeviceToken }
        try self.init(bytes)
    }
}

extension APNsDeviceToken: Redacted {}
