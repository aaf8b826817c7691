// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushReceiver
import Synchronization
import UserNotifications

/// Does what a plan asks for and tells it what came of it; it decides nothing.
struct PlanRun {
    private let settings: ServiceSettings
    private let center: UserNotificationCenter
    private let receiver: NotificationReceiver?
    private var plan: NotificationPlan
    /// The message of the push that a run of the extension has handed over.
    private let pushed: ReceivedNotification?
    /// How long the files of all messages together may still take.
    private var fileTime: Duration
    private var queue: Backlog?
    private var current: BacklogMessage?
    /// The best content of the current message, and why files of it are not in it.
    private var prepared: (content: SystemContent, missing: [AttachmentError])?
    private var failures: [ReceiverError] = []
    private var missing: [AttachmentError] = []

    /// A run of the app's, or of the extension beside a push: that has no time for files of others.
    init(
        of plan: NotificationPlan,
        _ receiver: NotificationReceiver?,
        _ settings: ServiceSettings,
        _ center: UserNotificationCenter,
        pushed: ReceivedNotification? = nil
    ) {
        (self.plan, self.pushed) = (plan, pushed)
        (self.receiver, self.settings, self.center) = (receiver, settings, center)
        fileTime = plan.push == nil ? settings.deadline : .zero
    }

    /// Does all that the plan asks for, and returns what came of it.
    mutating func carryOut() async -> BacklogReport {
        var effect = plan.start()
        while effect != .end { effect = plan.handle(await perform(effect)) }
        discard()
        var report = plan.report
        report.attachments = missing
        report.failures = failures + (queue?.failures ?? [])
        if let queue, queue.excluded > 0 { report.isUnfinished = true }
        return report
    }

    private mutating func perform(_ effect: PlanEffect) async -> PlanEvent {
        switch effect {
        case .list: return await center.list().map { .listed($0) } ?? .unanswered
        case .remove(let names): return await center.remove(names) ? .done : .unanswered
        case .finish: finish()
        case .look: return look()
        case .askPermission: return await center.mayNotify().map { .permission($0) } ?? .unanswered
        case .next: return next()
        case .prepare: await prepare()
        case .post(let name): return await post(as: name).map { .posted($0) } ?? .unanswered
        case .end: break
        }
        return .done
    }

    private mutating func look() -> PlanEvent {
        do throws(ReceiverError) {
            queue = try receiver?.backlog(beside: plan.push?.name)
        } catch {
            failures.append(error)
        }
        guard let queue, queue.count > 0 else { return nothingLeft }
        return .found(hasDeferred: queue.hasDeferred)
    }

    private var nothingLeft: PlanEvent { .nothingLeft(hasDeferred: queue?.hasDeferred ?? true) }

    private mutating func next() -> PlanEvent {
        discard()
        guard !Task.isCancelled else { return .unanswered }
        let now = settings.now()
        current = queue?.next(now: now)
        return current.flatMap { PlannedMessage($0.received, form: $0.form) }.map { .waiting($0) }
            ?? nothingLeft
    }

    private mutating func prepare() async {
        guard let current else { return }
        let content = MessageContent(of: current.received, receiver, settings)
        let time = min(fileTime, settings.stepTime)
        let best = Mutex(SystemContent(current.received))
        fileTime -= await settings.clock.measure {
            let missing = await content.make(telling: center, filesWithin: time) { content, _ in
                best.withLock { $0 = content }
                return true
            }
            prepared = (best.withLock(\.self), missing)
        }
    }

    /// Posts the current message; nil if the system does not answer, and may show it or not.
    private mutating func post(as name: String) async -> Posting? {
        // Who finishes a message has shown it before.
        guard let received = current?.received, receiver?.isUnfinished(received) == true else {
            return .finishedByOther
        }
        let plain = SystemContent(received)
        var lost = prepared?.missing ?? received.untriedFiles
        var posting = await center.add(prepared?.content ?? plain, as: name)
        if posting == .refused {
            lost += discard()
            posting = await center.add(plain, as: name)
        }
        // They would lie in clear until a sweep.
        if posting == .notAllowed { discard() }
        prepared = nil
        if posting == .taken { missing += lost }
        return posting
    }

    private mutating func finish() {
        discard()
        let now = settings.now()
        if current.take() != nil {
            queue?.shown(now: now)
        } else if let pushed {
            do throws(ReceiverError) {
                try receiver?.complete(pushed, now: now)
            } catch {
                failures.append(error)
            }
        }
    }

    /// Removes the files of content that is not posted, and says why they are not shown.
    @discardableResult
    private mutating func discard() -> [AttachmentError] {
        let files = prepared.take()?.content.content.attachments ?? []
        for file in files { try? FileManager.default.removeItem(at: file.url) }
        return files.map { _ in .notAccepted }
    }
}
