// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Something that the user did with a notification, on its way to the app.
public final class UserResponse: Sendable {
    let end = Eventual<ResponseReport>()

    /// When the user did it.
    let start: DeviceClock.Instant

    private let undecided: ResponseReport

    init(_ plan: ResponsePlan, of entry: NotificationList.Entry, at start: DeviceClock.Instant) {
        self.start = start
        undecided = ResponseReport(plan, of: entry)
    }

    /// What came of it, once the app's delegate has said that it is done, or its time is over.
    ///
    /// Where the task is cancelled first, ``ResponseReport/delegate`` is `undecided`.
    public var report: ResponseReport {
        get async { await end.value ?? undecided }
    }

    /// What came of it, or nil while that is not known.
    public var reportSoFar: ResponseReport? { end.soFar }
}
