// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush

/// A push as the push service delivered it, parsed once.
public struct IncomingPush: Sendable {
    /// The payload, byte for byte.
    let payload: [UInt8]
    /// What the system calls its notification.
    package let identifier: String?
    /// When it arrived, if it was deferred.
    var arrival: Timestamp?
    /// What can be read of it without a key, or the class that it is refused with.
    package let envelope: Result<Envelope, OpeningError>

    /// Parses a payload; one that could never be opened counts as a push as well.
    ///
    /// - Parameters:
    ///   - payload: The JSON of the push.
    ///   - identifier: The identifier of its notification. Up to 64 bytes of UTF-8 are kept with
    ///     a message that is deferred or claimed, so that it is shown under that name later.
    public init(_ payload: [UInt8], identifier: String? = nil) {
        self.payload = payload
        self.identifier = identifier
        envelope = Result { () throws(OpeningError) in
            let outer: OuterPayload
            do throws(OuterPayloadError) {
                outer = try OuterPayload(reading: payload)
            } catch {
                throw error == .noEncryptedContent ? .notSealed : .malformedPayload
            }
            return try Envelope(text: outer.encryptedContent.span)
        }
    }
}
