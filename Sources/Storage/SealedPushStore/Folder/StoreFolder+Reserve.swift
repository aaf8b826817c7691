// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

// 64 KiB of the disk that a store keeps for the day when it is full: they usually let one more
// message be deferred.

extension StoreFolder {
    static let reserve = "reserve"
    /// As much as the largest file of a store.
    private static let reserveSize = fileLimit

    /// Makes the reserve unless it is there whole.
    ///
    /// For maintenance. The bytes are random, as a file system may keep others in less space.
    package func makeReserve() throws(StoreError) {
        let target = absolute(Self.reserve)
        do throws(FileError) {
            if let status = try? files.status(of: target) {
                guard status.kind != .file || status.size != Self.reserveSize else { return }
                // A file does not take the place of a folder.
                if status.kind == .folder { try unlink(Self.reserve) }
            }
        } catch {
            throw StoreError(error)
        }
        try replaceTop(Self.reserve, contents: Randomness.bytes(Self.reserveSize).span)
    }

    /// Gives the reserve back to a disk that is full, and says whether there was one.
    package func releaseReserve() -> Bool {
        do throws(FileError) {
            try files.unlink(absolute(Self.reserve))
            return true
        } catch {
            return false
        }
    }
}
