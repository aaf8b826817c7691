// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushRelay

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

    private static func isBound(_ endpoint: Endpoint) -> Bool {
        if case .bound = endpoint.sender { true } else { false }
    }

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
