// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushCoding

/// The reason for which a server cannot start.
@nonexhaustive
public enum ServerError: Error, Hashable {
    /// The host is not on loopback, and the configuration does not allow another one.
    case notLoopback
    /// The system refuses to listen there: the port is in use, or this machine has no such address.
    case cannotListen
    /// A limit is below 1 or above its maximum.
    case invalidLimit
}

extension ServerError: ExplainedError {
    /// The fault, in words.
    public var message: String {
        switch self {
        case .notLoopback: "other machines could reach the server there"
        case .cannotListen: "the server can't listen there"
        case .invalidLimit: "a limit is below 1, or there are more than 10,000 streams"
        }
    }
}
