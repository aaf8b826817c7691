// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SimulatedDevice
import Synchronization
import Testing
import UserNotifications
import UserNotificationsUI

/// A content extension that notes what it is told, and answers as a test tells it.
final class ScriptedContentExtension: NSObject, UNNotificationContentExtension {
    typealias Option = UNNotificationContentExtensionResponseOption

    struct Script {
        var answer: Option? = .doNotDismiss
        var button = UNNotificationContentExtensionMediaPlayPauseButtonType.default
        var asked: @Sendable () -> Void = {}
        var received: @Sendable (NSExtensionContext, UNNotification) -> Void = { _, _ in }
    }

    private let context: NSExtensionContext
    private let notes: Notes
    private let script: Script

    init(_ context: NSExtensionContext, notes: Notes, script: Script) {
        self.context = context
        self.notes = notes
        self.script = script
    }

    func didReceive(_ notification: UNNotification) {
        notes.add("shows \(notification.request.identifier)")
        script.received(context, notification)
    }

    func didReceive(
        _ response: UNNotificationResponse,
        completionHandler completion: @escaping (Option) -> Void
    ) {
        notes.add("asked about \(response.actionIdentifier)")
        script.asked()
        if let answer = script.answer { completion(answer) }
    }

    var mediaPlayPauseButtonType: UNNotificationContentExtensionMediaPlayPauseButtonType {
        script.button
    }

    func mediaPlay() { notes.add("plays") }

    func mediaPause() { notes.add("pauses") }
}

/// A content extension with nothing but what it must have.
final class PlainContentExtension: NSObject, UNNotificationContentExtension {
    func didReceive(_ notification: UNNotification) {}
}

/// A content extension that asks its context as it goes.
private final class TalkativeContentExtension: NSObject, UNNotificationContentExtension {
    private let context: NSExtensionContext
    private let notes: Notes

    init(_ context: NSExtensionContext, _ notes: Notes) {
        self.context = context
        self.notes = notes
    }

    func didReceive(_ notification: UNNotification) {}

    deinit { notes.add("\(context.notificationActions.count) actions") }
}

struct ContentExtensionTests {
    /// A device on which the invitation "dinner" is shown, with a content extension for its
    /// category.
    static func device(
        _ notes: Notes = Notes(),
        _ script: ScriptedContentExtension.Script = .init(),
        patience: Duration = .seconds(2)
    ) async -> SimulatedDevice {
        let device = await ResponseTests.device(patience: patience)
        device.addContentExtension(for: ["INVITATION"]) { context in
            ScriptedContentExtension(context, notes: notes, script: script)
        }
        return device
    }

    @Test func `a content extension draws what is expanded of its categories`() async throws {
        let notes = Notes()
        let device = await Self.device(notes)
        let expanded = try await device.expand("dinner")
        #expect(notes.all == ["shows dinner"])
        #expect(expanded.hasExtension && expanded.isOpen)
        #expect(expanded.notification.content.body == "Dinner at eight?")
        #expect(expanded.actions.map(\.identifier) == ["reply", "decline"])
        let headers: PushHeaders = ["apns-collapse-id": "plain"]
        _ = await device.deliver(payload: #"{"aps":{"alert":"a"}}"#, headers: headers).report
        let plain = try await device.expand("plain")
        #expect(!plain.hasExtension)
        #expect(!expanded.isOpen)
        await #expect(throws: DeviceError.unknownNotification) { try await device.expand("none") }
    }

    static let answers:
        [(
            UNNotificationContentExtensionResponseOption,
            UserResponse.Report.ContentExtensionAnswer, isOpen: Bool,
            delegate: UserResponse.Report.DelegateAnswer
        )] = [
            (.doNotDismiss, .staysOpen, true, .notTold),
            (.dismiss, .dismisses, false, .notTold),
            (.dismissAndForwardAction, .forwards, false, .answered),
        ]

    @Test(arguments: answers)
    func `the extension decides what becomes of an action`(
        _ option: UNNotificationContentExtensionResponseOption,
        _ answer: UserResponse.Report.ContentExtensionAnswer,
        _ isOpen: Bool,
        _ delegateAnswer: UserResponse.Report.DelegateAnswer
    ) async throws {
        let notes = Notes()
        let device = await Self.device(notes, .init(answer: option))
        let delegate = HandlerDelegate()
        device.notificationCenter.delegate = delegate
        let expanded = try await device.expand("dinner")
        let report = try await expanded.respond(with: .text("reply", "Gladly")).report
        #expect(notes.all == ["shows dinner", "asked about reply"])
        #expect(report.contentExtension == answer)
        #expect(report.delegate == delegateAnswer)
        #expect(expanded.isOpen == isOpen)
        #expect(device.list.isEmpty == !isOpen)
        #expect(delegate.notes.all == (answer == .forwards ? ["dinner reply: Gladly"] : []))
    }

    @Test func `an extension without an answer of its own forwards the action`() async throws {
        let device = await ResponseTests.device()
        device.addContentExtension(for: ["INVITATION"]) { _ in PlainContentExtension() }
        let expanded = try await device.expand("dinner")
        let report = try await expanded.respond(with: .action("decline")).report
        #expect(report.contentExtension == .forwards)
        #expect(report.isDestructive)
        #expect(await expanded.playButton == .none)
    }

    @Test func `an extension that does not answer leaves the notification open`() async throws {
        let device = await Self.device(Notes(), .init(answer: nil), patience: .milliseconds(20))
        let expanded = try await device.expand("dinner")
        let response = try expanded.respond(with: .action("decline"))
        await device.advance(by: .seconds(5))
        #expect(await response.report.contentExtension == .timedOut)
        #expect(expanded.isOpen && !device.list.isEmpty)
    }

    @Test func `of two actions at once the extension is asked about one`() async throws {
        let gate = Gate()
        let notes = Notes()
        let device = await Self.device(
            notes,
            .init(answer: .doNotDismiss, asked: { gate.wait() })
        )
        let expanded = try await device.expand("dinner")
        let first = try expanded.respond(with: .action("decline"))
        #expect(throws: DeviceError.unanswered) {
            try expanded.respond(with: .text("reply", "Gladly"))
        }
        gate.open()
        #expect(await first.report.contentExtension == .staysOpen)
        let second = try await expanded.respond(with: .text("reply", "Gladly")).report
        #expect(second.contentExtension == .staysOpen)
        #expect(notes.all == ["shows dinner", "asked about decline", "asked about reply"])
    }

