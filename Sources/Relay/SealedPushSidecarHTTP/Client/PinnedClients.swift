// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import NIOCore
import NIOPosix

/// Clients of HTTP that connect to an address that was looked at before, one for each host.
///
/// A name is resolved once; what is connected to is that very address, so that a name that resolves
/// to something else a moment later leads nowhere else.
actor PinnedClients {
    private struct Entry {
        let client: HTTPClient
        let until: ContinuousClock.Instant
    }

    private let configuration: HTTPClient.Configuration
    private let resolve: @Sendable (_ host: String, _ port: Int) async throws -> SocketAddress
    private var entries: [EndpointURL.Place: Entry] = [:]

    /// How many hosts are kept.
    private static let limit = 64
    /// How long an address counts.
    private static let lifetime: Duration = .seconds(60)

    init(
        _ configuration: HTTPClient.Configuration,
        resolve: @escaping @Sendable (String, Int) async throws -> SocketAddress
    ) {
        self.configuration = configuration
        self.resolve = resolve
    }

    /// A client for this place; nil if it may not be reached, or its name does not resolve.
    func client(for url: EndpointURL, _ policy: RelayPolicy) async -> HTTPClient? {
        guard policy.mayBeAllowed(url) else { return nil }
        let now = ContinuousClock.now
        if let entry = entries[url.place], now < entry.until { return entry.client }
        guard let address = try? await resolve(url.host, url.port),
            policy.isAllowed(url) || PublicAddress.contains(address), let text = address.ipAddress
        else { return nil }
        // Another call may have made one meanwhile.
        if let entry = entries[url.place], now < entry.until { return entry.client }
        var configuration = configuration
        configuration.dnsOverride = [url.host: text]
        let client = HTTPClient(
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
            configuration: configuration
        )
        if entries[url.place] == nil, entries.count >= Self.limit { removeOldest() }
        let old = entries.updateValue(
            Entry(client: client, until: now + Self.lifetime),
            forKey: url.place
        )
        old.map(Self.end)
        return client
    }

    /// Ends all connections.
    func shutDown() async {
        let clients = entries.values.map(\.client)
        entries = [:]
        for client in clients { try? await client.shutdown() }
    }

    private func removeOldest() {
        guard let oldest = entries.min(by: { $0.value.until < $1.value.until }) else { return }
        entries.removeValue(forKey: oldest.key).map(Self.end)
    }

    /// Ends a client once what is under way on it has ended.
    private static func end(_ entry: Entry) {
        entry.client.eventLoopGroup.next().scheduleTask(in: .seconds(60)) {
            entry.client.shutdown { _ in }
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
