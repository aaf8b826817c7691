// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A function that runs at most once, for the first call.
final class Once<Value: Sendable>: Sendable {
    private let function: Mutex<(@Sendable (Value) -> Void)?>

    init(_ function: @escaping @Sendable (Value) -> Void) {
        self.function = Mutex(function)
    }

    /// Calls the function, unless it was called before; says whether it did.
    @discardableResult
    func callAsFunction(_ value: Value) -> Bool {
        let function = function.withLock { function in
            defer { function = nil }
            return function
        }
        function?(value)
        return function != nil
    }
}
