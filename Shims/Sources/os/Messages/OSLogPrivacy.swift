// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Who may read a part of a message.
public struct OSLogPrivacy: Sendable, Hashable {
    /// What stands in the place of a part that is hidden.
    public struct Mask: Sendable, Hashable {
        /// A hash, the same for the same text as long as the process lives; Apple's is the same on one device.
        public static let hash = Mask(isHash: true)
        /// Nothing.
        public static let none = Mask(isHash: false)

        let isHash: Bool
    }

    private enum Kind {
        case automatic
        case open
        case hidden
    }

    /// Text is hidden, numbers are shown.
    public static var auto: OSLogPrivacy { OSLogPrivacy(kind: .automatic, mask: .none) }
    /// It is shown.
    public static var `public`: OSLogPrivacy { OSLogPrivacy(kind: .open, mask: .none) }
    /// It is hidden.
    public static var `private`: OSLogPrivacy { OSLogPrivacy(kind: .hidden, mask: .none) }
    /// It is hidden, also where a profile on the device shows what is private.
    public static var sensitive: OSLogPrivacy { OSLogPrivacy(kind: .hidden, mask: .none) }

    private let kind: Kind
    private let mask: Mask

    /// As ``auto``, with something in the place of what is hidden.
    public static func auto(mask: Mask) -> OSLogPrivacy {
        OSLogPrivacy(kind: .automatic, mask: mask)
    }

    /// As ``private``, with something in its place.
    public static func `private`(mask: Mask) -> OSLogPrivacy {
        OSLogPrivacy(kind: .hidden, mask: mask)
    }

    /// As ``sensitive``, with something in its place.
    public static func sensitive(mask: Mask) -> OSLogPrivacy {
        OSLogPrivacy(kind: .hidden, mask: mask)
    }

    /// What the log shows of a text.
    func show(_ text: @autoclosure () -> String, isPlain: Bool) -> String {
        switch kind {
        case .open: return text()
        case .automatic where isPlain: return text()
        case .automatic, .hidden:
            guard mask.isHash else { return "<private>" }
            let hash = UInt(bitPattern: text().hashValue)
            return "<mask.hash: '\(String(hash, radix: 16))'>"
        }
    }
}
