// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
public import SealedPushReceiver

/// Posts the messages that wait on the device: deferred while it was locked, or left unfinished by a
/// run that was stopped.
///
///     // in the app, when it is launched and when protected data becomes available
///     try await WaitingMessages(settings).post()
///
/// They are posted as local notifications, one after the other: the deferred ones alert, in order of
/// arrival; then those come, quietly, that a stopped run may have shown. Their files are fetched as
/// long as that takes no more than the settings' deadline in all, and a fifth of it for one message.
/// Where the app is in the foreground, its delegate's `willPresent` decides: without one nothing is
/// presented. The extension posts them, too, after it has handed over its push.
public struct WaitingMessages: Sendable {
    private let settings: ServiceSettings

    /// The messages of the store that the settings name; the app and its extension have the same settings.
    public init(_ settings: ServiceSettings) {
        self.settings = settings
    }

    /// Posts all that waits, and takes away the notice that something waited.
    ///
    /// Nothing is lost where it is stopped: what was not posted by then waits on. Where the task is cancelled it ends
    /// after the message that it is at. It works beside whoever calls it, the main actor as well.
    ///
    /// - Returns: How many were posted, and what could not be.
    /// - Throws: ReceiverError, as where the device is still locked: `store(.locked)`.
    @discardableResult
    @concurrent
    public func post() async throws(ReceiverError) -> WaitingReport {
        let activity = ExpiringActivity()
        defer {
            settings.removeLeftovers()
            activity.end()
        }
        var run = NotificationRun(
            try NotificationReceiver(settings),
            settings,
            NotificationCentre(settings)
        )
        return await run.carryOut(NotificationPlan())
    }
}

/// What came of posting what waited.
public struct WaitingReport: Sendable, Hashable {
    /// How many messages were posted that had been parked.
    public internal(set) var parked = 0
    /// How many messages were posted, quietly, that stopped runs had left.
    public internal(set) var recovered = 0
    /// How many messages are not shown since a later one of the same sender stands in their place, by its collapse key.
    public internal(set) var superseded = 0
    /// Why files of posted messages are not shown, then or ever; beside a push none is fetched, so that each is late.
    public internal(set) var attachments: [AttachmentError] = []
    /// What could not be read, opened or noted.
    public internal(set) var failures: [ReceiverError] = []
    /// How many messages the system did not take, while it takes others: they wait on, to come quietly.
    public internal(set) var refused = 0
    /// Whether the system takes none, as where the app may not notify: what was parked waits on, and alerts once it may.
    public internal(set) var isRefused = false
    /// Whether something waits on that may be posted by the next run: since the time was over, or the
    /// system did not answer in time, or since it has the name of the push at hand.
    public internal(set) var isUnfinished = false
}
