// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import KeysTestSupport
import SealedPush
import SealedPushCrypto
import SealedPushStore
import TestSupport
import Testing

@testable import SealedPushKeys

struct SenderMemoryTests {
    @Test(.rules("V-27 V-28 S-2 S-3 S-4 C-9"), arguments: SenderMemoryRule.allCases)
    func `a stored memory keeps`(_ rule: SenderMemoryRule) async throws {
        let temporary = try TemporaryStore()
        try await rule.check { StoredSenderMemory(in: try temporary.reopened()) }
    }

    @Test(.rules("S-5 S-6 S-7"), arguments: SenderMemoryRule.allCases)
    func `a transient memory keeps`(_ rule: SenderMemoryRule) async throws {
        let memory = TransientSenderMemory()
        try await rule.check { memory }
    }

    @Test(.rules("V-27 V-28 V-30 V-33 V-34"), arguments: RecipientListsRule.allCases)
    func `stored lists keep`(_ rule: RecipientListsRule) async throws {
        let temporary = try TemporaryStore()
        try await rule.check { StoredSenderMemory(in: try temporary.reopened()) }
    }

    @Test(arguments: RecipientListsRule.allCases)
    func `transient lists keep`(_ rule: RecipientListsRule) async throws {
        let memory = TransientSenderMemory()
        try await rule.check { memory }
    }

