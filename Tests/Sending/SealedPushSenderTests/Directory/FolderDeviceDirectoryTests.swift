// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import KeysTestSupport
import SealedPush
import SealedPushCrypto
import SealedPushSender
import SealedPushStore
import Testing

struct FolderDeviceDirectoryTests {
    let temporary: TemporaryStore
    let root: String
    let directory: FolderDeviceDirectory

    init() throws {
        temporary = try TemporaryStore()
        root = temporary.path + "-recipients"
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: false)
        directory = FolderDeviceDirectory(at: root)
    }

    private func write(_ contents: String, to file: String) throws {
        let url = URL(filePath: "\(root)/\(file)")
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(contents.utf8).write(to: url)
    }

    /// The bundles of a recipient whose files are all sound.
    private func bundles(of recipient: String) throws -> [DeviceBundle] {
        try directory.devices(of: recipient).map { try $0.bundle.get() }
    }

    /// What became of each file.
    private func refusals(of recipient: String) throws -> [String: DirectoryError?] {
        var refusals: [String: DirectoryError?] = [:]
        for entry in try directory.devices(of: recipient) {
            let refusal: DirectoryError? =
                if case .failure(let error) = entry.bundle { error } else { nil }
            refusals.updateValue(refusal, forKey: entry.name)
        }
        return refusals
    }

    private static func bundle() throws -> DeviceBundle {
        try DeviceBundle(device: DeviceIdentity(SigningKey().publicKey), records: [])
    }

    @Test func `each bundle file in the recipient's folder is a device`() throws {
        let bundles = try (0..<3).map { _ in try Self.bundle() }
        try write(bundles[0].text, to: "ann/phone.bundle")
        try write(bundles[1].text + "\n", to: "ann/tablet.bundle")
        try write(bundles[2].text, to: "bob/phone.bundle")
        #expect(try self.bundles(of: "ann") == Array(bundles[..<2]))
        let entry = DirectoryEntry(name: "phone.bundle", bundle: .success(bundles[2]))
        #expect(try directory.devices(of: "bob") == [entry])
    }

    @Test func `only the device's own retirement beside its bundle comes with it`() throws {
        let key = SigningKey()
        let bundle = try DeviceBundle(device: DeviceIdentity(key.publicKey), records: [])
        try write(bundle.text, to: "ann/phone.bundle")
        let own = DeviceIdentity.Retirement(signing: key)
        try write(own.text + "\n", to: "ann/phone.retirement")
        #expect(try directory.devices(of: "ann").map(\.retirement) == [own])
        for text in [DeviceIdentity.Retirement(signing: SigningKey()).text, own.text + "A", ""] {
            try write(text, to: "ann/phone.retirement")
            #expect(
                try directory.devices(of: "ann") == [
                    DirectoryEntry(name: "phone.bundle", bundle: .success(bundle))
                ]
            )
        }
    }

    @Test func `an unknown recipient has no device, and an absent directory is an error`() throws {
        #expect(try directory.devices(of: "ann") == [])
        let absent = FolderDeviceDirectory(at: root + "/absent")
        #expect(throws: DirectoryError.store(.empty)) { try absent.devices(of: "ann") }
    }

    @Test func `other files are passed over`() throws {
        let bundle = try Self.bundle()
        for name in ["a.bundle", ".b.bundle", "c.bundle~", "notes.txt"] {
            try write(name == "a.bundle" ? bundle.text : "something else", to: "ann/\(name)")
        }
        #expect(try bundles(of: "ann") == [bundle])
    }

    @Test(arguments: [
        ("ann-2_x", "ann-2_x"), ("Ann", "%41nn"), ("..", "%2e%2e"), ("../bob", "%2e%2e%2fbob"),
        ("/etc", "%2fetc"), ("%2e", "%252e"), ("é", "%c3%a9"), ("a b", "a%20b"),
    ])
    func `every code has a folder of its own below the directory`(
        _ code: String,
        _ expected: String
    ) throws {
        #expect(try FolderDeviceDirectory.folderName(of: code) == expected)
        let bundle = try Self.bundle()
        try write(bundle.text, to: expected + "/phone.bundle")
        #expect(try bundles(of: code) == [bundle])
    }

    @Test func `the longest code has a name that a file system takes`() throws {
        let code = String(repeating: "A", count: 64)
        #expect(try FolderDeviceDirectory.folderName(of: code).utf8.count <= 255)
    }

    @Test(arguments: [
        ("", DirectoryError.codeRefused), (String(repeating: "c", count: 65), .codeRefused),
        ("a\0b", .codeRefused),
    ])
    func `what is no code is refused`(_ code: String, as expected: DirectoryError) throws {
        #expect(throws: expected) { try FolderDeviceDirectory.folderName(of: code) }
        #expect(throws: expected) { try directory.devices(of: code) }
    }

    @Test(arguments: [
        ("", WireError.wrongPrefix), ("sealedpush-sender-1:AA.AA", .wrongPrefix),
        ("sealedpush-device-1:AA", .malformed), ("sealedpush-device-1:AA.AAAAAAAA", .wrongCheck),
    ])
    func `a file that holds no bundle is refused by its name, and the others are read`(
        _ text: String,
        as error: WireError
    ) throws {
        let sound = [try Self.bundle(), try Self.bundle()]
        try write(sound[0].text, to: "ann/laptop.bundle")
        try write(text, to: "ann/phone.bundle")
        try write(sound[1].text, to: "ann/tablet.bundle")
        #expect(
            try directory.devices(of: "ann") == [
                DirectoryEntry(name: "laptop.bundle", bundle: .success(sound[0])),
                DirectoryEntry(name: "phone.bundle", bundle: .failure(.bundleRefused(error))),
                DirectoryEntry(name: "tablet.bundle", bundle: .success(sound[1])),
            ]
        )
    }

    @Test func `bytes that are no text are refused`() throws {
        try write("", to: "ann/phone.bundle")
        try Data([0xFF, 0xFE, 0]).write(to: URL(filePath: root + "/ann/phone.bundle"))
        #expect(try refusals(of: "ann") == ["phone.bundle": .bundleRefused(.wrongPrefix)])
    }

    @Test func `the largest bundle is read, a larger file is not`() throws {
        let bundle = try Self.largestBundle()
        #expect(bundle.bytes.count == DeviceBundle.maximumCount)
        try write(bundle.text, to: "ann/phone.bundle")
        #expect(try bundles(of: "ann") == [bundle])
        let text = bundle.text + String(repeating: " ", count: 256)
        try write(text, to: "ann/phone.bundle")
        #expect(try refusals(of: "ann") == ["phone.bundle": .bundleTooLarge])
    }

    @Test func `two bundles of one device are both refused, and no other one`() throws {
        let bundle = try Self.bundle()
        try write(bundle.text, to: "ann/new.bundle")
        try write(bundle.text, to: "ann/old.bundle")
        try write(Self.bundle().text, to: "ann/other.bundle")
        #expect(
            try refusals(of: "ann") == [
                "new.bundle": .repeatedDevice, "old.bundle": .repeatedDevice, "other.bundle": nil,
            ]
        )
    }

    @Test func `sixty-four devices are read, one more is refused`() throws {
        for number in 0..<FolderDeviceDirectory.maximumDevices {
            try write(Self.bundle().text, to: "ann/\(number).bundle")
        }
        #expect(try directory.devices(of: "ann").count == 64)
        try write(Self.bundle().text, to: "ann/more.bundle")
        #expect(throws: DirectoryError.tooManyDevices) { try directory.devices(of: "ann") }
    }

    @Test func `only a plain file is read`() throws {
        try write(Self.bundle().text, to: "elsewhere")
        let place = root + "/ann/phone.bundle"
        let manager = FileManager.default
        try manager.createDirectory(atPath: place, withIntermediateDirectories: true)
        let noFile: [String: DirectoryError?] = ["phone.bundle": .store(.unexpectedKind)]
        #expect(try refusals(of: "ann") == noFile)
        try manager.removeItem(atPath: place)
        try manager.createSymbolicLink(
            atPath: place,
            withDestinationPath: root + "/elsewhere"
        )
        #expect(try refusals(of: "ann") == ["phone.bundle": .store(.symbolicLink)])
        try manager.removeItem(atPath: place)
        let result = unsafe mkfifo(place, 0o600)
        #expect(result == 0)
        #expect(try refusals(of: "ann") == noFile)
    }

    private static func largestBundle() throws -> DeviceBundle {
        let identity = SigningKey()
        let seed = Randomness.bytes(DevicePrekey.seedCount)
        let key = try DevicePrekey.publicKey(seed: seed.span)
        let records = (1...UInt32(DeviceBundle.maximumRecords)).map { epoch in
            let terms = PrekeyRecord.Terms(
                class: .oneTime,
                epoch: epoch,
                minimumEpoch: 0,
                notBefore: Timestamp(clamping: 0),
                notAfter: .latest
            )
            return PrekeyRecord(signing: key, terms: terms, with: identity)
        }
        return try DeviceBundle(device: DeviceIdentity(identity.publicKey), records: records)
    }
}
