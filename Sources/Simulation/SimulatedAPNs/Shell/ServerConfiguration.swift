// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushCoding

/// The configuration of a server.
public struct ServerConfiguration: Sendable {
    /// The keys and devices.
    public var directory: APNsDirectory
    /// The script of faults.
    public var script = FaultScript()
    /// The undocumented behavior that it simulates; nil for none.
    public var observations: Observations? = Observations()
    /// The address or name on which it listens: on loopback, unless ``mayListenElsewhere``.
    public var host = "127.0.0.1"
    /// The port; 0 means any free one.
    public var port = 0
    /// True if it may listen on an address that other machines reach.
    public var mayListenElsewhere = false
    /// The names and addresses in its certificate.
    public var certificateHosts = ["localhost", "127.0.0.1", "::1"]
    /// The authority of its certificate, its key and certificate in PEM; it makes one without it.
    package var authority: [UInt8]?
    /// The time between two provider tokens of a key, below which the later one is refused.
    ///
    /// It is 20 minutes, as Apple says; zero takes any, for tests whose clients start often.
    public var providerTokenInterval: Duration = .seconds(20 * 60)
    /// The limit of concurrent streams on the connection of a known provider, at most 10,000.
    public var streamLimit = 1000
    /// The limit of concurrent connections.
    ///
    /// The server closes further ones, unless it can close a
    /// silent one instead.
    public var connectionLimit = 1000
    /// The limit of time for TLS and the first HTTP/2 frame of a connection.
    public var handshakeLimit = Duration.seconds(30)
    /// A closure that is called if a connection exceeds the limit, on the thread of that
    /// connection.
    ///
    /// The server closes it, or a silent one. The next call comes only after half of the
    /// connections have been closed.
    public var whenFull: @Sendable () -> Void = {}
    /// The number of records that it keeps.
    public var journalLimit = 10_000
    /// The clock of the server.
    public var now: @Sendable () -> ServerTime = { .present }

    /// Creates the configuration of a server on a free port of loopback, with 1,000 streams a
    /// connection.
    public init(_ directory: APNsDirectory) {
        self.directory = directory
    }

    /// Throws where a limit can't be.
    func check() throws(ServerError) {
        guard connectionLimit > 0, journalLimit > 0, handshakeLimit > .zero,
            (1...10_000).contains(streamLimit), observations?.badTokenLimit ?? 1 > 0,
            observations?.idleLimit ?? .seconds(1) > .zero, providerTokenInterval >= .zero
        else { throw .invalidLimit }
    }
}

/// The undocumented behavior of Apple's servers that clients have reported, as a server simulates
/// it.
///
/// After `ExpiredProviderToken` or `InternalServerError` a connection answers every push so, and
/// after `TooManyProviderTokenUpdates` none, until it is closed. After any refusal there is one
/// stream until the next push that is accepted. A refused stream is reset twice. One reason is
/// spelled `BadEnvironmentKeyInToken`. docs/simulated-apns.md names who reported what.
public struct Observations: Hashable, Sendable {
    /// The number of bad device tokens after which the server ends a connection with GOAWAY.
    public var badTokenLimit = 100
    /// The idle time after which the server ends a connection with GOAWAY.
    public var idleLimit: Duration = .seconds(3600)

    /// Creates the reported behavior.
    public init() {}
}

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
