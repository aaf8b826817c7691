// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A thread that does one thing and then stands still: nothing is written over what that leaves on
/// its stack.
enum KeptThread {
    /// Returns when `body` has come to its end; what it throws ends the process.
    static func run(_ body: @escaping @Sendable () throws -> Void) {
        let end = DispatchSemaphore(value: 0)
        let never = DispatchSemaphore(value: 0)
        Thread {
            do { try body() } catch {
                OpenSSLProbe.tell("\(error)")
                exit(1)
            }
            end.signal()
            never.wait()
        }.start()
        end.wait()
    }
}
