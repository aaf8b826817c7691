// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushContacts
import SealedPushKeys
import SealedPushRelayClient
import SealedPushStore

/// `sealedpush device maintain`.
struct DeviceMaintain: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "maintain",
        abstract: "Do what is due of the life of prekeys, and say what was done.",
        usage: """
            sealedpush device maintain --store <dir> [--rotate|--revoke]
              [--registration <file>] [<options>]
            """,
        discussion: """
            Erases prekeys that are over age, makes reusable ones every 7 days and one-time ones \
            where fewer than 25 are left, and clears away what has had its time. A prekey that is \
            damaged, or whose directory of claims is missing, is discarded, and others are made. Where nothing is \
            due nothing changes: run it once a day, from cron or a timer, also beside running \
            extensions. Then give the directory what is new ('sealedpush device bundle --offer').

            --rotate makes new reusable prekeys now, whatever their age; the old ones stay for \
            what is on its way. --revoke makes new prekeys and tells senders to use none before them; every earlier \
            one-time prekey is erased with what was sealed to it.

            What is over age is erased by the second run that finds it so, at least 20 hours after \
            the first: one false time erases nothing. --at counts as such a time.

            A pairing that is not paired within a day is undone, and so is one whose sender was \
            removed or blocked. The relay ends its endpoint if --registration tells of the device \
            there; else a later run does. For pairings one false time is enough.

            \(StoreEffect.changes)

            Example:
              sealedpush device maintain --store phone
            """
    )

    @OptionGroup
    var store: StoreOptions

    @Option(
        help: ArgumentHelp(
            "The file that 'device register' made, to end what is undone.",
            valueName: "file"
        )
    )
    var registration: InputFile?

    @Flag(help: "Make new reusable prekeys now.")
    var rotate = false

    @Flag(help: "Revoke every earlier prekey, where private halves may have leaked.")
    var revoke = false

    @OptionGroup
    var time: TimeOptions

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        guard !rotate || !revoke else {
            throw ValidationError("--revoke makes new prekeys, too: one of both is enough")
        }
    }

    func run() async throws {
        let file = try registration.map { file in try RegistrationFile(reading: file) }
        let store = try store.openDevice()
        let device = try DeviceKeys(in: store)
        guard file?.identity ?? device.identity == device.identity else {
            throw CommandError.otherDevice("registration")
        }
        let now = time.now
        let report: MaintenanceReport
        do {
            report = try device.maintain(at: now, rotating: rotate, revoking: revoke)
        } catch {
            if revoke { Console.note("the revocation may have begun: run it again") }
            throw error
        }
        // The store may have senders, too.
        let notes = Result { () throws(KeyError) in
            try StoredSenderMemory(in: store).forgetEnded(at: now)
        }
        let pairings = await maintainPairings(of: store, at: file, now)
        let result = MaintenanceResult(
            report,
            notes: (try? notes.get()) ?? 0,
            pairings: (try? pairings.get()) ?? PairingMaintenance(),
            rotating: rotate
        )
        let (text, object) = (result.lines.joined(separator: "\n"), json ? result.json : nil)
        if report.changes.isEmpty {
            try Console.result(text, json: object)
        } else {
            // It is told once: the next run finds nothing of it.
            try Console.result(
                text,
                json: object,
                ofDone: revoke || rotate
                    ? "the prekeys are \(revoke ? "revoked" : "replaced")" : "maintenance is done",
                hint: result.summary
                    + (revoke || rotate ? "; the same command would act on the new ones" : "")
            )
        }
        if report.hasDiscardedDamaged {
            Console.note(
                "the store was damaged: check the disk, and hand out the new bundle ('sealedpush"
                    + " device bundle', for a directory with --offer)"
            )
        }
        if let failure = report.failures.first { throw failure }
        _ = try notes.get()
        try ContactBook(store).rebuildLookalikes()
        if let failure = try pairings.get().failures.first { throw CommandError(pairing: failure) }
    }

    private func maintainPairings(
        of store: RecordStore,
        at file: RegistrationFile?,
        _ now: Timestamp
    ) async -> Result<PairingMaintenance, any Error> {
        do {
            var registrations: [Pairings.Registration] = []
            if let file {
                registrations = [(relay: try RelayClient(file.relay), device: file.device)]
            }
            let pairings = try Pairings(
                in: store,
                at: registrations,
                as: "maintenance",
                notifications: { .off },
                now: { now }
            )
            return .success(try await pairings.maintain())
        } catch {
            return .failure(error)
        }
    }
}
