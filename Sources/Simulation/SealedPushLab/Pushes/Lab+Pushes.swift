// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PushFindings
import SealedPushAPNs
import SealedPushCoding
package import SimulatedAPNs
import SimulatedDelivery
import SimulatedDevice
import Synchronization

extension Lab {
    /// Takes a request that came to the push service, before its answer is sent, and brings an
    /// accepted push to its phone.
    ///
    /// It is called on the thread of a connection, which waits for it.
    package func take(_ record: PushRecord) {
        let token = record.push?.token ?? record.request.deviceToken
        let (push, place) = state.withLock { state in
            let place = token.flatMap { state.phones[$0] }
            let push = state.pushes.add { number in
                LabPush(
                    number: number,
                    record,
                    phone: place?.phone.id,
                    app: place?.app.topic
                )
            }
            return (push, place)
        }
        guard let place, let accepted = record.push, case .accepted(_, .delivered) = record.outcome
        else {
            judge(push.number, on: place?.phone, nil)
            return events.tell(.push(number: push.number, phone: push.phone))
        }
        explain(push.number, accepted, on: place.app)
        let delivery = place.app.device.deliver(
            payload: accepted.payload,
            headers: PushHeaders(accepted)
        )
        if let report = delivery.reportSoFar, place.app.extensionName == nil {
            return settle(push.number, report, place.phone, place.app)
        }
        note(push.number, isSettled: false)
        judge(push.number, on: place.phone, nil)
        events.tell(.push(number: push.number, phone: push.phone))
        place.phone.wait(for: push.number) { [self] in
            await follow(push.number, delivery, place.phone, place.app)
        }
    }

    /// Notes what the extension is about to do with a push.
    private func explain(_ number: Int, _ push: AcceptedPush, on app: LabApp) {
        guard let explain = app.extensionName.flatMap({ extensions[$0]?.explain }) else { return }
        let isLocked = app.device.profile.lock == .beforeFirstUnlock
        let json = explain(push.payload, push.type?.rawValue, isLocked)
        state.withLock { state in
            _ = state.pushes.change(number) { $0.explanation = json }
        }
    }

    /// Waits for a phone to be done with a push.
    private func follow(
        _ number: Int,
        _ delivery: SimulatedDevice.Delivery,
        _ phone: LabPhone,
        _ app: LabApp
    ) async {
        var report = await delivery.report
        // Time of a virtual clock passes for those alone who move it.
        if app.extensionName != nil, phone.clock.kind == .real, !Task.isCancelled {
            write(number, report, phone, app)
            let limit = app.device.profile.limits.time
            report = await app.device.finalReport(of: delivery, within: limit) ?? report
            report = delivery.reportSoFar ?? report
        }
        settle(number, report, phone, app)
    }

    private func settle(
        _ number: Int,
        _ report: DeliveryReport,
        _ phone: LabPhone,
        _ app: LabApp
    ) {
        note(number, isSettled: true)
        write(number, report, phone, app)
    }

    private func note(_ number: Int, isSettled: Bool) {
        state.withLock { state in
            _ = state.pushes.change(number) { $0.isSettled = isSettled }
        }
    }

    /// Notes what a phone reports of a push, so far.
    private func write(
        _ number: Int,
        _ report: DeliveryReport,
        _ phone: LabPhone,
        _ app: LabApp
    ) {
        var origin = LabApp.Origin(push: number)
        if let shown = report.shown {
            origin.pictures = pictures(of: shown, on: app)
            app.note(origin, of: shown.identifier)
        }
        let json = JSONWriter.object { object in
            report.write(to: &object) { origin.pictures[$0.identifier] }
        }
        let written = LabPush.Written(
            json: json,
            outcome: report.outcome.name,
            lines: report.shown?.lines ?? []
        )
        state.withLock { state in
            _ = state.pushes.change(number) { $0.report = written }
        }
        judge(number, on: phone, report)
        events.tell(.push(number: number, phone: phone.id))
        events.tell(.phone(phone.id))
    }

    /// Keeps the pictures that a notification shows, and gives their paths.
    private func pictures(of shown: ShownNotification, on app: LabApp) -> [String: String] {
        guard !shown.attachments.isEmpty else { return [:] }
        let entry = app.device.listedFiles.first { $0.shown.identifier == shown.identifier }
        var paths: [String: String] = [:]
        for (identifier, file) in entry?.files ?? [:] {
            guard let picture = PictureStore.read(file) else { continue }
            let (number, isFull) = state.withLock { $0.pictures.add(picture) }
            paths[identifier] = PictureStore.path(number)
            if isFull { events.tell(.files) }
        }
        return paths
    }

    /// Finds what is wrong with a push, as far as it is known.
    private func judge(_ number: Int, on phone: LabPhone?, _ report: DeliveryReport?) {
        guard let push = state.withLock({ $0.pushes[number] }) else { return }
        let sent = push.sent(to: environment)
        let facts = phone.map { PhoneFacts(of: $0) }
        let findings = sent.findings(on: facts, report: report)
        state.withLock { state in
            _ = state.pushes.change(number) { $0.findings = findings }
        }
    }
}

extension Lab {
    /// A push, by its number or its `apns-id`.
    func push(_ name: String) -> LabPush? { state.withLock { $0.pushes[name] } }

    /// Forgets the pushes of a phone, or all; what phones show stays.
    func removePushes(of phone: String?) {
        state.withLock { $0.pushes.remove(of: phone) }
        events.tell(.pushes)
    }
}

extension PhoneFacts {
    /// What is known of a phone of a lab, which is everything.
    fileprivate init(of phone: LabPhone) {
        let apps = phone.apps.map { app in
            var facts = App(app.device.profile)
            facts.tokens = [Token(app.token.text, in: app.environment)]
            facts.hasExtension = app.extensionName != nil
            facts.categories = Set(app.categories.map(\.id))
            return facts
        }
        self.init(apps: apps, lock: phone.profile.lock)
    }
}

extension PushRequest {
    /// The token that the path names, if it is one.
    fileprivate var deviceToken: APNsDeviceToken? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[1] == "3", parts[2] == "device" else { return nil }
        return try? APNsDeviceToken(hex: String(parts[3]))
    }
}
