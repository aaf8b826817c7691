// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The scripted extension's program under another name, by which its very start goes.
final class Program {
    private let folder = FileManager.default.temporaryDirectory
        .appending(path: "program-\(UUID().uuidString)")
    let file: URL

    init(named name: String) throws {
        file = folder.appending(path: "extension-\(name)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(at: file, withDestinationURL: Hosting.executable)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }
}

extension Program {
    /// A script of the folder Programs.
    static func script(_ name: String) -> URL {
        URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../Programs/\(name)").standardizedFileURL
    }
}

/// Why a wait was given up.
struct TooSlow: Error {}

/// Waits for something that no event tells of.
func until(_ isSo: () -> Bool) async throws {
    let end = ContinuousClock.now.advanced(by: .seconds(60))
    while !isSo() {
        guard ContinuousClock.now < end else { throw TooSlow() }
        try await Task.sleep(for: .milliseconds(2))
    }
}
