// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Intents
import PhoneExtension
import ReceiverTestSupport
import SealedPush
import SealedPushCrypto
import SealedPushSender
import SealedPushStore
import SimulatedDevice
import Synchronization

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

/// What a phone leaves behind: everything that it shows, logs and stores.
struct Traces {
    let scene: Scene

    /// What a linter finds, with the place where it does.
    func leaks(_ linter: LeakLinter) throws -> [String] {
        let places = [
            ("shown", shown), ("donated", donated), ("told by the device", told),
            ("reported", scene.folder.read(.reports) ?? ""),
            ("printed", scene.folder.read(.output) ?? ""),
        ]
        let found = places.flatMap { place, text in
            linter.leaks(in: Data(text.utf8)).map { "\($0) \(place)" }
        }
        // The key is meant to be there, the server is another machine, and the test's own notes are
        // searched above.
        let skipped = Set(PhoneFolder.Note.allCases.map(\.rawValue)).union(["store/key", "server"])
        return try found + linter.leaks(below: scene.phone.path, except: skipped)
    }

    /// What the user and the app came to see, the app all of it.
    private var shown: String {
        scene.device.history.map { appearance in
            let notification = appearance.notification
            let content = notification.content
            let texts: [String?] =
                [
                    notification.identifier, content.title, content.subtitle, content.body,
                    content.threadIdentifier, content.categoryIdentifier, content.launchImageName,
                    content.targetContentIdentifier, content.filterCriteria,
                    content.userInfo.map { String(decoding: $0.bytes, as: UTF8.self) },
                    notification.sender?.name, notification.sender?.group,
                ] + notification.lines + content.attachments.map(\.path)
                + notification.attachments.map(\.identifier)
            return texts.compactMap(\.self).joined(separator: "\n")
        }.joined(separator: "\n")
    }

    /// What the device reports of what it did, for people and for tools; but for the push as it
    /// came.
    private var told: String {
        scene.deviceReports.withLock(\.self).map { report in
            let object = try? JSONSerialization.jsonObject(with: Data(report.json.utf8))
            var members = object as? [String: Any] ?? [:]
            members["original"] = nil
            let data = try? JSONSerialization.data(
                withJSONObject: members,
                options: .withoutEscapingSlashes
            )
            return report.text + String(decoding: data ?? Data(), as: UTF8.self)
        }.joined(separator: "\n")
    }

    private var donated: String {
        scene.device.donations.map { donation in
            "\(donation.identifier)\n\(donation.groupIdentifier ?? "")\n\(dumped(donation.intent))"
        }.joined(separator: "\n")
    }

    private func dumped(_ value: Any) -> String {
        var text = ""
        dump(value, to: &text)
        return text
    }
}
