// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import UserNotifications

/// The shell of an ``ExtensionRun``: sets its alarms, calls its host, and writes down what happens.
///
/// Events come from any thread. What one means is decided and written down under the lock, so the
/// report has the order of the decisions; what it leads to is done after that.
final class ExtensionSession: Sendable {
    private typealias Run = ExtensionRun<UNNotificationContent.Values>

    private struct State {
        /// What the end leads to; gone with it, so that an extension that lives on holds no device.
        var end: (@Sendable (DeliveryReport.Outcome, UNNotificationContent.Values?) -> Void)?
        var close: (@Sendable () -> Void)?
        var run = Run()
        var hosted: (any HostedExtension)?
        var alarms: [Agenda.ID] = []
        /// Calls into the extension that have not returned.
        var openCalls: [Call: Settling.Call] = [:]
        /// Keeps the clock waiting from the end of the run until it is closed: only then the next
        /// push may begin.
        var ending: Settling.Call?
        /// Whether nothing that the extension does is part of the story any more, but its
        /// hand-overs.
        var isDead = false
        /// Whether the scripted fault has happened.
        var isStruck = false
        /// Whether all is done that the end of the run leads to, but for closing.
        var isEnded = false
        var isClosed = false
        /// Ends the wait for calls that hang.
        var ticket: DelayedActions.Ticket?
    }

    private enum Call {
        case reception
        case warning
    }

    private let profile: DeviceProfile
    private let clock: DeviceClock
    private let recorder: Recorder
    private let settling: Settling
    private let state: Mutex<State>
    private let depart: @Sendable () -> Void

    /// Creates a run that is not started yet.
    ///
    /// It calls three closures, each once and in this order:
    ///
    /// 1. `end`, with the content that was handed over, once the outcome is decided.
    /// 2. `close`, once the extension's calls have returned as well.
    /// 3. `depart`, once the extension has released its content handler, and so this object.
    init(
        profile: DeviceProfile,
        clock: DeviceClock,
        recorder: Recorder,
        settling: Settling,
        end: @escaping @Sendable (DeliveryReport.Outcome, UNNotificationContent.Values?) -> Void,
        close: @escaping @Sendable () -> Void,
        depart: @escaping @Sendable () -> Void
    ) {
        self.profile = profile
        self.clock = clock
        self.recorder = recorder
        self.settling = settling
        state = Mutex(State(end: end, close: close))
        self.depart = depart
    }

    deinit {
        depart()
    }

    private var limits: DeviceProfile.ExtensionLimits { profile.limits }

    /// Starts the extension; its time runs from here.
    func start(_ request: UNNotificationRequest.Values, in host: any ExtensionHosting) {
        let hosted = host.prepare(request, info: profile.info.complete(for: profile.app)) { event in
            self.hear(event)
        }
        state.withLock { state in
            recorder.note(.launched)
            state.hosted = hosted
            enter(.reception, &state)
        }
        setAlarm(after: limits.startUp, .startUpOver)
        setAlarm(after: limits.time, .timeOver)
        guard !state.withLock(\.run.isOver) else { return }
        hosted.launch()
        guard !play(at: .launch), !state.withLock(\.run.isOver) else { return }
        hosted.receive()
    }

    private func hear(_ event: HostEvent) {
        switch event {
        case .created:
            note(.created)
            play(at: .creation)
        case .received:
            note(.received)
            take(.received)
            play(at: .reception)
        case .returned:
            note(.returned)
            if !play(at: .work) { leave(.reception) }
        case .warningReturned:
            note(.warningReturned)
            leave(.warning)
        case .handedOver(let content):
            if !play(at: .beforeHandOver), !state.withLock(\.isStruck) {
                take(.handedOver(content))
            }
        case .handlerReleased: noteRelease()
        case .insecureLoadStopped(let url): note(.insecureLoadStopped(url.withoutQuery))
        case .attachmentNotMade(let failure):
            note(.attachmentNotMade(failure.file, type: failure.type, code: failure.code))
        case .crashTold(let words): note(.crashTold(words))
        case .crashed(let how): crash(how)
        case .memory(let bytes):
            guard !state.withLock({ $0.isDead || $0.isClosed }) else { return }
            recorder.note(memory: bytes)
            if bytes > limits.memory { take(.memoryExceeded) }
        }
    }

    /// Lets the machine decide, and does what it says.
    private func take(_ event: Run.Event) {
        let action = state.withLock { state in
            let action = state.run.handle(event)
            note(action, &state)
            return action
        }
        perform(action)
    }

    private func perform(_ action: Run.Action) {
        switch action {
        case .nothing, .noteSecond, .noteLate: return
        case .warn:
            setAlarm(after: limits.lastChance, .lastChanceOver)
            if !play(at: .warning) { state.withLock(\.hosted)?.warn() }
        case .finish(let content), .finishAtWarning(let content):
            finish(.handedOver, content)
            if !play(at: .afterHandOver) { closeSoon() }
        case .giveUp(let outcome):
            finish(outcome, nil)
            closeSoon()
        case .kill(let outcome):
            state.withLock(\.hosted)?.kill()
            finish(outcome, nil)
            closeSoon()
        case .clear:
            state.withLock(\.hosted)?.kill()
            closeSoon()
        }
    }

