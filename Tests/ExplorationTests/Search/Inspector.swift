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

    /// The rules that this disk breaks after what was handed over so far.
    mutating func check(_ disk: Disk, _ monitor: Monitor, _ disks: DiskSpace) -> [Rule] {
        var broken: [Rule] = []
        for key in facts.keys where disks.value(key, on: disk) != disks.value(key, on: first) {
            broken.append(.keysStay)
        }
        for (number, message) in facts.messages.enumerated() {
            let claim = claim(of: message, on: disk, disks)
            if claim == .damaged { broken.append(.readable) }
            if case .mark(let owner) = claim, !monitor.wasShown(owner) {
                broken.append(.emptiedAfter)
            }
            let hasRoom = disks.isFolder(disks.parents[message.place], on: disk)
            guard let key = message.key else {
                if !hasRoom { broken.append(.roomForClaim) }
                continue
            }
            if !hasRoom, disks.value(key, on: disk) != .absent { broken.append(.roomForClaim) }
            if disks.value(key, on: disk) == .absent {
                if claim == nil, !facts.keysMayDie { broken.append(.keyForClaim) }
            } else if monitor.wasShown(number) || monitor.wasErased(number) {
                broken.append(.erasedStays)
            }
        }
        return broken
    }

    /// The rules that are broken where the app alone has come to its end.
    mutating func checkRecovered(_ disk: Disk, _ disks: DiskSpace) -> [Rule] {
        for message in facts.messages {
            if case .held = claim(of: message, on: disk, disks) { return [.recovered] }
        }
        return []
    }

    /// The rules that are broken where recovery and another delivery have come to their end.
    func checkEnd(_ monitor: Monitor) -> [Rule] {
        let groups = Dictionary(grouping: facts.messages.indices) { facts.messages[$0].place }
        return groups.values.compactMap { messages in
            switch messages.filter(monitor.wasShown).count {
            case 0: facts.keysMayDie ? nil : .nothingLost
            case 1: nil
            default: .oneMessage
            }
        }
    }

    /// The rule that is broken where the processes came to their end, and nobody was killed or warned.
    func checkUnstopped(_ monitor: Monitor) -> [Rule] {
        let groups = Dictionary(grouping: facts.messages.indices) { facts.messages[$0].place }
        let isBroken = groups.values.contains { $0.filter(monitor.wasNew).count != 1 }
        return isBroken && facts.expectsNew ? [.newWhereNobodyStops] : []
    }
}
