// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCoding

/// A code that a backend asks for, to show it to its user:
/// `{"relay": "https://relay.example", "name": "Shop", "page": "https://app.example/pair"}`.
struct PairingRequest: Hashable, Sendable {
    /// The relay of the app's devices.
    let relay: WebOrigin
    /// The sender's name for itself, which the phone shows.
    let name: String
    /// The app's URL, for a link that opens the app; nil for a plain link.
    let page: String?

    /// The most bytes of a request.
    static let byteLimit = 8 << 10

    private static let members: Set = ["relay", "name", "page"]

    /// Reads a request.
    ///
    /// - Throws: ``PairingRequestError``.
    init(reading bytes: [UInt8], _ policy: RelayPolicy) throws(PairingRequestError) {
        let root = try JSONDocument(asked: bytes).root
        guard let members = root.members else { throw .notAnObject }
        guard members.allSatisfy({ Self.members.contains($0.key) }) else { throw .unknownMember }
        guard let relay = root["relay"]?.string.flatMap(WebOrigin.init(url:)) else {
            throw .wrongRelay
        }
        if let refusal = policy.refusal(of: relay) { throw .notAsked(refusal) }
        guard let name = root["name"]?.string else { throw .wrongName }
        self.relay = relay
        self.name = name
        guard let page = root["page"] else {
            self.page = nil
            return
        }
        guard let text = page.string else { throw .wrongPage }
        self.page = text
    }
}

extension PairingNumber {
    /// Reads `{"number": 47}`.
    ///
    /// - Throws: ``PairingRequestError``.
    init(reading bytes: [UInt8]) throws(PairingRequestError) {
        let root = try JSONDocument(asked: bytes).root
        guard let members = root.members else { throw .notAnObject }
        guard members.count == 1,
            let number = root["number"]?.integer.flatMap({ Int(exactly: $0) })
                .flatMap(PairingNumber.init(_:))
        else { throw .wrongNumber }
        self = number
    }
}

extension JSONDocument {
    fileprivate init(asked bytes: [UInt8]) throws(PairingRequestError) {
        do {
            try self.init(reading: bytes)
        } catch {
            throw .json(error)
        }
    }
}

/// Why a request about a pairing is refused before anything is changed.
enum PairingRequestError: Error, Hashable {
    /// It is no JSON.
    case json(JSONError)
    /// It is no JSON object.
    case notAnObject
    /// It has a member that is none of those that are known.
    case unknownMember
    /// `relay` is no origin.
    case wrongRelay
    /// The relay is never asked.
    case notAsked(RelayRefusal)
    /// The origin of the relay is too long for a link.
    case longRelay
    /// `name` is no name that a phone shows as it is.
    case wrongName
    /// `page` is no URL of an app, or too long for a code.
    case wrongPage
    /// `number` is missing, is not 0 to 99, or is not alone.
    case wrongNumber
}

extension PairingRequestError: ExplainedError {
    /// What is wrong.
    var message: String {
        switch self {
        case .json(let error): "the request is not JSON: \(error.message)"
        case .notAnObject: "the request is no JSON object"
        case .unknownMember: "the request has a member other than relay, name, page"
        case .wrongRelay: "'relay' has to be \(WebOrigin.rule)"
        case .notAsked(let refusal): "'relay' \(refusal.message)"
        case .longRelay: "'relay' has more than 100 bytes behind https://"
        case .wrongName: "'name' is not 1 to 32 bytes that a phone shows as they are"
        case .wrongPage: "'page' is no https URL without '#', or is too long for a code"
        case .wrongNumber: "the request has to be the number alone, 0 to 99: {\"number\": 47}"
        }
    }
}
