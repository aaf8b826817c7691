// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HummingbirdTesting
import OpenAPITestSupport
import SealedPush
import SealedPushCoding
import SealedPushCrypto
import SealedPushOpenSSL
import SealedPushRelayTesting
import TestSupport
import Testing

@testable import SealedPushRelay

@Suite(.rules("C-73")) struct VAPIDTests {
    /// A sender's header, right in all that a test does not change.
    struct Header {
        var scheme = "vapid"
        var algorithm = "ES256"
        var audience = SampleDevice.origin.text
        var expiry = Int(SampleDevice.now.milliseconds / 1000) + 3600
        var extra = ""

        func text(
            signing key: borrowing P256PrivateKey,
            naming named: [UInt8]? = nil
        ) throws -> String {
            let header = #"{"typ":"JWT","alg":"\#(algorithm)"\#(extra)}"#
            let claims = #"{"aud":"\#(audience)","exp":\#(expiry),"sub":"mailto:a@b.example"}"#
            let input = "\(Self.encode(Array(header.utf8))).\(Self.encode(Array(claims.utf8)))"
            let signed = Array(input.utf8)
            let signature = try key.signature(for: signed.span)
            let name = Self.encode(named ?? key.publicKey.bytes)
            return "\(scheme) t=\(input).\(Self.encode(signature.bytes)), k=\(name)"
        }

        private static func encode(_ bytes: [UInt8]) -> String { Base64URL.encode(bytes.span) }
    }

    /// The status of a post with this header, and the problem if there is one.
    private func answer(
        to text: String?,
        bound key: P256PublicKey
    ) async throws -> (Int, String?) {
        try await RelayBench.run(sender: .bound(vapid: key.bytes)) { bench in
            let response = try await bench.post(nil, [.authorization: text])
            #expect(try await bench.queued == (response.status == .created ? 1 : 0))
            #expect(
                (response.headers[.wwwAuthenticate] == "vapid") == (response.status.code == 401)
            )
            return (response.status.code, response.problem)
        }
    }

    @Test func `a request that the bound key has signed is served`() async throws {
        let key = try P256PrivateKey()
        for header in [Header(), Header(scheme: "VAPID"), Header(extra: #","x":1"#)] {
            #expect(
                try await answer(to: header.text(signing: key), bound: key.publicKey) == (201, nil)
            )
        }
        let text = try Header().text(signing: key)
        let quoted = text.replacing("k=", with: "k=\"") + "\""
        #expect(try await answer(to: quoted, bound: key.publicKey) == (201, nil))
    }

    @Test func `a bound endpoint serves only what is signed`() async throws {
        let key = try P256PrivateKey()
        #expect(try await answer(to: nil, bound: key.publicKey) == (401, "vapid-required"))
    }

    @Test(.rules("C-107"))
    func `the first signed request binds an endpoint to its key, and no other does`() async throws {
        try await RelayBench.run { bench in
            let device = try await bench.activeDevice()
            let made = try await device.send("/endpoints", .post) { $0.add("firstKey", true) }
            let url = try #require(made.json?["endpoint"]?.string)
            let path = String(url.dropFirst(bench.origin.count))
            func list() async throws -> JSONValue? {
                try await device.send("/endpoints").json?["endpoints"]?.elements?.first
            }
            let own = try P256PrivateKey()
            let thief = try P256PrivateKey()
            func ask(_ header: String?) async throws -> String? {
                var headers: HTTPFields = [:]
                headers[.authorization] = header
                return try await bench.send(path, .get, headers).problem
            }
            // Nothing that is not signed binds it, nor does what is signed wrongly.
            #expect(try await ask(nil) == "vapid-required")
            let late = try Header(expiry: 1).text(signing: own)
            let borrowed = try Header().text(signing: thief, naming: own.publicKey.bytes)
            for wrong in ["vapid x", late, borrowed] {
                #expect(try await ask(wrong) == "vapid-refused")
            }
            #expect(try await list()?["firstKey"]?.bool == true)
            bench.store.fail(1, after: 1)
            #expect(try await ask(Header().text(signing: own)) == "unavailable")
            #expect(try await list()?["firstKey"]?.bool == true)
            #expect(try await ask(Header().text(signing: own)) == nil)
            #expect(try await ask(Header().text(signing: thief)) == "vapid-refused")
            #expect(try await ask(nil) == "vapid-required")
            #expect(try await ask(Header().text(signing: own)) == nil)
            let key = Base64URL.encode(own.publicKey.bytes.span)
            #expect(try await list()?["vapid"]?.string == key)
            #expect(try await list()?["firstKey"] == nil)
        }
    }

    @Test(arguments: [
        Header(scheme: "bearer"), Header(algorithm: "HS256"), Header(algorithm: "none"),
        Header(audience: "https://other.example"), Header(audience: SampleDevice.origin.text + "/"),
        Header(expiry: Int(SampleDevice.now.milliseconds / 1000)),
        Header(expiry: Int(SampleDevice.now.milliseconds / 1000) + 86_401), Header(expiry: -1),
        Header(expiry: .max), Header(extra: #","crit":["x"]"#),
    ])
    func `a signature for another server, time or purpose is refused`(_ header: Header)
        async throws
    {
        let key = try P256PrivateKey()
        let text = try header.text(signing: key)
        #expect(try await answer(to: text, bound: key.publicKey) == (403, "vapid-refused"))
    }

    @Test func `a signature by another key, or none, is refused`() async throws {
        let key = try P256PrivateKey()
        let other = try P256PrivateKey()
        let own = try Header().text(signing: other)
        let borrowed = try Header().text(signing: other, naming: key.publicKey.bytes)
        let right = try Header().text(signing: key)
        let unsigned = right.replacing(/\.[A-Za-z0-9_-]+, k=/, with: "., k=")
        let long = right + ", x=" + String(repeating: "y", count: 3000)
        for text in [own, borrowed, unsigned, long, "vapid", "vapid t=, k=", "", "vapid ====,"] {
            #expect(
                try await answer(to: text, bound: key.publicKey) == (403, "vapid-refused"),
                "\(text)"
            )
        }
    }

    @Test func `what is changed in a signed header is noticed, and no text traps`() async throws {
        let key = try P256PrivateKey()
        let text = try Header().text(signing: key)
        let url = try #require(PublicURL(SampleDevice.origin.text))
        let bytes = Array(text.utf8)
        for _ in 0..<2000 {
            var changed = bytes
            let index = Int.random(in: bytes.indices)
            changed[index] = UInt8.random(in: 0x20...0x7E)
            if Bool.random() { changed.removeLast(Int.random(in: 0..<changed.count)) }
            let token = VAPIDToken(reading: String(decoding: changed, as: UTF8.self))
            guard changed.count < bytes.count || changed[index] != bytes[index], let token else {
                continue
            }
            let isValid = token.isValid(
                for: key.publicKey.bytes,
                at: url,
                now: SampleDevice.now
            )
            // The scheme is the same in either case, and what is around the parameters is nothing.
            #expect(
                !isValid || index < 6
                    || [",", " "].contains(text[text.utf8.index(text.startIndex, offsetBy: index)])
            )
        }
    }
}
