// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
package import Hummingbird
import SealedPushCoding
package import SealedPushRelay

/// What a request is answered that is not served (RFC 9457); its type is the same in every relay
/// and version.
package enum Problem: Error, Hashable {
    /// The body is no envelope.
    case notAnEnvelope
    /// A header of RFC 8030 is missing or wrong.
    case wrongHeader(OptionsError)
    /// The endpoint is bound to a VAPID key, and the request is not signed.
    case vapidRequired
    /// The request is signed by another key, for another server, or for another time.
    case vapidRefused
    /// Nothing here has this URL, or not any more.
    case unknown
    /// The prekey of the envelope is none that this device serves by way of this endpoint.
    case stalePrekey
    /// The endpoint or its device has ended.
    case gone
    /// The body is larger than any envelope.
    case tooLarge
    /// The body is of another media type, or is encoded.
    case unsupportedCoding
    /// A limit does not allow it now.
    case limit(LimitReached)
    /// The relay cannot do it now.
    case unavailable

    /// The media type of the body.
    package static let mediaType = "application/problem+json"

    /// The end of the type's URI.
    package var name: String {
        switch self {
        case .notAnEnvelope: "not-an-envelope"
        case .wrongHeader: "wrong-header"
        case .vapidRequired: "vapid-required"
        case .vapidRefused: "vapid-refused"
        case .unknown: "unknown"
        case .stalePrekey: "stale-prekey"
        case .gone: "gone"
        case .tooLarge: "too-large"
        case .unsupportedCoding: "unsupported-coding"
        case .limit: "limit"
        case .unavailable: "unavailable"
        }
    }

    /// The type's URI.
    package var type: String { "urn:sealedpush:problem:\(name)" }

    package var status: HTTPResponse.Status {
        switch self {
        case .notAnEnvelope, .wrongHeader: .badRequest
        case .vapidRequired: .unauthorized
        case .vapidRefused: .forbidden
        case .unknown: .notFound
        case .stalePrekey: .conflict
        case .gone: .gone
        case .tooLarge: .contentTooLarge
        case .unsupportedCoding: .unsupportedMediaType
        case .limit: .tooManyRequests
        case .unavailable: .serviceUnavailable
        }
    }

    /// What is wrong and what the sender can do, in one sentence.
    private var detail: String {
        switch self {
        case .notAnEnvelope: "The body is no envelope of SealedPush."
        case .wrongHeader(.wrongLifetime): "TTL has to be a whole number of seconds."
        case .wrongHeader(.wrongUrgency): "Urgency has to be very-low, low, normal or high."
        case .wrongHeader(.wrongTopic): "Topic has to be 1 to 32 characters of base64url."
        case .vapidRequired: "Sign the request with the key of the subscription (RFC 8292)."
        case .vapidRefused:
            "The signature is not by the key of the subscription, or not for this server and time."
        case .unknown: "There is nothing here."
        case .stalePrekey: "Fetch the device's bundle again, and seal the message once more."
        case .gone: "The device has ended this endpoint; forget it."
        case .tooLarge: "The body is larger than any envelope."
        case .unsupportedCoding:
            "The body has to be application/sealedpush, without a content coding."
        case .limit(.endpointQueue): "Too many messages of this endpoint wait for the device."
        case .limit(.deviceQueue): "Too many messages wait for the device."
        case .limit(.accepted): "This endpoint has taken as many messages as it may in a day."
        case .unavailable: "The relay cannot do this now; ask again."
        }
    }

    /// When it may be asked again, in seconds.
    private var retryAfter: Int64? {
        switch self {
        case .limit(let limit): limit.retryAfter.components.seconds
        case .unavailable: 5
        default: nil
        }
    }
}

extension Problem: HTTPResponseError {
    package func response(from request: Request, context: some RequestContext) -> Response {
        let body = JSONWriter.object { object in
            object.add("type", type)
            object.add("status", status.code)
            object.add("detail", detail)
        }
        var response = Response(bytes: body, mediaType: Self.mediaType, status: status)
        if let retryAfter { response.headers[.retryAfter] = "\(retryAfter)" }
        if self == .vapidRequired { response.headers[.wwwAuthenticate] = "vapid" }
        return response
    }
}

extension Response {
    /// An answer of bytes, which nothing on the way keeps.
    init(bytes: [UInt8], mediaType: String, status: HTTPResponse.Status = .ok) {
        self.init(
            status: status,
            headers: [.contentType: mediaType, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        )
    }
}
