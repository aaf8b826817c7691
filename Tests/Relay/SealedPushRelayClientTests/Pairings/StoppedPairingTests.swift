// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushContacts
import SealedPushCrypto
import SealedPushKeys
import SealedPushStore
import StoreTestSupport
import Synchronization
import TestSupport
import Testing

@testable import SealedPushRelayClient

/// A pairing whose app is killed at any of its steps, or whose relay's answers get lost.
struct StoppedPairingTests {
    private let scanned: ScannedLink
    private let phone: PairingPhone
    private var link: PairingLink { scanned.link }

    init() throws {
        scanned = try ScannedLink()
        phone = try PairingPhone()
    }

    /// Kills a pairing at each of its changes of the disk, and gives what each run left.
    private func killed() async throws -> [PairingPhone] {
        var relays: [PairingRelay] = []
        let disks = try await phone.disk.disk.killing(atReading: false) { store in
            let relay = PairingRelay()
            relays.append(relay)
            try await PairingPhone(phone.disk, relay: relay).pair(link, in: store)
        }
        return zip(disks, relays).map { PairingPhone(SimulatedFileSystem($0), relay: $1) }
    }

    @Test(.rules("L-27 L-28"))
    func `wherever it was killed the same scan pairs, with the same box and endpoint`()
        async throws
    {
        let stopped = try await killed()
        for phone in stopped {
            let sent = phone.relay.boxes
            let kept = try PairingBook(phone.store).pairing(of: link)?.endpoint?.id
            let states = try await phone.pair(link)
            let answer = try #require(phone.answer(to: link))
            #expect(
                states.last
                    == .paired(
                        number: answer.answerHash.number,
                        name: "Build server",
                        sender: link.sender
                    )
            )
            if let first = sent.first { #expect(phone.relay.boxes.allSatisfy { $0 == first }) }
            #expect(Set(phone.relay.boxes).count == 1)
            if let kept { #expect(phone.relay.endpoints.map(\.id) == [kept]) }
            #expect(phone.relay.endpoints.count <= 2)
            #expect(try phone.contacts.status(of: link.sender.bytes)?.trust == .verified)
        }
        #expect(stopped.count > 20)
    }

    @Test(.rules("L-28 L-33"))
    func `wherever it was killed maintenance undoes all of it after a day`() async throws {
        for phone in try await killed() {
            let isPaired = try PairingBook(phone.store).pairing(of: link)?.isPaired == true
            let late = try phone.pairings(at: .hours(25))
            #expect(try await late.maintain().failures == [])
            guard !isPaired else { continue }
            #expect(try phone.contacts.list().contacts.isEmpty)
            #expect(try phone.records == 0)
            // What was killed between the relay's answer and its record the device can't know.
            #expect(phone.relay.left.count <= (phone.relay.boxes.isEmpty ? 1 : 0))
        }
    }

    @Test(.rules("L-27"))
    func `no box leaves the device that a loss of power could take from it`() async throws {
        for phone in try await killed() where !phone.relay.boxes.isEmpty {
            for disk in phone.disk.disk.afterPowerLoss() {
                let kept = try PairingBook(disk.store()).pairing(of: link)
                #expect(kept?.answer?.box.bytes == phone.relay.boxes[0])
                #expect(kept?.endpoint?.id == phone.relay.endpoints.last?.id)
                #expect(try ContactBook(disk.store()).status(of: link.sender.bytes) != nil)
            }
        }
    }

    @Test(.rules("L-25"))
    func `a disk that takes no endpoint leaves none at the relay, whatever it fails at`()
        async throws
    {
        let relays = Mutex<[PairingRelay]>([])
        _ = try await phone.disk.disk.disturbing(by: .failure, atReading: false) { files in
            let relay = PairingRelay()
            relays.withLock { $0.append(relay) }
            let store = try files.store()
            return try? await PairingPhone(phone.disk, relay: relay).pair(link, in: store)
        }
        var withoutAny = 0
        for relay in relays.withLock(\.self) {
            // One that is kept, or none.
            #expect(relay.left.count <= 1)
            if relay.left.isEmpty, !relay.endpoints.isEmpty { withoutAny += 1 }
        }
        #expect(withoutAny > 0)
    }

    @Test(.rules("L-33"))
    func `another phone that answered first is told on a disk that takes nothing more`()
        async throws
    {
        let link = link
        let files = FaultyFileSystem(
            phone.disk,
            .look { call throws(FileError) in
                if call.kind == .create { throw .refused(.outOfSpace) }
            },
            isArmed: false
        )
        let store = try RecordStore.open(at: "/store", key: .folder, files: files)
        let full = PairingRelay { _, request in
            guard request.method == "PUT" else { return nil }
            files.arm()
            return .problem("answered", 409)
        }
        await #expect(throws: DevicePairingError.answered) {
            try await PairingPhone(phone.disk, relay: full).pair(link, in: store)
        }
        #expect(full.left.isEmpty)
        // Once there is room, maintenance does the rest.
        let late = try PairingPhone(phone.disk, relay: full).pairings(at: .hours(25))
        #expect(try await late.maintain().ended == 1)
        #expect(try phone.contacts.list().contacts.isEmpty)
    }

