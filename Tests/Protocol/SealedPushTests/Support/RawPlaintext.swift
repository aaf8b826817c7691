// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import MessageTestSupport
import SealedPush
import SealedPushCrypto

/// What an envelope holds, decrypted by the tables of docs/protocol/message.md and apart from the
/// opening machine.
struct RawPlaintext {
    let bytes: [UInt8]

    /// Decrypts with the seed of a sample key.
    init(of envelope: [UInt8], info: [UInt8]) throws {
        let associatedData = Array(envelope[..<1145])
        let encapsulatedKey = Array(envelope[25..<1145])
        let ciphertext = Array(envelope[1145...])
        var arena = SecretArena()
        var context = [UInt8](repeating: 0, count: HPKE.contextCount)
        var contextSpan = context.mutableSpan
        try HPKE.setUpReceiver(
            XWingPrivateKey(seed: SampleDevice.seed().span),
            encapsulatedKey: encapsulatedKey.span,
            info: info.span,
            into: &contextSpan,
            using: &arena
        )
        var plaintext = [UInt8](repeating: 0, count: ciphertext.count - 16)
        var target = plaintext.mutableSpan
        try HPKE.open(
            ciphertext.span,
            authenticating: associatedData.span,
            context: context.span,
            into: &target
        )
        bytes = plaintext
    }

    var signature: [UInt8] { Array(bytes[..<64]) }
    var rest: [UInt8] { Array(bytes[64...]) }
    var created: [UInt8] { Array(bytes[64..<72]) }
    var timeToLive: [UInt8] { Array(bytes[72..<76]) }
    var sender: [UInt8] { Array(bytes[76..<108]) }
    var contentLength: [UInt8] { Array(bytes[108..<110]) }
}

extension RawMessage {
    /// A message of an exchange that breaks no rule.
    init(in exchange: Exchange, content: String = Exchange.content) {
        self.init(
            content,
            from: exchange.sender,
            to: exchange.record,
            of: exchange.device.device,
            topic: exchange.topic,
            created: Exchange.now
        )
    }
}
