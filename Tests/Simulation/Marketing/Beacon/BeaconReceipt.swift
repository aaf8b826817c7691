// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import UserNotifications

/// Tells the campaign's server that its push has arrived.
enum BeaconReceipt {
    static func send(_ campaign: String, to url: URL, completion: @escaping () -> Void) {
        var request = URLRequest(url: url, timeoutInterval: 10)
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try? JSONSerialization.data(withJSONObject: ["delivered": campaign])
        URLSession.shared.dataTask(with: request) { _, _, _ in completion() }.resume()
    }
}
