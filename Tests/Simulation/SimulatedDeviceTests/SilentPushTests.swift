// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SimulatedDevice
import Synchronization
import Testing
import UserNotifications

/// An app that answers as a test tells it, and notes what it is told.
final class ScriptedApp: SimulatedApp {
    typealias Answer = @Sendable (@escaping @Sendable (FetchResult) -> Void) -> Void

    let notes = Notes()
    private let answer: Answer

    init(_ answer: @escaping Answer) {
        self.answer = answer
    }

    func didLaunch() {
        notes.add("launched")
    }

    func didReceive(
        remoteNotification userInfo: [AnyHashable: Any],
        completion: @escaping @Sendable (FetchResult) -> Void
    ) {
        notes.add("woken for \(userInfo["id"] ?? "nothing")")
        answer(completion)
    }
}

/// An app in the async form, which sets its delegate when it is started.
final class AsyncApp: SimulatedApp {
    let delegate = HandlerDelegate()
    private let result: FetchResult

    init(_ result: FetchResult) {
        self.result = result
    }

    func didLaunch() {
        UNUserNotificationCenter.current().delegate = delegate
    }

    func didReceive(remoteNotification userInfo: [AnyHashable: Any]) async -> FetchResult {
        await Task.yield()
        return result
    }
}

struct SilentPushTests {
    static let silent = #"{"aps":{"content-available":1},"id":7}"#

    static func device(
        _ state: DeviceProfile.AppState = .background,
        app: (any SimulatedApp)?,
        patience: Duration = .seconds(2)
    ) -> SimulatedDevice {
        let device = Device.running(patience: patience)
        device.profile.appState = state
        device.app = app
        return device
    }

    @Test(arguments: FetchResult.allCases)
    func `a silent push wakes the app, which says what came of it`(_ result: FetchResult) async {
        let app = ScriptedApp { $0(result) }
        let device = Self.device(app: app)
        let report = await device.deliver(payload: Self.silent).report
        #expect(app.notes.all == ["launched", "woken for 7"])
        #expect(report.wake == .answered(result))
        #expect(report.outcome == .notLaunched(.silent))
        #expect(report.shown == nil)
        #expect(report.json.contains(#""wake":"\#(result)""#))
        #expect(report.text.contains("appAnswered: \(result)"))
        let asynchronous = Self.device(app: AsyncApp(result))
        #expect(await asynchronous.deliver(payload: Self.silent).report.wake == .answered(result))
    }

