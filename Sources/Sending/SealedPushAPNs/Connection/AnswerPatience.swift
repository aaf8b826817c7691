// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// How long pushes have waited on a connection for any answer, since the last one; while none is in flight nothing is
/// waited for.
struct AnswerPatience {
    private var waited: Duration = .zero
    private var start: Duration?

    /// When something has to be answered at the latest; nil where nothing is in flight.
    var due: Duration? { start.map { $0 + Liveness.answerLimit - waited } }

    /// Notes that a push is sent.
    mutating func begin(at now: Duration) {
        start = start ?? now
    }

    /// Notes that none is in flight any more.
    mutating func rest(at now: Duration) {
        if let start { waited += now - start }
        start = nil
    }
}
