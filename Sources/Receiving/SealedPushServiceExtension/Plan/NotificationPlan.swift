// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushReceiver

/// Decides what is posted, removed and finished after a hand-over, or by the app: one effect after
/// the other.
///
/// A pure value: it asks for what it needs, and no message's content is in it. The comments name
/// the rows of the table in `docs/notification-plan.md`. ``NotificationRun`` is its shell.
struct NotificationPlan {
    /// What came of it.
    private(set) var report = WaitingReport()

    private let push: PlannedPush?
    private var state = State.looking
    private var hadDeferred = false
    private var current: PlannedMessage?
    /// The last 50 names that messages of this run removed, and nothing beyond it.
    private var removed: [(name: String, by: MessageMark)] = []
    /// What this run posted, which the list may not have yet.
    private var posted: [ListedNotification] = []

    private enum State {
        case tidying, finishingPush, looking, asking, checking, choosing, preparing, placing
        case removing(then: PlanEffect)
        case posting(as: String)
        case finishing, removingNotices
    }

    /// A plan for the app, or for a run of the extension that has handed over a push.
    init(after push: PlannedPush? = nil) { self.push = push }

    /// The first effect.
    mutating func start() -> PlanEffect {
        guard let push else { return look() }
        switch push.ending {
        case .shown(let message):
            note(removalsBy: message)
            let isPlain = message.removes.isEmpty && message.hasText && message.isNew
            return isPlain ? enter(.finishingPush, .finish) : enter(.tidying, .list)
        case .shownAgain, .deferred: return enter(.tidying, .list)
        case .notShown: return look()
        }
    }

    /// Takes in what came of the last effect and says what is next.
    mutating func handle(_ event: PlanEvent) -> PlanEffect {
        switch (state, event) {
        case (_, .unanswered):
            // Row 9: nothing more is begun.
            report.isUnfinished = true
            return .end
        case (.tidying, .listed(let listed)):
            let gone = listed.filter(isObsolete).map(\.identifier)
            return gone.isEmpty ? tidied() : .remove(gone)
        case (.tidying, .done): return tidied()
        case (.finishingPush, .done): return look()
        case (.looking, .found(let count, let hasDeferred)):
            hadDeferred = hasDeferred
            return count == 0 ? removeNotices(unless: hasDeferred) : enter(.asking, .askPermission)
        // What is opened is claimed, and alerts no more: not without a list to post it by.
        case (.asking, .permission(true)): return enter(.checking, .list)
        case (.checking, .listed), (.finishing, .done): return next()
        case (.asking, .permission(false)): return refuseAll()
        case (.choosing, .waiting(let message)): return choose(message)
        case (.choosing, .nothingLeft(let hasDeferred)): return removeNotices(unless: hasDeferred)
        case (.preparing, .done): return enter(.placing, .list)
        case (.placing, .listed(let listed)): return place(among: listed)
        case (.removing(let effect), .done): return proceed(effect)
        case (.posting(let name), .posted(let posting)): return proceed(after: posting, as: name)
        case (.removingNotices, .listed(let listed)):
            let notices = listed.filter { $0.isNotice || push == nil && $0.isWithoutText }
                .map(\.identifier)
            return notices.isEmpty ? .end : .remove(notices)
        default: return .end
        }
    }

    private mutating func enter(_ state: State, _ effect: PlanEffect) -> PlanEffect {
        self.state = state
        return effect
    }
}

// MARK: - The push

extension NotificationPlan {
    /// Whether a notification goes now that the push is handed over.
    private func isObsolete(_ listed: ListedNotification) -> Bool {
        guard let push else { return false }
        let isOther = listed.identifier != push.name
        switch push.ending {
        case .shown(let message):
            // Rows 1 to 3; a recovered message repeats them.
            return message.removes(listed) || isOther && message.isSame(listed)
                || isOther && !message.hasText && listed.isWithoutText
        case .shownAgain(let message): return isOther && listed.mark?.message == message
        case .deferred: return isOther && listed.isNotice
        case .notShown: return false
        }
    }

