// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush

/// Looks for secrets in whatever is shown, logged and stored, in every form that one may take.
struct LeakLinter {
    /// What must not be found, by what it is.
    private var needles: [(name: String, forms: [Data])] = []

    /// Adds a secret of bytes, which is looked for as it is, in hex and in both kinds of base64.
    mutating func add(_ name: String, _ secret: [UInt8]) {
        let data = Data(secret)
        // Of a part the last characters depend on what follows.
        let text = String(Base64URL.encode(secret.span).dropLast(2))
        let standard = text.replacing("-", with: "+").replacing("_", with: "/")
        let hex = Hex.encode(secret.span)
        needles.append(
            (name, [data] + [text, standard, hex, hex.uppercased()].map { Data($0.utf8) })
        )
    }

    /// Adds words.
    mutating func add(_ name: String, words: String) {
        needles.append((name, [Data(words.utf8)]))
    }

    /// What is found in `data`.
    func leaks(in data: Data) -> [String] {
        needles.filter { needle in needle.forms.contains { data.range(of: $0) != nil } }.map(\.name)
    }

    /// What is found in the files below a folder, and in their names.
    func leaks(below folder: String, except skipped: Set<String> = []) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder).flatMap { path in
            guard !skipped.contains(path) else { return [] as [String] }
            let contents = FileManager.default.contents(atPath: "\(folder)/\(path)") ?? Data()
            return (leaks(in: contents) + leaks(in: Data(path.utf8))).map { "\($0) in \(path)" }
        }
    }
}
