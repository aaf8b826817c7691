// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushKeys
import SealedPushStore

extension StoreOperation {
    /// The life of prekeys.
    static let ofLifecycles = [
        StoreOperation(
            "maintain a device",
            covers: ["DeviceKeys.maintain", "ClaimBook.rebuildUnfinished"],
            makes: generation,
            isMade: { before, after in
                // Where a run was stopped while it filled the stock, enough is there that it need
                // not be filled.
                after.newReusable(since: before) >= 1 && after.newOneTime(since: before) >= 2
            },
            body: { bench in try bench.keys(at: Scene.phone).maintain(at: Scene.now).failures }
        ),
        StoreOperation(
            "offer prekeys",
            covers: ["DeviceKeys.offer"],
            body: { bench in
                let offered = try bench.keys(at: Scene.tablet).offer(at: Scene.now)
                return offered.records.isEmpty ? [Bench.Failure()] : []
            }
        ),
        StoreOperation(
            "acknowledge prekeys",
            covers: ["DeviceKeys.acknowledge"],
            body: { bench in
                let bundle = try bench.bundle("offered")
                try bench.keys(at: Scene.tablet).acknowledge(bundle, at: Scene.now)
                return []
            }
        ),
        StoreOperation(
            "revoke prekeys",
            covers: ["DeviceKeys.maintain"],
            makes: generation,
            revokes: true,
            isMade: { before, after in
                let old = before.prekeys(of: Scene.watch).filter { $0.terms.class == .oneTime }
                let held = Set(after.prekeys(of: Scene.watch).map(\.id))
                let last = after.prekeys(of: Scene.watch).last { $0.terms.class == .reusable }
                return old.allSatisfy { !held.contains($0.id) }
                    && after.newReusable(since: before, at: Scene.watch) >= 1
                    && after.newOneTime(since: before, at: Scene.watch) >= 2
                    && (last?.terms.minimumEpoch ?? 0) > (before.epochs(of: Scene.watch).last ?? 0)
            },
            body: { bench in
                try bench.keys(at: Scene.watch).maintain(at: Scene.now, revoking: true).failures
            }
        ),
    ]
}
