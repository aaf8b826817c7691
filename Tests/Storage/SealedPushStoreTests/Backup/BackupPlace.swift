// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import StoreTestSupport

@testable import SealedPushClaims
@testable import SealedPushStore

/// A simulated disk with a store on it that is backed up and restored, at next to no cost.
struct BackupPlace {
    let files: SimulatedFileSystem
    let store: RecordStore

    static let passphrase = "plum brandy"
    static let restoreTime = Samples.now.advanced(by: .days(3))

    init(_ files: SimulatedFileSystem = SimulatedFileSystem()) throws {
        self.files = files
        store = try StoreDraft(at: "/store", key: .folder, files: files).commit()
    }

    /// What a test puts into each kind, so that it can be looked for.
    static func secret(of kind: RecordKind) -> [UInt8] {
        Array("secret of \(kind.folder)".utf8)
    }

    /// Fills every kind there is, and claims and defers a message.
    func fill() throws {
        for kind in RecordKind.all {
            _ = try store.create(kind, id: [1], contents: Self.secret(of: kind).span)
            _ = try store.create(kind, id: Array("no byte".utf8), contents: Span())
        }
        let book = ClaimBook(of: store)
        try book.prepare(Samples.prekey)
        let claim = Samples.claim(1, content: Array("secret of claims".utf8))
        _ = try book.claim(claim, at: Samples.once)
        let deferred = Samples.deferred(1, payload: Array("secret of deferred".utf8))
        _ = try DeferredBook(of: store).keep(deferred)
    }

    @discardableResult
    func backUp(
        _ files: (any BackupFileSystem)? = nil,
        passphrase: String = passphrase
    ) throws(BackupError) -> BackupSummary {
        try store.backUp(
            to: "/backup",
            passphrase: SecretBytes(passphrase),
            parameters: Self.cheap,
            files: files ?? self.files
        )
    }

    /// What the backup's file holds.
    var backup: [UInt8] {
        get throws { try files.read("/backup", upTo: 1 << 20) }
    }

    /// Puts another file in the backup's place.
    func replaceBackup(_ bytes: [UInt8]) throws {
        try? files.unlink("/backup")
        try files.create("/backup", contents: bytes.span)
    }

    /// Restores the backup to `/restored`.
    @discardableResult
    func restore(
        _ files: (any BackupFileSystem)? = nil,
        passphrase: String = passphrase,
        now: Timestamp = restoreTime
    ) throws(BackupError) -> RecordStore {
        let files: any BackupFileSystem = files ?? self.files
        let reader = try BackupReader.open(
            path: "/backup",
            passphrase: SecretBytes(passphrase),
            files: files
        )
        let draft: StoreDraft
        do throws(StoreError) {
            draft = try StoreDraft(at: "/restored", key: .folder, files: files)
        } catch {
            throw .store(error)
        }
        return try RecordStore.restore(from: reader, into: draft, now: now.timeSince1970)
    }

    /// What the parts of the backup hold.
    func opened() throws -> [UInt8] {
        var reader = try BackupReader.open(
            path: "/backup",
            passphrase: SecretBytes(Self.passphrase),
            files: files
        )
        var all: [UInt8] = []
        while let part = try reader.next() { all += part.withBytes { Array(copying: $0) } }
        return all
    }

    private static let cheap: Argon2id = {
        guard let parameters = try? Argon2id(memory: 8, passes: 1) else {
            preconditionFailure("these are allowed")
        }
        return parameters
    }()
}
