// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// What was handed over and made durable so far, of each message: all that an invariant has to know
/// of the past.
struct Monitor: Hashable {
    /// Six bits a message.
    private(set) var bits = 0

    private static let width = 6
    private enum Bit: Int {
        case new
        case content
        case beforeCrash
        case erased
        case durable
        case noticed
    }

    private func has(_ bit: Bit, _ message: Int) -> Bool {
        bits >> (message * Self.width + bit.rawValue) & 1 == 1
    }

    private mutating func set(_ bit: Bit, _ message: Int) {
        bits |= 1 << (message * Self.width + bit.rawValue)
    }

    func wasNew(_ message: Int) -> Bool { has(.new, message) }
    /// Whether its content was handed over, as new or quietly.
    func wasShown(_ message: Int) -> Bool { has(.content, message) }
    /// Whether that was before the last crash.
    func wasShownBeforeCrash(_ message: Int) -> Bool { has(.beforeCrash, message) }
    /// Whether a process was told that its prekey is erased.
    func wasErased(_ message: Int) -> Bool { has(.erased, message) }
    /// Whether its claim was durable once: from then on nothing may lose it.
    func wasDurable(_ message: Int) -> Bool { has(.durable, message) }

    /// Whether the user was told that it waits.
    func wasNoticed(_ message: Int) -> Bool { has(.noticed, message) }

    mutating func noteDurable(_ message: Int) { set(.durable, message) }

    /// Takes in what is handed over, and names the rules that this breaks.
    mutating func note(_ handing: Handing) -> [Rule] {
        var broken: [Rule] = []
        switch handing {
        case .new(let message):
            if wasNew(message) { broken.append(.newOnce) }
            if wasShownBeforeCrash(message) { broken.append(.quietAfterCrash) }
            set(.new, message)
            set(.content, message)
        case .quiet(let message): set(.content, message)
        case .notice(let message): set(.noticed, message)
        case .erased(let message): set(.erased, message)
        case .placeholder, .quietPlaceholder: break
        case .trouble: broken.append(.noTrouble)
        }
        return broken
    }

    mutating func crash(messages: Int) {
        for message in 0..<messages where wasShown(message) { set(.beforeCrash, message) }
    }
}
