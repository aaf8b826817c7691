// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import Foundation
import SealedPush
import SealedPushExplanation
import SealedPushLab
import SealedPushReceiver
import SealedPushStore

/// What the toolkit's extension is about to do with a push, by the store that it opens.
enum StoreTrace {
    /// Opens a store, and explains pushes by it.
    ///
    /// - Throws: Why the store has no device or can't be opened.
    static func explain(
        storeAt path: String,
        _ key: KeyOptions,
        _ testKeys: TestKeyOptions
    ) throws -> LabExtension.Explain {
        try RunCommand.check(storeAt: path, key, opening: true)
        let store = try RecordStore.open(
            at: path,
            key: key.source(for: RecordStore.keyKind(at: path))
        )
        let receiver = try NotificationReceiver(
            store: store,
            acceptsTestIdentities: testKeys.insecureTestKeys
        )
        return { payload, type, isLocked in
            let kind: Payload.PushKind = type == "voip" ? .voip : .alert
            var explanation = PushExplanation(of: payload, kind: kind)
            guard explanation.isSealed else { return nil }
            let push = IncomingPush(payload, kind: kind)
            // A device that was not unlocked opens nothing.
            if !isLocked, let trace = try? receiver.trace(of: push, now: .present) {
                explanation.go(on: trace)
            }
            return LabSite.json(explanation)
        }
    }
}

extension Timestamp {
    fileprivate static var present: Timestamp {
        Timestamp(clamping: UInt64(max(0, Date().timeIntervalSince1970 * 1000)))
    }
}
