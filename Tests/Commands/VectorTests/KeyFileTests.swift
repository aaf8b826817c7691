// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import TestSupport
import Testing

@testable import SealedPushLabCommand

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
