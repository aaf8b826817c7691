// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import SealedPush
package import SealedPushReceiver
package import SealedPushSender
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

extension SealedAttachment {
    /// Encrypts `content` as a sender does: what a reference is made of, and the file.
    package static func sealing(
        _ content: [UInt8],
        _ type: AttachmentReference.FileType = .jpeg
    ) throws -> (attachment: SealedAttachment, file: [UInt8]) {
        var rest = content[...]
        var file: [UInt8] = []
        let attachment = try SealedAttachment.seal(type) { target in
            rest.take(into: &target)
        } writing: { piece in
            for index in piece.indices { file.append(piece[index]) }
        }
        return (attachment, file)
    }
}

extension ArraySlice<UInt8> {
    /// Moves as many bytes as there is room for, from the front, as a file is read.
    fileprivate mutating func take(into target: inout MutableSpan<UInt8>) -> Int {
        let piece = prefix(target.count)
        for (index, byte) in piece.enumerated() { target[index] = byte }
        self = dropFirst(piece.count)
        return piece.count
    }
}
