// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPushRelay
import ServerStore

/// The keys of programs that may ask a relay for more than senders and devices may.
extension RelayOptions: APIKeyPlace {
    static var keyHelp: (abstract: String, discussion: String) {
        (
            "Make, list and remove API keys, as of a publisher's backend.",
            """
            A key may ask for invitations. 'list' prints a name and its scopes a line. On SQLite \
            the server has to be stopped for it.

              sealedpush-server apikey make backend --data relay
            """
        )
    }

    func makeKey(named name: String) async throws(CommandError) -> Capability? {
        try await asking(making: true) { store async throws(ServerStoreError) in
            try await store.write { transaction in
                let known = try transaction.apiKeys().map(\.name)
                guard !known.contains(name) else { return nil }
                let key = Capability()
                try transaction.add(
                    APIKey(name: name, digest: key.digest, scopes: [.invitations])
                )
                return key
            }
        }
    }

    func keyLines() async throws(CommandError) -> [String] {
        let keys = try await asking { store async throws(ServerStoreError) in
            try await store.read { try $0.apiKeys() }
        }
        return keys.map { key in
            let scopes = key.scopes.map(\.rawValue).sorted().joined(separator: " ")
            return "\(key.name)\t\(scopes)"
        }
    }

    func removeKey(named name: String) async throws(CommandError) -> Bool {
        try await asking { store async throws(ServerStoreError) in
            try await store.write { try $0.removeAPIKey(name) }
        }
    }

    private func asking<Value>(
        making makes: Bool = false,
        _ body: (any RelayStore) async throws(ServerStoreError) -> Value
    ) async throws(CommandError) -> Value {
        let place = try RelayPlace(try await reader())
        let store = try await place.open(making: makes).store
        do throws(ServerStoreError) {
            return try await body(store)
        } catch {
            throw CommandError(error, of: place.database.words)
        }
    }
}
