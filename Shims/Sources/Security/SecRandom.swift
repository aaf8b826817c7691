// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import FoundationShims

/// A source of random bytes; there is only the system's.
public struct SecRandomRef: Sendable {}

/// The system's source of random bytes.
public let kSecRandomDefault: SecRandomRef? = nil

/// Fills memory with random bytes from the system.
///
/// - Parameters:
///   - rnd: The source, which is the system's.
///   - count: The number of bytes.
///   - bytes: The memory, of `count` bytes at least.
/// - Returns: `errSecSuccess`, or `errSecParam` if `count` is negative.
@discardableResult
public func SecRandomCopyBytes(
    _ rnd: SecRandomRef?,
    _ count: Int,
    _ bytes: UnsafeMutableRawPointer
) -> OSStatus {
    guard count >= 0 else { return errSecParam }
    var generator = SystemRandomNumberGenerator()
    for place in 0..<count {
        unsafe bytes.storeBytes(of: generator.next(), toByteOffset: place, as: UInt8.self)
    }
    return errSecSuccess
}
