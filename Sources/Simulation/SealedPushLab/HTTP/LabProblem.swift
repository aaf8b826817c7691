// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import SealedPushCoding
import SealedPushRelay
import SimulatedDevice

/// What the lab answers a request that it does not serve; its type is the same in every version.
enum LabProblem: ProblemDetails, Hashable {
    /// Nothing here has this path or name, or not any more.
    case unknown
    /// The path is there, and has these methods only.
    case methodNotAllowed([HTTPRequest.Method])
    /// `Host` is no name of the lab's.
    case wrongHost
    /// A page of another site sent the request.
    case crossSite
    /// The body is not what the request needs, for this reason.
    case wrongBody(String)
    /// A parameter of the query is not what belongs there.
    case wrongParameter(String)
    /// The lab has no extension of this name; these it has.
    case unknownExtension([String])
    /// The body has more bytes than this.
    case tooLarge(Int)
    /// The body is of another media type, or is encoded.
    case unsupportedCoding
    /// Another app has the token.
    case tokenTaken
    /// The clock of the phone can't be moved.
    case realClock
    /// The user can't do this with the notification.
    case impossible(DeviceError)
    /// There are as many phones, or as many of their extensions, as may be.
    case tooManyPhones
    /// The lab cannot do it now.
    case unavailable

    var status: HTTPResponse.Status {
        switch self {
        case .unknown: .notFound
        case .methodNotAllowed: .methodNotAllowed
        case .wrongHost: .misdirectedRequest
        case .crossSite: .forbidden
        case .wrongBody, .wrongParameter, .unknownExtension: .badRequest
        case .tooLarge: .contentTooLarge
        case .unsupportedCoding: .unsupportedMediaType
        case .tokenTaken, .realClock, .impossible: .conflict
        case .tooManyPhones: .tooManyRequests
        case .unavailable: .serviceUnavailable
        }
    }

    var name: String {
        switch self {
        case .unknown: "unknown"
        case .methodNotAllowed: "method-not-allowed"
        case .wrongHost: "wrong-host"
        case .crossSite: "cross-site"
        case .wrongBody, .wrongParameter, .unknownExtension: "wrong-request"
        case .tooLarge: "too-large"
        case .unsupportedCoding: "unsupported-coding"
        case .tokenTaken: "token-taken"
        case .realClock: "real-clock"
        case .impossible: "impossible"
        case .tooManyPhones: "too-many-phones"
        case .unavailable: "unavailable"
        }
    }

    var detail: String {
        switch self {
        case .unknown: "There is nothing here."
        case .methodNotAllowed(let methods): "This path has \(methods.list) and no other method."
        case .wrongHost:
            "The lab has another name: take the one that it printed, or start it with --name."
        case .crossSite: "A page of another site sent this; only the lab's own page may."
        case .wrongBody(let reason): "The body can't be taken: \(reason)."
        case .wrongParameter(let name): "'\(name)' is not what belongs there."
        case .unknownExtension(let known):
            known.isEmpty
                ? "The lab has no extension; start it with --extension or --store."
                : "The lab has no such extension; it has: \(known.joined(separator: ", "))."
        case .tooLarge(let limit): "The body has more than \(limit) bytes."
        case .unsupportedCoding:
            "The body has to be application/json, without a content coding or a charset but UTF-8."
        case .tokenTaken: "Another app has this token."
        case .realClock: "The phone has a real clock, which can't be moved."
        case .impossible(let error): "The user can't do this: \(error.message)."
        case .tooManyPhones:
            "There are \(PhoneList.limit) phones, or \(PhoneList.extensionLimit) extensions of"
                + " them; DELETE takes some away."
        case .unavailable: "The lab cannot do this now; ask again."
        }
    }

    var headers: HTTPFields {
        switch self {
        case .methodNotAllowed(let methods): [.allow: methods.list]
        case .unavailable: .retry(after: 5)
        case .tooManyPhones: .retry(after: 30)
        default: [:]
        }
    }

    func write(to object: inout JSONWriter.Object) {
        if case .impossible(let error) = self { object.add("reason", "\(error)") }
    }
}
