// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
import SealedPushContacts
import SealedPushKeys
import SealedPushReceiver
import SealedPushSender
import SealedPushStore
import TestSupport

/// Who does what in a storm: an app and eight extensions on one store, all of it drawn from a seed.
package struct StormPlan: Sendable {
    /// A push that an extension is given.
    package struct Delivery: Sendable {
        /// The number of the push.
        package let push: Int
        /// Whether the device is locked, so that the push can only be deferred.
        package let isLocked: Bool
    }

    /// Something that the app does.
    package enum AppStep: Hashable, Sendable {
        /// Gives a contact a name.
        case name(contact: Int, String)
        /// Decides about a contact.
        case decide(contact: Int, isBlocked: Bool)
        /// Removes a contact.
        case remove(contact: Int)
        /// Clears away what has had its time, and makes prekeys anew where that is due.
        case maintain
        /// Shows what extensions left that were killed.
        case recover
        /// Shows what was deferred.
        case deliverDeferred
    }

    /// What all is drawn from.
    package let seed: UInt64
    /// How many pushes there are.
    package let pushes: Int

    /// How many extensions there are.
    package static let extensions = 8
    /// How many of them get each push, at about the same time.
    package static let copies = 4
    /// How many contacts the app edits.
    package static let contacts = 40

    /// A plan for so many pushes.
    package init(seed: UInt64, pushes: Int) {
        self.seed = seed
        self.pushes = pushes
    }

    /// How many operations it is of.
    package var operations: Int { pushes * Self.copies + appSteps.count }

    /// What an extension is given, in order.
    package func deliveries(to process: Int) -> [Delivery] {
        var found: [(place: Int, delivery: Delivery)] = []
        for push in 0..<pushes {
            var random = SeededGenerator(seed: seed &+ UInt64(push) &* 7919)
            let chosen = (0..<Self.extensions).shuffled(using: &random).prefix(Self.copies)
            // The device is locked for all processes or for none, but it may be unlocked any
            // moment.
            let isLocked = Int.random(in: 0..<8, using: &random) == 0
            for copy in chosen {
                let isLate = Bool.random(using: &random)
                let place = push + Int.random(in: 0..<6, using: &random)
                guard copy == process else { continue }
                let isLockedStill = isLocked && !isLate
                found.append((place, Delivery(push: push, isLocked: isLockedStill)))
            }
        }
        return found.enumerated()
            .sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }
            .map(\.element.delivery)
    }

    /// What the app does, in order.
    package var appSteps: [AppStep] {
        var random = SeededGenerator(seed: seed &+ 1)
        return (0..<pushes).map { step in
            // Looking for what was left takes the longer the more messages there were.
            switch step % max(pushes / 20, 20) {
            case 7: return .maintain
            case 13: return .recover
            case let rest where rest % 10 == 3: return .deliverDeferred
            default: break
            }
            let contact = Int.random(in: 0..<Self.contacts, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: return .decide(contact: contact, isBlocked: Bool.random(using: &random))
            case 1: return .remove(contact: contact)
            default: return .name(contact: contact, "Name \(step)")
            }
        }
    }

    /// When a step takes place: the whole storm is 20 days, so that prekeys are made anew within
    /// it.
    package func moment(ofStep step: Int, of count: Int) -> Timestamp {
        Scene.now.advanced(by: .seconds(20 * 86_400 * Int64(step) / Int64(max(count, 1))))
    }

    /// The call at which a life of a process ends, or nil where it is let live.
    package func death(of process: Int, life: Int) -> Int? {
        let isLong = pushes > 1000
        guard life < (isLong ? 60 : 12) else { return nil }
        var random = SeededGenerator(seed: seed &+ UInt64(process * 1000 + life) &* 104_729)
        guard Int.random(in: 0..<4, using: &random) > 0 else { return nil }
        return Int.random(in: 20..<max(isLong ? pushes : pushes * 4, 400), using: &random)
    }
}

/// Puts into a real folder what a storm begins with: a device, its contacts, and sealed pushes for
/// it.
package struct StormScene {
    private let root: String
    private let plan: StormPlan

    /// A storm that is to take place in `root`, which is an empty folder.
    package init(in root: String, plan: StormPlan) {
        self.root = root
        self.plan = plan
    }

    /// Makes everything; a quarter of the pushes is sealed to one-time prekeys.
    package func build() async throws {
        guard let topic = Topic(Scene.topicText) else { throw Bench.Failure() }
        let key = StoreKeySource.file(root + Scene.key)
        let draft = try StoreDraft(at: root + Scene.phone, key: key)
        try DeviceKeys.create(in: draft.store, topic: topic, now: Scene.now)
        let store = try draft.commit()
        let sender = SenderKeys()
        try ContactBook(store).add(name: "Ann Quillfeather", identity: sender.identity)
        let files = POSIXFileSystem()
        for folder in ["pushes", "contacts"] { try files.makeFolder("\(root)/\(folder)") }
        for contact in 0..<StormPlan.contacts {
            let bytes = SenderKeys().identity.bytes
            try files.create("\(root)/contacts/\(contact)", contents: bytes.span)
        }

        let keys = try DeviceKeys(in: store)
        let reusable = try keys.bundle(at: Scene.now).records
        let oneTime = try keys.generateOneTime(plan.pushes / 4, now: Scene.now)
        let sealer = Sender(keys: sender, memory: TransientSenderMemory())
        for push in 0..<plan.pushes {
            let isOnce = push % 4 == 0 && push / 4 < oneTime.count
            let records = reusable + (isOnce ? [oneTime[push / 4]] : [])
            let bundle = try DeviceBundle(device: keys.identity, records: records)
            var options = SealingOptions()
            options.timeToLive = .maximum
            let sealed = try await sealer.seal(
                sealer.prepare(
                    Array(#"{"aps":{"alert":{"body":"\#(push)"}}}"#.utf8),
                    options,
                    now: Scene.now
                ),
                for: SealingTarget(bundle, recipient: .untracked, topic: topic),
                now: Scene.now
            )
            let path = StormProcess.push(push, in: root)
            try files.create(path, contents: sealed.payload.span)
        }
    }
}
