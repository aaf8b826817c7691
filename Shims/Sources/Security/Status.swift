// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation
public import FoundationShims

/// The call succeeded.
public let errSecSuccess: OSStatus = 0
/// The device keeps no items of this class.
public let errSecUnimplemented: OSStatus = -4
/// A dictionary lacks what the call needs, or holds what it can't use.
public let errSecParam: OSStatus = -50
/// There is not enough memory.
public let errSecAllocate: OSStatus = -108
/// The user cancelled.
public let errSecUserCanceled: OSStatus = -128
/// There is no keychain.
public let errSecNotAvailable: OSStatus = -25_291
/// The user was not authenticated.
public let errSecAuthFailed: OSStatus = -25_293
/// The keychain has such an item already.
public let errSecDuplicateItem: OSStatus = -25_299
/// The keychain has no such item within the caller's groups.
public let errSecItemNotFound: OSStatus = -25_300
/// The lock keeps the item from the caller.
public let errSecInteractionNotAllowed: OSStatus = -25_308
/// The item can't be decoded.
public let errSecDecode: OSStatus = -26_275
/// The entitlements don't list the group.
public let errSecMissingEntitlement: OSStatus = -34_018
/// The signature is not valid.
public let errSecVerifyFailed: OSStatus = -67_808

/// Describes a code in English, in words of ours.
///
/// - Parameters:
///   - status: The code.
///   - reserved: Not used; pass nil.
/// - Returns: The description; nil for a code that is not declared here.
public func SecCopyErrorMessageString(
    _ status: OSStatus,
    _ reserved: UnsafeMutableRawPointer?
) -> CFString? {
    let text: String? =
        switch status {
        case errSecSuccess: "No error."
        case errSecUnimplemented: "The device keeps no items of this class."
        case errSecParam: "A parameter of the call is not valid."
        case errSecAllocate: "There is not enough memory."
        case errSecUserCanceled: "The user cancelled."
        case errSecNotAvailable: "There is no keychain."
        case errSecAuthFailed: "The user was not authenticated."
        case errSecDuplicateItem: "The keychain has such an item already."
        case errSecItemNotFound: "The keychain has no such item."
        case errSecInteractionNotAllowed: "The device is locked."
        case errSecDecode: "The item can't be decoded."
        case errSecMissingEntitlement: "The entitlements don't list the group."
        case errSecVerifyFailed: "The signature is not valid."
        default: nil
        }
    return text.map { NSString(string: $0) }
}