    @Test func `a stored memory that is damaged is unavailable, and is not written over`()
        async throws
    {
        let temporary = try TemporaryStore()
        let memory = StoredSenderMemory(in: temporary.store)
        let device = SampleDevice()
        let bundle = try device.bundle(device.record())
        try await memory.pin(bundle)
        try await memory.confirm(device.identity, for: "Bob")
        try await memory.retire(device.retirement())
        try temporary.damage("pins")
        try temporary.damage("statements")
        let before = try temporary.contents()
        await #expect(throws: SealingError.memoryUnavailable) {
            try await memory.pins(of: device.identity)
        }
        await #expect(throws: SealingError.memoryUnavailable) { try await memory.pin(bundle) }
        await #expect(throws: SealingError.memoryUnavailable) {
            try await memory.devices(of: "Bob")
        }
        await #expect(throws: SealingError.memoryUnavailable) {
            try await memory.retirement(of: device.identity)
        }
        #expect(try temporary.contents() == before)
        // A removal is noted all the same, beside the list.
        await #expect(throws: SealingError.memoryUnavailable) {
            try await memory.remove(device.identity, for: "Bob")
        }
        #expect(try await memory.isRemoved(device.identity, for: "Bob"))
    }

    @Test(arguments: [
        (StoreError.corrupted, SealingError.MemoryFault.damaged), (.outOfSpace, .diskFull),
        (.unavailable(code: EROFS), .readOnly), (.unavailable(code: EACCES), .denied),
        (.unavailable(code: EMFILE), .refused), (.inputOutput(code: EIO), .refused),
    ])
    func `what the disk said is told, and kept apart from damage`(
        _ error: StoreError,
        _ fault: SealingError.MemoryFault
    ) {
        #expect(SealingError(error) == .memoryUnavailable(fault))
    }

    @Test func `where a list is damaged, what an earlier one says is to be confirmed`() async throws
    {
        let temporary = try TemporaryStore()
        let memory = StoredSenderMemory(in: temporary.store)
        let (phone, tablet) = (SampleDevice(), SampleDevice())
        try await memory.confirm(phone.identity, for: "Bob")
        let before = try Set(temporary.files(in: "pins"))
        try await memory.confirm(tablet.identity, for: "Bob")
        for file in try Set(temporary.files(in: "pins")).subtracting(before) {
            try temporary.damage(file: file)
        }
        #expect(try await memory.mend(tablet.identity, for: "Bob"))
        let devices = try await memory.devices(of: "Bob")
        #expect(devices.known == [tablet.identity])
        #expect(devices.unconfirmed == [phone.identity])
    }

    @Test func `where nothing can be read any more only the device that was vouched for is known`()
        async throws
    {
        let temporary = try TemporaryStore()
        let memory = StoredSenderMemory(in: temporary.store)
        let (phone, tablet) = (SampleDevice(), SampleDevice())
        let bundle = try phone.bundle(phone.record())
        try await memory.pin(bundle)
        for device in [phone, tablet] { try await memory.confirm(device.identity, for: "Bob") }
        #expect(try await memory.mend(phone.identity, for: "Bob") == false)
        try temporary.damage("pins")
        #expect(try await memory.mend(phone.identity, for: "Bob"))
        #expect(try await memory.devices(of: "Bob").known == [phone.identity])
        #expect(try await memory.pins(of: phone.identity)?.digest == nil)
        #expect(try await memory.pin(bundle).digest == bundle.reusable?.digest)
        #expect(try await memory.mend(phone.identity, for: "Bob") == false)
        try await memory.retire(tablet.retirement())
        await #expect(throws: SealingError.deviceRetired) {
            try await memory.mend(tablet.identity, for: "Bob")
        }
    }

    /// Stored pins that this version never writes.
    static let malformedPins: [[UInt8]] = [
        [], [1], [UInt8](repeating: 0, count: 10), [2] + [UInt8](repeating: 0, count: 9),
        [1] + [UInt8](repeating: 0, count: 10), [1] + [UInt8](repeating: 0, count: 9 + 33),
    ]

    @Test(.rules("S-5 S-6 S-7"), arguments: malformedPins)
    func `stored pins of the wrong form are unavailable`(contents: [UInt8]) async throws {
        let temporary = try TemporaryStore()
        let device = SampleDevice()
        let id = Array("device\0".utf8) + device.identity.bytes + [0, 0, 0, 0]
        #expect(try temporary.store.create(.pins, id: id, contents: contents.span))
        await #expect(throws: SealingError.memoryUnavailable) {
            try await StoredSenderMemory(in: temporary.store).pins(of: device.identity)
        }
    }

    @Test(.rules("S-5 S-6 S-7"))
    func `notes of used prekeys go with the second run that finds their prekey over age`()
        async throws
    {
        let temporary = try TemporaryStore()
        let memory = StoredSenderMemory(in: temporary.store)
        let record = try SampleDevice().record(class: .oneTime)
        #expect(try await memory.noteUse(of: record))
        let end = record.terms.notAfter.advanced(by: .seconds(300))
        let after = end.advanced(by: .milliseconds(1))
        // The first knows of no earlier reading of the clock.
        let first: [Timestamp] = [end.advanced(by: .days(99)), end, end.advanced(by: .hours(20))]
        for time in first + [after, after.advanced(by: .hours(20) - .milliseconds(1))] {
            #expect(try memory.forgetEnded(at: time) == 0)
        }
        #expect(try await !memory.noteUse(of: record))
        #expect(try memory.forgetEnded(at: after.advanced(by: .hours(20))) == 1)
        #expect(try memory.forgetEnded(at: after.advanced(by: .hours(20))) == 0)
        #expect(try temporary.files(in: "used").isEmpty)
    }

    @Test(.rules("S-5 S-6 S-7")) func `processes note a use once`() async throws {
        let temporary = try TemporaryStore()
        let device = SampleDevice()
        let records = try (0..<10).map { _ in try device.record(class: .oneTime) }
        let bundle = try DeviceBundle(device: device.identity, records: records).text
        async let first: Void = useInAnotherProcess(temporary.path, bundle)
        async let second: Void = useInAnotherProcess(temporary.path, bundle)
        _ = try await (first, second)
        let notes = try temporary.store.list(.settings).records
        #expect(
            notes.map(\.contents).sorted { $0.lexicographicallyPrecedes($1) }
                == records.map(\.id.bytes).sorted { $0.lexicographicallyPrecedes($1) }
        )
        let memory = StoredSenderMemory(in: temporary.store)
        for record in records { #expect(try await !memory.noteUse(of: record)) }
    }

    /// Uses what it can of a bundle and leaves a note for each use.
    private func useInAnotherProcess(_ path: String, _ text: String) async throws {
        await #expect(processExitsWith: .success) { [path, text] in
            let store = try RecordStore.open(at: path, key: .folder)
            let memory = StoredSenderMemory(in: store)
            for record in try DeviceBundle(text: text).records
            where try await memory.noteUse(of: record) {
                let note = record.id.bytes
                try store.replace(.settings, id: Randomness.bytes(16), contents: note.span)
            }
        }
    }
}
