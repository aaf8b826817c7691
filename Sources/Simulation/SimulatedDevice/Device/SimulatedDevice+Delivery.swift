// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import SealedPush
import Synchronization
import UserNotifications

extension SimulatedDevice {
    /// Delivers a push by the rules of the system.
    ///
    /// It never fails: a malformed push is lost, and the report has the reason.
    ///
    /// - Parameters:
    ///   - payload: The payload's bytes, or those of an `.apns` file for Apple's simulator.
    ///   - headers: The headers of the provider's request.
    /// - Returns: The delivery of the push.
    @discardableResult
    public func deliver(payload: [UInt8], headers: PushHeaders = [:]) -> Delivery {
        let profile = profile
        let copy = profile.pushService.duplicates ? Delivery(clock: clock) : nil
        let delivery = Delivery(clock: clock, copy: copy)
        do throws(DeliveryReport.Loss) {
            let push = try ArrivedPush(payload, headers: headers)
            guard push.topic ?? profile.app == profile.app else { throw .otherApp }
            let deliveries = [delivery, copy].compactMap(\.self)
            send(deliveries.map { Parcel(push: push, delivery: $0) })
        } catch {
            lose(delivery, error)
            if let copy { lose(copy, error) }
        }
        return delivery
    }

    /// Delivers a push with a text as its payload.
    @discardableResult
    public func deliver(payload: String, headers: PushHeaders = [:]) -> Delivery {
        deliver(payload: Array(payload.utf8), headers: headers)
    }

    /// Delivers a push from an `.apns` file or another file with a payload.
    ///
    /// - Throws: Foundation's error if the file cannot be read.
    @discardableResult
    public func deliver(contentsOf file: URL, headers: PushHeaders = [:]) throws -> Delivery {
        deliver(payload: Array(try Data(contentsOf: file)), headers: headers)
    }

    /// Brings a push, with its duplicate, to the device, or delays it so that the next overtakes
    /// it.
    private func send(_ shipment: [Parcel]) {
        guard profile.pushService.reorders else { return reach(shipment) }
        let (number, overtaken) = traffic.withLock { $0.swap(shipment) }
        if let overtaken {
            reach(shipment)
            reach(overtaken)
        } else {
            clock.schedule(at: clock.now.advanced(by: .seconds(1))) {
                // No push has overtaken it, unless another one waits by now.
                if let late = self.traffic.withLock({ $0.release(number) }) { self.reach(late) }
            }
        }
    }

    private func reach(_ shipment: [Parcel]) {
        if profile.isOnline {
            for parcel in shipment { arrive(parcel) }
        } else {
            keep(shipment)
        }
    }

    /// Handles a push that has reached the device, in its turn.
    func arrive(_ parcel: Parcel) {
        parcel.delivery.recorder.note(.arrived)
        guard profile.instances == .oneAfterAnother else { return handle(parcel, isAlone: false) }
        traffic.withLock { $0.enter(parcel) }
        handleNext()
    }

    /// Handles the waiting pushes that can be handled, in a loop because they may be many.
    private func handleNext() {
        guard traffic.withLock({ $0.startDraining() }) else { return }
        while let parcel = traffic.withLock({ $0.next() }) { handle(parcel, isAlone: true) }
    }

    private func handle(_ parcel: Parcel, isAlone: Bool) {
        let (push, delivery, profile) = (parcel.push, parcel.delivery, profile)
        let original = push.content(localizing: { profile.language.strings[$0] })
        let notice = Notice(
            request: UNNotificationRequest.Values(
                identifier: push.headers.collapseID ?? nextIdentifier(),
                content: UNNotificationContent.Values(original),
                trigger: UNNotificationTrigger.Values(.push, repeats: false)
            ),
            original: original,
            push: push,
            delivery: delivery
        )
        let launch = LaunchDecision(
            push,
            showsAlerts: profile.permission.allowsAlerts,
            hasExtension: profile.hasExtension
        )
        switch launch {
        case .pass(let refusal):
            show(notice, notice.request.content, because: .notLaunched(refusal))
            close(delivery, isAlone)
            delivery.departure.resolve(())
        case .launch:
            let session = ExtensionSession(
                profile: profile,
                clock: clock,
                recorder: delivery.recorder,
                settling: settling,
                end: { outcome, content in self.end(notice, outcome, content) },
                close: { self.close(delivery, isAlone) },
                depart: { delivery.departure.resolve(()) }
            )
            session.start(notice.request, in: host)
        }
    }

