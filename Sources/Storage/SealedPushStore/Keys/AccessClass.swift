// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The states of the device in which a store's key is available, chosen when the store is made.
///
/// A device that notifies from its lock screen takes ``afterFirstUnlock``. One whose messages must
/// not be read from a locked device takes ``whenUnlocked``: what arrives meanwhile is deferred,
/// still encrypted.
@nonexhaustive
public enum AccessClass: String, Hashable, Sendable, CaseIterable {
    /// From the first unlock after a start on, also while the device is locked again.
    case afterFirstUnlock = "after-first-unlock"
    /// Only while the device is unlocked.
    case whenUnlocked = "when-unlocked"

    /// True if the key is available in this state.
    public func allowsKey(in state: LockState) -> Bool {
        switch (self, state) {
        case (_, .unlocked), (.afterFirstUnlock, .locked): true
        case (_, .beforeFirstUnlock), (.whenUnlocked, .locked): false
        }
    }
}

/// The state of the device's lock.
@nonexhaustive
public enum LockState: String, Hashable, Sendable, CaseIterable {
    /// It was started and not unlocked since.
    case beforeFirstUnlock = "before-first-unlock"
    /// It was unlocked before, and is locked again.
    case locked
    /// It is unlocked.
    case unlocked
}
