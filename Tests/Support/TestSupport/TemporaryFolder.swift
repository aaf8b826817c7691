// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A folder of a test's own, removed with it.
package final class TemporaryFolder: Sendable {
    /// The path of it.
    package let path: String

    /// Makes a folder; the first use of one that the system refuses fails.
    ///
    /// - Parameters:
    ///   - parent: The folder in which it is made.
    ///   - mode: What its owner and others may do there.
    package init(in parent: String = NSTemporaryDirectory(), mode: Int = 0o700) {
        path = URL(filePath: parent).appending(path: "sealedpush-test-\(UUID().uuidString)").path
        try? FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: mode]
        )
    }

    deinit { remove() }

    /// The place of folders in memory, if the system has one, as no test can cut the power
    /// of a real disk.
    package static var memory: String {
        let path = "/dev/shm"
        return FileManager.default.isWritableFile(atPath: path) ? path : NSTemporaryDirectory()
    }

    /// Removes it now.
    package func remove() { try? FileManager.default.removeItem(atPath: path) }

    /// Its place.
    package var url: URL { URL(filePath: path) }

    /// A place in it.
    package func path(_ name: String) -> String { "\(path)/\(name)" }

    /// A place in it.
    package func url(_ name: String) -> URL { URL(filePath: path(name)) }

    /// Makes a folder in it, and those around that.
    package func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(at: url(name), withIntermediateDirectories: true)
    }

    /// Writes a file that only this user may use, as a passphrase has to be kept.
    package func write(_ text: String, to name: String, mode: Int = 0o600) throws {
        try write(Array(text.utf8), to: name, mode: mode)
    }

    /// Writes a file that only this user may use unless told otherwise.
    package func write(_ bytes: [UInt8], to name: String, mode: Int = 0o600) throws {
        try Data(bytes).write(to: url(name))
        try setMode(mode, of: name)
    }

    /// Says what the owner of a file and others may do with it.
    package func setMode(_ mode: Int, of name: String) throws {
        let path = path(name)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    /// The bytes of a file.
    package func read(_ name: String) throws -> [UInt8] {
        try [UInt8](Data(contentsOf: url(name)))
    }

    /// The text of a file.
    package func text(_ name: String) throws -> String {
        String(decoding: try read(name), as: UTF8.self)
    }
}
