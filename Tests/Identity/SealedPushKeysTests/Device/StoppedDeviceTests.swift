// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushClaims
import SealedPushStore
import StoreTestSupport
import TestSupport
import Testing

@testable import SealedPushKeys

/// One run is killed at each of its calls, another one goes on, and then the power is lost.
struct StoppedDeviceTests {
    let disk: SimulatedDisk
    let now = Samples.now.advanced(by: .hours(1))

    init() throws {
        let files = SimulatedFileSystem(try .withStore())
        _ = try Samples.device(in: files.store())
        disk = files.disk
    }

    @Test(.rules("T-5 T-6"))
    func `a prekey that is published keeps its private half, wherever its maker was stopped`()
        async throws
    {
        let stopped = try await disk.killing { store in
            try DeviceKeys(in: store).generateReusable(now: now)
        }
        for disk in stopped {
            let files = SimulatedFileSystem(disk)
            let published = try DeviceKeys(in: files.store()).bundle(at: now).records
            for left in files.disk.afterPowerLoss() {
                let keys = try DeviceKeys(in: left.store())
                for record in published { #expect(try keys.holds(record)) }
            }
        }
        #expect(stopped.count > 20)
    }

    @Test func `a device that has published is there, wherever its making was stopped`()
        async throws
    {
        let topic = try Samples.topic()
        let stopped = try await SimulatedDisk.withStore().killing { store in
            try DeviceKeys.create(in: store, topic: topic, now: now)
        }
        var published = 0
        for disk in stopped {
            let files = SimulatedFileSystem(disk)
            guard let keys = try? DeviceKeys(in: files.store()) else { continue }
            let bundle = try keys.bundle(at: now)
            published += 1
            for left in files.disk.afterPowerLoss() {
                let keys = try DeviceKeys(in: left.store())
                #expect(keys.identity == bundle.device)
                for record in bundle.records { #expect(try keys.holds(record)) }
            }
        }
        #expect(published > 20)
    }

    @Test(.rules("V-12 T-4"))
    func `a prekey that is published has room for claims, whatever was swept and stopped`()
        async throws
    {
        var published = 0
        for call in 0... {
            var hasSlept = false
            let stopped = try await disk.killing { files in
                FaultyFileSystem(
                    files,
                    .meanwhile {
                        files.advance(bySeconds: 3600)
                        do {
                            try DeviceKeys(in: files.store()).sweep(at: now)
                        } catch {
                            Issue.record(error)
                        }
                    },
                    at: call
                )
            } _: { store in
                try DeviceKeys(in: store).generateReusable(now: now)
            }
            for disk in stopped.dropFirst(call) {
                hasSlept = true
                let files = SimulatedFileSystem(disk)
                let records = try DeviceKeys(in: files.store()).bundle(at: now).records
                published += records.count
                for left in [files.disk] + files.disk.afterPowerLoss() {
                    let claims = ClaimBook(of: try left.store())
                    for record in records {
                        #expect(try claims.claim(Self.claim, at: Self.place(record)) == .claimed)
                    }
                }
            }
            guard hasSlept else { break }
        }
        #expect(published > 100)
    }

    @Test(.rules("V-4 V-5 V-6"))
    func `epochs strictly rise, wherever two generations were stopped`() async throws {
        let taken = try DeviceKeys(in: disk.store()).bundle(at: now).records[0].terms.epoch
        let later = now.advanced(by: .hours(100))
        for first in try await disk.killing(takeEpoch) {
            for second in try await first.killing(takeEpoch) {
                for left in second.afterPowerLoss() {
                    let keys = try DeviceKeys(in: left.store())
                    let epochs = try (0..<2).map { _ in try keys.takeEpoch(now: later).number }
                    #expect(taken < epochs[0])
                    #expect(epochs[0] < epochs[1])
                }
            }
        }
    }

    private func takeEpoch(_ store: RecordStore) async throws {
        _ = try DeviceKeys(in: store).takeEpoch(now: now)
    }

    private static let claim = Claim(
        envelopeHash: EnvelopeHash([UInt8](repeating: 1, count: EnvelopeHash.count)),
        expiry: Samples.now,
        sender: [UInt8](repeating: 9, count: 32),
        content: [1],
        created: Samples.now
    )

    private static func place(_ record: PrekeyRecord) -> ClaimPlace {
        ClaimPlace(prekeyID: record.id, envelope: claim.envelopeHash)
    }
}
