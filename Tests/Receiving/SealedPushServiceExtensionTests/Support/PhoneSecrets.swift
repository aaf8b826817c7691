// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ReceiverTestSupport
import SealedPush
import SealedPushCrypto
import SealedPushSender
import SealedPushStore

extension LeakLinter {
    /// Adds every key that a phone and its server have: of the store, of the device, of its
    /// prekeys, of the server.
    mutating func add(keysOf phone: Phone) throws {
        add(
            "the store's key",
            Array(try Data(contentsOf: URL(filePath: phone.path + "/store/key")))
        )
        for (name, kind) in [("the device's key", RecordKind.device), ("a prekey", .prekeys)] {
            var seeds: [[UInt8]] = []
            _ = try phone.store.forEach(kind) { _, contents in
                seeds.append([UInt8](copying: contents.extracting(first: DevicePrekey.seedCount)))
            }
            for seed in seeds { add(name, seed) }
        }
        phone.server.signingKey.withSeed { add("the sender's key", [UInt8](copying: $0)) }
        phone.server.secret.withBytes { add("the sender's secret", [UInt8](copying: $0)) }
    }

    /// Adds what of an envelope is encrypted, and the key that leads to it.
    mutating func add(ciphertextOf envelope: [UInt8]) {
        // Before that stand the ids, which the push service names notifications by.
        add("a ciphertext", Array(envelope.dropFirst(28)))
    }

    /// Adds the key of an encrypted file, where it is and what it holds.
    mutating func add(fileOf reference: AttachmentReference, content: [UInt8]) {
        reference.key.bytes.withBytes { add("a file's key", [UInt8](copying: $0)) }
        add("a file's place", words: reference.url)
        add("a file", Array(content.prefix(1024)))
        add("a file", Array(content.suffix(1024)))
    }
}
