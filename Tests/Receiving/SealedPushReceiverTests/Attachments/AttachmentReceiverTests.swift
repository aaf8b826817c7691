// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import MessageTestSupport
import ReceiverTestSupport
import SealedPush
import SealedPushReceiver
import SealedPushSender
import TestSupport
import Testing

struct AttachmentReceiverTests {
    /// A folder for attachments, and a server with one file.
    final class Place {
        static let url = "https://files.example.com/holiday"
        static let content = [UInt8]((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })

        private let place = TemporaryFolder()
        var folder: String { place.path("attachments") }
        let files = ServedFiles()
        let file: [UInt8]
        let reference: AttachmentReference

        init() throws {
            let sealed = try SealedAttachment.sealing(Self.content)
            file = sealed.file
            reference = try sealed.attachment.reference(at: Self.url)
            files.serve(Self.url, .file(file))
        }

        var receiver: AttachmentReceiver { AttachmentReceiver(folder: folder, downloader: files) }

        var names: [String] {
            (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        }

        func permissions(of path: String) throws -> Int? {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            return (attributes[.posixPermissions] as? NSNumber)?.intValue
        }
    }

    @Test(.rules("A-16"))
    func `a downloaded file is checked and decrypted, and only this user can read it`()
        async throws
    {
        let place = try Place()
        let attachment = try await place.receiver.receive(place.reference)
        #expect(try [UInt8](Data(contentsOf: URL(filePath: attachment.path))) == Place.content)
        #expect(attachment.type == .jpeg)
        #expect(attachment.path.hasSuffix(".jpg"))
        #expect(try place.permissions(of: attachment.path) == 0o600)
        #expect(try place.permissions(of: place.folder) == 0o700)
        // The encrypted file is gone, and nothing tells whose it was.
        #expect(place.names.count == 1)
        #expect(!attachment.path.contains("holiday"))
        try FileManager.default.removeItem(atPath: attachment.path)
        #expect(place.names == [])
    }

    @Test(
        .rules("A-10 A-11 A-12 A-13 A-16"),
        arguments: [
            AttachmentError.unavailable, .wrongFile, .timedOut, .storageUnavailable,
        ]
    )
    func `a download that fails leaves nothing, and says why`(_ error: AttachmentError) async throws
    {
        let place = try Place()
        for answer in [
            ServedFiles.Answer.error(error), .partOfFile(Array(place.file.prefix(50_000)), error),
        ] {
            place.files.serve(Place.url, answer)
            await #expect(throws: error) { try await place.receiver.receive(place.reference) }
            #expect(place.names == [])
        }
    }

    @Test(
        .rules("A-14"),
        arguments: [
            "127.0.0.1", "127.1", "0x7f.1", "0177.0.0.1", "2130706433", "127.0.0.1.", "0.0.0.0",
            "0",
            "10.1.2.3", "100.64.0.1", "100.127.255.255", "169.254.169.254", "172.16.0.1",
            "172.31.255.255", "192.168.1.1", "192.168.257", "224.0.0.1", "255.255.255.255",
            "1.2.3.4.5", "256.1.1.1", "1.2.3.256", "4294967296", "08.1.1.1", "1..2", "localhost",
            "LocalHost", "localhost.", "a.localhost", "printer.local", "printer.LOCAL.",
            "%31%30.0.0.1",
            "127.0.0.1:8080", "..",
        ]
    )
    func `a server in the device's own network is not asked`(_ host: String) async throws {
        let place = try Place()
        let url = "https://\(host)/7f3a"
        let sealed = try SealedAttachment.sealing(Place.content)
        let reference = try sealed.attachment.reference(at: url)
        place.files.serve(url, .file(sealed.file))
        await #expect(throws: AttachmentError.addressNotAllowed) {
            try await place.receiver.receive(reference)
        }
        #expect(place.files.requests == [])
        let allowing = AttachmentReceiver(
            folder: place.folder,
            downloader: place.files,
            allowsPrivateAddresses: true
        )
        _ = try await allowing.receive(reference)
    }

    @Test(
        .rules("A-14"),
        arguments: [
            "files.example.com", "8.8.8.8", "100.63.255.255", "100.128.0.1", "172.15.0.1",
            "172.32.0.1",
            "192.167.1.1", "192.169.1.1", "11.0.0.1", "126.1.1.1", "128.0.0.1", "169.253.1.1",
            "223.255.255.255", "0x8.8.8.8", "134744072", "local.example.com",
            "localhost.example.com",
            "10.0.0.1.example.com", "1e100.net", "xn--bcher-kva.example",
        ]
    )
    func `a server elsewhere is asked`(_ host: String) async throws {
        let request = AttachmentRequest(url: "https://\(host)/7f3a", size: 1)
        try request.check(request.url)
    }

