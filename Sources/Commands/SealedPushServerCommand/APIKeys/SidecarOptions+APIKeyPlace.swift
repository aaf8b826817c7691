// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPushRelay
import SealedPushSidecar
import ServerStore

/// The keys of backends.
extension SidecarOptions: APIKeyPlace {
    static var keyHelp: (abstract: String, discussion: String) {
        ("Make, list and remove the API keys of backends; also while the sidecar runs.", "")
    }

    func makeKey(named name: String) async throws(CommandError) -> Capability? {
        try await asking(making: true) { database async throws(ServerStoreError) in
            try await database.addKey(named: name)
        }
    }

    func keyLines() async throws(CommandError) -> [String] {
        try await asking { database async throws(ServerStoreError) in
            try await database.keyNames()
        }
    }

    func removeKey(named name: String) async throws(CommandError) -> Bool {
        try await asking { database async throws(ServerStoreError) in
            try await database.removeKey(named: name)
        }
    }

    private func asking<Value>(
        making makes: Bool = false,
        _ body: (SidecarDatabase) async throws(ServerStoreError) -> Value
    ) async throws(CommandError) -> Value {
        let database = try open(making: makes)
        do throws(ServerStoreError) {
            return try await body(database)
        } catch {
            throw CommandError(error, of: words)
        }
    }
}
