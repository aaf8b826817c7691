// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush

/// A box that a device leaves at the relay for those who share a secret with it.
///
/// The first box of an id stays until its time is over, read or not. If a box could be deleted, a
/// client that knows the id could leave another one, and no second device would be told of a first.
package struct Drop: Hashable, Sendable {
    /// The digest of its id, which the relay does not keep.
    package let digest: Capability.Digest
    /// The device that leaves it.
    package let device: DeviceID
    /// The sealed bytes, ``boxCount`` of them.
    package let box: [UInt8]
    /// How long it stays, counted from the first time that it is left.
    package let lifetime: Duration

    /// The size of each box: a choice looks like a text.
    package static let boxCount = DropBox.count
    /// How long a device may have a box kept.
    package static let lifetimes: ClosedRange<Duration> = .seconds(60) ... .seconds(90_000)
    /// How long a drop is remembered without its box: it counts for the limit of a day.
    package static let memory = lifetimes.upperBound

    /// A drop, unless the box has another size, or the lifetime is out of bounds.
    package init?(
        _ digest: Capability.Digest,
        of device: DeviceID,
        box: [UInt8],
        for lifetime: Duration
    ) {
        guard box.count == Self.boxCount, Self.lifetimes.contains(lifetime) else { return nil }
        self.digest = digest
        self.device = device
        self.box = box
        self.lifetime = lifetime
    }
}

/// The answer to a device that leaves a drop.
package enum DropAnswer: Hashable, Sendable {
    /// It is kept, durably.
    case kept
    /// The same box was left under this id before.
    case repeated
    /// Another box was left under this id before.
    case answered
    /// The device has no token that works, and never had one.
    case notActive
    /// A limit does not allow it now.
    case limited(LimitReached)
}

extension DropID {
    /// The digest under which the relay keeps the drop: the id is all that is needed to get the
    /// box, so it is kept and logged nowhere.
    package var digest: Capability.Digest { Capability.Digest(ofDrop: bytes) }
}
