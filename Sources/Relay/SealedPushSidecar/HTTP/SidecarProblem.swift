// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import HTTPTypes
package import Hummingbird
import SealedPushCoding
import SealedPushRelay

/// What a request is answered that is not served (RFC 9457); its type is the same in every version.
package enum SidecarProblem: Error, Hashable {
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
    /// The database cannot do it now.
    case unavailable

    /// The media type of the body.
    package static let mediaType = "application/problem+json"

    package var status: HTTPResponse.Status {
        switch self {
        case .keyRequired, .keyUnknown: .unauthorized
        case .unknown: .notFound
        case .methodNotAllowed: .methodNotAllowed
        case .wrongRequest, .wrongSubscriptions, .wrongRequestKey, .wrongEventNumber: .badRequest
        case .tooLarge: .contentTooLarge
        case .unsupportedCoding: .unsupportedMediaType
        case .unknownRecipients, .cannotFit, .otherContent: .unprocessableContent
        case .unavailable: .serviceUnavailable
        }
    }

    /// The type's URI.
    package var type: String {
        let name =
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
            case .unavailable: "unavailable"
            }
        return "urn:sealedpush:problem:\(name)"
    }

    /// What is wrong and what the backend can do, in one sentence.
    private var detail: String {
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
        case .unavailable: "The sidecar cannot do this now; ask again."
        }
    }
}

extension SidecarProblem: HTTPResponseError {
    private var body: [UInt8] {
        JSONWriter.object { object in
            object.add("type", type)
            object.add("status", status.code)
            object.add("detail", detail)
            if case .unknownRecipients(let codes) = self {
                object.array("recipients") { list in
                    for code in codes { list.add(code.text) }
                }
            }
        }
    }

    /// What a connection is told for which there is no room.
    package static var noRoom: (head: HTTPResponse, body: [UInt8]) {
        let body = SidecarProblem.unavailable.body
        let headers: HTTPFields = [
            .contentType: mediaType, .contentLength: "\(body.count)", .connection: "close",
            .cacheControl: "no-store", .retryAfter: "5",
        ]
        return (HTTPResponse(status: .serviceUnavailable, headerFields: headers), body)
    }

    package func response(from request: Request, context: some RequestContext) -> Response {
        var response = Response(json: body, status: status, mediaType: Self.mediaType)
        if self == .unavailable { response.headers[.retryAfter] = "5" }
        switch self {
        case .keyRequired: response.headers[.wwwAuthenticate] = "Bearer"
        case .keyUnknown: response.headers[.wwwAuthenticate] = Problem.unknownKeyChallenge
        case .methodNotAllowed(let methods): response.headers[.allow] = methods.list
        default: break
        }
        return response
    }
}

extension Response {
    /// An answer of JSON, which nothing on the way keeps.
    init(
        json: [UInt8],
        status: HTTPResponse.Status = .ok,
        mediaType: String = "application/json"
    ) {
        self.init(
            status: status,
            headers: [.contentType: mediaType, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: json))
        )
    }
}
