// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushSender

/// A film on disk that is encrypted and decrypted again, in a process of its own.
enum AttachmentMemory {
    /// The most memory that this process has had by then, in bytes.
    static func measure(size: Int) throws -> StreamCost {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("sealedpush-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let film = folder.appendingPathComponent("film.mp4")
        let sealed = folder.appendingPathComponent("sealed")
        guard FileManager.default.createFile(atPath: film.path, contents: nil) else {
            throw BenchmarkFailure("no file can be made")
        }
        try FileHandle(forWritingTo: film).truncate(atOffset: UInt64(size))
        let attachment = try SealedAttachment.seal(file: film.path, as: .mp4, to: sealed.path)
        let source = try FileHandle(forReadingFrom: sealed)
        try AttachmentOpener.open(attachment.reference(at: "https://files.example.com/1")) {
            target in
            let descriptor = source.fileDescriptor
            return unsafe target.withUnsafeMutableBytes { bytes in
                max(0, unsafe read(descriptor, bytes.baseAddress, bytes.count))
            }
        } writing: { piece in
            keep(piece.count)
        }
        return StreamCost(nanoseconds: [], peakBytes: try ProcessMemory.peak())
    }
}