    /// Row 4: the claim gives up its content once all is done that the message asks for.
    private mutating func tidied() -> PlanEffect {
        if case .shown = push?.ending { return enter(.finishingPush, .finish) }
        return look()
    }

    private mutating func look() -> PlanEffect {
        push?.hasTimeLeft == false ? .end : enter(.looking, .look)
    }
}

// MARK: - What waits

extension NotificationPlan {
    private mutating func next() -> PlanEffect { enter(.choosing, .next) }

    private mutating func choose(_ message: PlannedMessage) -> PlanEffect {
        current = message
        let isShort = !message.hasText || message.form == .neutral || isTakenAway(message.mark)
        return isShort ? enter(.placing, .list) : enter(.preparing, .prepare)
    }

    /// Decides right before a post, by what the system lists at that moment.
    private mutating func place(among listed: [ListedNotification]) -> PlanEffect {
        guard let message = current else { return .end }
        let isTakenAway = isTakenAway(message.mark)
        let isSuperseded = isSuperseded(message.mark, by: posted + listed)
        let isListed = listed.contains(where: message.isSame)
        if isSuperseded, !isTakenAway { report.superseded += 1 }
        let isPosted = message.hasText && !isTakenAway && !isSuperseded && !isListed
        var gone = listed.filter(message.removes).map(\.identifier)
        if !isPosted {
            // What stands for the message unopened goes with it.
            gone += listed.filter { $0.mark == nil && $0.identifier == message.mark.place }
                .map(\.identifier)
        }
        note(removalsBy: message)
        let effect: PlanEffect =
            isPosted ? .post(as: name(for: message.mark, beside: posted + listed)) : .finish
        return gone.isEmpty ? proceed(effect) : enter(.removing(then: effect), .remove(gone))
    }

    private mutating func proceed(_ effect: PlanEffect) -> PlanEffect {
        guard case .post(let name) = effect else { return enter(.finishing, effect) }
        return enter(.posting(as: name), effect)
    }

    private mutating func proceed(after posting: Posting, as name: String) -> PlanEffect {
        guard let message = current else { return .end }
        switch posting {
        case .taken:
            posted.append(
                ListedNotification(identifier: name, mark: message.mark, thread: "")
            )
            guard message.form != .neutral else { return next() }
            if message.isNew { report.parked += 1 } else { report.recovered += 1 }
            return enter(.finishing, .finish)
        case .finishedByOther: return next()
        case .refused:
            report.refused += 1
            return next()
        case .notAllowed: return refuseAll()
        }
    }

    /// Row 8: what is deferred stays, and alerts once the app may notify.
    private mutating func refuseAll() -> PlanEffect {
        report.isRefused = true
        return .end
    }

    /// Row 20: the notices go with the last deferred message.
    private mutating func removeNotices(unless hasDeferred: Bool) -> PlanEffect {
        let mayBeThere = push == nil || hadDeferred
        return mayBeThere && !hasDeferred ? enter(.removingNotices, .list) : .end
    }
}

// MARK: - What counts as shown

extension NotificationPlan {
    private mutating func note(removalsBy message: PlannedMessage) {
        removed = (removed + message.removes.map { ($0, message.mark) }).suffix(50)
    }

    /// Whether a message of this run removed this one.
    private func isTakenAway(_ mark: MessageMark) -> Bool {
        removed.contains { $0.name == mark.place && $0.by.mayRemove(mark) }
    }

    /// Whether a message of the same sender stands in its place that was made later.
    private func isSuperseded(_ mark: MessageMark, by listed: [ListedNotification]) -> Bool {
        listed.contains {
            guard let other = $0.mark else { return false }
            return [$0.identifier, other.place].contains(mark.place) && mark.isEarlier(than: other)
        }
    }

    /// The message's own name, or one that nobody has if another sender's message has that: a
    /// sender may call a push what it likes.
    private func name(for mark: MessageMark, beside listed: [ListedNotification]) -> String {
        let isTaken = listed.contains {
            $0.identifier == mark.place && $0.mark != nil && $0.mark?.sender != mark.sender
        }
        return isTaken ? mark.message : mark.place
    }
}
