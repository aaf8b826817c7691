// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ValueObjects

/// The outcome of sending a message.
public enum INSendMessageIntentResponseCode: Int, Sendable, BitwiseCopyable {
    /// Nothing was said.
    case unspecified = 0
    /// The app can send it.
    case ready = 1
    /// It is on its way.
    case inProgress = 2
    /// It was sent.
    case success = 3
    /// It was not sent.
    case failure = 4
    /// It can be sent only in the app.
    case failureRequiringAppLaunch = 5
    /// The service is out of reach.
    case failureMessageServiceNotAvailable = 6
}

/// The answer to an ``INSendMessageIntent``.
open class INSendMessageIntentResponse: INIntentResponse {
    /// An answer; there are no user activities here, so the second argument is nil.
    public convenience init(code: INSendMessageIntentResponseCode, userActivity: Never?) {
        self.init(values: Values(code: code.rawValue))
    }

    /// The outcome.
    open var code: INSendMessageIntentResponseCode {
        INSendMessageIntentResponseCode(rawValue: values.code) ?? .unspecified
    }
}
