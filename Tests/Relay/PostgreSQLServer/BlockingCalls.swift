// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Runs what blocks on a thread of its own: the tests of a process share one for each core.
package func onThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
}

extension PostgreSQLServer {
    /// Makes a new database on the shared server and returns its connection string.
    package static func sharedDatabase() async throws -> String {
        try await onThread { try shared.get().database() }
    }
}
