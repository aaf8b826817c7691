// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import KeysTestSupport
import SealedPush
import SealedPushCrypto
import SealedPushKeys
import SealedPushStore
import StoreTestSupport
import TestSupport
import Testing

/// The recipients that a sender has paired, in its store.
struct PairedRecipientsTests {
    private let temporary: TemporaryStore
    private let recipients: PairedRecipients
    private let memory: StoredSenderMemory
    private let now = SampleDevice.now

    init() throws {
        temporary = try TemporaryStore()
        recipients = PairedRecipients(in: temporary.store)
        memory = StoredSenderMemory(in: temporary.store)
    }

    /// A device with an endpoint.
    static func address(
        of device: SampleDevice = SampleDevice(),
        at endpoint: String = "https://relay.example/e/x"
    ) throws -> DeviceAddress {
        let topic = try #require(Topic("com.example.app"))
        return try #require(
            DeviceAddress(device: device.identity, topic: topic, endpoint: endpoint)
        )
    }

    static let answer = AnswerHash([UInt8](repeating: 9, count: AnswerHash.count))

    private func keep(
        _ address: DeviceAddress,
        label: String = "Ann's phone",
        joining joined: PairedRecipient? = nil,
        at time: Timestamp? = nil
    ) throws -> PairedRecipient {
        try recipients.keep(
            address,
            answer: #require(Self.answer),
            label: label,
            joining: joined?.key,
            at: time ?? now
        )
    }

    private func pair(_ address: DeviceAddress, label: String = "Ann's phone") throws
        -> PairedRecipient
    {
        let pending = try keep(address, label: label)
        return try recipients.confirm(address, of: pending.key, at: now)
    }

    // MARK: - Pending and confirmed

    @Test(.rules("L-14 L-17 V-29 V-32"))
    func `a device is pending under a random name, and on the list once it is confirmed`()
        async throws
    {
        let address = try Self.address()
        let pending = try keep(address)
        #expect(try Base64URL.decode(Array(pending.key.utf8).span).count == 16)
        #expect(pending.label == "Ann's phone" && pending.confirmed.isEmpty)
        #expect(pending.devices.map(\.state) == [.pending(since: now)])
        #expect(pending.devices.map(\.answer) == [Self.answer])
        #expect(try await memory.devices(of: pending.key) == RecipientDevices())
        let confirmed = try recipients.confirm(address, of: pending.key, at: now)
        #expect(confirmed.devices.map(\.state) == [.confirmed])
        #expect(confirmed.key == pending.key)
        #expect(try await memory.devices(of: pending.key).known == [address.device])
        let other = PairedRecipients(in: try temporary.reopened())
        #expect(try other.list(at: now).recipients == [confirmed])
        #expect(try recipients.confirm(address, of: pending.key, at: now) == confirmed)
        #expect(throws: KeyError.pairingEnded) {
            try recipients.confirm(Self.address(), of: pending.key, at: now)
        }
        let second = try keep(Self.address())
        #expect(second.key != pending.key)
    }

    @Test(.rules("L-14"), arguments: [24 * 3_600_000 + 1, -24 * 3_600_000 - 1])
    func `a device that no person confirms for a day is over, also by a clock that was set back`(
        _ milliseconds: Int64
    ) throws {
        let address = try Self.address()
        let pending = try keep(address)
        let day = now.advanced(by: .days(1))
        #expect(try recipients.list(at: day).recipients == [pending])
        let later = now.advanced(by: .milliseconds(milliseconds))
        #expect(try recipients.list(at: later).recipients.isEmpty)
        #expect(throws: KeyError.pairingEnded) {
            try recipients.confirm(address, of: pending.key, at: later)
        }
        #expect(try recipients.settle(at: later).isEmpty)
        #expect(try recipients.list(at: now).recipients.isEmpty)
        #expect(try contents().allSatisfy(\.isEmpty))
        // What was confirmed in time stays.
        let kept = try pair(Self.address())
        try recipients.settle(at: later)
        #expect(try recipients.list(at: later).recipients == [kept])
    }

    @Test(.rules("L-14"))
    func `a device that answers anew is the same recipient under the same label`() throws {
        let device = try Self.address()
        _ = try keep(device)
        let other = try keep(Self.address())
        let again = try keep(device)
        #expect(again.label == "Ann's phone" && other.label == "Ann's phone 2")
        #expect(try recipients.list(at: now).recipients == [again, other])
    }

    @Test(.rules("L-18"))
    func `a device that is withdrawn is gone, and a confirmed one stays`() throws {
        let address = try Self.address()
        let pending = try keep(address)
        #expect(try !recipients.withdraw(address, of: pending.key))
        #expect(try recipients.list(at: now).recipients.isEmpty)
        #expect(try contents().allSatisfy(\.isEmpty))
        try recipients.withdraw(address, of: pending.key)
        let kept = try pair(Self.address())
        #expect(try recipients.withdraw(#require(kept.devices.first).address, of: kept.key))
        #expect(try recipients.list(at: now).recipients == [kept])
    }

    /// What the records of recipients hold.
    private func contents() throws -> [[UInt8]] {
        try temporary.store.list(.recipients).records.map(\.contents)
    }

    @Test(.rules("L-16")) func `an answer is to be named until a relay has taken it`() throws {
        let answer = try #require(Self.answer)
        let key = try pair(Self.address()).key
        try recipients.noteTaken(#require(AnswerHash(Randomness.bytes(16))), of: key)
        #expect(try recipients.current(key, at: now).devices.map(\.answer) == [answer])
        try recipients.noteTaken(answer, of: key)
        #expect(try recipients.current(key, at: now).devices.map(\.answer) == [nil])
    }

    // MARK: - Several devices

    @Test(.rules("L-19"))
    func `a new endpoint replaces the earlier one when it is confirmed, and not before`() throws {
        let device = SampleDevice()
        let old = try Self.address(of: device)
        let new = try Self.address(of: device, at: "https://relay.example/e/y")
        let first = try pair(old)
        for joined in [first, nil] {
            let joining = try keep(new, label: "Another name", joining: joined)
            #expect(joining.key == first.key && joining.label == first.label)
            #expect(joining.confirmed.map(\.address) == [old])
            // A second scan takes the place of what was pending.
            #expect(try keep(new, joining: joined).devices.count == 2)
            try recipients.withdraw(new, of: first.key)
            #expect(try recipients.list(at: now).recipients == [first])
        }
        _ = try keep(new)
        let replaced = try recipients.confirm(new, of: first.key, at: now)
        #expect(replaced.devices.map(\.address) == [new])
        #expect(replaced.confirmed.count == 1)
    }

    @Test func `a device joins a recipient, and one that was removed from it does not come back`()
        async throws
    {
        let phone = try Self.address()
        let tablet = try Self.address(at: "https://relay.example/e/y")
        let first = try pair(phone)
        _ = try keep(tablet, joining: first)
        let both = try recipients.confirm(tablet, of: first.key, at: now)
        #expect(both.confirmed.map(\.address) == [phone, tablet])
        #expect(try await memory.devices(of: first.key).known == [phone.device, tablet.device])
        try await memory.remove(tablet.device, for: first.key)
        try recipients.settle(at: now)
        #expect(try recipients.list(at: now).recipients == [first])
        #expect(throws: KeyError.deviceRemoved) { try keep(tablet, joining: first) }
        let gone = try pair(try Self.address())
        try recipients.remove(gone.key, at: now)
        #expect(throws: KeyError.unknownRecipient) { try keep(tablet, joining: gone) }
    }

    @Test(.rules("V-27 V-33"))
    func `a device that is retired leaves every recipient, and is not confirmed`() async throws {
        let device = SampleDevice()
        let address = try Self.address(of: device)
        let kept = try pair(address)
        let pending = try keep(Self.address(), joining: kept)
        try await memory.retire(device.retirement())
        try recipients.settle(at: now)
        #expect(try recipients.current(kept.key, at: now).devices == Array(pending.devices[1...]))
        let again = try keep(address)
        #expect(throws: KeyError.deviceRemoved) {
            try recipients.confirm(address, of: again.key, at: now)
        }
        #expect(try recipients.list(at: now).recipients.map(\.key) == [kept.key])
    }

    @Test func `a recipient whose device has ended stays, and its label with it`() throws {
        let address = try Self.address()
        let key = try pair(address).key
        try recipients.drop(address, from: key)
        #expect(try recipients.current(key, at: now).devices.isEmpty)
        #expect(try keep(Self.address()).label == "Ann's phone 2")
        #expect(try keep(Self.address(), joining: recipients.current(key, at: now)).key == key)
    }

    // MARK: - Labels

    @Test func `a label that is taken gets a number behind it, and so does the word for all`()
        throws
    {
        let labels = try ["Phone", "Phone", "Phone 2", "Phone", "all"].map { label in
            try pair(Self.address(), label: label).label
        }
        #expect(labels == ["Phone", "Phone 2", "Phone 2 2", "Phone 3", "all 2"])
    }

    @Test func `a person gives labels that can be shown, and no other recipient has`() throws {
        let (ann, bob) = (
            try pair(Self.address(), label: "Ann"), try pair(Self.address(), label: "Bob")
        )
        try recipients.rename(ann.key, to: "Ann's phone", at: now)
        #expect(try recipients.named("Ann's phone", at: now).key == ann.key)
        #expect(try recipients.named(bob.key, at: now) == bob)
        #expect(throws: KeyError.unknownRecipient) { try recipients.named("Ann", at: now) }
        #expect(throws: KeyError.unknownRecipient) {
            try recipients.rename("nothing", to: "Cid", at: now)
        }
        for label in ["Bob", "all", bob.key] {
            #expect(throws: KeyError.labelTaken) {
                try recipients.rename(ann.key, to: label, at: now)
            }
        }
        for label in ["", "a\nb", " a", String(repeating: "x", count: 65), "\u{202E}a"] {
            #expect(throws: KeyError.labelRefused) {
                try recipients.rename(ann.key, to: label, at: now)
            }
        }
    }

    @Test func `a phone that is called like a recipient's key gets another label`() throws {
        let bob = try pair(Self.address(), label: "Bob")
        #expect(try pair(Self.address(), label: bob.key).label == "\(bob.key) 2")
        #expect(try recipients.named(bob.key, at: now) == bob)
    }

    @Test
    func `the size of a recipient's file tells its label and endpoint in steps of 256 bytes alone`()
        throws
    {
        _ = try pair(Self.address(), label: "A")
        let long = try Self.address(
            at: "https://relay.example/e/" + String(repeating: "x", count: 43)
        )
        _ = try pair(long, label: String(repeating: "B", count: 64))
        let folder = temporary.path + "/recipients"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        let sizes = try names.map { name in
            try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")[.size] as? Int
        }
        #expect(names.count >= 4 && Set(sizes.map { ($0 ?? 0) % 256 }).count == 1)
        #expect(try temporary.store.list(.settings).records.isEmpty)
    }

    @Test func `each sender of a store has recipients and a key of its own`() throws {
        let kept = try pair(Self.address())
        let other = PairedRecipients(in: temporary.store, of: "shop")
        #expect(try other.list(at: now).recipients.isEmpty)
        #expect(throws: KeyError.unknownRecipient) { try other.named(kept.key, at: now) }
        func key(_ recipients: PairedRecipients) throws -> [UInt8] {
            try recipients.endpointKey { SecretBytes(randomCount: 32) }
                .withBytes { Array(copying: $0) }
        }
        #expect(try key(recipients) == key(PairedRecipients(in: temporary.reopened())))
        #expect(try key(recipients) != key(other))
        // It is no sender's name.
        _ = try SenderIdentities.create(in: temporary.store)
        let listing = try SenderIdentities.list(in: temporary.store)
        #expect(listing.senders.map(\.name) == ["default"] && listing.failures.isEmpty)
    }

    // MARK: - Removing

    @Test(.rules("V-30"))
    func `a recipient that is removed goes with its devices, which never come back`() async throws {
        let (phone, tablet) = (
            try Self.address(), try Self.address(at: "https://relay.example/e/y")
        )
        let kept = try pair(phone)
        _ = try keep(tablet, joining: kept)
        #expect(try recipients.remove(kept.key, at: now) == 2)
        #expect(try recipients.list(at: now).recipients.isEmpty)
        let removed = try await memory.removedDevices(of: kept.key)
        #expect(Set(removed) == [phone.device, tablet.device])
        #expect(try contents().allSatisfy(\.isEmpty))
        await #expect(throws: SealingError.deviceRetired) {
            try await memory.confirm(phone.device, for: kept.key)
        }
        #expect(throws: KeyError.unknownRecipient) { try recipients.remove(kept.key, at: now) }
    }

    // MARK: - Restored

    @Test(.rules("S-13"))
    func `a restored store has its recipients to be confirmed, and its key`() async throws {
        let address = try Self.address()
        let key = try pair(address).key
        let pending = try keep(Self.address())
        let secret = try recipients.endpointKey { SecretBytes(randomCount: 32) }
        let backup = "\(temporary.path).backup"
        let passphrase = SecretBytes(copying: Array("plum brandy".utf8).span)
        _ = try temporary.store.backUp(to: backup, passphrase: passphrase)
        let store = try RecordStore.restore(
            from: backup,
            passphrase: passphrase,
            at: "\(temporary.path)-restored",
            key: .folder,
            now: now
        )
        let restored = PairedRecipients(in: store)
        let same = try restored.endpointKey { SecretBytes(randomCount: 32) }
        #expect(same.withBytes { Array(copying: $0) } == secret.withBytes { Array(copying: $0) })
        // Neither a start nor a new label confirms anything.
        try restored.settle(at: now)
        try restored.rename(key, to: "Ann", at: now)
        try restored.settle(at: now)
        #expect(try restored.current(key, at: now).devices.map(\.state) == [.unconfirmed])
        #expect(try restored.current(pending.key, at: now).devices == pending.devices)
        let memory = StoredSenderMemory(in: store)
        #expect(try await memory.devices(of: key).unconfirmed == [address.device])
        try await memory.confirm(address.device, for: key)
        #expect(try restored.current(key, at: now).devices.map(\.state) == [.confirmed])
    }

    // MARK: - Stopped

    @Test(.rules("L-14 L-17 V-32"))
    func `a pairing is pending or confirmed, at whichever step a run is killed`() async throws {
        let address = try Self.address()
        let answer = try #require(Self.answer)
        let stopped = try await SimulatedFileSystem(.withStore()).disk.killing { [now] store in
            let recipients = PairedRecipients(in: store)
            let pending = try recipients.keep(address, answer: answer, label: "Ann", at: now)
            _ = try recipients.confirm(address, of: pending.key, at: now)
        }
        var seen: Set<String> = []
        for disk in stopped {
            let files = SimulatedFileSystem(disk)
            let store = try files.store()
            let recipients = PairedRecipients(in: store)
            #expect(try recipients.settle(at: now).isEmpty)
            let found = try recipients.list(at: now).recipients
            let key = found.first?.key ?? ""
            let known = try await StoredSenderMemory(in: store).devices(of: key).known
            switch found.first?.devices.first?.state {
            case nil: seen.insert("nothing")
            case .pending:
                seen.insert("pending")
                #expect(known == [])
            case .confirmed:
                seen.insert("confirmed")
                #expect(known == [address.device])
                // What a next start has seen stays.
                for left in files.disk.afterPowerLoss() {
                    let recipients = PairedRecipients(in: try left.store())
                    try recipients.settle(at: now)
                    #expect(try recipients.list(at: now).recipients == found)
                }
            case .unconfirmed: Issue.record("confirmed by halves")
            }
            // A day later nothing is by halves.
            let later = now.advanced(by: .days(2))
            try recipients.settle(at: later)
            let left = try recipients.list(at: later).recipients
            #expect(left.allSatisfy { $0.confirmed.count == 1 })
        }
        #expect(seen == ["nothing", "pending", "confirmed"] && stopped.count > 10)
    }

    @Test(.rules("V-30 L-18"))
    func `what a killed run has begun to delete is deleted by the next one`() async throws {
        let (phone, tablet) = (
            try Self.address(), try Self.address(at: "https://relay.example/e/y")
        )
        let answer = try #require(Self.answer)
        let files = SimulatedFileSystem(try .withStore())
        let recipients = PairedRecipients(in: try files.store())
        let kept = try recipients.keep(phone, answer: answer, label: "Ann", at: now)
        _ = try recipients.confirm(phone, of: kept.key, at: now)
        let pending = try recipients.keep(tablet, answer: answer, label: "Bob", at: now)
        let stopped = try await files.disk.killing { [now] store in
            let recipients = PairedRecipients(in: store)
            try recipients.withdraw(tablet, of: pending.key)
            try recipients.remove(kept.key, at: now)
        }
        for disk in stopped {
            let store = try SimulatedFileSystem(disk).store()
            let recipients = PairedRecipients(in: store)
            try recipients.withdraw(tablet, of: pending.key)
            do throws(KeyError) {
                try recipients.remove(kept.key, at: now)
            } catch .unknownRecipient {
                // It was removed before the kill.
            }
            try recipients.settle(at: now)
            #expect(try recipients.list(at: now).recipients.isEmpty)
            let memory = StoredSenderMemory(in: store)
            #expect(try await memory.removedDevices(of: kept.key) == [phone.device])
        }
        #expect(stopped.count > 10)
    }

    @Test(.rules("L-14 L-17"))
    func `of a person who confirms and a day that ends at once, one wins`() async throws {
        let address = try Self.address()
        let files = SimulatedFileSystem(try .withStore())
        let key = try PairedRecipients(in: files.store()).keep(
            address,
            answer: #require(Self.answer),
            label: "Ann",
            at: now
        ).key
        let day = now.advanced(by: .days(1))
        let end: @Sendable (SimulatedFileSystem) throws -> Void = { files in
            let recipients = PairedRecipients(in: try files.store())
            try recipients.settle(at: day.advanced(by: .milliseconds(1)))
        }
        let runs = try await files.disk.overtaking(by: end) { faulty -> Bool in
            let recipients = PairedRecipients(in: try faulty.store())
            do throws(KeyError) {
                return try recipients.confirm(address, of: key, at: day).confirmed.count == 1
            } catch .pairingEnded {
                return false
            }
        }
        for run in runs {
            let store = try run.files.store()
            let recipients = PairedRecipients(in: store)
            #expect(try recipients.list(at: day).recipients.count == (run.outcome ? 1 : 0))
            let known = try await StoredSenderMemory(in: store).devices(of: key).known
            #expect(known == (run.outcome ? [address.device] : []))
        }
        #expect(Set(runs.map(\.outcome)) == [true, false])
    }

    /// Changes to a record that we would not have written: at which byte from the end, or how.
    static let changes: [@Sendable ([UInt8]) -> [UInt8]] = [
        { [2] + $0.dropFirst() }, { $0 + [0] }, { $0.dropLast() }, { Array($0.prefix(16)) },
        { Array($0.prefix(20)) }, { _ in [1, 2] },
        // An answer of 15 bytes, an endpoint that is none, and a state that there is not.
        { bytes in
            bytes.dropLast(18) + [0, 15] + [UInt8](repeating: 1, count: 15)
        },
        { bytes in
            let text = String(decoding: bytes, as: Unicode.ASCII.self)
            let place = text.distance(
                from: text.startIndex,
                to: text.firstRange(of: "https")?.lowerBound ?? text.startIndex
            )
            return bytes.enumerated().map { $0.offset == place ? UInt8(ascii: "f") : $0.element }
        },
        { bytes in
            // Behind version, store, label and device.
            let place = 17 + 2 + "Ann's phone".utf8.count + 32
            return bytes.enumerated().map { $0.offset == place ? 4 : $0.element }
        },
    ]

    @Test(arguments: changes.indices)
    func `a damaged recipient hides no other`(_ change: Int) throws {
        let (first, second) = (try keep(Self.address()), try pair(Self.address()))
        let bad = try Base64URL.decode(Array(first.key.utf8).span)
        let hash = SHA256.hash(Array("default".utf8).span)
        let id = Array("paired recipient\0".utf8) + hash + bad + [0, 0, 0]
        let good = try #require(try temporary.store.read(.recipients, id: id + [0]))
        // The same once more is read.
        #expect(try temporary.store.create(.recipients, id: id + [1], contents: good.span))
        #expect(try recipients.list(at: now).recipients.count == 2)
        let contents = Self.changes[change](good)
        #expect(try temporary.store.create(.recipients, id: id + [2], contents: contents.span))
        let listing = try recipients.list(at: now)
        #expect(listing.recipients == [second])
        #expect(listing.failures == [.store(.corrupted)])
        #expect(try recipients.settle(at: now) == [.store(.corrupted)])
    }
}
