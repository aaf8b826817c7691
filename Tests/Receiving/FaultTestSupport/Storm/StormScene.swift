// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushContacts
import SealedPushKeys
import SealedPushReceiver
import SealedPushSender
import SealedPushStore

/// Puts into a real folder what a storm begins with: a device, its contacts, and sealed pushes for
/// it.
package struct StormScene {
    private let root: String
    private let plan: StormPlan

    /// A storm that is to take place in `root`, which is an empty folder.
    package init(in root: String, plan: StormPlan) {
        self.root = root
        self.plan = plan
    }

    /// Makes everything; a quarter of the pushes is sealed to one-time prekeys.
    package func build() async throws {
        guard let topic = Topic(Scene.topicText) else { throw Bench.Failure() }
        let key = StoreKeySource.file(root + Scene.key)
        let draft = try StoreDraft(at: root + Scene.phone, key: key)
        try DeviceKeys.create(in: draft.store, topic: topic, now: Scene.now)
        let store = try draft.commit()
        let sender = SenderKeys()
        try ContactBook(store).add(name: "Ann Quillfeather", identity: sender.identity)
        let files = POSIXFileSystem()
        for folder in ["pushes", "contacts"] { try files.makeFolder("\(root)/\(folder)") }
        for contact in 0..<StormPlan.contacts {
            let bytes = SenderKeys().identity.bytes
            try files.create("\(root)/contacts/\(contact)", contents: bytes.span)
        }

        let keys = try DeviceKeys(in: store)
        let reusable = try keys.bundle(at: Scene.now).records
        let oneTime = try keys.generateOneTime(plan.pushes / 4, now: Scene.now)
        let sealer = Sender(keys: sender, memory: TransientSenderMemory())
        for push in 0..<plan.pushes {
            let isOnce = push % 4 == 0 && push / 4 < oneTime.count
            let records = reusable + (isOnce ? [oneTime[push / 4]] : [])
            let bundle = try DeviceBundle(device: keys.identity, records: records)
            var options = SealingOptions()
            options.timeToLive = .maximum
            let sealed = try await sealer.seal(
                sealer.prepare(
                    Array(#"{"aps":{"alert":{"body":"\#(push)"}}}"#.utf8),
                    options,
                    now: Scene.now
                ),
                for: SealingTarget(bundle, recipient: .untracked, topic: topic),
                now: Scene.now
            )
            let path = StormProcess.push(push, in: root)
            try files.create(path, contents: sealed.payload.span)
        }
    }
}
