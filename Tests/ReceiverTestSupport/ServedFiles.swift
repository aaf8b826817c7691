// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import SealedPush
import SealedPushReceiver
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
        _ url: String,
        to file: String,
        size: Int
    ) async throws(AttachmentError) {
        asked.withLock { $0.append(url) }
        switch answers.withLock({ $0[url] }) {
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

extension SealedAttachment {
    /// Encrypts `content` as a sender does: what a reference is made of, and the file.
    package static func sealing(
        _ content: [UInt8],
        _ type: AttachmentType = .jpeg
    ) throws -> (attachment: SealedAttachment, file: [UInt8]) {
        var rest = content[...]
        var file: [UInt8] = []
        let attachment = try AttachmentSealer.seal(type) { target in
            let piece = rest.prefix(target.count)
            for (index, byte) in piece.enumerated() { target[index] = byte }
            rest = rest.dropFirst(piece.count)
            return piece.count
        } writing: { piece in
            for index in piece.indices { file.append(piece[index]) }
        }
        return (attachment, file)
    }
}