    @Test func `many who answer one notification at once are one who does`() async throws {
        let device = await ResponseTests.device()
        let delegate = HandlerDelegate()
        device.notificationCenter.delegate = delegate
        let responses = await withTaskGroup { group in
            for _ in 0..<50 {
                group.addTask { try? device.respond(to: "dinner", with: .action("decline")) }
            }
            return await group.reduce(into: []) { $0.append($1) }.compactMap(\.self)
        }
        #expect(responses.count == 1)
        #expect(await responses.first?.report.delegate == .answered)
        #expect(delegate.notes.all == ["dinner decline"])
    }

    @Test func `what takes the place of a notification stays when that is answered`() async throws {
        let gate = Gate()
        let notes = Notes()
        let device = await Self.device(notes, .init(answer: .dismiss, asked: { gate.wait() }))
        let expanded = try await device.expand("dinner")
        let response = try expanded.respond(with: .action("decline"))
        let later = #"{"aps":{"alert":"Dinner at nine?","category":"INVITATION"}}"#
        let headers: PushHeaders = ["apns-collapse-id": "dinner"]
        _ = await device.deliver(payload: later, headers: headers).report
        #expect(expanded.notification.content.body == "Dinner at nine?")
        gate.open()
        #expect(await response.report.contentExtension == .dismisses)
        #expect(!expanded.isOpen)
        let left = device.list.flatMap(\.notifications).map(\.content.body)
        #expect(left == ["Dinner at nine?"])
    }

    @Test func `taps and dismissals are not the extension's business`() async throws {
        for action in [UserAction.default, .dismiss] {
            let notes = Notes()
            let device = await Self.device(notes)
            let expanded = try await device.expand("dinner")
            let report = try await expanded.respond(with: action).report
            #expect(report.contentExtension == nil)
            #expect(notes.all == ["shows dinner"])
            #expect(!expanded.isOpen && device.list.isEmpty)
            #expect(throws: DeviceError.closed) { try expanded.respond(with: action) }
        }
    }

    @Test func `the button plays and pauses, and the extension can, too`() async throws {
        let notes = Notes()
        let device = await Self.device(notes)
        let expanded = try await device.expand("dinner")
        #expect(!expanded.isPlaying)
        try await expanded.play()
        #expect(expanded.isPlaying)
        try await expanded.play()
        try await expanded.pause()
        #expect(!expanded.isPlaying)
        #expect(notes.all == ["shows dinner", "plays", "pauses"])
        let autoplay = await Self.device(
            Notes(),
            .init(received: { context, _ in context.mediaPlayingStarted() })
        )
        #expect(try await autoplay.expand("dinner").isPlaying)
    }

    @Test func `without a button nothing is played`() async throws {
        let device = await Self.device(Notes(), .init(button: .none))
        let expanded = try await device.expand("dinner")
        await #expect(throws: DeviceError.noPlayButton) { try await expanded.play() }
        expanded.close()
        await #expect(throws: DeviceError.closed) { try await expanded.pause() }
        #expect(!device.list.isEmpty)
    }

