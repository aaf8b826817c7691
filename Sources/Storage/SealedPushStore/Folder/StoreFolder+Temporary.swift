// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension StoreFolder {
    /// Removes what killed processes left among the temporary files, whatever is older than an
    /// hour, and says how many.
    func sweepTemporaryFiles() throws(StoreError) -> Int {
        var count = 0
        do throws(FileError) {
            let now = try now()
            for name in try files.names(in: absolute(Self.temporary))
            where try files.removeLeftover(absolute("\(Self.temporary)/\(name)"), now: now) {
                count += 1
            }
        } catch {
            throw StoreError(error)
        }
        return count
    }

    /// The file system's own time, in seconds: ages are told by it, so a clock that was set shifts
    /// none.
    package func now() throws(FileError) -> Int64 {
        while true {
            let probe = temporaryPath()
            try files.create(probe, contents: Span())
            defer { try? files.unlink(probe) }
            do throws(FileError) {
                return try files.status(of: probe).modified
            } catch .absent {
                // It was swept: this process had been suspended for an hour. Once more.
            }
        }
    }

    /// Whether a file last changed so long ago, by the file system's own clock; false if it is
    /// gone.
    package func isOlder(_ file: StorePath, than age: Duration) throws(StoreError) -> Bool {
        do throws(FileError) {
            let changed = try files.status(of: absolute(file.text)).modified
            return changed <= (try now()) - age.components.seconds
        } catch .absent {
            return false
        } catch {
            throw StoreError(error)
        }
    }

    /// A path for a file that no other process knows of; the process id in it is for people who
    /// look.
    func temporaryPath() -> String {
        absolute("\(Self.temporary)/\(getpid())-\(Hex.encode(Randomness.bytes(8).span))")
    }
}

extension StoreFileSystem {
    /// Removes a file of this user's if it last changed an hour before `now` or earlier, and says
    /// whether it did.
    @discardableResult
    package func removeLeftover(_ path: String, now: Int64) throws(FileError) -> Bool {
        do throws(FileError) {
            let status = try status(of: path)
            guard status.kind == .file, status.isOurs, status.isLeftover(at: now) else {
                return false
            }
            try unlink(path)
            return true
        } catch .absent {
            return false  // Another sweep was faster.
        }
    }
}

extension FileStatus {
    /// Whether it last changed an hour before `now` or earlier, so that no process still uses it.
    package func isLeftover(at now: Int64) -> Bool { modified <= now - 3600 }
}
