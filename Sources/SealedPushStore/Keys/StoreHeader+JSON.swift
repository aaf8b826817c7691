// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

extension StoreHeader {
    /// The header as JSON.
    ///
    /// Its member `sum` has no key: it tells damage from a wrong key, not from an attack.
    var encoded: [UInt8] {
        JSONWriter.object(pretty: true) { object in
            object.add("format", Self.format)
            object.add("id", Hex.encode(storeID.bytes.span))
            object.add("key", kind.rawValue)
            object.add("access", access.rawValue)
            if let wrap {
                object.add("memory", wrap.parameters.memory)
                object.add("passes", wrap.parameters.passes)
                object.add("salt", Hex.encode(wrap.salt.span))
                object.add("wrapped", Hex.encode(wrap.wrapped.span))
            }
            object.add("check", Hex.encode(check.span))
            object.add("sum", Hex.encode(sum.span))
        } + [UInt8(ascii: "\n")]
    }

    /// Reads a header; one that we would not have written in this way is damaged.
    init(reading bytes: [UInt8]) throws(StoreError) {
        guard let root = try? JSONDocument(reading: bytes).root,
            let format = root["format"]?.integer, format >= Self.format
        else { throw .corrupted }
        guard format == Self.format else { throw .tooNew(version: format) }
        guard let id = Self.bytes(root["id"]).flatMap(StoreID.init(reading:)),
            let kind = root["key"]?.string.flatMap(StoreKeyKind.init(rawValue:)),
            let access = root["access"]?.string.flatMap(AccessClass.init(rawValue:)),
            let check = Self.bytes(root["check"]), check.count == Self.checkCount
        else { throw .corrupted }
        storeID = id
        self.kind = kind
        self.access = access
        self.check = check
        wrap = kind == .passphrase ? try Self.wrap(root) : nil
        guard encoded == bytes else { throw .corrupted }
    }

    private static func wrap(_ root: JSONValue) throws(StoreError) -> PassphraseWrap {
        guard let memory = root["memory"]?.integer.flatMap(UInt32.init(exactly:)),
            let passes = root["passes"]?.integer.flatMap(UInt32.init(exactly:)),
            let parameters = try? Argon2id(memory: memory, passes: passes),
            let salt = bytes(root["salt"]), let wrapped = bytes(root["wrapped"]),
            let wrap = PassphraseWrap(reading: parameters, salt: salt, wrapped: wrapped)
        else { throw .corrupted }
        return wrap
    }

    private static func bytes(_ value: JSONValue?) -> [UInt8]? {
        value?.string.flatMap(Hex.decode)
    }

    private var sum: [UInt8] {
        let digest = SHA256.hash { input in
            input.update(Array("SealedPush v1 store header\0".utf8).span)
            input.update(storeID.bytes.span)
            input.update(Array(kind.rawValue.utf8).span)
            input.update(Array("\0\(Self.format) \(access.rawValue)\0".utf8).span)
            if let wrap {
                input.update(Array("\(wrap.parameters.memory) \(wrap.parameters.passes)".utf8).span)
                input.update(wrap.salt.span)
                input.update(wrap.wrapped.span)
            }
            input.update(check.span)
        }
        return Array(digest.prefix(8))
    }
}
