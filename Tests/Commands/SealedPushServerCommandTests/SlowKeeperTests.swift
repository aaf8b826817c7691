// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import NIOPosix
import PushTransport
import SealedPush
import SealedPushAPNs
import SealedPushOpenSSL
import SimulatedAPNs
import Testing

/// A client whose place for provider tokens is slow: another process has it, or the disk is busy.
struct SlowKeeperTests {
    private struct SlowKeeper: ProviderTokenKeeper {
        let asked: AsyncStream<Void>.Continuation
        let isReady = DispatchSemaphore(value: 0)

        func token(
            of keyID: String,
            _ teamID: String,
            where serves: (String) -> Bool,
            else make: () throws(APNsError) -> String
        ) throws(APNsError) -> String {
            asked.yield()
            isReady.wait()
            return try make()
        }
    }

    private struct NotAccepted: Error {}

    @Test(.timeLimit(.minutes(1)))
    func `no event loop waits for it, and the push is sent when it has answered`() async throws {
        let key = try P256PrivateKey()
        let (device, pem) = (try APNsDeviceToken(hex: "a1b2c3d4"), key.pem())
        var directory = APNsDirectory()
        directory.add(ProviderKey(key.publicKey, keyID: "ABC123DEFG", teamID: "DEF123GHIJ"))
        directory.register(DeviceRegistration(of: "com.example.app", on: "a1b2c3d4"), as: device)
        let (asks, asked) = AsyncStream.makeStream(of: Void.self)
        let keeper = SlowKeeper(asked: asked)
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        try await APNsServer.run(ServerConfiguration(directory)) { server in
            var configuration = APNsConfiguration(host: "localhost", port: server.port)
            configuration.roots = server.roots
            let client = try APNsClient(
                configuration,
                tokens: ProviderTokenKey(
                    p8: Array(pem.utf8).span,
                    keyID: "ABC123DEFG",
                    teamID: "DEF123GHIJ",
                    keeper: keeper
                ),
                on: group
            )
            let request = try APNsRequest(
                Array(#"{"aps":{"alert":"Hi"}}"#.utf8),
                to: device,
                topic: "com.example.app",
                type: .alert,
                priority: .immediate,
                id: APNsID()
            )
            async let result = client.send(request)
            for await _ in asks { break }
            // The one loop of the client does other work.
            for number in 0..<3 {
                #expect(try await group.next().submit { number }.get() == number)
            }
            #expect(server.counts.accepted == 0 && client.load.queued + client.load.inFlight == 1)
            keeper.isReady.signal()
            guard case .accepted = try await result else { throw NotAccepted() }
            await client.close()
        }
        try await group.shutdownGracefully()
    }
}
