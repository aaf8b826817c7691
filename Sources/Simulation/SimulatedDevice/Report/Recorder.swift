// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Writes down what happens in a delivery, from any thread.
final class Recorder: Sendable {
    /// How many of the events that may come without an end are written down.
    static let limit = 1000

    private struct State {
        var events: [DeliveryReport.Event] = []
        var handOvers = 0
        var repetitions = 0
        var peakMemory: Int?
        var isStepped = false
    }

    private let clock: DeviceClock
    private let start: DeviceClock.Instant
    private let state = Mutex(State())

    /// Begins as the push is sent, now.
    init(clock: DeviceClock) {
        self.clock = clock
        start = clock.now
    }

    /// Writes an event down, with the present time; of hand-overs after the first, and late
    /// answers, the first 1000.
    func note(_ kind: DeliveryReport.Event.Kind) {
        state.withLock { state in
            if kind.isHandOver { state.handOvers += 1 }
            if kind.isRepetition {
                guard state.repetitions < Self.limit else { return }
                state.repetitions += 1
            }
            let event = DeliveryReport.Event(time: start.duration(to: clock.now), kind: kind)
            state.events.insert(event, at: Self.place(of: event, in: state.events))
        }
    }

    /// Writes down that the clock is about to be moved since nothing came; the first time alone.
    func noteStep(to moment: DeviceClock.Instant) {
        let isFirst = state.withLock { state in
            defer { state.isStepped = state.isStepped || moment > clock.now }
            return !state.isStepped && moment > clock.now
        }
        if isFirst { note(.clockMoved(to: start.duration(to: moment))) }
    }

    /// Where an event stands: what the app does is told after all that the extension does at the
    /// same time, since the two run side by side.
    private static func place(of event: DeliveryReport.Event, in events: [DeliveryReport.Event])
        -> Int
    {
        guard event.kind.isOfExtension else { return events.endIndex }
        let present = events[...].suffix(while: { $0.time == event.time })
        return present.firstIndex { $0.kind.isOfApp } ?? events.endIndex
    }

    /// Writes down how much memory the process has, in bytes.
    func note(memory: Int) {
        state.withLock { $0.peakMemory = max($0.peakMemory ?? 0, memory) }
    }

    /// What happened so far.
    var events: [DeliveryReport.Event] { state.withLock(\.events) }

    /// How often the extension handed over.
    var handOvers: Int { state.withLock(\.handOvers) }

    /// The most memory that was seen, in bytes.
    var peakMemory: Int? { state.withLock(\.peakMemory) }
}

extension ArraySlice {
    /// The last elements, as far back as all of them are as they should be.
    fileprivate func suffix(while isIncluded: (Element) -> Bool) -> ArraySlice {
        suffix(from: lastIndex { !isIncluded($0) }.map { index(after: $0) } ?? startIndex)
    }
}

extension DeliveryReport.Event.Kind {
    fileprivate var isHandOver: Bool {
        switch self {
        case .handedOver, .handedOverAtWarning, .handedOverAgain, .handedOverLate: true
        default: false
        }
    }

    /// Whether it may come again and again.
    fileprivate var isRepetition: Bool {
        switch self {
        case .handedOverAgain, .handedOverLate, .appAnsweredLate: true
        default: false
        }
    }

    /// Whether the extension, or the system with it, brings it about.
    fileprivate var isOfExtension: Bool {
        switch self {
        case .launched, .created, .received, .returned, .warned, .warningReturned, .handedOver,
            .handedOverAtWarning, .handedOverAgain, .handedOverLate, .handlerReleased,
            .attachmentNotMade, .insecureLoadStopped, .crashTold, .crashed, .killed:
            true
        default: false
        }
    }

    /// Whether it begins what the app does.
    fileprivate var isOfApp: Bool {
        switch self {
        case .appAsked, .appAnswered, .appAnsweredLate: true
        default: false
        }
    }
}
