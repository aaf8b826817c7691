// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushCoding

/// Why a server was not started.
@nonexhaustive
public enum ServerError: Error, Hashable {
    /// The host is none of the loopback, and nobody said that the server may listen elsewhere.
    case notLoopback
    /// The system does not let it listen there: the port is taken, say, or the host is none of this machine.
    case cannotListen
    /// A limit is below 1, or above what can be.
    case invalidLimit
}

extension ServerError: ExplainedError {
    /// What is wrong.
    public var message: String {
        switch self {
        case .notLoopback: "other machines could reach the server there"
        case .cannotListen: "the server can't listen there"
        case .invalidLimit: "a limit is below 1, or there are more than 10,000 streams"
        }
    }

    /// What to do about it.
    public var hint: String? {
        switch self {
        case .notLoopback: "allow it (--any-host), or take 127.0.0.1"
        case .cannotListen: "take a port that is free, at an address of this machine"
        case .invalidLimit: nil
        }
    }
}
