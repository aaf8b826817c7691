// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCoding
import SealedPushOpenSSL
import TestSupport
import Testing

@testable import SealedPushAPNs

struct ProviderTokenKeyTests {
    private let time = Timestamp(clamping: 1_437_179_036_999)

    private func file(_ name: String) throws -> [UInt8] {
        try Repository.read("Tests/Sending/SealedPushOpenSSLTests/Samples/\(name)")
    }

    private func token(
        _ name: String = "token.p8",
        keyID: String = "ABC123DEFG",
        teamID: String = "DEF123GHIJ"
    ) throws -> ProviderToken {
        let file = try file(name)
        let key = try ProviderTokenKey(p8: file.span, keyID: keyID, teamID: teamID)
        return try key.tokens.signer.token(at: time)
    }

    @Test func `a token says who made it with which key and when, and is signed`() throws {
        let parts = try token().text.split(separator: ".", omittingEmptySubsequences: false)
        try #require(parts.count == 3)
        let decoded = try parts.map { part in
            let text = Array(part.utf8)
            return try Base64URL.decode(text.span)
        }
        #expect(decoded[0] == Array(#"{"alg":"ES256","kid":"ABC123DEFG"}"#.utf8))
        #expect(decoded[1] == Array(#"{"iss":"DEF123GHIJ","iat":1437179036}"#.utf8))
        let signed = decoded[2]
        let signature = try P256Signature(reading: signed.span)
        let der = try file("token-public.der")
        let publicKey = try P256PublicKey(der: der.span)
        let input = Array((parts[0] + "." + parts[1]).utf8)
        let isValid = publicKey.isValidSignature(signature, for: input.span)
        #expect(isValid)
    }

    @Test(arguments: [
        "", "ABC123DEF", "ABC123DEFG0", "ABC123DEF\"", "ABC123DEF ", "ABC-23DEFG",
        "ABC123DE\u{E9}", "\u{FF21}BC123DEFG",
    ])
    func `an id has 10 letters and digits`(_ id: String) {
        #expect(throws: APNsError.invalidKeyID) { try token(keyID: id) }
        #expect(throws: APNsError.invalidTeamID) { try token(teamID: id) }
    }

    @Test(arguments: [
        ("rsa.pem", OpenSSLError.wrongKind(.rsa(bits: 2048))),
        ("p384.pem", .wrongKind(.otherCurve)), ("root.pem", .unexpected(.certificate)),
        ("encrypted.pem", .passphraseNeeded),
    ])
    func `a file without a key of P-256 says why`(_ name: String, _ error: OpenSSLError) {
        #expect(throws: APNsError.keyFile(KeyFileError(error))) { try token(name) }
    }

    @Test func `a token is never printed`() throws {
        let token = try token()
        let secret = token.text.suffix(20)
        var dumped = ""
        dump(token, to: &dumped)
        for text in ["\(token)", String(reflecting: token), dumped] {
            #expect(!text.contains(secret))
        }
    }

    @Test(arguments: [
        APNsError.invalidKeyID, .invalidTeamID, .keyFile(KeyFileError(.noPrivateKey)), .identity,
        .roots,
        .invalidDeviceToken, .invalidTopic, .invalidPushType, .invalidCollapseID, .invalidPriority,
        .emptyPayload,
        .payloadTooLarge(limit: 4096),
    ])
    func `each error says what is wrong`(_ error: APNsError) {
        #expect(error.message.count > 15)
    }
}
