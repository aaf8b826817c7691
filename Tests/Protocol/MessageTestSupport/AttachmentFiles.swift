// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush

extension AttachmentReference {
    /// Decrypts `file` as a receiver does.
    package func opening(_ file: [UInt8]) throws -> [UInt8] {
        var rest = file[...]
        var content: [UInt8] = []
        try AttachmentOpener.open(self) { target in
            rest.take(into: &target)
        } writing: { piece in
            for index in piece.indices { content.append(piece[index]) }
        }
        return content
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
