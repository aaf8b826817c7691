// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
package import SealedPushRelay

/// What becomes of drops.
extension RelayModel {
    /// A drop that the store remembers.
    package struct KeptDrop: Hashable, Sendable {
        package var device: DeviceID
        /// Nil once its time is over.
        package var box: [UInt8]?
        package let at: Timestamp
        package let expires: Timestamp
    }

    package mutating func leave(_ drop: Drop, at now: Timestamp) -> DropAnswer {
        guard devices[drop.device]?.state.takesMessages == true else { return .notActive }
        if let known = drops[drop.digest] { return known.box == drop.box ? .repeated : .answered }
        let own = drops.values.filter { $0.device == drop.device }
        let limit = limits.reached(
            byDropsKept: own.count { $0.box != nil },
            inADay: own.count { isToday($0.at, now) }
        )
        if let limit { return .limited(limit) }
        drops[drop.digest] = KeptDrop(
            device: drop.device,
            box: drop.box,
            at: now,
            expires: now.advanced(by: drop.lifetime)
        )
        return .kept
    }

    package func boxes(of digests: [Capability.Digest]) -> [[UInt8]?] {
        digests.map { drops[$0]?.box }
    }

    package var boxCount: Int { drops.values.count { $0.box != nil } }

    /// Deletes the boxes whose time is over, and forgets drops.
    mutating func sweepDrops(before expired: Timestamp) {
        for (digest, drop) in drops where drop.expires <= expired { drops[digest]?.box = nil }
        drops = drops.filter { expired < $0.value.at.advanced(by: Drop.memory) }
    }
}
