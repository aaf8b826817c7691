// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
public import SealedPushStore

/// How far a prekey that is held has come in its life.
public enum PrekeyStage: String, Hashable, Sendable, CaseIterable {
    /// Made, and known to nobody yet.
    case generated
    /// Offered; whether anybody has it was not said.
    case offered
    /// The directory has it.
    case acknowledged
    /// A later generation has taken its place, or will with the next maintenance where it is
    /// one-time; it still opens what was sealed to it.
    case superseded
    /// Of an epoch that was revoked; a reusable one still opens what was sealed to it.
    case revoked
    /// One-time, and given to one sender by hand.
    case handedOut
}

/// A prekey that is held, and how far it has come.
public struct HeldPrekey: Hashable, Sendable {
    /// What was or will be published of it.
    public let record: PrekeyRecord
    /// How far it has come.
    public let stage: PrekeyStage
}

/// What a device holds of prekeys.
public struct PrekeyListing: Hashable, Sendable {
    /// Those that can be read, in an order that tells nothing.
    public let prekeys: [HeldPrekey]
    /// Why each of the others can't be read; a damaged one is
    /// ``SealedPushStore/StoreError/corrupted``, and so is one whose claim directory is missing.
    public let failures: [StoreError]
}
