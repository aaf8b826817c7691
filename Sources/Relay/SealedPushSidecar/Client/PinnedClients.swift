// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import NIOCore
import NIOPosix
import NIOSSL
import SealedPush
import SealedPushAPNs
import Synchronization

/// Clients of HTTP that connect to addresses that were looked at before, some for each host.
///
/// A name is resolved once; what is connected to are those very addresses, so that a name that
/// resolves to something else a moment later leads nowhere else.
actor PinnedClients {
    private struct Entry {
        /// The addresses that may be asked, each with its client.
        let pinned: [(address: String, client: HTTPClient)]
        /// Which of them is asked.
        var turn: Int
        let until: ContinuousClock.Instant

        var client: HTTPClient { pinned[turn].client }
        var address: String { pinned[turn].address }
    }

    private let configuration: HTTPClient.Configuration
    /// Who is trusted to say who a relay is.
    private let roots: NIOSSLTrustRoots
    private let resolve: @Sendable (_ host: String, _ port: Int) async throws -> [SocketAddress]
    /// How long a name may take to resolve.
    private let timeLimit: TimeAmount
    private var entries: [WebOrigin: Entry] = [:]
    /// Names that are being resolved: each once, however many wait for it and give up.
    private var resolutions: [WebOrigin: Resolution] = [:]

    /// How many hosts are kept.
    private static let limit = 64
    /// How many addresses of a host are tried.
    private static let addressLimit = 4
    /// How long addresses count.
    private static let lifetime: Duration = .seconds(60)

    init(
        _ configuration: HTTPClient.Configuration,
        roots: NIOSSLTrustRoots,
        timeLimit: TimeAmount,
        resolve: @escaping @Sendable (String, Int) async throws -> [SocketAddress]
    ) {
        self.configuration = configuration
        self.roots = roots
        self.timeLimit = timeLimit
        self.resolve = resolve
    }

    /// A client for this place; nil if it may not be reached, or its name does not resolve.
    func client(for origin: WebOrigin, _ policy: RelayPolicy) async -> HTTPClient? {
        guard policy.mayBeAllowed(origin) else { return nil }
        let now = ContinuousClock.now
        if let entry = entries[origin], now < entry.until { return entry.client }
        guard let resolved = try? await resolved(origin) else { return nil }
        // Another call may have made some meanwhile.
        if let entry = entries[origin], now < entry.until { return entry.client }
        let addresses = Self.addresses(resolved, of: origin, policy)
        guard !addresses.isEmpty else { return nil }
        // The one that served goes on.
        let turn = (entries[origin]?.address).flatMap(addresses.firstIndex) ?? 0
        let entry = Entry(
            pinned: addresses.map { ($0, makeClient(for: origin, at: $0)) },
            turn: turn,
            until: now + Self.lifetime
        )
        if entries[origin] == nil, entries.count >= Self.limit { removeOldest() }
        entries.updateValue(entry, forKey: origin).map(Self.end)
        return entry.client
    }

    /// What the name of a place resolves to.
    ///
    /// A name whose server is silent holds one thread, and no call for longer than the limit. An
    /// address is not resolved, so however busy the machine is, the limit does not count for it.
    private func resolved(_ origin: WebOrigin) async throws -> [SocketAddress] {
        if let address = try? SocketAddress(ipAddress: origin.host, port: origin.port) {
            return [address]
        }
        resolutions = resolutions.filter { !$0.value.isOver }
        let resolution =
            resolutions[origin]
            ?? Resolution { [resolve] in try await resolve(origin.host, origin.port) }
        resolutions[origin] = resolution
        return try await resolution.result(within: timeLimit)
    }

    /// The client for the next address of this place, after one did not answer.
    ///
    /// - Returns: The client, which may be the same one; nil if the place is not known any more.
    func client(after failed: HTTPClient, for origin: WebOrigin) -> HTTPClient? {
        guard var entry = entries[origin] else { return nil }
        // Unless another call has found it out before.
        if entry.client === failed {
            entry.turn = (entry.turn + 1) % entry.pinned.count
            entries[origin] = entry
        }
        return entry.client
    }

    /// Which addresses of a place may be asked: each one is looked at.
    static func addresses(
        _ resolved: [SocketAddress],
        of origin: WebOrigin,
        _ policy: RelayPolicy
    ) -> [String] {
        let allowed = resolved.filter { policy.isAllowed(origin) || PublicAddress.contains($0) }
        return Array(allowed.compactMap(\.ipAddress).prefix(addressLimit))
    }

    private func makeClient(for origin: WebOrigin, at address: String) -> HTTPClient {
        var configuration = configuration
        configuration.dnsOverride = [origin.host: address]
        if origin.isEncrypted {
            var settings = ServerName.settings
            settings.trustRoots = roots
            configuration.tlsConfiguration = settings
            let server = ServerName(origin.host)
            // They run before the first request: one fails with the connection.
            let verify: @Sendable (any Channel) -> EventLoopFuture<Void> = { channel in
                channel.eventLoop.submit { try server.verify(channel) }.flatMapErrorThrowing {
                    channel.close(promise: nil)
                    throw $0
                }
            }
            configuration.http1_1ConnectionDebugInitializer = verify
            configuration.http2ConnectionDebugInitializer = verify
        }
        return HTTPClient(
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
            configuration: configuration
        )
    }

    /// Ends all connections.
    func shutDown() async {
        let clients = entries.values.flatMap(\.pinned).map(\.client)
        entries = [:]
        for client in clients { try? await client.shutdown() }
    }

    private func removeOldest() {
        guard let oldest = entries.min(by: { $0.value.until < $1.value.until }) else { return }
        entries.removeValue(forKey: oldest.key).map(Self.end)
    }

    /// Ends clients once what is under way on them has ended.
    private static func end(_ entry: Entry) {
        for (_, client) in entry.pinned {
            client.eventLoopGroup.next().scheduleTask(in: .seconds(60)) {
                client.shutdown { _ in }
            }
        }
    }
}

/// A name that is being resolved.
private final class Resolution: Sendable {
    private struct TooSlow: Error {}

    private let addresses: EventLoopFuture<[SocketAddress]>
    private let end = Mutex(false)

    init(_ resolve: @escaping @Sendable () async throws -> [SocketAddress]) {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        addresses = loop.makeFutureWithTask(resolve)
        addresses.whenComplete { [self] _ in end.withLock { $0 = true } }
    }

    var isOver: Bool { end.withLock(\.self) }

    func result(within limit: TimeAmount) async throws -> [SocketAddress] {
        let promise = addresses.eventLoop.makePromise(of: [SocketAddress].self)
        // The first one counts.
        addresses.cascade(to: promise)
        let check = promise.futureResult.eventLoop.scheduleTask(in: limit) {
            promise.fail(TooSlow())
        }
        defer { check.cancel() }
        return try await withTaskCancellationHandler {
            try await promise.futureResult.get()
        } onCancel: {
            promise.fail(CancellationError())
        }
    }
}
