// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import PushTransport
import SealedPush
import SealedPushAPNs
import Synchronization

/// What became of a line that was to be sent.
struct SendResult: Error {
    let line: Int
    /// Which device it is for, if the line says so.
    let device: String?
    let end: End

    enum End {
        case answered(APNsID, APNsResult)
        /// It was not sent, with the class of the reason.
        case failed(String)
    }

    /// The line that is printed.
    fileprivate var json: [UInt8] {
        JSONWriter.object { object in
            object.add("line", line)
            if let device { object.add("device", device) }
            switch end {
            case .answered(let id, let answer):
                object.add("id", id.text)
                ResultLine.add(answer, to: &object)
            case .failed(let error):
                object.add("result", "failed")
                object.add("error", error)
            }
        }
    }
}

/// The results of all lines, printed as they come, and counted.
final class SendResults: Sendable {
    private let counts = Mutex(Counts())
    private let stop: @Sendable () -> Void

    private struct Counts {
        var (accepted, later, failed) = (0, 0, 0)
        /// Why results can't be written, and how many of pushes that were taken could not.
        var outputError: CommandError?
        var unshown = 0

        var text: String {
            "\(accepted) accepted, \(later) to be sent again later, \(failed) failed"
        }
    }

    /// No result yet; `stop` is called where one can't be written, so that nothing more is sent.
    init(whenUnwritable stop: @escaping @Sendable () -> Void) {
        self.stop = stop
    }

    /// Prints a result; one that can't be written is told on standard error.
    func tell(_ result: SendResult) {
        counts.withLock { counts in
            switch result.end {
            case .answered(_, .accepted): counts.accepted += 1
            case .answered(_, .retry): counts.later += 1
            case .answered, .failed: counts.failed += 1
            }
            do throws(CommandError) {
                if let error = counts.outputError { throw error }
                try Console.result(json: result.json)
            } catch {
                counts.outputError = error
                if case .answered(_, .accepted) = result.end { counts.unshown += 1 }
                Console.note("not written: \(String(decoding: result.json, as: UTF8.self))")
                stop()
            }
        }
    }

    /// Tells how the command ends.
    ///
    /// - Parameter areAll: Whether every line was read; false after a signal.
    /// - Throws: The failure, if not every push was accepted or a result could not be written.
    func check(areAll: Bool) throws(CommandError) {
        try checkShown()
        let counts = counts.withLock(\.self)
        guard areAll else {
            throw CommandError(
                .later,
                name: "interrupted",
                "ended by a signal: \(counts.text)",
                hint: "every line that was sent has a result; send the others again"
            )
        }
        guard counts.failed == 0 else {
            throw CommandError(.rejected, name: "rejected", counts.text)
        }
        guard counts.later == 0 else {
            throw CommandError(
                .later,
                name: "later",
                counts.text,
                hint: "send these lines again with a member \"id\", the id of the result"
            )
        }
        guard counts.accepted > 0 else {
            throw .usage("no line came", hint: "see why what writes them wrote none")
        }
    }

    /// Throws where a result could not be written: not to be sent again is what APNs took.
    func checkShown() throws(CommandError) {
        let counts = counts.withLock(\.self)
        guard let error = counts.outputError else { return }
        guard counts.unshown > 0 else { throw error }
        throw CommandError(
            .doneNotShown,
            name: "doneNotShown",
            "APNs took \(counted(counts.unshown, "push whose result is", "pushes whose results are"))"
                + " not in the output: \(error.message)",
            hint:
                "the notes above have their lines, which are not to be sent again; lines without a"
                + " result were not sent"
        )
    }
}

/// The line that `send --json` prints, without the line feed.
enum ResultLine {
    /// What became of the push `id`.
    static func result(_ result: APNsResult, of id: APNsID) -> [UInt8] {
        JSONWriter.object { line in
            line.add("id", id.text)
            add(result, to: &line)
        }
    }

    /// Adds what became of a push.
    static func add(_ result: APNsResult, to line: inout JSONWriter.Object) {
        switch result {
        case .accepted(_, let receipt):
            line.add("result", "accepted")
            if let receipt { line.add("receipt", receipt) }
        case .retry(let delay, let cause):
            line.add("result", "retry")
            line.add("after", delay.wholeSeconds)
            switch cause {
            case .refused(let rejection): add(rejection, to: &line)
            case .notSent(let obstacle):
                line.add("cause", "notSent")
                line.add("obstacle", obstacle.rawValue)
            case .unanswered: line.add("cause", "unanswered")
            }
        case .deviceGone(let since):
            line.add("result", "gone")
            if let since { line.add("since", since.milliseconds) }
        case .rejected(let rejection):
            line.add("result", "rejected")
            add(rejection, to: &line)
        }
    }

    private static func add(_ rejection: APNsRejection, to line: inout JSONWriter.Object) {
        line.add("status", rejection.status)
        if let reason = rejection.reason?.rawValue ?? rejection.text { line.add("reason", reason) }
    }
}

extension Duration {
    /// The seconds that are not shorter.
    fileprivate var wholeSeconds: Int {
        Int(components.seconds) + (components.attoseconds > 0 ? 1 : 0)
    }
}
