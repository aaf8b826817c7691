// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushClaims
import SealedPushStore
import StoreTestSupport
import Synchronization
import TestSupport
import Testing

/// What a store keeps for the day when the disk is full.
struct ReserveTests {
    private func keep(_ number: UInt8, in book: DeferredBook) throws(StoreError) -> DeferralOutcome
    {
        let message = Samples.deferred(number)
        return try book.keep(
            message.payload,
            hash: message.hash,
            prekey: message.prekey,
            arrival: message.arrival
        )
    }

    @Test(.rules("T-13 T-14 T-16 T-17"))
    func `on a full disk the reserve lets one message be deferred, and maintenance makes it anew`()
        throws
    {
        let files = SimulatedFileSystem()
        let disk = FullDisk(files, until: "/store/reserve")
        let store = try StoreDraft(at: "/store", key: .folder, files: disk).commit()
        try ClaimBook(of: store).prepare(Samples.prekey)
        let book = DeferredBook(of: store)
        disk.fill()
        #expect(throws: StoreError.outOfSpace) { try keep(1, in: book) }
        let whole = FullDisk(files, until: "/store/reserve")
        let folder = try RecordStore.open(at: "/store", key: .folder, files: whole).folder
        try folder.makeReserve()
        #expect(try files.status(of: "/store/reserve").size == 65_536)
        #expect(try keep(1, in: book) == .deferred(isFirst: true))
        #expect(throws: StoreError.outOfSpace) { try keep(2, in: book) }
        #expect(!folder.releaseReserve())
        try folder.makeReserve()
        #expect(try keep(2, in: book) == .deferred(isFirst: false))
    }
}

/// A disk that is full from some moment on, until a file of this name goes, and for one file only
/// then.
final class FullDisk: StoreFileSystem {
    private let files: SimulatedFileSystem
    private let ballast: String
    private let room = Mutex<Int?>(nil)

    init(_ files: SimulatedFileSystem, until ballast: String) {
        self.files = files
        self.ballast = ballast
    }

    /// Fills the disk.
    func fill() { room.withLock { $0 = 0 } }

    func create(_ file: String, contents: Span<UInt8>) throws(FileError) {
        let isFull = room.withLock { room in
            guard let left = room else { return false }
            room = max(0, left - 1)
            return left == 0
        }
        guard !isFull else { throw .refused(.outOfSpace) }
        try files.create(file, contents: contents)
    }

    func unlink(_ file: String) throws(FileError) {
        try files.unlink(file)
        if file == ballast { room.withLock { if $0 != nil { $0 = 1 } } }
    }

    func status(of path: String) throws(FileError) -> FileStatus { try files.status(of: path) }
    func names(in folder: String) throws(FileError) -> [String] { try files.names(in: folder) }
    func read(_ file: String, into bytes: inout MutableSpan<UInt8>) throws(FileError) -> Int {
        try files.read(file, into: &bytes)
    }
    func append(_ bytes: Span<UInt8>, to file: String) throws(FileError) {
        try files.append(bytes, to: file)
    }
    func sync(file: String) throws(FileError) { try files.sync(file: file) }
    func sync(folder: String) throws(FileError) { try files.sync(folder: folder) }
    func link(_ file: String, to name: String) throws(FileError) { try files.link(file, to: name) }
    func rename(_ path: String, to name: String) throws(FileError) {
        try files.rename(path, to: name)
    }
    func makeFolder(_ folder: String) throws(FileError) { try files.makeFolder(folder) }
    func removeFolder(_ folder: String) throws(FileError) { try files.removeFolder(folder) }
    func excludeFromBackups(_ folder: String) { files.excludeFromBackups(folder) }
}
