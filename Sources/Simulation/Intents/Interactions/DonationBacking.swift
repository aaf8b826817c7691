// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Who takes what apps donate: a device.
///
/// A call arrives on the thread of the donating code, and returns at once.
package protocol DonationBacking: AnyObject, Sendable {
    /// Keeps a donation; one of the same identifier gives way.
    func donate(_ interaction: INInteraction.Values)

    /// Whether a donation calls its completion handler.
    var answers: Bool { get }

    /// Forgets donations.
    func forget(_ donations: DonationSelection)
}

extension DonationBacking {
    /// As a system does.
    package var answers: Bool { true }
}

/// Which donations are meant.
package enum DonationSelection: Hashable, Codable, Sendable {
    /// Every one of the app.
    case all
    /// Those of these identifiers.
    case identifiers([String])
    /// Those of a group.
    case group(String)
}
