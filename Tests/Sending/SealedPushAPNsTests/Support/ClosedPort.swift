// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix

/// A port of loopback at which no server listens or can: one that is only given back may be another
/// server's at once.
enum ClosedPort {
    /// Gives it to `body`: the port of a connection's other end.
    static func with(_ body: (Int) async throws -> Void) async throws {
        let group = MultiThreadedEventLoopGroup.singleton
        let server = try await ServerBootstrap(group: group).bind(host: "127.0.0.1", port: 0).get()
        let end = try await ClientBootstrap(group: group)
            .connect(host: "127.0.0.1", port: server.localAddress?.port ?? 0).get()
        let result: Result<Void, any Error>
        do { result = .success(try await body(end.localAddress?.port ?? 0)) } catch {
            result = .failure(error)
        }
        try await end.close()
        try await server.close()
        try result.get()
    }
}
