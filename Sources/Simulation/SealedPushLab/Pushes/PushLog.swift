// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushAPNs

/// The pushes that came, of which the oldest go.
struct PushLog {
    /// How many are kept.
    static let limit = 10_000
    /// Of how many the explanations are kept, which are large; earlier ones are told without a store.
    static let explainedLimit = 1000

    private var pushes: [Int: LabPush] = [:]
    private var order: ArraySlice<Int> = []
    private(set) var last = 0
    /// The latest push of each `apns-id`.
    private var ids: [String: Int] = [:]

    subscript(number: Int) -> LabPush? { pushes[number] }

    /// A push by its number or its `apns-id`.
    subscript(name: String) -> LabPush? {
        let number = Int(name).flatMap { name == "\($0)" ? $0 : nil } ?? ids[name.lowercased()]
        return number.flatMap { pushes[$0] }
    }

    /// Makes room for a push and gives it its number.
    mutating func add(_ make: (_ number: Int) -> LabPush) -> LabPush {
        last += 1
        let push = make(last)
        pushes[last] = push
        order.append(last)
        ids[push.id] = last
        pushes[last - Self.explainedLimit]?.explanation = nil
        if order.count > Self.limit, let oldest = order.popFirst() { forget(oldest) }
        return push
    }

    /// Changes a push, if it is still there.
    mutating func change(_ number: Int, _ change: (inout LabPush) -> Void) -> Bool {
        guard var push = pushes[number] else { return false }
        change(&push)
        pushes[number] = push
        return true
    }

    /// Those of a phone, or all, the latest first.
    ///
    /// - Parameters:
    ///   - phone: The phone's id.
    ///   - before: Only those that came before this one.
    ///   - limit: The most that are given.
    /// - Returns: The pushes, and how many of the phone are kept.
    func list(of phone: String?, before: Int?, limit: Int) -> (pushes: [LabPush], count: Int) {
        var found: [LabPush] = []
        var count = 0
        for number in order.reversed() {
            guard let push = pushes[number], phone == nil || push.phone == phone else { continue }
            count += 1
            if found.count < limit, before.map({ number < $0 }) ?? true { found.append(push) }
        }
        return (found, count)
    }

    /// Forgets those of a phone, or all.
    mutating func remove(of phone: String?) {
        for number in order where phone == nil || pushes[number]?.phone == phone {
            forget(number)
        }
        order = ArraySlice(order.filter { pushes[$0] != nil })
    }

    private mutating func forget(_ number: Int) {
        guard let push = pushes.removeValue(forKey: number) else { return }
        if ids[push.id] == number { ids[push.id] = nil }
    }
}
