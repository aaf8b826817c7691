// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
package import Hummingbird
import SealedPush
import SealedPushCoding

extension Request {
    /// The most bytes of a JSON body.
    private static let jsonLimit = 16 * 1024

    /// Whether the body is of a media type, and without a content coding.
    ///
    /// Of the type's parameters a charset counts alone, which has to be UTF-8.
    package func has(_ mediaType: String) -> Bool {
        guard headers[.contentEncoding] == nil, let type = headers[.contentType] else {
            return false
        }
        let parts = type.split(separator: ";", omittingEmptySubsequences: false).map(\.trimmed)
        return parts[0].lowercased() == mediaType
            && parts.dropFirst().allSatisfy { parameter in
                let pair = parameter.split(separator: "=", maxSplits: 1)
                return pair.first?.trimmed.lowercased() != "charset"
                    || pair.count == 2 && pair[1].trimmed.unquoted.lowercased() == "utf-8"
            }
    }

    /// The body, or nil if it has more bytes than this, or says so before it comes.
    ///
    /// - Throws: What the connection throws.
    package func bytes(ifUpTo limit: Int) async throws -> [UInt8]? {
        if let announced = headers[.contentLength].flatMap({ Int($0) }), announced > limit {
            return nil
        }
        var bytes: [UInt8] = []
        for try await part in body {
            guard bytes.count + part.readableBytes <= limit else { return nil }
            bytes += part.readableBytesView
        }
        return bytes
    }

    /// Refuses a body of another media type, or with a coding.
    ///
    /// - Throws: ``Problem/unsupportedCoding(_:)``.
    func require(_ mediaType: String) throws(Problem) {
        guard has(mediaType) else { throw .unsupportedCoding(mediaType) }
    }

    /// The body, of so many bytes at most.
    ///
    /// - Throws: ``Problem/tooLarge``, or what the connection throws.
    func bytes(upTo limit: Int) async throws -> [UInt8] {
        guard let bytes = try await bytes(ifUpTo: limit) else { throw Problem.tooLarge }
        return bytes
    }

    /// The body as an object of JSON that has no other members than these.
    ///
    /// - Throws: A ``Problem``, or what the connection throws.
    func object(of members: String...) async throws -> JSONBody {
        try require("application/json")
        let bytes = try await bytes(upTo: Self.jsonLimit)
        guard let root = try? JSONDocument(reading: bytes).root, let found = root.members else {
            throw Problem.wrongBody(.notAnObject)
        }
        guard found.allSatisfy({ members.contains($0.key) }) else {
            throw Problem.wrongBody(.unknownMember(known: members))
        }
        return JSONBody(root: root)
    }

    /// The capability that the request shows as a bearer token.
    ///
    /// - Throws: `missing` if it shows no token, `unknown` if the token is no capability.
    package func bearer<Failure: Error>(
        missing: Failure,
        unknown: Failure
    ) throws(Failure) -> Capability {
        guard let words = headers[.authorization]?.split(separator: " "), words.count == 2,
            words[0].lowercased() == "bearer"
        else { throw missing }
        guard let capability = Capability(text: String(words[1])) else { throw unknown }
        return capability
    }
}

/// The members of a request's body.
struct JSONBody {
    let root: JSONValue

    /// A text, if the body has it.
    func text(_ name: String) throws(Problem) -> String? {
        guard let value = root[name] else { return nil }
        guard let text = value.string else { throw .wrongBody(.member(name)) }
        return text
    }

    /// Bytes as base64url, which the body has to have.
    func bytes(_ name: String) throws(Problem) -> [UInt8] {
        guard let text = try text(name), !text.isEmpty,
            let bytes = try? Base64URL.decode(Array(text.utf8).span)
        else { throw .wrongBody(.member(name)) }
        return bytes
    }

    /// A choice, or the first one if the body does not have it.
    func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String,
        else standard: Choice
    ) throws(Problem) -> Choice {
        guard let text = try text(name) else { return standard }
        guard let choice = Choice(rawValue: text) else { throw .wrongBody(.member(name)) }
        return choice
    }

    /// The app and the environment, `production` if it is not said.
    func app() throws(Problem) -> AppEnvironment {
        guard let app = try text("app") else { throw .wrongBody(.member("app")) }
        return AppEnvironment(
            app: app,
            environment: try choice("environment", else: AppEnvironment.Environment.production)
        )
    }

    /// A push token in hex, 1 to 256 bytes.
    func token() throws(Problem) -> [UInt8] {
        guard let text = try text("token"), let token = Hex.decode(text),
            1...256 ~= token.count
        else { throw .wrongBody(.member("token")) }
        return token
    }

    /// A possession proof.
    func proof() throws(Problem) -> DeviceIdentity.PossessionProof {
        let bytes = try bytes("proof")
        guard let proof = try? DeviceIdentity.PossessionProof(reading: bytes.span) else {
            throw .proofRefused
        }
        return proof
    }
}

/// What is wrong with the body of a request; none holds a part of it.
package enum BodyFault: Error, Hashable {
    /// It is no JSON object.
    case notAnObject
    /// It has a member that the request does not take; these it does.
    case unknownMember(known: [String])
    /// A member is missing, or is not what belongs there.
    case member(String)
    /// The relay serves no such app and environment.
    case unknownApp
    /// The bundle cannot be published.
    case bundle(BundleError)
    /// The stock cannot be taken.
    case stock(StockError)
    /// The retirement is none, or another device's.
    case retirement
    /// The body has not the size of a drop's box.
    case box

    /// What is wrong and what to do, in one sentence.
    var detail: String {
        switch self {
        case .notAnObject: "The body has to be a JSON object."
        case .unknownMember(let known):
            "The body has a member that is not taken here; these are: "
                + known.joined(separator: ", ") + "."
        case .member(let name): "'\(name)' is missing, or is not what belongs there."
        case .unknownApp: "This relay does not serve this app in this environment."
        case .bundle(.unreadable): "The bundle is none, or a signature in it is wrong."
        case .bundle(.wrongIdentity): "The bundle is another device's."
        case .bundle(.notOneReusableRecord): "The bundle has to have one record, a reusable one."
        case .bundle(.notCurrent): "The record of the bundle has not begun, or has ended."
        case .stock(.wrongSize): "The stock has to have 1 to 100 records of 1306 bytes, or nothing."
        case .stock(.wrongRecord(let index)): "Record \(index) is no one-time record of the device."
        case .stock(.revoked(let index)): "The device has revoked record \(index)."
        case .stock(.notCurrent(let index)): "Record \(index) has not begun, or has ended."
        case .stock(.repeated): "A record of the stock occurs twice."
        case .box: "The body has to be a box of 1056 bytes."
        case .retirement: "The statement is no retirement of this device."
        }
    }
}
