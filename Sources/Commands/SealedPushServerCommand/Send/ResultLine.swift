// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PushTransport
import SealedPush
import SealedPushAPNs

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
