// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import CoreMetrics
public import Logging
package import SealedPushOpenSSL
public import Tracing

/// The server and the limits of a client.
///
/// The defaults are for a server that sends to many devices.
public struct APNsConfiguration: Sendable {
    /// The name or address of the server, which its certificate has to show.
    public var host: String
    /// The port: 443, or 2197 if a firewall allows only that.
    public var port: Int
    /// The trusted root certificates; nil for the system's.
    public var roots: TrustedRoots?
    /// The proxy that connections go through; nil for none, whatever the environment says
    /// (``HTTPProxy/inEnvironment(for:_:)``).
    public var proxy: HTTPProxy?
    /// The limit of connections, each on an event loop (a core) of its own.
    ///
    /// The client makes another if the existing ones have as much in flight as APNs allows.
    public var connectionLimit = 8
    /// The limit of waiting pushes, beyond those in flight.
    ///
    /// One more is not sent, and its result says that the queue is full.
    ///
    /// It limits the client's memory: each waiting push takes about 2.8 KB, of which 1.5 KB is
    /// Swift's task. No payload is copied. Pushes that are sent again do not count.
    public var queueLimit = 100_000
    /// The time limit of a push, unless the call names another.
    public var timeLimit: Duration = .seconds(30)
    /// The time after which an idle connection gets a PING.
    ///
    /// Apple asks for an hour.
    ///
    /// Less than a second counts as one.
    public var pingInterval: Duration = .seconds(3600)
    /// The silence after which a connection gets a PING before a push, as a firewall may have
    /// dropped it.
    ///
    /// Less than a second counts as one.
    public var silenceLimit: Duration = .seconds(60)
    /// The silence after which TCP sends a keepalive, in whole seconds from 1; nil for no
    /// keepalive.
    public var tcpKeepalive: Duration?
    /// The log of the connections.
    ///
    /// It never has a token, an address, a topic or content.
    public var logger = Logger(label: "SealedPushAPNs")
    /// The factory of metrics; nil for the process's own when the client is made.
    public var metrics: (any MetricsFactory)?
    /// The tracer; nil for the process's own when the client is made.
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
    ///   - roots: The trusted root certificates; nil for the system's.
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

/// The environments of Apple's push service.
public enum PushEnvironment: Hashable, Sendable, CaseIterable {
    /// api.sandbox.push.apple.com, for apps that Xcode installed.
    case sandbox
    /// api.push.apple.com, for apps from the store, TestFlight or an enterprise.
    case production
}

extension Certificate {
    /// The push services that Apple made it for; none in a certificate that is not for pushes.
    package var pushEnvironments: Set<PushEnvironment> {
        var environments: Set<PushEnvironment> = []
        if content(ofExtension: "1.2.840.113635.100.6.3.1") != nil { environments.insert(.sandbox) }
        if content(ofExtension: "1.2.840.113635.100.6.3.2") != nil {
            environments.insert(.production)
        }
        return environments
    }
}
