// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// A response of the user to a notification, which is being delivered to the app.
public final class UserResponse: Sendable {
    let end = Eventual<Report>()

    /// The time of the response.
    let start: DeviceClock.Instant

    private let undecided: Report

    init(_ plan: ResponsePlan, of entry: NotificationList.Entry, at start: DeviceClock.Instant) {
        self.start = start
        undecided = Report(plan, of: entry)
    }

    /// The report, once the app's delegate has answered or its time is over.
    ///
    /// If the task is cancelled first, ``UserResponse/Report/delegate`` is `undecided`.
    public var report: Report {
        get async { await end.value ?? undecided }
    }

    /// The report, or nil while it is not complete.
    public var reportSoFar: Report? { end.soFar }
}
