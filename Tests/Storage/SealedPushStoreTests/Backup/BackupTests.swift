// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushCrypto
import StoreTestSupport
import TestSupport
import Testing

@testable import SealedPushClaims
@testable import SealedPushStore

struct BackupTests {
    let place: BackupPlace

    init() throws {
        place = try BackupPlace()
    }

    @Test(.rules("V-1 V-2"))
    func `what is a person's or a sender's is restored, what is a device's is not there`()
        throws
    {
        try place.fill()
        let summary = try place.backUp()
        let kept: [RecordKind] = [
            .senders, .pins, .removals, .used, .contacts, .names, .candidates, .seen, .statements,
            .settings, .recipients,
        ]
        #expect(RecordKind.all.filter(\.isBackedUp) == kept)
        #expect(summary == BackupSummary(records: 2 * kept.count, omissions: []))
        let restored = try place.restore()
        #expect(restored.id != place.store.id)
        for kind in RecordKind.all {
            let old = try place.store.list(kind)
            let new = try restored.list(kind)
            #expect(old.failures + new.failures == [])
            let records = new.records.filter { $0.id != RestoreNote.id }
            #expect(Set(records) == (kept.contains(kind) ? Set(old.records) : []))
        }
        #expect(try ClaimBook(of: restored).allUnfinished().claims.isEmpty)
        #expect(try DeferredBook(of: restored).count() == 0)
        #expect(try place.files.names(in: "/restored/claims") == [])
        #expect(try place.files.names(in: "/").sorted() == ["backup", "restored", "store"])
    }

    @Test(.rules("V-1 V-2"))
    func `no private half, device, claim or deferred message is in a backup`() throws {
        try place.fill()
        try place.backUp()
        let opened = try place.opened()
        let names = RecordKind.all.map { ($0.folder, $0.isBackedUp) }
        for (name, isBackedUp) in names + [
            ("claims", false), ("deferred", false), ("unfinished", false),
        ] {
            #expect(opened.contains(Array("secret of \(name)".utf8)) == isBackedUp, "\(name)")
        }
    }

