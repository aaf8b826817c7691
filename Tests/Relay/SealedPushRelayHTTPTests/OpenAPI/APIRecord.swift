// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HummingbirdTesting
import Synchronization
import Testing

/// Holds every answer that a test gets against the document, and keeps which of the documented ones
/// it saw.
final class APIRecord: Sendable {
    private let seen = Mutex<Set<APIDocument.Answer>>([])

    /// The documented answers that came.
    var answers: Set<APIDocument.Answer> { seen.withLock(\.self) }

    /// Takes an answer, and what was asked.
    func note(
        _ response: TestResponse,
        to method: HTTPRequest.Method,
        _ path: String,
        _ headers: HTTPFields,
        _ body: [UInt8]
    ) throws {
        let document = try APIDocument.repository.get()
        guard let operation = document.operation(method, path) else {
            // Whatever the document does not have is not there.
            #expect(response.problem == "unknown", "\(method) at a path that is not documented")
            return
        }
        var faults = document.faults(in: response, to: operation)
        if response.status.kind == .successful {
            faults += document.faults(inRequest: headers, body, to: operation)
        }
        #expect(faults.isEmpty, "\(operation): \(response.status.code): \(faults)")
        let answer = APIDocument.Answer(
            operation: operation,
            status: response.status.code,
            problem: response.problem
        )
        seen.withLock { _ = $0.insert(answer) }
    }
}
