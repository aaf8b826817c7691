// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Intents
import UserNotifications

/// Calls into the app, on its one thread, and gives it a time to answer.
///
/// A virtual clock waits for the answer before it moves, for the patience of real time.
final class AppCaller: Sendable {
    private let clock: DeviceClock
    private let settling: Settling
    private let donations: any DonationBacking
    private let queue = DispatchQueue(label: "app")

    init(clock: DeviceClock, settling: Settling, donations: any DonationBacking) {
        self.clock = clock
        self.settling = settling
        self.donations = donations
    }

    /// Tells the app something that it doesn't answer.
    func notify(from front: UNUserNotificationCenter.Shared, _ call: @escaping @Sendable () -> Void)
    {
        let open = settling.enter()
        let services = AppServices(center: front, donations: donations)
        queue.async { [settling] in
            services.withServices(call)
            settling.leave(open)
        }
    }

    /// Calls the app, and then `done` with its answer, or with nil where there is none in time.
    ///
    /// - Parameters:
    ///   - front: The center that the app's code finds.
    ///   - limit: The time for the answer.
    ///   - call: The call into the app, and what it answers with; it answers at most once.
    ///   - late: Called where the app answers after its time, or again.
    ///   - done: Called once.
    func call<Answer: Sendable>(
        from front: UNUserNotificationCenter.Shared,
        within limit: Duration,
        _ call: @escaping @Sendable (_ answer: @escaping @Sendable (Answer) -> Void) -> Void,
        late: @escaping @Sendable (Answer) -> Void = { _ in },
        done: @escaping @Sendable (Answer?) -> Void
    ) {
        let open = settling.enter()
        let once = Once<Answer?> { [settling] answer in
            done(answer)
            settling.leave(open)
        }
        let alarm = clock.schedule(at: clock.now.advanced(by: limit)) { once(nil) }
        notify(from: front) { [clock] in
            call { answer in
                clock.cancel(alarm)
                if !once(answer) { late(answer) }
            }
        }
    }
}