    @Test func `nothing of a store stands in the clear in a backup`() throws {
        try place.fill()
        try place.backUp()
        let file = try place.backup
        #expect(try place.opened().contains(Array("secret of senders".utf8)), "the control")
        #expect(!file.contains(Array("secret".utf8)))
        let names = try RecordKind.all.flatMap { try place.files.names(in: "/store/\($0.folder)") }
        for name in names { #expect(!file.contains(Array(name.utf8))) }
        let key = try place.files.read("/store/key", upTo: 32)
        for start in 0...24 { #expect(!file.contains(key[start..<start + 8])) }
    }

    @Test func `the passphrase is the backup's own, and counts`() throws {
        try place.backUp()
        for wrong in ["Plum brandy", "plum brandy ", "plum brandy\n\n"] {
            #expect(throws: BackupError.wrongPassphrase) { try place.restore(passphrase: wrong) }
        }
        #expect(throws: BackupError.store(.emptyPassphrase)) {
            try place.restore(passphrase: "\n")
        }
        try place.restore(passphrase: "plum brandy\n")
        let other = try BackupPlace()
        #expect(throws: BackupError.store(.emptyPassphrase)) { try other.backUp(passphrase: "") }
        #expect(try other.files.names(in: "/") == ["store"])
    }

    @Test func `a backup is never written over anything`() throws {
        try place.files.create("/backup", contents: [1].span)
        #expect(throws: BackupError.file(.alreadyExists)) { try place.backUp() }
        #expect(try place.backup == [1])
        try place.replaceBackup([])
        #expect(throws: BackupError.file(.alreadyExists)) { try place.backUp() }
    }

    @Test func `nothing is restored over a store`() throws {
        try place.backUp()
        try place.restore()
        #expect(throws: BackupError.store(.alreadyExists)) { try place.restore() }
    }

    @Test func `a record that can't be read is told and left out`() throws {
        try place.fill()
        let name = place.store.path(of: [1], kind: .contacts).name
        try place.files.alter("/store/contacts/\(name)") { $0.permissions = 0o644 }
        let pin = place.store.path(of: [1], kind: .pins).name
        try place.files.unlink("/store/pins/\(pin)")
        try place.files.create("/store/pins/\(pin)", contents: [1, 2, 3].span)
        let summary = try place.backUp()
        #expect(summary.records == 20)
        #expect(Set(summary.omissions.map(\.kind)) == ["contacts", "pins"])
        #expect(summary.omissions.contains { $0.reason == .unsafePermissions })
        let restored = try place.restore()
        #expect(try restored.read(.contacts, id: [1]) == nil)
        #expect(try restored.read(.contacts, id: Array("no byte".utf8)) == [])
    }

    @Test func `many records and large ones go through in parts`() throws {
        let most = [UInt8](repeating: 7, count: 64 * 1024 - 40 - 4 - 1)
        for number in 0..<4 as Range<UInt8> {
            _ = try place.store.create(.statements, id: [number], contents: most.span)
        }
        for number in 0..<300 {
            let id = [UInt8(number >> 8), UInt8(number & 0xFF)]
            _ = try place.store.create(.contacts, id: id, contents: id.span)
        }
        #expect(try place.backUp().records == 304)
        #expect(try place.backup.count > 4 * 64 * 1024)
        let restored = try place.restore()
        for kind in [RecordKind.statements, .contacts] {
            let records = try restored.list(kind).records
            #expect(try Set(records) == Set(place.store.list(kind).records))
        }
    }

    @Test func `a restored store knows when, and after a second time the later one`() throws {
        #expect(try place.store.restoredAt() == nil)
        try place.backUp()
        let first = try place.restore(now: Samples.now)
        #expect(try first.restoredAt() == Samples.now.timeSince1970)

        let earlier = Samples.now.advanced(by: .hours(-1))
        let later = Samples.now.advanced(by: .hours(1))
        for (now, expected) in [(earlier, Samples.now), (later, later)] {
            let second = SimulatedFileSystem(place.files.disk)
            _ = try first.backUp(
                to: "/second",
                passphrase: SecretBytes("word"),
                parameters: Argon2id(memory: 8, passes: 1),
                files: second
            )
            let reader = try BackupReader.open(
                path: "/second",
                passphrase: SecretBytes("word"),
                files: second
            )
            let draft = try StoreDraft(at: "/again", key: .folder, files: second)
            let again = try RecordStore.restore(from: reader, into: draft, now: now.timeSince1970)
            #expect(try again.restoredAt() == expected.timeSince1970)
        }
        try first.replace(.settings, id: RestoreNote.id, contents: [1].span)
        #expect(throws: StoreError.corrupted) { try first.restoredAt() }
    }

    @Test func `on the real file system a backup is ours alone, and takes 64 MiB to open`() throws {
        let folder = TemporaryFolder.inMemory()
        let store = try RecordStore.create(at: folder.store, key: .folder)
        _ = try store.create(.senders, id: [1], contents: [2].span)
        let path = folder.path("backup")
        #expect(try store.backUp(to: path, passphrase: SecretBytes("word\n")).records == 1)
        #expect(try POSIXFileSystem().status(of: path).permissions == 0o600)
        let file = try [UInt8](Data(contentsOf: URL(filePath: path)))
        let header = try BackupHeader(reading: file)
        #expect(header.bytes[19..<27] == [0, 1, 0, 0, 0, 0, 0, 3])
        // Who may read the file is not asked: it may come from a volume that knows no owners.
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        let restored = try RecordStore.restore(
            from: path,
            passphrase: SecretBytes("word"),
            at: folder.path("restored"),
            key: .file(folder.path("key")),
            access: .whenUnlocked,
            now: Samples.now.timeSince1970,
            files: POSIXFileSystem()
        ) { _ in }
        #expect(try restored.read(.senders, id: [1]) == [2])
        #expect(restored.access == .whenUnlocked)
        #expect(try RecordStore.keyKind(at: folder.path("restored")) == .file)
        for (path, expected) in [
            ("none", BackupError.unreadable(.unavailable(code: ENOENT))),
            ("", .unreadable(.unexpectedKind)),
        ] {
            #expect(throws: expected) {
                try RecordStore.restore(
                    from: folder.path(path),
                    passphrase: SecretBytes("word"),
                    at: folder.path("other"),
                    key: .folder,
                    now: Samples.now.timeSince1970,
                    files: POSIXFileSystem()
                ) { _ in }
            }
        }
        #expect(throws: BackupError.file(.alreadyExists)) {
            try store.backUp(to: path, passphrase: SecretBytes("word"))
        }
    }
}
