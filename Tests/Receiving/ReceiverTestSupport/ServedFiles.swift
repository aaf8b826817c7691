// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import SealedPush
package import SealedPushReceiver
import Synchronization

/// A downloader that serves files from memory, or fails as it is told.
package final class ServedFiles: AttachmentDownloader {
    /// What a URL leads to.
    package enum Answer: Sendable {
        case file([UInt8])
        /// A part of a file, then an error.
        case partOfFile([UInt8], AttachmentError)
        case error(AttachmentError)
        /// Nothing, until the download is cancelled.
        case silence
    }

    private let answers: Mutex<[String: Answer]>
    private let asked = Mutex<[String]>([])

    package init(_ answers: [String: Answer] = [:]) {
        self.answers = Mutex(answers)
    }

    /// The URLs that were asked for.
    package var requests: [String] { asked.withLock { $0 } }

    package func serve(_ url: String, _ answer: Answer) {
        answers.withLock { $0[url] = answer }
    }

    package func download(
        _ request: AttachmentRequest,
        to file: String
    ) async throws(AttachmentError) {
        asked.withLock { $0.append(request.url) }
        switch answers.withLock({ $0[request.url] }) {
        case .file(let bytes): write(bytes, to: file)
        case .partOfFile(let bytes, let error):
            write(bytes, to: file)
            throw error
        case .error(let error): throw error
        case .silence:
            try? await Task.sleep(for: .seconds(3600))
            throw .unavailable
        case nil: throw .unavailable
        }
    }

    private func write(_ bytes: [UInt8], to file: String) {
        _ = FileManager.default.createFile(atPath: file, contents: Data(bytes))
    }
}
