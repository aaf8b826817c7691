// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ReceiverTestSupport
import SealedPush
import SealedPushClaims
import SealedPushContacts
import SealedPushReceiver
import SealedPushStore
import StoreTestSupport
import TestSupport
import Testing

@testable import SealedPushKeys

/// A device on a simulated disk whose clock may be wrong by a day, and which may be locked for
/// days.
final class YearPhone {
    let files = SimulatedFileSystem()
    let identity: DeviceIdentity
    var directory = YearDirectory()
    /// What its clock says more than the true time.
    var offset = Duration.zero
    /// The latest that its clock said at a maintenance, but for single false readings.
    private(set) var latestReading = Timestamp(clamping: 0)
    /// Until when it is locked.
    var lockedUntil: Timestamp?

    private let topic: Topic
    /// The prekeys whose message was opened.
    private var spent: Set<PrekeyRecord.ID> = []

    static let level = StockLevel(full: 6, low: 2)

    struct Failed: Error {}

    init(topic: Topic, senders: [SenderKeys], at time: Timestamp) throws {
        self.topic = topic
        let draft = try StoreDraft(at: "/store", key: .folder, files: files)
        identity = try DeviceKeys.create(in: draft.store, topic: topic, now: time)
        let store = try draft.commit()
        for (number, sender) in senders.enumerated() {
            _ = try ContactBook(store).add(name: "Ann \(number)", identity: sender.identity)
        }
    }

    func clock(at time: Timestamp) -> Timestamp { time.advanced(by: offset) }

    private func keys(on files: any StoreFileSystem) throws -> DeviceKeys {
        let store = try RecordStore.open(at: "/store", key: .folder, files: files)
        return try DeviceKeys(in: store, keeping: Self.level)
    }

    var minimumEpoch: UInt32 {
        get throws { try keys(on: files).minimumEpoch() }
    }

    // MARK: - Keys

    /// Does something with the keys, unless it is killed at one of its calls; nil where it was.
    func attempt<Result>(
        killedAt call: Int?,
        at time: Timestamp,
        _ body: (DeviceKeys, Timestamp) throws -> Result
    ) throws -> Result? {
        let dying = FaultyFileSystem(files, .death, at: call ?? .max)
        do {
            let result = try body(keys(on: dying), clock(at: time))
            guard dying.calls > call ?? .max else { return result }
        } catch  where dying.calls > call ?? .max {
            // Killed.
        }
        return nil
    }

    /// Maintains, and checks what must hold then; says whether it came to its end.
    func maintain(at time: Timestamp, revoking: Bool, killedAt call: Int?) throws -> Bool {
        latestReading = max(latestReading, clock(at: time))
        let report = try attempt(killedAt: call, at: time) { keys, now in
            try keys.maintain(at: now, revoking: revoking)
        }
        guard let report else { return false }
        #expect(report.failures == [])
        #expect(report.stock >= Self.level.low)
        let store = try files.store()
        let awaited = try DeferredBook(of: store).awaitedPrekeys()
        let previous = try ClockRecord.update(at: clock(at: time), in: store)
        for record in try keys(on: files).heldRecords().records {
            #expect(!spent.contains(record.id), "a key that has served is back")
            #expect(record.terms.class == .reusable || record.terms.epoch >= report.minimumEpoch)
            let end =
                awaited.contains(record.id)
                ? DevicePrekey.endOfWaiting(of: record) : DevicePrekey.endOfLife(of: record)
            #expect(previous <= end, "a key lives past its end")
        }
        return true
    }

    /// Sweeps once by a clock that is wrong by years, and once more by what it says otherwise:
    /// nothing goes for that.
    func sweepFalsely(at time: Timestamp, offBy error: Duration) throws {
        latestReading = max(latestReading, clock(at: time))
        for now in [clock(at: time).advanced(by: error), clock(at: time)] {
            #expect(try keys(on: files).sweep(at: now) == [])
        }
    }

    // MARK: - Pushes

    /// What a push came to: the texts of the messages that were shown as new.
    func receive(_ payload: [UInt8], prekey: PrekeyRecord.ID, at time: Timestamp) throws -> [String]
    {
        if lockedUntil != nil {
            let deferral = NotificationDeferral { [files] in
                Result { () throws(StoreError) in DeferredBook(of: try files.store()) }
            }
            _ = deferral.keep(payload, now: clock(at: time))
            return []
        }
        let receiver = try NotificationReceiver(store: files.store())
        let received = receiver.receive(payload, now: clock(at: time))
        try receiver.complete(received, now: clock(at: time))
        guard received.outcome == .opened else { return [] }
        if received.message?.place.envelope == nil { spent.insert(prekey) }
        return [received.content.body]
    }

    /// Opens what was deferred.
    func unlock(at time: Timestamp) throws -> [String] {
        lockedUntil = nil
        var shown: [String] = []
        let receiver = try NotificationReceiver(store: files.store())
        let report = try receiver.deliverDeferred(
            now: { clock(at: time) },
            handOver: { received in
                if received.outcome == .opened { shown.append(received.content.body) }
            }
        )
        #expect(report.failures == [])
        return shown
    }
}

/// What a directory does for one device: it keeps the newest reusable prekeys, and gives each
/// one-time prekey once.
struct YearDirectory {
    private var reusable: [PrekeyRecord] = []
    private var oneTime: [PrekeyRecord] = []
    private var known: Set<PrekeyRecord.ID> = []

    /// Takes an offer; what it has, or had, it passes over.
    mutating func accept(_ offer: DeviceBundle) {
        reusable = offer.records.filter { $0.terms.class == .reusable }
        for record in offer.records
        where record.terms.class == .oneTime && known.insert(record.id).inserted {
            oneTime.append(record)
        }
    }

    /// What it gives a sender: the reusable prekeys, and a one-time prekey where one is left that
    /// outlives the longest message.
    mutating func bundle(of device: DeviceIdentity, at time: Timestamp) throws -> DeviceBundle {
        let longest = time.advanced(by: .seconds(Int64(TimeToLive.maximum.seconds)))
        oneTime.removeAll { $0.terms.notAfter < longest }
        let once = oneTime.isEmpty ? [] : [oneTime.removeFirst()]
        return try DeviceBundle(device: device, records: reusable + once)
    }
}
