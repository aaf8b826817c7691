// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushRelay
import ServerStore

/// Lists the devices of a relay.
struct RelayDeviceList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the devices of a relay.",
        discussion: """
            One line a device, in the order of their ids: id, state, since when, app and \
            environment, between tabs. 'active' has no moment. A note says if there are more.

            \(DatabaseEffect.nothing)

            Example:
              sealedpush-server device list --data relay --state unreachable --limit 20
            """
    )

    /// The states that a device can have.
    enum State: String, CaseIterable, ExpressibleByArgument {
        case pending, active, doubtful, unreachable, gone, replaced, retired
    }

    @OptionGroup var relay: RelayOptions

    @Option(help: "Only devices in this state.")
    var state: State?

    @Option(help: "Only devices of this app.")
    var app: String?

    @Option(help: "Only devices after this one.")
    var after: DeviceID?

    @Option(help: "How many at most.")
    var limit = 100

    @Flag(help: "Print one JSON array.")
    var json = false

    func validate() throws {
        guard limit > 0 else { throw ValidationError("--limit is 1 at least") }
    }

    func run() async throws {
        let (devices, damaged, isMore) = try await find()
        if json {
            let list = JSONWriter.array(pretty: true) { list in
                for device in devices { list.object { RelayDeviceFacts.add(device, to: &$0) } }
            }
            try Console.result(json: list)
        } else {
            for device in devices { try Console.result(RelayDeviceFacts.line(of: device)) }
        }
        if isMore, let last = devices.last {
            Console.note("there are more; go on with --after \(last.id)")
        }
        // The good ones are printed all the same.
        guard damaged == 0 else {
            throw CommandError.failure("\(counted(damaged, "device")) can't be read")
        }
    }

    private func find() async throws(CommandError) -> (
        devices: [RelayDevice], damaged: Int, isMore: Bool
    ) {
        let visit = try await RelayVisit(relay)
        var (devices, damaged, last) = ([RelayDevice](), 0, after)
        while true {
            let page = try await visit.ask { store throws(ServerStoreError) in
                try await store.read { [last] in try $0.devices(after: last, limit: 500) }
            }
            guard !page.isEmpty else { return (devices, damaged, false) }
            for id in page {
                let found = try await visit.ask { store throws(ServerStoreError) in
                    do throws(ServerStoreError) {
                        return try await store.read { try $0.device(id) }
                    } catch .damaged {
                        damaged += 1
                        return nil
                    }
                }
                guard let found, matches(found) else { continue }
                guard devices.count < limit else { return (devices, damaged, true) }
                devices.append(found)
            }
            last = page.last
        }
    }

    private func matches(_ device: RelayDevice) -> Bool {
        (state.map { $0.rawValue == device.state.stored.word } ?? true)
            && (app.map { $0 == device.app.app } ?? true)
    }
}
