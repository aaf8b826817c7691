// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushAPNs
import SealedPushCoding
import SealedPushOpenSSL

@testable import SimulatedAPNs

/// What a check of pushes needs: a team, a directory with one device, and a time.
struct Desk {
    static let start = 1_700_000_000

    let team: Team
    var directory: APNsDirectory
    var connection = ConnectionRules()
    var tokens = ProviderTokens()
    var seconds = start

    init(environment: PushEnvironment = .production) throws {
        team = try Team()
        directory = APNsDirectory(environment: environment)
        directory.add(team.providerKey())
        try register(DeviceRegistration(of: "com.example.app", on: "phone"))
    }

    mutating func register(
        _ registration: DeviceRegistration,
        as token: String = Draft.token
    ) throws {
        directory.register(registration, as: try APNsDeviceToken(hex: token))
    }

    var time: ServerTime {
        ServerTime(
            date: Timestamp(clamping: UInt64(seconds) * 1000),
            uptime: .seconds(seconds - Self.start)
        )
    }

    /// A request in order, with a token made now.
    func draft() throws -> Draft {
        var draft = Draft()
        draft["authorization"] = try team.bearer(at: seconds)
        return draft
    }

    /// What a request is refused with; nil where it is accepted.
    mutating func refusal(of draft: Draft) -> PushRefusal? {
        do {
            _ = try push(draft)
            return nil
        } catch {
            return error
        }
    }

    mutating func push(_ draft: Draft) throws(PushRefusal) -> AcceptedPush {
        let check = PushCheck(draft.request, in: directory)
        var generator = SplitMix(seed: 1)
        let id = check.id ?? APNsID(using: &generator)
        do throws(PushRefusal) {
            return try check.push(called: id, on: &connection, &tokens, at: time)
        } catch {
            connection.note(error)
            throw error
        }
    }
}
