// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
public import SealedPushReceiver

/// A report of how one push ended, for logs and tests.
///
/// It holds no content, name or key.
public struct ServiceReport: Sendable, Hashable {
    /// The attempt that was handed over, and the reason for the moment.
    public let delivery: HandOverReport
    /// The outcome of the push; nil if the store could not be opened in time.
    ///
    /// `deferred` means that the push is kept until the store can be opened.
    public let outcome: ReceivedNotification.Outcome?
    /// The error that kept the store from opening, the push from being read, or the message from
    /// being completed.
    public let failure: ReceiverError?
    /// The report on what was posted beside the push; nil if the store could not be read, as on a
    /// locked device.
    public let backlog: BacklogReport?
    /// The reasons why files of the message are not shown.
    ///
    /// Its text was shown.
    public let attachments: [AttachmentError]
}

/// A report of posting deferred and unfinished messages.
public struct BacklogReport: Sendable, Hashable {
    /// The number of deferred messages that were posted.
    public internal(set) var deferred = 0
    /// The number of unfinished messages that were posted, without a sound.
    public internal(set) var recovered = 0
    /// The number of messages that are not shown because the same sender has replaced them.
    public internal(set) var superseded = 0
    /// The reasons why files of posted messages are not shown.
    ///
    /// The extension downloads none beside a push, so each is late there.
    public internal(set) var attachments: [AttachmentError] = []
    /// Errors in reading, opening or noting messages.
    public internal(set) var failures: [ReceiverError] = []
    /// The number of messages that the system rejected while it accepted others.
    ///
    /// They stay unfinished, and come later without a sound.
    public internal(set) var refused = 0
    /// True if the system rejects every notification, as if the app may not notify.
    ///
    /// Deferred messages stay deferred, and alert once the app may notify.
    public internal(set) var isRefused = false
    /// True if the next run may post more.
    ///
    /// That is so if the time was over, if the system did not answer in time, or if a message has
    /// the name of the current push.
    public internal(set) var isUnfinished = false
}
