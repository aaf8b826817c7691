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
