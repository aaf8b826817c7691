// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import UserNotifications

/// The shell of an ``ExtensionRun``: sets its alarms, calls its host, and writes down what happens.
final class ExtensionSession: Sendable {
    private struct State {
        var run = ExtensionRun<UNNotificationContent.Values>()
        var hosted: (any HostedExtension)?
        var alarms: [Agenda.ID] = []
        /// Calls into the extension that have not returned.
        var openCalls = 0
        var isDead = false
        var isClosed = false
    }

    private let limits: ExtensionLimits
    private let clock: DeviceClock
    private let recorder: Recorder
    private let settling: Settling
    private let state = Mutex(State())
    private let end: @Sendable (Outcome, UNNotificationContent.Values?) -> Void
    private let close: @Sendable () -> Void

    /// A run that is yet to be started.
    ///
    /// When it is decided why the run ended, `end` is called, once, with what was handed over;
    /// after that, when the extension's calls have returned as well, `close`, once.
    init(
        limits: ExtensionLimits,
        clock: DeviceClock,
        recorder: Recorder,
        settling: Settling,
        end: @escaping @Sendable (Outcome, UNNotificationContent.Values?) -> Void,
        close: @escaping @Sendable () -> Void
    ) {
        self.limits = limits
        self.clock = clock
        self.recorder = recorder
        self.settling = settling
        self.end = end
        self.close = close
    }

    /// Starts the extension; its time runs from here.
    func start(_ request: UNNotificationRequest.Values, in host: any ExtensionHosting) {
        recorder.note(.launched)
        enterCall()
        let start = clock.now
        let alarms = [
            clock.schedule(at: start.advanced(by: limits.startUp)) { self.take(.startUpOver) },
            clock.schedule(at: start.advanced(by: limits.time)) { self.take(.timeOver) },
        ]
        state.withLock { $0.alarms = alarms }
        let hosted = host.launch(request) { event in self.hear(event) }
        let isDead = state.withLock { state in
            state.hosted = hosted
            return state.isDead
        }
        if isDead { hosted.kill() }
    }

    private func hear(_ event: HostEvent) {
        switch event {
        case .created: noteIfAlive(.created)
        case .received:
            noteIfAlive(.received)
            take(.received)
        case .returned:
            noteIfAlive(.returned)
            leaveCall()
        case .warningReturned:
            noteIfAlive(.warningReturned)
            leaveCall()
        case .handedOver(let content): take(.handedOver(content))
        case .crashed(let how):
            noteIfAlive(.crashed(how))
            take(.crashed)
        case .memory(let bytes):
            recorder.note(memory: bytes)
            if bytes > limits.memory { take(.memoryExceeded) }
        }
    }

    /// Lets the machine decide, and does what it says.
    private func take(_ event: ExtensionRun<UNNotificationContent.Values>.Event) {
        let action = state.withLock { state in
            let action = state.run.handle(event)
            note(action)
            return action
        }
        switch action {
        case .nothing, .noteSecond, .noteLate: return
        case .warn:
            enterCall()
            let alarm = clock.schedule(at: clock.now.advanced(by: limits.lastChance)) {
                self.take(.lastChanceOver)
            }
            let hosted = state.withLock { state in
                state.alarms.append(alarm)
                return state.hosted
            }
            hosted?.warn()
        case .finish(let content): finish(.handedOver, content)
        case .giveUp(let outcome): die(outcome)
        case .kill(let outcome):
            state.withLock(\.hosted)?.kill()
            die(outcome)
        }
    }

    private func note(_ action: ExtensionRun<UNNotificationContent.Values>.Action) {
        switch action {
        case .nothing, .giveUp: return
        case .warn: recorder.note(.warned)
        case .finish: recorder.note(.handedOver)
        case .kill: recorder.note(.killed)
        case .noteSecond: recorder.note(.handedOverAgain)
        case .noteLate: recorder.note(.handedOverLate)
        }
    }

    private func die(_ outcome: Outcome) {
        let openCalls = state.withLock { state in
            defer { state.openCalls = 0 }
            state.isDead = true
            return state.openCalls
        }
        for _ in 0..<openCalls { settling.leave() }
        finish(outcome, nil)
    }

    private func finish(_ outcome: Outcome, _ content: UNNotificationContent.Values?) {
        for alarm in state.withLock(\.alarms) { clock.cancel(alarm) }
        end(outcome, content)
        closeIfQuiet()
        // A call that never returns doesn't keep the next push waiting.
        settling.afterPatience { self.closeOnce() }
    }

    private func enterCall() {
        state.withLock { $0.openCalls += 1 }
        settling.enter()
    }

    private func leaveCall() {
        let wasOpen = state.withLock { state in
            guard state.openCalls > 0 else { return false }
            state.openCalls -= 1
            return true
        }
        guard wasOpen else { return }
        settling.leave()
        closeIfQuiet()
    }

    private func closeIfQuiet() {
        if state.withLock({ $0.run.isOver && $0.openCalls == 0 }) { closeOnce() }
    }

    private func closeOnce() {
        let isFirst = state.withLock { state in
            defer { state.isClosed = true }
            return !state.isClosed
        }
        if isFirst { close() }
    }

    /// What an extension does after it was killed is no part of the story, but its hand-overs.
    private func noteIfAlive(_ kind: DeliveryEvent.Kind) {
        if !state.withLock(\.isDead) { recorder.note(kind) }
    }
}
