// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// A reason why a push was not sent at all.
///
/// No case holds an address or a secret.
@nonexhaustive
public enum PushObstacle: String, CaseIterable, Hashable, Sendable {
    /// Its time was over before there was capacity, or it had no time.
    case time
    /// The transport's queue was full.
    case queueFull = "queue"
    /// The service's name cannot be resolved, it does not answer, or it ends the connection.
    case network
    /// The proxy cannot be reached, does not connect to the service, or rejects its credentials.
    case proxy
    /// TLS failed: the server does not prove its name, rejects the client's certificate, or fails
    /// otherwise.
    case tls
    /// The server does not speak the protocol.
    case wrongProtocol = "protocol"
    /// The service rejects the transport's key or certificate.
    case credentials
    /// The transport was closed.
    case closed
}

extension PushObstacle: CustomStringConvertible {
    /// The obstacle, and what to check, for people.
    public var description: String {
        switch self {
        case .time: "no connection was ready, or had room, in time"
        case .queueFull: "too many wait already; send fewer at once, or later"
        case .network: "no answer; check the name, the port and the network"
        case .proxy:
            "the proxy lays no way to the service, or is not there; "
                + "check it, its credentials and its rules"
        case .tls:
            "there is no secure connection; "
                + "check the name, the clock, the trusted roots and the certificate that is shown"
        case .wrongProtocol: "what answers is no such service; check the name and the port"
        case .credentials:
            "the service does not take the key or the certificate; check it, its ids and the clock"
        case .closed: "the client was closed"
        }
    }
}
