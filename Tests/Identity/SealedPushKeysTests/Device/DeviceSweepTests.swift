// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import KeysTestSupport
import SealedPush
import SealedPushClaims
import SealedPushKeys
import SealedPushStore
import StoreTestSupport
import TestSupport
import Testing

struct DeviceSweepTests {
    let temporary: TemporaryStore
    let keys: DeviceKeys
    let claims: ClaimBook
    let now = Samples.now

    init() throws {
        temporary = try TemporaryStore()
        keys = try Samples.device(in: temporary.store)
        claims = ClaimBook(of: temporary.store)
    }

    /// Claims a message under the first prekey.
    private func claim(_ number: UInt8) throws -> ClaimPlace {
        let hash = EnvelopeHash([UInt8](repeating: number, count: EnvelopeHash.count))
        let place = ClaimPlace(prekeyID: try keys.bundle(at: now).records[0].id, envelope: hash)
        let claim = Claim(
            envelopeHash: hash,
            expiry: now,
            sender: keys.identity.bytes,
            content: [number],
            created: now
        )
        #expect(try claims.claim(claim, at: place) == .claimed)
        return place
    }

    @Test(.rules("T-7 T-8 T-9"))
    func `a tombstone goes when its time has come and its prekey is gone, content never`()
        throws
    {
        let emptied = try claim(1)
        let held = try claim(2)
        let end = now.advanced(by: .days(45) + .seconds(300))
        // Of a second copy that was deferred, the tombstone tells until the prekey is gone.
        try claims.empty(emptied, now: now)
        #expect(try keys.sweep(judgingBy: end) == [])
        #expect(try claims.read(emptied) != nil)
        #expect(try keys.sweep(judgingBy: end.advanced(by: .milliseconds(1))) == [])
        #expect(try claims.read(emptied) == nil)
        #expect(try claims.read(held) != nil)
    }

    @Test(.rules("T-7 T-8 T-9"))
    func `a tombstone outlives its prekey until its time has come`() throws {
        let emptied = try claim(1)
        try claims.empty(emptied, now: now)
        try keys.erase(emptied.prekeyID)
        let death = now.advanced(by: .hours(24) + .minutes(5))
        #expect(try keys.sweep(judgingBy: death) == [])
        #expect(try claims.read(emptied) != nil)
        #expect(try keys.sweep(judgingBy: death.advanced(by: .milliseconds(1))) == [])
        #expect(try claims.read(emptied) == nil)
    }

    @Test(.rules("V-14 C-7"))
    func `prekeys over age go with the second run that finds them so`() throws {
        let end = now.advanced(by: .days(45) + .seconds(300))
        let after = end.advanced(by: .milliseconds(1))
        // A first run, however late, knows of no earlier reading.
        #expect(try keys.sweep(at: end.advanced(by: .days(3650))) == [])
        #expect(try keys.sweep(judgingBy: end) == [])
        #expect(try keys.sweep(at: after.advanced(by: .hours(20) - .milliseconds(1))) == [])
        #expect(try temporary.files(in: "prekeys").count == 1)
        #expect(try keys.sweep(judgingBy: after) == [])
        #expect(try temporary.files(in: "prekeys").isEmpty)
    }

    @Test(.rules("V-14")) func `a sweep is due when it would judge by another time`() throws {
        func isDue(_ time: Duration) throws -> Bool {
            try keys.isMaintenanceDue(at: now.advanced(by: time))
        }
        #expect(try isDue(.zero))
        try keys.sweep(at: now)
        #expect(try !isDue(.zero))
        #expect(try !isDue(.hours(20) - .milliseconds(1)))
        #expect(try isDue(.hours(20)))
        #expect(try isDue(.milliseconds(-1)))
        let before = try temporary.contents()
        #expect(try isDue(.hours(20)))
        #expect(try temporary.contents() == before)
    }

    @Test(.rules("V-14"))
    func `if the clock's record can't be read, nothing is over age and the record stays`()
        throws
    {
        let files = SimulatedFileSystem(try .withStore())
        let old = try Samples.device(in: files.store()).bundle(at: now).records
        let end = now.advanced(by: .days(46))
        try DeviceKeys(in: files.store()).sweep(at: end)
        let name = try #require(try files.names(in: "/store/clock").first)
        let stuck = FaultyFileSystem.stuck(files, .read, of: "/store/clock/\(name)")
        let keys = try DeviceKeys(in: stuck.store())
        let later = end.advanced(by: .days(1))
        #expect(try keys.sweep(at: later) == [.inputOutput(code: 5)])
        #expect(try keys.maintain(at: later).failures == [.inputOutput(code: 5)])
        #expect(throws: KeyError.store(.inputOutput(code: 5))) {
            try keys.isMaintenanceDue(at: later)
        }
        let sound = try DeviceKeys(in: files.store())
        for record in old { #expect(try sound.holds(record)) }
        #expect(try sound.sweep(at: later) == [])
        for record in old { #expect(try !sound.holds(record)) }
    }

    @Test func `what is damaged is told of and stays, and keeps nothing else from going`() throws {
        let emptied = try claim(1)
        try claims.empty(emptied, now: now)
        try keys.erase(emptied.prekeyID)
        try keys.generateReusable(now: now)
        try temporary.damage("prekeys")
        let failures = try keys.sweep(judgingBy: now.advanced(by: .days(2)))
        #expect(Set(failures) == [.corrupted])
        #expect(try claims.read(emptied) == nil)
        #expect(try temporary.files(in: "prekeys").count == 1)
    }

    @Test(.rules("V-12 T-4"))
    func `the room of a prekey stays until its erasure is durable`() throws {
        let files = SimulatedFileSystem()
        let store = try StoreDraft(at: "/store", key: .folder, files: files).commit()
        let keys = try Samples.device(in: store)
        let others = try files.names(in: "/store/prekeys")
        let prekey = try #require(try keys.generateOneTime(1, now: now).first)
        let added = Set(try files.names(in: "/store/prekeys")).subtracting(others)
        let key = "/store/prekeys/\(try #require(added.first))"
        files.advance(bySeconds: 7200)
        // A killed run has begun to erase it, without a sync.
        try files.unlink(key)
        #expect(try keys.sweep(at: now) == [])
        #expect(throws: FileError.absent) { try files.status(of: "/store/claims/\(prekey.id)") }
        for disk in files.disk.afterPowerLoss() {
            let left = SimulatedFileSystem(disk)
            #expect(throws: FileError.absent) { try left.status(of: key) }
        }
    }

    @Test func `a prekey that comes to be in the middle of a sweep stays`() async throws {
        let files = SimulatedFileSystem(try .withStore())
        _ = try Samples.device(in: files.store())
        let prekey = PrekeyRecord.ID([UInt8](repeating: 3, count: PrekeyRecord.ID.count))
        try ClaimBook(of: files.store()).prepare(prekey)
        files.advance(bySeconds: 7200)
        let runs = try await files.disk.overtaking { files in
            _ = try? files.store().create(.prekeys, id: prekey.bytes, contents: [1].span)
        } _: { files in
            try DeviceKeys(in: files.store()).sweep(at: now)
        }
        for (files, _) in runs.dropLast() {
            #expect(try files.store().read(.prekeys, id: prekey.bytes) == [1])
        }
    }
}
