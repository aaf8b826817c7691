// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ServerStore
import Testing

@testable import SealedPushRelay

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The lock of a database, by itself.
struct DatabaseLockTests {
    private func withPath(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.appending(path: "relay.sqlite").path)
    }

    @Test func `a lock is held once`() throws {
        try withPath { path in
            let lock = try DatabaseLock(of: path)
            #expect(throws: ServerStoreError.inUse) { try DatabaseLock(of: path) }
            withExtendedLifetime(lock) {}
        }
    }

    #if os(Linux)
        /// A copy of the descriptor of a lock's file, as a child has it that is being started.
        private func copyOfDescriptor(of path: String) throws -> Int32 {
            let names = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
            let found = names.compactMap(Int32.init).first { descriptor in
                let link = "/proc/self/fd/\(descriptor)"
                let place = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
                return place == path + "-lock"
            }
            return fcntl(try #require(found), F_DUPFD_CLOEXEC, 0)
        }

        @Test func `a child that is being started keeps no lock that was let go`() throws {
            try withPath { path in
                var copy: Int32 = -1
                do {
                    let lock = try DatabaseLock(of: path)
                    copy = try copyOfDescriptor(of: path)
                    withExtendedLifetime(lock) {}
                }
                defer { close(copy) }
                #expect(throws: Never.self) { try DatabaseLock(of: path) }
            }
        }
    #endif
}
