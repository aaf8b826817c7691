// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPush
import SealedPushReceiver

extension OpenCommand {
    /// Shows every message that waits and can be opened; each is finished once its object was written
    /// for certain.
    func openParked() throws {
        let now = { at ?? .now }
        let receiver = try makeReceiver()
        var queue = try receiver.waiting(by: .app)
        if queue.count == 0 { Console.note("nothing is parked") }
        while let message = queue.next(now: now()) {
            try Console.result(json: OpenResult(message.received, payload: []).json)
            try StandardStream.output.sync()
            queue.shown(now: now())
        }
        if queue.report.silenced > 0 {
            Console.note(
                "\(queue.report.silenced) messages were dropped: their senders are blocked, revoked or"
                    + " not accepted by now"
            )
        }
        var left = 0
        try receiver.forEachUnfinished { _, _ in left += 1 }
        if left > 0 {
            Console.note(
                "\(left) messages are opened and not known to be shown: 'sealedpush device unfinished'"
                    + " shows them; another run may be at it"
            )
        }
        var (failures, refusals) = (queue.report.failures, [ReceiverError]())
        for case .failed(let error) in queue.report.outcomes {
            guard case .refused(let refusal) = error else {
                failures.append(error)
                continue
            }
            Console.note("a parked message was refused, and is deleted (\(refusal.rawValue))")
            refusals.append(error)
        }
        if let failure = (failures + refusals).first { throw CommandError(failure) }
    }
}
