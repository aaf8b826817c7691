// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import MessageTestSupport
import PhoneExtension
import ReceiverTestSupport
import SealedPush
import SealedPushCrypto
import SealedPushSender
import SealedPushStore
import SimulatedDevice
import TestSupport
import Testing

/// Nothing that the device shows, logs or stores holds a ciphertext, a key, or content of a message
/// that failed.
@Suite(.rules("C-20")) struct LeakTests {
    /// A phone that lives, and what must not be found of it.
    private struct Life {
        let scene: Scene
        var linter = LeakLinter()
        private var random = SeededGenerator(seed: 6)

        init(_ hosting: Hosting) throws {
            scene = try Scene(hosting)
            if hosting == .ownProcess { try scene.folder.write(.output, "") }
            linter.add("a failed message", words: LeakWords.content)
            try linter.add(keysOf: scene.phone)
        }

        @discardableResult
        mutating func deliver(_ sealed: SealedNotification) async throws -> DeliveryReport {
            linter.add(ciphertextOf: sealed.envelope)
            // Its prekey may have been made for it, and goes with it.
            try linter.add(keysOf: scene.phone)
            return try await scene.settle(payload: sealed.payload, headers: sealed.pushHeaders)
                .report
        }

        /// Messages that are shown, come again, and wait while the phone is locked.
        mutating func receive(oneTime: Bool) async throws {
            let sealed = try await scene.seal("Shown to you", oneTime: oneTime)
            try await deliver(sealed)
            try await deliver(sealed)
            scene.setLocked(true)
            let deferred = try await scene.seal("Deferred for you", oneTime: oneTime)
            try await deliver(deferred)
            // What waits is still encrypted, and that is where it is.
            let found = try Traces(scene: scene).leaks(linter)
            #expect(!found.isEmpty)
            #expect(
                found.allSatisfy { $0.hasPrefix("a ciphertext in store/deferred/") },
                "\(found)"
            )
            scene.setLocked(false)
            try await scene.post()
        }

        /// Files that are shown, and files that are not what they should be.
        mutating func receiveFiles() async throws {
            let server = scene.folder.server
            try FileManager.default.createDirectory(at: server, withIntermediateDirectories: true)
            var references: [AttachmentReference] = []
            for name in ["right", "wrong", "short"] {
                let content = (0..<100_000).map { _ in UInt8.random(in: 0...255, using: &random) }
                var sealed = try SealedAttachment.sealing(content)
                let reference = try sealed.attachment.reference(
                    at: FolderDownloader.server + name
                )
                references.append(reference)
                linter.add(fileOf: reference, content: content)
                linter.add("an encrypted file", Array(sealed.file.prefix(1024)))
                if name == "wrong" { sealed.file[sealed.file.count - 1] ^= 1 }
                if name == "short" { sealed.file.removeLast(200) }
                try Data(sealed.file).write(to: server.appending(path: name))
            }
            let message = try await scene.seal("Look at this") { $0.attachments = references }
            let report = try await deliver(message)
            #expect(report.shown?.attachments.count == 1)
        }

        /// Messages of each class that fails.
        mutating func fail() async throws {
            for error in BrokenPush.classes {
                // A message that was shown before it failed is no secret.
                if error == .replayed { continue }
                let push = try BrokenPush(error, on: scene)
                linter.add(ciphertextOf: push.envelope)
                try linter.add(keysOf: scene.phone)
                let line = try await push.deliver(to: scene).line
                #expect(line.contains("OpeningError.\(error))"), "\(error)")
            }
        }
    }

    @Test(.rules("M-41"), arguments: Hosting.allCases)
    func `nothing that is shown, logged or stored tells what it must not`(
        _ hosting: Hosting
    ) async throws {
        var life = try Life(hosting)
        try await life.receive(oneTime: true)
        try await life.receive(oneTime: false)
        try await life.receiveFiles()
        try await life.fail()
        #expect(try Traces(scene: life.scene).leaks(life.linter) == [])
        // What was shown is no secret, but nothing of it stays in the store.
        var stored = LeakLinter()
        for words in ["Shown to you", "Deferred for you", "Look at this", "Before the other"] {
            stored.add("content", words: words)
        }
        #expect(try stored.leaks(below: life.scene.folder.store) == [])
    }

    /// The ways out by host; output of a process that is shared with others is not counted.
    private static let channels = Hosting.allCases.flatMap { hosting in
        PlantedLeak.Channel.allCases
            .filter { hosting == .ownProcess || $0 != .output && $0 != .errors }
            .map { (hosting, $0) }
    }

    @Test(arguments: channels)
    func `a secret that the extension tells is found where it tells it`(
        _ hosting: Hosting,
        _ channel: PlantedLeak.Channel
    ) async throws {
        var life = try Life(hosting)
        let secret = [UInt8](0..<16).map { $0 &* 37 }
        life.linter.add("the secret", secret)
        try life.scene.folder.write(.leak, "\(channel) \(Hex.encode(secret.span))")
        try await life.deliver(try await life.scene.seal("Dinner at nine"))
        let shown = ["the secret shown", "the secret told by the device"]
        let places =
            switch channel {
            case .body, .thread, .userInfo: shown
            case .donation: ["the secret donated"]
            case .report: ["the secret reported"]
            case .output, .errors: ["the secret printed"]
            case .record: ["the secret in store/tmp/leak"]
            case .name: ["the secret in store/tmp/\(Hex.encode(secret.span))"]
            case .attachment: ["the secret in attachments/leak"]
            }
        #expect(try Traces(scene: life.scene).leaks(life.linter) == places)
    }

    @Test func `what is planted is found, in every form`() throws {
        var linter = LeakLinter()
        let secret = [UInt8](0..<48).map { $0 &* 37 }
        linter.add("key", secret)
        linter.add("words", words: "Dinner at eight")
        for piece in [secret, Array(secret[16...]), Array(secret.prefix(33))] {
            let hex = Hex.encode(piece.span)
            let base64 = (0..<3).map { Data([UInt8](repeating: 1, count: $0) + piece) }
                .flatMap { [Base64URL.encode(Array($0).span), $0.base64EncodedString()] }
            for form in [hex, hex.uppercased()] + base64 {
                #expect(linter.leaks(in: Data("before \(form) after".utf8)) == ["key"])
            }
            #expect(linter.leaks(in: Data([1] + piece + [2])) == ["key"])
        }
        #expect(linter.leaks(in: Data("After Dinner at eight".utf8)) == ["words"])
        #expect(linter.leaks(in: Data("xDinner at eight".utf8).base64EncodedData()) == ["words"])
        #expect(linter.leaks(in: Data("after dinner at eight".utf8)) == [])
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let inner = folder.url("inner")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        try folder.write(secret, to: "file")
        try folder.write(secret, to: "inner/file")
        try folder.write("", to: "Dinner at eight")
        #expect(
            try Set(linter.leaks(below: folder.path))
                == ["key in file", "key in inner/file", "words in Dinner at eight"]
        )
        #expect(
            try linter.leaks(below: folder.path, except: ["file", "inner"])
                == ["words in Dinner at eight"]
        )
    }

    @Test func `every key of a phone is among what is looked for`() async throws {
        let scene = try Scene()
        _ = try await scene.seal("For one of them", oneTime: true)
        var linter = LeakLinter()
        try linter.add(keysOf: scene.phone)
        let key = try Data(contentsOf: URL(filePath: scene.folder.store + "/key"))
        #expect(linter.leaks(in: key) == ["the store's key"])
        var prekeys = 0
        _ = try scene.phone.store.forEach(.prekeys) { _, contents in
            let data = Data([UInt8](copying: contents))
            if linter.leaks(in: data) == ["a prekey"] { prekeys += 1 }
        }
        let all = try scene.phone.store.count(.prekeys)
        #expect(prekeys == all && prekeys > 1)
    }
}
