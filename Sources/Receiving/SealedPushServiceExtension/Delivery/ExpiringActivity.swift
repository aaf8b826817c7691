// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation

/// Asks the system not to suspend the process as long as something is to be done that must not
/// wait.
///
/// A service extension may be suspended as soon as it has handed over, before the claim is emptied:
/// its message would be shown once more then, quietly. Systems that suspend nothing are asked
/// nothing; the rest is compiled by Apple's SDKs alone.
struct ExpiringActivity: Sendable {
    private let isOver = DispatchSemaphore(value: 0)

    /// Begins the activity.
    init() {
        #if os(iOS) || os(tvOS) || os(visionOS) || os(watchOS)
            // It lasts as long as the call of the block, which is on a thread of the system's. When
            // the system needs to suspend the process, or can't wait at all, it calls once more, or
            // at once, to say so.
            let reason = "A notification is handed over"
            ProcessInfo.processInfo.performExpiringActivity(withReason: reason) { [isOver] in
                if $0 { isOver.signal() } else { isOver.wait() }
            }
        #endif
    }

    /// Ends the activity.
    func end() { isOver.signal() }
}
