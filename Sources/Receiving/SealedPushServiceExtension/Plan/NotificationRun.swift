// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushReceiver
import UserNotifications

/// Does what a plan asks for and tells it what came of it; it decides nothing.
struct NotificationRun {
    private let settings: ServiceSettings
    private let centre: NotificationCentre
    private let receiver: NotificationReceiver?
    /// The push that a run of the extension has handed over.
    private let push: (name: String, received: ReceivedNotification?)?
    /// How long the files of all messages together may still take.
    private var fileTime: Duration
    private var queue: WaitingQueue?
    private var current: WaitingMessage?
    private var content: PreparedContent?
    private var failures: [ReceiverError] = []
    private var missing: [AttachmentError] = []

    /// A run of the app's, or of the extension beside a push: that has no time for files of others.
    init(
        _ receiver: NotificationReceiver?,
        _ settings: ServiceSettings,
        _ centre: NotificationCentre,
        beside push: (name: String, received: ReceivedNotification?)? = nil
    ) {
        self.receiver = receiver
        self.settings = settings
        self.centre = centre
        self.push = push
        fileTime = push == nil ? settings.deadline : .zero
    }

    /// Does all that a plan asks for, and returns what came of it.
    mutating func carryOut(_ plan: NotificationPlan) async -> WaitingReport {
        var plan = plan
        var effect = plan.start()
        while effect != .end { effect = plan.handle(await perform(effect)) }
        discard()
        var report = plan.report
        report.attachments = missing
        report.failures = failures + (queue?.report.failures ?? [])
        if let queue = queue?.report, queue.spared > 0 { report.isUnfinished = true }
        return report
    }

    private mutating func perform(_ effect: PlanEffect) async -> PlanEvent {
        switch effect {
        case .list: return await list()
        case .remove(let names): return await centre.remove(names) ? .done : .unanswered
        case .finish: return finish()
        case .look: return look()
        case .askPermission: return await centre.mayNotify().map { .permission($0) } ?? .unanswered
        case .next: return next()
        case .prepare: return await prepare()
        case .post(let name): return await post(as: name)
        case .end: return .done
        }
    }

    private func list() async -> PlanEvent {
        await centre.list().map { .listed($0) } ?? .unanswered
    }

    private mutating func look() -> PlanEvent {
        guard let receiver else { return .found(count: 0, hasDeferred: true) }
        do throws(ReceiverError) {
            let host = push == nil ? WaitingHost.app : .service
            let queue = try receiver.waiting(by: host, sparing: push?.name)
            self.queue = queue
            return .found(count: queue.count, hasDeferred: queue.hasDeferred)
        } catch {
            failures.append(error)
            return .found(count: 0, hasDeferred: true)
        }
    }

    private mutating func next() -> PlanEvent {
        discard()
        guard !Task.isCancelled else { return .unanswered }
        let now = settings.now()
        while let message = queue?.next(now: now) {
            guard let planned = PlannedMessage(message.received, form: message.form) else {
                continue
            }
            current = message
            return .waiting(planned)
        }
        return .nothingLeft(hasDeferred: queue?.hasDeferred != false)
    }

    private mutating func prepare() async -> PlanEvent {
        guard let current else { return .done }
        let time = min(fileTime, settings.stepTime)
        fileTime -= await settings.clock.measure {
            content = await PreparedContent(
                of: current,
                receiver,
                settings,
                centre,
                fetchingFor: time
            )
        }
        return .done
    }

    private mutating func post(as name: String) async -> PlanEvent {
        guard let current, let receiver else { return .posted(.finishedByOther) }
        // Who finishes a message has shown it before.
        guard receiver.isUnfinished(current.received) else { return .posted(.finishedByOther) }
        let content = content ?? PreparedContent(neutral: current.received)
        var posting = await centre.add(content.best, as: name)
        var lost = content.missing
        if posting == .refused {
            lost += content.discardFiles()
            posting = await centre.add(content.plain, as: name)
        }
        // They would lie in clear until a sweep.
        if posting == .notAllowed { _ = content.discardFiles() }
        self.content = nil
        guard let posting else { return .unanswered }
        if posting == .taken { missing += lost }
        return .posted(posting)
    }

    private mutating func finish() -> PlanEvent {
        discard()
        let now = settings.now()
        if current.take() != nil {
            queue?.shown(now: now)
        } else if let received = push?.received {
            do throws(ReceiverError) {
                try receiver?.complete(received, now: now)
            } catch {
                failures.append(error)
            }
        }
        return .done
    }

    /// Removes the files of content that is not posted.
    private mutating func discard() { _ = content.take()?.discardFiles() }
}
