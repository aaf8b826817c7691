// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// What a scenario's disk means.
struct Facts: Sendable {
    struct Message: Sendable {
        /// Where its claim stands.
        let place: Int
        /// Where it is deferred.
        let deferred: Int
        /// Where its entry in the index stands.
        let entry: Int
        /// Where the private half of its prekey stands.
        let key: Int
        let isOneTime: Bool
    }

    /// What a claim's file says.
    enum Claim: Hashable {
        case held(Int)
        case mark(Int)
        case damaged
    }

    var messages: [Message] = []
    /// The identity and the prekeys that must stay.
    var keys: [Int] = []
    /// Whether a prekey may go without a claim, and its message with it.
    var keysMayDie = false
    /// Whether one process hands each message over as new where none is stopped; not where its
    /// claim was there before, or its prekey may go.
    var expectsNew = true
    /// When a claim whose content waits has an entry in the index.
    var indexed = Indexed.unseen

    /// Where the index is looked at.
    enum Indexed {
        /// Nowhere: it is taken for granted.
        case unseen
        /// At every moment.
        case always
        /// Where all have come to their end: a run that sleeps for an hour may miss its entry
        /// meanwhile.
        case atEnd
    }

    /// Names of paths, for people.
    var names: [Int: String] = [:]
    /// Reads a claim's file by the product's own code.
    let read: @Sendable (_ path: String, _ contents: [UInt8]) -> Claim
}
