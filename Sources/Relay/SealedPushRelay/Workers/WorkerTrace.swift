// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ServerStore
import Tracing

/// The spans of a worker's rounds, which say how many messages each had, and nothing else of them.
struct WorkerTrace: Sendable {
    private let tracer: (any Tracer)?

    /// Takes a tracer; without one the process's, if it has one.
    init(_ tracer: (any Tracer)?) {
        let tracer = tracer ?? InstrumentationSystem.tracer
        self.tracer = tracer is NoOpTracer ? nil : tracer
    }

    /// Asks a store within a span.
    ///
    /// - Parameters:
    ///   - name: What the span is called.
    ///   - count: How many messages an answer is about.
    ///   - body: Asks the store.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    func span<Value>(
        _ name: String,
        count: (Value) -> Int,
        _ body: () async throws(ServerStoreError) -> Value
    ) async throws(ServerStoreError) -> Value {
        guard let tracer else { return try await body() }
        let span = tracer.startAnySpan(name, context: .topLevel, ofKind: .internal)
        defer { span.end() }
        do throws(ServerStoreError) {
            let value = try await body()
            span.attributes["relay.messages"] = count(value)
            return value
        } catch {
            span.setStatus(SpanStatus(code: .error))
            throw error
        }
    }
}
