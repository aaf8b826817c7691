// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CoreMetrics
import Logging
import SealedPushRelay

/// Counts and logs what a worker tells: no token, no endpoint and nothing of a message.
struct RelayNotices: Sendable {
    private let logger: Logger
    private let conditions: RelayConditions
    private let database: String

    init(_ logger: Logger, _ conditions: RelayConditions, database: String) {
        self.logger = logger
        self.conditions = conditions
        self.database = database
    }

    func take(_ event: RelayWorker.Event) {
        switch event {
        case .storeFailed(let error):
            Counter(label: "relay_store_failures").increment()
            logger.warning("\(database) failed", metadata: ["cause": "\(error)"])
        case .abandoned(let id):
            Counter(label: "relay_messages_abandoned").increment()
            logger.error("a row is damaged", metadata: ["message": "\(id.number)"])
        case .pushed(let app, let outcome):
            conditions.note(outcome, of: app)
            Counter(
                label: "relay_pushes",
                dimensions: [
                    ("app", app.app), ("environment", app.environment.rawValue),
                    ("outcome", outcome.word),
                ]
            ).increment()
            switch outcome {
            case .credentials:
                logger.error("the credentials are refused", metadata: ["app": "\(app.name)"])
            case .tokenUnreadable:
                logger.error("no key opens a token", metadata: ["app": "\(app.name)"])
            default: break
            }
        }
    }
}

extension PushOutcome {
    /// What became of a push, without its details.
    var word: String {
        switch self {
        case .accepted: "accepted"
        case .throttled: "throttled"
        case .unavailable: "unavailable"
        case .credentials: "credentials"
        case .tokenRefused: "token-refused"
        case .rejected: "rejected"
        case .tokenUnreadable: "token-unreadable"
        case .noAddress: "no-address"
        case .tooLarge: "too-large"
        case .notTried: "not-tried"
        case .interrupted: "interrupted"
        }
    }
}
