// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PostgreSQLServer
import SealedPush
import SealedPushCrypto
import SealedPushRelayTesting
import TestSupport
import Testing

@testable import SealedPushRelay

struct DropTests {
    @Test func `an id is 16 bytes in base64url, and is kept as its digest`() throws {
        let bytes = [UInt8](0..<16)
        let id = try #require(DropID(text: Base64URL.encode(bytes.span)))
        #expect(id.digest.bytes == SHA256.hash(bytes.span))
        for wrong in [
            "", "AAAAAAAAAAAAAAAAAAAAA", "AAAAAAAAAAAAAAAAAAAAAAA", "AAAAAAAAAAAAAAAAAAAAAA==",
            // Bits behind the last byte, and characters of base64.
            "AAAAAAAAAAAAAAAAAAAAAB", "AAAAAAAAAAAAAAAAAAAA+/",
        ] {
            #expect(DropID(text: wrong) == nil, "\(wrong)")
        }
    }

    @Test func `a box has one size, and stays for a minute to 25 hours`() {
        func isDrop(_ count: Int, _ lifetime: Duration) -> Bool {
            let box = [UInt8](repeating: 1, count: count)
            return Drop(Capability().digest, of: DeviceID(), box: box, for: lifetime) != nil
        }
        #expect(isDrop(1056, .seconds(60)) && isDrop(1056, .seconds(90_000)))
        for count in [0, 1055, 1057] { #expect(!isDrop(count, .seconds(900))) }
        for lifetime in [0, 59, 90_001] { #expect(!isDrop(1056, .seconds(lifetime))) }
    }

    @Test func `the first signed request binds an endpoint that waits for it, and no later one`() {
        func bound(_ sender: Endpoint.Sender) -> Endpoint.Sender {
            var endpoint = Endpoint(
                id: EndpointID(),
                device: DeviceID(),
                digest: Capability().digest,
                sender: sender
            )
            for key: UInt8 in 1...2 { endpoint.bind(to: [key]) }
            return endpoint.sender
        }
        #expect(bound(.firstKey) == .bound(vapid: [1]))
        #expect(bound(.bound(vapid: [3])) == .bound(vapid: [3]))
        #expect(bound(.anyone) == .anyone)
    }
}

/// Two servers on one database of PostgreSQL.
struct DropRaceTests {
    private func withServers(
        _ limits: RelayLimits = RelayLimits(),
        _ body: (PostgreSQLRelayStore, PostgreSQLRelayStore) async throws -> Void
    ) async throws {
        let address = try await PostgreSQLServer.sharedDatabase()
        try await PostgreSQLRelayStore.with(address, limits: limits) { first in
            try await PostgreSQLRelayStore.with(address, limits: limits) {
                try await body(first, $0)
            }
        }
    }

    @Test(.rules("C-104"))
    func `of two devices that leave a drop under one id at once, one is told that it was second`()
        async throws
    {
        try await withServers { first, second in
            let devices = [
                try await first.newEndpoint().device, try await first.newEndpoint().device,
            ]
            for _ in 0..<40 {
                let digest = Capability().digest
                let drops = try devices.map { device in
                    let box = Randomness.bytes(Drop.boxCount)
                    return try #require(Drop(digest, of: device, box: box, for: .seconds(900)))
                }
                async let a = first.write { try $0.leave(drops[0]) }
                async let b = second.write { try $0.leave(drops[1]) }
                let answers = try await [a, b]
                #expect(Set(answers) == [.kept, .answered])
                let kept = drops[answers[0] == .kept ? 0 : 1].box
                #expect(try await first.boxes(of: [digest]) == [kept])
            }
        }
    }

    @Test func `drops of one device that come at once do not pass its limit together`()
        async throws
    {
        var limits = RelayLimits()
        limits.dropsPerDevice = 1
        try await withServers(limits) { first, second in
            for _ in 0..<40 {
                let device = try await first.newEndpoint().device
                let answers = try await withThrowingTaskGroup(of: DropAnswer.self) { group in
                    for number in 0..<4 {
                        let box = [UInt8](repeating: 1, count: Drop.boxCount)
                        let drop = try #require(
                            Drop(Capability().digest, of: device, box: box, for: .seconds(900))
                        )
                        let store = number.isMultiple(of: 2) ? first : second
                        group.addTask { try await store.write { try $0.leave(drop) } }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(answers.count { $0 == .kept } == 1)
                #expect(answers.count { $0 == .limited(.keptDrops) } == 3)
            }
        }
    }

    @Test(.rules("C-107"))
    func `two first requests at once bind an endpoint to one key`() async throws {
        try await withServers { first, second in
            let device = try await first.newEndpoint().device
            for _ in 0..<40 {
                let endpoint = Endpoint(
                    id: EndpointID(),
                    device: device,
                    digest: Capability().digest,
                    sender: .firstKey
                )
                #expect(try await first.write { try $0.add(endpoint) })
                async let a = first.write { try $0.bind(endpoint.id, to: [1]) }
                async let b = second.write { try $0.bind(endpoint.id, to: [2]) }
                let bound = Set(try await [a, b].compactMap { $0?.key })
                #expect(bound.count == 1 && bound.isSubset(of: [[1], [2]]))
            }
        }
    }
}
