// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreTestSupport
import Synchronization
import TestSupport
import Testing

@testable import SealedPushStore

struct FileErrorTests {
    @Test(arguments: [
        (ENOENT, FileError.absent), (EEXIST, .exists), (ENOTEMPTY, .exists),
        (ELOOP, .refused(.symbolicLink)), (ENOTDIR, .refused(.unexpectedKind)),
        (EISDIR, .refused(.unexpectedKind)), (ENOSPC, .refused(.outOfSpace)),
        (EDQUOT, .refused(.outOfSpace)), (EFBIG, .refused(.outOfSpace)),
        (EACCES, .refused(.unavailable(code: EACCES))),
        (EPERM, .refused(.unavailable(code: EPERM))),
        (EROFS, .refused(.unavailable(code: EROFS))),
        (EMFILE, .refused(.unavailable(code: EMFILE))),
        (EIO, .refused(.inputOutput(code: EIO))),
    ])
    func `the system's numbers are told apart`(code: Int32, expected: FileError) {
        #expect(FileError(code: code) == expected)
    }

    @Test(arguments: [
        (FileError.absent, StoreError.corrupted), (.exists, .alreadyExists),
        (.refused(.outOfSpace), .outOfSpace),
    ])
    func `an unexpected error has a meaning for the store`(error: FileError, expected: StoreError) {
        #expect(StoreError(error) == expected)
    }

    @Test func `files are made once, read as written, linked, renamed and removed`() throws {
        let folder = TemporaryFolder.inMemory()
        let files = POSIXFileSystem()
        try files.create(folder.path("a"), contents: [1, 2, 3].span)
        #expect(throws: FileError.exists) { try files.create(folder.path("a"), contents: Span()) }
        #expect(try files.read(folder.path("a"), upTo: 3) == [1, 2, 3])
        #expect(throws: FileError.refused(.corrupted)) { try files.read(folder.path("a"), upTo: 2) }
        try files.sync(file: folder.path("a"))
        try files.link(folder.path("a"), to: folder.path("b"))
        #expect(throws: FileError.exists) { try files.link(folder.path("a"), to: folder.path("b")) }
        try files.rename(folder.path("a"), to: folder.path("c"))
        try files.sync(folder: folder.path)
        #expect(try files.names(in: folder.path).sorted() == ["b", "c"])
        try files.unlink(folder.path("b"))
        #expect(throws: FileError.absent) { try files.unlink(folder.path("b")) }
        #expect(throws: FileError.absent) { try files.read(folder.path("b"), upTo: 3) }
        #expect(throws: FileError.absent) { try files.names(in: folder.path("b")) }
        try files.makeFolder(folder.path("d"))
        #expect(throws: FileError.exists) { try files.makeFolder(folder.path("d")) }
        try files.rename(folder.path("c"), to: folder.path("d/c"))
        #expect(throws: FileError.exists) { try files.removeFolder(folder.path("d")) }
        try files.removeTree(folder.path("d"))
        #expect(try files.names(in: folder.path) == [])
    }
}

/// Signals that come while a call waits.
struct InterruptionTests {
    @Test(.rules("C-27"))
    func `a call that signals interrupt is made again until it has a result`() throws {
        // A handler that does nothing, and no restart by the system: the call returns with EINTR.
        var action = sigaction()
        unsafe action.__sigaction_handler.sa_handler = { _ in }
        var earlier = sigaction()
        unsafe sigaction(SIGUSR2, &action, &earlier)
        defer { unsafe sigaction(SIGUSR2, &earlier, nil) }
        // Threads that tasks run on let no signal through.
        var signals = sigset_t()
        var before = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGUSR2)
        unsafe pthread_sigmask(SIG_UNBLOCK, &signals, &before)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
        var ends: [Int32] = [0, 0]
        try #require(unsafe pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let calls = Atomic(0)
        let (reading, writing) = (ends[0], ends[1])
        let reader = pthread_self()
        Thread.detachNewThread {
            let end = ContinuousClock.now.advanced(by: .seconds(60))
            while calls.load(ordering: .relaxed) < 4, ContinuousClock.now < end {
                pthread_kill(reader, SIGUSR2)
                sched_yield()
            }
            _ = unsafe write(writing, [7 as UInt8], 1)
        }
        var byte: UInt8 = 0
        let count = try POSIXCall.result {
            calls.add(1, ordering: .relaxed)
            return unsafe read(reading, &byte, 1)
        }
        #expect(count == 1 && byte == 7)
        #expect(calls.load(ordering: .relaxed) >= 4)
    }
}
