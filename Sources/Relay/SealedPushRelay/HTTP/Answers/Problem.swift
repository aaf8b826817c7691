// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import HTTPTypes
package import SealedPush
package import SealedPushCoding

/// What a relay answers a request that it does not serve; its type is the same in every relay and
/// version.
package enum Problem: ProblemDetails, Hashable {
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
    /// No drop of this id is kept; it may be asked for again after this time.
    case noDrop(retryAfter: Duration)
    /// Another box was left under this id.
    case answered
    /// The prekey of the envelope is none that this device serves by way of this endpoint.
    case stalePrekey
    /// The device that asks has no token that works.
    case notActive
    /// No token of the device waits for its activation.
    case nothingToActivate
    /// The device's app hands out its prekeys by itself.
    case prekeysElsewhere
    /// The endpoint or its device has ended; this is the device's retirement, if there is one.
    case gone(DeviceIdentity.Retirement?)
    /// The body is not what the request needs.
    case wrongBody(BodyFault)
    /// A possession proof is wrong, or answers no challenge of this time.
    case proofRefused
    /// The registration has no invitation, or one that was used, has ended or is for another app.
    case invitationRefused
    /// The path is there, and has these methods only.
    case methodNotAllowed([HTTPRequest.Method])
    /// The request shows no API key.
    case keyRequired
    /// The relay knows no such API key.
    case keyUnknown
    /// The API key may not ask for this.
    case keyRefused
    /// The body is larger than any envelope.
    case tooLarge
    /// The body is not of this media type, or is encoded.
    case unsupportedCoding(String)
    /// A limit does not allow it now.
    case limit(LimitReached)
    /// Another limit does not allow it, for so long.
    case busy(Duration)
    /// The device has as many endpoints as it may.
    case tooManyEndpoints
    /// The relay cannot do it now.
    case unavailable

    package var name: String {
        switch self {
        case .notAnEnvelope: "not-an-envelope"
        case .wrongHeader: "wrong-header"
        case .vapidRequired: "vapid-required"
        case .vapidRefused: "vapid-refused"
        case .unknown, .noDrop: "unknown"
        case .answered: "answered"
        case .stalePrekey: "stale-prekey"
        case .notActive: "not-active"
        case .nothingToActivate: "nothing-to-activate"
        case .prekeysElsewhere: "prekeys-elsewhere"
        case .gone: "gone"
        case .wrongBody: "wrong-body"
        case .proofRefused: "proof-refused"
        case .invitationRefused: "invitation-refused"
        case .methodNotAllowed: "method-not-allowed"
        case .keyRequired: "key-required"
        case .keyUnknown: "key-unknown"
        case .keyRefused: "key-refused"
        case .tooLarge: "too-large"
        case .unsupportedCoding: "unsupported-coding"
        case .limit, .busy, .tooManyEndpoints: "limit"
        case .unavailable: "unavailable"
        }
    }

    package var status: HTTPResponse.Status {
        switch self {
        case .notAnEnvelope, .wrongHeader, .wrongBody: .badRequest
        case .vapidRequired, .keyRequired, .keyUnknown: .unauthorized
        case .vapidRefused, .proofRefused, .invitationRefused, .keyRefused: .forbidden
        case .unknown, .noDrop: .notFound
        case .methodNotAllowed: .methodNotAllowed
        case .answered, .stalePrekey, .notActive, .nothingToActivate, .prekeysElsewhere: .conflict
        case .gone: .gone
        case .tooLarge: .contentTooLarge
        case .unsupportedCoding: .unsupportedMediaType
        case .limit, .busy, .tooManyEndpoints: .tooManyRequests
        case .unavailable: .serviceUnavailable
        }
    }

    package var detail: String {
        switch self {
        case .notAnEnvelope: "The body is no envelope of SealedPush."
        case .wrongHeader(.wrongLifetime): "TTL has to be a whole number of seconds."
        case .wrongHeader(.wrongDropLifetime): "TTL has to be 60 to 90000 seconds."
        case .wrongHeader(.wrongUrgency): "Urgency has to be very-low, low, normal or high."
        case .wrongHeader(.wrongTopic): "Topic has to be 1 to 32 characters of base64url."
        case .vapidRequired: "Sign the request with the key of the endpoint (RFC 8292)."
        case .vapidRefused:
            "The signature is not by the key of the endpoint, or not for this server and time."
        case .unknown, .noDrop: "There is nothing here."
        case .answered: "Another device has answered before."
        case .stalePrekey: "Fetch the device's bundle again, and seal the message once more."
        case .notActive: "The device has no token that works; activate one first."
        case .nothingToActivate: "No token of the device waits; name its token first."
        case .prekeysElsewhere: "The device was registered with prekeys that its app hands out."
        case .gone: "This has ended for good; forget it."
        case .wrongBody(let fault): fault.detail
        case .proofRefused: "The proof is not this device's, not for this relay, or out of time."
        case .invitationRefused: "Ask the app's own server for a new invitation."
        case .methodNotAllowed(let methods): "This path has \(methods.list) and no other method."
        case .keyRequired: "Show an API key of this relay: 'Authorization: Bearer' and the key."
        case .keyUnknown:
            "This API key is none of this relay: mistyped, removed, or another relay's."
        case .keyRefused: "The API key may not ask for this."
        case .tooLarge: "The body is larger than any that is taken here."
        case .unsupportedCoding(let mediaType):
            "The body has to be \(mediaType), without a content coding or a charset but UTF-8."
        case .limit(.endpointQueue): "Too many messages of this endpoint wait for the device."
        case .limit(.deviceQueue): "Too many messages wait for the device."
        case .limit(.accepted): "This endpoint has taken as many messages as it may in a day."
        case .limit(.keptDrops): "Too many drops of the device are kept."
        case .limit(.newDrops): "The device has left as many drops as it may in a day."
        case .busy: "This was asked for too often; ask again later."
        case .tooManyEndpoints: "The device has too many endpoints; delete some."
        case .unavailable: "The relay cannot do this now; ask again."
        }
    }

    package var headers: HTTPFields {
        switch self {
        case .vapidRequired: [.wwwAuthenticate: "vapid"]
        case .keyRequired: .bearerRequired
        case .keyUnknown: .bearerUnknown
        case .methodNotAllowed(let methods): [.allow: methods.list]
        case .limit(let limit): .retry(after: limit.retryAfter.components.seconds)
        case .busy(let duration): .retry(after: max(1, duration.components.seconds + 1))
        case .noDrop(let duration): .retry(after: duration.components.seconds)
        case .tooManyEndpoints: .retry(after: 3600)
        case .unavailable: .retry(after: 5)
        default: [:]
        }
    }

    package func write(to object: inout JSONWriter.Object) {
        if case .gone(let retirement?) = self {
            object.add("retirement", base64URL: retirement.bytes.span)
        }
    }
}
