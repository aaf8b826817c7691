// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension URL {
    /// The same with the extension of a type, unless it has one of that type already.
    public func appendingPathExtension(for contentType: UTType) -> URL {
        guard let preferred = contentType.preferredFilenameExtension,
            UTType(filenameExtension: pathExtension) != contentType
        else { return self }
        return appendingPathExtension(preferred)
    }

    /// A file of a type, in this folder.
    public func appendingPathComponent(
        _ partialName: String,
        conformingTo contentType: UTType
    ) -> URL {
        appendingPathComponent(partialName).appendingPathExtension(for: contentType)
    }
}
