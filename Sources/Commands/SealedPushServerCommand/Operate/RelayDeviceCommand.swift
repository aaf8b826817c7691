// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
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
        try Console.result(facts.text, json: json ? facts.json : nil)
    }
}

/// What an operator is told of a device: no token, and of its endpoints neither URL nor digest.
struct RelayDeviceFacts {
    let device: RelayDevice
    let endpoints: [Endpoint]
    let messages: [OutboxCount]

    /// One line of a list.
    static func line(of device: RelayDevice) -> String {
        let since = device.state.since.map { MomentText.text(of: $0) } ?? "-"
        return [
            device.id.text, device.state.stored.word, since, device.app.app,
            device.app.environment.rawValue,
        ].joined(separator: "\t")
    }

    /// The members of a device in a list.
    static func add(_ device: RelayDevice, to object: inout JSONWriter.Object) {
        object.add("device", device.id.text)
        object.add("app", device.app.app)
        object.add("environment", device.app.environment.rawValue)
        object.add("state", device.state.stored.word)
        object.add("since", device.state.since)
    }

    private var waiting: Int { messages.reduce(0) { $0 + $1.waiting } }
    private var leased: Int { messages.reduce(0) { $0 + $1.leased } }

    /// Whether it serves one key, which may be awaited.
    private static func isBound(_ endpoint: Endpoint) -> Bool { endpoint.sender != .anyone }

    /// Lines for people.
    var text: String {
        let tokens = [("token", device.token), ("new token", device.candidate)]
            .compactMap { name, token in
                token.map { token in
                    let registered = MomentText.text(of: token.registered)
                    return "\(name)\t\(token.version.number), named \(registered)"
                }
            }
        let endpoints = endpoints.map { endpoint in
            let name = DeviceID(endpoint.id.number).text
            return "endpoint\t\(name), \(Self.isBound(endpoint) ? "bound" : "unbound")"
        }
        let since = device.state.since.map { " since \(MomentText.text(of: $0))" } ?? ""
        return
            ([
                "device\t\(device.id.text)",
                "app\t\(device.app.app) (\(device.app.environment.rawValue))",
                "state\t\(device.state.stored.word)\(since)",
            ] + tokens + endpoints + ["waiting\t\(waiting)", "under way\t\(leased)"])
            .joined(separator: "\n")
    }

    /// One object.
    var json: [UInt8] {
        JSONWriter.object(pretty: true) { object in
            Self.add(device, to: &object)
            for (key, token) in [("token", device.token), ("newToken", device.candidate)] {
                if let token {
                    object.object(key) { object in
                        object.add("version", Int(token.version.number))
                        object.add("named", token.registered)
                    }
                } else {
                    object.null(key)
                }
            }
            object.array("endpoints") { list in
                for endpoint in endpoints {
                    list.object { object in
                        object.add("endpoint", DeviceID(endpoint.id.number).text)
                        object.add("bound", Self.isBound(endpoint))
                    }
                }
            }
            object.add("waiting", waiting)
            object.add("underWay", leased)
        }
    }
}

extension DeviceState {
    /// When the device came into this state; nil for an active one, of which no store keeps it.
    var since: Timestamp? { self == .active ? nil : stored.since }
}
