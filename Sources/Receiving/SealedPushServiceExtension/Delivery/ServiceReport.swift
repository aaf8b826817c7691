// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
public import SealedPushReceiver

/// How one push ended, for logs and tests: no content, no name and no key is in it.
public struct ServiceReport: Sendable, Hashable {
    /// What was handed over and why then.
    public let delivery: DeliveryReport
    /// What became of the push, or nil where the device could not be opened in time; `parked` where it is kept until it can be.
    public let outcome: ReceivedNotification.Outcome?
    /// Why the device was not opened, the push not looked at, or the message's claim not emptied.
    public let failure: ReceiverError?
    /// What was posted beside it; nil where nobody could look, as on a locked device.
    public let waiting: WaitingReport?
    /// Why files of the message are not shown; the text was, all the same.
    public let attachments: [AttachmentError]
}

/// What came of posting what waited.
public struct WaitingReport: Sendable, Hashable {
    /// How many messages were posted that had been parked.
    public internal(set) var parked = 0
    /// How many messages were posted, quietly, that stopped runs had left.
    public internal(set) var recovered = 0
    /// How many messages are not shown since a later one of the same sender stands in their place,
    /// by its collapse key.
    public internal(set) var superseded = 0
    /// Why files of posted messages are not shown, then or ever; beside a push none is fetched, so
    /// that each is late.
    public internal(set) var attachments: [AttachmentError] = []
    /// What could not be read, opened or noted.
    public internal(set) var failures: [ReceiverError] = []
    /// How many messages the system did not take, while it takes others: they wait on, to come
    /// quietly.
    public internal(set) var refused = 0
    /// Whether the system takes none, as where the app may not notify: what was parked waits on,
    /// and alerts once it may.
    public internal(set) var isRefused = false
    /// Whether something waits on that may be posted by the next run: since the time was over, or
    /// the system did not answer in time, or since it has the name of the current push.
    public internal(set) var isUnfinished = false
}