    @Test(.rules("L-28"), arguments: 0..<2, [true, false])
    func `whichever request or answer gets lost, the device pairs by one answer`(
        _ number: Int,
        _ isAnswer: Bool
    ) async throws {
        let relay = PairingRelay { asked, _ in
            asked == number ? (isAnswer ? .lostAnswer : .lostRequest) : nil
        }
        let phone = try PairingPhone(relay: relay)
        #expect(try await phone.pair(link).count == 2)
        #expect(Set(relay.boxes).count == 1)
        let endpoint = try #require(phone.answer(to: link)?.endpoint)
        #expect(relay.endpoints.last?.url == endpoint)
    }

    @Test(.rules("L-33 L-34"))
    func `wherever an undoing was killed the next one ends the endpoint`() async throws {
        try await phone.pair(link)
        try phone.contacts.block(link.sender)
        var relays: [PairingRelay] = []
        let disks = try await phone.disk.disk.killing(atReading: false) { store in
            let relay = PairingRelay()
            relays.append(relay)
            let other = PairingPhone(phone.disk, relay: relay)
            try await other.pairings(in: store).maintain()
        }
        for (disk, relay) in zip(disks, relays) {
            let other = PairingPhone(SimulatedFileSystem(disk), relay: relay)
            try await other.pairings().maintain()
            #expect(Set(relay.ended) == ["endpoint-1"])
            #expect(try other.records == 0)
            #expect(try other.contacts.status(of: link.sender.bytes)?.trust == .blocked)
        }
        #expect(disks.count > 5)
    }

    @Test(.rules("L-25"), arguments: [true, false])
    func `an endpoint whose name was lost with the answer ends, and no other one`(
        _ isKilled: Bool
    ) async throws {
        // The first answer is lost; of a run that is killed then nothing else is kept.
        let relay = PairingRelay { asked, _ in asked == 0 ? .lostAnswer : nil }
        let phone = try PairingPhone(relay: relay)
        let lost = "endpoint-1"
        if isKilled {
            _ = try PairingBook(phone.store).agree(to: link, as: "A", now: PairingPhone.now)
            let client = try RelayClient(relay.origin, http: relay)
            _ = try? await client.makeEndpoint(of: phone.device, for: .firstKey)
        }
        // Another one of the app, which a sender has used.
        let client = try RelayClient(relay.origin, http: relay)
        if isKilled {
            relay.bind(try await client.makeEndpoint(of: phone.device, for: .firstKey).id)
        }
        if !isKilled {
            try await phone.pair(link)
            // The pairing's own stays, though no sender has used it yet.
            #expect(relay.left == ["endpoint-2"])
        } else {
            // The pairing may be making one at this moment.
            try await phone.pairings().maintain()
            #expect(relay.ended.isEmpty)
            let silent = PairingRelay { _, _ in .lostRequest }
            let offline = try await PairingPhone(phone.disk, relay: silent)
                .pairings(at: .hours(25)).maintain()
            #expect(offline.left == 1 && offline.failures == [.relay(.unreachable)])
        }
        try await phone.pairings(at: isKilled ? .hours(25) : .zero).maintain()
        #expect(relay.ended == [lost])
        // Without a pairing no relay is asked.
        if isKilled {
            let count = relay.requests.count
            try await phone.pairings().maintain()
            #expect(relay.requests.count == count)
        }
    }

    @Test func `an endpoint is not ended while the endpoint of some pairing can't be read`()
        async throws
    {
        let relay = PairingRelay { asked, _ in asked == 0 ? .lostAnswer : nil }
        let phone = try PairingPhone(relay: relay)
        let store = try phone.store
        let other = try ScannedLink().link
        _ = try PairingBook(store).agree(to: other, as: "B", now: PairingPhone.now)
        let endpoint = [UInt8](arrayLiteral: 2) + other.digest
        _ = try store.create(.pairings, id: endpoint, contents: [UInt8](arrayLiteral: 0).span)
        try await phone.pair(link)
        let report = try await phone.pairings().maintain()
        #expect(relay.left == ["endpoint-1", "endpoint-2"])
        #expect(!report.failures.isEmpty && relay.ended.isEmpty)
    }
}
