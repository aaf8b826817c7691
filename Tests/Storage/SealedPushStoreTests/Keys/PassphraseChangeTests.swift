// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import StoreTestSupport
import Testing

@testable import SealedPushStore

struct PassphraseChangeTests {
    let files = SimulatedFileSystem()
    let parameters: Argon2id

    init() throws {
        parameters = try Argon2id(memory: 8, passes: 1)
        let draft = try StoreDraft(
            at: "/store",
            key: .passphrase(SecretBytes("old")),
            access: .whenUnlocked,
            parameters: parameters,
            files: files
        )
        _ = try draft.store.create(.senders, id: [1], contents: [2].span)
        _ = try draft.commit()
    }

    private func change(
        from old: String,
        to new: String,
        on files: any StoreFileSystem
    ) throws(StoreError) {
        try RecordStore.changePassphrase(
            at: "/store",
            from: SecretBytes(old),
            to: SecretBytes(new),
            parameters: parameters,
            files: files
        )
    }

    /// Whether a passphrase opens the store, and all that was in it is there.
    private func opens(_ passphrase: String, on files: SimulatedFileSystem) throws -> Bool {
        do throws(StoreError) {
            let key = StoreKeySource.passphrase(SecretBytes(passphrase))
            let store = try RecordStore.open(at: "/store", key: key, files: files)
            #expect(try store.read(.senders, id: [1]) == [2])
            #expect(store.access == .whenUnlocked)
            return true
        } catch .wrongKey {
            return false
        }
    }

    @Test func `the new passphrase opens the same store, the old one no longer`() throws {
        let before = try StoreHeader(reading: files.read("/store/store", upTo: 4096))
        try change(from: "old\n", to: "new\n", on: files)
        #expect(try opens("new", on: files))
        #expect(try !opens("old", on: files))
        let after = try StoreHeader(reading: files.read("/store/store", upTo: 4096))
        #expect(after.storeID == before.storeID && after.check == before.check)
        #expect(after.wrap?.salt != before.wrap?.salt)
        #expect(try files.names(in: "/store/tmp") == [])
        #expect(try files.status(of: "/store/store").permissions == 0o600)
    }

    @Test func `a wrong or empty passphrase changes nothing`() throws {
        let before = try files.read("/store/store", upTo: 4096)
        #expect(throws: StoreError.wrongKey) { try change(from: "x", to: "new", on: files) }
        #expect(throws: StoreError.emptyPassphrase) { try change(from: "old", to: "\n", on: files) }
        #expect(try files.read("/store/store", upTo: 4096) == before)
        let other = SimulatedFileSystem()
        _ = try StoreDraft(at: "/store", key: .folder, files: other).commit()
        #expect(throws: StoreError.otherKeyKind) { try change(from: "old", to: "new", on: other) }
    }

    @Test(arguments: [FaultyFileSystem.Fault.death, .failure])
    func `a change that is stopped, or loses its power, leaves one of the two`(
        fault: FaultyFileSystem.Fault
    ) async throws {
        let runs = try await files.disk.disturbing(by: fault) { files in
            try change(from: "old", to: "new", on: files)
        }
        for run in runs { #expect([nil, FaultyFileSystem.reason].contains(run.error)) }
        let (seen, atEnd) = try runs.states { files in
            try ["old", "new"].filter { try opens($0, on: files) }
        }
        #expect(seen == [["old"], ["new"]] && atEnd == [["new"]])
        #expect(runs.count > 5)
    }
}
