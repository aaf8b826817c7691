// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import SealedPushKeys
import SealedPushReceiver
import StoreTestSupport
import Synchronization

@testable import SealedPushClaims
@testable import SealedPushStore

/// A handset's disk, made ready for an exploration: the store is open, and programs can be written
/// for it.
struct Stage: Sendable {
    let files = ReplayingFiles()
    let messages: [Handset.Message]
    let receiver: NotificationReceiver
    let deferral: NotificationDeferral
    let keys: DeviceKeys
    let store: RecordStore
    let disk: Int
    var facts: Facts
    /// The messages whose prekey is over age.
    private(set) var overAge: [Int] = []

    private let handings: [NotificationContent: Handing]

    /// Plants a fault between the store and the disk; prekeys that are over age at `lasting` need
    /// not last.
    ///
    /// The index of unfinished claims is taken for granted, unless its own steps are to be
    /// explored.
    init(
        _ handset: Handset,
        _ messages: [Handset.Message],
        lasting: Timestamp = Handset.confirmed,
        fault: PlantedFiles.Fault? = nil,
        indexed: Facts.Indexed = .unseen
    ) throws {
        self.messages = messages
        disk = try files.world.withLock { world in
            try world.load(handset.files)
            return world.disk
        }
        let claims = "\(ReplayingFiles.store)/\(messages[0].place.path.folder)"
        let files: any StoreFileSystem = files
        let planted = fault.map { PlantedFiles(files, $0, claims: claims) } ?? files
        let faulty = indexed == .unseen ? AssumedIndex(planted) : planted
        let store = try RecordStore.open(
            at: ReplayingFiles.store,
            key: .folder,
            files: faulty
        )
        self.store = store
        receiver = try NotificationReceiver(store: store)
        deferral = NotificationDeferral {
            Result { () throws(StoreError) in
                try DeferredBook(at: ReplayingFiles.store, files: faulty)
            }
        }
        keys = try DeviceKeys(in: store)
        var handings: [NotificationContent: Handing] = [:]
        for (number, message) in messages.enumerated() {
            handings[message.content] = .new(number)
            handings[message.content.quiet()] = .quiet(number)
            handings[message.placeholder] = .placeholder
            handings[message.placeholder.quiet()] = .quietPlaceholder
        }
        self.handings = handings
        facts = self.files.world.withLock { Facts(messages, in: store, $0.disks) }
        facts.indexed = indexed
        let all = try handset.keys.records(at: .init(clamping: 0))
        let dying = all.filter { lasting > DevicePrekey.endOfLife(of: $0) }
        let paths = dying.map { store.path(of: $0.id.bytes, kind: .prekeys).text }
        let mortal = self.files.world.withLock { world in paths.map { world.disks.path($0) } }
        facts.keys.removeAll { mortal.contains($0) }
        overAge = facts.messages.indices.filter { mortal.contains(facts.messages[$0].key) }
    }

    /// What it is that is shown; a message to another device is none.
    func handing(_ content: NotificationContent, of message: Int? = nil) -> Handing {
        switch handings[content] {
        case .new(let number) where message ?? number != number: .trouble("another message")
        case .quiet(let number) where message ?? number != number: .trouble("another message")
        case .some(let handing): handing
        case nil: .trouble("what is neither a message nor a placeholder")
        }
    }

    /// Explores programs that run at once; after a crash, the app and another delivery of each
    /// message.
    ///
    /// Where a message may be deferred, the app of an unlocked device takes the place of one that
    /// only recovers.
    func exploration(of programs: [Program], defers: Bool = false) -> Exploration {
        let recovery = [defers ? unlocked() : recovering()] + messages.indices.map { receiving($0) }
        return exploration(of: programs, then: recovery)
    }

    /// Explores programs that run at once; after a crash, those that recover, the app first.
    func exploration(of programs: [Program], then recovery: [Program]) -> Exploration {
        var all: [Program] = []
        var phases: [[Int]] = []
        for phase in [programs, recovery] {
            var numbers: [Int] = []
            for program in phase {
                if let known = all.firstIndex(where: { $0.name == program.name }) {
                    numbers.append(known)
                } else {
                    numbers.append(all.count)
                    all.append(program)
                }
            }
            phases.append(numbers)
        }
        files.world.withLock { world in
            for _ in all { _ = world.histories.addProgram() }
        }
        return Exploration(
            programs: all,
            phases: phases,
            facts: facts,
            files: files,
            disk: disk
        )
    }
}

extension Facts {
    fileprivate init(
        _ messages: [Handset.Message],
        in store: RecordStore,
        _ disks: DiskSpace
    ) {
        let book = ClaimBook(of: store)
        self.init { path, contents in
            let parts = path.split(separator: "/")
            let place = StorePath(
                folder: parts.dropLast().joined(separator: "/"),
                name: String(parts.last ?? "")
            )
            let bytes = try? book.sealer.open(contents.span, at: place)
            guard let bytes, let record = try? bytes.withBytes(ClaimRecord.init(reading:)) else {
                return .damaged
            }
            return switch record.state {
            case .held(let claim):
                messages.firstIndex { $0.hash == claim.envelopeHash }.map { .held($0) }
                    ?? .damaged
            case .handedOver(let hash):
                messages.firstIndex { $0.hash == hash }.map { .mark($0) } ?? .damaged
            }
        }
        for (number, message) in messages.enumerated() {
            let place = disks.path(message.place.path.text)
            names[place] = message.place.envelope == nil ? "the claim" : "claim \(number)"
            names[disks.parents[place]] = "the claims of the prekey"
            let id = message.place.prekeyID.bytes
            let key = disks.path(store.path(of: id, kind: .prekeys).text)
            let isOneTime = message.place.envelope == nil
            names[key] = isOneTime ? "the one-time prekey" : "the reusable prekey"
            let deferred = disks.path("deferred/\(message.claim.envelopeHash)")
            names[deferred] = "deferred message \(number)"
            let entry = disks.path(message.place.entryPath.text)
            names[entry] = isOneTime ? "the entry" : "entry \(number)"
            self.messages.append(
                Message(
                    place: place,
                    deferred: deferred,
                    entry: entry,
                    key: key,
                    isOneTime: isOneTime
                )
            )
        }
        let oneTime = self.messages.filter(\.isOneTime).map(\.key)
        keys = disks.paths.values.indices.filter { path in
            ["device", "prekeys"].contains(disks.paths[disks.parents[path]])
                && !oneTime.contains(path)
        }
    }
}
