// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import NIOCore
import NIOPosix
import SealedPushStore

extension RelaySettings.Address {
    /// Refuses an address at which the system lets nothing listen now.
    ///
    /// A server that finds that out itself has begun much by then, and logs how all of that ends.
    func check() async throws(CommandError) {
        do {
            try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .bind(host: host, port: port)
                .get()
                .close()
        } catch {
            let reason = (error as? IOError).map { ": \(SystemReason.words($0.errnoCode))" } ?? ""
            throw CommandError(
                .failure,
                name: "notListening",
                "the server can't listen at \(host), port \(port)\(reason)",
                hint: "end what listens there, or choose another port"
            )
        }
    }
}
