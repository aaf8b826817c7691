// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import CoreMetrics
public import Logging
public import Tracing

/// Where a client sends to, and how much it does at once; the defaults are for a server that sends to many devices.
public struct APNsConfiguration: Sendable {
    /// The name or address of the server, which its certificate has to show.
    public var host: String
    /// The port: 443, or 2197 where a firewall lets through only that.
    public var port: Int
    /// Who is trusted to say who the server is; nil for the system's roots.
    public var roots: TrustedRoots?
    /// The proxy that connections go through; nil for none, whatever the environment says
    /// (``HTTPProxy/inEnvironment(for:_:)``).
    public var proxy: HTTPProxy?
    /// How many connections there are at most; one an event loop (a core), made where those that are there have as much in
    /// flight as APNs allows.
    public var connectionLimit = 8
    /// How many pushes wait at most, beyond those in flight; one more has its result at once: not sent, as the queue is full.
    ///
    /// So it bounds a client's memory. Each that waits takes about 2.8 KB, of which 1.5 KB is Swift's task, beside what the
    /// caller holds: no payload is copied. What comes back to be sent again is kept beyond the limit.
    public var queueLimit = 100_000
    /// How long a push may take, where the call says nothing else.
    public var timeLimit: Duration = .seconds(30)
    /// How long an idle connection goes without a PING; Apple asks for an hour.
    ///
    /// Less than a second counts as one.
    public var pingInterval: Duration = .seconds(3600)
    /// After how long a silence a connection is asked by a PING before a push is sent on it: a
    /// firewall may have dropped it without a word.
    ///
    /// Less than a second counts as one.
    public var silenceLimit: Duration = .seconds(60)
    /// After how long a silence TCP asks by itself (keepalive), in whole seconds from 1; nil where it
    /// does not.
    public var tcpKeepalive: Duration?
    /// Where a client says what its connections do; no log has a token, an address, a topic or content.
    public var logger = Logger(label: "SealedPushAPNs")
    /// Who counts and measures; nil for the process's own, as it is when the client is made.
    public var metrics: (any MetricsFactory)?
    /// Who traces; nil for the process's own, as it is when the client is made.
    public var tracer: (any Tracer)?

    /// Takes one of Apple's servers.
    public init(_ environment: PushEnvironment) {
        switch environment {
        case .production: self.init(host: "api.push.apple.com")
        case .sandbox: self.init(host: "api.sandbox.push.apple.com")
        }
    }

    /// Takes another server, such as one for tests.
    ///
    /// - Parameters:
    ///   - host: Its name or address.
    ///   - port: Its port.
    ///   - roots: Who is trusted to say who it is; nil for the system's roots.
    public init(host: String, port: Int = 443, roots: TrustedRoots? = nil) {
        self.host = host
        self.port = port
        self.roots = roots
    }

    /// `:authority`.
    var authority: String {
        port == 443 ? uriHost : "\(uriHost):\(port)"
    }

    /// The host as URIs have it: addresses of IPv6 in brackets.
    var uriHost: String { host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host }
}
