// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

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

    /// Gives it the device's subscription, which it puts beside the user's others:
    /// `PUT /v1/recipients/{user}` of its sidecar.
    static func subscribe(_ subscription: [UInt8]) async throws {
        _ = try await ask("PUT", "subscription", Data(subscription))
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
