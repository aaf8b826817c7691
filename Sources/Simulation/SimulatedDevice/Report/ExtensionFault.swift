// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// What an extension did wrong with a push.
///
/// ``DeliveryReport/faults`` has them for a report, and ``DeliveryReport/explanation`` names the
/// first.
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
    /// It could not make an attachment of a file of this name and type; the number of the
    /// `UNError.Code`.
    case attachmentNotMade(String, type: String, code: Int)
    /// The system left its attachment of this identifier out; the number of the `UNError.Code`.
    case attachmentRefused(String, code: Int)
    /// The system left its attachment of this identifier and type out, as its content is something
    /// else, in words.
    case attachmentMismatched(String, type: String, content: String)
}

extension DeliveryReport {
    /// What the extension did wrong, that which decides what is shown before the rest; empty if
    /// nothing.
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
        return faults + events.compactMap { ExtensionFault($0.kind) }
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

extension ExtensionFault {
    /// The fault that an event of an attachment tells of, if it is one.
    fileprivate init?(_ event: DeliveryEvent.Kind) {
        switch event {
        case .attachmentNotMade(let file, let type, let code):
            self = .attachmentNotMade(file, type: type, code: code)
        case .attachmentRefused(let identifier, let code):
            self = .attachmentRefused(identifier, code: code)
        case .attachmentMismatched(let identifier, let type, let content):
            self = .attachmentMismatched(identifier, type: type, content: content)
        default: return nil
        }
    }
}