    private func note(_ action: Run.Action, _ state: inout State) {
        switch action {
        case .nothing: return
        case .giveUp:
            beginEnding(&state)
            die(&state)
        case .warn:
            recorder.note(.warned)
            enter(.warning, &state)
        case .finish:
            beginEnding(&state)
            recorder.note(.handedOver)
        case .finishAtWarning:
            beginEnding(&state)
            recorder.note(.handedOverAtWarning)
        case .kill, .clear:
            beginEnding(&state)
            recorder.note(.killed)
            die(&state)
        case .noteSecond: recorder.note(.handedOverAgain)
        case .noteLate: recorder.note(.handedOverLate)
        }
    }

    /// What an extension does after its end is no part of the story, but its hand-overs.
    private func note(_ kind: DeliveryReport.Event.Kind) {
        state.withLock { state in
            if !state.isDead, !state.isStruck { recorder.note(kind) }
        }
    }

    /// An extension that lets go of its content handler afterwards does what it should.
    private func noteRelease() {
        state.withLock { state in
            if !state.run.isOver, !state.isStruck { recorder.note(.handlerReleased) }
        }
    }

    private func crash(_ how: String) {
        let action = state.withLock { state -> Run.Action? in
            guard !state.isDead else { return nil }
            recorder.note(.crashed(how))
            beginEnding(&state)
            die(&state)
            return state.run.handle(.crashed)
        }
        guard let action else { return }
        perform(action)
        // It may have handed over before.
        if state.withLock({ $0.isEnded || $0.isStruck }) { closeSoon() }
    }

    private func beginEnding(_ state: inout State) {
        guard state.ending == nil, !state.isClosed else { return }
        state.ending = settling.enter()
    }

    private func die(_ state: inout State) {
        state.isDead = true
        for call in state.openCalls.values { settling.leave(call) }
        state.openCalls = [:]
    }

    private func finish(_ outcome: DeliveryReport.Outcome, _ content: UNNotificationContent.Values?)
    {
        for alarm in state.withLock(\.alarms) { clock.cancel(alarm) }
        let end = state.withLock { state in
            defer { state.end = nil }
            return state.end
        }
        end?(outcome, content)
    }

    private func setAlarm(after time: Duration, _ event: Run.Event) {
        let alarm = clock.schedule(at: clock.now.advanced(by: time)) { self.take(event) }
        let isOver = state.withLock { state in
            state.alarms.append(alarm)
            return state.run.isOver
        }
        if isOver { clock.cancel(alarm) }
    }

    private func enter(_ call: Call, _ state: inout State) {
        state.openCalls[call] = settling.enter()
    }

    private func leave(_ call: Call) {
        let open = state.withLock { state in
            state.isStruck ? nil : state.openCalls.removeValue(forKey: call)
        }
        guard let open else { return }
        settling.leave(open)
        if state.withLock({ $0.isEnded && $0.openCalls.isEmpty }) { closeOnce() }
    }

    /// Closes when the extension's calls have returned.
    private func closeSoon() {
        let isQuiet = state.withLock { state in
            state.isEnded = true
            return state.openCalls.isEmpty
        }
        guard !isQuiet else { return closeOnce() }
        // A call that never returns doesn't keep the next push waiting.
        let ticket = settling.afterPatience { [weak self] in self?.closeOnce() }
        let isClosed = state.withLock { state in
            state.ticket = ticket
            return state.isClosed
        }
        if isClosed { ticket.cancel() }
    }

    private func closeOnce() {
        let (hosted, close, ending) = state.withLock { state in
            defer { (state.hosted, state.close, state.ending) = (nil, nil, nil) }
            (state.isClosed, state.ticket) = (true, nil)
            return (state.hosted, state.close, state.ending)
        }
        hosted?.release()
        close?()
        if let ending { settling.leave(ending) }
    }
}

extension String {
    /// A URL up to what may hold a secret.
    fileprivate var withoutQuery: String { String(prefix { !"?#".contains($0) }) }
}

extension ExtensionSession {
    /// Brings the scripted fault about, where its step has come; says whether it did.
    @discardableResult
    private func play(at step: DeviceProfile.ScriptedFault.Step) -> Bool {
        guard let fault = profile.fault, fault.step == step else { return false }
        let isDue = state.withLock { state in
            let isOver = state.run.isOver && step != .afterHandOver
            guard !state.isStruck, !state.isDead, !isOver else { return false }
            state.isStruck = true
            return true
        }
        guard isDue else { return false }
        switch fault {
        case .crash: state.withLock(\.hosted)?.crash()
        case .memoryKill: take(.memoryExceeded)
        }
        return true
    }
}
