// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// A completion handler of an app, on its way to the backing that calls it.
///
/// Apps hand over closures that aren't `Sendable`; a backing calls each exactly once, so nothing
/// in it is touched by two threads.
struct Handler<Answer>: @unchecked Sendable {
    private let body: (Answer) -> Void

    init(_ body: @escaping (Answer) -> Void) {
        self.body = body
    }

    func callAsFunction(_ answer: Answer) {
        body(answer)
    }
}
