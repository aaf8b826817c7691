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

/// A request that tests change before it is made.
struct Draft: Sendable {
    static let token = String(repeating: "a1", count: 32)
    static let id = "123e4567-e89b-12d3-a456-4266554400a0"

    var method = "POST"
    var path = "/3/device/" + token
    var fields: [(name: String, value: String)] = [
        ("apns-id", id), ("apns-topic", "com.example.app"), ("apns-push-type", "alert"),
        ("apns-priority", "10"), ("apns-expiration", "1800000000"), ("apns-collapse-id", "news"),
    ]
    var body = Array(#"{"aps":{"alert":"Hello"}}"#.utf8)

    /// A field, in its place where it is there already, or none.
    subscript(name: String) -> String? {
        get { fields.first { $0.name == name }?.value }
        set {
            let place = fields.firstIndex { $0.name == name }
            switch (place, newValue) {
            case (let place?, let value?): fields[place].value = value
            case (let place?, nil): fields.remove(at: place)
            case (nil, let value?): fields.append((name, value))
            case (nil, nil): break
            }
        }
    }

    var request: PushRequest {
        PushRequest(method: method, path: path, fields: fields, body: body)
    }
}

/// A change of a request, so that a rule is broken or kept.
typealias Change = @Sendable (inout Draft) -> Void
