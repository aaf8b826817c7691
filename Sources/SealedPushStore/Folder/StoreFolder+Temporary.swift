// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension StoreFolder {
    /// Writes a file that nobody else knows of, made durable, and returns its path.
    func makeTemporaryFile(_ contents: Span<UInt8>) throws(StoreError) -> String {
        let file = temporaryPath()
        do throws(FileError) {
            try files.create(file, contents: contents)
            try files.sync(file: file)
            return file
        } catch {
            try? files.unlink(file)
            throw StoreError(error)
        }
    }

    /// Removes what killed processes left among the temporary files: whatever is older than an hour.
    ///
    /// The file system's own time counts, which a clock that was set does not shift.
    func sweepTemporaryFiles() throws(StoreError) {
        do throws(FileError) {
            let probe = temporaryPath()
            try files.create(probe, contents: Span())
            let now = try files.status(of: probe).modified
            try files.unlink(probe)
            for name in try files.names(in: absolute(Self.temporary)) {
                try files.removeLeftover(absolute("\(Self.temporary)/\(name)"), now: now)
            }
        } catch {
            throw StoreError(error)
        }
    }

    /// A new name; the process id in it is for people who look.
    private func temporaryPath() -> String {
        absolute("\(Self.temporary)/\(getpid())-\(Hex.encode(Randomness.bytes(8).span))")
    }
}

extension StoreFileSystem {
    /// Removes a file or a folder with all it holds if it last changed an hour before `now` or earlier.
    func removeLeftover(_ path: String, now: Int64) throws(FileError) {
        do throws(FileError) {
            guard try status(of: path).modified <= now - 3600 else { return }
            try removeTree(path)
        } catch .absent {
            // Somebody else was faster.
        }
    }

    /// Removes a file, or a folder with all it holds; follows no link.
    func removeTree(_ path: String) throws(FileError) {
        guard try status(of: path).kind == .folder else { return try unlink(path) }
        for name in try names(in: path) { try removeTree("\(path)/\(name)") }
        try removeFolder(path)
    }
}
