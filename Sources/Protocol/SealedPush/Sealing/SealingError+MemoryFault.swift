// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension SealingError {
    /// The reason for which a sender's memory failed.
    @nonexhaustive
    public enum MemoryFault: Hashable, Sendable {
        /// What is remembered is damaged, or the memory does not say why it failed.
        case damaged
        /// The disk, or the user's share of it, is full.
        case diskFull
        /// The disk can't be written.
        case readOnly
        /// The system denies access.
        case denied
        /// The system refuses for another reason.
        case refused

        /// The fault in words, behind a colon; nil for what is damaged.
        var reason: String? {
            switch self {
            case .damaged: nil
            case .diskFull:
                "the disk or the user's share of it is full, or no file may be so large (ulimit -f)"
            case .readOnly: "the disk is read-only"
            case .denied: "permission denied"
            case .refused: "the system refuses it"
            }
        }
    }
}
