// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// A place that keeps the provider token of a key for later runs and other processes.
///
/// APNs takes a new token of a key only every 20 minutes, so who starts more often needs one: a
/// file that only its user may read, say.
public protocol ProviderTokenKeeper: Sendable {
    /// Gives the token that is kept, or a new one, which is kept from now on.
    ///
    /// While it does this, no other process does it for the same key. It may wait for that, and
    /// for a disk: it is called on a thread that no connection needs, and meanwhile the token in
    /// use serves on, if it is not too old.
    ///
    /// - Parameters:
    ///   - keyID: The id of the key.
    ///   - teamID: The id of its team.
    ///   - serves: Whether the token that is kept can be used.
    ///   - make: Makes another one.
    /// - Returns: The token.
    /// - Throws: What `make` throws; a place that can't be used is none.
    func token(
        of keyID: String,
        _ teamID: String,
        where serves: (String) -> Bool,
        else make: () throws(APNsError) -> String
    ) throws(APNsError) -> String
}
