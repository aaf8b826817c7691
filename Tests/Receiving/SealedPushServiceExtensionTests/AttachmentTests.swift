// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import MessageTestSupport
import PhoneExtension
import ReceiverTestSupport
import SealedPush
import SealedPushCrypto
import SealedPushKeys
import SealedPushSender
import SealedPushServiceExtension
import SimulatedDevice
import TestSupport
import Testing
import UserNotifications

/// Files of messages, on the device.
@Suite struct AttachmentTests {
    private static let content = [UInt8]((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })

    /// Seals a message with files of these names; those that are served are there.
    private func seal(
        _ scene: Scene,
        files: [String],
        serving served: Set<String>? = nil,
        types: [String: AttachmentReference.FileType] = [:]
    ) async throws -> SealedNotification {
        var references: [AttachmentReference] = []
        try FileManager.default.createDirectory(
            at: scene.folder.server,
            withIntermediateDirectories: true
        )
        for name in files {
            let sealed = try SealedAttachment.sealing(Self.content, types[name] ?? .jpeg)
            references.append(
                try sealed.attachment.reference(at: FolderDownloader.server + name)
            )
            guard served?.contains(name) != false else { continue }
            try Data(sealed.file).write(to: scene.folder.server.appending(path: name))
        }
        return try await scene.seal("Look at this") { $0.attachments = references }
    }

    /// What the report says of files.
    private func reported(_ scene: Scene) async throws -> String {
        try await until { scene.folder.read(.reports)?.contains("\n") == true }
        return scene.folder.read(.reports) ?? ""
    }

    /// A push of a message with these references, whatever they are.
    private func payload(references: String, to scene: Scene) throws -> [UInt8] {
        let bundle = try scene.phone.keys.bundle(at: Phone.now)
        let record = try #require(bundle.records.first)
        let message = RawMessage(
            #"{"aps":{"alert":{"body":"Look at this"},"sound":"default"},"#
                + #""sealedpush":{"attachments":[\#(references)]}}"#,
            from: scene.phone.server,
            to: record,
            of: scene.phone.keys.identity,
            topic: scene.phone.topic,
            created: Phone.now
        )
        let envelope = message.envelope(to: record)
        let text = Base64URL.encode(envelope.span)
        return Array(
            #"{"aps":{"alert":"New","mutable-content":1},"encrypted-content":"\#(text)"}"#.utf8
        )
    }

    /// Brings a message to the device of whose files one can be had, and not another, for a reason
    /// that is told.
    private func expectOneFile(
        of payload: [UInt8],
        _ headers: PushHeaders,
        _ error: AttachmentError,
        _ scene: Scene
    ) async throws {
        let (report, line) = try await scene.settle(payload: payload, headers: headers)
        #expect(report.shown?.lines == ["Ann", "Look at this"])
        #expect(report.shown?.presentation.isAlerting == true)
        #expect(report.shown?.attachments.map(\.size) == [Self.content.count])
        #expect(line.contains(".\(error)]"))
        #expect(scene.folder.attachments == [])
    }

    @Test(arguments: Hosting.allCases)
    func `a contact's files are shown with the message`(_ hosting: Hosting) async throws {
        let scene = try Scene(hosting)
        let report = await scene.deliver(try await seal(scene, files: ["a", "b"]))
        #expect(report.shown?.attachments.map(\.size) == [Self.content.count, Self.content.count])
        #expect(report.shown?.attachments.first?.type == "public.jpeg")
        #expect(report.shown?.lines == ["Ann", "Look at this"])
        #expect(report.shown?.sender?.name == "Ann")
        #expect(try await reported(scene).contains("attachments: []"))
        // URLs and keys of the files are gone.
        let userInfo = String(decoding: report.shown?.content.userInfo?.bytes ?? [], as: UTF8.self)
        #expect(userInfo.contains("sealedpush") && !userInfo.contains("attachments"))
        // The system has taken them, and the encrypted ones are gone.
        #expect(scene.folder.attachments == [])
    }

    @Test(
        arguments: Hosting.allCases,
        [
            ("missing", AttachmentError.unavailable),
            (FolderDownloader.redirected, .unavailable), ("wrong", .wrongFile), ("cut", .wrongFile),
        ]
    )
    func `a file that can't be had leaves the text and the others, and the report says why`(
        _ hosting: Hosting,
        _ bad: (name: String, error: AttachmentError)
    ) async throws {
        let scene = try Scene(hosting)
        let (name, error) = bad
        let sealed = try await seal(
            scene,
            files: [name, "good"],
            serving: ["wrong", "cut", "good"]
        )
        let file = scene.folder.server.appending(path: name)
        if var bytes = try? Data(contentsOf: file) {
            if name == "cut" { bytes.removeLast() } else { bytes[bytes.count - 1] ^= 1 }
            try bytes.write(to: file)
        }
        try await expectOneFile(of: sealed.payload, sealed.pushHeaders, error, scene)
    }

    @Test(.rules("A-10 A-11 A-12 A-13"), arguments: Hosting.allCases)
    func `a server that sends too much leaves the text and the others, and the report says why`(
        _ hosting: Hosting
    ) async throws {
        let scene = try Scene(hosting)
        let sealed = try await seal(scene, files: ["long", "good"])
        let bytes = { (name: String) in
            try [UInt8](Data(contentsOf: scene.folder.server.appending(path: name)))
        }
        let (long, good) = (try bytes("long") + [1], try bytes("good"))
        let server = try WebServer { request in
            request.path == "/long"
                ? .init("200 OK", body: long, tellsLength: false) : .init("200 OK", body: good)
        }
        try scene.folder.write(.port, "\(server.port)")
        try await expectOneFile(of: sealed.payload, sealed.pushHeaders, .wrongFile, scene)
        #expect(server.requests.count == 2)
    }

