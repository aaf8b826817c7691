// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushReceiver

/// Decides what is posted, removed and finished after a hand-over, or by the app: one effect after
/// the other.
///
/// A pure value: it asks for what it needs, and no message's content is in it. The comments name
/// the rows of the table in `docs/notification-plan.md`. ``PlanRun`` is its shell.
struct NotificationPlan {
    /// What came of it.
    private(set) var report = BacklogReport()

    /// The push that a run of the extension has handed over; nil for the app.
    let push: PlannedPush?
    private var phase = Phase.push
    /// What is decided already, in order.
    private var steps: [PlanEffect] = []
    private var hadDeferred = false
    private var current: PlannedMessage?
    /// The name that the current message is posted under.
    private var name = ""
    /// What this run posted, which the list may not have yet.
    private var posted: [ListedNotification] = []

    /// What a plan is at, and what follows once no step is left.
    private enum Phase { case push, waiting, end }

    /// A plan for the app, or for a run of the extension that has handed over a push.
    init(after push: PlannedPush? = nil) { self.push = push }

    /// The first effect.
    mutating func start() -> PlanEffect {
        switch push?.ending {
        case .shown(let message):
            let isPlain = message.removes.isEmpty && message.hasText && message.isNew
            steps = isPlain ? [.finish] : [.list]
        case .shownAgain, .deferred: steps = [.list]
        case .notShown, nil: break
        }
        return advance()
    }

    /// Takes in what came of the last effect and says what is next.
    mutating func handle(_ event: PlanEvent) -> PlanEffect {
        switch event {
        case .done: break
        case .listed(let listed):
            switch phase {
            case .push: steps = tidying(listed)
            case .waiting: steps = placing(among: listed)
            case .end: steps = removal(of: listed.filter(isLeftOver))
            }
        case .found(let hasDeferred):
            hadDeferred = hasDeferred
            enter(.waiting, [.askPermission])
        // What is opened is claimed, and alerts no more: not without a list to post it by.
        case .permission(true): steps = [.list]
        case .waiting(let message):
            current = message
            let isPrepared = message.hasText && message.form == .whole
            steps = isPrepared ? [.prepare, .list] : [.list]
        case .nothingLeft(let hasDeferred): end(hasDeferred: hasDeferred)
        case .posted(.taken): noteShown()
        case .posted(.finishedByOther): break
        case .posted(.refused): report.refused += 1
        case .permission(false), .posted(.notAllowed):
            // Row 8: what is deferred stays, and alerts once the app may notify.
            report.isRefused = true
            enter(.end, [])
        case .unanswered:
            // Row 9: nothing more is begun.
            report.isUnfinished = true
            enter(.end, [])
        }
        return advance()
    }

    private mutating func advance() -> PlanEffect {
        guard steps.isEmpty else { return steps.removeFirst() }
        switch phase {
        case .push: return push?.hasTimeLeft == false ? .end : .look
        case .waiting: return .next
        case .end: return .end
        }
    }

    private mutating func enter(_ phase: Phase, _ steps: [PlanEffect]) {
        (self.phase, self.steps) = (phase, steps)
    }

    /// Row 19: the notices go with the last deferred message.
    private mutating func end(hasDeferred: Bool) {
        let mayBeThere = push == nil || hadDeferred
        enter(.end, mayBeThere && !hasDeferred ? [.list] : [])
    }

    private func isLeftOver(_ listed: ListedNotification) -> Bool {
        listed.isNotice || push == nil && listed.isWithoutText
    }

    private func removal(of listed: [ListedNotification]) -> [PlanEffect] {
        listed.isEmpty ? [] : [.remove(listed.map(\.identifier))]
    }
}

// MARK: - The push

extension NotificationPlan {
    /// What goes now that the push is handed over; its claim gives up the content after that (row
    /// 4).
    private func tidying(_ listed: [ListedNotification]) -> [PlanEffect] {
        guard let push else { return [] }
        let others = listed.filter { $0.identifier != push.name }
        switch push.ending {
        case .shown(let message):
            // Rows 1 to 3; a recovered message repeats them (T-27).
            let standIns = message.hasText ? [] : others.filter(\.isWithoutText)
            let gone = listed.filter(message.removes) + others.filter(message.isSame) + standIns
            return removal(of: gone) + [.finish]
        case .shownAgain(let message):
            return removal(of: others.filter { $0.tag?.message == message })
        case .deferred: return removal(of: others.filter(\.isNotice))
        case .notShown: return []
        }
    }
}

// MARK: - What waits

extension NotificationPlan {
    /// Decides right before a post, by what the system lists at that moment (T-11, T-26).
    ///
    /// No removal is remembered (T-28).
    private mutating func placing(among listed: [ListedNotification]) -> [PlanEffect] {
        guard let message = current else { return [] }
        let tag = message.tag
        let inSight = posted + listed
        let isSuperseded = inSight.contains { tag.isSuperseded(by: $0) }
        let isListed = listed.contains(where: message.isSame)
        if isSuperseded { report.superseded += 1 }
        let isPosted = message.hasText && !isSuperseded && !isListed
        var gone = listed.filter(message.removes)
        if !isPosted {
            // What stands for the message unopened goes with it.
            gone += listed.filter { $0.tag == nil && $0.identifier == tag.place }
        }
        // The message's own name (T-12), or one that no other has if another sender's message has
        // that: a sender may call a push what it likes.
        let isHeld = inSight.contains {
            $0.identifier == tag.place && $0.tag.map { $0.sender != tag.sender } ?? false
        }
        name = isHeld ? tag.message : tag.place
        return removal(of: gone) + [isPosted ? .post(as: name) : .finish]
    }

    private mutating func noteShown() {
        guard let message = current else { return }
        posted.append(ListedNotification(identifier: name, tag: message.tag, thread: ""))
        guard message.form != .neutral else { return }
        if message.isNew { report.deferred += 1 } else { report.recovered += 1 }
        steps = [.finish]
    }
}

extension ProvenanceTag {
    /// Whether a message of the same sender stands in its place that was made later (T-11).
    fileprivate func isSuperseded(by listed: ListedNotification) -> Bool {
        guard let other = listed.tag else { return false }
        return [listed.identifier, other.place].contains(place) && isEarlier(than: other)
    }
}
