// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Gives equal values the same small number, so that states are compared and kept as numbers.
struct Interner<Value: Hashable & Sendable>: Sendable {
    private(set) var values: [Value] = []
    private var numbers: [Value: Int] = [:]

    /// Starts with a value that has the number 0.
    init(_ first: Value) {
        _ = number(of: first)
    }

    mutating func number(of value: Value) -> Int {
        if let number = numbers[value] { return number }
        numbers[value] = values.count
        values.append(value)
        return values.count - 1
    }

    subscript(number: Int) -> Value { values[number] }
}
