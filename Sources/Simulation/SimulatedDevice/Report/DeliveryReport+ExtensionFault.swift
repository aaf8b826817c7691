// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension DeliveryReport {
    /// A mistake of the extension with a push.
    ///
    /// ``DeliveryReport/faults`` lists the mistakes, and ``DeliveryReport/explanation`` names the
    /// first.
    @nonexhaustive
    public enum ExtensionFault: Sendable, Hashable {
        /// The extension used up its time, kept its content handler and never called it.
        case neverHandedOver
        /// The extension released its content handler without calling it.
        case releasedHandler
        /// The extension called its content handler for the first time after its time was over.
        case handedOverTooLate
        /// The extension took too long to start.
        case startedTooSlowly
        /// The extension's process ended by itself; the value is the signal, or else the exit code.
        case crashed(String)
        /// The extension exceeded its memory limit.
        case exceededMemory
        /// The extension handed over content without a title, subtitle or body.
        case handedOverNoText
        /// The extension called its content handler this number of times.
        case handedOverAgain(times: Int)
        /// The extension handed over only after the warning.
        case handedOverAtWarning
        /// The extension's process ended by itself after it had handed over.
        case crashedAfterHandOver(String)
        /// The extension exceeded its memory limit after it had handed over.
        case exceededMemoryAfterHandOver
        /// The extension asked for this URL of plain http, which App Transport Security stopped.
        case insecureLoadStopped(String)
        /// The extension could not create an attachment from a file of this name and type; `code`
        /// is the `UNError.Code`.
        case attachmentNotMade(String, type: String, code: Int)
        /// The system omitted the attachment of this identifier; `code` is the `UNError.Code`.
        case attachmentRefused(String, code: Int)
        /// The system omitted the attachment of this identifier because its first bytes are not of
        /// its type; `content` describes what they are.
        case attachmentMismatched(String, type: String, content: String)
    }
}

extension DeliveryReport {
    /// The mistakes of the extension; the one that decides what is shown comes first.
    ///
    ///     #expect(report.faults == [])
    public var faults: [ExtensionFault] {
        let decisive = decisiveFault
        return [decisive].compactMap(\.self) + furtherFaults(after: decisive)
    }

    /// The mistake for which the device ignores what the extension handed over.
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

    private func has(_ kind: Event.Kind) -> Bool {
        events.contains { $0.kind == kind }
    }

    /// The signal or exit code with which the extension's process ended by itself.
    private var crash: String? {
        for case .crashed(let how) in events.map(\.kind) { return how }
        return nil
    }
}

extension DeliveryReport.ExtensionFault {
    /// The mistake in an event of the network or an attachment; nil for another event.
    fileprivate init?(_ event: DeliveryReport.Event.Kind) {
        switch event {
        case .insecureLoadStopped(let url): self = .insecureLoadStopped(url)
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
