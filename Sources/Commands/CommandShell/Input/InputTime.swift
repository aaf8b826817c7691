// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The time that a command waits for its pipes, all of them together.
///
/// A pipe without a writer holds up a command for no longer. Input from a terminal has no limit.
package final class InputTime: Sendable {
    /// The command's own: a minute, unless it says another.
    package static let ofCommand = InputTime(.seconds(60))

    private let left: Mutex<Duration>

    package init(_ duration: Duration) {
        left = Mutex(duration)
    }

    /// Sets the time that is left.
    package func limit(to duration: Duration) {
        left.withLock { $0 = duration }
    }

    /// Waits until a read returns at once; false if the time is over before.
    func wait(for descriptor: Int32) -> Bool {
        if Self.poll(descriptor, for: .zero) == true { return true }
        let isTyped = isatty(descriptor) == 1
        while true {
            let limit = isTyped ? .seconds(3600) : left.withLock(\.self)
            guard limit > .zero else { return false }
            let start = ContinuousClock.now
            let answer = Self.poll(descriptor, for: limit)
            if !isTyped { left.withLock { $0 -= start.duration(to: .now) } }
            if answer == true { return true }
        }
    }

    /// Whether a read returns at once within a time, be it with an error; nil after a signal.
    static func poll(_ descriptor: Int32, for duration: Duration) -> Bool? {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // Rounded up: a wait of less than a millisecond would be none.
        let milliseconds = Int32(clamping: Int((duration / .milliseconds(1)).rounded(.up)))
        let count = unsafe systemPoll(&request, 1, milliseconds)
        guard count < 0 else { return count > 0 }
        return errno == EINTR ? nil : true
    }
}

/// The system's `poll`, which the method above hides by its name.
@unsafe
private func systemPoll(
    _ requests: UnsafeMutablePointer<pollfd>,
    _ count: nfds_t,
    _ milliseconds: Int32
) -> Int32 {
    unsafe poll(requests, count, milliseconds)
}
