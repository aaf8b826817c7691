// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// What has to hold on every path.
enum Rule: String, CaseIterable, Sendable {
    case newOnce = "a message is handed over as new once at the most"
    case quietAfterCrash =
        "what was handed over before a crash or a loss of power is never new after it"
    case noTrouble = "nothing is shown but the message, quiet or not, or the generic placeholder"
    case handOverOnce = "each process that is not killed hands over exactly once"
    case newIfNoneStops = "if no process is stopped, one hands the message over as new"
    case keysStay = "the identity and the reusable prekeys are always readable"
    case durableStays = "a claim that was durable stands until its content was handed over"
    case deferredStays =
        "a message whose notice was handed over stays deferred or claimed until its content was handed over"
    case keyForClaim = "a one-time prekey is gone only where a claim or its mark stands for it"
    case roomForClaim = "where the place of a claim is missing, its prekey is gone"
    case erasedStays =
        "a prekey is gone for ever once its erasure was reported, a one-time prekey once its message was handed over"
    case readable = "a claim is whole, whenever the power was lost"
    case emptiedAfter = "a claim is emptied only after its content was handed over"
    case indexed = "the index has an entry for each claim whose content waits"
    case oneMessage = "of the messages under one one-time prekey, one is handed over"
    case recovered = "the app hands over every claim that a stopped run left"
    case nothingLost =
        "the message is handed over after a crash: of a durable claim by the app alone, else at another delivery"
}

/// A broken rule, and how it came to that.
struct Violation: Sendable, CustomStringConvertible {
    let rule: Rule
    let schedule: [String]

    var description: String {
        "broken: \(rule.rawValue)\n"
            + schedule.enumerated().map { "  \($0 + 1). \($1)" }.joined(separator: "\n")
    }
}

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
