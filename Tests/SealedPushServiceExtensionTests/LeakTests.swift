// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Intents
import PhoneExtension
import ReceiverTestSupport
import SealedPush
import SealedPushSender
import SealedPushServiceExtension
import SimulatedDevice
import Testing

/// Nothing that the device shows, logs or stores holds a ciphertext, a key, or content of a message that failed.
@Suite struct LeakTests {
    /// What the extension logged and the device showed and was told, as text.
    private func outside(_ scene: Scene) -> Data {
        var text = scene.folder.read(.reports) ?? ""
        for appearance in scene.device.shown {
            let content = appearance.notification.content
            text += [content.title, content.subtitle, content.body, content.threadIdentifier]
                .joined(separator: "\n")
            text += String(decoding: content.userInfo?.bytes ?? [], as: UTF8.self)
            text += appearance.notification.identifier
            text += appearance.notification.lines.joined(separator: "\n")
        }
        for donation in scene.device.donations {
            text += "\(donation.identifier)\(donation.groupIdentifier ?? "")\(donation.intent)"
        }
        return Data(text.utf8)
    }

    /// Lets everything happen that leaves something behind, and gathers what must not be found.
    private func live(
        _ scene: Scene,
        failing classes: [OpeningError]
    ) async throws -> LeakLinter {
        var linter = LeakLinter()
        linter.add("a failed message", words: LeakWords.content)
        let key = try Data(contentsOf: URL(filePath: scene.folder.store + "/key"))
        linter.add("the store's key", Array(key.suffix(32)))
        for (number, oneTime) in [true, false].enumerated() {
            let sealed = try await scene.seal("Shown \(number)", oneTime: oneTime)
            let ciphertext = sealed.message.envelope.suffix(192).prefix(96)
            linter.add("a ciphertext", Array(ciphertext))
            await scene.deliver(sealed)
            await scene.deliver(sealed)
            scene.setLocked(true)
            await scene.deliver(try await scene.seal("Parked \(number)", oneTime: oneTime))
            scene.setLocked(false)
            try await scene.post()
        }
        for error in classes {
            let push = try await BrokenPush(error, on: scene)
            _ = await scene.device.deliver(payload: push.payload, headers: push.headers).report
            try scene.folder.write(.contactsOnly, nil)
            try scene.setTime(BrokenPush.now)
        }
        return linter
    }

    @Test(arguments: [true, false])
    func `nothing that is shown, logged or stored tells what it must not`(
        _ isContact: Bool
    ) async throws {
        let scene = try Scene(contact: isContact ? "Ann" : nil)
        // A message that was shown before it failed is no secret.
        let classes = ErrorClassTests.classes.filter { $0 != .replayed }
        let linter = try await live(
            scene,
            failing: isContact ? classes.filter { $0 != .senderNotAccepted } : [.senderNotAccepted]
        )
        #expect(linter.leaks(in: outside(scene)) == [])
        #expect(try linter.leaks(below: scene.phone.path, except: ["store/key"]) == [])
    }

    @Test func `what is planted is found, in every form`() throws {
        var linter = LeakLinter()
        let secret = [UInt8](0..<48).map { $0 &* 37 }
        linter.add("key", secret)
        linter.add("words", words: "Dinner")
        let hex = Hex.encode(secret.span)
        let base64 = Base64URL.encode(secret.span)
        let forms = [
            hex, hex.uppercased(), base64, Data(secret).base64EncodedString(),
        ].map { Data("before \($0) after".utf8) }
        for form in forms + [Data([1] + secret + [2])] {
            #expect(linter.leaks(in: form) == ["key"])
        }
        #expect(linter.leaks(in: Data("After Dinner".utf8)) == ["words"])
        #expect(linter.leaks(in: Data("after dinner".utf8)) == [])
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(secret).write(to: folder.appending(path: "file"))
        try Data().write(to: folder.appending(path: "Dinner"))
        #expect(
            try Set(linter.leaks(below: folder.path)) == ["key in file", "words in Dinner"]
        )
        #expect(try linter.leaks(below: folder.path, except: ["file"]) == ["words in Dinner"])
    }
}
