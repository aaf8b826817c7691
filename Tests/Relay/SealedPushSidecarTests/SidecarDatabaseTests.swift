// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import KeysTestSupport
import SealedPush
import SealedPushRelay
import ServerStore
import TestSupport
import Testing

@testable import SealedPushSidecar

struct SidecarDatabaseTests {
    private let bench: SidecarBench
    private let request = #"{"to":["4711"],"payload":{"aps":{"alert":"Hi"}}}"#
    private let caller = Capability().digest

    init() throws {
        bench = SidecarBench()
    }

    @Test func `a relay's database is refused, and is left as it was`() throws {
        _ = try SQLiteRelayStore(path: bench.path) { SampleDevice.now }
        let before = try FileHandle(forReadingFrom: URL(filePath: bench.path)).readToEnd()
        #expect(throws: ServerStoreError.foreign) { try bench.database() }
        let after = try FileHandle(forReadingFrom: URL(filePath: bench.path)).readToEnd()
        #expect(before == after)
    }

    @Test func `a database of an earlier version is refused, and is left as it was`() throws {
        let schema = SQLiteSchema(applicationID: 0x5350_7363, tables: "CREATE TABLE a (b)")
        try schema.open(bench.path, busyLimit: .zero, settings: "").close()
        let before = try FileHandle(forReadingFrom: URL(filePath: bench.path)).readToEnd()
        #expect(throws: ServerStoreError.foreign) { try bench.database() }
        let after = try FileHandle(forReadingFrom: URL(filePath: bench.path)).readToEnd()
        #expect(before == after)
    }

    @Test func `a file of other bytes is damaged`() throws {
        try Data(repeating: 7, count: 8192).write(to: URL(filePath: bench.path))
        #expect(throws: ServerStoreError.damaged) { try bench.database() }
    }

    @Test(.rules("C-98")) func `only its owner can read a new database`() throws {
        let database = try bench.database()
        defer { withExtendedLifetime(database) {} }
        for name in ["", "-wal"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: bench.path + name)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600, "\(name)")
        }
    }

    @Test func `a commit is synced before it returns`() async throws {
        let level = try await bench.database().synchronous()
        #expect(level == 2)
    }

    @Test func `a repeated request is the same message, and another under its key is refused`()
        async throws
    {
        try await bench.set(SampleDevice(), of: "4711")
        let key = RequestKey("a", of: caller)
        guard case .accepted(let name) = try await bench.accept(request, as: key) else {
            Issue.record("it is accepted")
            return
        }
        #expect(try await bench.accept(request, as: key) == .repeated(name))
        #expect(try await bench.accept(request + " ", as: key) == .otherContent)
        // Another caller's key of the same name is another.
        let other = RequestKey("a", of: Capability().digest)
        guard case .accepted(let second) = try await bench.accept(request, as: other) else {
            Issue.record("it is accepted")
            return
        }
        #expect(second != name)
    }

    @Test func `a key is forgotten after seven days, not before`() async throws {
        try await bench.set(SampleDevice(), of: "4711")
        let key = RequestKey("a", of: caller)
        let first = try await bench.accept(request, as: key)
        bench.advance(.days(6))
        try await bench.sweep()
        guard case .repeated = try await bench.accept(request, as: key) else {
            Issue.record("it is known")
            return
        }
        bench.advance(.days(2))
        try await bench.sweep()
        let second = try await bench.accept(request, as: key)
        #expect(first != second)
        guard case .accepted = second else {
            Issue.record("it is new")
            return
        }
    }

    @Test func `a recipient without devices stops the message for all, and is named`() async throws
    {
        try await bench.set(SampleDevice(), of: "4711")
        let acceptance = try await bench.accept(
            #"{"to":["4711","5","6"],"payload":{"aps":{"alert":"Hi"}}}"#
        )
        #expect(
            acceptance == .unknown([RecipientCode("5"), RecipientCode("6")].compactMap(\.self))
        )
        #expect(try await bench.worker().deliverOnce() == 0)
    }

    @Test func `a recipient's devices are set in the place of those before, and none is none`()
        async throws
    {
        let (old, new) = (SampleDevice(), SampleDevice())
        let code = try #require(RecipientCode("4711"))
        try await bench.set(old, of: "4711")
        try await bench.set(new, of: "4711")
        let known = try await bench.database().devices(of: code)
        #expect(known.map(\.destination.device) == [new.identity])
        try await bench.database().set([], of: code)
        #expect(try await bench.database().devices(of: code).isEmpty)
    }

    @Test func `a key of a request is 1 to 255 bytes`() {
        #expect(RequestKey("", of: caller) == nil)
        #expect(RequestKey(String(repeating: "k", count: 255), of: caller) != nil)
        #expect(RequestKey(String(repeating: "k", count: 256), of: caller) == nil)
    }
}

@Suite(.rules("C-93")) struct DatabaseSenderMemoryTests {
    @Test(arguments: SenderMemoryRule.allCases)
    func `a memory in the database keeps the rules of every sender's memory`(
        _ rule: SenderMemoryRule
    ) async throws {
        let bench = SidecarBench()
        try await rule.check { DatabaseSenderMemory(in: try bench.database()) }
    }
}
