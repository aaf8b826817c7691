// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushReceiver

/// `sealedpush device unfinished`.
struct DeviceUnfinished: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unfinished",
        abstract: "Show the messages that were opened and are not known to have been shown.",
        usage: "sealedpush device unfinished --store <dir> [--finish] [<options>]",
        discussion: """
            A run that is stopped between opening and showing leaves its message unfinished. The next \
            run shows it, unless four attempts have failed: then this command does, or 'open' with \
            the message itself.

            Prints one JSON object for each, as 'open' does, with the number of attempts. A message \
            whose sender was blocked or revoked since is not printed, but counted in a note.

            With --finish each message is finished once its object was written, and no run shows it \
            again; those of blocked and revoked senders are dropped.

            \(StoreEffect.nothing) With --finish it does.

            Example:
              sealedpush device unfinished --store phone
            """
    )

    @OptionGroup
    var store: StoreOptions

    @Flag(help: "Finish each message, so that it is not shown again.")
    var finish = false

    @OptionGroup
    var time: TimeOptions

    @OptionGroup
    var testKeys: TestKeyOptions

    func run() throws {
        let receiver = try NotificationReceiver(
            store: try store.openDevice(),
            acceptsTestIdentities: testKeys.insecureTestKeys
        )
        var isEmpty = true
        let now = finish ? time.now : nil
        let (silenced, failures) = try receiver.forEachUnfinished(recoveringAt: now) {
            received,
            attempts in
            isEmpty = false
            let result = OpenResult(received, payload: [], attempts: attempts)
            try Console.result(json: result.json)
            guard let now else { return }
            try StandardStream.output.sync()
            try receiver.complete(received, now: now)
        }
        if silenced > 0 {
            let act = finish ? "were dropped" : "wait, and are dropped by --finish or the next run"
            Console.note("\(silenced) of senders who are blocked, revoked or not accepted \(act)")
        }
        if let failure = failures.first { throw CommandError(failure) }
        if isEmpty, silenced == 0 { Console.note("nothing is unfinished") }
    }
}
