// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch

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

    /// Calls `end` at the first signal.
    package init(_ end: @escaping @Sendable () -> Void) {
        sources = Self.numbers.map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler {
                for number in Self.numbers { signal(number, SIG_DFL) }
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
}
