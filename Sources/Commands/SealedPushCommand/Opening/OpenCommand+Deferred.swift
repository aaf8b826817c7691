// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPush
import SealedPushReceiver

extension OpenCommand {
    /// Shows every message that waits and can be opened; each is finished once its object was
    /// written for certain.
    func openDeferred() throws {
        let now = { at ?? .now }
        let receiver = try makeReceiver()
        var queue = try receiver.backlog()
        if queue.count == 0 { Console.note("no message is deferred") }
        while let message = queue.next(now: now()) {
            let isMessage = [.opened, .recovered].contains(message.received.outcome)
            try Self.show(
                OpenResult(message.received, payload: []),
                again: isMessage ? "'sealedpush device unfinished'" : nil
            )
            queue.shown(now: now())
        }
        if queue.silenced > 0 {
            Console.note(
                "\(counted(queue.silenced, "message was", "messages were")) dropped: by now"
                    + " who sent them is blocked, revoked or not accepted"
            )
        }
        var left = 0
        try receiver.forEachUnfinished { _, _ in left += 1 }
        if left > 0 {
            Console.note(
                "\(counted(left, "message is", "messages are")) opened and not known to be shown: 'sealedpush device unfinished'"
                    + " shows them; another run may be at it"
            )
        }
        for refusal in queue.refusals {
            Console.note(
                refusal.isFinal
                    ? "a deferred message was refused, and is deleted (\(refusal.error.name))"
                    : "a deferred message was refused, and stays, as it may open later"
                        + " (\(refusal.error.name))"
            )
        }
        // What stays out of reach counts for more than what was refused.
        let refusals = queue.refusals.map { ReceiverError.refused($0.error) }
        if let failure = (queue.failures + refusals).first { throw CommandError(failure) }
    }
}
