// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushServiceExtension
package import UserNotifications

/// The extension of a phone's app.
package final class PhoneService: SealedNotificationService {
    private let folder: PhoneFolder

    package init(_ folder: PhoneFolder) {
        self.folder = folder
    }

    package override var settings: ServiceSettings { folder.settings }

    package override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        super.didReceive(request) { [folder, leak = folder.leak] content in
            folder.take(step: "h")
            contentHandler(leak?.tell(content, folder) ?? content)
        }
    }
}

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
