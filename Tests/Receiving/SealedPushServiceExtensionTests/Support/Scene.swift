// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PhoneExtension
import ReceiverTestSupport
import SealedPush
import SealedPushContacts
import SealedPushSender
import SealedPushServiceExtension
import SimulatedDevice
import Synchronization
import TestSupport
import Testing

/// Where the extension lives.
enum Hosting: String, CaseIterable, Sendable {
    case inProcess
    case ownProcess

    static let executable = BuiltProgram.named("PhoneExtensionHost")
}

/// A phone in its owner's hand: the store, the app's extension on a device, and a server that the
/// owner may know.
final class Scene: Sendable {
    let phone: Phone
    let folder: PhoneFolder
    let device: SimulatedDevice
    /// What the device has reported of the pushes that were waited for.
    let deviceReports = Mutex<[DeliveryReport]>([])

    /// A phone whose extension is the phone's own, or in this process another of the test's.
    init(
        _ hosting: Hosting = .inProcess,
        contact: String? = "Ann",
        _ change: (inout DeviceProfile) -> Void = { _ in },
        service: @escaping @Sendable (PhoneFolder) -> SealedNotificationService = {
            PhoneService($0)
        }
    ) throws {
        let phone = try Phone()
        let folder = PhoneFolder(phone.path)
        self.phone = phone
        self.folder = folder
        try folder.write(.time, "\(Phone.now.milliseconds)")
        var profile = DeviceProfile(app: phone.topic.text)
        change(&profile)
        switch hosting {
        case .inProcess:
            device = SimulatedDevice(profile: profile, patience: .seconds(20)) {
                service(folder)
            }
        case .ownProcess:
            device = SimulatedDevice(
                profile: profile,
                patience: .seconds(20),
                executable: Hosting.executable,
                arguments: [phone.path]
            )
        }
        if let contact { try phone.contacts.add(name: contact, identity: phone.server.identity) }
    }

    /// Seals a text to the phone, with a sound.
    func seal(
        _ body: String,
        oneTime: Bool = false,
        _ change: (inout SealingOptions) -> Void = { _ in }
    ) async throws -> SealedNotification {
        try await phone.seal(
            #"{"aps":{"alert":{"body":"\#(body)"},"sound":"default"}}"#,
            oneTime: oneTime,
            change
        )
    }

    /// Brings a push to the device, as the push service does, and waits for its hand-over.
    @discardableResult
    func bring(_ sealed: SealedNotification) async -> DeliveryReport {
        await report(
            of: device.deliver(payload: sealed.payload, headers: sealed.pushHeaders)
        )
    }

    /// The same, and waits until the extension has done all else, unless that was killed.
    @discardableResult
    func deliver(_ sealed: SealedNotification) async -> DeliveryReport {
        let before = reportSize
        let report = await bring(sealed)
        guard [.handedOver, .suppressed, .badgeOnly].contains(report.outcome) else { return report }
        try? await until { reportSize > before }
        return report
    }

    /// What became of a push; a failure of the test, and undecided, where nothing does.
    func report(of delivery: SimulatedDevice.Delivery) async -> DeliveryReport {
        let report = Task { await delivery.report }
        let watch = Task {
            try await Task.sleep(for: patience)
            report.cancel()
        }
        defer { watch.cancel() }
        let ending = await withTaskCancellationHandler {
            await report.value
        } onCancel: {
            report.cancel()
        }
        if ending.outcome == .undecided { Issue.record("\(ending.text)\(state)") }
        return ending
    }

    /// Seals a text, brings it to the device and waits for its end.
    @discardableResult
    func deliver(_ body: String) async throws -> DeliveryReport {
        await deliver(try await seal(body))
    }

    /// Brings a push to the device and waits until the extension has done all that it does of it;
    /// its report is the line that the app's log then has.
    @discardableResult
    func settle(
        payload: [UInt8],
        headers: PushHeaders = PushHeaders()
    ) async throws -> (report: DeliveryReport, line: String) {
        let before = reportLines.count
        let report = try await end(of: device.deliver(payload: payload, headers: headers)) {
            reportLines.count > before
        }
        deviceReports.withLock { $0.append(report) }
        return (report, reportLines.last ?? "")
    }

