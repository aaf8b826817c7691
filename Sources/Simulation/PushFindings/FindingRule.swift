// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// A rule by which pushes are judged.
public struct FindingRule: Sendable, Hashable {
    /// The name, which stays the same from version to version, such as `no-mutable-content`.
    public let name: String
    /// The part that a fault by this rule spoils.
    public let effect: Effect
    /// The document or the observation that the rule comes from.
    public let source: Source

    init(_ name: String, _ effect: Effect, _ source: Source) {
        self.name = name
        self.effect = effect
        self.source = source
    }

    /// The part that a fault spoils, the worst first.
    public enum Effect: String, Sendable, Hashable, CaseIterable, Comparable {
        /// APNs does not take the push.
        case refused
        /// Nothing of the push reaches the user or the app.
        case lost
        /// The notification is shown as it was sent: no extension changes it.
        case unchanged
        /// A part of the push is not as it was meant.
        case partial
        /// It may go wrong another time, or with another device.
        case risk

        /// True if `left` spoils more than `right`.
        public static func < (left: Effect, right: Effect) -> Bool { left.rank < right.rank }

        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// The document or the observation that a rule comes from.
    public struct Source: Sendable, Hashable {
        /// The title of the document, or who observed it.
        public let title: String
        /// Where it is; nil if it has no place in the web.
        public let url: String?

        init(_ title: String, _ url: String? = nil) {
            self.title = title
            self.url = url
        }
    }
}
