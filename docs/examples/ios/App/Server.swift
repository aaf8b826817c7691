// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The app's own server.
nonisolated enum Server {
    /// Gives it the push token, and the prekeys that it lacks.
    ///
    /// It keeps the one-time prekeys of earlier bundles, which are not offered again, and gives each to one sender.
    static func register(token: Data, offer: DeviceBundle) async throws {
        guard let url = URL(string: "https://push.example.com/device") else {
            throw URLError(.badURL)
        }
        var request = URLRequest(url: url)  // with the app's own authentication
        request.httpMethod = "PUT"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        let body = try JSONEncoder()
            .encode([
                "token": token.map { String(format: "%02x", $0) }.joined(),
                "bundle": offer.text,
            ])
        let (_, response) = try await URLSession.shared.upload(for: request, from: body)
        guard let status = (response as? HTTPURLResponse)?.statusCode, 200..<300 ~= status else {
            throw URLError(.badServerResponse)
        }
    }
}