    @Test func `the extension puts actions of its own in place of the category's`() async throws {
        let device = await Self.device(
            Notes(),
            .init(
                answer: .dismissAndForwardAction,
                received: { context, _ in
                    #expect(context.notificationActions.map(\.identifier) == ["reply", "decline"])
                    context.notificationActions = [
                        UNNotificationAction(identifier: "later", title: "Later")
                    ]
                }
            )
        )
        let expanded = try await device.expand("dinner")
        #expect(expanded.actions.map(\.identifier) == ["later"])
        #expect(throws: DeviceError.unknownAction) {
            try expanded.respond(with: .action("decline"))
        }
        let report = try await expanded.respond(with: .action("later")).report
        #expect(report.action == "later")
        #expect(report.delegate == .noDelegate)
    }

    @Test func `the extension can close the notification, or tap it in the user's place`()
        async throws
    {
        let closing = await Self.device(
            Notes(),
            .init(received: { context, _ in context.dismissNotificationContentExtension() })
        )
        #expect(try await !closing.expand("dinner").isOpen)
        #expect(!closing.list.isEmpty)
        let tapping = await Self.device(
            Notes(),
            .init(received: { context, _ in context.performNotificationDefaultAction() })
        )
        let expanded = try await tapping.expand("dinner")
        let report = try #require(await expanded.ownResponse?.report)
        #expect(report.isAppOpened)
        #expect(!expanded.isOpen && tapping.list.isEmpty)
        #expect(tapping.profile.appState == .foreground)
    }

    @Test func `an extension can close the notification as it is made, and ask as it goes`()
        async throws
    {
        let notes = Notes()
        let device = await ResponseTests.device()
        device.addContentExtension(for: ["INVITATION"]) { context in
            context.dismissNotificationContentExtension()
            return ScriptedContentExtension(context, notes: notes, script: .init())
        }
        let closed = try await device.expand("dinner")
        #expect(!closed.isOpen && !closed.hasExtension)
        #expect(notes.all.isEmpty)
        device.addContentExtension(for: ["INVITATION"]) { TalkativeContentExtension($0, notes) }
        try await device.expand("dinner").close()
        #expect(notes.all == ["2 actions"])
    }

    @Test func `while it is open it draws others of its thread as well`() async throws {
        let notes = Notes()
        let device = await Self.device(notes)
        let payload = { (thread: String, category: String) in
            #"{"aps":{"alert":"a","category":"\#(category)","thread-id":"\#(thread)"}}"#
        }
        let send = { (name: String, thread: String, category: String) in
            let headers: PushHeaders = ["apns-collapse-id": name]
            _ = await device.deliver(payload: payload(thread, category), headers: headers).report
        }
        await send("first", "meal", "INVITATION")
        let expanded = try await device.expand("first")
        await send("second", "meal", "INVITATION")
        await send("elsewhere", "other", "INVITATION")
        await send("of no category", "meal", "")
        await send("first", "meal", "INVITATION")
        await device.advance(by: .zero)
        #expect(notes.all == ["shows first", "shows second", "shows first"])
        expanded.close()
        await send("third", "meal", "INVITATION")
        await device.advance(by: .zero)
        #expect(notes.all.count == 3)
        let other = try await device.expand("dinner")
        await send("of no thread either", "", "INVITATION")
        await device.advance(by: .zero)
        #expect(other.isOpen)
        #expect(notes.all.dropFirst(3) == ["shows dinner"])
    }

    @Test func `the extension reads the files of the notification`() async throws {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("\(UUID().uuidString).png")
        try Data([0xFF, 0xD8, 0xFF]).write(to: file)
        let read = Mutex<Data?>(nil)
        let device = await Self.device(
            Notes(),
            .init(received: { _, notification in
                let url = notification.request.content.attachments.first?.url
                read.withLock { $0 = url.flatMap { try? Data(contentsOf: $0) } }
            })
        )
        let content = UNMutableNotificationContent()
        content.body = "Look"
        content.categoryIdentifier = "INVITATION"
        content.attachments = [try UNNotificationAttachment(identifier: "", url: file)]
        try await device.notificationCenter.add(
            UNNotificationRequest(identifier: "look", content: content, trigger: nil)
        )
        _ = try await device.expand("look")
        #expect(read.withLock(\.self) == Data([0xFF, 0xD8, 0xFF]))
    }

    @Test func `a locked device asks neither the extension nor the app for what needs unlocking`()
        async throws
    {
        let notes = Notes()
        let device = await Self.device(
            notes,
            .init(received: { context, _ in context.performNotificationDefaultAction() })
        )
        device.profile.lock = .locked
        let expanded = try await device.expand("dinner")
        #expect(expanded.isOpen && expanded.ownResponse == nil)
        #expect(throws: DeviceError.locked) { try expanded.respond(with: .default) }
        #expect(notes.all == ["shows dinner"])
    }
}
