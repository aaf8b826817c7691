// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushKeys

/// `sealedpush sender maintain`.
struct SenderMaintain: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "maintain",
        abstract: "Clear away what senders noted of prekeys that have ended.",
        usage: "sealedpush sender maintain --store <dir> [<options>]",
        discussion: """
            Each message to a one-time prekey leaves a note, so that no prekey is used twice. \
            After the prekey has expired, the second run that sees this removes the note, at \
            least 20 hours after the first. Run it once a day, from cron or a timer, also while \
            others seal. A store that has a device, too, needs 'sealedpush device maintain' only. \
            --at counts as a time of the clock.

            \(StoreEffect.changes)

            Example:
              sealedpush sender maintain --store server
            """
    )

    @OptionGroup
    var store: StoreOptions

    @Option(
        help: ArgumentHelp(
            "Act as if it were then: \(TimeText.momentForms).",
            valueName: "time"
        ),
        transform: Arguments.moment
    )
    var at: Timestamp?

    func run() throws {
        let store = try store.openSender()
        try SenderIdentities.checkPresence(in: store)
        let notes = try StoredSenderMemory(in: store).forgetEnded(at: at ?? .now)
        try Console.result(MaintenanceResult.line(cleared: notes) ?? "nothing was due")
    }
}
