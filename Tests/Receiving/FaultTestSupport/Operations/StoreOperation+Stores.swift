// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import SealedPushKeys
import SealedPushStore

extension StoreOperation {
    /// What makes and opens stores.
    static let ofStores = [
        StoreOperation(
            "open the stores",
            covers: ["RecordStore.open"],
            body: { bench in
                for place in [Scene.phone, Scene.server] {
                    _ = try RecordStore.open(
                        at: bench.root + place,
                        key: .file(bench.root + Scene.key),
                        files: bench.files
                    )
                }
                return []
            }
        ),
        StoreOperation(
            "make a device",
            covers: [
                "RecordStore.create", "StoreDraft.init", "StoreDraft.commit", "DeviceKeys.create",
            ],
            makes: [Scene.new],
            isMade: { _, after in after.prekeys(of: Scene.new).count == 1 },
            body: { bench in
                do throws(StoreError) {
                    let path = bench.root + Scene.new
                    let key = StoreKeySource.file(bench.root + Scene.key)
                    let draft = try StoreDraft(at: path, key: key, files: bench.files)
                    try bench.makeDevice(in: draft.store)
                    _ = try draft.commit()
                } catch .alreadyExists {
                    // An earlier run came so far.
                }
                return []
            }
        ),
        StoreOperation(
            "sweep temporary files",
            covers: ["RecordStore.sweep"],
            body: { bench in
                try bench.phone.sweep()
                return []
            }
        ),
    ]
}

extension Bench {
    fileprivate func makeDevice(in store: RecordStore) throws(StoreError) {
        guard let topic = Topic(Scene.topicText) else { throw .corrupted }
        do throws(KeyError) {
            try DeviceKeys.create(in: store, topic: topic, now: Scene.now)
        } catch .store(let error) {
            throw error
        } catch {
            throw .corrupted
        }
    }
}

extension StoreOperation {
    /// What keeps a store for later, or from others.
    static let ofBackups = [
        StoreOperation(
            "back up",
            covers: ["RecordStore.backUp"],
            isAlone: true,
            body: { bench in
                do throws(BackupError) {
                    return try bench.backUp()
                } catch .file(.alreadyExists) {
                    // What a killed run has left is in the way until it is removed.
                    try bench.files.unlink(bench.root + Scene.backup)
                    return try bench.backUp()
                }
            }
        ),
        StoreOperation(
            "restore",
            covers: ["RecordStore.restore"],
            makes: [Scene.restored],
            isMade: { before, after in
                [RecordKind.contacts, .senders, .pins, .used].allSatisfy { kind in
                    after.facts(kind.folder, of: Scene.restored)
                        == before.facts(kind.folder, of: Scene.phone)
                }
            },
            body: { bench in
                do throws(BackupError) {
                    try bench.restore(
                        from: bench.root + Scene.inputs + "/backup",
                        to: Scene.restored
                    )
                } catch .store(.alreadyExists) {
                    // An earlier run came so far.
                }
                return []
            }
        ),
        StoreOperation(
            "change a passphrase",
            covers: ["RecordStore.changePassphrase"],
            body: { bench in
                let path = bench.root + Scene.vault
                do throws(StoreError) {
                    try RecordStore.changePassphrase(
                        at: path,
                        from: Scene.passphrase(0),
                        to: Scene.passphrase(1),
                        parameters: Argon2id.cheap,
                        files: bench.files
                    )
                } catch .wrongKey {
                    // An earlier run has changed it: then it is made durable once more.
                    try RecordStore.changePassphrase(
                        at: path,
                        from: Scene.passphrase(1),
                        to: Scene.passphrase(1),
                        parameters: Argon2id.cheap,
                        files: bench.files
                    )
                }
                return []
            }
        ),
    ]
}

extension Bench {
    /// Writes a backup, and returns why it lacks some records: then it is removed.
    fileprivate func backUp() throws(BackupError) -> [any Error] {
        let path = root + Scene.backup
        let summary = try phone.backUp(
            to: path,
            passphrase: Scene.passphrase(0),
            parameters: Argon2id.cheap,
            files: files
        )
        if !summary.omissions.isEmpty { try? files.unlink(path) }
        return summary.omissions.map(\.reason)
    }

    fileprivate func restore(from backup: String, to place: String) throws(BackupError) {
        _ = try RecordStore.restore(
            from: backup,
            passphrase: Scene.passphrase(0),
            at: root + place,
            key: .file(root + Scene.key),
            now: Scene.now,
            files: files
        )
    }
}

extension Argon2id {
    /// As few costs as there may be.
    static var cheap: Argon2id { (try? Argon2id(memory: 8, passes: 1)) ?? .standard }
}
