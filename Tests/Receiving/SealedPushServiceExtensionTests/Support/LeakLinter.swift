// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushCrypto

/// Looks for secrets in whatever is shown, logged and stored, in every form that one may take.
struct LeakLinter {
    /// One form of a piece of a secret.
    private struct Needle {
        let name: String
        let bytes: [UInt8]
    }

    /// How many bytes of a secret are looked for at once: so long a part of it is found, too.
    private static let piece = 16
    /// How many bytes a form has at least.
    private static let keyCount = 8

    /// What must not be found, by the first eight bytes.
    private var needles: [UInt64: [Needle]] = [:]

    /// Adds a secret of bytes, which is looked for as it is, in hex and in both kinds of base64.
    mutating func add(_ name: String, _ secret: [UInt8]) {
        for start in stride(from: 0, to: secret.count, by: Self.piece) {
            let piece = Array(secret[start..<min(start + Self.piece, secret.count)])
            guard piece.count >= Self.keyCount else { continue }
            let hex = Hex.encode(piece.span)
            insert(name, piece)
            for text in Set([hex, hex.uppercased()]).union(Self.base64(piece)) {
                insert(name, Array(text.utf8))
            }
        }
    }

    /// Adds words of at least eight bytes.
    mutating func add(_ name: String, words: String) {
        insert(name, Array(words.utf8))
        for text in Self.base64(Array(words.utf8)) { insert(name, Array(text.utf8)) }
    }

    /// What stands for `bytes` in base64 of something longer, wherever they stand there; without
    /// the characters that depend on what is around.
    private static func base64(_ bytes: [UInt8]) -> [String] {
        (0..<3).flatMap { offset in
            let all = Base64URL.encode(([UInt8](repeating: 0, count: offset) + bytes).span)
            let text = all.dropFirst([0, 2, 3][offset]).dropLast(2)
            let standard = text.replacing("-", with: "+").replacing("_", with: "/")
            return [String(text), String(standard)]
        }
    }

    private mutating func insert(_ name: String, _ bytes: [UInt8]) {
        guard bytes.count >= Self.keyCount else { return }
        let key = bytes.prefix(Self.keyCount).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        needles[key, default: []].append(Needle(name: name, bytes: bytes))
    }

    /// What is found in `data`, each once.
    func leaks(in data: Data) -> [String] {
        let bytes = [UInt8](data)
        var found: Set<String> = []
        var key: UInt64 = 0
        for (index, byte) in bytes.enumerated() {
            key = key << 8 | UInt64(byte)
            let start = index + 1 - Self.keyCount
            guard start >= 0, let candidates = needles[key] else { continue }
            for needle in candidates where bytes[start...].starts(with: needle.bytes) {
                found.insert(needle.name)
            }
        }
        return found.sorted()
    }

    /// What is found in the files below a folder, and in their names.
    func leaks(below folder: String, except skipped: Set<String> = []) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder).flatMap { path in
            guard skipped.allSatisfy({ path != $0 && !path.hasPrefix($0 + "/") }) else {
                return [] as [String]
            }
            let contents = FileManager.default.contents(atPath: "\(folder)/\(path)") ?? Data()
            let found = Set(leaks(in: contents) + leaks(in: Data(path.utf8)))
            return found.sorted().map { "\($0) in \(path)" }
        }
    }
}
