// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPushRelay
import ServerStore

/// A relay's database in the hands of an operator's command.
struct RelayVisit {
    private let store: any RelayStore

    /// Opens the database that the options name.
    init(_ options: RelayOptions) async throws(CommandError) {
        store = try await RelayPlace(try await options.reader()).visit()
    }

    /// Asks the database, and tells what is wrong in the user's words.
    func ask<Value>(
        _ body: (any RelayStore) async throws(ServerStoreError) -> Value
    ) async throws(CommandError) -> Value {
        do throws(ServerStoreError) {
            return try await body(store)
        } catch {
            throw CommandError(error)
        }
    }
}