    @Test(
        .rules("A-7 A-8"),
        arguments: Hosting.allCases,
        [
            ("unknown type", AttachmentError.malformedReference), ("too large", .tooLarge),
            ("no object", .malformedReference), ("too many", .tooLarge),
        ]
    )
    func `a reference that none may make leaves the text and the others, and the report says why`(
        _ hosting: Hosting,
        _ bad: (name: String, error: AttachmentError)
    ) async throws {
        let (name, error) = bad
        let scene = try Scene(hosting)
        _ = try await seal(scene, files: [])
        let file = try SealedAttachment.sealing(Self.content)
        try Data(file.file).write(to: scene.folder.server.appending(path: "good"))
        let reference = try file.attachment.reference(at: FolderDownloader.server + "good")
        let good = String(decoding: reference.jsonWithKey, as: UTF8.self)
        let bad =
            switch name {
            case "unknown type": good.replacing("image/jpeg", with: "image/webp")
            case "too large": good.replacing("\(reference.size)", with: "10500000")
            case "too many": [String](repeating: "1", count: 9).joined(separator: ",")
            default: "1"
            }
        let list = name == "too many" ? [good, bad, good] : [bad, good]
        let payload = try payload(references: list.joined(separator: ","), to: scene)
        try await expectOneFile(of: payload, PushHeaders(), error, scene)
    }
    @Test(.rules("A-17"), arguments: Hosting.allCases)
    func `a file that is late leaves the text and the others`(_ hosting: Hosting) async throws {
        let scene = try Scene(hosting)
        let sealed = try await seal(
            scene,
            files: ["good", FolderDownloader.slow],
            serving: ["good"]
        )
        let delivery = scene.device.deliver(payload: sealed.payload, headers: sealed.pushHeaders)
        // The first file is part of the content by then.
        let asked = scene.folder.server.appending(path: FolderDownloader.asked).path
        try await until { FileManager.default.fileExists(atPath: asked) }
        await scene.device.advance(by: .seconds(31))
        let report = await scene.report(of: delivery)
        #expect(report.outcome == .handedOver)
        #expect(report.handOvers == 1)
        #expect(report.shown?.lines == ["Ann", "Look at this"])
        #expect(report.shown?.attachments.map(\.size) == [Self.content.count])
        #expect(try await reported(scene).contains("[SealedPush.AttachmentError.timedOut]"))
        #expect(scene.folder.attachments == [])
    }

    @Test(.rules("A-16"), arguments: Hosting.allCases)
    func `a file that the system does not take is gone, and the report says why`(
        _ hosting: Hosting
    ) async throws {
        let scene = try Scene(hosting)
        try scene.folder.write(.refusedType, AttachmentReference.FileType.gif.rawValue)
        let sealed = try await seal(scene, files: ["bad", "good"], types: ["bad": .gif])
        let report = await scene.deliver(sealed)
        #expect(report.shown?.lines == ["Ann", "Look at this"])
        #expect(report.shown?.attachments.map(\.type) == ["public.jpeg"])
        #expect(try await reported(scene).contains("[SealedPush.AttachmentError.notAccepted]"))
        #expect(scene.folder.attachments == [])
    }

    /// What comes to a phone after a run that was killed there.
    enum Visit: CaseIterable {
        case message, replay, brokenPush, lockedDevice, app
    }

    @Test(.rules("A-16"), arguments: Hosting.allCases, Visit.allCases)
    func `what a killed run left in the clear goes with the next push, whatever that is`(
        _ hosting: Hosting,
        _ visit: Visit
    ) async throws {
        let scene = try Scene(hosting)
        let sealed = try await scene.seal("No files")
        if visit == .replay { try await scene.settle(sealed) }
        try FileManager.default.createDirectory(
            at: scene.folder.attachmentFolder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let name = String(repeating: "0f", count: 16) + ".jpg"
        try Data(Self.content).write(to: scene.folder.attachmentFolder.appending(path: name))
        try scene.ageAttachments(by: 3700)
        switch visit {
        case .message, .replay: try await scene.settle(sealed)
        case .brokenPush: _ = try await BrokenPush(.cannotOpen, on: scene).deliver(to: scene)
        case .lockedDevice:
            scene.setLocked(true)
            try await scene.settle(sealed)
        case .app: try await scene.post()
        }
        #expect(scene.folder.attachments == [])
    }

    @Test(arguments: AttachmentReference.FileType.allCases)
    func `the system takes each type of file by its name`(_ type: AttachmentReference.FileType)
        throws
    {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        try folder.write(Self.content, to: "file")
        let attachment = try UNNotificationAttachment(
            identifier: "",
            url: folder.url("file"),
            options: [UNNotificationAttachmentOptionsTypeHintKey: type.uniformTypeIdentifier]
        )
        #expect(attachment.type == type.uniformTypeIdentifier)
    }

    @Test(.rules("A-9")) func `a stranger's files are not fetched`() async throws {
        let scene = try Scene(contact: nil)
        let report = await scene.deliver(try await seal(scene, files: ["a"]))
        #expect(report.shown?.content.body == "Look at this")
        #expect(report.shown?.attachments == [])
        #expect(try await reported(scene).contains("senderNotAllowed"))
    }
}
