// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CSodium

/// Comparison whose time depends on lengths only.
package enum ConstantTime {
    /// Whether both spans hold the same bytes.
    package static func areEqual(_ first: Span<UInt8>, _ second: Span<UInt8>) -> Bool {
        guard first.count == second.count else { return false }
        return unsafe first.withCBytes { first, count in
            unsafe second.withCBytes { second, _ in
                unsafe sodium_memcmp(first, second, count) == 0
            }
        }
    }

    /// Whether every byte of `span` is zero.
    package static func isZero(_ span: Span<UInt8>) -> Bool {
        unsafe span.withCBytes { bytes, count in unsafe sodium_is_zero(bytes, count) == 1 }
    }
}
