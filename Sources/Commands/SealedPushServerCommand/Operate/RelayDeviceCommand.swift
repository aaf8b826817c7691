// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPushRelay
import ServerStore

/// Lists, shows and retires the devices of a relay.
struct RelayDeviceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "device",
        abstract: "List, show and retire the devices of a relay.",
        discussion: "Servers may run meanwhile. No push token and no endpoint's URL is told.",
        subcommands: [RelayDeviceList.self, RelayDeviceShow.self, RelayDeviceRetire.self]
    )
}

/// Ends a device for good.
struct RelayDeviceRetire: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retire",
        abstract: "End a device for good.",
        discussion: """
            Its messages are deleted, and its senders are answered that it is gone. An app that \
            is still there registers anew.

            \(DatabaseEffect.changes)

            Example:
              sealedpush-server device retire --data relay 00c0ffee00c0ffee
            """
    )

    @OptionGroup var relay: RelayOptions

    @Argument(help: "The device, as 'device list' prints it.")
    var device: DeviceID

    func run() async throws {
        let visit = try await RelayVisit(relay)
        let known = try await visit.ask { store throws(ServerStoreError) in
            try await store.read { [device] in try $0.device(device) }
        }
        guard let known else { throw CommandError.noDevice }
        guard known.state.ended == nil else {
            throw CommandError.usage("the device has ended: it is \(known.state.stored.word)")
        }
        try await visit.ask { store throws(ServerStoreError) in
            try await store.write { [device] in try $0.retire(device) }
        }
    }
}

extension DeviceID: ExpressibleByArgument {
    package init?(argument: String) { self.init(text: argument) }
}

extension CommandError {
    /// A device that the relay does not know.
    static var noDevice: CommandError {
        .usage("the relay knows no such device", hint: "'device list' prints those that it knows")
    }
}
