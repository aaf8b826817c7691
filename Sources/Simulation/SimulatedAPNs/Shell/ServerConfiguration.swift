// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// How a server is to be.
public struct ServerConfiguration: Sendable {
    /// What it knows of keys and devices.
    public var directory: APNsDirectory
    /// What goes wrong.
    public var script = FaultScript()
    /// What it does that Apple does not document; nil is nothing of that.
    public var observations: Observations? = Observations()
    /// The address or name that it listens at: one of the loopback, unless ``mayListenElsewhere``.
    public var host = "127.0.0.1"
    /// The port; 0 is any that is free.
    public var port = 0
    /// Whether it may listen where other machines reach it.
    public var mayListenElsewhere = false
    /// The names and addresses that its certificate is for.
    public var certificateHosts = ["localhost", "127.0.0.1", "::1"]
    /// How many streams a provider that is known may have at once on a connection, at most 10,000.
    public var streamLimit = 1000
    /// How many connections there may be at once; further ones are closed, unless one that is
    /// silent can go for them.
    public var connectionLimit = 1000
    /// How long a connection may take until TLS is through and its first frame of HTTP/2 is there.
    public var handshakeLimit = Duration.seconds(30)
    /// Called when there is no free place for a connection, on the thread of that connection.
    ///
    /// Either it is closed, or one that has been silent. It is called again only after half of the
    /// places were free.
    public var whenFull: @Sendable () -> Void = {}
    /// How many pushes it remembers.
    public var journalLimit = 10_000
    /// What it tells the time by.
    public var now: @Sendable () -> ServerTime = { .present }

    /// A server on a free port of the loopback with 1,000 streams a connection.
    public init(_ directory: APNsDirectory) {
        self.directory = directory
    }

    /// Throws where a limit can't be.
    func check() throws(ServerError) {
        guard connectionLimit > 0, journalLimit > 0, handshakeLimit > .zero,
            (1...10_000).contains(streamLimit), observations?.badTokenLimit ?? 1 > 0,
            observations?.idleLimit ?? .seconds(1) > .zero
        else { throw .invalidLimit }
    }
}
