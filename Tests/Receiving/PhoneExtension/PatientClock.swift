// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// A clock that stands still, by which no time is ever up: who sleeps by it is woken when its task
/// is cancelled.
///
/// Another clock's timer would be kept until its time, however soon it was cancelled.
struct PatientClock: Clock {
    let now = ContinuousClock.now
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        let (stream, continuation) = AsyncStream<Never>.makeStream()
        for await _ in stream {}
        withExtendedLifetime(continuation) {}
        try Task.checkCancellation()
    }
}
