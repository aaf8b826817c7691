// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// What the work of a delivery tells it as it gets on.
public struct DeliveryProgress<Content: Sendable>: Sendable {
    let handle: @Sendable (DeliveryLifecycle<Content>.Event) -> DeliveryLifecycle<Content>.Action

    /// Brings the opened and claimed content, with names resolved, as the best attempt.
    ///
    /// - Returns: False if the placeholder was handed over before. The content is then not shown:
    ///   leave it in its claim, from which it is recovered.
    public func opened(_ content: Content) -> Bool {
        if case .tooLate = handle(.opened(content)) { false } else { true }
    }

    /// Brings the same content in a better form, as with the sender's picture, as the best attempt.
    ///
    /// - Returns: False if the notification was handed over before, in its plain form.
    @discardableResult
    public func dressed(_ content: Content) -> Bool {
        if case .tooLate = handle(.dressed(content)) { false } else { true }
    }

    /// Says that the message can't be opened; the placeholder is handed over at once.
    public func openingFailed() {
        _ = handle(.openingFailed)
    }

    /// Brings the content with one more attachment, or with all, as the best attempt.
    ///
    /// - Returns: False if the notification was handed over before, without what is new here.
    @discardableResult
    public func attached(_ content: Content) -> Bool {
        if case .tooLate = handle(.attached(content)) { false } else { true }
    }

    /// Says that no more attachments will come; what is there is handed over at once.
    public func attachmentsGivenUp() {
        _ = handle(.attachmentsGivenUp)
    }
}