    /// Waits until something has come of a push, or the process that has it ends without, which is
    /// a failure.
    func end(
        of delivery: SimulatedDevice.Delivery,
        file: String = #fileID,
        line: Int = #line,
        _ isThere: () -> Bool
    ) async throws -> DeliveryReport {
        let report = await report(of: delivery)
        let process = processID
        try await until(else: "\(report.text)\(state)", file: file, line: line) {
            // In this order: whatever a process does it has done before it ends.
            let hasEnded = process.map { kill($0, 0) != 0 } ?? false
            guard !isThere() else { return true }
            guard !hasEnded else {
                let state = "the process ended: \(report.text)\(state)"
                throw TooSlow(state, file: file, line: line)
            }
            return false
        }
        return report
    }

    /// What the phone's folder says of how things stand.
    private var state: String {
        let notes = [PhoneFolder.Note.process, .steps, .kill, .killed].compactMap { note in
            folder.read(note).map { "\(note): \($0)" }
        }
        return (notes + ["reports: \(reportLines.count)"]).joined(separator: ", ")
    }

    /// The number of the extension's process, if it has one of its own.
    var processID: pid_t? { folder.read(.process).flatMap { pid_t($0) } }

    /// Brings a sealed push to the device and waits until the extension has done all that it does
    /// of it.
    @discardableResult
    func settle(
        _ sealed: SealedNotification
    ) async throws -> (report: DeliveryReport, line: String) {
        try await settle(payload: sealed.payload, headers: sealed.pushHeaders)
    }

    /// What the app's log has of deliveries, a line each.
    var reportLines: [String] {
        let text = folder.read(.reports) ?? ""
        // A line that is still being written is none.
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(
            String.init
        )
    }

    /// How long the app's log of deliveries is, in bytes: it grows as the extension ends.
    var reportSize: Int { folder.size(of: .reports) }

    /// Does what the app does once the device is unlocked, unless told a minute after all else.
    @discardableResult
    func post(
        _ settings: ServiceSettings? = nil,
        afterMinute: Bool = true
    ) async throws -> BacklogReport {
        if afterMinute { try passMinute() }
        return try await device.asApp {
            try await (settings ?? folder.settings).postBacklog()
        }
    }

    /// Makes what is in the folder of fetched files as old as so many seconds.
    func ageAttachments(by seconds: Double) throws {
        for name in folder.attachments {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -seconds)],
                ofItemAtPath: folder.attachmentFolder.appending(path: name).path
            )
        }
    }

    /// Sets the clock by which the phone's app and extension go.
    func setTime(_ time: Timestamp) throws {
        try folder.write(.time, "\(time.milliseconds)")
    }

    /// Takes the store's key away.
    func damageKey() throws {
        try FileManager.default.removeItem(atPath: folder.store + "/key")
    }

    /// Locks the device, as after a start, or unlocks it.
    func setLocked(_ isLocked: Bool) {
        device.changeProfile { $0.lock = isLocked ? .beforeFirstUnlock : .unlocked }
    }

    /// Ends the extension's process, if it has one of its own.
    func endProcess() async throws {
        guard let process = processID else { return }
        try folder.write(.process, nil)
        kill(process, SIGKILL)
        // The device, whose child it is, takes notice.
        try await until { kill(process, 0) != 0 }
    }

    /// The bodies of what is in the list, the latest first.
    var listed: [String] {
        device.list.flatMap(\.notifications).map(\.content).map {
            $0.body.isEmpty ? $0.title : $0.body
        }
    }

    /// How often a body came, and how often it drew attention.
    func appearances(of body: String) -> (count: Int, alerting: Int) {
        let all = device.history.filter { $0.notification.content.body == body }
        return (all.count, all.count { $0.notification.presentation.isAlerting })
    }
}

extension SealedNotification {
    /// The headers that the push service takes its cues from.
    var pushHeaders: PushHeaders {
        PushHeaders(Dictionary(uniqueKeysWithValues: headers.fields))
    }
}
