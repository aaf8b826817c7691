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
            let methods = document.operations(at: path).map(\.method).sorted()
            let problem = methods.isEmpty ? "unknown" : "method-not-allowed"
            #expect(response.problem == problem, "\(method) is not documented")
            let allowed = response.headers[.allow]
            #expect(allowed == (methods.isEmpty ? nil : methods.joined(separator: ", ")))
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
