// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Holds a disk against the rules.
struct Inspector {
    let facts: Facts
    private var claims: [Reading: Facts.Claim] = [:]
    private let first: Disk

    private struct Reading: Hashable {
        let path: Int
        let contents: Int
    }

    init(_ facts: Facts, first: Disk) {
        self.facts = facts
        self.first = first
    }

    /// The claim or mark of a message's place, nil where there is none.
    mutating func claim(
        of message: Facts.Message,
        on disk: Disk,
        _ disks: DiskSpace
    ) -> Facts.Claim? {
        guard case .file(let contents, _, _) = disks.value(message.place, on: disk) else {
            return nil
        }
        let reading = Reading(path: message.place, contents: contents)
        if let claim = claims[reading] { return claim }
        let claim = facts.read(disks.paths[message.place], disks.contents[contents])
        claims[reading] = claim
        return claim
    }

    /// The messages whose claim would survive a loss of power, with its content.
    mutating func durable(on disk: Disk, _ disks: DiskSpace) -> [Int] {
        facts.messages.indices.filter { number in
            let message = facts.messages[number]
            let cell = disks.cells[disk.cell(message.place)]
            guard cell.survivors.isEmpty, case .file(_, .synced, _) = disks.values[cell.current]
            else { return false }
            return claim(of: message, on: disk, disks) == .held(number)
        }
    }

    /// The rules that this disk breaks after what was handed over so far.
    mutating func check(_ disk: Disk, _ monitor: Monitor, _ disks: DiskSpace) -> [Rule] {
        var broken: [Rule] = []
        for key in facts.keys where disks.value(key, on: disk) != disks.value(key, on: first) {
            broken.append(.keysStay)
        }
        for (number, message) in facts.messages.enumerated() {
            let claim = claim(of: message, on: disk, disks)
            if claim == .damaged { broken.append(.readable) }
            if facts.indexed == .always, isUnseen(message, claim, on: disk, disks) {
                broken.append(.indexed)
            }
            if case .mark(let owner) = claim, !monitor.wasShown(owner) {
                broken.append(.emptiedAfter)
            }
            if monitor.wasDurable(number), !monitor.wasShown(number), claim != .held(number) {
                broken.append(.durableStays)
            }
            let isKept =
                claim == .held(number) || disks.value(message.deferred, on: disk) != .absent
            if monitor.wasNoticed(number), !monitor.wasShown(number), !isKept {
                broken.append(.deferredStays)
            }
            guard disks.value(message.key, on: disk) != .absent else {
                if message.isOneTime, claim == nil, !facts.keysMayDie {
                    broken.append(.keyForClaim)
                }
                continue
            }
            if !disks.isFolder(disks.parents[message.place], on: disk) {
                broken.append(.roomForClaim)
            }
            let isOver = message.isOneTime && monitor.wasShown(number)
            if isOver || monitor.wasErased(number) { broken.append(.erasedStays) }
        }
        return broken
    }

    /// Whether content waits of which the index does not tell.
    private func isUnseen(
        _ message: Facts.Message,
        _ claim: Facts.Claim?,
        on disk: Disk,
        _ disks: DiskSpace
    ) -> Bool {
        guard case .held = claim else { return false }
        return disks.value(message.entry, on: disk) == .absent
    }

    /// The rule that is broken where all have come to their end and the index misses a claim.
    mutating func checkIndex(_ disk: Disk, _ disks: DiskSpace) -> [Rule] {
        guard facts.indexed != .unseen else { return [] }
        for message in facts.messages {
            let claim = claim(of: message, on: disk, disks)
            if isUnseen(message, claim, on: disk, disks) { return [.indexed] }
        }
        return []
    }

    /// The rules that are broken where the app alone has come to its end: another delivery is not
    /// promised.
    mutating func checkRecovered(
        _ disk: Disk,
        _ monitor: Monitor,
        _ disks: DiskSpace
    ) -> [Rule] {
        var broken: [Rule] = []
        for (number, message) in facts.messages.enumerated() {
            if case .held = claim(of: message, on: disk, disks) { broken.append(.recovered) }
            let isPromised = monitor.wasDurable(number) || monitor.wasNoticed(number)
            if isPromised, !monitor.wasShown(number) { broken.append(.nothingLost) }
        }
        return broken
    }

    /// The rules that are broken where recovery and another delivery have come to their end.
    func checkEnd(_ monitor: Monitor) -> [Rule] {
        let groups = Dictionary(grouping: facts.messages.indices) { facts.messages[$0].place }
        return groups.values.compactMap { messages in
            switch messages.filter(monitor.wasShown).count {
            case 0:
                facts.keysMayDie && !messages.contains(where: monitor.wasDurable)
                    ? nil : .nothingLost
            case 1: nil
            default: .oneMessage
            }
        }
    }

    /// The rule that is broken where the processes came to their end, and none was killed or
    /// warned.
    func checkUnstopped(_ monitor: Monitor) -> [Rule] {
        let groups = Dictionary(grouping: facts.messages.indices) { facts.messages[$0].place }
        let isBroken = groups.values.contains { $0.filter(monitor.wasNew).count != 1 }
        return isBroken && facts.expectsNew ? [.newIfNoneStops] : []
    }
}

/// What a scenario's disk means.
struct Facts: Sendable {
    struct Message: Sendable {
        /// Where its claim stands.
        let place: Int
        /// Where it is deferred.
        let deferred: Int
        /// Where its entry in the index stands.
        let entry: Int
        /// Where the private half of its prekey stands.
        let key: Int
        let isOneTime: Bool
    }

    /// What a claim's file says.
    enum Claim: Hashable {
        case held(Int)
        case mark(Int)
        case damaged
    }

    var messages: [Message] = []
    /// The identity and the prekeys that must stay.
    var keys: [Int] = []
    /// Whether a prekey may go without a claim, and its message with it.
    var keysMayDie = false
    /// Whether one process hands each message over as new where none is stopped; not where its
    /// claim was there before, or its prekey may go.
    var expectsNew = true
    /// When a claim whose content waits has an entry in the index.
    var indexed = Indexed.unseen

    /// Where the index is looked at.
    enum Indexed {
        /// Nowhere: it is taken for granted.
        case unseen
        /// At every moment.
        case always
        /// Where all have come to their end: a run that sleeps for an hour may miss its entry
        /// meanwhile.
        case atEnd
    }

    /// Names of paths, for people.
    var names: [Int: String] = [:]
    /// Reads a claim's file by the product's own code.
    let read: @Sendable (_ path: String, _ contents: [UInt8]) -> Claim
}
