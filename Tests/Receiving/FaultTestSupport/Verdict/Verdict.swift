// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import SealedPushStore
import StoreTestSupport

/// Whether a scene is as an operation may leave it: stopped anywhere, or come to its end.
///
/// Fact by fact: what it does not touch is as before; what it changes is as before or as after a
/// run that nothing disturbed; what it makes at random follows rules of its own. So nothing is
/// lost, half there or resurrected.
package struct Verdict: Sendable {
    /// The operation.
    package let operation: StoreOperation
    /// The scene before it.
    package let before: WorldView
    /// The scene after an undisturbed run.
    package let reference: WorldView
    /// The prekey that is erased where an operation is told to.
    private let erasedOnDemand: [UInt8]

    /// Runs the operation on a copy of the scene, undisturbed.
    package init(on operation: StoreOperation, in scene: Scene) async throws {
        self.operation = operation
        let files = SimulatedFileSystem(scene.disk)
        before = try WorldView(of: "", on: files)
        let bench = try Bench(in: "", on: files)
        erasedOnDemand = try bench.input("erased")
        let told = await operation.run(bench)
        guard told.isEmpty else { throw told[0] }
        reference = try WorldView(of: "", on: files)
    }

    /// What is wrong with a scene in which the operation was stopped somewhere, or came to its end.
    package func problems(in after: WorldView) -> [String] {
        var problems = after.troubles
        for fact in Set(before.facts.keys).union(after.facts.keys) {
            let value = after.facts[fact]
            guard value != before.facts[fact], value != reference.facts[fact] else { continue }
            guard !isAllowed(fact, value) else { continue }
            let change =
                value == nil ? "was lost" : before.facts[fact] == nil ? "came to be" : "changed"
            problems.append(
                "\(operation.name): \(fact.place) \(fact.kind) \(Hex.encode(fact.id.span)) \(change)"
            )
        }
        return problems + erased(in: after) + resurrected(in: after)
    }

    /// Whether a scene is as before the operation.
    package func isUntouched(_ after: WorldView) -> Bool { after.facts == before.facts }

    /// Whether the operation has done all it is to do; where nothing was in its way, with nothing
    /// missed and no entry of the index left.
    package func isDone(_ after: WorldView, undisturbed: Bool = false) -> Bool {
        var facts = Set(before.facts.keys).union(reference.facts.keys)
        if undisturbed { facts.formUnion(after.facts.keys.filter { $0.kind == WorldView.entry }) }
        let isAsReferred = facts.allSatisfy { fact in
            if !undisturbed, operation.mayMiss.contains(fact.kind) { return isMissed(fact, after) }
            // What is made at random is not there a second time; what was there before still can be
            // compared.
            guard before.facts[fact] != nil || !isMadeAtRandom(fact) else { return true }
            return after.facts[fact] == reference.facts[fact]
        }
        return isAsReferred && operation.isMade(before, after)
    }

    /// Whether a fact that the operation may miss is as it may be.
    ///
    /// An entry stays where a run was killed behind the tombstone, until recovery drops it. Whether
    /// an attempt begins depends on how long ago the one before it began.
    private func isMissed(_ fact: WorldView.Fact, _ after: WorldView) -> Bool {
        guard fact.kind == WorldView.entry, after.facts[fact] != reference.facts[fact] else {
            return true
        }
        guard after.facts[fact] != nil else { return false }
        return reference.facts[fact] != nil || after.facts[Self.claim(of: fact)]?.first == 1
    }

    /// The claim that an entry of the index tells of.
    private static func claim(of entry: WorldView.Fact) -> WorldView.Fact {
        WorldView.Fact(place: entry.place, kind: WorldView.claim, id: entry.id)
    }

    private func isMadeAtRandom(_ fact: WorldView.Fact) -> Bool {
        operation.makes.contains(fact.kind) || operation.makes.contains(fact.place)
    }

    private func isAllowed(_ fact: WorldView.Fact, _ value: [UInt8]?) -> Bool {
        if isMadeAtRandom(fact), before.facts[fact] == nil { return true }
        // A backup that lacks its end is none.
        if fact.place == Scene.backup { return true }
        // A claim has its entry first, and loses it last.
        if fact.kind == WorldView.entry, before.facts[fact] == nil {
            let isBegun = value == [1] && operation.mayMiss.contains(WorldView.entry)
            return (value == [0] || isBegun) && reference.facts[Self.claim(of: fact)] != nil
        }
        guard let value, before.facts[fact] == nil, let last = reference.facts[fact] else {
            return false
        }
        switch fact.kind {
        // On its way from nothing to a mark, a claim holds its message.
        case WorldView.claim: return value.starts(with: [0] + last.dropFirst())
        // A new contact has its status first and its name last.
        case RecordKind.contacts.folder: return value.count == 3 && last.starts(with: value)
        default: return false
        }
    }

    /// One-time prekeys that are gone though no claim tells of their message.
    private func erased(in after: WorldView) -> [String] {
        Scene.devices.flatMap { place -> [String] in
            guard !(operation.revokes && place == Scene.watch) else { return [] }
            let held = Set(after.prekeys(of: place).map(\.id))
            let claims = after.facts(WorldView.claim, of: place)
            return before.prekeys(of: place).compactMap { prekey in
                let isOver = Scene.confirmed > DevicePrekey.endOfLife(of: prekey)
                let isTold = operation.erases && prekey.id.bytes == erasedOnDemand
                guard !held.contains(prekey.id), !isOver, !isTold, claims[prekey.id.bytes] == nil
                else { return nil }
                return "\(operation.name): prekey \(prekey.id) was erased and no message claimed"
            }
        }
    }

    /// Prekeys that were not there before and are of an epoch that had been taken by then.
    private func resurrected(in after: WorldView) -> [String] {
        Scene.devices.flatMap { place in
            let known = Set(before.prekeys(of: place).map(\.id))
            let taken = before.epochs(of: place).last ?? 0
            return after.prekeys(of: place)
                .filter { !known.contains($0.id) && $0.terms.epoch <= taken }
                .map { "\(operation.name): prekey \($0.id) has come back" }
        }
    }
}

extension Verdict: CustomStringConvertible, CustomReflectable {
    /// The operation.
    package var description: String { "\(operation)" }

    /// A mirror without children: a failed expectation shows no store in full.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
