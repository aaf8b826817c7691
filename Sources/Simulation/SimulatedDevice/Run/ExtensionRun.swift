// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Decides when the run of an extension is over, and with what: the system's side of a delivery.
///
/// Times come in as events, so there is no clock here; who shows and kills is the shell. Events may
/// come in any order: an extension calls from any thread, and what it does after its end still
/// comes.
struct ExtensionRun<Content> {
    /// What happened.
    enum Event {
        /// The extension object was made.
        case created
        /// `didReceive` was called.
        case received
        /// The extension called its content handler.
        case handedOver(Content)
        /// The time for starting is over.
        case startUpOver
        /// The time is over.
        case timeOver
        /// The time after the warning is over.
        case lastChanceOver
        /// The process ended by itself.
        case crashed
        /// The process has more memory than it may.
        case memoryExceeded
    }

    /// What the shell does next.
    enum Action {
        /// Nothing.
        case nothing
        /// Calls `serviceExtensionTimeWillExpire`.
        case warn
        /// Shows what was handed over in time.
        case finish(Content)
        /// Shows what was handed over after the warning.
        case finishAtWarning(Content)
        /// Shows the original: the extension goes on living, but nothing of it counts any more.
        case giveUp(DeliveryReport.Outcome)
        /// Kills the process and shows the original.
        case kill(DeliveryReport.Outcome)
        /// Kills the process; what is shown stays.
        case clear
        /// Notes that the extension handed over again.
        case noteSecond
        /// Notes that the extension handed over after its end.
        case noteLate
    }

    private enum State: Sendable {
        case starting
        case working
        case warned
        case finished
        case cleared
        case failed
    }

    private var state = State.starting

    /// Whether nothing that happens changes what is shown.
    var isOver: Bool {
        switch state {
        case .starting, .working, .warned: false
        case .finished, .cleared, .failed: true
        }
    }

    /// Takes in one event and says what to do.
    mutating func handle(_ event: Event) -> Action {
        switch (event, state) {
        case (.handedOver, .finished): return .noteSecond
        case (.handedOver, .failed), (.handedOver, .cleared): return .noteLate
        case (.memoryExceeded, .finished):
            state = .cleared
            return .clear
        case (_, .finished), (_, .cleared), (_, .failed), (.created, _): return .nothing
        case (.received, .starting):
            state = .working
            return .nothing
        case (.received, _): return .nothing
        case (.handedOver(let content), _):
            defer { state = .finished }
            return state == .warned ? .finishAtWarning(content) : .finish(content)
        case (.startUpOver, .starting): return fail(.kill(.slowStart))
        case (.startUpOver, _): return .nothing
        case (.timeOver, .working):
            state = .warned
            return .warn
        case (.timeOver, .starting): return fail(.kill(.slowStart))
        case (.timeOver, .warned): return .nothing
        case (.lastChanceOver, .warned): return fail(.kill(.timedOut))
        case (.lastChanceOver, _): return .nothing
        case (.crashed, _): return fail(.giveUp(.crashed))
        case (.memoryExceeded, _): return fail(.kill(.killedForMemory))
        }
    }

    private mutating func fail(_ action: Action) -> Action {
        state = .failed
        return action
    }
}

extension ExtensionRun: Sendable where Content: Sendable {}
extension ExtensionRun.Event: Sendable where Content: Sendable {}
extension ExtensionRun.Action: Sendable where Content: Sendable {}
extension ExtensionRun.Event: Equatable where Content: Equatable {}
extension ExtensionRun.Action: Equatable where Content: Equatable {}
