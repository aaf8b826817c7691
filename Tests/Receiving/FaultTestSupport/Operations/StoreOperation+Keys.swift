// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushClaims
import SealedPushKeys
import SealedPushStore

extension StoreOperation {
    /// What grows where prekeys are made.
    static let generation: Set = [
        RecordKind.prekeys.folder, RecordKind.epochs.folder, RecordKind.states.folder,
        WorldView.room,
    ]

    /// What a device does with its keys.
    static let ofKeys = [
        StoreOperation(
            "make reusable prekeys",
            covers: ["DeviceKeys.generateReusable"],
            makes: generation,
            isMade: { before, after in after.newReusable(since: before) >= 1 },
            body: { bench in
                try bench.keys().generateReusable(now: Scene.now)
                return []
            }
        ),
        StoreOperation(
            "make one-time prekeys",
            covers: ["DeviceKeys.generateOneTime"],
            makes: generation,
            isMade: { before, after in after.newOneTime(since: before) >= 3 },
            body: { bench in
                _ = try bench.keys().generateOneTime(3, now: Scene.now)
                return []
            }
        ),
        StoreOperation(
            "make a bundle",
            covers: ["DeviceKeys.bundle"],
            makes: generation,
            isMade: { before, after in
                after.newReusable(since: before) >= 1 && after.newOneTime(since: before) >= 2
            },
            body: { bench in
                _ = try bench.keys().bundle(oneTime: 2, at: Scene.now)
                return []
            }
        ),
        StoreOperation(
            "erase a prekey",
            covers: ["DeviceKeys.erase"],
            erases: true,
            body: { bench in
                try bench.keys().erase(PrekeyRecord.ID(bench.input("erased")))
                return []
            }
        ),
        StoreOperation(
            "sweep a device",
            covers: ["DeviceKeys.sweep", "ClaimBook.sweep"],
            body: { bench in try bench.keys().sweep(at: Scene.now) }
        ),
    ]
}

extension WorldView {
    /// How many reusable prekeys there are that were not there before.
    func newReusable(since before: WorldView, at place: String = Scene.phone) -> Int {
        newPrekeys(.reusable, since: before, at: place).count
    }

    /// How many one-time prekeys there are that were not there before.
    func newOneTime(since before: WorldView, at place: String = Scene.phone) -> Int {
        newPrekeys(.oneTime, since: before, at: place).count
    }

    private func newPrekeys(
        _ class: PrekeyRecord.Class,
        since before: WorldView,
        at place: String
    ) -> [PrekeyRecord] {
        let known = Set(before.prekeys(of: place).map(\.id))
        return prekeys(of: place).filter {
            $0.terms.class == `class` && !known.contains($0.id)
        }
    }
}

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
