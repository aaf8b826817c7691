// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The app's own server, which sends by a sealing sidecar.
nonisolated enum Server {
    /// Has it ask the relay for an invitation: `POST /v1/invitations`, with its API key.
    static func invitation() async throws -> String {
        let body = try await ask("POST", "invitation", Data())
        return try JSONDecoder().decode([String: String].self, from: body)["invitation"] ?? ""
    }

    /// Asks it for the identity by which it sends now, and what it calls its user, who is logged in.
    static func terms() async throws -> RelayDevice.Terms {
        try await JSONDecoder().decode(RelayDevice.Terms.self, from: ask("POST", "terms", Data()))
    }

    /// Gives it the device's subscription, which it puts beside the user's others:
    /// `PUT /v1/recipients/{user}` of its sidecar, where `{user}` is whom it knows by the login.
    static func subscribe(_ subscription: DeviceIdentity.Subscription) async throws {
        let body = try JSONEncoder().encode(["subscription": subscription.text])
        _ = try await ask("PUT", "subscription", body)
    }

    private static func ask(_ method: String, _ path: String, _ body: Data) async throws -> Data {
        guard let url = URL(string: "https://push.example.com/\(path)") else {
            throw URLError(.badURL)
        }
        var request = URLRequest(url: url)  // with the app's own authentication
        request.httpMethod = method
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        let (data, response) = try await URLSession.shared.upload(for: request, from: body)
        guard let status = (response as? HTTPURLResponse)?.statusCode, 200..<300 ~= status else {
            throw URLError(.badServerResponse)
        }
        return data
    }
}
