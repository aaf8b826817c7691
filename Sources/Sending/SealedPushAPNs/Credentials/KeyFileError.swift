// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushCoding
package import SealedPushOpenSSL

/// An error of OpenSSL in the file of a key or a certificate.
///
/// It holds no content.
public struct KeyFileError: ExplainedError, Hashable {
    /// The fault, in one word.
    public let name: String
    /// The error, in lower case, without a full stop.
    public let message: String
    /// The remedy, in the same form; nil if nothing helps, or the message says it.
    public let hint: String?

    package init(_ error: OpenSSLError) {
        name = error.name
        message = error.message
        hint = error.hint
    }
}

extension APNsError {
    /// Reads the file of a key or a certificate.
    static func reading<Value: ~Copyable>(
        _ read: () throws(OpenSSLError) -> Value
    ) throws(APNsError) -> Value {
        do { return try read() } catch { throw .keyFile(KeyFileError(error)) }
    }
}
