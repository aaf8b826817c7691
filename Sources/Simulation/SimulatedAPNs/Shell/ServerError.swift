// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

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

extension ServerError: CustomStringConvertible {
    /// What is wrong and what to do about it, for people.
    public var description: String {
        switch self {
        case .notLoopback:
            "other machines could reach the server there; say that they may, or take 127.0.0.1"
        case .cannotListen:
            "the server can't listen there; take a port that is free, at an address of this machine"
        case .invalidLimit: "a limit is below 1, or there are more than 10,000 streams"
        }
    }
}
