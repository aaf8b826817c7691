// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

extension SQLiteRelayStore: SQLRelayStore {
    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (SQLiteTransaction) throws -> Value
    ) async throws(RelayStoreError) -> Value {
        try await write(isSettlement: false, bytes: 0, body)
    }

    package func write<Value: Sendable>(
        holding bytes: Int,
        _ body: @escaping @Sendable (SQLiteTransaction) throws -> Value
    ) async throws(RelayStoreError) -> Value {
        try await write(isSettlement: false, bytes: bytes, body)
    }

    package func accept(
        _ submissions: [Submission]
    ) async throws(RelayStoreError) -> [Acceptance] {
        let bytes = submissions.reduce(0) { $0 + $1.envelope.bytes.count }
        return try await write(holding: bytes) { transaction in
            try submissions.map { try transaction.accept($0) }
        }
    }

    package func lease(_ request: LeaseRequest) async throws(RelayStoreError) -> [Lease] {
        try await write { try $0.lease(request) }
    }

    package func settle(
        _ attempts: [Attempt],
        by worker: WorkerID
    ) async throws(RelayStoreError) {
        try await write(isSettlement: true, bytes: 0) { try $0.settle(attempts, by: worker) }
    }
}
