// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushCrypto
import StoreTestSupport
import TestSupport
import Testing

@testable import SealedPushClaims
@testable import SealedPushStore

struct DeferredBookTests {
    let folder = TemporaryFolder.inMemory()
    let store: RecordStore
    let book: DeferredBook

    init() throws {
        store = try RecordStore.create(at: folder.store, key: .folder)
        try ClaimBook(of: store).prepare(Samples.prekey)
        book = try DeferredBook(at: folder.store)
    }

    private func keep(_ message: DeferredMessage) throws(StoreError) -> DeferralOutcome {
        try book.keep(message)
    }

    @Test func `deferred messages can be listed without the store's key`()
        throws
    {
        try POSIXFileSystem().unlink(folder.store + "/key")
        #expect(throws: StoreError.orphaned) {
            try RecordStore.open(at: folder.store, key: .folder)
        }
        let message = Samples.deferred(1)
        #expect(try keep(message) == .deferred(isFirst: true))
        #expect(try keep(Samples.deferred(2)) == .deferred(isFirst: false))
        let book = DeferredBook(of: store)
        let listing = try book.list()
        #expect(try book.messages(listing) == [message, Samples.deferred(2)])
        #expect(listing.failures == [])
        #expect(try book.count() == 2)
        #expect(try book.awaitedPrekeys() == [Samples.prekey])
        #expect(try folder.files(in: "tmp") == [])
    }

    @Test(.rules("T-13 T-14 T-16 T-17"))
    func `a file is plain: version, kind, arrival, prekey, no identifier, payload`() throws {
        _ = try keep(Samples.deferred(0xAB, payload: [7, 8]))
        let file = "deferred/" + String(repeating: "ab", count: 16)
        #expect(try folder.files(in: "deferred") == [file])
        #expect(
            try folder.bytes(file)
                == [1, 1, 0, 0, 1, 0xA3, 0x18, 0x5C, 0x50, 0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 7, 8]
        )
        #expect(try POSIXFileSystem().status(of: "\(folder.store)/\(file)").permissions == 0o600)
        #expect(try POSIXFileSystem().status(of: folder.store + "/deferred").permissions == 0o700)
    }

    @Test(.rules("T-13 T-14 T-16 T-17"))
    func `an identifier stands before the payload, and one that can't be one is not kept`()
        throws
    {
        let book = self.book
        let message = Samples.deferred(0xAB, payload: [7, 8])
        func keep(_ number: UInt8, as identifier: String) throws -> DeferralOutcome {
            try book.keep(
                [7, 8],
                hash: Samples.deferred(number).hash,
                prekey: message.prekey,
                arrival: message.arrival,
                identifier: identifier
            )
        }
        #expect(try keep(0xAB, as: "id") == .deferred(isFirst: true))
        let file = "deferred/" + String(repeating: "ab", count: 16)
        #expect(
            try folder.bytes(file)
                == [
                    1, 1, 0, 0, 1, 0xA3, 0x18, 0x5C, 0x50, 0, 1, 2, 3, 4, 5, 6, 7, 8, 2, 105, 100,
                    7,
                    8,
                ]
        )
        #expect(try book.messages().map(\.identifier) == ["id"])
        #expect(try book.messages().map(\.payload) == [[7, 8]])
        _ = try keep(0xAC, as: "")
        _ = try keep(0xAD, as: String(repeating: "x", count: 65))
        let longest = String(repeating: "x", count: 64)
        _ = try keep(0xAE, as: longest)
        #expect(try book.messages().map(\.identifier) == ["id", nil, nil, longest])
    }

    @Test(
        arguments: [[], [0], [1, 0xFF, 7], [1, 105], [65, 7], [3, 105, 100]] as [[UInt8]]
    )
    func `a file whose identifier is none is damaged`(_ rest: [UInt8]) throws {
        _ = try keep(Samples.deferred(0xAB, payload: [7, 8]))
        let file = "deferred/" + String(repeating: "ab", count: 16)
        let bytes = try folder.bytes(file)[..<17] + rest
        try POSIXFileSystem().unlink("\(folder.store)/\(file)")
        try POSIXFileSystem().create("\(folder.store)/\(file)", contents: bytes.span)
        #expect(try book.messages() == [])
        #expect(try book.list().failures == [.corrupted])
    }

    @Test(.rules("T-13 T-14 T-16 T-17"))
    func `the same envelope again changes nothing, and its first arrival stays`() throws {
        let message = Samples.deferred(1)
        _ = try keep(message)
        let later = Samples.deferred(
            1,
            arrival: Samples.now.advanced(by: .hours(1)),
            payload: [9]
        )
        #expect(try keep(later) == .present)
        #expect(try book.messages() == [message])
    }

    @Test(.rules("T-13 T-14 T-16 T-17"))
    func `a message for a prekey without room for claims is not deferred`() throws {
        let prekey = PrekeyRecord.ID([UInt8](repeating: 9, count: PrekeyRecord.ID.count))
        #expect(try keep(Samples.deferred(1, prekey: prekey)) == .unknownPrekey)
        #expect(try book.count() == 0)
        #expect(try folder.files(in: "tmp") == [])
    }

    @Test(.rules("T-18")) func `messages come in order of arrival, then of their hashes`() throws {
        let times = [3, 1, 2, 1, 3, 1].map { Samples.now.advanced(by: .seconds($0)) }
        let messages = times.enumerated().map { number, time in
            Samples.deferred(UInt8(10 - number), arrival: time)
        }
        for message in messages { _ = try keep(message) }
        let expected = messages.sorted {
            ($0.arrival, $0.hash.description) < ($1.arrival, $1.hash.description)
        }
        #expect(try book.messages() == expected)
    }

    @Test(.rules("T-13 T-14 T-16 T-17"))
    func `the 2001st message is refused, until another one goes`() throws {
        let files = SimulatedFileSystem()
        let store = try StoreDraft(at: "/store", key: .folder, files: files).commit()
        try ClaimBook(of: store).prepare(Samples.prekey)
        let book = try DeferredBook(at: "/store", files: files)
        for number in 0..<DeferredBook.limit {
            #expect(
                try book.keep(Samples.deferred(numbered: number)) == .deferred(isFirst: number == 0)
            )
        }
        #expect(DeferredBook.limit == 2000)
        #expect(try book.keep(Samples.deferred(numbered: 2000)) == .full)
        #expect(try book.keep(Samples.deferred(numbered: 1999)) == .present)
        #expect(try book.count() == 2000)
        #expect(try book.remove(Samples.deferred(numbered: 3).hash, .alert))
        #expect(try book.keep(Samples.deferred(numbered: 2000)) == .deferred(isFirst: false))
        #expect(try book.messages().count == 2000)
    }

    @Test func `what was handed over is removed, and removing again says so`() throws {
        let message = Samples.deferred(1)
        #expect(try !book.remove(message.hash, .alert))
        _ = try keep(message)
        #expect(try book.remove(message.hash, .alert))
        #expect(try !book.remove(message.hash, .alert))
        #expect(try book.messages() == [])
        #expect(try keep(message) == .deferred(isFirst: true))
    }

    @Test func `a payload of 16 KiB is deferred, a byte more is refused`() throws {
        let most = [UInt8](repeating: 7, count: 16 * 1024)
        #expect(throws: StoreError.recordTooLarge) {
            try keep(Samples.deferred(1, payload: most + [7]))
        }
        #expect(try book.count() == 0)
        #expect(try keep(Samples.deferred(1, payload: most)) == .deferred(isFirst: true))
        #expect(try book.messages().first?.payload == most)
    }

    @Test(
        arguments: [
            [], [1], [0] + [UInt8](repeating: 0, count: 18), [2] + [UInt8](repeating: 0, count: 18),
            [1] + [UInt8](repeating: 0, count: 17),
            [1, 0, 0x20] + [UInt8](repeating: 0, count: 16),
            [1] + [UInt8](repeating: 0, count: 17 + 16 * 1024 + 1),
            [UInt8](repeating: 1, count: 65 * 1024),
        ] as [[UInt8]]
    )
    func `a file that we would not have written hides no other, and gives way to a good copy`(
        bytes: [UInt8]
    ) throws {
        _ = try keep(Samples.deferred(1))
        try folder.overwrite("deferred/\(Samples.deferred(2).hash)", bytes)
        let listing = try book.list()
        #expect(try book.messages(listing) == [Samples.deferred(1)])
        #expect(listing.failures == [.corrupted])
        #expect(try book.awaitedPrekeys() == [Samples.prekey])
        #expect(try book.count() == 2)
        #expect(try keep(Samples.deferred(2)) == .deferred(isFirst: false))
        #expect(try book.messages() == [Samples.deferred(1), Samples.deferred(2)])
    }

    @Test(arguments: ["x", "00", String(repeating: "AB", count: 16)])
    func `a file of another name is reported`(name: String) throws {
        _ = try keep(Samples.deferred(1))
        try folder.overwrite("deferred/\(name)", Samples.deferred(1).encoded)
        #expect(try book.messages() == [Samples.deferred(1)])
        #expect(try book.list().failures == [.corrupted])
    }

    @Test(.rules("M-25 M-40 T-15"))
    func `a call is kept as a call, and another kind is damage`() throws {
        let alert = Samples.deferred(1)
        var bytes = alert.encoded
        for (byte, expected) in [(1, Payload.PushKind.alert), (2, .voip), (0, nil), (3, nil)] {
            bytes[1] = UInt8(byte)
            for kind in [Payload.PushKind.alert, .voip] {
                let message = try? DeferredMessage(alert.hash, kind, reading: bytes.span)
                #expect(message?.kind == (kind == expected ? kind : nil))
            }
        }
    }

    @Test(arguments: [[Payload.PushKind.alert, .voip], [.voip, .alert]])
    func `an envelope that came as one kind is kept beside the same one of the other kind`(
        _ order: [Payload.PushKind]
    ) throws {
        let sample = Samples.deferred(1)
        func keep(_ kind: Payload.PushKind) throws -> DeferralOutcome {
            try book.keep(
                sample.payload,
                hash: sample.hash,
                prekey: sample.prekey,
                arrival: sample.arrival,
                kind: kind
            )
        }
        #expect(try keep(order[0]) == .deferred(isFirst: true))
        #expect(try keep(order[1]) == .deferred(isFirst: false))
        for kind in order { #expect(try keep(kind) == .present) }
        #expect(try book.messages().map(\.kind) == [.alert, .voip])
        #expect(try book.remove(sample.hash, order[0]))
        #expect(try book.messages().map(\.kind) == [order[1]])
    }

    @Test func `no bytes in a file stop the reader`() throws {
        var random = SeededGenerator(seed: 20_261_121)
        let good = Samples.deferred(1).encoded
        for _ in 0..<2000 {
            var bytes = Array(good.prefix(Int.random(in: 0...good.count, using: &random)))
            if let index = bytes.indices.randomElement(using: &random) {
                bytes[index] = UInt8.random(in: 0...255, using: &random)
            }
            let message = try? DeferredMessage(
                Samples.deferred(1).hash,
                .alert,
                reading: bytes.span
            )
            if let message { #expect(message.encoded == bytes) }
        }
    }

    @Test func `a book needs a store, and one that is ours alone`() throws {
        #expect(throws: StoreError.empty) { try DeferredBook(at: folder.path("none")) }
        for name in ["claims", "tmp", "deferred"] {
            _ = try keep(Samples.deferred(1))
            try setMode(0o755, of: name)
            #expect(throws: StoreError.unsafePermissions) {
                _ = try DeferredBook(at: folder.store).keep(Samples.deferred(2))
            }
            try setMode(0o700, of: name)
        }
        try folder.overwrite("store", Array("format 99\n".utf8))
        #expect(throws: StoreError.tooNew(version: 99)) { try DeferredBook(at: folder.store) }
    }

    private func setMode(_ mode: Int, of name: String) throws {
        let path = "\(folder.store)/\(name)"
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
}

extension DeferredBook {
    /// Defers what was put together.
    func keep(_ message: DeferredMessage) throws(StoreError) -> DeferralOutcome {
        try keep(
            message.payload,
            hash: message.hash,
            prekey: message.prekey,
            arrival: message.arrival
        )
    }
}
