// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SimulationSupport
import Synchronization
import UserNotifications

/// One extension object in a process of its own, as the device sees it.
final class ProcessExtension: HostedExtension {
    private struct State {
        var process: ExtensionProcess?
        /// Whether the process was started for it.
        var isFirst = false
        /// Whether the request may be sent.
        var isWanted = false
        /// Whether the request was sent.
        var isSent = false
        /// Whether the process has the request in hand.
        var isTaken = false
        /// Whether its end is meant.
        var isOver = false
    }

    let number: Int
    private let request: UNNotificationRequest.Values
    private let info: InfoPlist
    private weak let host: ProcessHost?
    private let tell: @Sendable (HostEvent) -> Void
    private let state = Mutex(State())

    init(
        number: Int,
        request: UNNotificationRequest.Values,
        info: InfoPlist,
        host: ProcessHost,
        telling tell: @escaping @Sendable (HostEvent) -> Void
    ) {
        self.number = number
        self.request = request
        self.info = info
        self.host = host
        self.tell = tell
    }

    func launch() {
        do throws(SystemError) {
            try host?.join(self)
        } catch {
            tell(.crashed("not started: \(error)"))
        }
    }

    /// Hears which process it is in, before that hears of it.
    func isGiven(_ process: ExtensionProcess, isNew: Bool) {
        state.withLock { state in
            (state.process, state.isFirst, state.isSent) = (process, isNew, false)
        }
    }

    func receive() {
        state.withLock { $0.isWanted = true }
        sendRequest()
    }

    private func sendRequest() {
        let process = state.withLock { state -> ExtensionProcess? in
            guard state.isWanted, !state.isSent, let process = state.process else { return nil }
            state.isSent = true
            return process
        }
        process?.send(.receive(run: number, request, info))
    }

    func warn() {
        state.withLock(\.process)?.send(.warn(run: number))
    }

    func kill() { end()?.end(number) }

    func crash() { end()?.abort() }

    func release() { end()?.release(number) }

    private func end() -> ExtensionProcess? {
        state.withLock { state in
            state.isOver = true
            return state.process
        }
    }

    /// Hears that the process has the request.
    func requestIsTaken() {
        state.withLock { $0.isTaken = true }
    }

    /// Hears what the extension does.
    func hear(_ event: HostEvent) {
        tell(event)
    }

    /// Hears that the process has ended, and what it said of that.
    func processEnded(_ how: String, _ words: String?) {
        // A process that had ended before the push came is no fault of this push.
        let isUntouched = state.withLock { state in
            guard !state.isFirst, !state.isTaken, !state.isOver else { return false }
            state.process = nil
            return true
        }
        guard isUntouched else {
            if let words { tell(.crashTold(words)) }
            return tell(.crashed(how))
        }
        launch()
        sendRequest()
    }
}
