// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Why a push was not sent at all, as far as a transport can tell; none names an address or tells a secret.
@nonexhaustive
public enum PushObstacle: String, CaseIterable, Hashable, Sendable {
    /// Its time was over before there was room, or it had none.
    case time
    /// As many pushes waited already as the transport keeps.
    case queueFull = "queue"
    /// The service's name is not known, nobody answers there, or who answers ends the connection.
    case network
    /// The proxy can't be reached, lays no way to the service, or does not take its credentials.
    case proxy
    /// The server does not prove its name, or refuses the certificate that it is shown, or there is no secure connection
    /// for another reason.
    case tls
    /// What answers there does not speak the protocol.
    case wrongProtocol = "protocol"
    /// The service does not take the key or the certificate that the transport shows.
    case credentials
    /// The transport was closed.
    case closed
}

extension PushObstacle: CustomStringConvertible {
    /// What was in the way, and what to look at, for people.
    public var description: String {
        switch self {
        case .time: "no connection was ready, or had room, in time"
        case .queueFull: "too many wait already; send fewer at once, or later"
        case .network: "nobody answers; check the name, the port and the network"
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
