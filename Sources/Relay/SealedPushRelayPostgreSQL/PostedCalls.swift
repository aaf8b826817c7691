// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushRelay

/// Posted messages of one call, which waits for the next commit.
struct PostedCall: Sendable {
    let submissions: [Submission]
    /// When the call is answered without having been tried.
    let deadline: ContinuousClock.Instant
    let finish: @Sendable (Result<[Acceptance], RelayStoreError>) -> Void

    var bytes: Int { submissions.reduce(0) { $0 + $1.envelope.bytes.count } }
}

/// The calls that wait for a commit, and whether somebody is to make one.
struct PostedCalls {
    private(set) var calls: [PostedCall] = []
    private var bytes = 0
    private var isScheduled = false

    /// How many bytes of posted messages wait at most.
    static let byteLimit = 4 << 20
    /// How many messages share a commit, if the calls are small.
    static let batch = 500

    enum Addition: Hashable {
        /// Too many bytes wait.
        case refused
        /// A commit is to come that will take the call.
        case waits
        /// The caller is to make a commit.
        case needsCommit
    }

    /// The calls of a commit.
    struct Commit {
        let calls: [PostedCall]
        /// Those that have waited too long.
        let late: [PostedCall]
        /// Whether another commit is to be made.
        let isMore: Bool
    }

    mutating func add(_ call: PostedCall) -> Addition {
        guard bytes + call.bytes <= Self.byteLimit else { return .refused }
        calls.append(call)
        bytes += call.bytes
        defer { isScheduled = true }
        return isScheduled ? .waits : .needsCommit
    }

    /// Takes the calls of the next commit; a call that comes during it needs another one.
    mutating func next(at now: ContinuousClock.Instant) -> Commit {
        var count = 0
        var messages = 0
        while count < calls.count, messages < Self.batch {
            messages += calls[count].submissions.count
            count += 1
        }
        let next = calls.prefix(count)
        calls.removeFirst(count)
        for call in next { bytes -= call.bytes }
        isScheduled = !calls.isEmpty
        return Commit(
            calls: next.filter { now < $0.deadline },
            late: next.filter { $0.deadline <= now },
            isMore: isScheduled
        )
    }
}
