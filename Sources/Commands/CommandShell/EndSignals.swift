// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// SIGTERM and SIGINT, of which the first asks for the end and the second ends the process.
package struct EndSignals {
    private static let numbers = [SIGTERM, SIGINT]
    private let sources: [any DispatchSourceSignal]
    private let first: First

    /// The number of the first signal; 0 if none has come.
    private final class First: Sendable {
        let number = Atomic<Int32>(0)
    }

    /// Calls `end` at the first signal.
    package init(_ end: @escaping @Sendable () -> Void) {
        let first = First()
        self.first = first
        sources = Self.numbers.map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler {
                for number in Self.numbers { signal(number, SIG_DFL) }
                first.number.store(number, ordering: .relaxed)
                end()
            }
            source.activate()
            return source
        }
    }

    /// Has the next signal end the process.
    package func release() {
        for source in sources { source.cancel() }
        for number in Self.numbers { signal(number, SIG_DFL) }
    }

    /// Ends the process by the first signal, if one has come, once what it asked for is done.
    ///
    /// A shell then sees what it sees of any command that was interrupted: 128 and the number.
    package func endProcess() {
        let number = first.number.load(ordering: .relaxed)
        guard number > 0 else { return }
        signal(number, SIG_DFL)
        // Threads of tasks block signals.
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, number)
        unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        raise(number)
    }
}
