// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushAPNs
import SealedPushCoding
import Testing

@testable import SimulatedAPNs

/// A server that is started with a team and a device, in real time.
struct Rig {
    let team: Team
    var configuration: ServerConfiguration
    var watcher: @Sendable (PushRecord) -> Void = { _ in }
    private let bearer: String

    init(
        _ rules: [FaultRule] = [],
        connections: [ConnectionFaultRule] = [],
        at seconds: Int = ServerTime.present.seconds
    ) throws {
        team = try Team()
        bearer = try team.bearer(at: seconds)
        var directory = APNsDirectory()
        directory.add(team.providerKey())
        directory.register(
            DeviceRegistration(of: "com.example.app", on: "phone"),
            as: try APNsDeviceToken(hex: Draft.token)
        )
        configuration = ServerConfiguration(directory)
        configuration.script = FaultScript(rules, connections: connections)
    }

    /// A request in order.
    var draft: Draft {
        var draft = Draft()
        draft["authorization"] = bearer
        draft["apns-expiration"] = nil
        return draft
    }

    func run<Result>(_ body: (APNsServer) async throws -> Result) async throws -> Result {
        try await APNsServer.run(configuration, watcher: watcher, body)
    }
}
