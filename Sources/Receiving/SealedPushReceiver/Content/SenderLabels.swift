// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// The device's own words, in the language of the user.
///
/// Neither the sender nor the push service chooses a word of them.
public struct SenderLabels: Sendable, Hashable {
    /// Stands for a notification that was not opened.
    public var placeholder = "New notification"
    /// Stands for text that the preview policy hides.
    public var hidden = "New message"
    /// Says that messages wait for the device to be unlocked.
    public var locked = "Unlock to see new notifications"
    /// Stands for an unknown sender without a name.
    public var noName = "Unknown sender"
    /// Labels a name that only the sender vouches for; `%@` is the name.
    ///
    /// The label is best put first: at the end of a line a long name would push it out of sight.
    public var unknown = "Unknown: %@"
    /// Warns of a contact that is changed, and of a candidate; `%@` is the name.
    public var check = "Check: %@"

    /// The labels of an app's string table, in English if it has none.
    ///
    /// The keys are `SEALEDPUSH_PLACEHOLDER`, `_HIDDEN`, `_LOCKED`, `_NO_NAME`, `_UNKNOWN` and
    /// `_CHECK`. A label of a name without `%@` counts as absent.
    ///
    /// - Parameter localize: Looks a key up; nil if the table has none.
    public init(localize: (_ key: String) -> String? = { _ in nil }) {
        let texts: [(String, WritableKeyPath<SenderLabels, String>)] = [
            ("PLACEHOLDER", \.placeholder), ("HIDDEN", \.hidden), ("LOCKED", \.locked),
            ("NO_NAME", \.noName), ("UNKNOWN", \.unknown), ("CHECK", \.check),
        ]
        for (key, label) in texts {
            guard let text = localize("SEALEDPUSH_" + key), !text.isEmpty else { continue }
            let needsName = label == \.unknown || label == \.check
            let hasPlace =
                LocalizedFormat.fill(text, with: ["x"]) != LocalizedFormat.fill(text, with: [])
            if !needsName || hasPlace { self[keyPath: label] = text }
        }
    }

    /// What stands before and after the name in each label for one.
    package var labelsOfNames: [(before: String, after: String)] {
        [unknown, check].compactMap { label in
            let ends = LocalizedFormat.fill(label, with: ["\0"])
                .split(separator: "\0", omittingEmptySubsequences: false)
            return ends.count == 2 ? (String(ends[0]), String(ends[1])) : nil
        }
    }
}
