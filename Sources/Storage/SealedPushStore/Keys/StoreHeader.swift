// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// What a store says about itself in the clear, in its file `store`.
struct StoreHeader: Hashable, Sendable {
    let storeID: StoreID
    let kind: StoreKeyKind
    /// When the key may be had.
    let access: AccessClass
    /// How the key is wrapped; only with a passphrase.
    let wrap: PassphraseWrap?
    /// Code under the store's check key: another key gives another one.
    let check: [UInt8]

    /// The format of a store; those of earlier editions are not read.
    static let format = 3
    /// The header's file.
    static let file = "store"
    /// The most bytes that the file has.
    static let limit = 4096

    static let checkCount = 16

    /// The code that tells whether `keys` are those of the store.
    static func check(
        for keys: borrowing StoreKeys,
        kind: StoreKeyKind,
        access: AccessClass
    ) -> [UInt8] {
        keys.code(for: .check, count: checkCount) { input in
            input.update(Array(kind.rawValue.utf8).span)
            input.update(Array("\0\(access.rawValue)".utf8).span)
        }
    }

    /// The keys of the store, if `storeKey` is its key.
    func keys(from storeKey: borrowing SecretBytes) throws(StoreError) -> StoreKeys {
        let keys = StoreKeys(splitting: storeKey, storeID: storeID)
        let expected = Self.check(for: keys, kind: kind, access: access)
        guard ConstantTime.areEqual(expected.span, check.span) else { throw .wrongKey }
        return keys
    }
}

/// What tells one store from another: 16 random bytes that are bound into everything sealed in it.
struct StoreID: Hashable, Sendable {
    let bytes: [UInt8]

    static let count = 16

    /// Makes a new one.
    init() {
        bytes = Randomness.bytes(Self.count)
    }

    /// Takes one that was read, or gives nil if it has another size.
    init?(reading bytes: [UInt8]) {
        guard bytes.count == Self.count else { return nil }
        self.bytes = bytes
    }
}

extension StoreHeader {
    /// The header as lines of a name, a space and a value.
    ///
    /// Its last line, `sum`, has no key: it tells damage from a wrong key, not from an attack.
    var encoded: [UInt8] {
        let sum = SHA256.hash(Array("SealedPush v1 store header\0\(fields)".utf8).span).prefix(8)
        return Array("\(fields)sum \(Hex.encode(Array(sum).span))\n".utf8)
    }

    private var fields: String {
        var lines = [
            "format \(Self.format)", "id \(Hex.encode(storeID.bytes.span))", "key \(kind.rawValue)",
            "access \(access.rawValue)",
        ]
        if let wrap {
            lines += [
                "memory \(wrap.parameters.memory)", "passes \(wrap.parameters.passes)",
                "salt \(Hex.encode(wrap.salt.span))", "wrapped \(Hex.encode(wrap.wrapped.span))",
            ]
        }
        lines.append("check \(Hex.encode(check.span))")
        return lines.map { "\($0)\n" }.joined()
    }

    /// Reads a header; one that we would not have written in this way is damaged.
    init(reading bytes: [UInt8]) throws(StoreError) {
        let lines = Lines(bytes)
        guard let format = lines["format"].flatMap({ Int($0) }), format > 0 else {
            throw .corrupted
        }
        guard format >= Self.format else { throw .tooOld(version: format) }
        guard format == Self.format else { throw .tooNew(version: format) }
        guard let id = lines.bytes("id").flatMap(StoreID.init(reading:)),
            let kind = lines["key"].flatMap(StoreKeyKind.init(rawValue:)),
            let access = lines["access"].flatMap(AccessClass.init(rawValue:)),
            let check = lines.bytes("check"), check.count == Self.checkCount
        else { throw .corrupted }
        storeID = id
        self.kind = kind
        self.access = access
        self.check = check
        wrap = kind == .passphrase ? try Self.wrap(lines) : nil
        guard encoded == bytes else { throw .corrupted }
    }

    private static func wrap(_ lines: Lines) throws(StoreError) -> PassphraseWrap {
        guard let memory = lines["memory"].flatMap({ UInt32($0) }),
            let passes = lines["passes"].flatMap({ UInt32($0) }),
            let parameters = try? Argon2id(memory: memory, passes: passes),
            let salt = lines.bytes("salt"), let wrapped = lines.bytes("wrapped"),
            let wrap = PassphraseWrap(reading: parameters, salt: salt, wrapped: wrapped)
        else { throw .corrupted }
        return wrap
    }
}

/// The values of a header by their names; of two with one name the first.
private struct Lines {
    private let values: [Substring: Substring]

    init(_ bytes: [UInt8]) {
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        let pairs = lines.compactMap { line -> (Substring, Substring)? in
            guard let space = line.firstIndex(of: " ") else { return nil }
            return (line[..<space], line[space...].dropFirst())
        }
        values = Dictionary(pairs) { first, _ in first }
    }

    subscript(_ name: Substring) -> String? { values[name].map(String.init) }

    func bytes(_ name: Substring) -> [UInt8]? { self[name].flatMap(Hex.decode) }
}
