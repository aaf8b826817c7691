// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
package import SealedPushSender

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
