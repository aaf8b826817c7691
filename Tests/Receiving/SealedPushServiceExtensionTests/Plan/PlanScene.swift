// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushReceiver

@testable import SealedPushServiceExtension

/// A system and a store without content, which a plan is carried out on.
struct PlanScene {
    struct Waiting {
        var message: PlannedMessage
        var isDeferred = true
        /// What becomes of its post.
        var posting = Posting.taken
        var isFinished = false
    }

    var listed: [ListedNotification] = []
    var waiting: [Waiting] = []
    var mayNotify = true
    /// From which effect on the system is silent; nil if never.
    var silentFrom: Int?

    private(set) var effects: [PlanEffect] = []
    private(set) var finishedPush = 0
    /// The names that messages were posted under.
    private(set) var posts: [String] = []
    /// The messages that were posted.
    private(set) var posted: [String] = []
    private var opened: Int?

    /// Carries a plan out, and returns what came of it.
    mutating func carryOut(_ plan: NotificationPlan) -> BacklogReport {
        var plan = plan
        var effect = plan.start()
        while effect != .end, effects.count < 10_000 {
            effects.append(effect)
            effect = plan.handle(perform(effect))
        }
        return plan.report
    }

    private mutating func perform(_ effect: PlanEffect) -> PlanEvent {
        let isSilent = silentFrom.map { effects.count > $0 } ?? false
        switch effect {
        case .list, .askPermission, .post, .remove: if isSilent { return .unanswered }
        default: break
        }
        switch effect {
        case .list: return .listed(listed)
        case .remove(let names):
            listed.removeAll { names.contains($0.identifier) }
            return .done
        case .finish:
            if let opened { waiting[opened].isFinished = true } else { finishedPush += 1 }
            return .done
        case .look:
            return waiting.allSatisfy(\.isFinished)
                ? .nothingLeft(hasDeferred: hasDeferred) : .found(hasDeferred: hasDeferred)
        case .askPermission: return .permission(mayNotify)
        case .next:
            let first = opened.map { $0 + 1 } ?? 0
            opened = waiting.indices.first { $0 >= first && !waiting[$0].isFinished }
            return opened.map { .waiting(waiting[$0].message) }
                ?? .nothingLeft(hasDeferred: hasDeferred)
        case .prepare, .end: return .done
        case .post(let name): return .posted(post(as: name))
        }
    }

    private mutating func post(as name: String) -> Posting {
        guard let opened, waiting[opened].posting == .taken else {
            return opened.map { waiting[$0].posting } ?? .refused
        }
        let message = waiting[opened].message
        listed.removeAll { $0.identifier == name }
        listed.append(.made(of: message.form == .neutral ? nil : message.tag, as: name))
        posts.append(name)
        posted.append(message.tag.message)
        return .taken
    }

    private var hasDeferred: Bool { waiting.contains { $0.isDeferred && !$0.isFinished } }
}

extension ListedNotification {
    static func made(of tag: ProvenanceTag?, as name: String, thread: String = "") -> Self {
        Self(
            identifier: name,
            tag: tag,
            thread: thread
        )
    }

    static func notice(_ name: String) -> Self {
        made(of: nil, as: name, thread: NotificationDeferral.noticeThread)
    }

    static func withoutText(_ name: String) -> Self {
        made(of: nil, as: name, thread: DisplayRules.noTextThread)
    }
}

extension PlannedMessage {
    /// A message of `sender`, made in that second.
    static func sample(
        _ message: String,
        by sender: String = "Ann",
        at second: UInt64 = 0,
        as name: String? = nil,
        _ change: (inout PlannedMessage) -> Void = { _ in }
    ) -> Self {
        let fields: [String: Any] = [
            "sender": sender, "message": message, "created": NSNumber(value: second),
            "name": name ?? "push-\(message)",
        ]
        // The tag is what the device notes of a message.
        guard let tag = ProvenanceTag(["sealedpush": fields]) else { preconditionFailure() }
        var planned = Self(tag: tag)
        change(&planned)
        return planned
    }
}
