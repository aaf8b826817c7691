// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

/// A push as the push service delivered it, parsed once.
public struct IncomingPush: Sendable {
    /// The payload, byte for byte.
    let payload: [UInt8]
    /// What the system calls its notification.
    package let identifier: String?
    /// What the system delivered it as.
    let kind: Payload.PushKind
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
    ///   - kind: What the system delivered it as, never what the payload says (M-40): an extension
    ///     gets alerts, the app's handler of PushKit gets calls.
    public init(
        _ payload: [UInt8],
        identifier: String? = nil,
        kind: Payload.PushKind = .alert
    ) {
        self.payload = payload
        self.kind = kind
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
