// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushKeys
import SealedPushStore

/// `sealedpush device show`.
struct DeviceShow: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the device: identity, topic, prekeys and how far each has come.",
        usage: "sealedpush device show --store <dir> [--json] [<options>]",
        discussion: """
            Nothing that is shown is secret.

            \(StoreEffect.nothing)

            Example:
              sealedpush device show --store phone --json
            """
    )

    @OptionGroup
    var store: StoreOptions

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() throws {
        let device = try DeviceKeys(in: store.openDevice())
        let prekeys = try device.prekeys(at: .now)
        let facts = DeviceFacts(
            device: device,
            key: try RecordStore.keyKind(at: store.path),
            access: try RecordStore.accessClass(at: store.path),
            prekeys: prekeys,
            minimumEpoch: try device.minimumEpoch()
        )
        if json {
            try Console.result(json: facts.json)
        } else {
            try Console.result(facts.text)
        }
        // What is damaged was told; anything else may have hidden what is sound.
        if let failure = prekeys.failures.first(where: { $0 != .corrupted }) { throw failure }
    }
}
