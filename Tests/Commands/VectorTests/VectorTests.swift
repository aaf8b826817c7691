// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import TestSupport
import Testing

@testable import PublishedVectors
@testable import SealedPushLabCommand

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite struct VectorTests {
    // Each vector names its rule, too.
    @Test(.rules("M-17 M-33 T-8 T-9 D-15 A-7 C-12 C-44 C-45 C-46 C-48 C-49 C-50"))
    func `every vector passes`() throws {
        let report = try VectorReport(folder: VectorFolder.path)
        #expect(report.lines == ["\(report.passed) passed, 0 failed"])
    }

    @Test(.rules("C-44")) func `every class is there that a vector can have`() throws {
        var expected: [String: Set<String>] = [:]
        for name in try VectorFolder.names() {
            let root = try VectorFolder.document(name).root
            let kind = try #require(root["kind"]?.string)
            let isKind = ["message", "choice", "sealing", "attachment"].contains(kind)
            try expected[isKind ? kind : "read", default: []]
                .insert(#require(root["expected"]?.string))
        }
        let opening = OpeningError.all.map(\.name) + ["opened", "recovered"]
        #expect(expected["message"] == Set(opening))
        #expect(expected["read"] == Set(WireError.all.map(\.name) + ["accepted"]))
        // Of the other classes of sealing four need lists of devices or a store that fails.
        let choosing: Set = [
            "accepted", "prekeyRolledBack", "prekeyContradicted", "prekeyNotYetValid", "noPrekey",
        ]
        #expect(expected["choice"] == choosing)
        let sealing: Set = [
            "accepted", "reservedKey", "attachmentsTooLarge", "placeholderRefused",
            "contentTooLarge",
        ]
        #expect(expected["sealing"] == sealing)
        // These need a sender, a download or a system.
        let elsewhere: Set<AttachmentError> = [
            .empty, .senderNotAllowed, .addressNotAllowed, .unavailable, .timedOut,
            .storageUnavailable, .notAccepted,
        ]
        let attaching = Set(AttachmentError.all).subtracting(elsewhere).map(\.name)
        #expect(expected["attachment"] == Set(attaching + ["accepted"]))
    }
}

/// The vectors of this repository.
enum VectorFolder {
    static let path = "\(Repository.folder)/docs/vectors"

    /// What the vectors are called, in their order.
    static func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path)
            .filter { $0.hasSuffix(".json") }
            .map { String($0.dropLast(5)) }
            .sorted()
    }

    static func document(_ name: String) throws -> JSONDocument {
        try JSONDocument(reading: Repository.read("docs/vectors/\(name).json"))
    }
}

/// The folder `keys` holds what the vectors are checked with.
@Suite struct KeyFileTests {
    private static func file(_ name: String) throws -> JSONValue {
        try JSONDocument(reading: Repository.read("keys/\(name).json")).root
    }

    @Test(arguments: ["phone-1", "phone-2"])
    func `a device's prekeys are those of the vectors`(_ name: String) throws {
        let prekeys = try #require(Self.file(name)["prekeys"]?.elements)
        let names = ["reusable", "one-time-1", "one-time-2"]
        #expect(prekeys.map { $0["name"]?.string } == names)
        for (prekey, text) in zip(prekeys, names) {
            let seed = PublishedKeys.prekeySeed(text, of: name)
            #expect(prekey["seed"]?.string == Hex.encode(seed.span))
            #expect(
                prekey["seedText"]?.string == "SealedPush published test prekey \(name) \(text)"
            )
        }
    }

    @Test(arguments: ["server-1", "server-2", "person-1"])
    func `a sender's secret and text are those of the vectors`(_ name: String) throws {
        let file = try Self.file(name)
        let secret = PublishedKeys.secret(name)
        #expect(file["secret"]?["bytes"]?.string == Hex.encode(secret.span))
        #expect(file["secret"]?["text"]?.string == "SealedPush published test secret \(name)")
        let identity = try PublishedKeys.identity(name)
        #expect(try file["text"]?.string == SenderIdentity(reading: identity.span).text)
    }

    @Test func `another name is no published identity`() {
        #expect(throws: VectorFault("no published identity server-3")) {
            try PublishedKeys.identity("server-3")
        }
    }
}