    /// Shows the result of an extension's run.
    private func end(
        _ notice: Notice,
        _ outcome: DeliveryReport.Outcome,
        _ content: UNNotificationContent.Values?
    ) {
        let mayFilter = profile.mayFilter
        switch (outcome, content) {
        case (.handedOver, let content?) where content.hasText:
            show(notice, content, because: .handedOver)
        case (.handedOver, let content?) where mayFilter && content.isEmpty:
            conclude(notice, .suppressed, shown: nil)
        case (.handedOver, let content?) where mayFilter && content.hasBadgeAlone:
            setBadge(content.badge, of: notice)
            conclude(notice, .badgeOnly, shown: nil)
        case (.handedOver, _): show(notice, notice.request.content, because: .emptyResult)
        case (.crashed, _) where mayFilter: conclude(notice, .droppedAfterCrash, shown: nil)
        default: show(notice, notice.request.content, because: outcome)
        }
    }

    private func show(
        _ notice: Notice,
        _ content: UNNotificationContent.Values,
        because outcome: DeliveryReport.Outcome
    ) {
        var request = notice.request
        request.content = content
        center.show(request, of: notice.push.payload) { showing in
            let recorder = notice.delivery.recorder
            if showing.isAppAsked { recorder.note(.appAsked) }
            for answer in showing.attachments { recorder.note(DeliveryReport.Event.Kind(answer)) }
            if let refusal = showing.criticalRefusal {
                recorder.note(.criticalSoundRefused(refusal))
            }
            if showing.isReplacing { recorder.note(.replaced) }
            if showing.cleared > 0 { recorder.note(.listCleared(showing.cleared)) }
            self.conclude(notice, outcome, shown: showing.shown)
        }
    }

    /// Sets the app's badge without a notification, as far as the user's settings let it.
    private func setBadge(_ badge: Int?, of notice: Notice) {
        guard let badge else { return }
        let permission = profile.permission
        guard badge >= 0, permission.isAuthorized, permission.setsBadge else { return }
        let recorder = notice.delivery.recorder
        recorder.note(.badgeSet(badge))
        let cleared = center.setBadge(badge)
        if cleared > 0 { recorder.note(.listCleared(cleared)) }
    }

    private func conclude(
        _ notice: Notice,
        _ outcome: DeliveryReport.Outcome,
        shown: ShownNotification?
    ) {
        notice.delivery.recorder.note(shown == nil ? .notShown : .shown)
        wake(notice)
        notice.delivery.conclude(
            Delivery.Conclusion(outcome: outcome, shown: shown, original: notice.original)
        )
    }

    /// Ends a push that becomes no notification.
    func lose(_ delivery: Delivery, _ loss: DeliveryReport.Loss) {
        delivery.recorder.note(.notShown)
        delivery.conclude(Delivery.Conclusion(outcome: .lost(loss), shown: nil, original: nil))
        delivery.close()
        delivery.departure.resolve(())
    }

    /// Ends a push that was handled, and handles the next one that waits for it.
    private func close(_ delivery: Delivery, _ isAlone: Bool) {
        delivery.close()
        guard isAlone else { return }
        traffic.withLock { $0.leave() }
        handleNext()
    }

    /// An identifier for a push without a collapse id: a UUID that is the same in every run.
    private func nextIdentifier() -> String {
        let digits = String(traffic.withLock { $0.nextNumber() }, radix: 16, uppercase: true)
        let zeros = String(repeating: "0", count: max(0, 12 - digits.count))
        return "00000000-0000-4000-8000-\(zeros)\(digits)"
    }
}

extension DeliveryReport.Event.Kind {
    fileprivate init(_ answer: AttachmentStore.Answer) {
        switch answer {
        case .stored(let attachment, _): self = .attachmentStored(attachment.identifier)
        case .refused(let identifier, let code):
            self = .attachmentRefused(identifier, code: code.rawValue)
        case .mismatched(let attachment, let content):
            self = .attachmentMismatched(
                attachment.identifier,
                type: attachment.type,
                content: content
            )
        }
    }
}
