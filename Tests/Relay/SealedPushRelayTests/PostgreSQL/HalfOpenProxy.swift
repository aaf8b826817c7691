// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TestSupport

/// A way over TCP to a server's socket; it swallows all bytes while it is told to.
final class HalfOpenProxy: Sendable {
    private let listener: Listener
    private let swallows = Mutex(false)

    /// Takes connections on loopback and makes one to the socket at `path` for each.
    init(to path: String) throws {
        listener = try Listener()
        listener.serve { [self] client in
            guard let server = try? RawConnection(path: path) else { return }
            client.join(server) { self.isSwallowing }
        }
    }

    var port: Int { listener.port }

    var isSwallowing: Bool {
        get { swallows.withLock(\.self) }
        set { swallows.withLock { $0 = newValue } }
    }

    /// Takes no further connections.
    func end() { listener.end() }
}
