// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// When the key of a store may be had, chosen when the store is made.
///
/// A device that notifies from its lock screen takes ``afterFirstUnlock``. One whose messages nobody is to read
/// from a locked device takes ``whenUnlocked``: what arrives meanwhile is parked, still encrypted.
@nonexhaustive
public enum AccessClass: String, Hashable, Sendable, CaseIterable {
    /// From the first time that the device is unlocked after it was started, also while it is locked again.
    case afterFirstUnlock = "after-first-unlock"
    /// Only while the device is unlocked.
    case whenUnlocked = "when-unlocked"

    /// Whether the key may be had in this state.
    public func allowsKey(in state: LockState) -> Bool {
        switch (self, state) {
        case (_, .unlocked), (.afterFirstUnlock, .locked): true
        case (_, .beforeFirstUnlock), (.whenUnlocked, .locked): false
        }
    }
}

/// Whether the device is locked.
@nonexhaustive
public enum LockState: String, Hashable, Sendable, CaseIterable {
    /// It was started and not unlocked since.
    case beforeFirstUnlock = "before-first-unlock"
    /// It was unlocked before, and is locked again.
    case locked
    /// It is unlocked.
    case unlocked
}
