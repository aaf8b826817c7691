// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPushRelay
import ServerStore

/// Shows a device of a relay.
struct RelayDeviceShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the state of a device, its endpoints and its messages.",
        discussion: """
            A token is told by its number among those of the device, and by when the app named \
            it; an endpoint by the id that the device knows, and whether it takes one VAPID key \
            only.

            \(DatabaseEffect.nothing)

            Example:
              sealedpush-server device show --data relay 00c0ffee00c0ffee --json
            """
    )

    @OptionGroup var relay: RelayOptions

    @Flag(help: "Print one JSON object.")
    var json = false

    @Argument(help: "The device, as 'device list' prints it.")
    var device: DeviceID

    func run() async throws {
        let visit = try await RelayVisit(relay)
        let facts = try await visit.ask { store throws(ServerStoreError) in
            try await store.read { [device] transaction in
                try transaction.device(device).map { known in
                    RelayDeviceFacts(
                        device: known,
                        endpoints: try transaction.endpoints(of: device),
                        messages: Array(try transaction.outbox(of: device).values)
                    )
                }
            }
        }
        guard let facts else { throw CommandError.noDevice }
        if json {
            try Console.result(json: facts.json)
        } else {
            try Console.result(facts.text)
        }
    }
}
