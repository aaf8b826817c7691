// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The number of a lane: one app in one environment of one push service.
package struct LaneID: Hashable, Sendable {
    /// The number, as the database stores it.
    package let number: Int16

    /// The lane of messages whose device has no usable token; no worker takes from it.
    package static let none = LaneID(0)

    /// Takes a stored number.
    package init(_ number: Int16) {
        self.number = number
    }
}
