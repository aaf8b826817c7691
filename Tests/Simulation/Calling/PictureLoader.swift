// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import UserNotifications

/// Loads the picture of a caller.
final class PictureLoader {
    private let session = URLSession(configuration: .ephemeral)

    func load(_ url: URL, completion: @escaping (UNNotificationAttachment?) -> Void) {
        session.dataTask(with: URLRequest(url: url)) { data, response, _ in
            guard let data = data, (response as? HTTPURLResponse)?.statusCode == 200 else {
                return completion(nil)
            }
            let folder = FileManager.default.temporaryDirectory
                .appendingPathComponent(ProcessInfo.processInfo.globallyUniqueString)
            let file = folder.appendingPathComponent(url.lastPathComponent)
            do {
                try FileManager.default.createDirectory(
                    at: folder,
                    withIntermediateDirectories: true
                )
                try data.write(to: file, options: .atomic)
                completion(try UNNotificationAttachment(identifier: "caller", url: file))
            } catch {
                NSLog("[Calling] no picture: %@", "\(error)")
                completion(nil)
            }
        }.resume()
    }
}
