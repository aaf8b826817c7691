// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import UserNotifications

/// Downloads the picture, sound or film of a campaign.
final class BeaconMediaLoader {
    private let session: URLSession

    init(session: URLSession = .shared) {
        self.session = session
    }

    func load(_ url: URL, completion: @escaping (UNNotificationAttachment?) -> Void) {
        let task = session.downloadTask(with: url) { location, response, error in
            if let error = error {
                NSLog("[Beacon] media not loaded: %@", error.localizedDescription)
                return completion(nil)
            }
            guard let location = location,
                let status = (response as? HTTPURLResponse)?.statusCode, status < 400
            else { return completion(nil) }
            // The system goes by the extension.
            let file = URL(fileURLWithPath: NSTemporaryDirectory())
                .appendingPathComponent(UUID().uuidString)
                .appendingPathExtension(url.pathExtension)
            do {
                try FileManager.default.moveItem(at: location, to: file)
                completion(
                    try UNNotificationAttachment(identifier: "media", url: file, options: nil)
                )
            } catch {
                NSLog("[Beacon] media not attached: %@", "\(error)")
                completion(nil)
            }
        }
        task.resume()
    }
}
