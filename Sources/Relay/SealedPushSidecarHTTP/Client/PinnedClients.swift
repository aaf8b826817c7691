// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import NIOCore
import NIOPosix

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
    private let resolve: @Sendable (_ host: String, _ port: Int) async throws -> [SocketAddress]
    private var entries: [EndpointURL.Place: Entry] = [:]

    /// How many hosts are kept.
    private static let limit = 64
    /// How many addresses of a host are tried.
    private static let addressLimit = 4
    /// How long addresses count.
    private static let lifetime: Duration = .seconds(60)

    init(
        _ configuration: HTTPClient.Configuration,
        resolve: @escaping @Sendable (String, Int) async throws -> [SocketAddress]
    ) {
        self.configuration = configuration
        self.resolve = resolve
    }

    /// A client for this place; nil if it may not be reached, or its name does not resolve.
    func client(for url: EndpointURL, _ policy: RelayPolicy) async -> HTTPClient? {
        guard policy.mayBeAllowed(url) else { return nil }
        let now = ContinuousClock.now
        if let entry = entries[url.place], now < entry.until { return entry.client }
        guard let resolved = try? await resolve(url.host, url.port) else { return nil }
        // Another call may have made some meanwhile.
        if let entry = entries[url.place], now < entry.until { return entry.client }
        let addresses = Self.addresses(resolved, of: url, policy)
        guard !addresses.isEmpty else { return nil }
        // The one that served goes on.
        let turn = (entries[url.place]?.address).flatMap(addresses.firstIndex) ?? 0
        let entry = Entry(
            pinned: addresses.map { ($0, makeClient(for: url.host, at: $0)) },
            turn: turn,
            until: now + Self.lifetime
        )
        if entries[url.place] == nil, entries.count >= Self.limit { removeOldest() }
        entries.updateValue(entry, forKey: url.place).map(Self.end)
        return entry.client
    }

    /// The client for the next address of this place, after one did not answer.
    ///
    /// - Returns: The client, which may be the same one; nil if the place is not known any more.
    func client(after failed: HTTPClient, for url: EndpointURL) -> HTTPClient? {
        guard var entry = entries[url.place] else { return nil }
        // Unless another call has found it out before.
        if entry.client === failed {
            entry.turn = (entry.turn + 1) % entry.pinned.count
            entries[url.place] = entry
        }
        return entry.client
    }

    /// Which addresses of a place may be asked: each one is looked at.
    static func addresses(
        _ resolved: [SocketAddress],
        of url: EndpointURL,
        _ policy: RelayPolicy
    ) -> [String] {
        let allowed = resolved.filter { policy.isAllowed(url) || PublicAddress.contains($0) }
        return Array(allowed.compactMap(\.ipAddress).prefix(addressLimit))
    }

    private func makeClient(for host: String, at address: String) -> HTTPClient {
        var configuration = configuration
        configuration.dnsOverride = [host: address]
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

extension EndpointURL {
    /// What has an address of its own.
    struct Place: Hashable {
        let host: String
        let port: Int
        let isEncrypted: Bool
    }

    var place: Place { Place(host: host, port: port, isEncrypted: isEncrypted) }
}