    @Test(.rules("A-15 A-16 C-10"))
    func `a file that is not the one leaves nothing, and says so`() async throws {
        let place = try Place()
        var flipped = place.file
        flipped[70_000] ^= 1
        let other = try SealedAttachment.sealing(Place.content).file
        for file in [Array(place.file.dropLast()), place.file + [0], [], flipped, other] {
            place.files.serve(Place.url, .file(file))
            await #expect(throws: AttachmentError.wrongFile) {
                try await place.receiver.receive(place.reference)
            }
            #expect(place.names == [])
        }
    }

    @Test func `a downloader that brings nothing is not believed`() async throws {
        struct Idle: AttachmentDownloader {
            func download(
                _ request: AttachmentRequest,
                to file: String
            ) async throws(AttachmentError) {}
        }
        let place = try Place()
        let receiver = AttachmentReceiver(folder: place.folder, downloader: Idle())
        await #expect(throws: AttachmentError.storageUnavailable) {
            try await receiver.receive(place.reference)
        }
        #expect(place.names == [])
    }

    @Test(.rules("A-16"))
    func `without a folder that is ours alone nothing is downloaded`() async throws {
        let place = try Place()
        let manager = FileManager.default
        try manager.createDirectory(atPath: place.folder, withIntermediateDirectories: false)
        try manager.setAttributes([.posixPermissions: 0o750], ofItemAtPath: place.folder)
        _ = manager.createFile(atPath: place.folder + "/file", contents: Data())
        for folder in [place.folder, place.folder + "/file", place.folder + "/file/below"] {
            let receiver = AttachmentReceiver(folder: folder, downloader: place.files)
            await #expect(throws: AttachmentError.storageUnavailable) {
                try await receiver.receive(place.reference)
            }
        }
        #expect(place.files.requests == [])
        #expect(place.names == ["file"])
    }

    @Test(.rules("A-17"))
    func `when time is over the download ends, and the rest timed out`() async throws {
        let place = try Place()
        place.files.serve(Place.url, .silence)
        let task = Task { [receiver = place.receiver, reference = place.reference] in
            await receiver.receive(all: [reference, reference]) { _ in }
        }
        while place.files.requests.isEmpty { try await Task.sleep(for: .milliseconds(2)) }
        task.cancel()
        #expect(await task.value == [.timedOut, .timedOut])
        #expect(place.files.requests.count == 1)
        #expect(place.names == [])
    }

    @Test(.rules("A-17"))
    func `one file that fails keeps no other from being shown`() async throws {
        let place = try Place()
        let missing = try AttachmentReference(
            url: Place.url + "/missing",
            key: place.reference.key,
            sha256: place.reference.sha256,
            size: place.reference.size,
            type: .png
        )
        var attachments: [NotificationContent.Attachment] = []
        let failures = await place.receiver.receive(
            all: [place.reference, missing, place.reference]
        ) { attachment in
            attachments.append(attachment)
        }
        #expect(failures == [.unavailable])
        #expect(attachments.count == 2)
        #expect(place.names.count == 2)
    }

    @Test(.rules("A-16"))
    func `a file that is not taken goes, and its reason is told`() async throws {
        let place = try Place()
        var count = 0
        let failures = await place.receiver.receive(
            all: [place.reference, place.reference]
        ) { _ throws(AttachmentError) in
            count += 1
            if count == 1 { throw .notAccepted }
        }
        #expect(failures == [.notAccepted])
        #expect(count == 2)
        #expect(place.names.count == 1)
    }

    @Test(.rules("A-16"))
    func `what runs left is removed after an hour, and nothing of this one`() async throws {
        let place = try Place()
        let attachment = try await place.receiver.receive(place.reference)
        let now = Timestamp(clamping: UInt64(Date().timeIntervalSince1970 * 1000))
        place.receiver.removeLeftovers(now: now)
        #expect(place.names.count == 1)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -3700)],
            ofItemAtPath: attachment.path
        )
        place.receiver.removeLeftovers(now: now)
        #expect(place.names == [])
        // Made while the clock was ahead.
        for (seconds, count) in [(86_000.0, 1), (87_000, 0)] {
            let attachment = try await place.receiver.receive(place.reference)
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: seconds)],
                ofItemAtPath: attachment.path
            )
            place.receiver.removeLeftovers(now: now)
            #expect(place.names.count == count)
            try? FileManager.default.removeItem(atPath: attachment.path)
        }
        // Neither a folder that is not there nor a clock at its start is a reason to stop.
        try FileManager.default.removeItem(atPath: place.folder)
        place.receiver.removeLeftovers(now: Timestamp(clamping: 0))
    }

    @Test func `what others put into a folder stays, and so does all where a link leads`()
        async throws
    {
        let place = try Place()
        let attachment = try await place.receiver.receive(place.reference)
        let other = place.folder + "/film.mp4"
        try Data([1]).write(to: URL(filePath: other))
        let files = FileManager.default
        for path in [attachment.path, other] {
            try files.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -3700)],
                ofItemAtPath: path
            )
        }
        let now = Timestamp(clamping: UInt64(Date().timeIntervalSince1970 * 1000))
        let link = place.folder + "-link"
        try files.createSymbolicLink(atPath: link, withDestinationPath: place.folder)
        defer { try? files.removeItem(atPath: link) }
        AttachmentReceiver(folder: link, downloader: place.files).removeLeftovers(now: now)
        #expect(place.names.count == 2)
        try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: place.folder)
        place.receiver.removeLeftovers(now: now)
        #expect(place.names.count == 2)
        try files.setAttributes([.posixPermissions: 0o700], ofItemAtPath: place.folder)
        place.receiver.removeLeftovers(now: now)
        #expect(place.names == ["film.mp4"])
    }
}
