// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import UIKit

/// Hears how far a download is.
@objc protocol DownloaderDelegate: AnyObject {
    @objc func downloader(_ downloader: Downloader, didLoad bytes: Int)
}

/// Loads pictures, and remembers where from.
@objcMembers
final class Downloader: NSObject {
    weak var delegate: DownloaderDelegate?

    @nonobjc func load(_ url: URL, completion: @escaping (UIImage?) -> Void) {
        autoreleasepool {
            Cache.remember(url)
        }
        let request = URLRequest(url: url, timeoutInterval: 5)
        URLSession.shared.dataTask(with: request) { [weak self] data, _, _ in
            if let self = self { self.delegate?.downloader(self, didLoad: data?.count ?? 0) }
            completion(data.flatMap { UIImage(data: $0) })
        }.resume()
    }
}
