// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Something that is timed: every call does the same, on the thread that it is called on.
struct Work {
    private let body: () throws -> Void

    init(_ body: @escaping () throws -> Void) {
        self.body = body
    }

    /// The nanoseconds of processor time that one of `count` calls takes.
    func time(_ count: Int) throws -> Double {
        let start = ThreadClock.nanoseconds
        for _ in 0..<count { try body() }
        return (ThreadClock.nanoseconds - start) / Double(count)
    }
}

/// Makes the compiler believe that `value` is used.
@inline(never)
func keep<Value: ~Copyable>(_ value: borrowing Value) {}
