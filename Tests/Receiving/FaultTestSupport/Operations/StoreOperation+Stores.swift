// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
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
