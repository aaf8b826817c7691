// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import SealedPushCoding
import SealedPushRelay

/// What a sidecar answers a request that it does not serve; its type is the same in every version.
enum SidecarProblem: ProblemDetails, Hashable {
    /// The request shows no API key.
    case keyRequired
    /// The sidecar knows no such API key.
    case keyUnknown
    /// Nothing here has this path or name, or not any more.
    case unknown
    /// The path is there, and has these methods only.
    case methodNotAllowed([HTTPRequest.Method])
    /// The body is no request for a message.
    case wrongRequest(MessageRequestError)
    /// The body is no list of subscriptions.
    case wrongSubscriptions(SubscriptionListError)
    /// `Idempotency-Key` is not 1 to 255 bytes.
    case wrongRequestKey
    /// `after` is no number of an event.
    case wrongEventNumber
    /// The body has more bytes than this.
    case tooLarge(Int)
    /// The body is of another media type, or is encoded.
    case unsupportedCoding
    /// Recipients have no devices here.
    case unknownRecipients([RecipientCode])
    /// The payload has so many bytes once its escapes are resolved, and a push has room for fewer.
    case cannotFit(needed: Int, available: Int)
    /// Another request had this key.
    case otherContent
    /// The body asks for no code, or has no number.
    case wrongPairing(PairingRequestError)
    /// No device awaits a number.
    case notAnswered
    /// The number is another one than the phone shows; the pairing has ended.
    case wrongNumber
    /// The relay of a pairing does not answer.
    case noRelay
    /// The relay of a pairing takes no answers to links, or is none.
    case noDrops
    /// As many pairings wait for an answer as may.
    case tooManyPairings
    /// The sender has no key of its own for endpoints, or another one than paired devices know.
    case pairingUnavailable
    /// The database cannot do it now.
    case unavailable

    var status: HTTPResponse.Status {
        switch self {
        case .keyRequired, .keyUnknown: .unauthorized
        case .unknown: .notFound
        case .methodNotAllowed: .methodNotAllowed
        case .wrongRequest, .wrongSubscriptions, .wrongRequestKey, .wrongEventNumber,
            .wrongPairing:
            .badRequest
        case .notAnswered: .conflict
        case .tooManyPairings: .tooManyRequests
        case .tooLarge: .contentTooLarge
        case .unsupportedCoding: .unsupportedMediaType
        case .unknownRecipients, .cannotFit, .otherContent, .wrongNumber, .noDrops:
            .unprocessableContent
        case .noRelay: .badGateway
        case .unavailable, .pairingUnavailable: .serviceUnavailable
        }
    }

    var name: String {
        switch self {
        case .keyRequired: "key-required"
        case .keyUnknown: "key-unknown"
        case .unknown: "unknown"
        case .methodNotAllowed: "method-not-allowed"
        case .wrongRequest: "wrong-request"
        case .wrongSubscriptions: "wrong-subscriptions"
        case .wrongRequestKey: "wrong-request-key"
        case .wrongEventNumber: "wrong-event-number"
        case .tooLarge: "too-large"
        case .unsupportedCoding: "unsupported-coding"
        case .unknownRecipients: "unknown-recipients"
        case .cannotFit: "cannot-fit"
        case .otherContent: "other-content"
        case .wrongPairing: "wrong-pairing"
        case .notAnswered: "not-answered"
        case .wrongNumber: "wrong-number"
        case .noRelay: "no-relay"
        case .noDrops: "no-drops"
        case .tooManyPairings: "too-many-pairings"
        case .pairingUnavailable: "pairing-unavailable"
        case .unavailable: "unavailable"
        }
    }

    var detail: String {
        switch self {
        case .keyRequired: "Send an API key of this sidecar: 'Authorization: Bearer' and the key."
        case .keyUnknown:
            "This API key is none of this sidecar: mistyped, removed, or another sidecar's."
        case .unknown: "There is nothing here."
        case .methodNotAllowed(let methods): "This path has \(methods.list) and no other method."
        case .wrongRequest(let error): "\(error.message)."
        case .wrongSubscriptions(let error): error.detail
        case .wrongRequestKey: "Idempotency-Key has to be 1 to 255 bytes."
        case .wrongEventNumber: "'after' has to be the number of an event, or 0."
        case .tooLarge(let limit): "The body has more than \(limit) bytes."
        case .unsupportedCoding:
            "The body has to be application/json, without a content coding or a charset but UTF-8."
        case .unknownRecipients: "Some recipients have no devices here; nothing was sent."
        case .cannotFit(let needed, let available):
            "The payload needs \(needed) bytes, and a push has room for \(available); nothing was sent."
        case .otherContent: "Another request had this Idempotency-Key."
        case .wrongPairing(let error): "\(error.message)."
        case .notAnswered: "No phone awaits a number; GET says what has become of the pairing."
        case .wrongNumber:
            "The phone that has answered shows another number; the pairing has ended."
        case .noRelay: "The relay does not answer; no code was made."
        case .noDrops: "The relay takes no answers to codes, or is none; no code was made."
        case .tooManyPairings: "Too many pairings wait for a phone; ask again."
        case .pairingUnavailable:
            """
            The sender's store has no key for endpoints, or another one than paired devices know; \
            the sidecar's log says more.
            """
        case .unavailable: "The sidecar cannot do this now; ask again."
        }
    }

    var headers: HTTPFields {
        switch self {
        case .keyRequired: .bearerRequired
        case .keyUnknown: .bearerUnknown
        case .methodNotAllowed(let methods): [.allow: methods.list]
        case .unavailable: .retry(after: 5)
        case .tooManyPairings: .retry(after: 30)
        default: [:]
        }
    }

    func write(to object: inout JSONWriter.Object) {
        guard case .unknownRecipients(let codes) = self else { return }
        object.array("recipients") { list in for code in codes { list.add(code.text) } }
    }
}
