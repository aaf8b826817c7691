// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// What an extension did wrong with a push.
///
/// ``DeliveryReport/faults`` has them for a report, and ``DeliveryReport/explanation`` names the first.
@nonexhaustive
public enum ExtensionFault: Sendable, Hashable {
    /// It used up its time and never called its content handler, which it still held.
    case neverHandedOver
    /// It let go of its content handler without having called it.
    case releasedHandler
    /// It called its content handler for the first time after its end.
    case handedOverTooLate
    /// It took too long to start.
    case startedTooSlowly
    /// Its process ended by itself: the signal, or else the exit code.
    case crashed(String)
    /// It used more memory than it may.
    case exceededMemory
    /// It handed over content without a title, subtitle or body.
    case handedOverNoText
    /// It called its content handler so many times.
    case handedOverAgain(times: Int)
    /// It handed over only when it was warned that its time was up.
    case handedOverAtWarning
    /// Its process ended by itself after it had handed over.
    case crashedAfterHandOver(String)
    /// It used more memory than it may after it had handed over.
    case exceededMemoryAfterHandOver
}

extension DeliveryReport {
    /// What the extension did wrong, that which decides what is shown before the rest; empty if nothing.
    ///
    ///     #expect(report.faults == [])
    public var faults: [ExtensionFault] {
        let decisive = decisiveFault
        return [decisive].compactMap(\.self) + furtherFaults(after: decisive)
    }

    /// Why nothing counts of what the extension did.
    private var decisiveFault: ExtensionFault? {
        switch outcome {
        case .timedOut where has(.handedOverLate): .handedOverTooLate
        case .timedOut where has(.handlerReleased), .undecided where has(.handlerReleased):
            .releasedHandler
        case .timedOut: .neverHandedOver
        case .slowStart: .startedTooSlowly
        case .crashed, .droppedAfterCrash: .crashed(crash ?? "")
        case .killedForMemory: .exceededMemory
        case .emptyResult: .handedOverNoText
        case .handedOver, .suppressed, .badgeOnly, .notLaunched, .lost, .undecided: nil
        }
    }

    private func furtherFaults(after decisive: ExtensionFault?) -> [ExtensionFault] {
        var faults: [ExtensionFault] = []
        if has(.handedOverAgain) { faults.append(.handedOverAgain(times: handOvers)) }
        if has(.handedOverAtWarning) { faults.append(.handedOverAtWarning) }
        if has(.handedOver) || has(.handedOverAtWarning) {
            if let crash { faults.append(.crashedAfterHandOver(crash)) }
            if has(.killed) { faults.append(.exceededMemoryAfterHandOver) }
        }
        return faults
    }

    private func has(_ kind: DeliveryEvent.Kind) -> Bool {
        events.contains { $0.kind == kind }
    }

    /// How the extension's process ended by itself.
    private var crash: String? {
        for case .crashed(let how) in events.map(\.kind) { return how }
        return nil
    }
}
