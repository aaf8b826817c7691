// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What the system tells of the files that a process has open.
struct OpenFiles {
    private let folder: String

    /// Those of a process, by the folder in which the system tells about it.
    init(of folder: String) {
        self.folder = folder
    }

    /// What each descriptor leads to, by its number.
    var targets: [String: String] {
        let descriptors = "\(folder)/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: descriptors)) ?? []
        return names.reduce(into: [:]) { targets, name in
            let path = "\(descriptors)/\(name)"
            targets[name] = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
        }
    }

    /// The whole text of a file of the system's: it says that it has no bytes, so Foundation reads
    /// a part alone.
    static func text(of path: String) -> String {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { buffer in
                unsafe read(descriptor, buffer.baseAddress, buffer.count)
            }
            guard count > 0 else { return String(decoding: text, as: UTF8.self) }
            text += buffer[..<count]
        }
    }
}