    @Test(arguments: [
        (
            DeviceProfile.AppState.foreground, ["launched", "woken for 7"],
            DeviceProfile.AppState.foreground
        ),
        (.background, ["launched", "woken for 7"], .background),
        (.terminated, ["launched", "woken for 7"], .background),
        (.terminatedByUser, [], .terminatedByUser),
    ])
    func `an app is started for a silent push, unless its user has ended it`(
        _ before: DeviceProfile.AppState,
        _ notes: [String],
        _ after: DeviceProfile.AppState
    ) async {
        let app = ScriptedApp { $0(.newData) }
        let device = Self.device(before, app: app)
        let report = await device.deliver(payload: Self.silent).report
        #expect(app.notes.all == notes)
        #expect(device.profile.appState == after)
        #expect(
            report.wake == (notes.isEmpty ? .refused(.terminatedByUser) : .answered(.newData))
        )
    }

    @Test func `an app that runs from the beginning is started once, and anew when it has ended`()
        async
    {
        let app = ScriptedApp { $0(.newData) }
        let device = Self.device(.foreground, app: app)
        device.profile.appState = .background
        await device.advance(by: .zero)
        #expect(app.notes.all == ["launched"])
        device.profile.appState = .terminated
        device.profile.appState = .foreground
        await device.advance(by: .zero)
        #expect(app.notes.all == ["launched", "launched"])
        device.reinstall()
        _ = await device.deliver(payload: Self.silent).report
        #expect(app.notes.all == ["launched", "launched", "launched", "woken for 7"])
    }

    @Test func `an app that sets its delegate as it is started is asked in the foreground`() async {
        let app = AsyncApp(.noData)
        let device = Self.device(.foreground, app: app)
        let headers: PushHeaders = ["apns-collapse-id": "a"]
        let report = await device.deliver(payload: #"{"aps":{"alert":"a"}}"#, headers: headers)
            .report
        #expect(report.kinds.contains(.appAsked))
        #expect(app.delegate.notes.all == ["willPresent a"])
    }

    @Test func `an app that never answers has 30 seconds`() async {
        let device = Self.device(app: ScriptedApp { _ in }, patience: .milliseconds(20))
        let delivery = device.deliver(payload: Self.silent)
        await device.advance(by: .seconds(29))
        #expect(delivery.reportSoFar == nil)
        await device.advance(by: .seconds(1))
        let report = await delivery.report
        #expect(report.wake == .timedOut)
        #expect(report.events.first { $0.kind == .appTimedOut }?.time == .seconds(30))
    }

    @Test func `an app that answers late, or again, changes nothing`() async {
        let late = Mutex<(@Sendable (FetchResult) -> Void)?>(nil)
        let device = Self.device(
            app: ScriptedApp { answer in late.withLock { $0 = answer } },
            patience: .milliseconds(20)
        )
        let delivery = device.deliver(payload: Self.silent)
        await device.advance(by: .seconds(30))
        late.withLock(\.self)?(.newData)
        let report = await delivery.report
        #expect(report.wake == .timedOut)
        #expect(report.events.last?.kind == .appAnsweredLate(.newData))

        let twice = Self.device(
            app: ScriptedApp { answer in
                answer(.noData)
                answer(.failed)
            }
        )
        let second = twice.deliver(payload: Self.silent)
        #expect(await second.report.wake == .answered(.noData))
        await twice.advance(by: .zero)
        #expect(await second.report.events.last?.kind == .appAnsweredLate(.failed))
    }

    @Test func `without a background mode, or an app, nobody is woken`() async {
        let device = Self.device(app: nil)
        #expect(await device.deliver(payload: Self.silent).report.wake == .refused(.noApp))
        device.app = ScriptedApp { $0(.newData) }
        device.profile.hasBackgroundMode = false
        let report = await device.deliver(payload: Self.silent).report
        #expect(report.wake == .refused(.noBackgroundMode))
    }

    @Test func `an alert can wake the app as well, and needs no leave of the user for that`() async
    {
        let device = Self.device(app: AsyncApp(.newData))
        let payload = #"{"aps":{"alert":"a","content-available":1}}"#
        let report = await device.deliver(payload: payload).report
        #expect(report.shown != nil)
        #expect(report.wake == .answered(.newData))
        device.profile.permission = .denied
        let quiet = await device.deliver(payload: payload).report
        #expect(quiet.shown == nil)
        #expect(quiet.wake == .answered(.newData))
    }

    @Test func `the app hears of a push after the extension is done with it`() async {
        let device = Device.running { content, hand in hand(content) }
        let app = AsyncApp(.newData)
        device.app = app
        let payload = #"{"aps":{"alert":"a","content-available":1,"mutable-content":1}}"#
        let events = await device.deliver(payload: payload).report.events.map(\.kind)
        let part = events.filter { [.handedOver, .shown, .appWoken].contains($0) }
        #expect(part == [.handedOver, .shown, .appWoken])
    }

    @Test func `a push that asks for nothing wakes nobody`() async {
        let app = ScriptedApp { $0(.newData) }
        let device = Self.device(app: app)
        let report = await device.deliver(payload: #"{"aps":{"alert":"a"}}"#).report
        await device.advance(by: .zero)
        #expect(report.wake == nil)
        #expect(app.notes.all == ["launched"])
    }

    @Test func `an app that is started for a response can set its delegate then`() async throws {
        let app = AsyncApp(.noData)
        let device = Self.device(.terminatedByUser, app: app)
        let headers: PushHeaders = ["apns-collapse-id": "a"]
        _ = await device.deliver(payload: #"{"aps":{"alert":"a"}}"#, headers: headers).report
        let report = try await device.respond(to: "a").report
        #expect(report.isAppLaunched && report.delegate == .answered)
        #expect(app.delegate.notes.all == ["a \(UNNotificationDefaultActionIdentifier)"])
    }
}
