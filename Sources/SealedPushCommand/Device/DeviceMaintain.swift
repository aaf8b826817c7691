// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import SealedPush
import SealedPushKeys

/// `sealedpush device maintain`.
struct DeviceMaintain: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "maintain",
        abstract: "Do what is due of the life of prekeys, and say what was done.",
        usage: "sealedpush device maintain --store <dir> [--revoke] [<options>]",
        discussion: """
            Erases prekeys that are over age, makes reusable ones every 7 days and one-time ones \
            where fewer than 25 are left, and clears away what has had its time. Where nothing is \
            due nothing changes: run it once a day, from cron or a timer, also beside running \
            extensions. Then give the directory what is new ('sealedpush device bundle --offer').

            --revoke makes new prekeys and tells senders to use none before them; every earlier \
            one-time prekey is erased with what was sealed to it. --at in the future erases what \
            would be over age then, for good.

            Example:
              sealedpush device maintain --store phone
            """
    )

    @OptionGroup
    var store: StoreOptions

    @Flag(help: "Revoke every earlier prekey, where private halves may have leaked.")
    var revoke = false

    @Option(
        help: ArgumentHelp(
            "Act as if it were then: \(TimeText.momentForms).",
            valueName: "time"
        ),
        transform: Arguments.moment
    )
    var at: Timestamp?

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() throws {
        let device = try DeviceKeys(in: store.open())
        let report = try device.maintain(at: at ?? .now, revoking: revoke)
        let result = MaintenanceResult(report)
        if json {
            try Console.result(json: result.json)
        } else {
            for line in result.lines { try Console.result(line) }
        }
        for case .removedDamaged in report.deeds {
            Console.note("prekeys or their states were damaged: check the disk")
        }
        if let failure = report.failures.first { throw failure }
    }
}
