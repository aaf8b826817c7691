// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushContacts
import SealedPushStore
import StoreTestSupport
import TestSupport
import Testing

/// A process is overtaken at each of its calls by an extension that names a candidate.
struct OvertakenTests {
    private let ann = SenderKeys()
    private let mine = SenderKeys()
    private let others = (0..<7).map { _ in SenderKeys() }
    private let late = SenderKeys()

    private func name(_ keys: SenderKeys) -> [Statement] { [.succession(.from(ann, to: keys))] }

    /// Lets `body` be overtaken by the extension.
    private func overtake(
        candidates: [SenderKeys],
        _ body: (ContactBook) throws -> Void,
        check: (ContactBook) throws -> Void
    ) async throws {
        let files = SimulatedFileSystem(try .withStore())
        let book = ContactBook(try files.store())
        try book.add(name: "Ann", identity: ann.identity, code: "ann-7")
        for key in candidates { try book.apply(name(key)) }
        let late = name(late)
        let runs = try await files.disk.overtaking { files in
            try ContactBook(files.store()).apply(late)
        } _: { files in
            try body(ContactBook(files.store()))
        }
        for (files, _) in runs { try check(ContactBook(files.store())) }
        #expect(runs.count > 2)
    }

    @Test(.rules("D-6 D-7"))
    func `two processes that name candidates at once pass the bound by one at most`() async throws {
        try await overtake(candidates: others) { book in
            try book.apply(name(mine))
        } check: { book throws in
            let named = try Set(book.list().candidates.map(\.identity))
            #expect(8...9 ~= named.count)
            #expect(named.isSuperset(of: others.map(\.identity)))
            #expect(try book.apply(.from(ann, to: SenderKeys())) == .tooManyCandidates)
        }
    }

    @Test func `two processes that name one candidate at once make one`() async throws {
        try await overtake(candidates: []) { book in
            try book.apply(name(late))
        } check: { book throws in
            #expect(try book.list().candidates.map(\.identity) == [late.identity])
        }
    }

    @Test(.rules("D-10"))
    func `a candidate that is named while another one is taken is gone`() async throws {
        try await overtake(candidates: [mine]) { book in
            try book.take(mine.identity)
        } check: { book throws in
            #expect(try book.list().candidates == [])
            #expect(try book.status(of: late.identity.bytes) == nil)
            #expect(try book.status(of: mine.identity.bytes) == ContactStatus())
            #expect(try book.status(of: ann.identity.bytes)?.trust == .changed)
            #expect(try book.identity(ofCode: "ann-7") == mine.identity)
        }
    }

    @Test func `a candidate that is named while its contact is removed has no name`() async throws {
        try await overtake(candidates: []) { book in
            try book.remove(identity: ann.identity)
        } check: { book throws in
            #expect(try book.status(of: late.identity.bytes) == nil)
            #expect(try book.list().contacts == [])
        }
    }
}
