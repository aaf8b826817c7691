// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
public import SealedPushStore

/// The stage of a prekey of the device in its life.
public enum PrekeyStage: String, Hashable, Sendable, CaseIterable {
    /// Made, and not offered yet.
    case generated
    /// Offered to the directory, which has not acknowledged it.
    case offered
    /// The directory has it.
    case acknowledged
    /// Replaced by a later generation; a one-time prekey is replaced at the next maintenance.
    ///
    /// It still opens messages that were sealed to it.
    case superseded
    /// Of a revoked epoch; a reusable prekey still opens messages that were sealed to it.
    case revoked
    /// A one-time prekey that was given to one sender by hand.
    case handedOut
}

/// The prekeys of a device.
public struct PrekeyListing: Hashable, Sendable {
    /// A prekey and its stage.
    public struct Entry: Hashable, Sendable {
        /// The public half with its terms, as the device publishes it.
        public let record: PrekeyRecord
        /// The stage of the prekey in its life.
        public let stage: PrekeyStage
    }

    /// The prekeys that can be read, in an order that tells nothing.
    public let prekeys: [Entry]
    /// An error for each prekey that cannot be read.
    ///
    /// It is ``SealedPushStore/StoreError/corrupted`` if the prekey is damaged or its claim
    /// directory is missing.
    public let failures: [StoreError]
}
