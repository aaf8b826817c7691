// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushAPNs
import SealedPushOpenSSL
import SimulatedAPNs

/// APNs as it is played by this project, which answers pushes of low priority only.
enum SilentServer {
    /// Writes its root certificate into `root`, prints its port, and runs until its standard input ends.
    static func run(root: String) async throws {
        var configuration = ServerConfiguration(APNsDirectory())
        configuration.script = FaultScript([
            FaultRule(.answer(status: 200, body: [])) { $0["apns-priority"] == "5" },
            // No key is known here that would show the provider to be one.
            FaultRule(.streamLimit(1000)),
            FaultRule(.latency(.seconds(3600))) { $0["apns-priority"] == "10" },
        ])
        try await APNsServer.run(configuration) { server in
            try Data(server.roots.pem.utf8).write(to: URL(fileURLWithPath: root))
            print(server.port)
            fflush(nil)
            while readLine() != nil {}
        }
    }
}
